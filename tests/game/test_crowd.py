"""How many polls one person may have open does not hang on how many others have."""

from __future__ import annotations

import pytest

from engine.game.examples.example_stage import Stage
from engine.game.proposals import crowd
from tests.island import RULESET, rule, with_rules

PEOPLE = {"given": {"players": {name: {"active": True} for name in ("ana", "bo")}}, "when": []}


def test_whoever_has_many_polls_open_keeps_nobody_else_from_opening_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crowd, "MOST_OF_ONE", 3)
    stage = Stage(PEOPLE, with_rules({}), RULESET)
    for by in ("ana", "ana", "ana", "ana", "bo", "bo", "bo", "bo", "ana"):
        stage.step({"by": by, "says": "/council Why?"})
    assert [poll["author"] for _, poll in stage.world.records.items("polls")] == ["ana"] * 3 + ["bo"] * 3


def test_however_many_have_issues_of_their_own_a_proposal_is_put_to_the_vote(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a few who begin votes that never end would keep the law as it is."""
    monkeypatch.setattr(crowd, "MOST_OF_ONE", 2)
    monkeypatch.setattr(crowd, "MOST", 4)
    stage = Stage(PEOPLE, with_rules({}), RULESET)
    for by in ("ana", "ana", "bo", "bo"):
        assert stage.step({"by": by, "says": "/council Why?"}) is None
    stage.step({"by": "cy", "says": "/join"})
    assert stage.step({"by": "cy", "says": "/council Why?", "refused": "4 votes are open already"}) is None
    songs = {"108-songs.md": rule(108, "Songs").replace("rule: 108", "rule: next")}
    assert stage.step({"by": "cy", "opens": {"pull": 12, "title": "Songs", "changes": songs}}) is None
    assert stage.step({"by": "cy", "says": "/open", "on": 12}) is None


def test_whoever_has_votes_opened_in_their_name_by_a_rule_can_open_a_proposal_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(crowd, "MOST_OF_ONE", 3)
    asking = rule(
        120,
        "Asking",
        front="on: {acted: ask_more}\n",
        code='def ask_more(player):\n    if len(polls("more")) < 3:\n        open_poll("more", "Why?")\n',
    )
    stage = Stage(PEOPLE, with_rules({"120-asking.md": asking}), RULESET)
    for _ in range(3):
        assert stage.step({"by": "ana", "says": "/dive"}) is None
    for number in (12, 13, 14, 15):
        songs = {f"{number}0-songs-{number}.md": rule(108, "Songs").replace("rule: 108", "rule: next")}
        assert stage.step({"by": "ana", "opens": {"pull": number, "title": "Songs", "changes": songs}}) is None
    refused = {15: {"refused": "3 votes are open already"}}
    for number in (12, 13, 14, 15):
        assert stage.step({"by": "ana", "says": "/open", "on": number, **refused.get(number, {})}) is None
