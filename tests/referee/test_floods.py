"""Much that is written, by whoever: kept as hashes or in further files of the day, and everybody's next move counts."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.consulting.commands import LONGEST
from engine.game.world import wishes
from engine.referee.judging import checked_plan
from engine.referee.ports import Thread, Unreachable
from engine.store import journal
from tests.begun import START
from tests.hostile.table import PARROT
from tests.island import rule, with_rules
from tests.referee.in_memory import Table

GROWS = "\U000e0001"  # one character that YAML writes as ten
GITHUBS = 65_536  # characters of a comment


@pytest.fixture
def small_days(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "FULL", 4_000)


def days(table: Table) -> list[str]:
    return sorted(p for p in table.island.files() if p.startswith("state/journal/"))


def entries(table: Table) -> list[dict[str, Any]]:
    return [entry for path in days(table) for entry in journal.entries(table.island.files()[path])]


def goes_on(table: Table) -> None:
    """bo's next move counts, everything fits in a file, and the journal replays."""
    comment = table.say("bo", "/build")
    outcomes = {o["id"]: o["is"] for o in table.run().outcomes}
    assert outcomes[f"comment/{comment}"] == "done"
    assert max(len(text.encode()) for text in table.island.files().values()) < checked_plan.LARGEST_FILE // 2
    assert table.findings() == []


@pytest.mark.parametrize("text", ["/x " + GROWS * (GITHUBS - 3), GROWS * GITHUBS, "yay " + GROWS * (GITHUBS - 4)])
def test_fourteen_long_comments_of_a_stranger_stop_nobody(text: str) -> None:
    table = Table()
    for _ in range(14):
        table.say("stranger", text)
    table.run()
    goes_on(table)


def test_long_texts_that_were_refused_are_kept_as_hashes_and_short_ones_as_they_were() -> None:
    table = Table()
    for text in ("/x" + "a" * LONGEST, "/nothing of the kind"):
        table.say("ana", text)
    table.run()
    long, short = [e["text"] for e in entries(table) if e["outcome"]["is"] == "refused"]
    assert journal.is_redacted(long)
    assert short == "/nothing of the kind"
    goes_on(table)


def test_a_long_vote_is_none_and_its_edit_neither() -> None:
    table = Table()
    pull = table.island.propose(
        "ana", "A song", {"rules/island/900-song.md": "---\nrule: next\ntitle: S\nby_hand: true\n---\nS.\n"}
    )
    table.say("ana", "/open", pull)
    table.say("bo", "yay" + " " * 65_000, pull)
    vote = table.say("ana", "yay", pull)
    table.run()
    table.wait()
    table.island.model.edit_comment(table.island.id("ana"), vote, "/yay" + GROWS * 60_000)
    stranger = table.say("stranger", "hm", pull)
    table.run()
    table.wait()
    table.island.model.edit_comment(table.island.id("stranger"), stranger, GROWS * GITHUBS)
    table.run()
    poll = table.read(f"state/polls/{pull}.yaml")
    assert [(b["voter"], b["choice"]) for b in poll["ballots"]] == [("bo", "yay"), ("ana", "")]
    goes_on(table)
    assert [journal.is_redacted(e["text"]) for e in entries(table) if e["kind"] == "edited"] == [False, True]


def test_long_issues_stop_nobody() -> None:
    table = Table()
    for _ in range(16):
        table.wait()
        table.island.model.open_thread(table.island.id("stranger"), GROWS * 250, "/x " + GROWS * (GITHUBS - 3))
    table.run()
    assert len(days(table)) > 1
    goes_on(table)


@pytest.mark.usefixtures("small_days")
def test_a_day_that_is_full_goes_on_in_another_file() -> None:
    table = Table()
    for _ in range(20):
        table.say("ana", "/rest")
        table.say("ana", "/wake")
        table.run()
    first, *more = days(table)
    assert first == journal.path_of(START)
    assert more and all(path.startswith(first.removesuffix(".yaml") + "_") for path in more)
    assert all(len(table.island.files()[path]) <= 4_000 for path in days(table))
    chain = entries(table)
    assert [e["previous"] for e in chain[1:]] == [e["hash"] for e in chain[:-1]]
    goes_on(table)


@pytest.mark.usefixtures("small_days")
def test_the_next_day_begins_in_a_file_of_its_own() -> None:
    table = Table()
    for _ in range(20):
        table.say("ana", "/rest")
        table.say("ana", "/wake")
    table.run()
    table.wait(86_400)
    table.say("ana", "/build")
    table.run()
    assert journal.path_of(START + 86_400) in days(table)
    assert "part" not in table.read("state/engine.yaml")
    goes_on(table)


