"""Every bug of the zoo is caught; what catches it finds nothing where there is no bug; and planting fails loudly."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from tests.shares import WHOLE, share
from tests.storms.laws import play
from tests.storms.season import choice_of
from tests.storms.zoo import ONE_IN
from tests.storms.zoo.bug import Bug, Seed
from tests.storms.zoo.bugs import BUGS
from tests.storms.zoo.planting import ROOT, CannotPlant, Plant, RulePlant

HUNGER = "rules/credo/330-hunger.md"
LONG = {"new commits drop the votes without a trace"}  # only a season of half a minute shows it
PLANTED = share([bug for bug in BUGS if WHOLE or bug.name not in LONG], ONE_IN)
SEASONS = sorted({(bug.caught_by.seed, bug.caught_by.weeks) for bug in PLANTED if isinstance(bug.caught_by, Seed)})


@pytest.fixture(scope="module")
def ask() -> Iterator[Callable[[Bug], dict[str, Any]]]:
    """Plants a bug in the zoo's own process: what is planted there spoils no other test, and whose turn it is counts for nothing there."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "NOMIC_TURN"))}
    command = [sys.executable, "-m", "tests.storms.zoo", "--keep"]
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as zoo:
        into, out = zoo.stdin, zoo.stdout
        assert into is not None
        assert out is not None

        def asked(bug: Bug) -> dict[str, Any]:
            print(bug.name, file=into, flush=True)
            return dict(json.loads(out.readline()))

        yield asked
        into.close()


@pytest.mark.parametrize("bug", PLANTED, ids=[bug.name.replace(" ", "_") for bug in PLANTED])
def test_a_planted_bug_is_caught(bug: Bug, ask: Callable[[Bug], dict[str, Any]]) -> None:
    verdict = ask(bug)
    assert verdict["caught"], verdict["words"]


@pytest.mark.parametrize(("seed", "weeks"), SEASONS)
def test_where_no_bug_is_planted_the_season_finds_nothing(seed: int, weeks: int) -> None:
    assert play(choice_of(seed, weeks)).findings == []


def test_there_are_enough_bugs_and_the_storm_sees_at_least_half_of_them() -> None:
    assert len({bug.name for bug in BUGS}) == len(BUGS) >= 20
    assert 2 * len([bug for bug in BUGS if isinstance(bug.caught_by, Seed)]) >= len(BUGS)


def test_every_plant_has_its_place() -> None:
    """Of those too that are not planted in this run."""
    for made in [made for bug in BUGS for made in bug.plants]:
        made.find()


@pytest.mark.parametrize(
    ("made", "reason"),
    [
        (Plant("engine.game.cards:Stream.below", print), "engine.game.cards is not there"),
        (Plant("engine.game.dice:Stream.above", print), "is no function"),
        (Plant("engine.game.dice:Stream", print), "is no function"),
        (Plant("engine.game.fold.handlers:ballot", print), "is a function of engine.game.proposals.tally"),
        (RulePlant("rules/credo/no-such-rule.md", "def eat(village): pass"), "is not there"),
        (RulePlant(HUNGER, "def drink(village): pass"), "0 functions drink"),
    ],
    ids=["no module", "gone", "a class", "elsewhere", "no file", "no function of a rule"],
)
def test_a_plant_whose_place_is_not_there_is_an_error(made: Plant | RulePlant, reason: str) -> None:
    with pytest.raises(CannotPlant, match=reason):
        made.make()


class Field:
    def bears(self, sacks: int = 2, *, weeds: int = 0) -> int:
        return sacks - weeds


def test_what_is_planted_is_handed_the_sound_function_and_whatever_that_is_called_with() -> None:
    Plant(f"{__name__}:Field.bears", lambda sound, *given, **named: 10 * sound(*given, **named)).make()
    assert [Field().bears(), Field().bears(5), Field().bears(weeds=1)] == [20, 50, 10]


def test_a_planted_function_of_a_rule_may_call_the_sound_one() -> None:
    code = "def eat(village):\n    _sound_eat(village)"
    with patch.object(Path, "read_text", Path.read_text):
        RulePlant(HUNGER, code).make()
        planted = (ROOT / HUNGER).read_text()
    sound = (ROOT / HUNGER).read_text()
    assert planted == sound.replace("def eat(", f"{code}\n\ndef _sound_eat(")
    assert planted != sound
