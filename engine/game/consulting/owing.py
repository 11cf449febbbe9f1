"""What the clock could not carry out is owed: it is tried again, at first within the hour, later once a day, and when the law changes.

A period is owed as a timer of its own, one for each rule and function however many times it was missed. How often it was
tried and what was told of it stands in the note `owed`, by the name of the timer.
"""

from typing import Final

from engine.game.calendar import DAY, HOUR
from engine.game.happening import Happening
from engine.game.own_notes import Owed
from engine.game.owned import Timer
from engine.game.replies import speech
from engine.game.world import wishes
from engine.game.world.world import World

FIRST_WAIT: Final = HOUR
SOON: Final = 60
MOST: Final = 1_000  # of which it is noted how often they were tried, and told


def put_off(world: World, happening: Happening, why: str) -> None:
    """After a timer or a period was refused: it is due again later, and the table is told why."""
    name = happening["timer"] if happening["kind"] == "timer" else _missed(world, happening)
    record = world.records.get("timers", name)
    if record is None:
        return
    noted = world.notes.owed
    if name not in noted and len(noted) >= MOST:
        _set(world, name, {**record, "at": world.now + FIRST_WAIT})
        return
    owed: Owed = noted.get(name, {"tries": 0, "times": 1})
    if happening["kind"] == "timer" or owed["tries"] == 0:
        owed = {**owed, "tries": owed["tries"] + 1}
        at = world.now + min(FIRST_WAIT * 2 ** (owed["tries"] - 1), DAY)
        _set(world, name, {**record, "at": at})
        text = speech.put_off(world.book, record["rule"], record["run"], wishes.brief(world, why))
        if wishes.is_news(world, owed.get("told"), text):
            wishes.announce(world, text)
            owed["told"] = wishes.as_told(world, text)
    world.notes.owed = {**world.notes.owed, name: owed}


def _missed(world: World, happening: Happening) -> str:
    """The name of the timer that stands for a period not carried out; one that was missed before counts once more."""
    rule, run = happening["rule"], happening["run"]
    name = f"again/{rule}/{run}"
    owed = world.notes.owed
    if name in owed and world.records.get("timers", name) is not None:
        world.notes.owed = {**owed, name: {**owed[name], "times": owed[name]["times"] + 1}}
    else:
        _set(world, name, {"at": world.now, "rule": rule, "run": run, "data": {}, "serial": 0})
        world.notes.owed = {**owed, name: {"tries": 0, "times": 1}}
    return name


def _set(world: World, name: str, record: Timer) -> None:
    serial = world.notes.timers_set + 1
    world.notes.timers_set = serial
    world.records.put("timers", name, {**record, "serial": serial})


def settled(world: World, name: str, record: Timer) -> None:
    """A timer was carried out: nothing is owed of it any more, or a period that was missed several times once less."""
    owed = dict(world.notes.owed)
    known = owed.pop(name, None)
    if known is None:
        return
    if known["times"] > 1 and world.records.get("timers", name) is None:
        _set(world, name, {**record, "at": world.now + SOON})
        owed[name] = {"tries": 1, "times": known["times"] - 1}
    world.notes.owed = owed or None


def forget(world: World, name: str) -> None:
    """Nobody is left to carry it out, or the rule has set it anew."""
    owed = world.notes.owed
    if name in owed:
        world.notes.owed = {key: kept for key, kept in owed.items() if key != name} or None


def hasten(world: World) -> None:
    """The law has changed: what could not be carried out may be possible now."""
    soon = world.now + SOON - world.paused_for
    for name in world.notes.owed:
        record = world.records.get("timers", name)
        if record is not None and record["at"] > soon:
            world.records.put("timers", name, {**record, "at": soon})
