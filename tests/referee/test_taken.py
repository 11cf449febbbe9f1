"""Which records of a file in the state a commit by hand altered, as far as the file says anything to be compared."""

from __future__ import annotations

from typing import Any

import pytest

from engine.referee.commits import taken
from engine.store import canon

HUTS = "state/huts.yaml"
MANY = {"ana": {"size": 1}, "bo": {"size": 2}, "cy": {"size": 3}}


def altered(before: str | None, now: str | None) -> dict[str, list[str]]:
    return taken.altered({HUTS: before}, {HUTS: now})


def test_of_a_file_with_many_records_those_that_are_otherwise_are_named() -> None:
    now: dict[str, Any] = {"ana": {"size": 1}, "bo": {"size": 2.0}, "di": {"size": 3}}
    assert altered(canon.emit(MANY), canon.emit(now)) == {HUTS: ["bo", "cy", "di"]}
    assert altered(None, canon.emit(MANY)) == altered(canon.emit(MANY), None) == {HUTS: ["ana", "bo", "cy"]}


@pytest.mark.parametrize("before", ["- 1\n", "huts\n", "a: [\n", "7\n"])
def test_where_nothing_could_be_compared_none_is_named_and_the_other_files_are(before: str) -> None:
    songs, now = "state/songs.yaml", canon.emit(MANY)
    found = taken.altered({HUTS: before, songs: now}, {HUTS: now, songs: canon.emit({})})
    assert found == {songs: ["ana", "bo", "cy"]}


def test_files_of_one_record_and_of_no_state_are_not_compared() -> None:
    paths = ["state/game.yaml", "state/players/ana.yaml", "rules/huts.yaml"]
    assert taken.altered({}, dict.fromkeys(paths, canon.emit(MANY))) == {}


def test_as_many_are_named_as_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(taken, "MOST_NAMED", len(canon.emit(sorted(MANY))))
    assert altered(None, canon.emit(MANY)) == {HUTS: ["ana", "bo", "cy"]}
    assert altered(None, canon.emit({**MANY, "d": {"size": 1}})) == {}
