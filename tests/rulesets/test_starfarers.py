"""Starfarers, whatever its players do: cargo, ships, cards and the map against oracles of their own, and people who try to win by
the letter."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game.calendar import stamp
from engine.game.consulting.status import rule_lines
from engine.game.examples import examples
from engine.game.examples.example_stage import Stage
from engine.game.prospects import boards
from engine.game.world.engine_fields import FIELDS
from engine.game.world.transaction import supposing
from engine.law.rulebook import read
from engine.store import canon, guard
from tests.playthroughs.transcript import HERE as GAMES
from tests.rulesets.texts import HOST, TEXTS
from tests.shares import tries

LAWYERS = Path(__file__).parent / "lawyers" / "starfarers.yaml"
CASES = examples.cases_of_file(LAWYERS.name, LAWYERS.read_text(encoding="utf-8"))
NAMES = ["ana", "bo", "cy", "di", "ed"]
GOODS = ["ore", "fuel", "carbon", "food", "science", "trade_goods"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.content["name"])
def test_who_tries_to_win_by_the_letter_finds_no_hole(case: examples.Example) -> None:
    assert [f.message for f in examples.play(case, TEXTS, "starfarers", HOST)] == []


def test_the_blessed_game_and_the_lawyers_use_and_refuse_every_command() -> None:
    book = read("starfarers", TEXTS, HOST, FIELDS)[0]
    steps: list[dict[str, Any]] = guard.load((GAMES / "starfarers_may.yaml").read_text(), max_nodes=100_000)["when"]
    of_rules = examples.cases_of_ruleset(TEXTS, "starfarers")
    steps += [dict(step) for case in [*CASES, *of_rules] for step in case.content["when"]]
    written = [(str(s.get("says") or ""), "refused" in s) for s in steps]
    used: Counter[tuple[str, bool]] = Counter()
    for _, command in book.commands:
        for text, refused in written:
            used[command.usage_text, refused] += command.usage.match(text) is not None
    assert [c.usage_text for _, c in book.commands if not used[c.usage_text, False]] == []
    assert [c.usage_text for _, c in book.commands if not used[c.usage_text, True]] == ["/map"]


def test_the_blessed_game_is_thirteen_days_of_five_players_and_one_who_came_late() -> None:
    found: dict[str, Any] = canon.read((GAMES / "starfarers_may" / "records.yaml").read_text())
    assert found["game"]["game"]["day"] == 13
    assert sorted(found["players"]) == ["ana", "bo", "cy", "di", "ed", "zoe"]
    statuses = Counter(p["status"] for p in found["polls"].values())
    assert statuses.keys() == {"adopted", "rejected", "withdrawn"}
    assert "1,0" in found["spaces"]
    assert found["rulings"]["ruling-1"]["ruled_by"] == "mo"
    cards = [card for pile in found["piles"].values() for card in pile["cards"]]
    assert cards.count("nebula") == 2


def test_the_board_of_a_proposal_tells_when_it_is_voted_on() -> None:
    stage = Stage({"scene": "three", "roles": {"mo": "administrator"}}, TEXTS, "starfarers")

    def after(*steps: dict[str, Any]) -> str:
        assert [stage.step(step) for step in steps] == [None] * len(steps)
        return str(boards.draw(stage.world, ["13"], stage.now)["13"]["text"])

    for who, pull, vouchers in (("ana", 12, 2), ("bo", 13, 4)):
        changes = {903: {"parameters": {"each_week": vouchers}}}
        stage.step({"by": who, "opens": {"pull": pull, "title": "Vouchers", "changes": changes}})
        stage.step({"by": who, "says": "/open", "on": pull})
    assert "It is voted on from 20:00 in Paris on Monday, 2026-01-05." in after()
    votes = [{"by": who, "says": "yay", "on": pull} for who in ("ana", "bo") for pull in (12, 13)]
    assert "It is voted on until 20:00 in Paris on Tuesday, 2026-01-06." in after(
        {"clock": "2026-01-05T19:00:00Z"}, *votes
    )
    pause = [{"by": "mo", "says": "/pause"}, {"clock": "2026-01-05T22:00:00Z"}, {"by": "mo", "says": "/resume"}]
    assert "until 20:00 in Paris on Tuesday, 2026-01-06, and during the next Legislative Day as well" in after(*pause)
    assert "It is voted on until 20:00 in Paris on Wednesday, 2026-01-07." in after({"clock": "2026-01-06T19:00:00Z"})
    with supposing(stage.world):
        stage.world.patch("game", "game", over="All agreed.")
        assert "Nothing decides it any more." in after() and "voted on until" not in after()
    assert "unless new commits bring it up to date by 20:00 in Paris on Thursday" in after(
        {"clock": "2026-01-07T19:00:00Z"}
    )
    assert "20:00" not in after({"clock": "2026-01-08T19:00:00Z"})


# A game in which anything is done, in any order

WHO = st.sampled_from([*NAMES, "zoe"])
DEED = st.sampled_from(
    [
        *["north", "east", "south", "west", "north", "east", "Refueling my ship", "/encounter", "/encounter"],
        *[
            "/choose ore",
            "/choose trade",
            "/choose taste",
            "/choose study",
            "/pirate ana",
            "/pirate bo",
            "/fight",
            "/surrender",
        ],
        *[
            "/surrender ore and fuel",
            "/surrender fuel",
            "/yield ore",
            "/yield fuel",
            "/buy Extra Cargo Space",
            "/join",
            "/active",
        ],
        *[
            "/offer 1 trade good for 1 ore to ana",
            "/offer 1 fuel for 1 trade good to bo",
            "/accept 1",
            "/accept 2",
            "/take-back 1",
        ],
        *["/end", "/go-on", "day", "day", "hour", "/rng 1,6", "/ruling Why?", "/title Star"],
    ]
)
STEPS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}


class Space:
    """A game under way, with hands for every deed."""

    def __init__(self) -> None:
        players = {p: {"active": True, "joined": i + 1, **dict.fromkeys(GOODS, 1)} for i, p in enumerate(NAMES)}
        ships = {p: {"x": 1, "y": 2, "speed": 2, "power": 1} for p in NAMES}
        self.stage = Stage(
            {"given": {"players": players, "ships": ships, "game": {"day": 5}}}, TEXTS, "starfarers", HOST
        )

    def get(self, collection: str) -> dict[str, dict[str, Any]]:
        return dict(self.stage.world.records.items(collection))

    def do(self, who: str, deed: str) -> None:
        if deed in ("day", "hour"):
            self.stage.step({"clock": stamp(self.stage.now + (86_400 if deed == "day" else 3_600))})
            return
        if deed in STEPS:
            ship = self.get("ships").get(who) or {"x": 1, "y": 1}
            x, y = ship["x"], ship["y"]
            deed = f"Moving Ship from ({x},{y}) to ({x + STEPS[deed][0]},{y + STEPS[deed][1]})"
        self.stage.step({"by": who, "says": deed})


@settings(max_examples=tries(30), deadline=None)
@given(st.lists(st.tuples(WHO, DEED), max_size=40))
def test_cargo_ships_cards_and_map_are_in_order_whatever_is_done(deeds: list[tuple[str, str]]) -> None:
    space = Space()
    cards = Counter(card for pile in space.get("piles").values() for card in pile["cards"])
    known: set[str] = set()
    for who, deed in deeds:
        space.do(who, deed)
        players, ships, places = space.get("players"), space.get("ships"), space.get("spaces")
        room = {p: 2 + ("Extra Cargo Space" in ships[p]["upgrades"]) for p in players}
        assert all(0 <= players[p][good] <= room[p] for p in players for good in GOODS)
        assert all(f"{s['x']},{s['y']}" in places for s in ships.values())
        assert all(s["moved"] <= max(s["speed"], 2) and s["durability"] >= 0 for s in ships.values())
        assert all(players[p]["lost"] == ships[p]["ever_destroyed"] for p in players)
        assert Counter(card for pile in space.get("piles").values() for card in pile["cards"]) == cards
        assert known <= set(places)
        assert sum(p["current"] for p in players.values()) <= 1
        known = set(places)
    assert [o for o in space.stage.folding.plan.outcomes if "fault" in o or "faults" in o] == []


@settings(max_examples=tries(40), deadline=None)
@given(st.integers(-3, 5), st.integers(-3, 5), st.integers(-3, 5), st.integers(-3, 5), st.integers(0, 6))
def test_a_ship_goes_from_where_it_is_as_far_as_its_speed_and_nowhere_else(
    x1: int, y1: int, x2: int, y2: int, speed: int
) -> None:
    ship = {"x": 2, "y": 2, "speed": speed}
    given_ = {"players": {"ana": {"active": True}}, "ships": {"ana": ship}, "piles": {"discard": {"cards": []}}}
    stage = Stage({"given": given_}, TEXTS, "starfarers", HOST)
    stage.step({"by": "ana", "says": f"Moving Ship from ({x1},{y1}) to ({x2},{y2})"})
    found = stage.world.records.get("ships", "ana") or {}
    may = (x1, y1) == (2, 2) and 0 < abs(x2 - x1) + abs(y2 - y1) <= speed
    assert (found["x"], found["y"]) == ((x2, y2) if may else (2, 2))


def test_who_joined_while_there_were_no_legislative_days_stands_behind_who_was_there_before() -> None:
    players = {"bo": {"active": True, "joined": 1}, "cy": {"active": True, "joined": 2}}
    days = "902-legislative-days.md"
    stage = Stage({"given": {"players": players, "rules": {902: None}}}, TEXTS, "starfarers", HOST)
    for who in ("zoe", "ana"):
        assert stage.step({"by": who, "says": "/join"}) is None
    text = TEXTS[f"rules/starfarers/{days}"].partition("```example")[0]
    stage.step({"by": "bo", "opens": {"pull": 12, "title": "Days", "changes": {days: text}}})
    stage.step({"by": "bo", "says": "/rescue", "on": 12})
    for who in ("ana", "bo", "cy", "zoe"):
        assert stage.step({"by": who, "says": "yay", "on": 12}) is None
    assert stage.step({"clock": "2026-01-08T12:00:00Z"}) is None
    assert "legislative-days" in stage.world.book.documents
    assert [(stage.world.records.get("players", who) or {})["joined"] for who in ("bo", "cy", "ana", "zoe")] == [
        1,
        2,
        3,
        4,
    ]


def test_whoever_is_inactive_is_told_nothing_that_they_could_do_until_they_are_back() -> None:
    """They play nothing and get no vouchers (906); `/status` named a flight, fuel, upgrades and the vouchers of Thursday."""
    players = {"ana": {"active": False, "vouchers": 1}, "bo": {"active": True, "vouchers": 1}}
    ships = {name: {"x": 1, "y": 1} for name in players}
    stage = Stage({"given": {"players": players, "ships": ships}}, TEXTS, "starfarers", HOST)
    told = {}
    for name in players:
        stage.step({"by": name, "says": "/status"})
        told[name] = stage.said[-1]
    for line in ("Your ship can go", "you can buy", "and get 3 on Thursday"):
        assert line in told["bo"]
        assert line not in told["ana"]


def test_what_is_told_of_a_game_that_is_over_tells_of_nothing_that_is_still_to_come() -> None:
    begun = {
        "players": {"ana": {"active": True, "current": True}, "bo": {"active": False}},
        "piles": {"deck": {"cards": ["nebula"]}},
    }
    attack = {"pirate": "bo", "victim": "ana", "phase": "attacked", "until": 1_767_700_000}
    stage = Stage({"scene": "three", "given": begun | {"attacks": {1: attack}}}, TEXTS, "starfarers")
    stage.step(
        {"by": "ana", "opens": {"pull": 12, "title": "Vouchers", "changes": {903: {"parameters": {"each_week": 2}}}}}
    )
    stage.step({"by": "ana", "says": "/open", "on": 12})
    to_come = ("20:00", "#12", "you can buy", "can go", "`/encounter`", "`/active`", "`/fight`")

    def told() -> set[str]:
        lines = [line for who in ("ana", "bo") for line in rule_lines(stage.world, who)]
        return {what for what in to_come if any(what in line for line in lines)}

    assert told() == set(to_come)
    stage.world.patch("game", "game", over="All agreed.")
    assert told() == set()
