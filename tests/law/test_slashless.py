"""A command that begins as talk does is warned of; one that nobody writes by chance is not."""

from __future__ import annotations

import pytest

from engine.game.words.registry import new_host
from engine.game.world.engine_fields import FIELDS
from engine.law.close_reading import front_matter
from engine.law.rulebook import read
from tests.island import rule


@pytest.mark.parametrize(
    ("usage", "arguments", "warned"),
    [
        ("sing", "{}", True),
        ("sing [<song>]", "{song: {type: text}}", True),
        ("/sing", "{}", False),
        ("!sing", "{}", False),
        ("Refueling my ship", "{}", False),
        ("Moving from (<x>,<y>)", "{x: {type: integer}, y: {type: integer}}", False),
    ],
)
def test_a_single_bare_word_is_told_with_what_may_be_meant(usage: str, arguments: str, warned: bool) -> None:
    front = f'commands:\n  - {{usage: "{usage}", arguments: {arguments}, run: sing, help: x}}\n'
    law = {"rules/x/120-songs.md": rule(120, "Songs", front=front, code="def sing(player, *more):\n    pass\n")}
    told = [str(problem) for problem in front_matter.slashless(read("x", law, new_host(), FIELDS)[0])]
    said = f"`{usage}` begins with no `/`, so that talk may be taken for it: is `/{usage}` meant?"
    assert told == ([f"rules/x/120-songs.md:5: {said}"] if warned else [])
