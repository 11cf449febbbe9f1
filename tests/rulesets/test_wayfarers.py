"""Wayfarers, whatever its players do: paths, the map, rounds and votes against oracles of their own."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game.calendar import stamp
from engine.game.examples.example_stage import Stage
from tests.rulesets.test_enacted_anew import adopt, text_of
from tests.rulesets.texts import HOST, TEXTS
from tests.shares import tries

NAMES = ["ana", "Bo", "cy", "di"]
WAYS = {"N": (0, 1), "S": (0, -1), "E": (1, 0), "W": (-1, 0)}
WORDS = {"N": "north", "S": "south", "E": "east", "W": "west"}
BEGAN = re.compile(r"Round (\d+), turn (\d+): it is your turn, @?(\w+)")
Space = tuple[int, int]


def stage_of(players: dict[str, dict[str, Any]], **game: Any) -> Stage:
    return Stage({"given": {"players": players, "game": game}}, TEXTS, "wayfarers", HOST)


def moving(at: Space, far: int) -> Stage:
    """Ana stands there and has thrown so much."""
    ana = {"active": True, "x": at[0], "y": at[1]}
    return stage_of({"ana": ana, "bo": {"active": True}}, round=1, turn=1, phase="movement", current="ana", roll=far)


def walked(start: Space, path: str) -> list[Space]:
    """Every space of a walk, the first included."""
    spaces = [start]
    for way in path:
        spaces.append((spaces[-1][0] + WAYS[way][0], spaces[-1][1] + WAYS[way][1]))
    return spaces


def distance(one: Space, other: Space) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def record(stage: Stage, player: str) -> dict[str, Any]:
    found = stage.world.records.get("players", player)
    assert found is not None
    return found


PLACES = st.tuples(st.integers(-9, 9), st.integers(-9, 9))
PATHS = st.text("NSEW", min_size=1, max_size=7)


@settings(max_examples=tries(120), deadline=None)
@given(PLACES, st.integers(1, 6), PATHS)
def test_a_move_is_taken_exactly_if_it_is_as_long_as_the_throw_and_makes_no_detour(
    start: Space, far: int, path: str
) -> None:
    stage = moving(start, far)
    spaces = walked(start, path)
    refused = stage.step({"by": "ana", "says": f"/move {path}"})
    assert (refused is None) == (len(path) == far == distance(start, spaces[-1]))
    at = (record(stage, "ana")["x"], record(stage, "ana")["y"])
    assert at == (spaces[-1] if refused is None else start)
    if refused is None:
        assert len(set(spaces)) == len(spaces)
        kept = (stage.world.records.get("moves", "ana") or {})["path"]
        assert kept == [f"{x},{y}" for x, y in spaces]


@settings(max_examples=tries(60), deadline=None)
@given(st.text("NSEW", min_size=1, max_size=40), PLACES)
def test_a_path_whose_end_is_as_far_as_it_is_long_comes_to_no_space_twice(path: str, start: Space) -> None:
    spaces = walked(start, path)
    if distance(start, spaces[-1]) == len(path):
        assert len(set(spaces)) == len(spaces)


def spelling(draw: st.DrawFn, path: str) -> str:
    """The same path written otherwise."""
    parts, at = [], 0
    while at < len(path):
        run = len(path[at:]) - len(path[at:].lstrip(path[at]))
        count = draw(st.integers(1, run))
        word = draw(st.sampled_from([path[at], WORDS[path[at]], WORDS[path[at]].title(), path[at].lower()]))
        number = draw(st.sampled_from([f"{count}", f"{count} "])) if count > 1 or draw(st.booleans()) else ""
        parts.append(number + word)
        at += count
    return draw(st.sampled_from([" ", ", ", "-", ""])).join(parts)


@st.composite
def spellings(draw: st.DrawFn) -> tuple[str, str]:
    ways = draw(st.sampled_from(["NE", "NW", "SE", "SW"]))
    path = draw(st.text(ways, min_size=1, max_size=6))
    return path, spelling(draw, path)


@settings(max_examples=tries(80), deadline=None)
@given(spellings())
def test_every_way_to_write_a_path_leads_to_the_same_place(both: tuple[str, str]) -> None:
    path, written = both
    stage = moving((0, 0), len(path))
    assert stage.step({"by": "ana", "says": f"/move {written}"}) is None, written
    assert (record(stage, "ana")["x"], record(stage, "ana")["y"]) == walked((0, 0), path)[-1]


# Rounds, whatever happens in them

DEEDS = st.lists(
    st.tuples(
        st.sampled_from([*NAMES, "eve", "fay"]),
        st.sampled_from(
            ["/join", "/inactive", "/active", "walk", "walk", "walk", "wait", "propose", "yay", "nay", "ask"]
        ),
    ),
    max_size=40,
)


class Watched:
    """A game with what was to be seen after each step."""

    def __init__(self) -> None:
        self.stage = stage_of({name: {"active": True} for name in NAMES}, round=0)
        self.stage.step({"by": "ana", "says": "/start"})
        self.threads = 10
        self.map: dict[str, Any] = {}
        self.look()

    def step(self, who: str, deed: str) -> None:
        game = self.stage.world.game
        if deed == "wait":
            self.stage.step({"clock": stamp(self.stage.now + 30 * 3_600)})
        elif deed == "walk":
            self.stage.step({"by": game["current"], "says": "/roll"})
            self.stage.step(
                {
                    "by": game["current"],
                    "says": "/move " + "NESW"[game["turn"] % 4] * (self.stage.world.game["roll"] or 1),
                }
            )
        elif deed == "propose":
            self.threads += 1
            changes = {
                "103": {"parameters": {"patience": 40 + self.threads % 3, "phases": ["movement", "rule-change"]}}
            }
            self.stage.step(
                {"by": game["current"], "opens": {"pull": self.threads, "title": "Time", "changes": changes}}
            )
            self.stage.step({"by": game["current"], "says": "/open", "on": self.threads})
        elif deed == "ask":
            self.threads += 1
            self.stage.step(
                {"by": who, "opens": {"issue": self.threads, "title": "?", "body": "/judgment Was that right?"}}
            )
            judge = (self.stage.world.records.get("judgments", str(self.threads)) or {}).get("judge")
            if judge:
                self.stage.step({"by": judge, "says": "/judge It was.", "on": self.threads})
        elif deed in ("yay", "nay"):
            self.stage.step({"by": who, "says": deed, "on": self.threads})
        else:
            self.stage.step({"by": who, "says": deed})
        self.look()

    def look(self) -> None:
        world = self.stage.world
        game, players = world.game, dict(world.records.items("players"))
        active = [p for p, r in players.items() if r["active"]]
        spaces = dict(world.records.items("spaces"))
        assert spaces | self.map == spaces  # what is known stays, and stays what it is
        assert len(spaces) >= len(self.map)
        assert sorted(s for r in players.values() for s in r["known"]) == sorted(set(spaces) - {"0,0"})
        assert all(spaces[s]["discovered_by"] == p for p, r in players.items() for s in r["known"])
        assert game["phase"] in ("movement", "rule-change", "over")
        if game["phase"] == "over":
            assert len(active) < 2
        else:
            assert game["current"] in active
        self.map = spaces

    def turns(self) -> list[tuple[int, int, str]]:
        found = [BEGAN.search(line) for text in self.stage.said for line in text.split("\n")]
        return [(int(m[1]), int(m[2]), m[3]) for m in found if m]


@settings(max_examples=tries(40), deadline=None)
@given(DEEDS)
def test_rounds_go_by_the_alphabet_the_map_only_grows_and_nobody_adopts_what_another_did_not_want(
    deeds: list[tuple[str, str]],
) -> None:
    game = Watched()
    for who, deed in deeds:
        game.step(who, deed)
    turns = game.turns()
    assert [number for _, number, _ in turns] == list(range(1, len(turns) + 1))
    assert turns == sorted(turns, key=lambda turn: (turn[0], turn[2].lower()))
    assert max(Counter((round_, player) for round_, _, player in turns).values(), default=1) == 1
    for _, poll in game.stage.world.records.items("polls"):
        if poll["status"] == "adopted":
            assert {b["choice"] for b in poll["ballots"] if not b["deleted"]} == {"yay"}
            assert len({b["voter"] for b in poll["ballots"]}) > 1


def test_each_resource_is_found_about_as_often_as_the_others() -> None:
    stage = moving((0, 0), 1)
    for turn in range(140):
        stage.world.patch("game", "game", phase="movement", current="ana", roll=1)
        assert stage.step({"by": "ana", "says": f"/move {'NE'[turn % 2]}"}) is None
    found = Counter(r["resource"] for s, r in stage.world.records.items("spaces") if s != "0,0")
    expected = sum(found.values()) / 4
    assert set(found) == {"wood", "metal", "water", "food"}
    assert (
        sum((n - expected) ** 2 / expected for n in found.values()) < 16.27
    )  # chi-square, three degrees, one in a thousand


@pytest.mark.parametrize(
    ("rule", "said", "instead"),
    [
        ("104-movement", "die: 1d6", "die: owls"),
        ("108-directions", "longest: 100", "longest: many"),
        ("114-numbers", "first: 201", "first: 0.5"),
    ],
)
def test_what_cannot_stand_in_a_rule_cannot_where_it_is_enacted_anew_under_another_name(
    rule: str, said: str, instead: str
) -> None:
    """Nobody would come to propose any more."""
    given = {
        "players": {p: {"active": True} for p in ("ana", "bo", "cy")},
        "game": {"round": 1, "turn": 1, "phase": "rule-change", "current": "ana"},
        "rules": {rule.partition("-")[2]: None},
    }
    stage = Stage({"given": given}, TEXTS, "wayfarers", HOST)
    text = text_of("wayfarers", rule)
    assert said in text
    adopt(stage, "ana", 12, {"another.md": text.replace(said, instead, 1)})
    assert stage.world.records.get("game", "game")["turn"] == 2  # type: ignore[index]
    assert "another" not in stage.world.book.documents


def test_what_an_administrator_merges_in_the_vote_is_not_said_to_take_effect_later() -> None:
    """It was in force, and the table told for when it waits."""
    people = {"ana": {"active": True}, "bo": {"active": True}}
    stage = stage_of(people, round=1, turn=1, phase="rule-change", current="ana")
    song = "---\nrule: next\ntitle: Song\nby_hand: true\n---\nWe sing.\n"
    number = int(stage.world.game["last_number"] or 0) + 1
    opens = {"pull": 12, "title": f"{number} Song", "changes": {f"{number}-song.md": song}}
    for step in ({"by": "ana", "opens": opens}, {"by": "ana", "says": "/open", "on": 12}):
        assert stage.step(step) is None
    stage.happen("thread", "thread/12/9", "ed", 12, facts={"state": "closed", "merged": True})
    assert stage.world.poll("12")["status"] == "adopted"
    said = "\n".join(stage.said)
    assert "was merged by hand" in said and "it is your turn, @bo" in said
    assert "takes effect when the next turn begins" not in said


def test_a_rule_on_turns_of_another_kind_says_so_and_does_not_fail() -> None:
    """Frontier's places, taken over: there the turn is a map, and here a number."""
    places = TEXTS["rules/frontier/302-places.md"].replace("\nrule: 302", "\nrule: 902", 1).partition("```example")[0]
    law = {"scene": ["three"], "given": {"rules": {"902-places.md": places}}}
    stage = Stage(law, TEXTS, "wayfarers", HOST)
    assert "turns of another kind" in str(stage.step({"by": "ana", "says": "/go Marsh"}))
    assert not any("failed" in said for said in stage.said)
