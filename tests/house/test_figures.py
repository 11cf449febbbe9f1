"""The figures of speed: every goal has what it is reckoned from, and the floor of a week does what a week does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from unittest.mock import patch

from engine.game.fold.folding import fold
from engine.game.words.registry import WORDS
from engine.law.running.host import Host
from tests import crossings, figures
from tests.villages import WEDNESDAY, seed, world


def test_every_goal_is_shown_with_its_figure_and_its_ratio() -> None:
    names = {name for goal in figures.GOALS for name in (goal.name, goal.floor) if name}
    assert names | set(figures.OF_RULES.values()) == set(figures.MEASURED)
    shown = figures.table(dict.fromkeys(names, 2.0)).splitlines()
    assert len(shown) == 1 + len(figures.GOALS)
    assert [line.split()[-1] for line in figures.table(dict.fromkeys(figures.MEASURED, 2.0)).splitlines()[3:5]] == [
        "1.00",
        "2.00",
    ]
    assert shown[1].split() == ["vote_10000_s", "/", "vote_10_s", "<=", "1.3", "1.00", "0.77"]


def test_the_floor_asks_for_each_village_as_often_as_a_week_does() -> None:
    used: Counter[str] = Counter()

    def counted(name: str, word: Callable[..., object]) -> Callable[..., object]:
        def counting(*args: object, **named: object) -> object:
            used[name] += 1
            return word(*args, **named)

        return counting

    host = Host({name: counted(name, word) for name, word in WORDS.items()})
    fold(world(30), [], WEDNESDAY, seed, host=host)
    assert round(used["get"] / 30) == figures.GETS
    assert round(used["put"] / 30) == 1


def test_on_tape_are_the_calls_that_were_made_and_what_words_answered_them() -> None:
    files = world(3)
    with crossings.taped() as tape:
        fold(files, [], WEDNESDAY, seed)
    called = Counter(call.made_with[2] for call in tape.calls)
    assert (called["hunger_strikes"], called["eat"]) == (1, 0)  # the other is called by its own rule alone
    before = [list(call.answers) for call in tape.calls]
    left = []
    with patch.object(crossings.Gates, "call", lambda *made_with: left.append(list(tape.answers or ()))):
        tape.again()
    assert left == before
    tape.again()
    assert tape.answers is not None
    assert list(tape.answers) == []  # the last call has used up what was answered to it
