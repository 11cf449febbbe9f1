"""Nobody takes another's vote away by deleting the comment, as long as GitHub tells who did it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from engine.referee.ports import Deletion
from tests.playthroughs.hub_stage import entries
from tests.referee.in_memory import Table

SONG = {"rules/island/108-song.md": "---\nrule: next\ntitle: Song\nby_hand: true\n---\nWe sing.\n"}


def opened() -> tuple[Table, int]:
    table = Table()
    table.island.model.account("mo", "write")
    table.wait()
    number = table.island.propose("ana", "Song", SONG)
    table.say("ana", "/open", number)
    table.run()
    return table, number


def poll(table: Table, number: int) -> tuple[str, list[tuple[str, bool, str | None]]]:
    record = table.read(f"state/polls/{number}.yaml")
    return record["status"], [(b["voter"], b["deleted"], b.get("removed_by")) for b in record["ballots"]]


@pytest.mark.parametrize("read_before", [True, False])
def test_what_a_moderator_deleted_counts_at_the_verdict(read_before: bool) -> None:
    table, number = opened()
    vote = table.say("bo", "yay", number)
    if read_before:
        table.run()
    table.referee().run(table.deleted(vote, "mo"))
    assert poll(table, number) == ("open", [("bo", False, "mo")])
    table.wait(3_600)
    table.say("ana", "yay", number)
    table.say("ana", "/resolve", number)
    table.run()
    assert poll(table, number)[0] == "adopted"
    assert table.findings() == []


def test_what_its_voter_deleted_or_nobody_knows_who_counts_no_more() -> None:
    for by in ("bo", None):
        table, number = opened()
        vote = table.say("bo", "yay", number)
        table.run()
        told = table.deleted(vote, "bo")
        table.referee().run(told if by else Deletion(told.comment))
        assert poll(table, number) == ("open", [("bo", True, None)])
        assert table.findings() == []


def test_what_was_deleted_untold_counts_no_more_for_a_decision_written_in_the_second_of_the_last_thing_judged() -> None:
    table, number = opened()
    table.say("ana", "yay", number)
    vote = table.say("bo", "yay", number)
    table.run()
    table.deleted(vote, "bo")
    table.say("ana", "/build")
    last = table.island.clock.now
    table.island.clock.now += 60
    table.referee().run()
    table.island.clock.now = last
    table.island.say("ana", number, "/resolve")
    table.island.clock.now += 60
    table.run()
    assert poll(table, number)[1] == [("ana", False, None), ("bo", True, None)]
    assert table.findings() == []


def test_what_has_no_time_of_its_own_dates_no_deletion() -> None:
    table, number = opened()
    table.say("ana", "yay", number)
    vote = table.say("bo", "yay", number)
    table.run()
    before = table.island.clock.now
    table.deleted(vote, "bo")
    table.say("ana", "/resolve", number)
    referee = table.referee()
    referee._refused[number] = ("0" * 40, "a rule of the branch")  # a head that is not there any more
    table.wait()
    referee.run()
    assert poll(table, number)[1] == [("ana", False, None), ("bo", True, None)]
    (told,) = [entry for entry in entries(table.island.files()) if entry["kind"] == "deleted"]
    assert told["time"] >= before - 120


@pytest.mark.parametrize("since", [0, 3_600], ids=["just now", "long ago"])
def test_a_vote_that_was_read_as_it_is_is_not_read_once_more_when_somebody_else_deletes_it(since: int) -> None:
    table, number = opened()
    vote = table.say("bo", "nay", number)
    table.run()
    table.wait()
    table.island.model.edit_comment(table.island.id("bo"), vote, "yay")
    table.run()
    table.wait(since)
    table.say("ana", "/build")
    table.run()
    table.referee().run(table.deleted(vote, "mo"))
    assert poll(table, number) == ("open", [("bo", False, "mo")])
    of_it = [entry["kind"] for entry in entries(table.island.files()) if entry["id"].startswith(f"comment/{vote}")]
    assert of_it == ["said", "edited", "deleted"]
    assert table.findings() == []


def test_told_late_it_stands_again() -> None:
    """The verdict's own reading had found it gone, without a name; then the event arrives."""
    table, number = opened()
    vote = table.say("bo", "yay", number)
    table.run()
    told = table.deleted(vote, "mo")
    table.say("ana", "yay", number)
    table.say("ana", "/resolve", number)
    table.run()
    assert poll(table, number) == ("open", [("bo", True, None), ("ana", False, None)])
    table.wait()
    table.referee().run(told)
    table.referee().run(told)
    assert poll(table, number) == ("open", [("bo", False, "mo"), ("ana", False, None)])
    table.say("ana", "/resolve", number)
    table.run()
    assert poll(table, number)[0] == "adopted"
    assert table.findings() == []


@pytest.mark.parametrize("by", ["bo", "mo"])
@pytest.mark.parametrize("later", [60, 7_200])
def test_what_is_known_of_a_deletion_is_judged_once_however_often_and_late_it_is_told(by: str, later: int) -> None:
    """A reading before the verdict dates what it finds gone far back; the event comes after it, or runs are made again."""
    table, number = opened()
    vote = table.say("bo", "yay", number)
    table.run()
    table.wait(10_800)
    told = table.deleted(vote, by)
    table.say("ana", "yay", number)
    table.say("ana", "/resolve", number)
    table.run()
    for _ in range(3):
        table.wait(later)
        table.say("bo", "/build")
        table.referee().run(told)
    ids = [e["id"] for e in entries(table.island.files()) if e["kind"] == "deleted"]
    assert ids == [f"comment/{vote}/deleted"] + ([f"comment/{vote}/deleted/by_another"] if by == "mo" else [])
    assert table.findings() == []


