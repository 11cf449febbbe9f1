"""The journal: days, appending, the chain, and what may be taken out of it."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.store import canon, journal
from engine.store.digest import sha256
from engine.store.guard import YamlProblem
from tests.store.values import keys, texts, values

Entry = dict[str, Any]
inner = st.dictionaries(st.one_of(keys, st.sampled_from(["text", "body"])), values, max_size=3)
entries = st.fixed_dictionaries(
    {"id": texts, "time": st.integers(0, 2**33), "text": st.one_of(st.none(), texts)},
    optional={"facts": inner, "more": st.lists(inner, max_size=2), "body": texts, "outcome": values},
)
ENTRY: Entry = {
    "id": "comment/345",
    "time": 1767614400,
    "actor": {"id": 1, "login": "ana", "role": "player"},
    "text": "yay",
    "facts": {"title": "352 Beer", "body": "More beer.\n\nFor all.\n"},
    "rolls": [7, [1, 6]],
}


@pytest.mark.parametrize(
    ("time", "path"),
    [
        (0, "state/journal/1970/01/01.yaml"),
        (1767614399, "state/journal/2026/01/05.yaml"),
        (1767657599, "state/journal/2026/01/05.yaml"),
        (1767657600, "state/journal/2026/01/06.yaml"),
    ],
)
def test_a_moment_belongs_to_its_day_in_universal_time(time: int, path: str) -> None:
    assert journal.path_of(time) == path


@given(st.lists(entries, min_size=1, max_size=4))
def test_entries_come_back_in_order_and_earlier_bytes_stay(written: list[Entry]) -> None:
    day: str | None = None
    for entry in written:
        longer = journal.append(day, entry)
        assert longer.startswith(day or "")
        day = longer
    assert day is not None
    assert journal.entries(day) == written
    assert canon.emit_dated(journal.entries(day)) == day


@pytest.mark.parametrize("day", ["a: 1\n", "- 1\n", "text\n", "- {a: 1\n", "- a: 1\n  a: 2\n"])
def test_a_damaged_day_is_a_problem(day: str) -> None:
    with pytest.raises(YamlProblem):
        journal.entries(day)


def test_an_entry_has_the_hash_that_it_had_in_every_engine_before() -> None:
    """Whoever changes this breaks the chain of each journal there is."""
    assert journal.link("before", ENTRY) == "e587420861bf595b0caec467f26d369be760d1413d62703bed05c28e337b5cd6"


@given(entries)
def test_an_entry_hashes_the_same_after_its_texts_are_gone(entry: Entry) -> None:
    redacted = journal.redacted(entry)
    assert journal.link("before", redacted) == journal.link("before", entry)
    assert journal.redacted(redacted) == redacted


def test_a_redacted_entry_says_nothing_of_what_was_written() -> None:
    redacted = journal.redacted(ENTRY)
    assert redacted == {
        **ENTRY,
        "text": {"redacted": sha256("yay")},
        "facts": {"title": "352 Beer", "body": {"redacted": sha256("More beer.\n\nFor all.\n")}},
    }
    assert ENTRY["text"] == "yay"


def test_one_text_can_be_taken_out_alone() -> None:
    half = {**ENTRY, "text": {"redacted": sha256("yay")}}
    assert journal.link("", half) == journal.link("", ENTRY)


@given(entries, entries)
def test_entries_that_say_different_things_have_different_hashes(one: Entry, other: Entry) -> None:
    assume(journal.redacted(one) != journal.redacted(other))
    assume(canon.emit(journal.redacted(one)) != canon.emit(journal.redacted(other)))
    assert journal.link("", one) != journal.link("", other)


def changed_somewhere(entry: Entry) -> list[Entry]:
    """The entry with each of its leaves changed in turn."""
    found = []
    for path in [
        ("id",),
        ("time",),
        ("actor", "role"),
        ("text",),
        ("facts", "title"),
        ("facts", "body"),
        ("rolls", 1, 0),
    ]:
        copy = deepcopy(entry)
        at: Any = copy
        for step in path[:-1]:
            at = at[step]
        at[path[-1]] = at[path[-1]] + (1 if isinstance(at[path[-1]], int) else "!")
        found.append(copy)
    return found


def test_every_part_of_an_entry_is_covered_texts_included() -> None:
    hashes = {journal.link("", entry) for entry in [ENTRY, *changed_somewhere(ENTRY), {**ENTRY, "text": None}]}
    assert len(hashes) == 9


def test_the_hash_of_the_entry_before_is_covered_and_its_own_is_not() -> None:
    assert journal.link("a", ENTRY) != journal.link("b", ENTRY)
    assert journal.link("a", {**ENTRY, "previous": "a", "hash": "x"}) == journal.link("a", ENTRY)


@given(st.lists(entries, min_size=2, max_size=4), st.data())
def test_the_chain_breaks_where_an_entry_is_moved_changed_or_removed(said: list[Entry], data: st.DataObject) -> None:
    chain, head = [], ""
    for place, entry in enumerate(said):
        chain.append({**entry, "place": place, "previous": head})
        head = journal.link(head, chain[-1])
    place = data.draw(st.integers(0, len(chain) - 2))
    swapped = [*chain[:place], chain[place + 1], chain[place], *chain[place + 2 :]]
    edited = [*chain[:place], {**chain[place], "id": chain[place]["id"] + "!"}, *chain[place + 1 :]]
    for broken in (swapped, edited, chain[:place] + chain[place + 1 :]):
        assert head_of(broken) != head
    assert head_of([journal.redacted(entry) for entry in chain]) == head


def head_of(chain: list[Entry]) -> str:
    head = ""
    for entry in chain:
        head = journal.link(head, entry)
    return head
