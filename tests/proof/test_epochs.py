"""A newer engine judges otherwise: what the older one judged is replayed as it judged, or checked by its hashes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest

from engine.game.entries import Entry
from engine.game.fold import engine_commands
from engine.game.world import world
from engine.game.world.world import World
from engine.referee.ports import ForgeError
from engine.referee.proof.chain import Chain
from engine.referee.proof.epochs import must_rise, oldest_place
from engine.referee.proof.findings import Proof
from engine.referee.verify import verify
from engine.store import canon, journal
from tests.begun import START
from tests.referee.in_memory import ANA, Table

Run = Callable[[World, str], bool]


def with_a_new_command(old: Run, since: int) -> Run:
    """A fold that answers otherwise: it knows one command more, from that semantics on."""

    def run(world: World, text: str) -> bool:
        if text == "/whistle" and world.notes.semantics >= since:
            world.patch("game", "game", name=f"{world.game['name']}!")
            return True
        return old(world, text)

    return run


def upgrade(monkeypatch: pytest.MonkeyPatch, *, since: int, oldest: int) -> None:
    """Puts semantics 2 into use; `since` is the one from which the new command is known."""
    monkeypatch.setattr(engine_commands, "run", with_a_new_command(engine_commands.run, since))
    monkeypatch.setattr(world, "SEMANTICS", 2)
    monkeypatch.setattr(world, "OLDEST_SEMANTICS", oldest)


def played() -> Table:
    """A game in which somebody whistled before there was such a command."""
    table = Table()
    table.say("ana", "/whistle")
    table.say("ana", "/build")
    table.run()
    return table


def played_on(table: Table) -> int:
    """One more pass under the new engine; returns how many entries there were before it."""
    before = len(entries(table))
    table.say("bo", "/whistle")
    table.run()
    return before


def entries(table: Table) -> list[dict[str, Any]]:
    return journal.entries(table.island.files()[journal.path_of(START)])


def proof(table: Table) -> Proof:
    return verify(table.island.repository)


def test_the_first_pass_of_a_newer_engine_notes_it_before_anything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    table = played()
    upgrade(monkeypatch, since=1, oldest=2)
    before = played_on(table)
    assert [e["kind"] for e in entries(table)[before:]][0] == "upgraded"
    assert entries(table)[before]["semantics"] == 2
    assert table.read("state/engine.yaml")["semantics"] == 2
    assert table.read("state/game.yaml")["name"] == "Island!"
    made = table.island.store.main
    table.run()
    table.run()
    assert [e["kind"] for e in entries(table)].count("upgraded") == 1
    assert table.island.store.main == made


def test_entries_of_an_epoch_that_cannot_be_replayed_are_checked_by_their_hashes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = played()
    upgrade(monkeypatch, since=1, oldest=2)
    before = played_on(table)
    found = proof(table)
    assert found.findings == []
    assert found.notes == [f"entries 1 to {before} were judged by another semantics: only their hashes were checked"]
    assert found.replayed == found.entries - before


def test_what_came_after_semantics_that_nobody_can_read_is_checked_by_hashes_until_there_are_known_ones() -> None:
    written: list[dict[str, Any]] = [
        {"kind": "upgraded", "semantics": "later"},
        {"kind": "said"},
        {"kind": "upgraded", "semantics": 1},
        {"kind": "said"},
    ]
    assert oldest_place(Chain(entries=cast("list[Entry]", written)), 1) == 2
    assert oldest_place(Chain(entries=cast("list[Entry]", written[2:])), 1) == 0


def test_semantics_that_no_engine_ever_had_are_no_reason_to_take_anything_as_given() -> None:
    """Who makes a history anew could say of all of it that nobody can judge it again."""
    table = Table()
    engine = {**table.read("state/engine.yaml"), "semantics": 0, "head": "", "entries": 0}
    begun = {**table.island.files(), ANA: canon.emit({**table.read(ANA), "shells": 99})}
    files = {p: t for p, t in begun.items() if not p.startswith(journal.JOURNAL)} | {
        "state/engine.yaml": canon.emit(engine)
    }
    table.island.store.main = table.island.store.add([], files, "Begin\n\nNomic-Entry: genesis\n", START, "owner")
    table.say("ana", "/build")
    table.run()
    assert (
        f"commit {proof_begins(table)[:10]}: says it was judged by semantics 0, and there are none such"
        in proof(table).findings
    )


def proof_begins(table: Table) -> str:
    return table.island.repository.first_parents(table.island.store.main, 100)[-1].sha


@pytest.mark.parametrize("said", ["later", 0, 1, True, None])
def test_an_upgrade_to_no_later_semantics_is_none(said: object) -> None:
    written: list[dict[str, Any]] = [{"kind": "said"}, {"id": "upgraded/x", "kind": "upgraded", "semantics": said}]
    found = Proof()
    must_rise(Chain(entries=cast("list[Entry]", written), days=["a", "a"]), 0, 1, found)
    assert found.findings == ["a: entry 2 (upgraded/x): no engine was upgraded to that from semantics 1"]


def test_upgrades_one_after_another_are() -> None:
    written: list[dict[str, Any]] = [{"kind": "upgraded", "semantics": n} for n in (2, 3, 5)]
    found = Proof()
    must_rise(Chain(entries=cast("list[Entry]", written), days=["a"] * 3), 0, 1, found)
    must_rise(Chain(entries=cast("list[Entry]", written), days=["a"] * 3), 2, 3, found)
    assert found.findings == []


def test_the_same_journal_without_the_epoch_would_not_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the epoch is for: the new fold comes to another outcome of the old entry."""
    table = played()
    upgrade(monkeypatch, since=1, oldest=1)
    played_on(table)
    assert any("outcome" in f and "whistle" in f for f in proof(table).findings)


