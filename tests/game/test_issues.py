"""Issues that rules keep: under a tag each, so many open at once, and one more when another is closed."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.examples.example_stage import Stage
from engine.game.world.wishes import MOST_ISSUES
from tests.island import RULESET, rule, texts, with_rules

FRONT = """commands:
  - {usage: /keep <tag>, run: keep, help: x}
  - {usage: /shut <tag>, run: shut, help: x}
  - {usage: /hand <tag>, run: hand, help: x}
  - {usage: /fill <many>, run: fill, arguments: {many: {type: integer}}, help: x}
"""
CODE = """def keep(player, tag):
    open_issue(tag, "Of " + tag, "By " + player)

def shut(player, tag):
    close_issue(tag, "Enough.")

def hand(player, tag):
    assign(tag, player)

def fill(player, many):
    for n in range(many):
        open_issue("t%d" % n, "Much", "")
"""
LAW = with_rules({"120-issues.md": rule(120, "Issues", front=FRONT, code=CODE)})


@pytest.fixture
def stage() -> Stage:
    return Stage({"given": {"players": {"ana": {"active": True}, "bo": {"active": True}}}, "when": []}, LAW, RULESET)


def says(stage: Stage, text: str, by: str = "ana", **more: Any) -> None:
    assert stage.step({"by": by, "says": text, **more}) is None


def is_open(stage: Stage, tag: str) -> bool:
    return bool((stage.world.records.get("issues", tag) or {})["open"])


def test_so_many_may_be_open_at_once_and_those_may_still_be_changed(stage: Stage) -> None:
    says(stage, f"/fill {MOST_ISSUES - 1}")
    says(stage, "/keep last")
    says(stage, "/keep more", refused=str(MOST_ISSUES))
    assert stage.world.records.get("issues", "more") is None
    says(stage, "/keep last", "bo")
    assert stage.world.records.get("issues", "last")["body"] == "By bo"
    says(stage, "/shut t0")
    says(stage, "/keep more")
    assert is_open(stage, "more")
    says(stage, "/keep t0", refused=str(MOST_ISSUES))
    assert not is_open(stage, "t0")


def test_what_is_closed_is_closed_once_and_opened_again_under_its_tag(stage: Stage) -> None:
    says(stage, "/keep song")
    says(stage, "/shut song")
    assert not is_open(stage, "song")
    assert stage.world.records.get("outbox", "closing/song")["text"] == "Enough."
    stage.world.records.remove("outbox", "closing/song")
    says(stage, "/shut song")
    says(stage, "/shut what-nobody-opened")
    assert [key for key in stage.world.records.keys("outbox") if key.startswith("closing/")] == []
    says(stage, "/keep song")
    assert is_open(stage, "song")


def test_who_is_assigned_what_is_closed_opens_it_for_nobody(stage: Stage) -> None:
    says(stage, "/keep song")
    says(stage, "/hand song")
    assert is_open(stage, "song")
    says(stage, "/shut song")
    says(stage, "/hand song", "bo")
    assert not is_open(stage, "song")
    assert stage.world.records.get("issues", "song")["assignee"] == "bo"


def test_what_is_as_it_was_is_not_said_again(stage: Stage) -> None:
    says(stage, "/keep song")
    stage.world.records.remove("outbox", "issue/song")
    says(stage, "/keep song")
    assert stage.world.records.get("outbox", "issue/song") is None
    says(stage, "/keep song", "bo")
    assert stage.world.records.get("outbox", "issue/song")["body"] == "By bo"


def observed(stage: Stage, tag: str, number: int) -> None:
    """The forge shows that an issue has its number."""
    stage.folding.judge(
        {
            "id": f"observed/{tag}",
            "kind": "observed",
            "time": stage.now,
            "seen_at": stage.now,
            "tag": tag,
            "number": number,
            "thread": None,
            "actor": None,
        }
    )


def test_a_number_that_is_known_or_of_an_issue_that_nobody_asked_for_changes_nothing(stage: Stage) -> None:
    says(stage, "/keep song")
    world = stage.world
    number = world.records.get("issues", "song")["number"]
    world.patch("threads", str(number), state="closed")
    observed(stage, "song", number)
    assert world.records.get("threads", str(number))["state"] == "closed"
    observed(stage, "nobodys", number + 1)
    assert world.records.get("threads", str(number + 1)) is None


def test_an_issue_that_was_opened_anew_on_the_forge_is_known_by_its_new_number(stage: Stage) -> None:
    says(stage, "/keep song")
    number = stage.world.records.get("issues", "song")["number"] + 5
    observed(stage, "song", number)
    assert stage.world.records.get("issues", "song")["number"] == number
    assert stage.world.records.get("threads", str(number))["tag"] == "song"


def test_the_journal_has_the_words_of_a_new_issue_once() -> None:
    stage = Stage({"given": {"players": {"ana": {"active": True}}}}, texts(), RULESET)
    stage.step({"by": "ana", "opens": {"issue": 14, "title": "Here", "body": "/build"}})
    entry = stage.folding.entry
    assert (entry["outcome"]["is"], entry["facts"]["body"], "text" in entry) == ("done", "/build", False)
