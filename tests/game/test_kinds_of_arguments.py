"""What a word is handed is held against its annotations each time, though kinds that were found to fit are not looked at anew."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine.game.words.checked import MOST_FITTING, checked
from engine.law.running.values import WrongUse

WORLD: Any = None
VALUES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=1) | st.just([]) | st.just({})


def spoken(world: Any, name: str, count: int | None = 0, *more: object) -> object:
    return (name, count, *more)


def fits(args: tuple[object, ...]) -> bool:
    return bool(args) and type(args[0]) is str and (len(args) < 2 or type(args[1]) in (int, type(None)))


def is_taken(word: Any, args: tuple[object, ...]) -> bool:
    try:
        word(WORLD, *args)
    except WrongUse:
        return False
    return True


@given(st.lists(st.lists(VALUES, max_size=4).map(tuple), max_size=6))
def test_what_is_wrong_is_refused_whatever_was_taken_before(every: list[tuple[object, ...]]) -> None:
    word = checked(spoken)
    for args in [*every, *every]:
        assert is_taken(word, args) == fits(args)


def test_more_kinds_than_are_remembered_are_all_told_apart() -> None:
    word = checked(spoken)
    for n in range(3 * MOST_FITTING):
        assert is_taken(word, ("a", 1, *[n] * n))
        assert not is_taken(word, (1, 1, *[n] * n))
    assert not is_taken(checked(lambda world, name: name), ())
