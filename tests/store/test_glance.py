"""What a glance sees in a text is what reading it finds, or it says that the text has to be read."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.store import canon, glance
from engine.store.guard import YamlProblem
from engine.store.writing import means_otherwise
from tests.store.values import keys, values

NAMES = ("active", "id", "login")
LINES = (
    *("id: 5", "id: 05", "id: -5", "id: 5.0", "id: [5]", 'id: "5"', "id:", "id: 5 # five", "id: 2026-01-05"),
    *("active: true", "active: False", "active: yes", "active: null", "login: ana", "login: on", "login: Zürich"),
    *("login: a-b-1", "login: NaN", "login: '", "login: a'", 'login: "ana', "ana", "  id: 7", "- id: 7", "id: 7\r"),
    *(
        "note: |",
        "note: >-",
        "  ana",
        "note: {",
        "note: [",
        "}",
        "]",
        "#",
        "---",
        "...",
        "? id",
        ": 5",
        "note: &a b",
        "",
    ),
)


@given(st.dictionaries(st.one_of(st.sampled_from(NAMES), keys), st.one_of(values, st.integers(0, 99)), max_size=6))
def test_in_what_the_engine_has_written(record: dict[str, object]) -> None:
    text = canon.emit(record)
    for name in NAMES:
        seen = glance.field(text, name)
        found = canon.read(text).get(name)
        assert seen is None or (seen == found and type(seen) is type(found))


@given(st.lists(st.sampled_from(LINES), max_size=6))
def test_in_what_people_have_written(lines: list[str]) -> None:
    text = "".join(f"{line}\n" for line in lines)
    try:
        record = canon.read(text)
    except YamlProblem:
        return  # who reads it is told
    for name in NAMES:
        seen = glance.field(text, name)
        found = record.get(name) if isinstance(record, dict) else None
        assert seen is None or (seen == found and type(seen) is type(found))


@pytest.mark.parametrize(
    "record",
    [
        {"active": True, "id": 5, "login": "ana-b", "points": 500},
        {"active": False, "gold": {"old": 3}, "id": 12345678, "login": "Bo", "seat": "the first"},
    ],
)
def test_a_player_as_the_engine_writes_one_is_not_read(record: dict[str, object]) -> None:
    text = canon.emit(record)
    assert {name: glance.field(text, name) for name in NAMES} == {name: record[name] for name in NAMES}


@pytest.mark.parametrize("first", [*string.ascii_letters])
def test_no_word_that_means_something_else_begins_otherwise_than_a_glance_expects(first: str) -> None:
    rests = ("", "o", "e", "es", "n", "ff", "ull", "an", "nf", "nfinity", "rue", "alse", "ES", "FF", "aN")
    for word in (first + rest for rest in rests if glance.field(f"a: {first}{rest}\n", "a") not in (True, False)):
        assert (glance.field(f"a: {word}\n", "a") is None) == means_otherwise(word)


@given(st.lists(st.lists(st.sampled_from(LINES), max_size=4), max_size=4))
def test_of_many_each_is_seen_as_it_is_alone(every: list[list[str]]) -> None:
    texts = ["".join(f"{line}\n" for line in lines) for lines in every]
    for name in NAMES:
        assert glance.column(texts, name) == [glance.field(text, name) for text in texts]
