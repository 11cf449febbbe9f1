"""A pass is killed by SIGKILL after each of its side effects; the next passes leave what undisturbed ones would have left.

Real processes, real git, HTTP. At every second point here; `make crash` does it at each, and once more with the next pass
coming 20 minutes later.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.github.hub import Hub
from tests.proof.crashing import Moment, Zygote, prepared, seen
from tests.shares import WHOLE

# Every side effect of the pass, numbered from 1: point 0 is before the first, point n right after the n-th.
EFFECTS = [
    *("fetch", "fetch_pull", "fetch_pull", "commit", "commit", "push"),
    *("set_status", "react", "react", "react"),
]
CRASHES = os.environ.get("NOMIC_CRASH") == "all"


def undisturbed(moment: Moment, zygote: Zygote, folder: Path, later: int) -> tuple[list[str], dict[str, Any]]:
    with moment.again(folder) as (hub, clock):
        done = zygote.run(hub, folder / "copy")
        assert done["ended"] == 0
        clock.now += later
        settle(hub, zygote, folder)
        return done["effects"], seen(hub)


def killed(moment: Moment, zygote: Zygote, folder: Path, point: int, later: int, whole: dict[str, Any]) -> list[str]:
    """What is not as it should be after two passes more: all that can be seen being equal, so is what is to come."""
    with moment.again(folder) as (hub, clock):
        assert zygote.run(hub, folder / "copy", kill=point)["ended"] == -signal.SIGKILL
        clock.now += later
        told = ["nothing was done"]
        for _ in range(2):
            if told:
                assert zygote.run(hub, folder / "copy")["ended"] == 0
                told = differences(whole, seen(hub), but_for_times=later > 0)
        return told


def settle(hub: Hub, zygote: Zygote, folder: Path) -> None:
    """Passes until one has nothing left to do: an issue that is over when it is opened is closed by the pass after."""
    for _ in range(4):
        done = zygote.run(hub, folder / "copy")
        assert done["ended"] == 0
        if set(done["effects"]) == {"fetch"}:
            return
    raise AssertionError("passes go on finding something to do")


def differences(one: dict[str, Any], other: dict[str, Any], *, but_for_times: bool) -> list[str]:
    """What is not the same; a pass that came later notes when it saw things, which is all it may note otherwise."""
    if but_for_times:
        one, other = ({**each, "commits": [], "files": timeless(each["files"])} for each in (one, other))
    return [name for name in one if one[name] != other[name]]


def timeless(files: list[str]) -> list[str]:
    return [line for line in files if "\tstate/journal/" not in line and not line.endswith("\tstate/engine.yaml")]


@pytest.mark.parametrize("later", [0, 1_200] if CRASHES else [0])
def test_a_pass_killed_after_any_side_effect_is_made_whole_by_the_next(tmp_path: Path, later: int) -> None:
    zygote = Zygote()
    try:
        moment = prepared(tmp_path / "before", zygote)
        effects, whole = undisturbed(moment, zygote, tmp_path / "undisturbed", later)
        assert effects[: len(EFFECTS)] == EFFECTS
        assert effects.count("create_comment") >= 3
        points = range(len(effects) + 1)[:: 1 if CRASHES or WHOLE else 6]
        wrong = {}
        for point in points:
            told = killed(moment, zygote, tmp_path / str(point), point, later, whole)
            if told:
                wrong[point, ([*effects, ""])[point - 1]] = told
        print(f"killed at {len(points)} points, {later} s before the next pass")
        assert wrong == {}
    finally:
        zygote.close()
