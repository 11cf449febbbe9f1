"""Dice that are not fair, or that can be thrown again."""

from __future__ import annotations

from typing import Any, Final

from tests.storms.zoo.bug import Bug, Named
from tests.storms.zoo.planting import Plant

DICE, TESTS = "engine.game.dice:Stream", "tests/game/test_dice.py"


def rounded(sound: Any, stream: Any, throw: Any) -> Any:
    return [1 + (stream.below(2 * throw.sides - 2) + 1) // 2 for _ in range(throw.count)]


def remainder(sound: Any, stream: Any, n: int) -> Any:
    return int.from_bytes(stream._take(max(1, ((n - 1).bit_length() + 7) // 8)), "big") % n


def another_throw(sound: Any, files: Any, inbox: Any, until: int, entropy: Any, **named: Any) -> Any:
    return sound(files, inbox, until, lambda id_: entropy(f"{id_} {until}"), **named)


BUGS: Final = (
    Bug(
        "the first and the last face come half as often",
        "nomic-bot rounded a number from 1 to s: each face has two halves, but for the first and the last.",
        (Plant(f"{DICE}.faces", rounded),),
        Named(f"{TESTS}::test_a_million_throws_of_one_die_are_fair"),
    ),
    Bug(
        "the remainder of a byte is a throw",
        "256 is no multiple of 6: the low faces come more often than the high ones.",
        (Plant(f"{DICE}.below", remainder),),
        Named(f"{TESTS}::test_a_million_throws_of_dice_with_2_to_100_faces_are_fair"),
    ),
    Bug(
        "another try is another throw",
        "A game was won by the hash of a merge: one player made sixty merges in twenty-four minutes until it was right.",
        (Plant("engine.game.fold.folding:fold", another_throw),),
        Named("tests/referee/test_overtaken.py::test_what_is_judged_again_throws_the_same_dice"),
    ),
)
