"""Who looks for a rule by a slug that none has, such as by its title, is told: what waits for it would never begin."""

from __future__ import annotations

import pytest

from engine.game.words.registry import new_host
from engine.game.world.engine_fields import FIELDS
from engine.law.close_reading import slugs
from engine.law.rulebook import read
from tests.island import rule


def told(condition: str) -> list[str]:
    code = f"def begin(change, poll):\n    return {condition}\n"
    law = {
        "rules/x/119-songs.md": rule(119, "Songs", front="by_hand: true\n"),
        "rules/x/120-feast.md": rule(120, "Carnival", code=code),
    }
    return [f"{p.line} {p.message}" for p in slugs.warnings(read("x", law, new_host(), FIELDS)[0])]


@pytest.mark.parametrize(
    "condition",
    ['change["slug"] == "carnival"', '"carnival" != change["slug"]', 'change["slug"] in ("songs", "carnival")'],
)
def test_a_slug_that_no_rule_has_is_told_with_that_of_the_rule_itself(condition: str) -> None:
    said = "no rule has the slug `carnival`; the slug is the file's name without number, here `feast`"
    assert told(condition) == [f"9 {said}"]


def test_a_slip_gets_the_nearest_slug() -> None:
    (said,) = told('change["slug"] == "song"')
    assert "no rule has the slug `song`; did you mean `songs`?" in said


@pytest.mark.parametrize("condition", ['change["slug"] == "feast"', 'change["slug"] == poll', 'change["kind"] == "x"'])
def test_of_what_may_hold_nothing_is_said(condition: str) -> None:
    assert told(condition) == []
