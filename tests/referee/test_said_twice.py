"""What stands twice goes, also where the pass that saw it could not take it away, and all that was wished for is there after one pass."""

from __future__ import annotations

from contextlib import suppress

import pytest

from engine.hub.accounts import BOT_ID
from engine.referee.ports import ForgeError, Unreachable
from engine.store import canon
from tests.island import texts
from tests.referee.in_memory import Table
from tests.storms import posts
from tests.storms.fault_plan import Crash

DAY = 86_400
STATUS = "status/council/1"
ALARMS = """---
rule: 160
title: Alarms
commands:
  - {usage: /alarm, run: ring, help: Ring the bell.}
  - {usage: /calm, run: hush, help: It was nothing.}
---
Whoever sees a storm rings the bell.

```starlark
def ring(player):
    open_issue("alarm", "A storm", "Come in.")

def hush(player):
    close_issue("alarm")
```
"""


def repeated(table: Table) -> int:
    """The engine's newest comment, a second time, as two runs at once post it."""
    newest = max((c for c in table.island.model.comments.values() if c.author == BOT_ID), key=lambda c: c.id)
    return table.island.model.comment(BOT_ID, newest.thread, newest.body).id


def outbox(table: Table) -> list[str]:
    return list(table.read("state/engine.yaml")["outbox"])


def ill_fated(table: Table) -> None:
    """A pass a day later that ends early, after it has written down what was said."""
    table.wait(DAY)
    table.say("ana", "/build")
    with pytest.raises((ForgeError, Crash)):
        table.run()
    table.island.fault_plan.clear()


def council(table: Table) -> int:
    """The issue of a poll that has its status comment."""
    table.say("bo", "/council Shall we dance?")
    table.run()
    table.say("ana", "/rest")
    table.run()
    return max(table.island.model.threads)


def statuses(table: Table) -> list[int]:
    number = max(table.island.model.threads)
    return [comment.id for comment in posts.about(table.island.model, number, STATUS)]


def test_a_status_that_a_crash_left_standing_twice_stands_once_after_the_next_pass_however_late() -> None:
    table = Table()
    number = council(table)
    (first,) = statuses(table)
    repeated(table)
    table.say("bo", "yay", number)
    table.island.fault_plan.crash = 1  # the push first, then the taking away
    ill_fated(table)
    assert len(statuses(table)) == 2
    table.wait(DAY)
    table.run()
    assert statuses(table) == [first]


def test_one_that_a_pass_with_nothing_else_to_write_down_saw_is_remembered() -> None:
    """It may be killed as it takes the second away, and the next one may come when no list shows them any more."""
    table = Table()
    council(table)
    (first,) = statuses(table)
    twin = repeated(table)
    table.island.fault_plan.without = "issues"
    with pytest.raises(ForgeError):
        table.run()
    table.island.fault_plan.clear()
    assert f"twin/{twin}" in outbox(table)
    table.wait(DAY)
    table.run()
    assert statuses(table) == [first]


def test_a_twin_that_may_not_be_taken_away_is_taken_away_when_it_may() -> None:
    table = Table()
    table.say("bo", "/council Shall we dance?")
    table.run()
    twin = repeated(table)
    (first,) = posts.issues(table.island.model)
    second = table.island.model.open_thread(BOT_ID, first.title, first.body).number
    table.island.fault_plan.without = "issues"
    ill_fated(table)
    assert table.island.model.thread(second).state == "open"
    table.wait(DAY)
    table.run()
    assert twin not in table.island.model.comments
    assert (table.island.model.thread(first.number).state, table.island.model.thread(second).state) == (
        "open",
        "closed",
    )


def test_what_is_fulfilled_leaves_the_outbox_and_the_journal_replays() -> None:
    table = Table()
    table.say("bo", "/build")
    table.run()
    repeated(table)
    table.say("ana", "/build")
    table.run()
    assert any(key.startswith("twin/") for key in outbox(table))
    table.wait(DAY)
    for _ in range(3):
        table.say("ana", "/rest")
        table.run()
    assert not any(key.startswith("twin/") for key in outbox(table))
    assert not table.findings()


def test_of_answers_that_were_given_again_with_a_new_one_the_old_ones_go() -> None:
    table = Table()
    for who, later, lag in (("ana", 8, 0), ("bo", 2, 4), ("", 7, 8)):
        if who:
            table.island.say(who, 1, "/build")
        table.wait(later)
        table.island.fault_plan.lag = lag
        if lag:
            table.referee().run()
    table.island.fault_plan.clear()
    assert len(table.answers()) == 3
    table.wait(DAY)
    table.run()
    marks = [mark for answer in table.answers() for mark in posts.marked(answer)]
    assert len(marks) == len(set(marks)) == 4


