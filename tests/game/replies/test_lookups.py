"""What somebody looks up is answered in words, and much of it is cut where it grows too long to read."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.replies import lookups
from engine.law.documents.document import Command, parse
from engine.store import canon
from tests.island import rule


def command(**words: Any) -> Command:
    """One as a rule declares it."""
    front = canon.emit({"commands": [{"usage": "/sail", "run": "sail"} | words]})
    return parse("rules/x/101-boats.md", rule(101, "Boats", front=front, code="def sail(*args):\n    pass\n")).commands[
        0
    ]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (3, "3"),
        (2.5, "2.5"),
        (True, "yes"),
        (False, "no"),
        ("a hut", "a hut"),
        (["hut", 2, True], "hut, 2, yes"),
        ({"hut_size": 2, "open": False}, "hut size 2, open no"),
        ({"huts": [1, 2]}, "huts 1, 2"),
        ("x" * 300, "x" * 300),
        ("x" * 301, "x" * 300),
        ([1] * 21, ", ".join("1" * 20)),
        ({f"n{n}": n for n in range(21)}, ", ".join(f"n{n} {n}" for n in range(20))),
    ],
)
def test_a_field_is_shown_in_words_and_a_long_one_by_its_beginning(value: Any, shown: str) -> None:
    assert lookups.field("what_it_has", value) == f"what it has: {shown}"


def test_of_more_rules_than_can_be_listed_the_rest_is_counted() -> None:
    found = [(number, "Rule", False) for number in range(1, 102)]
    assert lookups.rules(found[:100]).splitlines()[-1] == "- 100: Rule"
    assert lookups.rules(found).splitlines()[-2:] == ["- 100: Rule", "- and 1 more"]
    assert lookups.rules([(None, "Songs", False)]).splitlines()[-1] == "- without a number: Songs"


def test_of_more_players_than_can_be_listed_the_rest_is_counted() -> None:
    found = [(f"p{place}", 1) for place in range(1, 103)]
    assert lookups.standings("shells_left", found[:100]).splitlines()[-1] == "100. **p100**: 1"
    assert lookups.standings("shells_left", found).splitlines()[-2:] == ["100. **p100**: 1", "and 2 more"]
    assert lookups.standings("shells_left", found).splitlines()[0] == "**Shells left**"
    assert lookups.standings("shells", []).splitlines()[1:] == ["Nobody plays yet."]


def test_of_more_numbers_than_can_be_listed_the_rest_is_counted() -> None:
    changed = [(f"n_{n}", 1, 2) for n in range(13)]
    assert lookups.balance("ana", changed[:12]).endswith(", n 11 1 → 2.")
    assert lookups.balance("ana", changed).endswith(", n 11 1 → 2, and 1 more.")
    assert lookups.own("ana", [(name, after) for name, _, after in changed]).endswith(", n 11 2, and 1 more")


def test_a_long_rule_is_shown_by_its_beginning() -> None:
    def shown(prose: str) -> str:
        return lookups.rule(101, "A rule", prose, {}, [], "rules/x/101-a.md").split("\n\n")[1]

    assert shown("x" * 6_000) == "x" * 6_000
    assert shown("x" * 6_001) == "x" * 5_999 + "…"


def test_a_rule_without_numbers_or_commands_speaks_of_none() -> None:
    bare = lookups.rule(101, "A rule", "So it is.", {}, [], "rules/x/101-a.md")
    assert bare == "**Rule 101: A rule**\n\nSo it is.\n\nThe whole of it: `rules/x/101-a.md`"
    whole = lookups.rule(101, "A rule", "So it is.", {"price": 3}, ["/buy"], "rules/x/101-a.md")
    assert "Its numbers: price 3." in whole
    assert "What it lets you write: `/buy`." in whole


@pytest.mark.parametrize(
    ("argument", "bounds"),
    [
        ({"type": "integer"}, "a whole number"),
        ({"type": "player"}, "a player"),
        ({"type": "integer", "minimum": 0, "maximum": 9}, "a whole number, 0 or more, 9 or less"),
        ({"values": ["Reef", "Bay"]}, "one of Reef, Bay"),
        ({"type": "integer", "default": 1}, "a whole number, 1 if left out"),
        ({"type": "integer", "default": 0}, "a whole number, 0 if left out"),
        ({"type": "integer", "default": None}, "a whole number"),
    ],
)
def test_a_command_says_what_each_argument_may_be(argument: dict[str, Any], bounds: str) -> None:
    given = command(usage="/sail <what>", help="Go.", arguments={"what": argument})
    assert f"- `<what>`: {bounds}\n" in lookups.command(given, 101, "Boats", {})


def test_a_command_says_who_may_use_it_and_by_which_rule() -> None:
    given = command(who=["moderators", "anyone"])
    assert lookups.command(given, 101, "Boats", {"price": 3}).splitlines() == [
        "`/sail`",
        "- for moderators and anyone",
        "- by rule 101 (Boats)",
        "- its numbers: price 3",
    ]
    assert lookups.command(given, None, "Boats", {}).splitlines()[-1] == "- by Boats"


def test_a_command_of_administrators_says_so() -> None:
    assert lookups.own_command("/pause", "Stop.", administers=True) == "`/pause` Stop.\n- for administrators"
    assert lookups.own_command("/help", "This.", administers=False) == "`/help` This."


def test_what_may_be_about_it_is_told_where_nothing_is_like_it() -> None:
    telling = [f"/c{n}" for n in range(7)]
    about = lookups.no_such_command("boats", [], telling).remedy
    assert about == "About it may be `/c0`, `/c1`, `/c2`, `/c3`, `/c4`, `/c5`. All commands: `/help`."
    assert lookups.no_such_command("boats", ["/boat"], telling).remedy == "Did you mean `/boat`? All commands: `/help`."
    assert lookups.no_such_command("boats", []).remedy == "All commands: `/help`."