def test_talk_and_commands_that_a_moderator_deleted_unread_are_not_taken_up() -> None:
    table, number = opened()
    command = table.say("bo", "/build", number)
    table.referee().run(table.deleted(command, "mo"))
    talk = table.say("bo", "I have said it.", 1)
    report = table.referee().run(table.deleted(talk, "mo"))
    assert f"comment/{talk}" not in [outcome["id"] for outcome in report.outcomes]
    assert "huts" not in "".join(path for path in table.island.files() if "bo" in path)
    assert poll(table, number) == ("open", [])


def test_a_vote_on_what_was_there_before_is_not_brought_back_by_its_deletion() -> None:
    table, number = opened()
    vote = table.say("bo", "yay", number)
    table.run()
    table.wait()
    path, text = next(iter(SONG.items()))
    table.island.push("ana", number, {path: text.replace("We sing.", "We shout.")})
    table.run()
    table.referee().run(table.deleted(vote, "mo"))
    assert poll(table, number) == ("open", [])


@pytest.mark.parametrize(("by", "status"), [("bo", "open"), ("mo", "adopted")])
def test_a_deletion_told_to_the_very_pass_that_decides_is_judged_before_the_verdict(by: str, status: str) -> None:
    table, number = opened()
    vote = table.say("bo", "yay", number)
    table.say("ana", "yay", number)
    table.run()
    told = table.deleted(vote, by)
    table.wait(3_600)
    table.say("ana", "/resolve", number)
    table.wait()
    table.referee().run(told)
    assert poll(table, number)[0] == status
    assert poll(table, number)[1][0] == ("bo", by == "bo", None if by == "bo" else "mo")
    assert table.findings() == []


@pytest.mark.parametrize("text", ["/dive", "/sing a secret", "yay", "what I should not have said"])
def test_what_was_told_is_told_to_be_gone_though_nothing_follows_from_it(text: str) -> None:
    """Only the event tells of it, once: if nobody wrote it down, pages would show those words for good."""
    table, number = opened()
    said = table.say("bo", text, number if text == "yay" else 1)
    table.say("ana", "/dive")
    table.run()
    table.referee().run(table.deleted(said, "bo"))
    told = [entry["kind"] for entry in entries(table.island.files()) if entry.get("comment") == said]
    assert told == ["said", "deleted"]
    table.run()
    assert table.findings() == []


@pytest.mark.parametrize("passes", [1, 6])
def test_what_a_moderator_deleted_unread_stands_however_late_that_is_told(passes: int) -> None:
    table, number = opened()
    told = table.deleted(table.say("bo", "yay", number), "mo")
    for _ in range(passes):
        table.wait(240)
        table.say("ana", "/status")
        table.run()
    assert poll(table, number) == ("open", [])
    table.referee().run(told)
    assert poll(table, number) == ("open", [("bo", False, "mo")])
    table.referee().run(told)
    assert poll(table, number) == ("open", [("bo", False, "mo")])
    assert table.findings() == []


def test_a_vote_with_much_blank_behind_it_is_as_short_as_any() -> None:
    table, number = opened()
    told = table.deleted(table.say("bo", "yay" + " \n" * 150, number), "mo")
    table.referee().run(told)
    assert poll(table, number) == ("open", [("bo", False, "mo")])
    assert table.findings() == []


def _nothing(table: Table, number: int) -> None:
    """The poll stays open."""


def _closed(table: Table, number: int) -> None:
    table.island.model.update_thread(table.island.id("ana"), number, state="closed")


def _another_head(table: Table, number: int) -> None:
    table.island.push("ana", number, {"rules/island/108-song.md": SONG["rules/island/108-song.md"] + "Loudly.\n"})


def _decided(table: Table, number: int) -> None:
    table.say("ana", "yay", number)
    table.say("ana", "/resolve", number)


@pytest.mark.parametrize("then", [_nothing, _closed, _another_head, _decided])
@pytest.mark.parametrize("by", ["bo", "mo", None])
@pytest.mark.parametrize("text", ["yay", "/build", "I like songs", "yay, or is it"])
@pytest.mark.parametrize("found", [True, False])
def test_a_deletion_is_judged_once_whatever_became_of_the_vote_since(
    then: Callable[[Table, int], None], by: str | None, text: str, found: bool
) -> None:
    """A run that is made again hours later tells of it once more, when new commits may have voided the vote."""
    table, number = opened()
    vote = table.say("bo", text, number)
    table.run()
    table.wait(10_800)
    told = table.deleted(vote, by or "bo")
    told = told if by else Deletion(told.comment)
    if found:
        table.say("ana", "yay", number)
        table.say("ana", "/resolve", number)
        table.run()
    else:
        table.referee().run(told)
    table.wait(3_600)
    then(table, number)
    table.run()
    for _ in range(3):
        table.wait(7_200)
        table.say("bo", "/build")
        table.referee().run(told)
    ids = Counter(e["id"] for e in entries(table.island.files()) if e["kind"] == "deleted")
    assert set(ids.values()) <= {1}, ids
    assert table.findings() == []