def test_a_twin_that_the_state_knew_as_the_status_is_not_written_to_any_more() -> None:
    table = Table()
    number = council(table)
    (first,) = statuses(table)
    twin = repeated(table)
    path = f"state/threads/{number}.yaml"
    table.by_hand({path: canon.emit({**table.read(path), "status_comment": twin})})
    table.say("ana", "/wake")
    table.run()
    table.wait(DAY)
    for who in ("ana", "bo"):
        table.say(who, "yay", number)
        table.run()
    assert statuses(table) == [first]


def test_an_issue_that_is_over_before_it_was_opened_is_opened_and_closed_in_one_pass() -> None:
    table = Table({**texts(), "rules/island/160-alarms.md": ALARMS})
    table.say("ana", "/alarm")
    table.say("ana", "/calm")
    table.run()
    (alarm,) = posts.issues(table.island.model)
    assert alarm.state == "closed"
    table.run()
    assert [issue.state for issue in posts.issues(table.island.model)] == ["closed"]


def test_what_a_pass_said_before_it_died_is_not_said_again_where_the_list_does_not_show_it_yet() -> None:
    table = Table()
    table.say("ana", "/build")
    table.run()
    forge, whole = table.island.forge, table.island.forge.comments_since
    forge.comments_since = lambda since: [c for c in whole(since) if "<!--" not in c.body]  # type: ignore[method-assign]
    table.run()
    assert len(table.answers()) == 2


@pytest.mark.parametrize("text", ["We have better words.", "{}\n\nUpdate: see above."], ids=["over", "below"])
@pytest.mark.parametrize("passes", [0, 1])
def test_an_issue_whose_mark_was_written_over_before_its_number_was_noted_is_the_same_issue(
    text: str, passes: int
) -> None:
    """Else a second one was opened, and what was voted in the first counted nowhere, and nobody was told."""
    table = Table()
    table.say("ana", "/council Shall we feast?")
    for _ in range(1 + passes):
        table.run()
    model = table.island.model
    number = max(model.threads)
    table.wait()
    model.update_thread(table.island.id("owner"), number, body=text.format(model.thread(number).body))
    table.run()
    table.say("bo", "yay", number)
    table.run()
    table.run()
    must_be_the_same_issue(table, number)


def must_be_the_same_issue(table: Table, number: int) -> None:
    """No second one was opened, it bears its mark again, and the vote of bo's in it counts."""
    model = table.island.model
    assert max(model.threads) == number
    assert "<!-- nomic:issue/council/1:" in model.thread(number).body
    poll = table.read("state/polls/council/1.yaml")
    assert (poll["thread"], [ballot["voter"] for ballot in poll["ballots"]]) == (number, ["bo"])
    assert table.findings() == []


def test_so_is_one_that_has_another_title_too_once_its_votes_are_counted_there() -> None:
    """In a quiet game nothing is worth a commit for days, and until then its number is noted nowhere."""
    table = Table()
    table.say("ana", "/council Shall we feast?")
    table.run()
    table.run()
    model = table.island.model
    number = max(model.threads)
    assert len(table.answers(number)) == 1
    table.wait()
    model.update_thread(table.island.id("owner"), number, title="A feast", body="We have better words.")
    table.say("bo", "yay", number)
    table.run()
    table.run()
    must_be_the_same_issue(table, number)


def test_what_a_status_said_before_is_not_taken_for_what_it_was_to_say_and_could_not() -> None:
    table = Table()
    song = "---\nrule: next\ntitle: Song\nby_hand: true\n---\nWe sing.\n"
    number = table.island.propose("ana", "Song", {"rules/island/200-song.md": song})
    table.say("ana", "/open", number)
    table.run()
    table.say("bo", "yay", number)
    edit = table.island.forge.edit_comment

    def failing(comment: int, body: str) -> None:
        raise Unreachable("502", "Later.")

    table.island.forge.edit_comment = failing  # type: ignore[method-assign]
    with suppress(ForgeError):
        table.run()
    table.island.forge.edit_comment = edit  # type: ignore[method-assign]
    for _ in range(2):
        table.say("ana", "/help")
        table.run()
    (status,) = [text for text in table.answers(number) if f"status/{number}" in text]
    assert "**1 yay**" in status