@pytest.mark.usefixtures("small_days")
def test_an_entry_larger_than_a_file_of_the_day_stands_alone() -> None:
    table = Table()
    for _ in range(2):
        table.wait()
        table.island.model.open_thread(table.island.id("ana"), "long", "/b " * 3_000)
        table.run()
    found = [[e["kind"] for e in journal.entries(table.island.files()[p])] for p in days(table)]
    assert found.count(["opened"]) == 2
    goes_on(table)


def test_answers_without_end_are_short_and_then_a_reaction(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wishes, "MUCH", 30_000)
    monkeypatch.setattr(wishes, "TOO_MUCH", 36_000)
    table = Table(with_rules({"190-parrot.md": PARROT}))
    comments = [table.say("ana", "/say " + "so " * 1_300) for _ in range(40)]
    table.run()
    assert len(table.island.files()["state/engine.yaml"].encode()) < 60_000
    assert any("So much waits" in answer for answer in table.answers())
    assert {c: [r for _, r in table.island.model.comments[c].reactions] for c in comments[-3:]} == dict.fromkeys(
        comments[-3:], ["+1"]
    )
    table.wait(3_600)
    goes_on(table)
    table.say("bo", "/say and so on")
    table.run()
    assert "and so on" in table.answers()[-1]


def test_a_stranger_who_is_answered_no_more_takes_no_thumb_from_a_vote() -> None:
    """There are twenty in one answering, and they were those for the newest words: whoever wrote thirty had them all."""
    table = Table()
    table.wait()
    song = "---\nrule: next\ntitle: Song\nby_hand: true\n---\nWe sing.\n"
    number = table.island.propose("ana", "Song", {"rules/island/200-song.md": song})
    table.say("ana", "/open", number)
    table.run()
    vote = table.say("bo", "yay", number)
    flood = [table.island.say("zoe", number, f"/nothing {count}") for count in range(30)]
    table.run()
    thumbs = [
        [thumb for _, thumb in table.island.model.comments[each].reactions] for each in (vote, flood[0], flood[-1])
    ]
    assert thumbs == [["+1"], [], ["confused"]]


def test_threads_are_listed_whole_once_however_many_issues_wait_to_be_opened() -> None:
    """In the pass that gives them up they are fresh; in the next ones each is looked for before it is opened."""
    code = 'def issues(player):\n    for n in range(30):\n        open_issue("x/%d" % n, "An issue", "Read it.")\n'
    usage = "commands:\n  - {usage: /issues, run: issues, help: x}\n"
    table = Table(with_rules({"160-x.md": rule(160, "X", front=usage, code=code)}))
    forge, listed = table.island.forge, list[int | None]()
    real, create = forge.threads_since, forge.create_issue

    def threads_since(since: int | None) -> list[Thread]:
        listed.append(since)
        return real(since)

    forge.threads_since = threads_since  # type: ignore[method-assign]

    def denied(*_: object) -> Thread:
        raise Unreachable("no issue can be opened", "later")

    forge.create_issue = denied  # type: ignore[method-assign]
    table.say("ana", "/issues")
    with pytest.raises(Unreachable):
        table.run()
    forge.create_issue = create  # type: ignore[method-assign]
    listed.clear()
    table.wait(600)
    table.run()
    titles = [thread.title for thread in table.island.model.threads.values()]
    assert titles.count("An issue") == 30
    assert listed.count(None) == 1
    assert table.findings() == []


@pytest.mark.parametrize("sign", ["\U000e0001", "\x07", "漢", "a"])
def test_what_is_kept_of_a_body_is_bounded_as_it_is_written(sign: str) -> None:
    table = Table()
    table.wait()
    number = table.island.model.open_thread(table.island.id("zoe"), "Hello", sign * 60_000).number
    table.say("ana", "/build")
    table.run()
    kept = table.read(f"state/threads/{number}.yaml")["body"]
    assert len(kept) == 20_000 or 5_000 < len(kept) < 20_000
    assert len(table.island.files()[f"state/threads/{number}.yaml"].encode()) < 61_000
    assert table.run().outcomes == [] and table.findings() == []


def test_of_a_closed_issue_no_words_are_kept_and_they_come_again_with_it() -> None:
    table = Table()
    table.wait()
    island, model = table.island, table.island.model
    number = model.open_thread(island.id("zoe"), "Hello", "What a game!").number
    bodies = []
    for state in ("open", "closed", "open"):
        table.wait()
        model.update_thread(island.id("zoe"), number, state=state)
        table.say("ana", "/build")
        table.run()
        bodies.append(table.read(f"state/threads/{number}.yaml")["body"])
        table.say("zoe", "Hm.", number)
        table.run()
    assert bodies == ["What a game!", "", "What a game!"]
    assert table.findings() == []
