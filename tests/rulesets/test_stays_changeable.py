"""What may be proposed although nothing is quite as usual after it, and what would lock the law: in Credo, Frontier and Assembly."""

from __future__ import annotations

from typing import Any, Final

import pytest

from engine.game.examples.example_stage import Stage
from tests.rulesets.texts import HOST, TEXTS

PLAYERS: Final = {who: {"active": True} for who in ("ana", "bo", "cy")}
VILLAGES: Final = {who: {"name": who.title(), "population": {"general": 50}} for who in PLAYERS}
TURN: Final = {"turn": {"player": "ana", "number": 1, "round": 1}, "turn_order": ["ana", "bo", "cy"]}
GIVEN: Final[dict[str, dict[str, Any]]] = {
    "credo": {"players": PLAYERS, "villages": VILLAGES, "game": {"last_number": 899}},
    "frontier": {"players": PLAYERS, "game": {"last_number": 899, **TURN}},
}
Change = dict[str | int, Any]


def new(front: str, code: str) -> Change:
    return {"900-new.md": f"---\nrule: next\ntitle: New\n{front}---\nSo it is.\n\n```starlark\n{code}```\n"}


def edited(path: str, *replacements: tuple[str, str]) -> Change:
    text = TEXTS[path]
    for old, other in replacements:
        assert old in text
        text = text.replace(old, other)
    return {int(path.rsplit("/", 1)[1][:3]): text}


def opened(ruleset: str, change: Change) -> str | None:
    """What is said against opening it, None if nothing is."""
    stage = Stage({"given": GIVEN[ruleset]}, TEXTS, ruleset, HOST)
    stage.step({"by": "ana", "opens": {"pull": 12, "title": "900 New", "changes": change}})
    return stage.step({"by": "ana", "says": "/open", "on": 12})


FROM_1000: Final = 'def n(proposal):\n    return max(1000, proposal["number"])\n'
PLEASE: Final = (
    'def n(player, proposal):\n    return None if "please" in proposal["title"] else "Say please in the title."\n'
)
LATE: Final = (
    'def n(player, poll):\n    return "It resolves itself." if player else None\n\n'
    "def late(done, poll, tally):\n"
    '    return done or (poll["kind"] == "rule-change" and now() > poll["opened_at"] + hours(72))\n'
)
WITH_A_REASON: Final = edited(
    "rules/credo/306-proposals.md",
    (
        "  - usage: /open\n    run: open_it\n",
        "  - usage: /open because <reason>\n    arguments: {reason: {type: text}}\n    run: open_it\n",
    ),
    ("def open_it(player):", "def open_it(player, reason):"),
)
SOUND: Final[dict[str, tuple[str, Change]]] = {
    "numbers from 1000": ("credo", new("answers: {proposal_number: n}\noverrides: all\n", FROM_1000)),
    "an added number": ("credo", new("adjusts: {proposal_number: n}\n", "def n(x, proposal):\n    return x + 7\n")),
    "say please in the title": ("credo", new("forbids: {open: n}\n", PLEASE)),
    "open because of a reason": ("credo", WITH_A_REASON),
    "72 hours in place of a command": (
        "credo",
        new("forbids: {resolve: n}\nadjusts: {resolves_itself: late}\n", LATE),
    ),
    "say please, in turns": ("frontier", new("forbids: {open: n}\n", PLEASE)),
    "numbers from 1000, in turns": ("frontier", new("answers: {proposal_number: n}\noverrides: all\n", FROM_1000)),
}
LOCKING: Final[dict[str, tuple[str, Change]]] = {
    "on enacted": (
        "credo",
        new(
            "state: {game: {locked: {type: boolean, default: false}}}\non: {enacted: lock}\nforbids: {open: n}\n",
            'def lock(change, poll):\n    put("game", "game", get("game") | {"locked": True})\n\n'
            'def n(player, proposal):\n    return "No." if get("game")["locked"] else None\n',
        ),
    ),
    "a rule that others read is repealed": ("frontier", {201: None}),
    "no vote is one": (
        "credo",
        new("answers: {ballot: n}\noverrides: all\n", 'def n(poll, text):\n    return ""\n'),
    ),
    "a turn that waits for ever": (
        "frontier",
        new("answers: {turn_must_wait: n}\n", "def n(player):\n    return True\n"),
    ),
    "a turn that begins with nobody in it": (
        "frontier",
        new(
            "on: {turn_began: n}\n",
            'def n(player):\n    put("players", player, get("players", player) | {"active": False})\n',
        ),
    ),
    "a turn without an end": (
        "frontier",
        edited("rules/frontier/202-one-turn.md", ("  changed: turn_is_over\n", "")),
    ),
}


