"""A poll that is over before its issue was ever opened: the issue is opened all the same, told how it ended, and closed."""

from __future__ import annotations

from contextlib import suppress

from engine.hub.accounts import BOT_ID
from engine.referee.answering.markers import marks
from engine.referee.ports import Unreachable
from engine.store import canon
from tests.referee.in_memory import Table


def test_what_was_decided_before_it_had_an_issue_gets_one_and_nothing_stays_unsaid() -> None:
    table = Table()
    law = next(p for p in table.island.files() if p.endswith("-councils.md"))
    text = table.island.files()[law].replace(
        '    open_poll("council", question)\n',
        '    withdraw(open_poll("council", question), "We know already.")\n',
    )
    table.by_hand({law: text})
    table.say("ana", "/council Shall we?")
    for _ in range(5):
        table.run()
        table.wait(1_000)
    table.say("ana", "/help")
    table.run()
    (issue,) = [t for t in table.island.model.threads.values() if t.author == BOT_ID]
    assert issue.state == "closed"
    assert any("We know already" in answer for answer in table.answers(issue.number))
    assert not [k for k in canon.read(table.island.files()["state/engine.yaml"])["outbox"] if k.startswith("issue/")]
    assert table.findings() == []


def test_a_status_comment_that_somebody_deleted_is_written_anew() -> None:
    table = Table()
    song = "---\nrule: next\ntitle: Song\nby_hand: true\n---\nWe sing.\n"
    number = table.island.propose("ana", "Song", {"rules/island/900-song.md": song})

    def shown() -> list[int]:
        return [c.id for c in table.island.model.comments_of(number) if f"status/{number}" in marks(c.body)]

    for words in ("/open", "yay"):
        table.say("ana", words, number)
        table.run()
    table.wait(3_600)
    table.run()
    (first,) = shown()
    table.island.model.delete_comment(table.island.id("owner"), first)
    for who, words in (("bo", "nay"), ("ana", "nay")):
        table.say(who, words, number)
        table.run()
        table.wait(3_600)
    assert len(shown()) == 1
    assert shown() != [first]


def test_what_two_runs_said_at_once_is_taken_back_also_when_that_failed_at_first() -> None:
    table = Table()
    table.say("ana", "/help")
    table.run()
    (said,) = [c for c in table.island.model.comments_of(1) if "reply/comment/" in c.body and "/help" in c.body]
    table.island.model.comment(BOT_ID, 1, said.body)

    def failing(name: str, done: bool) -> None:
        if name == "delete_comment" and not done:
            raise Unreachable("502")

    table.island.forge.watch = failing
    with suppress(Unreachable):
        table.run()
    table.wait(90_000)
    table.say("bo", "/build")
    table.island.forge.watch = lambda name, done: None
    for _ in range(3):
        table.run()
    assert len([c for c in table.island.model.comments_of(1) if c.body == said.body]) == 1
    assert table.findings() == []


def test_who_votes_in_the_second_in_which_an_issue_is_opened_votes_once() -> None:
    table = Table()
    table.say("ana", "/council Shall we?")
    table.run()
    (issue,) = [t for t in table.island.model.threads.values() if t.author == BOT_ID]
    assert table.island.clock.now == issue.created_at
    table.island.say("ana", issue.number, "yay")
    report = table.run()
    assert [o["is"] for o in report.outcomes if o["id"].startswith("comment/")] == ["done"]
    table.say("bo", "yay", issue.number)
    table.run()
    assert canon.read(table.island.files()["state/polls/council/1.yaml"])["status"] == "adopted"
    assert table.findings() == []
