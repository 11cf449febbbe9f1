"""The keys of a collection stay in order however records come and go, and nobody's walk through them is disturbed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.game.world.key_order import ordered
from engine.game.world.records import Records
from engine.store import canon

KEYS = st.sampled_from([*map(str, range(30)), "007", "ana", "bo", "Cy", "zoë", "12a", "١"])
CHANGES = st.lists(st.tuples(KEYS, st.booleans(), st.booleans()), max_size=60)


@given(st.one_of(st.lists(KEYS), st.lists(st.sampled_from(["ana", "Cy", "zoë", "12a", "", "-1"]))))
def test_whole_numbers_come_first_and_by_value(keys):
    assert ordered(keys) == sorted(keys, key=canon.key_order)


def shelf(begun: set[str]) -> Records:
    return Records({f"state/shelf/{key}.yaml": canon.emit_dated({"kept": 1}) for key in begun})


@given(st.sets(KEYS), CHANGES)
def test_keys_are_in_order_after_every_change_and_a_list_handed_out_stays_as_it_is(begun, changes):
    records, there = shelf(begun), set(begun)
    handed = [(records.keys("shelf"), ordered(there))]
    for key, comes, is_asked in changes:
        if comes:
            records.put("shelf", key, {"kept": 2})
            there.add(key)
        else:
            records.remove("shelf", key)
            there.discard(key)
        if is_asked:
            handed.append((records.keys("shelf"), ordered(there)))
    assert records.keys("shelf") == ordered(there)
    assert all(given == as_it_was for given, as_it_was in handed)


@given(st.sets(KEYS), CHANGES)
def test_what_is_undone_leaves_the_keys_as_they_were(begun, changes):
    records = shelf(begun)
    before = [*records.keys("shelf")]
    savepoint = records.begin()
    for key, comes, _ in changes:
        if comes:
            records.put("shelf", key, {"kept": 2})
        else:
            records.remove("shelf", key)
    records.undo(savepoint)
    assert records.keys("shelf") == before


def test_numbers_come_by_value_before_names_by_code_point():
    assert ordered(["b", "10", "a", "9", "B"]) == ["9", "10", "B", "a", "b"]
