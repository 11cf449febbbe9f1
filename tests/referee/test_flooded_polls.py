"""Votes that do not count, cast without end: they take nobody's vote away, and no law is in their way."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.consulting import answers
from engine.game.plan import Limits
from engine.game.proposals import fallen
from engine.game.world import room, sizes
from engine.referee.commits import snapshot
from tests.in_process import InProcessJudge
from tests.referee.in_memory import Table
from tests.referee.test_edited_votes import edited, opened, opened_again
from tests.storms.island import GAME, KEY

FLOOD = 8
MOST = fallen.MOST_REFUSED_OF_ALL


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fallen, "MOST_REFUSED", 5)
    monkeypatch.setattr(fallen, "MOST_REFUSED_OF_ALL", 12)


def poll(table: Table, number: int) -> dict[str, Any]:
    found: dict[str, Any] = table.read(f"state/polls/{number}.yaml")
    return found


def flooded(table: Table, number: int, *strangers: str) -> list[int]:
    """The comments of so many votes of each stranger."""
    said = [table.say(who, "yay", number) for who in strangers for _ in range(FLOOD)]
    table.run(InProcessJudge(KEY, GAME, Limits(happenings=2_000, examples=False)))
    return said


def test_of_one_voter_the_latest_votes_that_do_not_count_are_kept_and_none_is_answered_twice() -> None:
    table = Table()
    number = opened(table)
    said = flooded(table, number, "zoe")
    assert [r["comment"] for r in poll(table, number)["refused"]] == said[-5:]
    answers = len(table.answers(number))
    for who in ("ana", "bo"):
        table.say(who, "yay", number)
    table.run()
    table.run()
    assert len(table.answers(number)) == answers
    table.say("ana", "/resolve", number)
    table.run()
    decided = poll(table, number)
    assert (decided["status"], [b["voter"] for b in decided["ballots"]]) == ("adopted", ["ana", "bo"])
    record = table.island.files()[f"proposals/{decided['number']:03d}.md"]
    assert "7 received + 0 added = 2 counted + 0 superseded + 5 refused" in record
    assert table.findings() == []


def test_strangers_without_end_drive_out_no_vote_of_a_player() -> None:
    table = Table()
    number = opened(table)
    table.say("bo", "yay", number)
    table.run()
    table.wait()
    path, text = "rules/island/108-song.md", "---\nrule: next\ntitle: Song\nby_hand: true\n---\nWe shout.\n"
    table.island.push("ana", number, {path: text})
    table.run()
    flooded(table, number, "zoe", "yan", "xi", "wu")
    fell = poll(table, number)["refused"]
    assert (len(fell), fell[0]["voter"]) == (12, "bo")
    assert {r["voter"] for r in fell[1:]} == {"yan", "xi", "wu"}
    assert table.findings() == []


def test_a_vote_that_is_kept_no_more_becomes_one_by_an_edit_as_any_refused_one_does() -> None:
    table = Table()
    number = opened(table)
    said = flooded(table, number, "zoe")
    table.say("zoe", "/join")
    table.run()
    edited(table, "zoe", said[0], "nay")
    table.run()
    assert [(b["voter"], b["choice"], b["comment"]) for b in poll(table, number)["ballots"]] == [
        ("zoe", "nay", said[0])
    ]
    edited(table, "yan", table.say("yan", "yay", number), "nay")
    table.run()
    assert [b["voter"] for b in poll(table, number)["ballots"]] == ["zoe"]
    assert table.findings() == []


def test_a_stranger_whose_vote_is_kept_no_more_has_none_by_an_edit_of_it_and_hears_so_once() -> None:
    table = Table()
    number = opened(table)
    said = flooded(table, number, "zoe")
    edited(table, "zoe", said[0], "nay")
    table.run()
    answers = len(table.answers(number))
    for who in ("ana", "bo"):
        table.say(who, "yay", number)
    table.run()
    table.run()
    assert len(table.answers(number)) == answers
    found = poll(table, number)
    assert [b["voter"] for b in found["ballots"]] == ["ana", "bo"]
    assert [r["comment"] for r in found["refused"]] == [*said[-4:], said[0]]
    assert table.findings() == []


def test_what_the_engine_keeps_of_a_poll_is_in_the_way_of_no_rule_and_of_no_law(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table()
    number = opened(table)
    flooded(table, number, "zoe", "yan")
    kept = len(table.island.files()[f"state/polls/{number}.yaml"])
    monkeypatch.setattr(room, "LARGEST_RECORD", kept - 500)
    monkeypatch.setattr(room, "LARGEST_FILE", kept - 500)
    monkeypatch.setattr(sizes, "at_most", lambda value: 10_000_000)
    for who in ("ana", "bo"):
        table.say(who, "yay", number)
    table.run()
    assert [b["voter"] for b in poll(table, number)["ballots"]] == ["ana", "bo"]
    other = opened_again(table)
    for who in ("ana", "bo"):
        table.say(who, "yay", other)
    table.say("ana", "/resolve", other)
    table.run()
    assert poll(table, other)["status"] == "adopted"
    table.say("ana", "/resolve", number)
    table.run()
    assert poll(table, number)["status"] == "adopted"


def test_a_poll_without_room_for_a_vote_refuses_that_vote_and_is_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    number = opened(table)
    for who in ("ana", "bo"):
        table.say(who, "yay", number)
    table.run()
    monkeypatch.setattr(room, "LARGEST_BALLOTS", 300)
    table.say("ana", "nay", number)
    table.run()
    found = poll(table, number)
    assert [b["choice"] for b in found["ballots"]] == ["yay", "yay"]
    assert "the votes of poll" in found["refused"][0]["reason"]
    table.say("ana", "/resolve", number)
    table.run()
    assert poll(table, number)["status"] == "adopted"


def test_what_is_kept_of_the_votes_of_a_poll_fits_into_its_file_at_the_worst() -> None:
    reason, choice = "\x01" * fallen.LONGEST_REASON, "\x01" * answers.LONGEST_CHOICE
    entry = {"voter": "z" * 39, "choice": choice, "comment": 10**10, "at": 1_767_932_200, "reason": reason}
    of_refused = sizes.written({"refused": [entry] * 100}) // 100 * MOST
    assert (
        room.LARGEST_BALLOTS + of_refused + room.LARGEST_RECORD < snapshot.LARGEST - 500_000
    )  # with a roster of thousands
