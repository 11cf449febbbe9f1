"""A function that only the rule's own code can call is warned of where the front matter names it."""

from __future__ import annotations

from engine.game.words.registry import new_host
from engine.game.world.engine_fields import FIELDS
from engine.law.close_reading import front_matter
from engine.law.rulebook import read
from tests.island import rule

CODE = "def _sing(player):\n    pass\n\ndef hum(player):\n    _sing(player)\n"
COMMANDS = "commands:\n  - {usage: /sing, run: _sing, help: x}\n  - {usage: /hum, run: hum, help: x}\n"


def test_each_place_that_names_one_is_told_and_no_other() -> None:
    law = {"rules/x/120-songs.md": rule(120, "Songs", front=f"on: {{acted: _sing}}\n{COMMANDS}", code=CODE)}
    told = [str(problem).split(" can be")[0] for problem in front_matter.private(read("x", law, new_host(), FIELDS)[0])]
    assert told == ["rules/x/120-songs.md:6: `_sing`", "rules/x/120-songs.md:4: `_sing`"]
