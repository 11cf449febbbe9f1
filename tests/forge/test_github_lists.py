"""Lists are whole although people act between two pages. The list here behaves as GitHub's do, offsets and all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.forge import listing, shapes
from engine.forge.wire import Answer
from engine.game.calendar import stamp
from engine.referee.ports import Unreachable
from tests.shares import tries

START = 1_767_614_400


class Lists:
    """Stands in for the wire: items id -> updated_at; between two requests the next act of the script happens."""

    def __init__(self, updated: dict[int, int], acts: list[Callable[[Lists], None]], inclusive: bool = True) -> None:
        self.updated = dict(updated)
        self.acts = list(acts)
        self.inclusive = inclusive
        self.requests = 0
        self.clock = max(updated.values(), default=START)

    def touch(self, which: int) -> None:
        if self.updated:
            self.clock += 1
            self.updated[sorted(self.updated)[which % len(self.updated)]] = self.clock

    def add(self) -> None:
        self.updated[max(self.updated, default=0) + 1] = self.clock

    def delete(self, which: int) -> None:
        if self.updated:
            del self.updated[sorted(self.updated)[which % len(self.updated)]]

    def read(self, path: str, *, list_of_all: bool = False, **query: Any) -> Answer:
        self.requests += 1
        first = (query["page"] - 1) * query["per_page"]
        every = self.ordered(query)
        items = every[first : first + query["per_page"]]
        last = -(-len(every) // query["per_page"])
        links = {"next": query["page"] + 1, "last": last} if query["page"] < last else {}
        if self.acts:
            self.acts.pop(0)(self)
        return Answer([{"id": each, "updated_at": stamp(self.updated_then[each])} for each in items], links)

    def ordered(self, query: dict[str, Any]) -> list[int]:
        self.updated_then = dict(self.updated)
        if "sort" not in query:
            return sorted(self.updated)
        since = shapes.moment(query, "since") - (1 if self.inclusive else 0) if "since" in query else 0
        return sorted(
            (each for each in self.updated if self.updated[each] > since), key=lambda one: (self.updated[one], one)
        )


def ids(items: list[dict[str, Any]]) -> list[int]:
    return sorted(each["id"] for each in items)


ACTS = st.lists(
    st.one_of(
        st.integers(0, 999).map(lambda which: lambda lists: lists.touch(which)),
        st.just(lambda lists: lists.add()),
    ),
    max_size=12,
)
TIMES = st.lists(st.integers(0, 8).map(lambda late: START + late), max_size=40)


@settings(max_examples=tries(300), deadline=None)
@given(TIMES, ACTS, st.booleans())
def test_whatever_was_there_at_the_start_is_read(times: list[int], acts: list[Any], inclusive: bool) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(listing, "PER_PAGE", 5)
        lists = Lists(dict(enumerate(times, 1)), acts, inclusive)
        found = listing.changed_since(lists, "issues", None)  # type: ignore[arg-type]
    assert set(range(1, len(times) + 1)) <= set(ids(found))
    assert len(found) == len({each["id"] for each in found})


class OfUnknownLength(Lists):
    """A list of which GitHub cannot tell how long it is: it leaves `last` out then."""

    def read(self, path: str, *, list_of_all: bool = False, **query: Any) -> Answer:
        answer = super().read(path, list_of_all=list_of_all, **query)
        return Answer(answer.data, {relation: page for relation, page in answer.links.items() if relation != "last"})


@settings(max_examples=tries(300), deadline=None)
@given(st.integers(0, 40), st.lists(st.integers(0, 999), max_size=12), st.booleans())
def test_no_comment_that_stays_is_missed_while_others_are_deleted(
    count: int, deleted: list[int], is_told: bool
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(listing, "PER_PAGE", 5)
        acts = [lambda lists, which=which: lists.delete(which) for which in deleted]
        lists = (Lists if is_told else OfUnknownLength)(dict.fromkeys(range(1, count + 1), START), acts)
        found = listing.whole_list(lists, "issues/1/comments")  # type: ignore[arg-type]
    assert set(lists.updated) <= set(ids(found))
    assert [each["id"] for each in found] == ids(found)


def test_of_what_is_edited_while_the_pages_are_read_the_newest_form_is_kept() -> None:
    times = {each: START + each for each in range(1, 251)}
    lists = Lists(times, [lambda lists: lists.touch(0)])
    found = {each["id"]: each["updated_at"] for each in listing.changed_since(lists, "issues", None)}  # type: ignore[arg-type]
    assert found[1] == stamp(lists.updated[1]) != stamp(times[1])
    assert list(found) == [*range(2, 251), 1]


def test_more_than_a_page_within_one_second_is_read_to_the_end() -> None:
    times = {each: START + (3 if each > 320 else 0) for each in range(1, 331)}
    lists = Lists(times, [])
    assert ids(listing.changed_since(lists, "issues", START)) == list(times)  # type: ignore[arg-type]


def test_a_shift_over_the_border_of_a_page_within_one_second_loses_nothing() -> None:
    lists = Lists(dict.fromkeys(range(1, 206), START), [lambda lists: lists.touch(0)])
    assert ids(listing.changed_since(lists, "issues", START)) == list(range(1, 206))  # type: ignore[arg-type]


@pytest.mark.parametrize(("count", "requests"), [(0, 1), (100, 1), (101, 2), (1000, 11)])
def test_each_further_hundred_costs_a_request(count: int, requests: int) -> None:
    lists = Lists({each: START + each for each in range(1, count + 1)}, [])
    assert len(listing.changed_since(lists, "issues", START)) == count  # type: ignore[arg-type]
    assert lists.requests <= requests


def test_a_list_without_an_end_is_given_up() -> None:
    class Endless(Lists):
        def read(self, path: str, *, list_of_all: bool = False, **query: Any) -> Answer:
            page = query["page"]
            return Answer([{"id": page, "updated_at": stamp(START)}], {"next": page + 1, "last": 10**9})

    for read in (
        lambda: listing.changed_since(Endless({}, []), "issues", START),
        lambda: listing.whole_list(Endless({}, []), "x"),
    ):  # type: ignore[arg-type]
        with pytest.raises(Unreachable, match="does not end"):
            read()
