"""What a change of the law would leave behind is told to who opens it: it would be lost without a word else."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.examples.example_stage import Stage
from tests.island import RULESET, rule, texts, with_rules

DIVES = texts()["rules/island/106-dives.md"]
RENAMED = DIVES.replace("come_up", "surface")


def opened(changes: dict[str, Any], *before: dict[str, Any], law: dict[str, str] | None = None, **given: Any) -> str:
    """All that is said as a pull request with these changes is opened, after these steps."""
    players = {"ana": {"active": True, "shells": 3}, "bo": {"active": True}}
    stage = Stage({"given": {"players": players, **given}}, law or texts(), RULESET)
    pull = {"by": "ana", "opens": {"pull": 12, "title": "A change", "changes": changes}}
    for step in [*before, pull, {"by": "ana", "says": "/open", "on": 12}]:
        assert stage.step(step) is None
    return stage.said[-1]


DIVE = {"by": "ana", "says": "/dive"}


@pytest.mark.parametrize("change", [{"dives": None}, {"106-dives.md": RENAMED}], ids=["repealed", "renamed"])
def test_a_timer_that_would_call_nothing_is_named_with_its_time(change: dict[str, Any]) -> None:
    said = opened(change, DIVE)
    assert "- `come_up` of the rule `dives`, due Mon 2026-01-05 12:30 (UTC), is gone, and nothing happens then" in said


def test_a_timer_whose_function_would_take_other_values_is_named_with_its_time() -> None:
    other = DIVES.replace("def come_up(player)", "def come_up(player, deep)")
    assert other != DIVES
    said = opened({"106-dives.md": other}, DIVE)
    assert "- `come_up` of the rule `dives`, due Mon 2026-01-05 12:30 (UTC), takes other values, and fails then" in said
    optional = DIVES.replace("def come_up(player)", "def come_up(player, deep = 1)")
    assert "Weigh this" not in opened({"106-dives.md": optional}, DIVE)


def test_a_field_that_no_rule_would_declare_is_named_where_somebody_has_something_in_it() -> None:
    said = opened({"fishing": None})
    assert "out of sight" not in said
    hut = {"ana": {"size": 2}}
    assert "no rule declares `size` of `huts`, and what 1 of them holds there is out of sight" in opened(
        {"huts": None}, huts=hut
    )


def test_fields_of_one_collection_stand_in_one_line() -> None:
    boats = rule(
        120, "Boats", front="state: {boats: {name: {type: string}, crew: {type: integer}, oars: {type: integer}}}\n"
    )
    law = with_rules({"120-boats.md": boats})
    said = opened({"boats": None}, law=law, boats={"1": {"name": "Gull"}, "2": {"name": "Tern", "crew": 2}, "3": {}})
    assert said.count("out of sight") == 1
    assert "- no rule declares `crew`, `name` of `boats`, and what 2 of them hold there is out of sight" in said


def test_where_the_function_and_the_field_are_still_there_nothing_is_said() -> None:
    said = opened({"106-dives.md": DIVES.replace("comes up with", "comes up again with")}, DIVE)
    assert "Weigh this" not in said


FEAST = rule(
    120,
    "Feasts",
    front="commands:\n  - {usage: /feast, run: hold, help: Ask for a feast.}\nanswers: {verdict: of_most}\n",
    code=(
        'def hold(player):\n    open_poll("feast", "A feast?")\n\n'
        'def of_most(poll, tally):\n    return "open" if poll["kind"] == "feast" else None\n'
    ),
)


def test_a_vote_of_a_kind_that_no_rule_would_know_is_named() -> None:
    """It would stand open for ever, and wait for everybody in `/status`: nobody would count or decide it."""
    law = with_rules({"120-feasts.md": FEAST})
    asks = {"by": "ana", "says": "/feast"}
    said = opened({"feasts": None}, asks, law=law)
    assert "- no rule speaks any more of a vote such as the open one in #101, `A feast?`" in said
    assert "Weigh this" not in opened({"feasts": None}, law=law)
    renamed = FEAST.replace('"feast"', '"banquet"')
    assert "A feast?" in opened({"120-feasts.md": renamed}, asks, law=law)
    assert "Weigh this" not in opened({"120-feasts.md": FEAST.replace("A feast", "One feast")}, asks, law=law)


@pytest.mark.parametrize("late", [True, False])
def test_a_vote_that_was_opened_before_the_repeal_was_law_is_named_then(late: bool) -> None:
    """Nobody was told of it: it was not there when the repeal was opened."""
    players = {"ana": {"active": True, "shells": 3}, "bo": {"active": True}}
    stage = Stage({"given": {"players": players}}, with_rules({"120-feasts.md": FEAST}), RULESET)
    asks, wait = {"by": "ana", "says": "/feast"}, {"clock": "2026-01-05T13:00:00Z"}
    opens = [
        {"by": "ana", "opens": {"pull": 12, "title": "A change", "changes": {"feasts": None}}},
        {"by": "ana", "says": "/open", "on": 12},
    ]
    votes = [{"by": who, "says": "yay", "on": 12} for who in ("ana", "bo")]
    order = [*opens, wait, asks] if late else [asks, wait, *opens]
    for step in [*order, *votes, {"by": "ana", "says": "/resolve", "on": 12}]:
        assert stage.step(step) is None
    named = "Since the law changed:\n- no rule speaks any more of a vote such as the open one in #101, `A feast?`"
    assert any(named in said for said in stage.said) is late


def test_nor_is_one_of_a_kind_that_no_rule_in_force_names_either() -> None:
    """It is put together, and whoever decides votes of all kinds decides this one then as well."""
    code = 'def hold(player, what):\n    open_poll(what, "A %s?" % what)\n'
    front = "commands:\n  - {usage: /hold <what>, run: hold, help: Ask for it.}\n"
    law = with_rules({"120-feasts.md": FEAST, "121-holding.md": rule(121, "Holding", front=front, code=code)})
    assert "Weigh this" not in opened({"feasts": None}, {"by": "ana", "says": "/hold dance"}, law=law)
