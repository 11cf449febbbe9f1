"""Whom a rule took out of the players: for a fortnight they have a say in rescues, as no rule is to choose who has one."""

from collections.abc import Callable
from typing import Final

from engine.game.calendar import DAY
from engine.game.world.world import World

LASTS: Final = 14 * DAY


def with_a_say(world: World) -> set[str]:
    """Account ids of those who were lately expelled; where nobody is a player any more, of those who were so last.

    Else a law that lets nobody be a player would only have to wait.
    """
    return set(_kept(world) if world.records.index("players").accounts() else _noted(world))


def note(world: World, key: str) -> None:
    """A rule takes a player away. Whoever leaves by a command of their own is not expelled."""
    record = world.player(key)
    if record.get("id") is None or (world.moment.commander == key and not world.moment.hearing):
        return
    world.notes.expelled = {**_kept(world), str(record["id"]): world.now}


def shift(world: World, later: Callable[[int], int]) -> None:
    """After a pause each has as long a say as then."""
    if noted := _noted(world):
        world.notes.expelled = {who: later(at) for who, at in noted.items()}


def _kept(world: World) -> dict[str, int]:
    """While the game is paused, nobody's time runs."""
    paused = world.notes.paused_at
    now = world.now if paused is None else paused
    return {who: at for who, at in _noted(world).items() if now < at + LASTS}


def _noted(world: World) -> dict[str, int]:
    """Account id, as text -> when it was expelled; of those who were so within a fortnight before the last."""
    return world.notes.expelled
