"""A change of the law that records there are do not fit: said on its board while it is voted on, and how to mend it."""

from __future__ import annotations

from typing import Any

from engine.game.consulting import constraints
from engine.game.examples.example_stage import Stage
from engine.game.prospects import boards
from engine.game.prospects.outlook import outlook
from engine.store import canon
from tests.island import RULESET, rule, texts
from tests.pace import within

MUCH = {101: {"state": {"players": {"shells": {"type": "integer", "minimum": 50, "default": 50}}}}}
REMEDY = "Let the field allow what is there, or give it another name; an administrator can `/correct` the record."
LEFT = "Nobody declares that field now: a rule that is gone has left it."
PEOPLE: dict[str, Any] = {"ana": {"active": True, "shells": 3}, "bo": {"active": True, "shells": 60}}


def opened(changes: dict[Any, Any], players: dict[str, Any] = PEOPLE) -> Stage:
    """Ana's proposal, adopted if it is resolved."""
    stage = Stage({"given": {"players": players}}, texts(), RULESET)
    for step in [
        {"by": "ana", "opens": {"pull": 12, "title": "Much", "changes": changes}},
        {"by": "ana", "says": "/open", "on": 12},
        {"by": "ana", "says": "yay", "on": 12},
        {"by": "bo", "says": "yay", "on": 12},
    ]:
        assert stage.step(step) is None
    return stage


def blocks(stage: Stage) -> str:
    return "\n".join(outlook(stage.world, "12").blocks)


def resolved(stage: Stage, refused: str = "") -> str | None:
    return stage.step({"by": "ana", "says": "/resolve", "on": 12, **({"refused": refused} if refused else {})})


def test_the_board_says_which_record_does_not_fit_and_what_to_do() -> None:
    stage = opened(MUCH)
    assert "shells of players ana: 3 is less than the minimum of 50" in blocks(stage)
    assert REMEDY in blocks(stage) and LEFT not in blocks(stage)
    text = str(boards.draw(stage.world, ["12"], stage.now)["12"]["text"])
    assert "What stands in the way of its landing:\n- That would break the record: shells of players ana" in text
    assert resolved(stage, REMEDY) is None


def test_it_is_told_in_which_line_which_rule_says_so() -> None:
    """A rule that asks for less, and comes after it, does not."""
    lax = rule(140, "Debts", front="state: {players: {shells: {type: integer, minimum: -5}}}\n")
    law = texts() | {"rules/island/140-debts.md": lax}
    stage = Stage({"given": {"players": PEOPLE}}, law, RULESET)
    stage.world.patch("players", "ana", shells=-1)
    (line,) = (
        n for n, text in enumerate(law["rules/island/101-landing.md"].split("\n"), start=1) if "shells: {" in text
    )
    found = constraints.violation(stage.world, ("players", "ana"))
    assert found is not None and f"Rule 101 (Landing) forbids that in line {line}." in found.reason


def test_once_every_record_fits_the_board_says_no_more_of_it_and_it_lands() -> None:
    stage = opened(MUCH)
    stage.world.patch("players", "ana", shells=50)
    assert blocks(stage) == ""
    assert resolved(stage) is None
    assert (stage.world.records.get("polls", "12") or {})["landed"] is True


def test_what_a_rule_that_is_gone_has_left_is_told_to_be_so() -> None:
    lucky = rule(140, "Luck", front="state: {players: {luck: {type: integer, default: 0}}}\n").replace("140", "next")
    stage = opened({"140-luck.md": lucky}, {**PEOPLE, "bo": {"active": True, "luck": "great"}})
    assert "luck of players bo: must be a whole number, and is 'great'" in blocks(stage)
    assert LEFT in blocks(stage) and REMEDY in blocks(stage)
    assert resolved(stage, LEFT) is None


MENDING = rule(
    140,
    "Plenty",
    front="state: {players: {shells: {type: integer, minimum: 50}}}\non: {enacted: give}\n",
    code='def give(change, poll):\n    put("players", "ana", get("players", "ana") | {"shells": 50})\n',
).replace("140", "next")


def test_where_a_rule_of_the_change_puts_right_what_does_not_fit_nothing_stands_in_its_way() -> None:
    stage = opened({"140-plenty.md": MENDING})
    before = dict(stage.world.records.items("players"))
    assert blocks(stage) == ""
    assert dict(stage.world.records.items("players")) == before
    assert resolved(stage) is None
    assert (stage.world.records.get("polls", "12") or {})["landed"] is True


def test_what_did_not_fit_before_is_said_only_where_the_change_is_about_it() -> None:
    stage = opened({105: {"state": {"huts": {"size": {"type": "integer", "maximum": 2, "default": 0}}}}})
    stage.world.patch("players", "ana", shells=-1)
    assert blocks(stage) == ""
    stage.world.records.put("huts", "bo", {"size": 3})
    assert "size of huts bo" in blocks(stage)


def test_the_records_of_ten_thousand_players_are_looked_through_in_a_moment() -> None:
    stage = opened(MUCH, {**PEOPLE, "ana": {"active": True, "shells": 50}})
    assert blocks(stage) == ""
    for number in range(10_000):
        stage.world.records.put("players", f"p{number}", {"active": False, "shells": 50, "id": number, "login": "p"})
    assert within(0.5, lambda: blocks(stage), tries=1) == ""


def test_of_two_files_by_hand_that_do_not_fit_the_first_by_name_is_told_however_they_are_listed() -> None:
    """A replay may have them in another order than the pass that judged them."""
    stage = Stage(
        {"given": {"players": {who: {"active": True} for who in ("ana", "bo")}}, "when": []}, texts(), RULESET
    )
    assert stage.play() == []
    wrong = {f"state/players/{who}.yaml": canon.emit({"active": True, "shells": -1}) for who in ("bo", "ana")}
    by_hand = {"id": "commit/1", "kind": "administered", "time": stage.now, "actor": None, "commit": "a" * 40}
    stage.folding.judge(by_hand | {"files": wrong})
    outcome = stage.folding.entry["outcome"]
    assert outcome["is"] == "refused" and "ana" in outcome["reason"] and "bo" not in outcome["reason"]
