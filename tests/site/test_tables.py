"""A collection as a table: in pages, each with how many there are in all; players by their names, whatever columns they have."""

from __future__ import annotations

from engine.site import tables
from tests.island import rule
from tests.site.boards import game, player

SHOWN = """show:
  players: {title: Islanders, page: records, columns: [shells, fish]}
  songs: {title: Songs, page: records, columns: [name, verses]}
state:
  songs:
    name: {type: string}
    verses: {type: integer}
"""


def test_of_many_records_each_page_has_the_next_hundred_and_says_how_many_there_are() -> None:
    played = game({"huts": {f"h{n:03}": {"size": n} for n in range(205)}})
    shown = [tables.table(played, "huts", first) for first in (0, 100, 200)]
    assert [page["all"] for page in shown] == [205] * 3
    sizes = [row["cells"][0].value for page in shown for row in page["rows"]]
    assert sizes == [str(n) for n in range(205)]
    assert [len(page["rows"]) for page in shown] == [100, 100, 5]


def test_a_record_is_called_as_its_first_column_says_and_a_player_by_the_own_name() -> None:
    songs = {"s1": {"name": "Ode", "verses": 3}}
    played = game(
        {"players": {"ana": player("ana", 1)}, "songs": songs}, {"120-songs.md": rule(120, "Songs", front=SHOWN)}
    )
    of_players, of_songs = (tables.table(played, name) for name in ("players", "songs"))
    assert (of_players["first"], [title for title, _ in of_players["columns"]]) == ("Player", ["Shells", "Fish"])
    assert (of_songs["first"], [title for title, _ in of_songs["columns"]]) == ("Name", ["Verses"])
