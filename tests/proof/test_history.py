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
