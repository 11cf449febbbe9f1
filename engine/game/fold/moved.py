"""A game that was played at a table and goes on elsewhere: its players have other accounts there, and each says that it is theirs."""

from typing import Final

from engine.game.entries import Outcome
from engine.game.happening import DONE
from engine.game.replies import moving
from engine.game.replies.moments import when
from engine.game.world import wishes
from engine.game.world.facts import is_player, login_of
from engine.game.world.world import World

WORD: Final = "/confirm"


def moved(world: World) -> Outcome:
    """No account is anybody's until its owner says so: a number that was given at a table may be another's elsewhere.

    So whoever was expelled lately has no say in rescues by the number of then, which may be a stranger's. What waited to be
    said was said at the table, and reading goes on from the time at which the game is moved.
    """
    happening = world.moment.happening
    for key, record in list(world.records.items("players")):
        world.patch("players", key, id=-abs(int(record.get("id") or 0)))  # by hand there may be none
    for name in ("strangers", "roles", "answered", "mentioned", "seen"):
        for key in list(world.entries(name)):
            world.set_entry(name, key, None)
    world.notes.expelled = None
    for key in list(world.records.keys("outbox")):
        world.records.remove("outbox", key)
    world.notes.cursor = min(world.notes.cursor, int(happening["seen_at"]))
    waiting = sorted(world.records.keys("players"))
    world.notes.unconfirmed = waiting or None
    names = [login_of(world, key) for key in waiting]
    ahead = world.now > int(happening["seen_at"])
    wishes.announce(world, moving.moved(names, WORD, when(world.now, world.timezone) if ahead else ""))
    return DONE


def confirms(world: World, text: str) -> bool:
    """Whether somebody who has no seat says that one of this name was theirs; then it is."""
    if text.strip().lower() != WORD or not world.notes.unconfirmed:
        return False
    actor = world.moment.happening.get("actor")
    login = actor["login"] if actor else ""
    if is_player(world):
        raise moving.seated_already(world.moment.writer)
    key = _seat(world, login)
    if key is None or actor is None:
        raise moving.nobody_of_that_name(login, [login_of(world, k) for k in world.notes.unconfirmed])
    world.patch("players", key, id=actor["id"], login=login)
    world.notes.unconfirmed = [k for k in world.notes.unconfirmed if k != key] or None
    world.set_entry("strangers", world.moment.writer, None)
    world.moment.writer = key
    wishes.announce(world, moving.confirmed(login))
    return True


def refuse_before_confirmed(world: World) -> None:
    """Raises Refusal for somebody without a seat while one of this name waits: who sits down anew can never have it again."""
    actor = world.moment.happening.get("actor")
    if not actor or not world.notes.unconfirmed or is_player(world):
        return
    key = _seat(world, actor["login"])
    if key is not None:
        raise moving.seat_waits(actor["login"], key, WORD)


def _seat(world: World, login: str) -> str | None:
    """The player whose seat waits for the account of this name."""
    there = [key for key in world.notes.unconfirmed if world.records.get("players", key) is not None]
    return next((key for key in there if login_of(world, key).casefold() == login.casefold()), None)
