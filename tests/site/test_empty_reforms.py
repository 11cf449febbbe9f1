"""A reform that changes nothing shows nothing for anyone, in every ruleset: forecasts invent no effects."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest

from engine.game.forecasting import effects, pair
from engine.game.words.registry import new_host
from engine.store import canon
from tests.shares import WHOLE, share
from tests.site.played import PLAYED, game

SEEDS: Final = 200 if WHOLE else 2
WEEKS: Final = 4
EMPTY: Final = "---\nrule: next\ntitle: A pause\nby_hand: true\n---\nWhoever is tired may rest.\n"


def _reforms(law: dict[str, str]) -> dict[str, tuple[str, str | None, str]]:
    """What is called empty -> (path, text before, text after): other words, a remark in each rule's code, a rule for people."""
    coded = {path: text for path, text in law.items() if "```starlark\n" in text}
    drawing = [path for path, text in coded.items() if re.search(r"\b(roll|choose|shuffle)\(", text)]
    timed = [path for path, text in coded.items() if re.search(r"(?m)^(periods|timers):", text)]
    found: dict[str, tuple[str, str | None, str]] = {}
    for path in {*drawing[:2], *timed[:2], next(iter(coded))}:
        text = law[path]
        found[f"a remark in {path}"] = (path, text, text.replace("```starlark\n", "```starlark\n# As ever.\n\n", 1))
        found[f"words of {path}"] = (path, text, text.replace("\n---\n", "\n---\nIt is as it was. ", 1))
    folder = next(iter(law)).rsplit("/", 1)[0]
    return {**found, "a rule for people": (f"{folder}/a-pause.md", None, EMPTY)}


def _proposing(files: dict[str, str], path: str, before: str | None, after: str) -> tuple[dict[str, str], str]:
    """The game with its open proposal being this one, and the poll's key."""
    polls = {name: canon.read(text) for name, text in files.items() if name.startswith("state/polls/")}
    name, poll = next((n, p) for n, p in polls.items() if p["status"] == "open" and p.get("change"))
    content: dict[str, Any] = {"files": {path: [before, after]}, "paths": [path], "problems": []}
    changed = {
        name: canon.emit({**poll, "paths": [path]}),
        f"proposals/changes/{poll['change']}.yaml": canon.emit(content),
    }
    return {**files, **changed}, name.rsplit("/", 1)[1].removesuffix(".yaml")


@pytest.mark.parametrize("ruleset", share(list(PLAYED), 5))
def test_what_changes_nothing_shows_nothing_for_anyone(ruleset: str) -> None:
    files, _ = game(ruleset)
    world = {path: text for path, text in files.items() if not path.startswith("state/journal/")}
    law = {p: t for p, t in world.items() if re.fullmatch(rf"rules/{ruleset}/[0-9a-z-]+\.md", p)}
    host, reforms = new_host(), _reforms(law)
    assert len(reforms) >= 3
    for what, (path, before, after) in reforms.items():
        proposed, key = _proposing(world, path, before, after)
        runs = [pair(proposed, key, WEEKS, seed, host) for seed in range(SEEDS)]
        assert effects({}, runs) == [], what
        assert all(without for without, _ in runs), "there is something to be seen"
