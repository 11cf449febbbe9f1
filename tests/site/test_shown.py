"""A mechanic that players invent is on the board by what its rule declares, and by nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.game.exhibits import SILENT
from engine.game.words.registry import new_host
from engine.game.world.engine_fields import FIELDS
from engine.law.documents.document import parse
from engine.law.documents.problems import LawProblems
from engine.law.rulebook import read
from engine.site import frontpage, words
from engine.site.game import Game
from engine.store import canon, records
from tests import island
from tests.site.boards import files, game, pages, player

PEARLS = island.rule(
    120,
    "Pearls",
    front="""state:
  divers:
    name: {type: string, default: ""}
    pearls: {type: integer, default: 0}
    depth: {type: integer, default: 0}
    reef: {enum: [North reef, South reef], default: North reef}
  spots:
    found: {type: string, default: ""}
show:
  divers:
    title: The divers
    columns: [name, {field: key, title: Diver, as: player}, {field: pearls, title: Pearls held}]
    chart: [pearls]
    order: pearls
    map: {at: reef}
    badge:
      field: depth
      marks:
        - {above: 9, shape: triangle, word: too deep, urgent: true}
        - {shape: disc, word: safe}
  spots:
    map: {at: key}
""",
)
MORE = island.rule(121, "Nets", front="show:\n  divers:\n    title: Others\n    columns: [depth]\n")
HELD = {
    "players": {"ana": player("ana", 1), "bo": player("bo", 2)},
    "divers": {
        "ana": {"name": "Finn", "pearls": 3, "depth": 12, "reef": "North reef"},
        "bo": {"name": "<i>Gil</i>", "pearls": 8, "depth": 2, "reef": "South reef"},
    },
    "spots": {"2,-1": {"found": "shoal"}},
}


def test_what_a_new_rule_declares_is_a_table_a_chart_a_map_and_a_badge_without_a_line_of_python() -> None:
    past = tuple((1767000000 + week * 604800, {"divers": {"ana": {"pearls": week}}}) for week in range(3))
    made, _ = pages(game(HELD, {"120-pearls.md": PEARLS, "121-nets.md": MORE}, past=past))
    table = made["records/divers.html"]
    assert table.index("Gil") < table.index("Finn"), "the highest first"
    assert all(words in table for words in ("The divers", "Pearls held", "Depth", "12 too deep", 'href="#triangle"'))
    assert "Others" not in table, "the rule that comes first gives the title"
    assert "<polyline" in made["players/ana.html"] and "12 too deep" in made["players/ana.html"]
    assert "North reef" in made["map.html"] and "2, −1" in made["map.html"]
    assert "too deep: Finn" in made["index.html"] and "The divers" in made["index.html"]


def test_the_case_of_the_documentation_is_on_the_board_as_it_says() -> None:
    told = (Path(__file__).parents[2] / "docs" / "rules.md").read_text()
    rule = next(text for text in re.findall(r"(?ms)^````markdown\n(.*?)^````$", told) if "title: Boats" in text)
    boats = {
        "ana": {"name": "Gull", "east": 0, "north": 0, "catch": 0},
        "bo": {"name": "Tern", "east": 1, "north": 2, "catch": 3},
    }
    made, _ = pages(game({"players": HELD["players"], "boats": boats}, {"124-boats.md": rule}))
    assert "The fleet" in made["index.html"] and "nothing caught: Gull" in made["index.html"]
    table = made["records/boats.html"]
    assert table.index("Tern") < table.index("Gull") and "Skipper" in table and "home with fish" in table
    assert "Gull" in made["map.html"] and "<td" in made["map.html"]


def test_what_players_wrote_is_escaped_wherever_it_stands() -> None:
    made, _ = pages(game(HELD, {"120-pearls.md": PEARLS}))
    assert "&lt;i&gt;Gil" in made["records/divers.html"]
    assert not [path for path, text in made.items() if "<i>Gil" in text]


@pytest.mark.parametrize("seen", [1_767_571_200_000, -(10**13), 10**17, 253_402_300_800])
def test_a_time_that_has_no_date_is_shown_as_the_number_that_it_is(seen: int) -> None:
    rule = island.rule(
        120, "Seen", front="state: {seen: {at: {type: integer}}}\nshow: {seen: {columns: [{field: at, as: time}]}}\n"
    )
    held = {"players": HELD["players"], "seen": {"1": {"at": seen}, "2": {"at": 1_767_571_200}}}
    made, _ = pages(game(held, {"120-seen.md": rule}))
    table = made["records/seen.html"]
    assert "5 January" in table and words.number(seen) in table


@pytest.mark.parametrize("seen", [1_767_571_200_000, -(10**13), 10**17, 253_402_300_800])
def test_so_it_is_in_the_readme_which_is_drawn_all_the_same(seen: int) -> None:
    front = "state: {seen: {at: {type: integer}}}\nshow: {seen: {columns: [{field: at, as: time}], order: at}}\n"
    held = {"players": HELD["players"], "seen": {"1": {"at": seen}, "2": {"at": 1_767_571_200}}}
    one = game(held, {"120-seen.md": island.rule(120, "Seen", front=front)})
    readme = str(frontpage.drawn(one, {"README.md": f"{frontpage.BEGIN}{frontpage.END}"})["README.md"])
    assert "5 January" in readme and words.number(seen) in readme


def test_of_a_game_in_a_time_zone_that_is_none_the_times_are_shown_in_utc() -> None:
    """No board was drawn any more, whatever stood on it, and `nomic site` called it a bug."""
    record = canon.emit({"ruleset": "island", "name": "The island", "timezone": "Berlin"})
    one = Game({**files({}), records.GAME: record}, SILENT)
    readme = str(frontpage.drawn(one, {"README.md": f"{frontpage.BEGIN}{frontpage.END}"})["README.md"])
    assert "10:00 UTC" in readme
    assert "10:00 UTC" in pages(one)[0]["index.html"]


def test_a_collection_that_no_rule_shows_is_among_the_records_all_the_same() -> None:
    made, _ = pages(game({**HELD, "odds": {"x": {"size": 3}}}, {"120-pearls.md": PEARLS}))
    assert (
        "Also kept" in made["records.html"] and "Odds" in made["records.html"] and "Size" in made["records/odds.html"]
    )


@pytest.mark.parametrize(
    ("front", "words"),
    [
        ("show:\n  players:\n    colour: red\n", "unknown key `colour`"),
        ('show:\n  players:\n    columns: ["<b>"]\n', "show"),
        ("show:\n  players:\n    badge: {field: fish, marks: [{shape: skull}]}\n", "skull"),
        ("show:\n  players:\n    map: {size: fish}\n", "at"),
    ],
)
def test_what_cannot_be_shown_is_refused_with_the_line(front: str, words: str) -> None:
    with pytest.raises(LawProblems, match=words):
        parse("rules/island/120-x.md", island.rule(120, "X", front=front))


def test_a_field_that_no_rule_declares_is_warned_of_where_it_is_to_be_shown() -> None:
    law = island.with_rules({"120-x.md": island.rule(120, "X", front="show:\n  players:\n    columns: [fsh, fish]\n")})
    _, problems = read("island", law, new_host(), FIELDS)
    assert [str(p) for p in problems if "fsh" in p.message] and not [p for p in problems if "`fish`" in p.message]


def test_what_is_declared_and_not_there_yet_is_named_among_the_records() -> None:
    rule = "---\nrule: 120\ntitle: Loans\nby_hand: true\nstate:\n  loans:\n    sum: {type: integer}\nshow:\n  loans: {title: Loans, columns: [sum]}\n---\nLoans.\n"
    made, _ = pages(game({"players": {"ana": player("ana", 1)}}, {"120-loans.md": rule}))
    assert "None yet" in made["records.html"] and "Loans" in made["records.html"]
    lent, _ = pages(game({"players": {"ana": player("ana", 1)}, "loans": {"1": {"sum": 5}}}, {"120-loans.md": rule}))
    assert "None yet" not in lent["records.html"] and "records/loans.html" in lent
