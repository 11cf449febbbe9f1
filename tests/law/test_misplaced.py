"""Code in the prose of a rule that has none is warned of: its author believes that it runs."""

from __future__ import annotations

import pytest

from engine.game.words.registry import new_host
from engine.game.world.engine_fields import FIELDS
from engine.law.close_reading import letters
from engine.law.rulebook import read
from tests.island import rule

CODE = 'def sing(player):\n    reply("La.")\n'


@pytest.mark.parametrize(
    ("prose", "code", "line"),
    [
        (f"We sing.\n\n{CODE}\n{CODE}", "", "8: the rule has no code; a `def` in the prose is prose to the game"),
        (
            f"We sing.\n\n```python\n{CODE}```\n",
            "",
            "9: the rule has no code; the block of `python` in line 8 is prose",
        ),
        (f"We sing.\n\n{CODE}", CODE, ""),
        (
            f"We sing.\n\n```python\n{CODE}```\n",
            CODE,
            "8: this function is prose to the game: move it into the block of `starlark`",
        ),
        (f"We sing.\n\n```js\n{CODE}```\n", CODE, ""),
        ('We sing.\n\n```python\nprint("La.")\n```\n', CODE, ""),
        (f"We sing.\n\n```example\nname: x\nwhen: |\n  {CODE}```\n", "", ""),
        ("We define (def for short) what a song is.", "", ""),
    ],
)
def test_it_is_told_where_the_first_function_begins(prose: str, code: str, line: str) -> None:
    text = rule(120, "Songs", prose=prose, code=code)
    law = {"rules/x/120-songs.md": text}
    told = [str(problem) for problem in letters.misplaced(read("x", law, new_host(), FIELDS)[0])]
    assert [each.removeprefix("rules/x/120-songs.md:")[: len(line)] for each in told] == ([line] if line else []), told
