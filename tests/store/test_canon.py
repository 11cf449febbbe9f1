"""Canonical YAML: the round trip, one text for equal values, and what records cannot hold."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from engine.store import canon, guard
from engine.store.blocks import BlockReader
from engine.store.canon import NotCanonical
from engine.store.scalars import NotOurs
from tests.pace import within
from tests.store.values import AWKWARD, keys, records, texts, values

VILLAGE = {
    "name": "Ur",
    "population": {"general": 50, "army": 3},
    "farms": 1,
    "active": True,
    "login": "007",
    "id": 4711,
    "points": 12.5,
    "word": "two\nlines\n",
    "since": "2026-01-05T12:00:00Z",
    "note": "hello: world",
    "flag": False,
    "none": None,
    "tags": [],
    "log": ["a", "b"],
}


def shuffled(value: Any) -> Any:
    """The same value with the keys of every map in another order."""
    if isinstance(value, dict):
        items = [(key, shuffled(item)) for key, item in value.items()]
        random.Random(len(items)).shuffle(items)
        return dict(items)
    return [shuffled(item) for item in value] if isinstance(value, list) else value


def same(one: Any, other: Any) -> bool:
    """Equal in value and in type: 1 is not 1.0 and not true."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


@given(values)
def test_what_is_emitted_is_read_back(value: Any) -> None:
    text = canon.emit(value)
    found = canon.read(text)
    assert same(found, value)
    assert canon.emit(found) == text


@pytest.mark.parametrize("text", AWKWARD)
def test_an_awkward_text_survives_as_value_as_key_and_in_a_list(text: str) -> None:
    for value in (text, {text: text}, [text, [text]], {"a": [{"b": text, text: 1}]}):
        assert same(canon.read(canon.emit(value)), value)


@given(values)
def test_the_guarded_loader_reads_canonical_text_alike(value: Any) -> None:
    assert same(guard.load(canon.emit(value)), value)


@given(st.one_of(texts, st.dictionaries(keys, texts, max_size=3)))
def test_an_independent_parser_reads_texts_alike(value: Any) -> None:
    loaded = YAML(typ="safe", pure=True).load(canon.emit(value))
    assert loaded == value


@given(records)
def test_equal_values_give_equal_bytes(record: dict[str, Any]) -> None:
    assert canon.emit(shuffled(record)) == canon.emit(record)


@given(records, records)
def test_unequal_values_give_unequal_bytes(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert (canon.emit(one) == canon.emit(other)) == same(canon.normal(one), canon.normal(other))


@given(values)
def test_canonical_text_is_lines_without_anything_unseen(value: Any) -> None:
    text = canon.emit(value)
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    for line in text.split("\n"):
        assert line == line.rstrip()
        assert not set(line) & set("\t\r\x0b\x0c\x85\xa0\u2028\u2029\u202e\ufeff")


def test_a_record_looks_as_a_person_would_write_it() -> None:
    record = {
        **VILLAGE,
        "empty": {},
        "deep": [{"b": 1, "a": [1, 2]}, [], [[1], {}]],
        "ballots": {"10": "nay", "9": "yay", "b": "yes", "a": "Zürich"},
    }
    assert canon.emit(record) == (
        """active: true
ballots:
  "9": yay
  "10": nay
  a: "Zürich"
  b: "yes"
deep:
  - a:
      - 1
      - 2
    b: 1
  - []
  -
    -
      - 1
    - {}
empty: {}
farms: 1
flag: false
id: 4711
log:
  - a
  - b
login: "007"
name: Ur
none: null
note: "hello: world"
points: 12.5
population:
  army: 3
  general: 50
since: "2026-01-05T12:00:00Z"
tags: []
word: |
  two
  lines
"""
    )


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (-0.0, "0.0"),
        (5.0, "5.0"),
        (1e16, "1.0e+16"),
        (1.5e-7, "1.5e-07"),
        (10**18 - 1, "999999999999999999"),
        ("1e5", '"1e5"'),
        ("NO", '"NO"'),
        ("12:30", '"12:30"'),
        ("buy 3 farms", "buy 3 farms"),
        ("/buy", "/buy"),
        ("\ta\nb", '"\\ta\\nb"'),
        (" a\nb", '" a\\nb"'),
        ("\u202eabc", '"\\u202eabc"'),
        ("\U000e0001", '"\\U000e0001"'),
    ],
)
def test_scalars_are_written_in_one_way(value: Any, text: str) -> None:
    assert canon.emit(value) == text + "\n"


@pytest.mark.parametrize(
    "value",
    [
        float("nan"),
        float("inf"),
        10**18,
        -(10**18),
        {1: "a"},
        {None: "a"},
        b"bytes",
        {"a"},
        object(),
        "a\x00b",
        "\ud800",
        {"\x00": 1},
        {"k" * 1001: 1},
    ],
)
def test_what_records_cannot_hold_is_refused(value: Any) -> None:
    for inside in (value, [value], {"a": value}):
        with pytest.raises(NotCanonical):
            canon.emit(inside)
        with pytest.raises(NotCanonical):
            canon.normal(inside)


