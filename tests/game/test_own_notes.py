"""The engine's own notes: each has a name and a kind, what is not there is said in one way, and files hold no other."""

from __future__ import annotations

import pytest

from engine.game.own_notes import Note, OwnNotes, StoredNotes
from engine.game.state import State
from engine.game.world.records import APART
from engine.store import canon
from engine.store.records import NOTES
from tests.referee.in_memory import Table

NAMES = {name for name, found in vars(OwnNotes).items() if isinstance(found, Note)}


def played() -> dict[str, str]:
    """The files of a game in which something was said, proposed and voted on."""
    table = Table()
    table.wait()
    number = table.island.propose(
        "ana", "Song", {"rules/island/108-song.md": "---\nrule: next\ntitle: Song\n---\nLa.\n"}
    )
    for who, text, on in (("ana", "/build", 1), ("ana", "/open", number), ("bo", "yay", number), ("adm", "/pause", 1)):
        table.say(who, text, on)
        table.run()
    return dict(table.island.files())


def test_a_games_file_holds_none_that_has_no_name() -> None:
    found = set(canon.read(played()[NOTES]))
    assert {"cursor", "head", "open_polls"} <= found <= NAMES | {"outbox", *APART}


def test_each_is_read_as_it_stands_in_the_file_and_empty_where_it_is_not_there() -> None:
    files = played()
    notes, written = State(files).notes, canon.read(files[NOTES])
    assert {name: getattr(notes, name) for name in NAMES & set(written)} == {
        n: written[n] for n in NAMES & set(written)
    }
    assert (notes.rescues, notes.unconfirmed, notes.resumed_at, notes.part) == ({}, [], None, 1)
    assert StoredNotes({"seen": None}).seen == {}


def test_written_as_none_it_is_there_no_more() -> None:
    kept: dict[str, object] = {}
    notes = OwnNotes(kept.get, kept.__setitem__)
    notes.held = {"12": {"text": "Nobody may.", "at": 5}}
    assert kept == {"held": {"12": {"text": "Nobody may.", "at": 5}}}
    notes.held = {} or None
    assert (kept, notes.held) == ({"held": None}, {})


def test_those_of_a_file_can_only_be_read() -> None:
    with pytest.raises(TypeError, match="the note cursor can only be read here"):
        StoredNotes({"cursor": 1}).cursor = 2
