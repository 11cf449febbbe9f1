"""What a game's files hold is read in one way by all that show it: by collection, and without what is spoilt."""

from __future__ import annotations

import pytest

from engine.game.exhibits import SILENT
from engine.site.filed import Filed
from engine.site.game import Game
from engine.table.forms import forms
from engine.table.sight import Sight

BOXES = "---\nrule: 190\ntitle: Boxes\nby_hand: true\nfiles: {boxes: cellar}\nstate:\n  boxes:\n    apples: {type: integer}\n---\nBoxes stand in the cellar.\n"
FILES = {
    "state/game.yaml": "name: Island\nruleset: island\n",
    "state/engine.yaml": "paused_at: 5\n",
    "state/cellar.yaml": "b1:\n  apples: 3\nb10:\n  apples: 1\nb2: none\n",
    "state/huts/b.yaml": "owner: a\n",
    "state/huts/a.yaml": "owner: b\n",
    "state/huts/spoilt.yaml": "owner: [\n",
    "state/players/a.yaml": "login: ana\n",
    "state/threads/1.yaml": "state: open\n",
    "rules/island/190-boxes.md": BOXES,
    "rules/island/191-spoilt.md": "---\nrule: [\n",
}
READERS = {
    "files": Filed(FILES),
    "board": Game(FILES, SILENT),
    "board of a game that was told what its law declares": Game(FILES, SILENT, declared=Game(FILES, SILENT).declares()),
    "table": Sight(FILES, "0" * 40, 0, {"keys": {"ana": "a"}}, {}),
}


@pytest.mark.parametrize("of", READERS)
def test_records_are_those_of_their_collection_whatever_the_file_is_called(of: str) -> None:
    found = READERS[of].records
    assert found == {
        "boxes": {"b1": {"apples": 3}, "b10": {"apples": 1}},
        "huts": {"a": {"owner": "b"}, "b": {"owner": "a"}},
        "players": {"a": {"login": "ana"}},
    }
    assert list(found["huts"]) == ["a", "b"]


@pytest.mark.parametrize("of", READERS)
def test_of_rules_those_are_there_that_can_be_read(of: str) -> None:
    assert list(READERS[of].documents) == list(READERS[of].rules) == ["boxes"]


@pytest.mark.parametrize("of", READERS)
def test_people_are_called_by_their_logins(of: str) -> None:
    assert (READERS[of].login("a"), READERS[of].login("b")) == ("ana", "b")


def test_a_table_knows_a_player_by_login_and_whether_the_game_stands_still() -> None:
    table = READERS["table"]
    assert isinstance(table, Sight)
    assert (table.player("ana"), table.player("bo"), table.paused_at) == ({"login": "ana"}, None, 5)


def test_a_form_offers_the_records_that_its_argument_is_named_for() -> None:
    told = {"who": ["anyone"], "slug": "boxes", "rule": 190, "title": "Boxes", "help": "", "numbers": []}
    command = {"usage": "/open <boxe>", "arguments": {"boxe": {"type": "integer"}}, "opens": False, "ends": False}
    law = {
        "keys": {},
        "kinds": {},
        "untold": {"boxes": []},
        "commands": [command | told],
        "refused": {},
        "addressed": [],
    }
    (form,) = forms(Sight(FILES, "0" * 40, 0, law, {"ana": 1}), "ana")
    assert [field.choices for field in form.fields] == [("b1", "b10")]


@pytest.mark.parametrize("name", ["Europe/Nowhere", "7", ""])
def test_utc_stands_in_for_a_time_zone_that_nobody_knows(name: str) -> None:
    """A slip by hand in the record of the game ended `nomic site`; the clock of the game goes on by UTC."""
    game = f'name: Island\nruleset: island\ntimezone: "{name}"\n'
    assert Filed({**FILES, "state/game.yaml": game}).zone == "UTC"