def nested(depth: int, *, maps: bool) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = {"a": value} if maps else [value]
    return value


@pytest.mark.parametrize("maps", [True, False])
def test_forty_levels_are_written_and_read_and_one_more_is_refused(maps: bool) -> None:
    deepest = nested(canon.DEPTH, maps=maps)
    assert canon.read(canon.emit(deepest)) == deepest
    with pytest.raises(NotCanonical):
        canon.emit(nested(canon.DEPTH + 1, maps=maps))
    assert canon.normal(deepest) == deepest
    for deep in (canon.DEPTH + 1, 100_000):
        with pytest.raises(NotCanonical):
            canon.normal(nested(deep, maps=maps))


@given(values)
def test_normal_copies_all_the_way_down(value: Any) -> None:
    found = canon.normal(value)
    assert same(found, value)
    if isinstance(value, dict | list) and value:
        assert found is not value
        found.clear()
        assert value


def test_a_tuple_becomes_a_list() -> None:
    assert canon.normal({"a": (1, (2,))}) == {"a": [1, [2]]}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("b: 1\na: 2\n", {"b": 1, "a": 2}),
        ("a: 1 # why\n", {"a": 1}),
        ("a: {b: [1, 2]}\n", {"a": {"b": [1, 2]}}),
        ("a: 'x'\n", {"a": "x"}),
        ("318: yay", {"318": "yay"}),
        ("a:\n- 1\n- 2\n", {"a": [1, 2]}),
        ("a: >\n  folded\n  text\n", {"a": "folded text\n"}),
        ("a: 007\n", {"a": 7}),
        ('"a": 1\n', {"a": 1}),
        ("a: 1\r\nb: 2\r\n", {"a": 1, "b": 2}),
        ("", None),
        ("a:\n    b: 1\n", {"a": {"b": 1}}),
        ("- - 1\n  - 2\n", [[1, 2]]),
        ("a:\n", {"a": None}),
        ('a: say "hi"\n', {"a": 'say "hi"'}),
    ],
)
def test_what_people_edited_by_hand_is_read_too(text: str, value: Any) -> None:
    assert same(canon.read(text), value)


@pytest.mark.parametrize(
    "text",
    [
        "a: 1\na: 2\n",
        "a: &x 1\n",
        "a: [1\n",
        "a: !!int 1\n",
        "a: \x00\n",
        'a: "\\u0000"\n',
        'a: "\\Uffffffff"\n',
        'a: "\\U00110000"\n',
        "a: 1\n---\nb: 2\n",
        "a:\n" * 5,
        "- a\n-bc\n",
        "a:\n  - b\n  -cd\n",
    ],
)
def test_what_is_no_record_ends_in_a_problem(text: str) -> None:
    with pytest.raises(guard.YamlProblem):
        canon.read(text)


@pytest.mark.parametrize("unit", ["- ", "a:\n", "-\n"])
def test_hostile_depth_in_a_state_file_ends_in_a_problem(unit: str) -> None:
    deep = "".join(" " * 2 * i + unit for i in range(3000)) if unit.endswith("\n") else unit * 3000 + "1\n"
    with pytest.raises(guard.YamlProblem):
        canon.read(deep)


@given(records, st.data())
def test_one_changed_character_never_yields_the_value_of_other_bytes(
    record: dict[str, Any], data: st.DataObject
) -> None:
    """The fast reader accepts its own form only: whatever it reads is what the guarded loader reads."""
    text = canon.emit(record)
    at = data.draw(st.integers(0, len(text) - 1))
    changed = text[:at] + data.draw(st.sampled_from(list("ab1:-# \n\"'[{|"))) + text[at + 1 :]
    try:
        expected = guard.load(changed, max_depth=canon.DEPTH)
    except guard.YamlProblem:
        with pytest.raises(guard.YamlProblem):
            canon.read(changed)
    else:
        assert same(canon.read(changed), expected)


@given(records)
def test_the_fast_reader_takes_all_that_is_written(record: dict[str, Any]) -> None:
    for text in (canon.emit(record), canon.emit_dated(record), canon.emit([record, [record]])):
        assert BlockReader(text).whole() == canon.read(text)


@given(st.one_of(records, st.lists(records, max_size=3)), st.booleans(), st.data())
def test_the_fast_reader_takes_nothing_that_would_be_written_otherwise(
    value: Any, dates: bool, data: st.DataObject
) -> None:
    """But for dates, which may stand beside some times and not beside others."""
    text = canon.emit_dated(value) if dates else canon.emit(value)
    at = data.draw(st.integers(0, len(text) - 1))
    changed = (
        text[:at] + data.draw(st.sampled_from(["", *"ab1:-# \n\"'[{|"])) + text[at + data.draw(st.integers(0, 1)) :]
    )
    try:
        found = BlockReader(changed).whole()
    except (NotOurs, IndexError, ValueError):
        return
    assert _without_dates(canon.emit(found)) == _without_dates(changed)


