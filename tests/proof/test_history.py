"""Where a proof may begin: at a commit of the engine's, named by enough digits; else the nearest before it is told."""

from __future__ import annotations

import pytest

from engine.referee.ports import ForgeError
from engine.referee.verify import verify
from tests.referee.in_memory import Table


def begun_later() -> tuple[Table, str, str]:
    """A game whose repository held something before it; that commit, and the first of the game."""
    table = Table()
    store = table.island.store
    first = next(c for c in store.commits.values() if not c.parents)
    before = store.add([], {"README.md": "Mine.\n"}, "Begin", first.time - 60, "owner")
    store.main = store.add([before], first.files, first.message, first.time, first.author)
    return table, before, store.main


def test_before_the_first_commit_of_the_game_no_replay_can_begin() -> None:
    table, before, first = begun_later()
    with pytest.raises(ForgeError, match="none of the engine's") as told:
        verify(table.island.repository, before)
    assert told.value.remedy == "There is none before it."
    after = table.by_hand({"README.md": "Ours.\n"})
    with pytest.raises(ForgeError) as told:
        verify(table.island.repository, after)
    assert told.value.remedy == f"The nearest before it is {first}."


@pytest.mark.parametrize(("digits", "findings"), [(40, 0), (7, 0), (6, 1)])
def test_a_commit_is_named_by_seven_digits_at_least(digits: int, findings: int) -> None:
    table, _, first = begun_later()
    assert len(verify(table.island.repository, first[:digits].upper()).findings) == findings


def test_a_commit_that_came_with_a_merge_was_rewritten_by_nobody_and_no_replay_begins_there() -> None:
    """Whoever gave the head of a proposal that was adopted was told that history had been rewritten."""
    table = Table()
    number = table.island.propose("ana", "No gifts", {"rules/island/104-gifts.md": None})
    for who, text in (("ana", "/open"), ("ana", "yay"), ("bo", "yay"), ("ana", "/resolve")):
        table.say(who, text, number)
    head = table.island.store.heads[number]
    table.run()
    assert table.island.repository.is_ancestor(head, table.island.store.main)
    with pytest.raises(ForgeError, match="came to main with a merge") as told:
        verify(table.island.repository, head)
    assert "--first-parent" in told.value.remedy
    assert "is not in the history of main" in verify(table.island.repository, "f" * 40).findings[0]


def test_nobody_hides_that_history_was_rewritten_by_merging_the_old_one() -> None:
    table = Table()
    store = table.island.store
    table.say("ana", "/build")
    table.run()
    noted = store.main
    store.main = store.commits[noted].parents[0]
    table.say("bo", "/build")
    table.run()
    new = store.main
    store.main = store.add([new, noted], {}, "Merge", table.island.clock(), "owner")
    assert "is not in the history of main" in verify(table.island.repository, noted).findings[0]
