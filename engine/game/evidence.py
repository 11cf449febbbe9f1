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
    broken = _failing(world, after, texts)
    failed_before = _failing(world, {n: before[n] for n in broken if n in before}, world.law.texts)
    return sorted(set(broken) - set(failed_before)), altered


def _failing(world: World, cases: Mapping[str, examples.Case], texts: Mapping[str, str]) -> list[str]:
    """Names of the cases that do not hold. Whoever watches this fold hears of each case: it has time of its own."""
    host = new_host()
    host.watch, host.fuse = world.host.watch, world.host.fuse
    failing = []
    for name, case in cases.items():
        if host.watch is not None:
            host.watch("", "", 0)
        if examples.play(case, texts, world.book.ruleset, host):
            failing.append(name)
    return failing


def _cases(texts: Mapping[str, str], ruleset: str) -> dict[str, examples.Case]:
    """Rule and name -> case."""
    found = examples.cases_of_ruleset(texts, ruleset)
    return {
        f"{case.path.rsplit('/', 1)[-1].partition('-')[2].removesuffix('.md')}: {case.name}": case for case in found
    }
