"""What the examples say of a proposal before anyone votes: evidence, not a veto."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import examples
from engine.game.words.registry import new_host
from engine.game.world import World


def of_change(world: World, texts: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """(names of examples that no longer hold, names of those that are new or differently written) under these texts."""
    ruleset = world.book.ruleset
    before, after = _cases(world.law.texts, ruleset), _cases(texts, ruleset)
    altered = sorted(name for name, case in after.items() if name not in before or before[name].content != case.content)
    host = new_host()
    broken = [name for name, case in after.items() if examples.play(case, texts, ruleset, host)]
    if broken:
        host = new_host()
        held = [n for n in broken if n not in before or not examples.play(before[n], world.law.texts, ruleset, host)]
        broken = held
    return sorted(broken), altered


def _cases(texts: Mapping[str, str], ruleset: str) -> dict[str, examples.Case]:
    """Rule and name -> case."""
    found = examples.cases_of_ruleset(texts, ruleset)
    return {f"{case.path.rsplit('/', 1)[-1].partition('-')[2].removesuffix('.md')}: {case.name}": case for case in found}
