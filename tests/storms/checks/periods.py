"""Each period closed once and in order, whatever became of the runs; each timer at most once, and when it was due."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Final

from engine.law.documents.zones import zone
from engine.store.splice import slug_of
from tests.storms.evidence import Evidence

# What the rulesets' calendars say, in the oracle's own words: (period, on which days, hour, minute).
EACH_DAY, FRIDAY, THURSDAY, WEDNESDAY, MONDAY, SUNDAY = 0, 5, 4, 3, 1, 7
WEEKLY: Final = {
    "island": (("fishing/fish_all", FRIDAY, 12, 0), ("tides/turn", SUNDAY, 2, 30)),
    "credo": (("hunger/hunger_strikes", WEDNESDAY, 15, 0), ("lumber/saw", MONDAY, 15, 0)),
    "starfarers": (("legislative-days/next_day", EACH_DAY, 20, 0), ("vouchers/hand_out", THURSDAY, 20, 0)),
}
BY_ITS_OWN_CLOCK: Final = {"starfarers": "Europe/Paris"}  # whatever the game's is
MONTHLY: Final = {"island": (), "credo": (("growth/grow", 1, 15, 0),)}
SETTLED: Final = 60  # seconds before the end of a season in which a period may still be to come


def findings(evidence: Evidence) -> Iterator[str]:
    judged = [entry for entry in evidence.entries if entry["kind"] == "period"]
    closed = Counter(entry["id"] for entry in judged)
    yield from (f"{id_} was closed {n} times" for id_, n in closed.items() if n > 1)
    settled = due(evidence.island.ruleset, evidence.timezone, evidence.start, _settled(evidence))
    changed = rules_changed(evidence)
    expected = [id_ for id_ in settled if id_.split("/")[1] not in changed]
    yield from (f"{id_} was never closed" for id_ in expected if id_ not in closed)
    known = {id_.rsplit("/", 1)[0] for id_ in expected}
    late = due(evidence.island.ruleset, evidence.timezone, evidence.start, evidence.island.clock.now + 1)
    yield from (f"{id_} was not due" for id_ in closed if id_.rsplit("/", 1)[0] in known and id_ not in late)
    times = [entry["time"] for entry in judged]
    if times != sorted(times):
        yield "periods were closed out of order"
    fired = Counter(entry["id"] for entry in evidence.entries if entry["kind"] == "timer")
    yield from (f"{id_} went off {n} times" for id_, n in fired.items() if n > 1)


def _settled(evidence: Evidence) -> int:
    """Until when periods are closed for certain.

    In a pause, and in a game that is over, they are nothing, and written down with the next thing that happens.
    """
    end = evidence.island.clock.now - SETTLED
    rests = evidence.engine.get("paused_at") is not None or evidence.game.get("over")
    return min(end, evidence.engine["position"][0]) if rests else end


def rules_changed(evidence: Evidence) -> set[str]:
    """Slugs of rules that were due at other times than at first for a while, or gone: people may have voted so, or changed them by hand."""
    first, *later = (_schedules(evidence, commit.sha) for commit in evidence.history)
    by_hand = {slug_of(path) for _, paths in evidence.ledger.by_hand for path in paths if path.startswith("rules/")}
    return {slug for slug, times in first.items() if any(law.get(slug) != times for law in later)} | by_hand


def _schedules(evidence: Evidence, sha: str) -> dict[str, list[str]]:
    law = evidence.files_at(sha).items()
    mine = [(path, text) for path, text in law if path.startswith(f"rules/{evidence.island.ruleset}/")]
    return {slug_of(path): _times(text) for path, text in mine}


@cache
def _times(text: str) -> list[str]:
    return re.findall(r"cron: [^,}\n]*", text)


def due(ruleset: str, name: str, start: int, end: int) -> list[str]:
    """The ids of all periods after one moment and not after another."""
    found, name = [], BY_ITS_OWN_CLOCK.get(ruleset, name)
    first = datetime.fromtimestamp(start, UTC).astimezone(zone(name)).date() - timedelta(days=1)
    for offset in range((end - start) // 86_400 + 4):
        day = first + timedelta(days=offset)
        plans = [plan for plan in WEEKLY.get(ruleset, ()) if plan[1] in (EACH_DAY, day.isoweekday())]
        plans += [plan for plan in MONTHLY.get(ruleset, ()) if plan[1] == day.day]
        for what, _, hour, minute in plans:
            at = first_minute(name, datetime(day.year, day.month, day.day, hour, minute))
            if start < at <= end:
                found.append(f"period/{what}/{at}")
    return found


def first_minute(name: str, wall: datetime) -> int:
    """The first moment of a day at which a clock on the wall shows at least this: once a day, in any season."""
    at = int(wall.replace(tzinfo=UTC).timestamp()) - 16 * 3_600
    step = 3_600
    while step >= 60:
        while _wall(name, at + step) < wall:
            at += step
        step //= 2 if step % 120 == 0 else step // 60 if step > 60 else 2
    return at + 60


def _wall(name: str, at: int) -> datetime:
    return datetime.fromtimestamp(at, UTC).astimezone(zone(name)).replace(tzinfo=None)
