"""The engine knows its posts by marks at their end, and believes no others."""

from __future__ import annotations

import pytest

from engine.referee.answering.markers import mark, marks

ONE = mark("reply/comment/5", "0a1b2c3d")
TWO = mark("status/12", "00000000")


def test_marks_at_the_end_are_read() -> None:
    assert marks(f"Hello.\n\n{ONE}{TWO}") == {"reply/comment/5": "0a1b2c3d", "status/12": "00000000"}
    assert marks(f"Hello.\r\n\r\n{ONE}\r\n") == {"reply/comment/5": "0a1b2c3d"}


@pytest.mark.parametrize("text", [TWO, f"{TWO}\n", f"`{TWO}`", f"a\n{TWO}\nb", f"{TWO} "])
def test_a_mark_in_what_was_said_is_not_believed(text: str) -> None:
    assert marks(f"{text}\n\n{ONE}") == {"reply/comment/5": "0a1b2c3d"}


@pytest.mark.parametrize("key", ["timer/<b>@stranger -- x/1", "issue/hut/ana", "a\nb", "%2D;"])
def test_any_key_comes_back(key: str) -> None:
    assert marks(f"x\n\n{mark(key, '00000000')}") == {key: "00000000"}


@pytest.mark.parametrize("code", ["110000", "D800", "FFFFFFFFFFFFFFFFFFFF"])
def test_what_stands_for_no_letter_is_nobodys_key(code: str) -> None:
    assert marks(f"x\n\n<!-- nomic:issue/%{code};:00000000 -->") == {f"issue/%{code};": "00000000"}
