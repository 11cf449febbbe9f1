"""When a thread was touched last, where GitHub does not answer that of it and answers all else."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from engine.referee.intake.fetching import Fetching
from engine.referee.ports import ForgeError, Gone, Unreachable

LISTED, ASKED, NOW = 100, 150, 200
HIDDEN, GONE, THERE = Unreachable("502"), Gone("404"), None


class Forge:
    def __init__(self, answers: Iterator[ForgeError | None]) -> None:
        self.answers = answers

    def thread(self, number: int) -> Any:
        if error := next(self.answers):
            raise error
        return SimpleNamespace(updated_at=ASKED)

    def server_time(self) -> int:
        return NOW

    def threads_since(self, since: int | None) -> list[Any]:
        return []


@pytest.mark.parametrize(
    ("answers", "touched"),
    [
        ((THERE,), ASKED),
        ((HIDDEN, THERE), ASKED),
        ((GONE, THERE), ASKED),
        ((GONE, GONE), LISTED),
        ((HIDDEN, HIDDEN), NOW),
        ((GONE, HIDDEN), NOW),
        ((HIDDEN, GONE), NOW),
    ],
)
def test_commits_may_have_come_until_now_where_nothing_else_is_told(
    answers: tuple[ForgeError | None, ...], touched: int
) -> None:
    fetching = Fetching(Forge(iter(answers)), None, "m", lambda number: True)  # type: ignore[arg-type]
    assert fetching.touched(5, LISTED, NOW) == touched
