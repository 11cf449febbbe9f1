"""Commits by hand that a plan stops before are put first, or fewer of them are judged at once; else nothing is written."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from engine.game.plan import Plan
from engine.referee.intake.reading import Reader
from engine.referee.passing import TooMuchByHand, _hurried
from engine.referee.ports import ForgeError

NOW = 100


def given(judged: list[str], **by_hand: int) -> tuple[Plan, Reader, list[dict[str, Any]]]:
    """A plan in which these were judged, a reader with these commits by hand and a comment, and its inbox; the world is of NOW."""
    inbox: list[dict[str, Any]] = [{"id": name, "kind": "administered", "time": time} for name, time in by_hand.items()]
    inbox.append({"id": "comment", "kind": "said", "time": NOW + 5})
    plan = SimpleNamespace(outcomes=[{"id": name} for name in judged])
    reader = SimpleNamespace(state=SimpleNamespace(time=NOW), reading=SimpleNamespace(inbox=inbox))
    return cast(Plan, plan), cast(Reader, reader), inbox


def times(inbox: list[dict[str, Any]]) -> list[int]:
    return [happening["time"] for happening in inbox]


def test_where_all_of_them_are_judged_nothing_is_done() -> None:
    plan, reader, inbox = given(["one", "two"], one=NOW + 1, two=NOW + 2)
    assert not _hurried(plan, reader)
    assert times(inbox) == [NOW + 1, NOW + 2, NOW + 5]


def test_those_that_come_later_are_put_first_however_many_there_are() -> None:
    plan, reader, inbox = given(["one"], one=NOW + 1, two=NOW + 2)
    assert _hurried(plan, reader)
    assert times(inbox) == [NOW, NOW, NOW + 5]


def test_where_all_of_several_are_first_already_fewer_are_judged_at_once() -> None:
    plan, reader, _ = given(["one"], one=NOW, two=NOW)
    with pytest.raises(TooMuchByHand) as found:
        _hurried(plan, reader)
    assert found.value.judged == 1


def test_where_one_alone_is_first_and_not_judged_nothing_is_written() -> None:
    plan, reader, _ = given([], one=NOW)
    with pytest.raises(ForgeError, match="than one pass can judge"):
        _hurried(plan, reader)
