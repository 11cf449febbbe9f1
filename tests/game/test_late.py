"""What was found late is heard only where it could be a vote: no command is carried out long after it was written."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.examples.example_stage import Stage
from engine.game.fold.judging import is_heard
from tests.island import RULESET, rule, with_rules

SONG = {"108-song.md": rule(108, "Song").replace("rule: 108", "rule: next")}
AHOY = rule(
    109,
    "Ahoy",
    front="answers: {ballot: ahoy}\n",
    code='def ahoy(poll, text):\n    return "yay" if text == "ahoy" else None\n',
)
FAILING = rule(109, "Failing", front="answers: {ballot: fails}\n", code="def fails(poll, text):\n    return {}[text]\n")


def heard(text: str, code: str = AHOY, **more: Any) -> bool:
    stage = Stage({"given": {"players": {"ana": {"active": True}}}}, with_rules({"109-one.md": code}), RULESET)
    assert stage.step({"by": "ana", "opens": {"pull": 12, "title": "Song", "changes": SONG}}) is None
    assert stage.step({"by": "ana", "says": "/open", "on": 12}) is None
    ana = {"id": stage.person("ana"), "login": "ana", "role": "player"}
    late: Any = {"id": "comment/900", "kind": "said", "time": stage.now, "seen_at": stage.now, "late": True}
    return is_heard(stage.world, {**late, "thread": 12, "actor": ana, "comment": 900, "text": text, **more}, {})


@pytest.mark.parametrize("text", ["yay", " NAY ", "ahoy"])
def test_a_vote_is(text: str) -> None:
    assert heard(text)


@pytest.mark.parametrize("text", ["", " \n", "/dive", "/help", "hello", "ahoyed"])
def test_talk_and_commands_are_not(text: str) -> None:
    assert not heard(text)


@pytest.mark.parametrize(("text", "is_one"), [("yay", True), ("ahoy", False)])
def test_without_an_author_only_what_counts_everywhere_is(text: str, is_one: bool) -> None:
    assert heard(text, actor=None) is is_one


def test_where_the_rule_that_would_tell_fails_it_is_heard_and_answered() -> None:
    assert heard("ahoy", FAILING)


def test_what_seems_to_be_one_is_heard_and_answered() -> None:
    assert heard("yay, gladly")


def test_what_was_not_found_late_is_heard_in_any_case() -> None:
    assert heard("hello", late=False)
