"""An index that was told of every change is the one that would be made anew."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine.store.index import Index

KEYS = ("ana", "Ana", "bo", "cy-7", "7")
records = st.fixed_dictionaries(
    {}, optional={"id": st.sampled_from([0, 1, 2, "1", None]), "login": st.sampled_from([*KEYS, "", None, 7])}
)
worlds = st.dictionaries(st.sampled_from(KEYS), records)


def made(world: dict[str, dict[str, Any]]) -> Index:
    return Index(lambda name: {key: record.get(name) for key, record in world.items()})


def told_by(index: Index) -> list[object]:
    names = [name.swapcase() for name in KEYS]
    return [
        index.accounts(),
        [index.key_of(account) for account in (0, 1, 2)],
        [(index.is_taken(name), {*index.keys_like(name)}, {*index.keys_shown_as(name)}) for name in names],
    ]


@given(worlds, st.lists(st.tuples(st.sampled_from(KEYS), st.one_of(st.none(), records)), max_size=8), st.booleans())
def test_whatever_changes(
    world: dict[str, dict[str, Any]], changes: list[tuple[str, dict[str, Any] | None]], asked: bool
) -> None:
    index = made(world)
    if asked:
        told_by(index)
    for key, record in changes:
        index.changed(key, world.pop(key, None), record)
        if record is not None:
            world[key] = record
        if asked:
            assert told_by(index) == told_by(made(world))
    assert told_by(index) == told_by(made(world))


def test_who_has_no_login_is_shown_by_the_key() -> None:
    index = made({"ana": {"id": 1}, "bo": {"id": 2, "login": "Ana"}})
    assert {*index.keys_shown_as("ANA")} == {"ana", "bo"}
    assert index.keys_shown_as("bo") == []
    assert index.keys_like("BO") == ["bo"]


def test_who_takes_another_login_is_shown_by_that_and_no_longer_by_the_old_one() -> None:
    index = made({"ana": {"id": 1, "login": "anna"}})
    assert index.keys_shown_as("anna") == ["ana"]
    index.changed("ana", {"id": 1, "login": "anna"}, {"id": 1, "login": "anne"})
    assert (index.keys_shown_as("ANNE"), index.keys_shown_as("anna")) == (["ana"], [])
    index.changed("ana", {"id": 1, "login": "anne"}, None)
    assert index.keys_shown_as("anne") == []
