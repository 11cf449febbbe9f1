"""Votes that are edited, at every point of a poll's life: the last word counts, for what it was said about."""

from __future__ import annotations

import pytest

from engine.referee.ports import Comment
from tests.island import texts
from tests.referee.in_memory import Table

SONG = {"rules/island/108-song.md": "---\nrule: next\ntitle: Song\nby_hand: true\n---\nWe sing.\n"}


def edited(table: Table, who: str, comment: int, text: str) -> None:
    table.wait()
    table.island.model.edit_comment(table.island.id(who), comment, text)


def opened(table: Table) -> int:
    """A proposal of ana's, open for voting since a pass ago."""
    table.wait()
    number = table.island.propose("ana", "Song", SONG)
    table.say("ana", "/open", number)
    table.run()
    return number


def pushed(table: Table, number: int, words: str) -> None:
    table.wait()
    path, text = next(iter(SONG.items()))
    table.island.push("ana", number, {path: text.replace("We sing.", words)})


def counted(table: Table, number: int) -> dict[str, str]:
    """Whose vote counts for what, as the law of the island has it: the last one of each."""
    return {b["voter"]: b["choice"] for b in table.read(f"state/polls/{number}.yaml")["ballots"] if not b["deleted"]}


def test_a_vote_edited_before_it_was_read_is_void_with_the_content_it_was_for_and_does_not_come_back() -> None:
    table = Table()
    number = opened(table)
    edited(table, "bo", table.say("bo", "yay", number), "nay")
    pushed(table, number, "We shout.")
    table.run()
    assert counted(table, number) == {}
    table.run()
    assert counted(table, number) == {}


def test_an_edit_read_after_the_commits_that_followed_it_does_not_count_for_them() -> None:
    table = Table()
    number = opened(table)
    vote = table.say("bo", "yay", number)
    table.run()
    edited(table, "bo", vote, "nay")
    pushed(table, number, "We shout.")
    unread = table.island.forge.comments_since
    table.island.forge.comments_since = lambda since: []  # type: ignore[method-assign]
    table.run()
    table.island.forge.comments_since = unread  # type: ignore[method-assign]
    table.run()
    poll = table.read(f"state/polls/{number}.yaml")
    assert poll["ballots"] == []
    assert [(r["voter"], r["choice"]) for r in poll["refused"]] == [("bo", "nay")]
    assert any("Vote again" in answer or "vote again" in answer for answer in table.answers(number))


def test_of_a_new_vote_and_an_edit_of_an_older_one_in_one_second_the_edit_counts() -> None:
    table = Table()
    number = opened(table)
    old = table.say("bo", "yay", number)
    table.run()
    table.wait()
    table.island.model.edit_comment(table.island.id("bo"), old, "nay")
    table.island.say("bo", number, "yay")
    table.run()
    assert [(b["choice"], b["comment"] == old) for b in ballots(table, number)] == [("yay", False), ("nay", True)]


def test_an_edit_that_is_read_late_does_not_come_behind_a_younger_vote() -> None:
    table = Table()
    number = opened(table)
    old = table.say("bo", "yay", number)
    table.run()
    edited(table, "bo", old, "nay")
    table.say("bo", "yay", number)
    whole = table.island.forge.comments_since
    table.island.forge.comments_since = lambda since: [c for c in whole(since) if c.id != old]  # type: ignore[method-assign]
    table.run()
    table.island.forge.comments_since = whole  # type: ignore[method-assign]
    table.run()
    assert [b["comment"] == old for b in ballots(table, number)] == [True, False]


def ballots(table: Table, number: int) -> list[dict[str, object]]:
    return list(table.read(f"state/polls/{number}.yaml")["ballots"])


def test_a_second_edit_within_the_second_is_found_before_the_verdict() -> None:
    table = Table()
    number = opened(table)
    table.say("ana", "yay", number)
    vote = table.say("bo", "nay", number)
    edited(table, "bo", vote, "yay")
    table.island.clock.now -= 60  # the pass is made within the second of the edit, and then there is another
    table.run()
    table.island.model.comments[vote].body = "nay"
    table.say("ana", "/resolve", number)
    table.run()
    poll = table.read(f"state/polls/{number}.yaml")
    assert poll["status"] != "adopted"
    assert counted(table, number) == {"ana": "yay", "bo": "nay"}


