"""A reason that is longer than it is kept: what is left of it does no more than the whole did."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from engine.game.world.wishes import LONGEST_WHY, SHORT_WHY, TOO_MUCH, brief
from tests.hostile.inert import offences

MARK = "\n\n<!-- nomic:held/7:00000000 -->"


def world(waiting: int = 0) -> Any:
    return SimpleNamespace(records=SimpleNamespace(waiting=lambda: waiting))


@pytest.mark.parametrize(("waiting", "most"), [(0, LONGEST_WHY), (TOO_MUCH + 1, SHORT_WHY)])
@pytest.mark.parametrize("fence", ["`", "~~~\n", "```\n"])
def test_no_mention_comes_alive_where_the_end_of_its_code_is_cut_off(waiting: int, most: int, fence: str) -> None:
    code = f"{fence}@stranger <b> {'x' * most}\n{fence.strip()}"
    assert offences(f"{code}{MARK}", []) == []
    short = brief(world(waiting), code)
    assert len(short) <= most + 2 and offences(f"{short}{MARK}", []) == []


def test_a_short_one_stays_as_it_is() -> None:
    assert brief(world(), "Not on **Sundays**.") == "Not on **Sundays**."
