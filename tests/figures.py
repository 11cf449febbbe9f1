"""The named figures of how swift the engine is, their goals, and the floors beneath them, all measured in one run.

Seconds are those of the clock on the wall where processes work together, and of the processor where one works alone: what
counts is the ratio to a floor of the same run. What only a runner of GitHub's can show stands in docs/operate.md.
"""

from __future__ import annotations

import gc
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import starlark

from engine.forge.repository import GitRepository
from engine.game.examples import examples
from engine.game.fold.folding import fold
from engine.game.plan import Plan
from engine.game.words.registry import new_host
from engine.referee.judging.sweeping import seldom
from engine.referee.verify import verify
from tests import crossings, curves, villages
from tests.bench import ROOT, START, Bench, measured, said, seed, world
from tests.proof.long_games import season
from tests.rulesets.texts import TEXTS

OVER: Final = (250, 500, 1_000)
SEASONS: Final = 12
VILLAGES: Final = 10_000
GETS: Final = 5  # times a week asks for each village; it puts each once
Figures = Mapping[str, float]
# Of a figure with a goal, what the calls into rules alone take of it: nothing that asks them as much comes nearer.
OF_RULES: Final = {
    "week_10000_s": "rules_week_10000_s",
    "fold_per_s": "rules_fold_per_s",
    "example_ms": "rules_example_ms",
}


@dataclass(frozen=True)
class Goal:
    """A figure, or the ratio of two, and what it is to be: at most that much, or at least."""

    name: str
    goal: float
    floor: str = ""
    least: bool = False

    def value(self, figures: Figures) -> float:
        return figures[self.name] / (figures[self.floor] if self.floor else 1.0)

    def ratio(self, figures: Figures) -> float:
        """How far it is from its goal: 1 or less is there."""
        value = self.value(figures)
        return self.goal / value if self.least else value / self.goal

    @property
    def title(self) -> str:
        return f"{self.name} / {self.floor}" if self.floor else self.name


GOALS: Final = (
    Goal("vote_10000_s", 1.3, "vote_10_s"),
    Goal("vote_10_s", 1.8, "import_s"),
    Goal("week_10000_s", 4, "floor_week_10000_s"),
    Goal("fold_per_s", 4_000, least=True),
    Goal("verify_per_s", 10_000, least=True),
    Goal("example_ms", 5),
    Goal("storm_seasons_per_s", 6, least=True),
    Goal("exponent_new", 1.1),
    Goal("exponent_over", 0.1),
    Goal("memory_10000_mb", 150),
)


def processor(act: Callable[[], Any], times: int = 3) -> float:
    """The least processor seconds of so many times: whatever else the machine does only adds to them."""
    taken = []
    for _ in range(times):
        begun = time.process_time()
        act()
        taken.append(time.process_time() - begun)
    return min(taken)


