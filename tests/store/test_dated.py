"""Dates beside times: for people to read, and nothing to any program."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from engine.store import canon, dated, guard
from tests.store.test_canon import same
from tests.store.values import values

TIMES = st.integers(10**9 - 2, 10**10 + 2)
NAMES = ["at", "opened_at", "time", "since", "paid_until", "due", "first", "cursor", "points", "id", "format", "state"]
inner = st.one_of(TIMES, values, st.dictionaries(st.sampled_from(NAMES), TIMES, max_size=4))
with_times = st.dictionaries(st.sampled_from(NAMES), st.one_of(inner, st.lists(inner, max_size=3)), max_size=6)


def test_a_date_stands_beside_each_time_and_beside_nothing_else() -> None:
    poll = {
        "opened_at": 1767571200,
        "ballots": {"ana": {"at": 1767571207, "choice": "yay", "weight": 1}},
        "id": 1767571200,
        "log": [{"time": 1767571260, "text": "at: 1767571200\nand\n"}, 1767571200],
        "points": 1767571200,
        "quorum_at": None,
        "since": 3,
        "until": "2026-01-05T12:00:00Z",
    }
    assert canon.emit_dated(poll) == (
        """ballots:
  ana:
    at: 1767571207  # 2026-01-05 00:00:07 UTC
    choice: yay
    weight: 1
id: 1767571200
log:
  - text: |
      at: 1767571200
      and
    time: 1767571260  # 2026-01-05 00:01:00 UTC
  - 1767571200
opened_at: 1767571200  # 2026-01-05 00:00:00 UTC
points: 1767571200
quorum_at: null
since: 3
until: "2026-01-05T12:00:00Z"
"""
    )


@pytest.mark.parametrize(
    ("value", "beside"),
    [
        (10**9 - 1, ""),
        (10**9, "  # 2001-09-09 01:46:40 UTC"),
        (10**10 - 1, "  # 2286-11-20 17:46:39 UTC"),
        (10**10, ""),
    ],
)
def test_a_number_of_ten_digits_is_a_time_and_any_other_is_only_a_number(value: int, beside: str) -> None:
    """A rule that keeps how many are `due` has no date beside that."""
    assert canon.emit_dated({"due": value}) == f"due: {value}{beside}\n"


def test_what_is_hashed_or_shown_elsewhere_has_no_dates() -> None:
    assert canon.emit({"ballots": [{"at": 1767571207}], "time": 1767571260}) == (
        "ballots:\n  - at: 1767571207\ntime: 1767571260\n"
    )


@given(with_times)
def test_every_reader_finds_the_same_values_as_without_dates(value: dict[str, Any]) -> None:
    text = canon.emit_dated(value)
    assert same(canon.read(text), value)
    assert same(guard.load(text), value)
    assert canon.emit_dated(canon.read(text)) == text
    assert canon.emit(canon.read(text)) == canon.emit(value)


@given(st.dictionaries(st.sampled_from(NAMES), TIMES))
def test_an_independent_parser_takes_a_date_for_a_comment(value: dict[str, int]) -> None:
    assert (YAML(typ="safe", pure=True).load(canon.emit_dated(value)) or {}) == value


@given(with_times, st.data())
def test_whatever_stands_behind_a_number_the_number_counts(value: dict[str, Any], data: st.DataObject) -> None:
    """A time that somebody changes by hand has the old date beside it until it is written again."""
    text = canon.emit_dated(value)
    at = data.draw(st.integers(0, len(text) - 1))
    changed = text[:at] + data.draw(st.sampled_from(list("ab1:-# \n\"'[{|"))) + text[at + 1 :]
    try:
        expected = guard.load(changed, max_depth=canon.DEPTH)
    except guard.YamlProblem:
        with pytest.raises(guard.YamlProblem):
            canon.read(changed)
    else:
        assert same(canon.read(changed), expected)


@pytest.mark.parametrize("text", ["1767571200 # 2026-01-05 00:00:00 UTC", "176757120  # 2026-01-05 00:00:00 UTC", "7"])
def test_only_what_is_written_here_is_taken_for_a_date(text: str) -> None:
    assert dated.bare(text) == text


@given(st.integers(10**9, 10**10 - 1))
def test_the_date_is_that_of_the_calendar(moment: int) -> None:
    assert dated.beside("at", moment) == datetime.fromtimestamp(moment, UTC).strftime("  # %Y-%m-%d %H:%M:%S UTC")
