"""What proofs found of the engine's own: each was a game that could not be replayed, or a file that nobody looked at."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.dice import commitment
from engine.referee.ports import ForgeError
from engine.store import canon, journal
from engine.store.records import NOTES
from tests.proof.played import rechained
from tests.referee.in_memory import ANA, Table


def test_a_login_that_changed_is_noted_by_a_comment_of_no_consequence_and_replayed() -> None:
    table = Table()
    table.island.model.account("ana").login = "anna"
    table.say("anna", "hello")
    table.say("bo", "/build")
    table.run()
    assert table.read(ANA)["login"] == "anna"
    assert table.findings() == []


def test_the_record_of_a_proposal_is_put_back_when_somebody_changes_it() -> None:
    table = Table()
    number = table.island.propose(
        "ana", "Songs", {"rules/island/108-songs.md": "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"}
    )
    for who, text in (("ana", "/open"), ("ana", "yay"), ("bo", "yay"), ("ana", "/resolve")):
        table.say(who, text, number)
    table.run()
    before = table.island.files()["proposals/108.md"]
    changes = {p: "files: {}\n" for p in table.island.files() if p.startswith("proposals/changes/")}
    table.by_hand({"proposals/108.md": "Eve won.\n", **changes})
    assert any("proposals/108.md" in f for f in table.findings())
    table.say("ana", "/build")
    table.run()
    assert table.island.files()["proposals/108.md"] == before
    assert table.findings() == []


def test_a_pass_with_another_key_than_the_games_decides_nothing() -> None:
    table = Table()
    engine = {**table.read("state/engine.yaml"), "dice": {"commitment": commitment(b"right")}}
    files = {**table.island.files(), "state/engine.yaml": canon.emit(engine)}
    table.island.store.main = table.island.store.add([], files, "Begin\n\nNomic-Entry: genesis\n", 0, "owner")
    table.say("ana", "/build")
    main = table.island.store.main
    with pytest.raises(ForgeError, match="not the one the game has committed to"):
        table.run(committed=commitment(b"wrong"))
    assert table.island.store.main == main


def forged(table: Table, kind: str, change: dict[str, Any]) -> None:
    """In the engine's last commit an entry of this kind says something else, and all that hangs on it is made to fit."""
    store, last = table.island.store, table.island.store.commits[table.island.store.main]
    day = max(path for path in last.files if path.startswith("state/journal/"))
    before = store.commits[last.parents[0]].files.get(day, "")
    known = journal.entries(before) if before else []
    written = journal.entries(last.files[day])[len(known) :]
    assert any(entry["kind"] == kind for entry in written)
    entries = [{**entry, **change} if entry["kind"] == kind else entry for entry in written]
    anew = rechained(entries, written[0]["previous"])
    head = (written[-1]["hash"], anew[-1]["hash"])
    changes = {day: before + canon.emit_dated(anew), NOTES: last.files[NOTES].replace(*head)}
    changes = {**{p: t for p, t in last.files.items() if t != store.commits[last.parents[0]].files.get(p)}, **changes}
    store.main = store.add(last.parents, changes, last.message.replace(*head), last.time, last.author)


@pytest.mark.parametrize("files", [{ANA: 1}, {"zz": 1}, {"zz": ["x"]}])
def test_an_entry_of_a_commit_by_hand_that_brings_no_text_is_named_and_no_bug_of_the_proof(files: Any) -> None:
    table = Table()
    table.give_ana(17)
    table.run()
    forged(table, "administered", {"files": files})
    assert any("entry " in found and "(commit/" in found for found in table.findings())


@pytest.mark.parametrize("order", [[], {}, 5])
def test_so_is_an_entry_of_the_clocks_that_stands_in_no_order(order: Any) -> None:
    table = Table()
    table.wait(4 * 86_400)
    table.run()
    forged(table, "period", {"order": order})
    assert any("(period/" in found for found in table.findings())
