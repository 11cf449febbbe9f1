"""What proofs found of the engine's own: each was a game that could not be replayed, or a file that nobody looked at."""

from __future__ import annotations

import pytest

from engine.game.dice import commitment
from engine.referee.ports import ForgeError
from engine.store import canon
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
