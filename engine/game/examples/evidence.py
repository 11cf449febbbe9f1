"""What the examples say of a proposal before anyone votes: evidence, not a veto."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.game.examples import examples
from engine.game.words.registry import new_host
from engine.game.world.world import World

# All cases together: a pass has to end, whatever examples a proposal brings. The largest ruleset takes a third of it.
MOST_HAPPENINGS: Final = 3_000
HAPPENINGS_A_CASE: Final = 5  # setting the stage costs as much
CASES_A_FUSE: Final = 25
MOST_SHOWN: Final = 40
LONGEST_NAME: Final = 120


def of_change(world: World, texts: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """(names of examples that no longer hold, names of those that are new or differently written) under these texts."""
    ruleset = world.book.ruleset
    before, after = _cases(world.law.texts, ruleset), _cases(texts, ruleset)
    altered = sorted(
        {name for name, case in after.items() if name not in before or before[name].content != case.content}
    )
    own = set(altered)
    # What the proposal brings comes last: a flood of new examples takes the room from itself alone.
    broken = _failing(world, {name: after[name] for name in sorted(after, key=lambda n: n in own)}, texts)
    failed_before = _failing(world, {n: before[n] for n in broken if n in before}, world.law.texts)
    return _shown(sorted(set(broken) - set(failed_before))), _shown(altered)


def _shown(names: list[str]) -> list[str]:
    """What goes to the voters and into the journal is bounded."""
    more = [f"and {len(names) - MOST_SHOWN} more"] if len(names) > MOST_SHOWN else []
    return [name[:LONGEST_NAME] for name in names[:MOST_SHOWN]] + more


def _failing(world: World, cases: Mapping[str, examples.Case], texts: Mapping[str, str]) -> list[str]:
    """Names of the cases that do not hold, or that there is no room to play. Whoever watches this fold hears now and then
    that a case begins: then there is time anew."""
    host = new_host()
    host.watch, host.fuse = world.host.watch, world.host.fuse
    failing = []
    left = MOST_HAPPENINGS
    for place, (name, case) in enumerate(cases.items()):
        if host.watch is not None and place % CASES_A_FUSE == 0:
            host.watch("", "", 0)
        wrong, judged = examples.counted(case, texts, world.book.ruleset, host, left) if left > 0 else ([""], 0)
        left -= judged + HAPPENINGS_A_CASE
        if wrong:
            failing.append(name)
    return failing


def _cases(texts: Mapping[str, str], ruleset: str) -> dict[str, examples.Case]:
    """Rule and name -> case."""
    found = examples.cases_of_ruleset(texts, ruleset)
    return {
        f"{case.path.rsplit('/', 1)[-1].partition('-')[2].removesuffix('.md')}: {case.name}": case for case in found
    }
