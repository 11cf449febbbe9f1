"""The other rulesets and the shelf with any one of their rules repealed while everything is under way: no rule fails, and what can be
changed stays so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest

from engine.game.calendar import stamp
from engine.game.examples.example_stage import Stage
from tests.rulesets.texts import HOST, TEXTS
from tests.shares import share

WHO: Final = ("ana", "bo", "cy", "di")
SEAL: Final = "e205d8ba6e9351df1c904b69ad488895a663df213eaeed19824f021620306bed"  # of `7 owl`
TURN: Final = {"turn": {"player": "ana", "number": 9, "round": 3, "may_roll": ["di"]}, "turn_order": list(WHO)}
RICH: Final = {
    **dict.fromkeys(("wheat", "timber", "iron", "fish"), 60),
    "items": {"Bread": 2, "Stew": 2, "Axe": 2, "Fish Oil": 2, "Gold Flakes": 2},
    "profession": "Cook",
    "stayed": {"place": "City", "turns": 4},
}
GOODS: Final = dict.fromkeys(("ore", "fuel", "carbon", "food", "science", "trade_goods"), 2)
REDS: Final = {"name": "Reds", "members": ["ana", "bo", "cy"], "founder": "ana", "established": True, "treasury": 60}


def everyone(**record: Any) -> dict[str, Any]:
    return {who: {"active": True, **record} for who in WHO}


GIVEN: Final[dict[str, dict[str, Any]]] = {
    "frontier": {"players": everyone(**RICH), "game": TURN},
    "assembly": {
        "players": everyone(gold=300, party="reds") | {"di": {"active": True, "gold": 300, "party": "blues"}},
        "parties": {"reds": REDS, "blues": {"name": "Blues", "members": ["di"], "founder": "di", "established": True}},
        "game": TURN,
    },
    "starfarers": {
        "players": everyone(vouchers=5, **GOODS),
        "ships": {who: {"x": 1, "y": 2, "speed": 2, "power": 1} for who in WHO},
        "game": {"day": 5},
    },
    "wayfarers": {
        "players": everyone(),
        "game": {"round": 1, "turn": 1, "phase": "rule-change", "current": "ana"},
    },
    "shelf": {"players": everyone(points=30), "game": {"treasury": 9}},
}

# What is under way when the law changes.
UNDER_WAY: Final[dict[str, list[tuple[str, str]]]] = {
    "frontier": [
        ("ana", "/claim"),
        ("bo", "/claim"),
        ("ana", "/offer 1 wheat for 1 iron to bo"),
        ("bo", "/offer 1 axe for 2 iron to ana"),
        ("ana", "/craft Bread"),
        ("ana", "/use Axe on di"),
        ("ana", "/use Fish Oil on cy"),
        ("zoe", "/join"),
        ("bo", "/object to zoe"),
    ],
    "assembly": [
        ("bo", "/swap with di"),
        ("ana", "/party leave"),
        ("ana", "/party found Greens"),
        ("zoe", "/join Zola"),
        ("zoe", "/party join Blues"),
        ("bo", "/party pay 3 to ana"),
        ("cy", "/party rename Browns"),
    ],
    "starfarers": [
        ("ana", "/offer 1 ore for 1 trade good to bo"),
        ("bo", "/offer 1 ore for 1 trade good to cy"),
        ("ana", "/pirate bo"),
        ("cy", "/pirate di"),
        ("ana", "/ruling Why?"),
        ("cy", "/end"),
        ("zoe", "/join"),
    ],
    "wayfarers": [("zoe", "/join"), ("di", "/inactive")],
    "shelf": [
        ("ana", "/bounty 2 for a song"),
        ("ana", "/lend 2 to bo"),
        ("bo", "/borrow 1"),
        ("ana", "/lend 2 to cy"),
        ("cy", "/dig"),
        ("ana", "/shop 2 lamps"),
        ("ana", "/elect bo"),
        ("ana", "/grant 3 to bo"),
        ("ana", "/rank red, green"),
        ("ana", "/auction a lamp"),
        ("bo", f"/bid {SEAL} in 1"),
        ("cy", "/follow ana"),
        ("ana", "/step north"),
    ],
}
# What people write in the two weeks after that.
AFTER: Final[dict[str, list[tuple[str, str]]]] = {
    "frontier": [
        ("di", "/roll resources"),
        ("bo", "/accept 1"),
        ("ana", "/decline 2"),
        ("bo", "/go Marsh"),
        ("ana", "/upgrade claim"),
        ("bo", "/use Bread on ana and cy"),
        ("cy", "/use Stew on di to Desert"),
        ("di", "/forfeit for good"),
    ],
    "assembly": [
        ("di", "/swap with bo"),
        ("bo", "/class DOG"),
        ("zoe", "/party join Greens"),
        ("cy", "/party leave"),
        ("di", "/forfeit for good"),
    ],
    "starfarers": [
        ("bo", "/surrender"),
        ("di", "/fight"),
        ("di", "/yield ore"),
        ("bo", "/accept 1"),
        ("cy", "/encounter"),
        ("cy", "/choose ore"),
        ("ana", "Moving Ship from (1,2) to (0,2)"),
        ("ana", "/buy Extra Cargo Space"),
        ("bo", "/end"),
    ],
    "wayfarers": [("bo", "/roll"), ("bo", "/map"), ("di", "/active")],
    "shelf": [
        ("ana", "/award 1 to bo"),
        ("bo", "/repay 1"),
        ("cy", "/borrow 2"),
        ("cy", "/dig"),
        ("bo", "/show 7 owl in 1"),
        ("ana", "/unfollow"),
        ("bo", "/step east"),
    ],
}
LAWS: Final = [
    path
    for path, text in TEXTS.items()
    if path.split("/")[1] in GIVEN and path.count("/") == 2 and "```starlark" in text
]

# Their repeal cannot be put to the vote.
WITHOUT_WHICH_NOTHING_CHANGES: Final = ("order", "one-turn", "everyone-votes", "thirty-six-hours")


def begun(ruleset: str) -> Stage:
    """A game in which all rules can be repealed."""
    law = {path: text for path, text in TEXTS.items() if path.startswith((f"rules/{ruleset}/", "rules/library/"))}
    fixed = [path for path in law if "\nimmutable: true\n" in law[path]]
    given = GIVEN[ruleset] | {"rules": {int(path.split("/")[2][:3]): {"immutable": False} for path in fixed}}
    return Stage({"given": given}, law, ruleset, HOST)


def wait(stage: Stage, hours: int) -> None:
    stage.step({"clock": stamp(stage.now + 3_600 * hours)})


def adopt(stage: Stage, ruleset: str, number: int) -> None:
    """By everybody's yay, and as each game decides it."""
    stage.step({"by": "ana", "opens": {"pull": 12, "title": "900 It", "changes": {number: None}}})
    stage.step({"by": "ana", "says": "/open", "on": 12})
    if ruleset == "starfarers":
        wait(stage, 8)
    for who in (*WHO, "zoe"):
        stage.step({"by": who, "says": "yay", "on": 12})
    if ruleset == "starfarers":
        wait(stage, 24)
    if ruleset == "shelf":
        stage.step({"by": "ana", "says": "/resolve", "on": 12})
        wait(stage, 73)


