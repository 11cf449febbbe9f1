"""Periods that are closed twice, at the wrong hour or not at all, and happenings that are given another time."""

from __future__ import annotations

from typing import Final

from tests.storms.zoo.bug import Bug, Named, Seed
from tests.storms.zoo.planting import Plant

CLOCK, CALENDAR = "engine/game/fold/clock.py", "engine/game/calendar.py"
LAST = "    last: Position = tuple(world.notes.position)\n"

BUGS: Final = (
    Bug(
        "what fell due while nothing ran never comes",
        "Nomyx had events at fixed times; those of the hours in which it was down were never made up for.",
        (Plant(CLOCK, f"{LAST}    found", f'{LAST}    last = max(last, (until[0] - 3_600, 0, ""))\n    found'),),
        Seed(0, 3, "was never closed"),
    ),
    Bug(
        "of many weeks that are due only the last is closed",
        "nomic-bot wrote within a loop and once more after it: in weeks of hunger the later villages went unfed.",
        (Plant(CLOCK, "if last < p < until]", "if last < p < until and p[0] > until[0] - 2 * 86_400]"),),
        Seed(0, 3, "was never closed"),
    ),
    Bug(
        "the game's own hour is not asked for",
        "A bot whose jobs run by the server's clock closes the week at another hour, and after March at a third one.",
        (Plant(CALENDAR, "tzinfo=zone(name))\n    enough", 'tzinfo=zone("UTC"))\n    enough'),),
        Seed(0, 3, "was not due"),
    ),
    Bug(
        "in the night of the doubled hour the week is closed twice",
        "Between two and three the clock strikes twice once a year; a job at half past two then runs twice.",
        (
            Plant(
                CALENDAR,
                "    return min((",
                "    again = int(local(after, name).replace(fold=1).timestamp())\n"
                "    if again > after == next_fire(cron, name, after - 60):\n"
                "        return again\n"
                "    return min((",
            ),
        ),
        Named("tests/game/test_clock.py::test_the_day_the_clock_goes_back_an_entry_fires_once"),
    ),
    Bug(
        "things happen when they are read",
        "A late run takes its own time for that of what it finds, and votes from before the change count after it.",
        (
            Plant(
                "engine/referee/intake/traces.py",
                '"time": comment.updated_at, "edited": edited, "seen_at": now',
                '"time": now, "edited": edited, "seen_at": now',
            ),
        ),
        Seed(0, 12, "and the last word was None"),
    ),
)
