"""Comments that were edited before anyone read them: what they have become counts, and nothing they command is done."""

from __future__ import annotations

from tests.referee.in_memory import Table

SONG = {"rules/island/108-song.md": "---\nrule: next\ntitle: Song\nby_hand: true\n---\nWe sing.\n"}


def edited(table: Table, who: str, comment: int, text: str) -> None:
    table.wait()
    table.island.model.edit_comment(table.island.id(who), comment, text)


def test_a_command_that_was_edited_before_it_was_read_is_not_carried_out() -> None:
    table = Table()
    edited(table, "ana", table.say("ana", "hello"), "/build")
    table.run()
    assert "state/huts.yaml" not in table.island.files()


def test_a_vote_counts_as_what_it_has_become() -> None:
    table = Table()
    number = table.island.propose("ana", "Song", SONG)
    table.say("ana", "/open", number)
    edited(table, "bo", table.say("bo", "yay", number), "nay")
    table.run()
    (ballot,) = table.read(f"state/polls/{number}.yaml")["ballots"]
    assert (ballot["voter"], ballot["choice"]) == ("bo", "nay")


def test_a_command_that_is_edited_after_it_was_done_is_not_done_again() -> None:
    table = Table()
    said = table.say("ana", "/give 1 shell to bo")
    table.run()
    edited(table, "ana", said, "/give 3 shells to bo")
    table.run()
    assert table.shells() == 4
