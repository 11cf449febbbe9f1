"""A list that lags behind what a pass has read: what it shows is older, and takes the place of nothing that was read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.referee.ports import Comment
from tests.edge.test_hidden_pulls import DEADLINES
from tests.island import with_rules
from tests.referee.in_memory import Table

SONG = {"rules/island/108-song.md": "---\nrule: next\ntitle: Song\nby_hand: true\n---\nWe sing.\n"}


def voted(bo: str, cy: str) -> tuple[Table, int, int]:
    """A proposal with three votes, ana's yay among them; and the number of bo's comment."""
    table = Table()
    table.say("cy", "/join")
    table.run()
    number = table.island.propose("ana", "Song", SONG)
    table.say("ana", "/open", number)
    table.run()
    table.say("ana", "yay", number)
    vote = table.say("bo", bo, number)
    table.say("cy", cy, number)
    table.run()
    return table, number, vote


def edit(table: Table, comment: int, text: str) -> Comment:
    """Somebody edits what they said; returns it as it was before."""
    before = table.island.forge.comment(comment)
    table.wait()
    table.island.model.edit_comment(table.island.model.find_comment(comment).author, comment, text)
    return before


def lagging(table: Table, old: Comment, *, times: int) -> None:
    """So many lists of a thread show a comment as it was."""
    whole, left = table.island.forge.comments_of, [old] * times

    def listed(number: int) -> list[Comment]:
        found = whole(number)
        return [old if c.id == old.id else c for c in found] if left and left.pop() else found

    table.island.forge.comments_of = listed  # type: ignore[method-assign]


def outcome(table: Table, number: int) -> tuple[str, dict[str, str]]:
    poll = table.read(f"state/polls/{number}.yaml")
    return poll["status"], {ballot["voter"]: ballot["choice"] for ballot in poll["ballots"]}


@pytest.mark.parametrize("times", [1, 9])
@pytest.mark.parametrize(("before", "after", "cy"), [("yay", "nay", "nay"), ("nay", "yay", "nay")])
def test_an_edit_that_was_read_counts_whatever_a_list_shows_before_the_verdict(
    before: str, after: str, cy: str, times: int
) -> None:
    table, number, vote = voted(before, cy)
    old = edit(table, vote, after)
    table.run()
    assert outcome(table, number) == ("open", {"ana": "yay", "bo": after, "cy": cy})
    lagging(table, old, times=times)
    table.say("ana", "/resolve", number)
    table.run()
    assert outcome(table, number)[1] == {"ana": "yay", "bo": after, "cy": cy}
    assert outcome(table, number)[0] == {"nay": "rejected", "yay": "adopted"}[after]
    assert table.findings() == []


def test_a_later_edit_is_read_where_the_list_is_asked_for_once_more() -> None:
    table, number, vote = voted("yay", "nay")
    old = edit(table, vote, "nay")
    table.run()
    edit(table, vote, "yay")
    table.say("ana", "/resolve", number)
    new, listed = table.island.forge.comment(vote), table.island.forge.comments_since
    table.island.forge.comments_since = lambda since: [c for c in listed(since) if c.id != new.id]  # type: ignore[method-assign]
    lagging(table, old, times=1)
    table.run()
    assert outcome(table, number) == ("adopted", {"ana": "yay", "bo": "yay", "cy": "nay"})
    assert table.findings() == []


def test_where_the_list_is_asked_for_once_more_no_vote_is_asked_for_alone() -> None:
    table, number, vote = voted("yay", "nay")
    old = edit(table, vote, "nay")
    table.run()
    lagging(table, old, times=1)
    table.say("ana", "/resolve", number)
    alone, asked = table.island.forge.comment, list[int]()
    table.island.forge.comment = lambda comment: (asked.append(comment), alone(comment))[1]  # type: ignore[func-returns-value, method-assign]
    table.run()
    assert outcome(table, number) == ("rejected", {"ana": "yay", "bo": "nay", "cy": "nay"})
    assert asked == []


def test_an_edit_made_before_one_that_was_read_is_no_news() -> None:
    """Of two edits between passes the lists show the second, and one that lags behind shows the first in the next pass."""
    table, number, vote = voted("yay", "nay")
    edit(table, vote, "nay")
    between = replace(table.island.forge.comment(vote))
    edit(table, vote, "yay")
    table.run()
    listed = table.island.forge.comments_since
    table.island.forge.comments_since = lambda since: [between if c.id == vote else c for c in listed(since)]  # type: ignore[method-assign]
    table.say("ana", "/resolve", number)
    table.run()
    assert outcome(table, number) == ("adopted", {"ana": "yay", "bo": "yay", "cy": "nay"})
    assert table.findings() == []


def test_a_thread_is_not_taken_for_closed_again_by_a_list_of_before_it_was_reopened() -> None:
    table, number, _ = voted("yay", "nay")
    model, author = table.island.model, table.island.id("ana")
    model.update_thread(author, number, state="closed")
    table.run()
    assert outcome(table, number)[0] == "withdrawn"
    then = table.island.forge.thread(number)
    table.wait()
    model.update_thread(author, number, state="open", title="Another song")
    table.say("ana", "/open", number)
    table.run()
    assert outcome(table, number)[0] == "open"
    listed = table.island.forge.threads_since
    table.island.forge.threads_since = lambda since: [then if t.number == number else t for t in listed(since)]  # type: ignore[method-assign]
    table.say("bo", "yay", number)
    table.run()
    assert outcome(table, number) == ("open", {"bo": "yay"})
    assert table.read(f"state/threads/{number}.yaml")["title"] == "Another song"
    table.island.forge.threads_since = listed  # type: ignore[method-assign]
    table.wait()
    model.update_thread(author, number, state="closed")
    table.run()
    assert outcome(table, number)[0] == "withdrawn"
    assert table.findings() == []


@pytest.mark.parametrize(("before", "after"), [("yay", "nay"), ("nay", "yay"), ("yay", "perhaps"), ("perhaps", "yay")])
@pytest.mark.parametrize("read", [True, False])
def test_what_was_edited_before_the_clock_decides_is_found_though_the_list_shows_it_as_it_was(
    before: str, after: str, *, read: bool
) -> None:
    table = Table(with_rules({"115-deadlines.md": DEADLINES}))
    table.say("cy", "/join")
    table.run()
    number = table.island.propose("ana", "Song", SONG)
    table.say("ana", "/open", number)
    table.run()
    due = table.read(f"state/polls/{number}.yaml")["opened_at"] + 3_600
    table.wait(3_000)
    table.say("ana", "yay", number)
    table.say("cy", "nay", number)
    vote = table.say("bo", before, number)
    if read:
        table.run()
    old = edit(table, vote, after)
    assert table.island.clock.now < due - 60
    table.wait(600)
    listed = table.island.forge.comments_since
    table.island.forge.comments_since = lambda since: [old if c.id == vote else c for c in listed(since)]  # type: ignore[method-assign]
    table.run()
    status = {"yay": "adopted", "nay": "rejected"}.get(after, "withdrawn")
    choices = {"ana": "yay", "cy": "nay"} | ({"bo": after} if after in ("yay", "nay") else {})
    found = outcome(table, number)
    assert (found[0], {who: choice for who, choice in found[1].items() if choice}) == (status, choices)
    assert table.findings() == []


def test_what_the_first_list_shows_stays_read_where_the_second_lags_behind_in_that() -> None:
    table, number, vote = voted("yay", "yay")
    old = edit(table, vote, "nay")
    table.run()
    (other,) = [c.id for c in table.island.model.comments_of(number) if c.author == table.island.id("cy")]
    before = edit(table, other, "nay")
    new, listed, whole = (
        table.island.forge.comment(other),
        table.island.forge.comments_since,
        table.island.forge.comments_of,
    )
    table.island.forge.comments_since = lambda since: [c for c in listed(since) if c.id != new.id]  # type: ignore[method-assign]
    shown = [before, old]  # what the next lists of the thread show as it was, the last of these first
    table.island.forge.comments_of = lambda number: _as_it_was(whole(number), shown)  # type: ignore[method-assign]
    table.say("ana", "/resolve", number)
    table.run()
    assert outcome(table, number) == ("rejected", {"ana": "yay", "bo": "nay", "cy": "nay"})
    assert table.findings() == []


def _as_it_was(found: list[Comment], shown: list[Comment]) -> list[Comment]:
    old = shown.pop() if shown else None
    return [old if old is not None and old.id == c.id else c for c in found]
