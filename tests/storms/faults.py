"""Everything that goes wrong, by name; and how what strikes a pass is set up before it."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from engine.referee.ports import ForgeError
from tests.storms import company, meddling, mischief, scenarios, upheaval
from tests.storms.actors import Actors
from tests.storms.fault_plan import Crash, FaultPlan
from tests.storms.ledger import Said
from tests.storms.mood import EVEN, SILENCE, USUAL, Mood
from tests.storms.runs import EVICTED, FATES
from tests.storms.scenarios import CONFLICT

Fault = Callable[[FaultPlan, Actors, random.Random], None]


def drawn(name: str, *between: int) -> Fault:
    """What strikes where chance has it, or as often, and has no more to it: that part of the plan is a number between these."""

    def fault(fault_plan: FaultPlan, actors: Actors, chance: random.Random) -> None:
        assert hasattr(fault_plan, name)
        setattr(fault_plan, name, chance.randrange(*between))

    return fault


def crash(fault_plan: FaultPlan, actors: Actors, chance: random.Random) -> None:
    fault_plan.crash, fault_plan.crash_after = chance.randrange(8), chance.random() < 0.5


def push_refused(fault_plan: FaultPlan, actors: Actors, chance: random.Random) -> None:
    fault_plan.refuse = True


def push_lost(fault_plan: FaultPlan, actors: Actors, chance: random.Random) -> None:
    fault_plan.lose = True


def api_error(fault_plan: FaultPlan, actors: Actors, chance: random.Random) -> None:
    fault_plan.error, fault_plan.error_after = chance.randrange(9), chance.random() < 0.3


def rate_limit(fault_plan: FaultPlan, actors: Actors, chance: random.Random) -> None:
    fault_plan.page_size, fault_plan.limit_at = 3, chance.choice((1, 1, 2))


def page_shift(fault_plan: FaultPlan, actors: Actors, chance: random.Random) -> None:
    """While the pages are read, someone edits a comment of the first one: all behind it move up."""
    fault_plan.page_size = 3
    fault_plan.moments.append((chance.randrange(1, 6), lambda: touch(actors, chance), ""))


def touch(actors: Actors, chance: random.Random) -> None:
    """An old vote is edited in the middle of a reading."""
    window = [s for s in actors.ledger.comments.values() if s.deleted_at is None and s.at > actors.now - 3_600]
    votes = [s for s in window if s.text.strip().lower() in ("yay", "nay") and s.author not in actors.ledger.gone]
    if votes:
        actors.island.fault_plan.strike("page shifting while read")
        actors.edit(votes[0].id, "nay" if votes[0].text.strip().lower() == "yay" else "yay")


def unknown_head(fault_plan: FaultPlan, actors: Actors, chance: random.Random) -> None:
    fault_plan.hidden_heads = chance.choice((60, 600))


def no_permission(fault_plan: FaultPlan, actors: Actors, chance: random.Random) -> None:
    fault_plan.without = chance.choice(("contents", "issues", "issues", "statuses"))


def overlap(fault_plan: FaultPlan, actors: Actors, chance: random.Random) -> None:
    fault_plan.moments.append((chance.randrange(10), lambda: another_run(actors), "two runs overlapping"))


def another_run(actors: Actors) -> None:
    """A whole run in the middle of another; what goes wrong is the other's."""
    fault_plan = actors.island.fault_plan
    kept = {name: value for name, value in vars(fault_plan).items() if name != "struck"}
    fault_plan.clear()
    try:
        actors.island.referee().run()
    except (Crash, ForgeError):
        pass
    finally:
        vars(fault_plan).update(kept)


def moved(fault_plan: FaultPlan, actors: Actors, chance: random.Random) -> None:
    note = f"note {chance.randrange(1000)}\n"
    fault_plan.moments.append((chance.randrange(10), lambda: actors.commit_by_hand({"notes.txt": note}), ""))


def edit_now(fault_plan: FaultPlan, actors: Actors, chance: random.Random) -> None:
    """A ballot is edited between two calls of a pass."""

    def act() -> None:
        votes = _votes(actors)
        if votes:
            said = chance.choice(votes)
            actors.edit(said.id, chance.choice(("yay", "nay", "hm")))

    fault_plan.moments.append((chance.randrange(12), act, "vote edited while read"))


def delete_now(fault_plan: FaultPlan, actors: Actors, chance: random.Random) -> None:
    def act() -> None:
        votes = _votes(actors)
        if votes:
            actors.delete(chance.choice(votes).id)

    fault_plan.moments.append((chance.randrange(12), act, "vote deleted while read"))