def test_a_second_edit_within_the_second_is_found_by_the_next_pass() -> None:
    table = Table()
    number = opened(table)
    vote = table.say("bo", "nay", number)
    edited(table, "bo", vote, "yay")
    table.island.clock.now -= 60
    table.run()
    table.island.model.comments[vote].body = "hm"
    table.run()
    assert counted(table, number) == {"bo": ""}
    table.run()
    assert table.findings() == []


def test_so_is_one_after_an_edit_that_was_read_as_an_edit() -> None:
    table = Table()
    number = opened(table)
    vote = table.say("bo", "nay", number)
    table.run()
    edited(table, "bo", vote, "yay")
    at = table.island.clock.now
    table.island.clock.now -= 60
    table.run()
    assert counted(table, number) == {"bo": "yay"}
    table.island.model.comments[vote].body = "nay"
    table.island.clock.now = max(at, table.island.clock.now)
    table.run()
    assert counted(table, number) == {"bo": "nay"}
    table.run()
    assert table.findings() == []


def test_what_was_taken_back_in_a_pause_is_refused_and_told_once() -> None:
    table = Table()
    number = opened(table)
    vote = table.say("bo", "yay", number)
    table.run()
    table.say("owner", "/pause")
    table.run()
    edited(table, "bo", vote, "nay")
    table.run()
    told = table.answers(number)
    for _ in range(3):
        table.wait()
        table.run()
    assert table.answers(number) == told
    assert counted(table, number) == {"bo": ""}


WORDS = """---
title: For and against
rule: 109
answers: {ballot: also_for}
---
`for` and `against` are votes, too.

```starlark
def also_for(poll, text):
    return {"yay": "yay", "for": "yay", "nay": "nay", "against": "nay"}.get(text.strip().lower())
```
"""


@pytest.mark.parametrize("touched", [False, True], ids=["as it was written", "edited before it was read"])
def test_a_vote_in_other_words_than_the_defaults_stays_as_it_was_when_it_is_read_again(touched: bool) -> None:
    table = Table({**texts(), "rules/island/109-words.md": WORDS})
    number = opened(table)
    vote = table.say("bo", "hm" if touched else "for", number)
    if touched:
        edited(table, "bo", vote, "for")
    table.say("ana", "for", number)
    table.run()
    before = ballots(table, number)
    assert [(b["choice"], b["edited"]) for b in before] == [("yay", touched), ("yay", False)]
    table.run()
    table.say("ana", "/resolve", number)
    table.run()
    assert table.read(f"state/polls/{number}.yaml")["status"] == "adopted"
    assert ballots(table, number) == before
    assert table.findings() == []


def test_a_vote_does_not_count_for_commits_that_come_while_it_is_read() -> None:
    table = Table()
    number = opened(table)
    table.say("bo", "yay", number)
    whole = table.island.forge.comments_since

    def and_then_commits_come(since: int | None) -> list[Comment]:
        found = whole(since)
        table.island.forge.comments_since = whole  # type: ignore[method-assign]
        pushed(table, number, "We shout.")
        return found

    table.island.forge.comments_since = and_then_commits_come  # type: ignore[method-assign]
    table.run()
    assert counted(table, number) == {}


UNEDITED = WORDS.replace("    return {", '    if here()["edited"]:\n        return ""\n    return {')


def test_a_vote_that_nobody_edited_is_not_read_as_an_edit_whatever_the_law_says_of_edits() -> None:
    table = Table({**texts(), "rules/island/109-words.md": UNEDITED})
    table.say("cy", "/join")
    table.run()
    number = opened(table)
    for who, word in (("ana", "yay"), ("cy", "yay"), ("bo", "against")):
        table.say(who, word, number)
    table.run()
    before = ballots(table, number)
    table.say("ana", "/resolve", number)
    table.run()
    assert table.read(f"state/polls/{number}.yaml")["status"] == "adopted"
    assert ballots(table, number) == before
    assert counted(table, number) == {"ana": "yay", "cy": "yay", "bo": "nay"}