@pytest.mark.parametrize("name", SOUND)
def test_sound_rules_may_be_proposed(name: str) -> None:
    assert opened(*SOUND[name]) is None


@pytest.mark.parametrize("name", LOCKING)
def test_locks_may_not(name: str) -> None:
    assert "no rule-change could be adopted" in str(opened(*LOCKING[name])).lower()


def harmless(change: Change) -> Change:
    """The same rules with another title, or with nothing that the engine reads."""
    plain = "---\nrule: next\ntitle: New\nby_hand: true\n---\nSo it is.\n"
    return {which: plain if which == "900-new.md" else {"title": "Another"} for which in change}


@pytest.mark.parametrize("name", LOCKING)
def test_nor_may_they_be_pushed_into_a_proposal_that_was_opened_without_them(name: str) -> None:
    """In a turn that has its proposal nothing else can be opened whatever the law: that makes no lock as good as another."""
    ruleset, change = LOCKING[name]
    stage = Stage({"given": GIVEN[ruleset]}, TEXTS, ruleset, HOST)
    stage.step({"by": "ana", "opens": {"pull": 12, "title": "900 New", "changes": harmless(change)}})
    assert stage.step({"by": "ana", "says": "/open", "on": 12}) is None
    stage.step({"by": "ana", "pushes": 12, "changes": change})
    opened_again = stage.step({"by": "ana", "says": "/open", "on": 12})
    resolved = stage.step({"by": "ana", "says": "/resolve", "on": 12})
    assert "no rule-change could be adopted" in f"{opened_again} {resolved}".lower()
    assert (stage.world.records.get("polls", "12") or {})["status"] in ("withdrawn", "open")


def test_of_two_that_lock_only_together_the_second_does_not_land() -> None:
    """Each is harmless while the other is no law: what was asked at the opening is asked again before it lands."""
    flag = new("state: {game: {sealed: {type: boolean, default: true}}}\nby_hand: true\n", "x = 1\n")
    flag = {"900-flag.md": str(flag["900-new.md"]).replace("by_hand: true\n", "")}
    door = new("forbids: {open: n}\n", 'def n(player, p):\n    return "No." if get("game").get("sealed") else None\n')
    stage = Stage({"given": GIVEN["credo"]}, TEXTS, "credo", HOST)
    for number, by, change in ((12, "ana", flag), (13, "bo", door)):
        stage.step({"by": by, "opens": {"pull": number, "title": f"{number + 888} New", "changes": change}})
        assert stage.step({"by": by, "says": "/open", "on": number}) is None
    for number, by in ((12, "ana"), (13, "bo")):
        for voter in PLAYERS:
            stage.step({"by": voter, "says": "yay", "on": number})
        last = stage.step({"by": by, "says": "/resolve", "on": number})
    assert "no rule-change could be adopted" in str(last)
    assert (stage.world.records.get("polls", "12") or {})["status"] == "adopted"


def test_what_is_said_against_a_command_that_opens_no_proposal_is_not_told_for_what_stood_in_the_way() -> None:
    """Without the rule on turns in Assembly it was said that the next proposal fails as its author is in a party already."""
    players = {name: {"active": True} for name in ("ana", "bo", "cy", "di")}
    turn = {"turn": {"player": "ana", "number": 3, "round": 1}, "turn_order": list(players), "last_number": 899}
    stage = Stage({"given": {"game": turn, "players": players}}, TEXTS, "assembly", HOST)
    stage.step({"by": "ana", "opens": {"pull": 12, "title": "900 Turns", "changes": {"one-turn": None}}})
    refusal = stage.step({"by": "ana", "says": "/open", "on": 12})
    assert str(refusal).endswith("As it was tried, the next proposal could not be opened.")
