"""What is over costs a pass nothing: the changes of proposals that were decided are read where somebody asks for them."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from engine.game.plan import Limits
from engine.referee.judging.child import ChildJudge
from engine.referee.ports import Denied
from tests.island import rule, with_rules
from tests.referee.in_memory import Table
from tests.storms.island import GAME, KEY
from tests.storms.memory import MemoryRepository

RECALL = """def recall(player):
    reply(", ".join([get("polls", key)["changes"][0]["title"] for key in keys("polls")]))
"""
LAW = with_rules(
    {"190-memory.md": rule(190, "Memory", front="commands: [{usage: /recall, run: recall}]\n", code=RECALL)}
)


def decided(count: int) -> Table:
    """So many songs have been adopted."""
    table = Table(LAW)
    for number in range(count):
        song = f"---\nrule: next\ntitle: Song {number}\nby_hand: true\n---\nWe sing {number}.\n"
        pull = table.island.propose("ana", f"Song {number}", {f"rules/island/{300 + number}-song-{number}.md": song})
        for who, text in (("ana", "/open"), ("ana", "yay"), ("bo", "yay"), ("ana", "/resolve")):
            table.say(who, text, pull)
        table.run()
        table.wait(1_000)
        table.run()
    return table


def changes_read(table: Table, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many changes a pass reads in which ana builds a hut."""
    texts = {text for path, text in table.island.files().items() if path.startswith("proposals/changes/")}
    read: list[bytes] = []
    blobs = MemoryRepository.blobs

    def counted(self: MemoryRepository, ids: list[str], along: Iterable[str] = ()) -> dict[str, bytes]:
        found = blobs(self, ids, along)
        read.extend(found.values())
        return found

    with monkeypatch.context() as patch:
        patch.setattr(MemoryRepository, "blobs", counted)
        table.say("ana", "/build")
        assert [o["is"] for o in table.run().outcomes if o["id"].startswith("comment/")] == ["done"]
    return len([data for data in read if data.decode() in texts])


def test_no_pass_reads_what_was_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the last one it may not have been noted yet that it is closed."""
    assert max(changes_read(decided(count), monkeypatch) for count in (1, 4)) <= 1


def test_a_rule_that_looks_back_sees_it_all_the_same() -> None:
    table = decided(5)
    for judge in (None, ChildJudge(KEY, GAME, Limits(examples=False))):
        table.say("ana", "/recall")
        table.run(judge)
        table.wait(90_000)
        assert "Song 0, Song 1, Song 2, Song 3, Song 4" in table.answers()[-1]
    assert table.findings() == []


def test_who_opens_a_pull_request_again_before_the_next_pass_finds_it_open() -> None:
    """The pass that withdrew it wished for it to be closed, which it was: only the next one would have noted that."""
    table = Table()
    song = "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"
    pull = table.island.propose("ana", "Songs", {"rules/island/300-songs.md": song})
    table.say("ana", "/open", pull)
    table.run()
    turn(table, pull, "closed")
    table.run()
    assert table.read(f"state/polls/{pull}.yaml")["status"] == "withdrawn"
    turn(table, pull, "open")
    table.run()
    table.say("ana", "/open", pull)
    table.run()
    assert table.island.model.thread(pull).state == "open"
    assert table.read(f"state/polls/{pull}.yaml")["status"] == "open"
    assert table.findings() == []


def turn(table: Table, pull: int, state: str) -> None:
    table.wait()
    table.island.model.update_thread(table.island.id("ana"), pull, state=state)
    table.wait()


@pytest.mark.parametrize("word", ["/close", "nay"])
def test_what_was_decided_is_closed_once_however_soon_it_is_reopened(word: str) -> None:
    """Each pass found it open, and closed it again: nobody could open it for another vote but by waiting."""
    table = Table()
    song = "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"
    pull = table.island.propose("ana", "Songs", {"rules/island/300-songs.md": song})
    said = {"/close": ("/open", "/close"), "nay": ("/open", "nay", "/resolve")}[word]
    for again in range(2 if word == "/close" else 1):
        for text in said:
            table.say("ana", text, pull)
            if text == "nay":
                table.say("bo", text, pull)
        table.run()
        assert table.island.model.thread(pull).state == "closed"
        for _ in range(2):
            turn(table, pull, "open")
            table.run()
            assert table.island.model.thread(pull).state == "open", again
    assert table.findings() == []


def test_what_could_not_be_closed_is_closed_by_the_next_pass_and_said_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table()
    song = "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"
    pull = table.island.propose("ana", "Songs", {"rules/island/300-songs.md": song})
    table.say("ana", "/open", pull)
    table.say("ana", "/close", pull)
    with monkeypatch.context() as patch:
        patch.setattr(table.island.forge, "update_issue", denied, raising=False)
        with pytest.raises(Denied):
            table.run()
    assert table.island.model.thread(pull).state == "open"
    assert any("withdrawn" in answer for answer in table.answers(pull))
    table.run()
    assert table.island.model.thread(pull).state == "closed"
    assert len([answer for answer in table.answers(pull) if "is **withdrawn**" in answer]) == 1


def denied(*_: object, **__: object) -> None:
    raise Denied("no right to close it", "Give it.")


@pytest.mark.parametrize("resolved", [True, False])
def test_what_was_said_before_it_was_closed_counts_though_one_pass_reads_both(resolved: bool) -> None:
    table = Table()
    number = table.island.propose(
        "ana", "Song", {"rules/island/300-song.md": "---\nrule: next\ntitle: Song\nby_hand: true\n---\nWe sing.\n"}
    )
    table.say("ana", "/open", number)
    table.run()
    for who, text in (("ana", "yay"), ("bo", "yay"), *([("ana", "/resolve")] if resolved else [])):
        table.say(who, text, number)
    table.wait()
    table.island.model.update_thread(table.island.id("ana"), number, state="closed")
    late = table.say("ana", "nay", number)
    table.run()
    poll = table.read(f"state/polls/{number}.yaml")
    assert poll["status"] == ("adopted" if resolved else "withdrawn")
    assert [(ballot["voter"], ballot["choice"]) for ballot in poll["ballots"]] == [("ana", "yay"), ("bo", "yay")]
    assert late not in {ballot["comment"] for ballot in poll["ballots"]}
    assert table.findings() == []
