"""The two blessed games of Frontier show the whole of it: every command in use and refused, and the facts of each game."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.game.world.engine_fields import FIELDS
from engine.law.rulebook import Rulebook, read
from engine.store import canon, guard
from tests.playthroughs.transcript import HERE
from tests.rulesets.texts import HOST, TEXTS

GAMES = ("frontier_spring", "frontier_autumn")


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return read("frontier", TEXTS, HOST, FIELDS)[0]


def steps(game: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = guard.load((HERE / f"{game}.yaml").read_text(), max_nodes=100_000)["when"]
    return found


def records(game: str) -> dict[str, Any]:
    found: dict[str, Any] = canon.read((HERE / game / "records.yaml").read_text())
    return found


def words(step: dict[str, Any]) -> str:
    """What a step writes: a comment, or the body of an issue; one with the label calls for judgment as well."""
    opened = step.get("opens") or {}
    return str(step.get("says") or ("/judgment x" if "judgment" in opened.get("labels", []) else opened.get("body", "")))


def test_every_command_is_used_and_refused(book: Rulebook) -> None:
    written = [(words(step), "refused" in step) for game in GAMES for step in steps(game)]
    used: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    for _, command in book.commands:
        found = [was_refused for text, was_refused in written if command.usage.match(text) is not None]
        used[command.usage_text] += found.count(False)
        refused[command.usage_text] += found.count(True)
    assert [usage for usage, times in used.items() if not times] == []
    assert [usage for usage, times in refused.items() if not times] == []


def test_spring_is_five_rounds_of_five_players_and_two_who_came_later() -> None:
    found = records("frontier_spring")
    game = found["game"]["game"]
    assert sorted(found["players"]) == ["ana", "bo", "cy", "di", "ed", "fay"]
    assert found["requests"]["fay"]["status"] == "in"
    assert found["requests"]["gus"]["status"] == "out"
    assert game["turn"]["round"] == 5
    assert len(game["winners"]) == 2
    assert all(found["players"][p]["points"] >= 20 for p in game["winners"])
    assert Counter(p["status"] for p in found["polls"].values() if p["kind"] == "rule-change").keys() == {
        *("adopted", "rejected", "withdrawn")
    }


def test_autumn_ends_by_a_ruling_and_what_was_overruled_stands() -> None:
    found = records("frontier_autumn")
    ruling = found["judgments"]["70"]
    assert (ruling["judge"], ruling["judges"], ruling["status"], ruling["barred"]) == ("ana", ["ana"], "ruled", ["vi"])
    assert found["game"]["game"]["winners"] == ["ed"]
    assert found["players"]["bo"]["claim_upgrades"] == 2
    assert found["players"]["ana"]["effects"] == []
    assert found["players"]["ana"]["items"] == {"Fish Oil": 0, "Gold Flakes": 0, "Potion of Cleansing": 0}
    assert found["players"]["gus"]["forfeited"]
