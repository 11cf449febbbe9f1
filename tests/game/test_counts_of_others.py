"""What is shown of a poll follows what its rules count by: other polls, and any record; and nothing is shown anew that reads the same."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.examples.example_stage import Stage
from engine.game.prospects import recounts
from engine.law.reach import ANY, reads
from tests.island import RULESET, rule, with_rules

GIVEN: dict[str, Any] = {"players": {name: {"active": True, "shells": 3} for name in ("ana", "bo", "cy", "di")}}
FIRST_FIRST = rule(
    120,
    "First first",
    front="adjusts: {counted_ballots: not_without_the_first}\n",
    code=(
        "def not_without_the_first(standing, poll, received):\n"
        '    earlier = [p for p in polls("council") if p["key"] < poll["key"]]\n'
        '    said = [b["voter"] for p in earlier for b in p["ballots"] if b["choice"] and not b["deleted"]]\n'
        '    return [b for b in standing if not earlier or b["voter"] in said]\n'
    ),
)
RICH = 'load("purse", "has_any")\n\ndef the_rich(electors, poll):\n    return [p for p in electors if has_any(p)]\n'
PURSE = 'def has_any(player):\n    return get("players", player)["shells"] > 0\n'
SCALES = 'def weighed(ballots):\n    return [b | {"weight": get("players", b["voter"])["shells"]} for b in ballots]\n'
THE_RICH = rule(120, "The rich", front="adjusts: {electorate: the_rich}\n", code=RICH)
OF_ANAS_SHELLS = rule(
    120,
    "Of ana's shells",
    front="adjusts: {verdict: as_ana_can_pay}\n",
    code='def as_ana_can_pay(verdict, poll, tally):\n    return verdict if get("players", "ana")["shells"] > 1 else "open"\n',
)


def staged(law: dict[str, str], *steps: dict[str, Any]) -> Stage:
    """Two councils are open."""
    opened = [{"by": "ana", "says": f"/council {why}"} for why in ("Why?", "Who?")]
    stage = Stage({"given": GIVEN, "when": [*opened, *steps]}, law, RULESET)
    assert stage.play() == []
    assert not stage.world.book.broken, stage.world.book.broken
    return stage


def shown(stage: Stage, step: dict[str, Any]) -> list[str]:
    """The polls whose boards are drawn anew after it."""
    stage.step(step)
    return sorted(stage.world.moment.polls)


def test_a_poll_counted_by_another_is_shown_anew_with_a_vote_in_that_one_if_its_count_is_another() -> None:
    votes: list[dict[str, Any]] = [
        {"by": "bo", "says": "yay", "on": "council/1", "label": "first"},
        {"by": "bo", "says": "yay", "on": "council/2"},
        {"by": "cy", "says": "nay", "on": "council/2"},
    ]
    stage = staged(with_rules({"120-first-first.md": FIRST_FIRST}), *votes)
    assert shown(stage, {"by": "cy", "says": "nay", "on": "council/1"}) == ["council/1", "council/2"]
    assert shown(stage, {"by": "ana", "says": "yay", "on": "council/1"}) == ["council/1"]
    assert shown(stage, {"by": "ana", "says": "yay", "on": "council/2"}) == ["council/2"]
    assert shown(stage, {"by": "bo", "edits": "first", "to": "let me think"}) == ["council/1", "council/2"]


def test_where_no_rule_counts_by_another_poll_a_vote_is_shown_in_its_own_alone_and_nothing_is_noted() -> None:
    stage = staged(with_rules({}), {"by": "bo", "says": "yay", "on": "council/1"})
    assert shown(stage, {"by": "cy", "says": "yay", "on": "council/2"}) == ["council/2"]
    assert stage.world.notes.counts == {}


def test_polls_are_shown_anew_when_a_record_that_says_who_may_vote_changes_and_the_count_with_it() -> None:
    law = with_rules({"120-the-rich.md": THE_RICH})
    law["rules/library/purse.star"] = PURSE
    stage = staged(law)
    assert shown(stage, {"by": "ana", "says": "/give 1 shell to bo"}) == []
    assert shown(stage, {"by": "ana", "says": "/give 2 shells to bo"}) == ["council/1", "council/2"]


def test_polls_are_shown_anew_when_a_record_that_a_verdict_names_changes() -> None:
    stage = staged(with_rules({"120-payable.md": OF_ANAS_SHELLS}))
    assert shown(stage, {"by": "ana", "says": "/give 2 shells to bo"}) == ["council/1", "council/2"]


def test_what_was_noted_of_a_poll_goes_with_it() -> None:
    stage = staged(with_rules({"120-first-first.md": FIRST_FIRST}))
    assert sorted(stage.world.notes.counts) == ["council/1", "council/2"]
    for who in ("ana", "bo", "cy", "di"):
        stage.step({"by": who, "says": "yay", "on": "council/1"})
    stage.step({"by": "ana", "says": "/resolve", "on": "council/1"})
    assert stage.world.poll("council/1")["status"] != "open"
    assert sorted(stage.world.notes.counts) == ["council/2"]


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ('return get("parties", p)', {"parties"}),
        ('return [k for k in keys("parties")] + find("players", "party", p)', {"parties", "players"}),
        ('return [x for x in polls("council") if tally(x["key"])["yay"]]', {"polls"}),
        ("return get(p, p)", {ANY}),
        ('return ask("worth", p)', {ANY}),
        ("return helped(p)", {"hoards"}),
        ("return now()", set()),
    ],
)
def test_what_a_function_reads_is_found_in_its_text_and_in_what_it_calls(code: str, found: set[str]) -> None:
    text = f'def f(p):\n    {code}\n\ndef helped(p):\n    return get("hoards", p)\n'
    stage = Stage({"given": GIVEN, "when": []}, with_rules({"120-x.md": rule(120, "X", code=text)}), RULESET)
    assert reads(stage.world.book, "x", "f") == found


@pytest.mark.parametrize(
    "body",
    [
        'return [b | {"weight": get("players", b["voter"])["shells"]} for b in standing]',
        'for b in standing:\n        b["weight"] = get("players", b["voter"])["shells"]\n    return standing',
        'return [dict(b, weight = get("players", b["voter"])["shells"]) for b in standing]',
        'return [b | {"weight": 2} if get("players", b["voter"])["shells"] > 2 else b for b in standing]',
        'return [b | {"weight": 2} for b in standing if get("players", b["voter"])["shells"] > 2]',
        'if get("players", "ana")["shells"] > 2:\n        return [b | {"weight": 2} for b in standing]\n    return standing',
        "return weighed(standing)",
    ],
    ids=["in a map", "in a place of a map", "by name", "for some", "and no others", "at times", "by the library"],
)
def test_what_votes_weigh_by_is_shown_anew_when_it_changes(body: str) -> None:
    weighty = rule(
        120,
        "Weighty",
        front="adjusts: {counted_ballots: by_shells}\n",
        code=f'load("scales", "weighed")\n\ndef by_shells(standing, poll, received):\n    {body}\n',
    )
    law = with_rules({"120-weighty.md": weighty})
    law["rules/library/scales.star"] = SCALES if "weighed" in body else "def weighed(ballots):\n    return ballots\n"
    stage = staged(law, {"by": "ana", "says": "yay", "on": "council/1"})
    assert shown(stage, {"by": "ana", "says": "/give 1 shell to bo"}) == ["council/1", "council/2"]


@pytest.mark.parametrize(
    "body",
    [
        'return [b | {"weight": 2} for b in standing]',
        'return [b | {"weight": 1} for b in standing if get("players", b["voter"])["shells"] >= 0]',
    ],
    ids=["two", "one, of those who count"],
)
def test_where_every_vote_weighs_the_same_it_is_not(body: str) -> None:
    two = f"def two(standing, poll, received):\n    {body}\n"
    law = with_rules({"120-two.md": rule(120, "Two", front="adjusts: {counted_ballots: two}\n", code=two)})
    stage = staged(law, {"by": "ana", "says": "yay", "on": "council/1"})
    assert shown(stage, {"by": "ana", "says": "/give 1 shell to bo"}) == []


def test_a_poll_is_counted_again_only_where_something_changed_that_rules_count_by(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stage = staged(with_rules({"120-first-first.md": FIRST_FIRST}))
    counted: list[str] = []
    otherwise = recounts.is_otherwise
    monkeypatch.setattr(
        recounts, "is_otherwise", lambda world, key, found: (counted.append(key), otherwise(world, key, found))[1]
    )
    stage.step({"by": "ana", "says": "/give 1 shell to bo"})
    assert counted == []
    stage.step({"by": "ana", "says": "yay", "on": "council/1"})
    assert counted == ["council/2"]