def test_a_vote_in_words_that_are_law_no_more_stays_what_it_was_cast_as_until_it_is_edited() -> None:
    table = Table({**texts(), "rules/island/109-words.md": WORDS})
    table.say("cy", "/join")
    table.run()
    number = opened(table)
    vote = table.say("bo", "against", number)
    for who, word in (("cy", "nay"), ("ana", "yay")):
        table.say(who, word, number)
    table.run()
    table.by_hand({"rules/island/109-words.md": None})
    table.run()
    table.say("ana", "/resolve", number)
    table.run()
    assert table.read(f"state/polls/{number}.yaml")["status"] == "rejected"
    assert table.findings() == []
    other = opened_again(table)
    vote = table.say("bo", "against", other)
    table.run()
    assert counted(table, other) == {}
    edited(table, "bo", vote, "nay")
    table.run()
    assert counted(table, other) == {"bo": "nay"}


def opened_again(table: Table) -> int:
    table.wait()
    number = table.island.propose("ana", "Other", {"rules/island/108-other.md": next(iter(SONG.values()))})
    table.say("ana", "/open", number)
    table.run()
    return number


@pytest.mark.parametrize("between", [True, False], ids=["with a pass between", "in one pass"])
def test_a_vote_after_the_pull_request_was_closed_does_not_count(between: bool) -> None:
    table = Table()
    number = opened(table)
    table.say("ana", "yay", number)
    table.run()
    table.wait()
    table.island.model.update_thread(table.island.id("ana"), number, state="closed")
    if between:
        table.run()
    for who, text in (("bo", "yay"), ("bo", "/resolve"), ("ana", "I have closed it, sorry.")):
        table.say(who, text, number)
    table.run()
    assert table.read(f"state/polls/{number}.yaml")["status"] == "withdrawn"
    assert counted(table, number) == {"ana": "yay"}


def test_a_vote_edited_into_talk_within_the_second_is_none_at_the_verdict() -> None:
    table = Table()
    number = opened(table)
    table.say("ana", "yay", number)
    vote = table.say("bo", "yay", number)
    now = table.island.clock.now
    table.referee().run()
    table.island.clock.now = now
    table.island.model.edit_comment(table.island.id("bo"), vote, "I take it back, no")
    table.say("ana", "/resolve", number)
    table.run()
    assert table.read(f"state/polls/{number}.yaml")["status"] == "open"
    assert counted(table, number) == {"ana": "yay", "bo": ""}


def test_a_pull_request_reopened_and_opened_for_voting_is_so_whatever_anybody_says_after_it() -> None:
    table = Table()
    number = opened(table)

    def turned(state: str) -> None:
        table.wait()
        table.island.model.update_thread(table.island.id("ana"), number, state=state)

    turned("closed")
    table.run()
    turned("open")
    table.say("ana", "/open", number)
    table.say("zoe", "hello", number)
    table.run()
    table.run()
    assert table.read(f"state/polls/{number}.yaml")["status"] == "open"
    assert table.island.model.threads[number].state == "open"


@pytest.mark.parametrize("between", [True, False], ids=["a pass after it", "no pass after it"])
def test_a_vote_edited_in_a_pause_is_judged_anew_before_the_verdict(between: bool) -> None:
    table = Table()
    table.say("cy", "/join")
    number = opened(table)
    vote = table.say("bo", "yay", number)
    table.run()
    table.say("owner", "/pause")
    table.run()
    edited(table, "bo", vote, "nay")
    table.run()
    assert [b["choice"] for b in ballots(table, number)] == [""]
    table.say("owner", "/resume")
    if between:
        table.run()
    for who in ("ana", "cy"):
        table.say(who, "yay", number)
    table.say("ana", "/resolve", number)
    table.run()
    assert counted(table, number) == {"bo": "nay", "ana": "yay", "cy": "yay"}
    assert table.findings() == []


def test_a_vote_rewritten_in_the_very_second_it_was_cast_is_shown_as_one_that_was_edited() -> None:
    """Its comment tells no other second, so that it is only read again before the verdict; voters see that it was another word."""
    table = Table()
    number = opened(table)
    table.say("ana", "yay", number)
    vote = table.say("bo", "yay", number)
    table.run()
    table.island.model.comments[vote].body = "nay"
    table.say("ana", "/resolve", number)
    table.run()
    assert [(b["choice"], b["edited"]) for b in ballots(table, number)] == [("yay", False), ("nay", True)]