def vote(count: int) -> float:
    """A whole pass with one vote, on the hub, by the clock on the wall."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:  # git may still be packing in it
        return Bench(count, Path(folder)).play()[0]


def imports() -> float:
    """A bare interpreter that imports what talks to GitHub and what runs rules."""
    bare = [sys.executable, "-c", "import github, starlark"]
    return measured(lambda: subprocess.run(bare, check=True), 5)


def week(count: int = VILLAGES) -> float:
    files = world(count)
    return processor(lambda: villages.week(files), 1)


def floor_of_a_week(count: int = VILLAGES) -> float:
    """A bare host in which one rule gets and puts every village as often as a week does, each as one JSON text."""
    record = {"farms": 4, "hunger": -300, "name": "V", "population": {"farming": 8, "general": 80}}
    records = {f"p{i}": record for i in range(count)}
    module = starlark.Module()
    module.add_callable("get", lambda key: json.dumps(records[key]))
    module.add_callable("put", lambda key, text: records.__setitem__(key, json.loads(text)))
    code = "def week(keys, gets):\n  for key in json.decode(keys):\n    found = [json.decode(get(key)) for _ in range(gets)]\n"
    code += "    put(key, json.encode(found[0]))\n"
    globals_ = starlark.Globals.extended_by([starlark.LibraryExtension.Json])
    starlark.eval(module, starlark.parse("week", code, starlark.Dialect.extended()), globals_)
    frozen = module.freeze()
    return processor(lambda: frozen.call("week", json.dumps([*records]), GETS))


def rules_of_a_week(count: int = VILLAGES) -> float:
    files = world(count // 10)
    return crossings.seconds(lambda: villages.week(files), 1) * 10


def folded_a_second() -> float:
    return 1_000 / processor(_thousand)


def rules_folded_a_second() -> float:
    return 1_000 / crossings.seconds(_thousand)


def _thousand() -> Plan:
    """A thousand comments, of each five one that no rule knows, in a game of ten."""
    files = world(10)
    texts = ["/allocate 1 farming", "/buy farm", "/allocate 1 general from farming", "hello", "/give 1 points to p1"]
    inbox = [said(n, n % 10, texts[n % len(texts)]) for n in range(1, 1_001)]
    return fold(files, inbox, START + 2_000, seed)


def verified_a_second() -> float:
    with tempfile.TemporaryDirectory() as folder:
        bare = season(Path(folder), world(10), START, 10_000, 10)
        with GitRepository(str(bare), Path(folder) / "proof") as repository:
            begun = time.process_time()
            found = verify(repository)
            taken = time.process_time() - begun
    assert found.findings == []
    return found.replayed / taken


def milliseconds_an_example() -> float:
    cases, host = examples.cases_of_ruleset(TEXTS, "credo"), new_host()
    return 1_000 * processor(lambda: [examples.play(case, TEXTS, "credo", host) for case in cases]) / len(cases)


def rules_milliseconds_an_example() -> float:
    cases = examples.cases_of_ruleset(TEXTS, "credo")

    def play() -> None:
        host = new_host()
        for case in cases:
            examples.play(case, TEXTS, "credo", host)

    return 1_000 * crossings.seconds(play) / len(cases)


def seasons_a_second() -> float:
    """On two cores, by the clock on the wall."""
    command = [sys.executable, "-m", "tests.storms", "--seeds", str(SEASONS), "--jobs", "2", "--no-shrink"]
    begun = time.perf_counter()
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return SEASONS / (time.perf_counter() - begun)


def exponent_of_what_is_new() -> float:
    """The steepest of the curves at once, twice and four times the size; of each the least of three times."""
    rows = [[curves.measured(name, 250) for _ in range(3)] for name in curves.CURVES]
    return max(curves.exponent(min(r[0] for r in row), min(r[2] for r in row), 4) for row in rows)


def exponent_of_what_is_over() -> float:
    """Fifty comments in a game in which so many threads are closed."""
    inbox = [said(n, n % 10, "/allocate 1 farming") for n in range(1, 51)]

    def taken(over: int) -> float:
        closed = {"kind": "issue", "state": "closed", "title": "Done", "author": {"id": 1, "login": "p0"}, "labels": []}
        text = json.dumps(closed)
        files = world(10) | {f"state/threads/{n}.yaml": f"{text}\n" for n in range(2, over + 2)}
        return processor(lambda: fold(files, inbox, START + 100, seed), 5)

    small, _, large = [taken(over) for over in OVER]
    return curves.exponent(small, large, OVER[-1] // OVER[0])


def memory() -> float:
    """Most megabytes in a week of ten thousand villages, in a process of its own that does nothing else.

    Read where Linux keeps it for a program: what `getrusage` tells of a process that was started begins with its parent's.
    """
    code = f"from tests.villages import week, world; week(world({VILLAGES})); print(open('/proc/self/status').read())"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True)
    (kilobytes,) = (line.split()[1] for line in done.stdout.splitlines() if line.startswith("VmHWM:"))
    return float(int(kilobytes) // 1024)


MEASURED: Final[Mapping[str, Callable[[], float]]] = {
    "vote_10_s": lambda: vote(10),
    "vote_10000_s": lambda: vote(VILLAGES),
    "import_s": imports,
    "week_10000_s": week,
    "floor_week_10000_s": floor_of_a_week,
    "fold_per_s": folded_a_second,
    "verify_per_s": verified_a_second,
    "example_ms": milliseconds_an_example,
    "storm_seasons_per_s": seasons_a_second,
    "exponent_new": exponent_of_what_is_new,
    "exponent_over": exponent_of_what_is_over,
    "memory_10000_mb": memory,
    "rules_week_10000_s": rules_of_a_week,
    "rules_fold_per_s": rules_folded_a_second,
    "rules_example_ms": rules_milliseconds_an_example,
}


def figures(names: tuple[str, ...] = ()) -> Figures:
    """Every figure by its name, or those named."""
    return {name: round(_alone(act), 4) for name, act in MEASURED.items() if not names or name in names}


def _alone(act: Callable[[], float]) -> float:
    """In a process like that of the command and of the judge; what the figures before have left in memory stays out of it."""
    gc.collect()
    seldom()
    return act()


def table(found: Figures) -> str:
    """A line for each goal: what is to be, what was found, and how far it is from there (1 or less is there).

    Behind it what the calls into rules alone come to, where there is nothing else.
    """
    lines = [f"{'figure':<40} {'goal':>12} {'found':>12} {'ratio':>8} {'rules alone':>12}"]
    for goal in GOALS:
        if goal.name in found and (not goal.floor or goal.floor in found):
            wanted = f"{'>=' if goal.least else '<='} {goal.goal:,g}"
            line = f"{goal.title:<40} {wanted:>12} {goal.value(found):>12,.2f} {goal.ratio(found):>8.2f}"
            lines.append(f"{line} {_of_rules(goal, found):>12}".rstrip())
    return "\n".join(lines)


def _of_rules(goal: Goal, found: Figures) -> str:
    name = OF_RULES.get(goal.name)
    if name is None or name not in found:
        return ""
    return f"{goal.value({**found, goal.name: found[name]}):,.2f}"