def test_entries_of_an_epoch_the_fold_still_knows_are_replayed_as_they_were_judged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = played()
    upgrade(monkeypatch, since=2, oldest=1)
    played_on(table)
    found = proof(table)
    assert found.findings == found.notes == []
    assert found.replayed == found.entries


def test_an_entry_of_an_old_epoch_that_was_changed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    table = played()
    upgrade(monkeypatch, since=1, oldest=2)
    played_on(table)
    day = journal.path_of(START)
    text = table.island.files()[day]
    sha = table.by_hand({day: text.replace("text: /build", "text: /rest", 1)})
    assert any(f"was changed (text) by commit {sha[:10]}" in f for f in proof(table).findings)


def test_what_is_tampered_with_in_the_new_epoch_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    table = played()
    upgrade(monkeypatch, since=1, oldest=2)
    played_on(table)
    sha = table.by_hand({ANA: canon.emit({**table.read(ANA), "shells": 17})})
    (found,) = proof(table).findings
    assert found.startswith(f"{ANA}: shells is 17 and should be 5 (commit {sha[:10]}")


def test_an_older_engine_decides_nothing_in_a_game_that_a_newer_one_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    table = played()
    with monkeypatch.context() as newer:
        upgrade(newer, since=1, oldest=2)
        played_on(table)
    table.say("ana", "/build")
    main = table.island.store.main
    with pytest.raises(ForgeError, match="judged by semantics 2; this engine knows them up to 1"):
        table.run()
    assert table.island.store.main == main


def test_an_older_engine_says_that_it_cannot_prove_what_a_newer_one_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    table = played()
    with monkeypatch.context() as newer:
        upgrade(newer, since=1, oldest=2)
        before = played_on(table)
        table.say("bo", "/whistle")
        table.run()
    found = proof(table)
    (said,) = found.findings
    assert f": entry {before + 1} (upgraded/2): from here on a newer engine judged" in said
    assert found.replayed == before
    (said,) = verify(table.island.repository, start=table.island.store.main).findings or [""]
    assert said == "", "nothing comes after it"


def test_commits_by_hand_and_an_upgrade_in_one_pass_are_both_in_force(monkeypatch: pytest.MonkeyPatch) -> None:
    table = played()
    upgrade(monkeypatch, since=1, oldest=2)
    table.give_ana(17)
    played_on(table)
    assert table.shells() == 17
    assert proof(table).findings == []
