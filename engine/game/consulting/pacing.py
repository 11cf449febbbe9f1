"""How much the clock may bring about in an hour of the game: a rule that sets more and more timers stops nobody's move.

Work is counted as limits are: a happening that uses all its steps, or all its words, or fails, is a whole one, a light one a
small part. What is native in Starlark takes one step, however long it takes: so where what the clock brought about in an hour
has taken a minute of the processor in one fold, that hour is full, which the journal tells, as it hangs on the machine.

What an hour has no room for follows in the next, the timer that was set first coming first. In a usual game, with few timers and
light ones, nothing is written down of it.
"""

from collections import Counter
from typing import Final

from engine.game.calendar import HOUR
from engine.game.entries import Outcome
from engine.game.own_notes import Hour
from engine.game.replies import limit_refusals, speech
from engine.game.world import wishes
from engine.game.world.world import World

WHOLE: Final = 1_000
LIGHT: Final = 20
ROOM: Final = 60 * WHOLE  # of an hour: two minutes of work at most, or three thousand light timers
LONG: Final = 60.0  # seconds of one fold
MANY_TIMERS: Final = 100
MANY_PERIODS: Final = 50
A_SECOND: Final = 10  # timers put off, so that the next ones to be set find a place between them


def has_room(world: World) -> bool:
    """Whether the present hour has room for one more period or timer."""
    return bool(_hour(world)["cost"] < ROOM)


def must_have_room(world: World) -> None:
    """Raises Refusal: a period that finds no room is owed."""
    if not has_room(world):
        raise limit_refusals.too_much_at_once()


def burnt(world: World) -> float:
    """The seconds that rule code has taken in this fold; none where nobody counts them, as in a replay."""
    return 0.0 if world.host.fuse is None else world.host.fuse.burnt


def counted(world: World, outcome: Outcome, since: float, *, full: bool) -> Outcome:
    """After a period or a timer: what it took of its hour, all that was left where it is `full`, or was found to be just now."""
    cost = WHOLE if "fault" in outcome else max(LIGHT, world.host.used.part_of(world.host.allowed, WHOLE))
    hour = _hour(world)
    of, seconds = world.memos.toil
    world.memos.toil = hour["hour"], burnt(world) - since + (seconds if of == hour["hour"] else 0.0)
    if full or (world.memos.toil[1] > LONG and hour["cost"] < ROOM):
        world.notes.worked = {**hour, "cost": hour["cost"] + ROOM}
        return outcome | {"full": True}
    many = len(world.records.keys("timers")) > MANY_TIMERS or len(world.book.schedule) > MANY_PERIODS
    if many or hour["cost"] or cost > LIGHT:
        world.notes.worked = {**hour, "cost": hour["cost"] + cost}
    return outcome


def put_off(world: World) -> None:
    """Moves every timer that is due in this hour to the next one, those first that were set first, and says so once a day."""
    hour = _hour(world)
    start = (hour["hour"] + 1) * HOUR
    late = sorted((r["serial"], key) for key, r in world.records.items("timers") if r["at"] < start)
    for place, (_, key) in enumerate(late):
        world.patch("timers", key, at=start + place // A_SECOND)
    timers = (world.records.get("timers", key) for _, key in late)
    rules = Counter(timer["rule"] for timer in timers if timer is not None)
    text = speech.too_much_at_once(world.book, rules.most_common(1)[0][0])
    if wishes.is_news(world, hour.get("told"), text):
        wishes.announce(world, text)
        world.notes.worked = {**hour, "told": wishes.as_told(world, text)}


def _hour(world: World) -> Hour:
    """What was counted in the hour that it is now; what was said of it stays known longer."""
    known = world.notes.worked
    now = world.now // HOUR
    return known if known["hour"] == now else {**known, "hour": now, "cost": 0}
