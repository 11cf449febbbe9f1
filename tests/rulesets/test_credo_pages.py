"""What README.md and docs/play.md tell players of Credo is so: each command is one, and a newcomer who follows them is fed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.game.consulting import commands
from engine.game.examples.example_stage import Stage
from engine.game.fold import engine_commands, looking_up
from engine.game.world.world import World
from engine.law import display
from tests.rulesets.texts import TEXTS

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CREDO = README[README.index("## How to play Credo") : README.index("## Read on")]
PLAY = (ROOT / "docs" / "play.md").read_text(encoding="utf-8")
# What the page shows as refused is tried in tests/docs.
PAGES = {"README.md": CREDO, "play.md": PLAY[: PLAY.index("## When you are refused")]}
ON_ONES_PULL_REQUEST = {"/open", "/resolve", "/close"}


def written(page: str) -> list[str]:
    """The commands a page shows."""
    return re.findall(r"`(/[a-z][^`]*)`", PAGES[page])


def of_the_engine(world: World, text: str) -> bool:
    """Whether the engine itself answers to it."""
    return engine_commands.is_one(text) or (looking_up.first(world, text) or looking_up.last(world, text)) is not None


@pytest.mark.parametrize("page", PAGES)
def test_every_command_on_the_page_is_one(page: str) -> None:
    world = Stage({"given": {"players": {"ana": {"active": True}}}}, TEXTS, "credo").world
    world.moment.writer = "ana"
    assert len(written(page)) > 5
    unknown = [c for c in written(page) if commands.match(world, c) is None and not of_the_engine(world, c)]
    assert unknown == []


@pytest.mark.parametrize("page", PAGES)
def test_who_does_what_the_page_says_is_not_hungry_on_wednesday(page: str) -> None:
    stage = Stage(
        {"given": {"players": {"ana": {"active": True}}, "villages": {"ana": {"population": {"general": 50}}}}},
        TEXTS,
        "credo",
    )
    for says in written(page):
        if says.split()[0] in ("/join", "/describe", "/allocate", "/buy"):
            assert stage.step({"by": "bo", "says": says}) is None
    stage.step({"clock": "2026-01-07T15:00:00Z"})
    found = stage.world.records.get("villages", "bo")
    assert found is not None
    assert found["hunger"] <= 0
    assert any("hundred" in s or "100 points" in s for s in stage.said)


def test_a_trade_goes_as_the_page_says() -> None:
    offer, answer = (c for c in written("README.md") if c.startswith(("/offer", "/accept")))
    villages = {"ana": {"population": {"general": 9}}, "bo": {"population": {"general": 9}, "hunger": -20}}
    players = {"ana": {"active": True, "points": 5}, "bo": {"active": True}}
    stage = Stage({"given": {"players": players, "villages": villages}}, TEXTS, "credo")
    assert stage.step({"by": "bo", "says": offer}) is None
    assert stage.step({"by": "ana", "says": answer}) is None


def test_the_words_that_a_proposal_is_made_of_are_kept_for_a_rule_and_told_to_nobody() -> None:
    """Not even where no rule says what came of `/resolve`, and the answer lists what is other than before."""
    stage = Stage({"scene": "three", "given": {"rules": {"award": None, "incentive": None}}}, TEXTS, "credo")
    new = "---\nrule: next\ntitle: Choirs\nby_hand: true\n---\nWe sing `softly`.\n"
    stage.step({"by": "ana", "opens": {"pull": 12, "title": "900 Choirs", "changes": {"choirs.md": new}}})
    for by, says in (("ana", "/open"), ("ana", "yay"), ("bo", "yay")):
        assert stage.step({"by": by, "says": says, "on": 12}) is None
    assert (stage.world.records.get("wordings", "12") or {})["spared"]
    heard = len(stage.said)
    assert stage.step({"by": "ana", "says": "/resolve", "on": 12}) is None
    assert [text for text in stage.said[heard:] if "wordings" in text] == []
    assert display.declared(stage.world.book.ranked)["wordings"].page == "none"


def test_numbers_and_hours_on_the_page_are_those_of_the_rules() -> None:
    world = Stage({}, TEXTS, "credo").world
    rules = world.book.documents
    assert f"`{int(world.game['last_number']) + 1} What it is about`" in CREDO
    assert [entry["cron"] for entry in rules["hunger"].schedule] == ["0 15 * * 3"]
    assert [entry["cron"] for entry in rules["growth"].schedule] == ["0 15 1 * *"]
    made, hands = rules["farm-production"].parameters, rules["farming"].parameters["hands"]
    assert f"feeds {made['sure'] + 1} to {made['sure'] + made['die']} people a week and needs {hands} people" in CREDO
    assert f"earn {rules['descriptions'].parameters['reward']} points" in CREDO


def test_the_credo_section_fits_a_screen() -> None:
    assert CREDO.count("\n") < 36
