"""A thread is gone only where both it and what was said in it are: of all else nothing is known."""

from __future__ import annotations

from typing import Any

import pytest

from engine.referee import trouble
from engine.referee.ports import Denied, ForgeError, Gone, Unreachable


class Forge:
    """Answers for a thread, and for its comments, with an error or not."""

    def __init__(self, *answers: ForgeError | None) -> None:
        self.answers = answers

    def thread(self, number: int) -> Any:
        self._answer(0)

    def comments_of(self, number: int) -> Any:
        self._answer(1)

    def _answer(self, place: int) -> None:
        error = self.answers[place]
        if error is not None:
            raise error


GONE, OTHERS = Gone("404"), [Unreachable("502"), Denied("403"), None]


def test_what_is_gone_in_both_looks_is_gone() -> None:
    assert trouble.is_gone(Forge(GONE, GONE), 5)  # type: ignore[arg-type]


@pytest.mark.parametrize("other", OTHERS)
def test_what_one_look_does_not_say_is_gone_is_not(other: ForgeError | None) -> None:
    assert not trouble.is_gone(Forge(other, GONE), 5)  # type: ignore[arg-type]
    assert not trouble.is_gone(Forge(GONE, other), 5)  # type: ignore[arg-type]
