"""A collection as a table: in pages, each with how many there are in all; players by their names, whatever columns they have."""

from __future__ import annotations

from engine.game.exhibits import SILENT
from engine.site import pages, tables
from engine.site.build import Board, Journal
from engine.site.notes import Notes
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


def test_the_second_page_of_a_collection_is_not_that_of_the_record_called_two() -> None:
    """Both were one file: whoever went to the second hundred was shown the second loan, or whoever to that loan the hundred."""
    front = "state: {loans: {gold: {type: integer, default: 0}}}\nshow: {loans: {columns: [gold], chart: [gold]}}\n"
    loans = {str(n): {"gold": n} for n in range(1, 102)}
    played = game({"loans": loans}, {"120-loans.md": rule(120, "Loans", front=front)})
    made = [path for path, _ in Board(played, Journal({}, str), Notes()).plan()]
    assert len(set(made)) == len(made)
    first, second = (pages.collection(played, "loans", page) for page in (0, 1))
    assert first["pages"] == second["pages"] == [(0, "loans.html"), (1, "loans.page.2.html")]
    assert {"records/loans.2.html", "records/loans.page.2.html"} <= set(made)


def test_of_a_collection_that_no_rule_shows_nothing_is_that_a_rule_keeps_for_itself() -> None:
    dens = {"d1": {"behind": 3, "colour": "red", "lost": 4}}
    played = game({"dens": dens})
    assert [title for title, _ in tables.table(played, "dens")["columns"]] == ["Behind", "Colour", "Lost"]
    says = {**SILENT, "untold": {"dens": ["behind", "lost"]}}
    assert [title for title, _ in tables.table(game({"dens": dens}, law=says), "dens")["columns"]] == ["Colour"]


def test_a_number_is_no_name_and_stays_a_column() -> None:
    """The chest of the reference's own example was in no table; and what a table is ordered by is called as its column is."""
    front = "show:\n  huts: {columns: [size, {field: held.red, title: Red ones}], order: held.red}\n  dens: {columns: [size], order: held.red}\n"
    held = {"size": 4, "held": {"red": 2}}
    rules = {"120-huts.md": rule(120, "Huts", front=front)}
    played = game({"huts": {"h": held}, "dens": {"d": held}}, rules)
    of_huts, of_dens = (tables.table(played, name) for name in ("huts", "dens"))
    assert (of_huts["first"], of_huts["order"], of_dens["order"]) == ("Which", "Red ones", "Held red")
    assert [title for title, _ in of_huts["columns"]] == ["Size", "Red ones"]
    assert [cell.value for cell in of_huts["rows"][0]["cells"]] == ["4", "2"]


def test_what_is_called_like_a_field_of_players_is_read_as_words() -> None:
    """An offer of Starfarers gave `trade_goods`, where the table above it said *Trade goods*."""
    offers = {"1": {"gives": "trade_goods", "by": "a_b"}}
    played = game({"offers": offers, "players": {"a_b": {**player("a_b", 1), "trade_goods": 2}}})
    assert [cell.value for cell in tables.table(played, "offers")["rows"][0]["cells"]] == ["a_b", "trade goods"]


def test_a_record_that_another_names_is_called_as_people_call_it() -> None:
    """In Assembly the party of a player was `the-greens`, and on the table *The Greens*."""
    played = game(
        {
            "parties": {"the-greens": {"name": "The Greens"}},
            "huts": {"1": {"party": "the-greens", "road": "the-greens"}, "2": {"party": "reds", "road": ""}},
        }
    )
    rows = tables.table(played, "huts")["rows"]
    assert [[cell.value for cell in row["cells"]] for row in rows] == [["The Greens", "the-greens"], ["reds", "–"]]
