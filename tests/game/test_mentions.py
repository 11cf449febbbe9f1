"""Who is named where it concerns them is woken by `@`, and once a day at most."""

from __future__ import annotations

import pytest

from engine.game.examples.example_stage import Stage
from engine.game.replies.mentions import sparing
from tests.island import RULESET, rule, with_rules

CALL = rule(
    120,
    "Calls",
    front="commands:\n  - {usage: /call <player>, run: call_them, help: Call.}\n  - {usage: /shout <player>, run: shout, help: Shout.}\n",
    code=(
        'def call_them(writer, player):\n    reply("Come, @%s, `@%s`!" % (player, player))\n\n'
        'def shout(writer, player):\n    announce("Come, @%s and @%s!" % (player, player))\n'
    ),
)
LAW = with_rules({"120-calls.md": CALL})


def said(*steps: dict[str, str]) -> list[str]:
    people = {who: {"active": True} for who in ("ana", "bo", "cy")}
    stage = Stage({"given": {"players": people}, "when": list(steps)}, LAW, RULESET)
    assert stage.play() == []
    return [text for text in stage.said if "Come" in text]


def says(text: str) -> dict[str, str]:
    return {"by": "ana", "says": text}


def test_within_a_day_a_second_post_names_without_waking() -> None:
    found = said(
        says("/call bo"), says("/shout BO"), says("/call cy"), {"clock": "2026-01-06T11:59:59Z"}, says("/call bo")
    )
    assert found == ["Come, @bo, `@bo`!", "Come, bo and bo!", "Come, @cy, `@cy`!", "Come, bo, `@bo`!"]


def test_a_day_later_they_are_woken_again_as_often_as_one_post_likes() -> None:
    found = said(says("/call bo"), {"clock": "2026-01-06T12:00:00Z"}, says("/shout bo"), says("/call bo"))
    assert found == ["Come, @bo, `@bo`!", "Come, @bo and @bo!", "Come, bo, `@bo`!"]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("@ana, and (@Ana-Lena): @ana.", "ana, and (Ana-Lena): ana."),
        ("a@ana.org `@ana` https://x/@ana", "a@ana.org `@ana` https://x/@ana"),
        ("```\n@ana\n```\n@ana", "```\n@ana\n```\nana"),
        ("@\u200bana", "@\u200bana"),
    ],
)
def test_only_what_would_wake_is_changed(text: str, left: str) -> None:
    assert sparing(text, lambda login: False) == left
    assert sparing(text, lambda login: True) == text
