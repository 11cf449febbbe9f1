"""Records as files: what is read back is what was written, however the law has collections stand meanwhile."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game.world.records import Records
from engine.store import canon
from tests.referee.in_memory import Table

HUTS = "rules/island/105-huts.md"
keys = st.sampled_from(["ana", "Ana", "ANA", "ana.yaml/x", "ana/x", "12", "con", "a.", "a./b"])
steps = st.lists(
    st.one_of(
        st.tuples(st.just("put"), keys, st.integers(0, 5)),
        st.tuples(st.just("remove"), keys, st.just(0)),
        st.tuples(st.sampled_from(["one file", "many files", "write", "read"]), st.just(""), st.just(0)),
    ),
    max_size=25,
)


@given(steps)
def test_no_record_is_lost_or_comes_back(taken: list[tuple[str, str, int]]) -> None:
    disk: dict[str, str] = {}
    records, law = Records(disk), dict[str, str]()
    wanted: dict[str, Any] = {}
    for what, key, value in [*taken, ("write", "", 0), ("read", "", 0)]:
        if what == "put":
            records.put("things", key, {"a": value})
            wanted[key] = {"a": value}
        elif what == "remove":
            records.remove("things", key)
            wanted.pop(key, None)
        elif what in ("one file", "many files"):
            law = {"things": "things"} if what == "one file" else {}
        if what in ("write", "read"):
            _write(disk, records.files(law))
        if what == "read":
            records = Records(dict(disk))
            assert dict(records.items("things")) == wanted
            assert len({p.casefold() for p in disk}) == len(disk)
    assert set(disk) <= {"state/things.yaml"} if law else "state/things.yaml" not in disk


def _write(disk: dict[str, str], written: dict[str, str | None]) -> None:
    for path, text in written.items():
        disk.pop(path, None)
        if text is not None:
            disk[path] = text


def shape(table: Table, text: str) -> None:
    """Changes the law of huts by hand."""
    table.by_hand({HUTS: text})
    table.run()


def huts(table: Table) -> dict[str, str]:
    return {p: t for p, t in table.island.files().items() if p.startswith(("state/huts/", "state/huts.yaml"))}


@pytest.mark.parametrize("more", [False, True])
def test_a_law_that_drops_or_adds_the_one_file_loses_nothing_and_brings_nothing_back(more: bool) -> None:
    table = Table()
    for who in ("ana", "bo"):
        table.say(who, "/build")
    table.run()
    one = table.island.files()[HUTS]
    many = one.replace("files:\n  huts: huts\n", "")
    assert many != one
    shape(table, many)
    assert sorted(huts(table)) == ["state/huts/ana.yaml", "state/huts/bo.yaml"]
    table.by_hand({"state/huts/bo.yaml": None})
    table.say("ana", "/build")
    table.run()
    assert huts(table) == {"state/huts/ana.yaml": "size: 2\n"}
    shape(table, one)
    assert huts(table) == {"state/huts.yaml": "ana:\n  size: 2\n"}
    if more:
        shape(table, many)
        table.say("bo", "/build")
        table.run()
        assert sorted(huts(table)) == ["state/huts/ana.yaml", "state/huts/bo.yaml"]
    assert table.findings() == []


def test_a_collection_that_stood_both_ways_is_made_whole() -> None:
    disk = {"state/things.yaml": canon.emit({"ana": {"a": 1}}), "state/things/bo.yaml": "a: 2\n"}
    for law, left in (
        ({"things": "things"}, ["state/things.yaml"]),
        ({}, ["state/things/ana.yaml", "state/things/bo.yaml"]),
    ):
        there = dict(disk)
        _write(there, Records(there).files(law))
        assert sorted(there) == left
        assert dict(Records(there).items("things")) == {"ana": {"a": 1}, "bo": {"a": 2}}