def push_now(fault_plan: FaultPlan, actors: Actors, chance: random.Random) -> None:
    def act() -> None:
        numbers = [n for n in actors.ledger.proposals if actors.island.model.threads[n].state == "open"]
        if numbers:
            scenarios.louder(actors, chance.choice(numbers))

    fault_plan.moments.append((chance.randrange(12), act, "head moved while read"))


def _votes(actors: Actors) -> list[Said]:
    """Those of the last days that are there."""
    window = [s for s in actors.ledger.comments.values() if s.deleted_at is None and s.at > actors.now - 3 * 86_400]
    return [s for s in window if s.text.strip().lower() in ("yay", "nay") and s.author not in actors.ledger.gone]


PASS: Final[dict[str, Fault]] = {
    "crash between two side effects": crash,
    "push refused": push_refused,
    "push applied, answer lost": push_lost,
    "API error": api_error,
    "rate limit in mid-page": rate_limit,
    "page shifting while read": page_shift,
    "stale read after write": drawn("lag", 2, 16),
    "mergeability unknown": unknown_head,
    "token without a permission": no_permission,
    "two runs overlapping": overlap,
    "hand edit on main": moved,
}
# What came later, and strikes where seasons are drawn: the others stay what they were.
MORE: Final[dict[str, Fault]] = {
    "answered 422": drawn("unprocessable", 4),
    "vote edited while read": edit_now,
    "vote deleted while read": delete_now,
    "head moved while read": push_now,
}
# Drawn beside all others, so that a season without them is the season it was.
BESIDE: Final[dict[str, Fault]] = {
    "list that lacks a comment": drawn("gap", 1_000),
    "404 of what is there": drawn("denial", 4),
}
# The same, and each so seldom that they are no more of a storm than all others.
SELDOM: Final[dict[str, Fault]] = {
    "conversation locked": drawn("locked", 3),
    "write answered 404": drawn("absent", 5),
    "limit used up for good": drawn("spent", 14),
    "write carried out twice": drawn("doubled", 3),
    "read refused": drawn("shut", 10),
    "list of late that lacks a comment": drawn("unlisted", 1_000),
    "list that lacks a thread": drawn("unlisted_thread", 1_000),
    "heads shown as they were": drawn("old_heads", 1, 3),
    "one thing shown as it was": drawn("old_ones", 2, 120),
    "main shown as it was": drawn("old_main", 1, 3),
    "edits not told": drawn("untold", 1, 2),
    "roles not told": drawn("roleless", 1, 2),
}
RARE: Final = 0.05
RARER: Final = 0.01
ALL_OF_A_PASS: Final[dict[str, Fault]] = {**PASS, **MORE}
WEIGHED: Final = tuple(ALL_OF_A_PASS)
PEOPLE: Final = (
    "comment edited",
    "comment deleted",
    "head moved",
    "pull request closed",
    "pull request reopened",
    "account renamed",
    "account gone",
)
LAW: Final = (CONFLICT,)
CALENDAR: Final = ("daylight saving", "year's end", "leap day")
USUALLY: Final = (*FATES, EVICTED, *PASS, *PEOPLE, *LAW, *CALENDAR)  # without mischief
NAMES: Final = (
    *USUALLY,
    *MORE,
    *BESIDE,
    *SELDOM,
    SILENCE,
    *mischief.NAMES,
    *meddling.NAMES,
    *upheaval.NAMES,
    *company.NAMES,
)


def brew(fault_plan: FaultPlan, actors: Actors, chance: random.Random, calm: frozenset[str], mood: Mood = EVEN) -> None:
    """Sets up none, one or some of the faults that strike passes."""
    for name in _drawn(chance, mood):
        draws = random.Random(chance.random())
        if name not in calm:
            ALL_OF_A_PASS[name](fault_plan, actors, draws)
    if mood == EVEN:
        return
    beside = random.Random(repr(chance.getstate()))
    for faults, likely in ((BESIDE, RARE), (SELDOM, RARER)):
        for name, fault in faults.items():
            if beside.random() < likely and name not in calm:
                fault(fault_plan, actors, beside)


def _drawn(chance: random.Random, mood: Mood) -> list[str]:
    """Names of faults, each once; of those that a season favours more."""
    if mood == EVEN:
        return chance.sample(sorted(PASS), chance.choice(USUAL))
    names = sorted(ALL_OF_A_PASS, key=lambda name: chance.random() ** (1 / mood.weights.get(name, 1.0)), reverse=True)
    return names[: chance.choice(mood.skies)]
