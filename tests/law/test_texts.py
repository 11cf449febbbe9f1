"""The text of a value that stays as it is, made once and out of parts that do, is the very text it would have had."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.law.running import texts as room
from engine.law.running.texts import Texts, joined, text_of

SCALARS = st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats(allow_nan=True) | st.text(max_size=4)
PARTS = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("zab", max_size=2), inner, max_size=3),
)
VALUES = st.dictionaries(st.text("zab", max_size=2), PARTS, max_size=3) | st.lists(PARTS, max_size=3)


def staying(value: Any, texts: Texts) -> None:
    """All maps and lists of it."""
    if isinstance(value, dict | list):
        texts.stays(value)
        for item in value.values() if isinstance(value, dict) else value:
            staying(item, texts)


@given(st.lists(VALUES, max_size=3), st.dictionaries(st.text("zab", max_size=2), SCALARS, max_size=2), st.data())
def test_parts_that_stay_change_no_text(args: list[Any], named: dict[str, Any], data: st.DataObject) -> None:
    texts = Texts()
    for value in args:
        if data.draw(st.booleans()):
            staying(value, texts)
        elif data.draw(st.booleans()):
            texts.stays(value)
    for _ in range(2):
        pieces = texts.of_call(tuple(args), named)
        assert (None if pieces is None else joined(pieces)) == text_of([args, named])
        assert [texts.of(value) for value in [*args, args]] == [text_of(value) for value in [*args, args]]


@given(st.lists(VALUES, max_size=3), st.lists(VALUES, max_size=3))
def test_pieces_are_equal_where_texts_are(ones: list[Any], others: list[Any]) -> None:
    pieces = [Texts().of_call(tuple(args), {}) for args in (ones, others)]
    texts = [text_of([args, {}]) for args in (ones, others)]
    assert (pieces[0] == pieces[1]) == (texts[0] == texts[1])


@pytest.mark.parametrize("text", ["\0", '"\0', '\0"', "\0\0", "a"])
def test_no_text_is_taken_for_the_place_of_a_part(text: str) -> None:
    texts, part = Texts(), [1, 2]
    value = {"a": text, "b": part, "c": [text], text: part, "d": {text: text}}
    value = {name: value[name] for name in sorted(value)}
    texts.stays(part)
    texts.stays(value)
    assert texts.of(value) == text_of(value) is not None


def test_of_what_goes_nothing_is_kept() -> None:
    texts, value = Texts(), {"b": [1], "a": "x"}
    texts.stays(value)
    texts.of(value)
    texts.goes(value)
    texts.goes({})
    value["a"] = "y"
    assert texts.of(value) == text_of(value)
    assert (texts._lasting, texts._length) == ({}, 0)


def test_no_more_is_kept_than_there_is_room_for() -> None:
    texts = Texts()
    large = [["x" * (room.LONGEST_KEPT // 3)] for _ in range(8)]
    for value in large:
        texts.stays(value)
        assert texts.of(value) == text_of(value)
        assert (
            sum(len(form) for known in texts._lasting.values() for form in known.forms.values()) < 2 * room.LONGEST_KEPT
        )
    for n in range(3 * room.MOST_KEPT):
        texts.stays([n])
    assert len(texts._lasting) <= room.MOST_KEPT


def test_while_there_is_room_what_was_kept_stays() -> None:
    texts = Texts()
    values = [[n] for n in range(9)]
    for value in values:
        texts.stays(value)
        texts.of(value)
    assert [known.value for known in texts._lasting.values()] == values


@pytest.mark.parametrize("value", [{1, 2}, b"no text", {1: "one"}, {"a": {None: 1}}, [object()]])
def test_what_is_no_plain_data_has_no_text(value: Any) -> None:
    assert text_of(value) is None
    assert text_of([value]) is None


PLAIN = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode
LONG = re.compile("[0-9]{19}")


@given(VALUES | SCALARS)
def test_a_text_is_what_the_plain_coder_writes(value: Any) -> None:
    assume(not isinstance(value, dict | list) or room.in_order(value))
    try:
        wanted: str | None = PLAIN(value)
    except ValueError:  # a number that is none
        wanted = None
    if wanted is not None and not isinstance(value, str) and LONG.search(wanted):
        wanted = None
    assert text_of(value) == wanted


def by_hand(value: Any) -> bool:
    """Whether each map, looked at by itself, has its keys in order."""
    within = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return (not isinstance(value, dict) or [*value] == sorted(value)) and all(map(by_hand, within))


@given(st.lists(st.permutations("abc").map(dict.fromkeys) | VALUES, max_size=4), st.sampled_from([None, 1, [], {}]))
def test_many_maps_looked_at_together_are_in_order_where_each_is(maps: list[Any], more: Any) -> None:
    for value in (maps, {"a": maps}, [*maps, more], [{"a": 1, "b": more}, *maps]):
        assert room.in_order(value) == by_hand(value)
        texts = Texts()
        assert texts._ordered(value) == by_hand(value)
        texts.stays(value)
        assert texts._ordered(value) == by_hand(value)


@pytest.mark.parametrize("key", [1, True, None])
def test_of_many_maps_one_with_a_key_that_is_no_text_is_found(key: Any) -> None:
    with pytest.raises(TypeError):
        room.in_order([{"a": 1}, {key: 1}])
    assert not room.in_order([{"b": 1, "a": 1}, {key: 1}])


@given(st.text("ab", max_size=40), st.integers(17, 21), st.text("a1", max_size=40))
def test_so_many_figures_in_a_row_are_found_wherever_they_stand(before: str, figures: int, behind: str) -> None:
    text = f"{before}{'7' * figures}{behind}"
    assert room._holds_long_number(text) == (LONG.search(text) is not None)
