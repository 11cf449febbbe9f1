"""Words for the moment and for people: here, now, hours, days, date, timers, active_players, role."""

from typing import Any

from engine.game import calendar
from engine.game.consulting import owing
from engine.game.words.checked import must_be_key, must_write
from engine.game.world import facts
from engine.game.world.facts import role_of, thread_facts
from engine.game.world.room import must_fit
from engine.game.world.world import World
from engine.law.documents.mentioned import takes
from engine.law.documents.zones import wrong_with_zone
from engine.law.running.values import WrongUse

SOONEST = 60


def here(world: World) -> dict[str, Any]:
    """The thread of the happening and what was written in it."""
    return thread_facts(world, world.moment.thread)


def now(world: World) -> int:
    """The time of what happens, in seconds since 1970."""
    return world.now


def hours(world: World, n: int | float) -> int:
    """So many hours in seconds, to add to a time."""
    return round(n * calendar.HOUR)


def days(world: World, n: int | float) -> int:
    """So many days in seconds, to add to a time."""
    return round(n * calendar.DAY)


def date(world: World, time: int | float, timezone: str = "") -> dict[str, Any]:
    """Calendar fields in the game's time zone, or in one that is named, such as `Europe/Paris`; weekday 1 is Monday."""
    if not 0 <= time < calendar.BEYOND:
        raise WrongUse("date: that is no time of this calendar")
    if timezone and (wrong := wrong_with_zone(timezone)):
        raise WrongUse(f"date: {wrong}")
    return calendar.fields(int(time), timezone or world.timezone)


def set_timer(world: World, name: str, at: int | float, run: str, **data: object) -> None:
    """Calls this rule's function with the data at that time, but not sooner than in a minute."""
    must_write(world, "set_timer")
    must_be_key(name)
    if not at < calendar.BEYOND:
        raise WrongUse("set_timer: that is no time of this calendar")
    rule = world.host.running
    document = world.book.documents.get(rule)
    if document is None:
        raise WrongUse("set_timer: this rule is not in force any more, so it would never go off")
    taken = takes(document.code).get(run)
    if taken is None:
        raise WrongUse(f"set_timer: this rule has no function {run!r}")
    if not taken.take_named(data):
        both = f"{run!r} takes ({', '.join(taken.names)}), and the timer gives ({', '.join(data)})"
        raise WrongUse(f"set_timer: {both}: what stands behind the function's name is handed over by its name")
    if str(run).startswith("_"):
        raise WrongUse(
            f"set_timer: {run!r} can be called by this rule's own code alone: give it a name without `_` in front"
        )
    serial = world.notes.timers_set + 1
    world.notes.timers_set = serial
    due = max(int(at), world.now + SOONEST) - world.paused_for  # /resume adds the whole pause to every timer
    key = _timer(world, name, rule)
    owing.forget(world, key)
    world.records.put("timers", key, {"at": due, "rule": rule, "run": run, "data": dict(data), "serial": serial})
    must_fit(world, "timers", key)


def cancel_timer(world: World, name: str) -> None:
    """Takes back this rule's timer of that name."""
    must_write(world, "cancel_timer")
    must_be_key(name)
    key = _timer(world, name, world.host.running)
    owing.forget(world, key)
    world.records.remove("timers", key)


def _timer(world: World, name: str, rule: str) -> str:
    """The key of a rule's own timer of that name, set or not: the name itself, or one beside it where another rule has that."""
    free, beside = "", f"{name}@{rule}"
    for key in (name, beside, f"{beside}@{rule}"):  # the last where somebody chose that before it for a name
        record = world.records.get("timers", key)
        if record is not None and record["rule"] == rule:
            return key
        free = free or (key if record is None else "")
    must_be_key(free)
    return free


def active_players(world: World) -> list[str]:
    """The names of the active players, sorted."""
    return facts.active_players(world)


def role(world: World, player: str) -> str:
    """administrator, moderator or player, as GitHub said when this person was last heard."""
    return role_of(world, player)
