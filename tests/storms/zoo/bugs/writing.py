"""Writes that get lost, come apart, or differ from run to run."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any, Final
from unittest.mock import patch

from engine.referee.ports import GaveUp, Moved, PushRefused
from tests.storms.zoo.bug import Bug, Named, Seed
from tests.storms.zoo.planting import Plant

REFEREE, OVERTAKEN = "engine.referee.passing:Referee", "tests/referee/test_overtaken.py"


def pushing(push: Any) -> Any:
    """While a pass writes, this pushes, and is handed the repository's own way to do so."""

    def writing(sound: Any, referee: Any, *given: Any) -> Any:
        repository, own = referee.repository, referee.repository.push
        with patch.object(repository, "push", lambda main, tip: push(repository, own, main, tip)):
            return sound(referee, *given)

    return writing


def over_the_other(repository: Any, own: Any, main: str, tip: str) -> None:
    try:
        own(main, tip)
    except Moved:
        own(repository.fetch(), tip)


def or_not(repository: Any, own: Any, main: str, tip: str) -> None:
    with suppress(PushRefused):
        own(main, tip)


def without_the_merges(sound: Any, repository: Any, parents: Any, *given: Any) -> Any:
    return sound(repository, parents[:1], *given)


def without_what_people_did(sound: Any, *given: Any, **named: Any) -> Any:
    return replace(sound(*given, **named), happenings=[])


def once(sound: Any, *given: Any) -> Any:
    try:
        return sound(*given)
    except Moved:
        raise GaveUp("The game could not be saved.", "Try again.") from None


BUGS: Final = (
    Bug(
        "of two writers the later one wins",
        "Two jobs of nomic-bot wrote one file at the same hour; on eleven of twelve such days one write was lost.",
        (Plant(f"{REFEREE}._write", pushing(over_the_other)),),
        Seed(1, 6, "made by hand, is lost"),
    ),
    Bug(
        "state and merge are two commits",
        "timburgan's chess wrote the game and its board by two commits: thousands of moves came apart.",
        (Plant("engine.referee.commits.committing:commit", without_the_merges),),
        Seed(1, 3, "landed is True and merged is False"),
    ),
    Bug(
        "a merged change of the state is overwritten",
        "nomic-bot read its state before a merge and wrote it back after: what the merge had changed was undone.",
        (Plant("engine.referee.commits.administered:since_last", without_what_people_did),),
        Seed(1, 6, "made by hand, was never judged"),
    ),
    Bug(
        "records come in whatever order they lie",
        "A set's order is another in every run: one inbox, played four times, gave three outcomes.",
        (Plant("engine.game.world.key_order:ordered", lambda sound, keys: [*keys]),),
        Seed(1, 6, "should not be there"),
    ),
    Bug(
        "a refused push is taken for done",
        "openchaos was refused a merge nine times for want of a right, went on as if it had been made, and took the next one.",
        (Plant(f"{REFEREE}._write", pushing(or_not)),),
        Named(f"{OVERTAKEN}::test_nothing_is_said_of_what_did_not_land"),
    ),
    Bug(
        "what cannot be merged is tried again for ever",
        "The refused one came first every time: nine runs in a row failed over it, and nothing behind it was looked at.",
        (Plant(f"{REFEREE}._unmergeable", lambda sound, *given: []),),
        Named(f"{OVERTAKEN}::test_a_verdict_whose_merge_is_refused_is_told_as_it_landed"),
    ),
    Bug(
        "who comes second is told to try again",
        "Two moves at once, and the second player read that the game could not be saved, sorry.",
        (Plant(f"{REFEREE}._fitting", once),),
        Named(f"{OVERTAKEN}::test_a_pass_that_is_overtaken_reads_again_and_lands_by_itself"),
    ),
)
