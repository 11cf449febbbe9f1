"""Periods that are closed twice, at the wrong hour or not at all, and happenings that are given another time."""

from __future__ import annotations

from typing import Any, Final

from engine.game.calendar import local, next_fire
from engine.game.happening import position
from tests.storms.zoo.bug import Bug, Named, Seed
from tests.storms.zoo.planting import Plant

CLOCK, CALENDAR = "engine.game.fold.clock", "engine.game.calendar"


def without_the_old(seconds: int) -> Any:
    """What has been due for longer is passed over."""

    def due(sound: Any, world: Any, until: Any) -> Any:
        found = sound(world, until)
        while found is not None and found["time"] < until[0] - seconds:
            world.notes.position = [*position(found)]
            found = sound(world, until)
        return found

    return due


def again_in_the_doubled_hour(sound: Any, cron: str, name: str, after: int) -> Any:
    again = int(local(after, name).replace(fold=1).timestamp())
    return again if again > after == next_fire(cron, name, after - 60) else sound(cron, name, after)


BUGS: Final = (
    Bug(
        "what fell due while nothing ran never comes",
        "Nomyx had events at fixed times; those of the hours in which it was down were never made up for.",
        (Plant(f"{CLOCK}:next_due", without_the_old(3_600)),),
        Seed(0, 3, "was never closed"),
    ),
    Bug(
        "of many weeks that are due only the last is closed",
        "nomic-bot wrote within a loop and once more after it: in weeks of hunger the later villages went unfed.",
        (Plant(f"{CLOCK}:next_due", without_the_old(2 * 86_400)),),
        Seed(0, 3, "was never closed"),
    ),
    Bug(
        "the game's own hour is not asked for",
        "A bot whose jobs run by the server's clock closes the week at another hour, and after March at a third one.",
        (Plant(f"{CALENDAR}:_fires", lambda sound, cron, name, day: sound(cron, "UTC", day)),),
        Seed(0, 3, "was not due"),
    ),
    Bug(
        "in the night of the doubled hour the week is closed twice",
        "Between two and three the clock strikes twice once a year; a job at half past two then runs twice.",
        (Plant(f"{CALENDAR}:next_fire", again_in_the_doubled_hour),),
        Named("tests/game/test_clock.py::test_the_day_the_clock_goes_back_an_entry_fires_once"),
    ),
    Bug(
        "things happen when they are read",
        "A late run takes its own time for that of what it finds, and votes from before the change count after it.",
        (
            Plant(
                "engine.referee.intake.traces:said",
                lambda sound, comment, now, actor: {**sound(comment, now, actor), "time": now},
            ),
        ),
        Seed(0, 12, "and the last word was None"),
    ),
)