def test_what_this_python_knows_no_sign_for_is_written_as_it_is_as_another_may_know_it() -> None:
    unknown = "\u0378"
    assert not unknown.isprintable()
    for text in (unknown, f"one {unknown}\ntwo"):
        assert unknown in canon.emit({"a": text})
        assert canon.read(canon.emit({"a": text})) == {"a": text}


@pytest.mark.parametrize(
    "text",
    [
        "a: |-\n  one\n",  # one line stands beside its key
        "a: |-\n  one \n  two\n",  # a blank that nobody sees
        "a: |\n  one\n  two \n",
        "a: |-\n  one\n  two\n\n",  # an end that the mark denies
        "a: |\n  one\n  two\n\n",
        "a: |-\n  one\n  t\u200bwo\n",
        "a: |\n\n  two\n",
    ],
)
def test_a_text_of_several_lines_that_would_be_written_otherwise_is_left_to_the_other_reader(text: str) -> None:
    with pytest.raises(NotOurs):
        BlockReader(text).whole()


def _without_dates(text: str) -> list[str]:
    return [re.sub("  # [-0-9]{10} [:0-9]{8} UTC$", "", line) for line in text.split("\n")]


@given(st.lists(st.one_of(keys, st.integers(0, 30).map(str)), unique=True))
@example(["10", "9", "b", "a", "B", "007", "7"])
def test_whole_numbers_come_first_and_by_value(names: list[str]) -> None:
    order = sorted(names, key=canon.key_order)
    numbers = [int(name) for name in order if name.isascii() and name.isdigit()]
    assert order[: len(numbers)] == [name for name in order if name.isascii() and name.isdigit()]
    assert numbers == sorted(numbers)
    assert order[len(numbers) :] == sorted(order[len(numbers) :])


def test_ten_thousand_villages_are_read_and_written_fast() -> None:
    """The budget is 0.4 s for each on a quiet machine; four times that tells a broken fast path from a busy machine."""
    villages = [VILLAGE | {"id": i} for i in range(2_500)]
    texts = within(0.4, lambda: [canon.emit(village) for village in villages])
    assert within(0.4, lambda: [canon.read(text) for text in texts]) == villages


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ({"a": [1]}, {"a": [1]}, True),
        ([1, 2], [1, 2.0], False),
        ({"a": 1}, {"a": True}, False),
        ({"a": 1, "b": [0]}, {"a": 1, "b": [False]}, False),
        (1, 2, False),
    ],
)
def test_values_are_alike_where_their_bytes_are(one: Any, other: Any, alike: bool) -> None:
    assert canon.alike(one, other) is alike
    assert (canon.emit([one]) == canon.emit([other])) is alike


def test_a_thousand_characters_are_the_longest_key_and_too_many_to_stand_bare() -> None:
    """Of a key without quotes YAML reads no more, so neither is written without them."""
    assert canon.emit({"k" * 1000: "t" * 1000}) == f'"{"k" * 1000}": "{"t" * 1000}"\n'
    assert canon.emit({"k" * 999: "t" * 999}) == f"{'k' * 999}: {'t' * 999}\n"


def test_values_are_nested_forty_deep_and_no_deeper() -> None:
    def nested(depth: int) -> Any:
        return {"a": nested(depth - 1)} if depth else 1

    assert canon.read(canon.emit(nested(40))) == nested(40)
    with pytest.raises(NotCanonical, match="too deeply"):
        canon.emit(nested(41))


def test_only_digits_of_ascii_make_a_key_that_is_ordered_by_its_value() -> None:
    """Others Python takes for digits as well, and some of them for no number."""
    text = canon.emit({"²": 1, "٣": 2, "10": 3, "9": 4, "a": 5})
    assert [line.partition(":")[0].strip("'\"") for line in text.splitlines()] == ["9", "10", "a", "²", "٣"]
    assert canon.read(text) == {"²": 1, "٣": 2, "10": 3, "9": 4, "a": 5}


@given(records, records, st.data())
def test_what_is_made_normal_beside_a_record_is_what_it_is_by_itself(
    before: dict[str, Any], after: dict[str, Any], data: st.DataObject
) -> None:
    known = canon.normal(before)
    value: dict[str, Any] = {}
    for name in data.draw(st.permutations([*{**known, **after}])):
        kept = known.get(name)
        if name in after and (name not in known or data.draw(st.booleans())):
            value[name] = shuffled(after[name])
        elif isinstance(kept, list):
            value[name] = data.draw(st.permutations([*kept, *after.values()]))
        else:
            value[name] = kept
    found = canon.normal_beside(value, known)
    assert json.dumps(found) == json.dumps(canon.normal(value))
    assert all(found[name] is known[name] for name in known if value.get(name) is known[name])