def two_weeks(stage: Stage, ruleset: str) -> None:
    for day in range(14):
        wait(stage, 24)
        for who, says in AFTER[ruleset] if day % 4 == 0 else []:
            stage.step({"by": who, "says": says})
        stage.step({"by": WHO[day % 4], "says": "/judge Yes.", "on": 77})
        stage.step({"by": WHO[day % 4], "says": "/status"})


def failed(stage: Stage) -> Iterator[str]:
    for outcome in stage.folding.plan.outcomes:
        found = [outcome.get("fault"), *outcome.get("faults", [])]
        yield from (f"{fault['rule']}: {fault['why']}" for fault in found if fault)


@pytest.mark.parametrize("path", share(LAWS, 6))
def test_without_any_rule_what_is_under_way_goes_on_or_ends_and_no_rule_fails(path: str) -> None:
    _, ruleset, name = path.split("/")
    stage = begun(ruleset)
    for who, says in UNDER_WAY[ruleset]:
        assert stage.step({"by": who, "says": says}) is None, says
    stage.step({"by": "bo", "opens": {"issue": 77, "title": "Hm", "body": "/judgment Is it?"}})
    adopt(stage, ruleset, int(name[:3]))
    two_weeks(stage, ruleset)
    assert list(failed(stage)) == []
    poll = stage.world.records.get("polls", "12")
    if poll is None:
        assert name[4:-3] in WITHOUT_WHICH_NOTHING_CHANGES
    else:
        assert poll["landed"]
