"""The forge's trouble with one thing, told from trouble with all."""

from collections.abc import Callable
from traceback import walk_tb
from typing import Final

from engine.game.happening import SECONDS_SEEN
from engine.referee.ports import (
    Comment,
    Denied,
    Exhausted,
    Forge,
    ForgeError,
    Gone,
    Mute,
    Odd,
    Unprocessable,
    Unreachable,
)
from engine.store.marks import reached

PATIENCE: Final = 900  # seconds in which what is voted on, or not shown, may be had, before all else goes on without it
SHOWN_LATE: Final = SECONDS_SEEN * 2 // 3  # for which what is left to a later pass is sure to be listed again


def must_be_of_one(forge: Forge, error: ForgeError) -> None:
    """Raises the error of one request unless the forge answers another one now. Where the rate limit is used up nothing is known."""
    if isinstance(error, Exhausted):
        raise error
    try:
        forge.threads_since(forge.server_time())
    except ForgeError:
        raise error from None
    reached("forge in trouble with one thing alone")


def every_comment(forge: Forge, number: int) -> list[Comment]:
    """The comments of a thread. Raises Unreachable where one of them cannot be read: it may be what is looked for."""
    comments = forge.comments_of(number)
    for odd in unreadable(forge, number):
        reached("comment that cannot be read")
        raise unread(odd)
    return comments


def unreadable(forge: Forge, number: int) -> list[Odd]:
    """The comments that the list of a thread, which was asked for just now, has left out."""
    return [odd for odd in forge.odd() if odd.thread == number and odd.comment is not None]


def mistake(error: Exception) -> str:
    """Of an error that nobody expected its kind, and the last line of the engine's it came by: for whoever mends it.

    What it says itself is left out: it may be what a stranger wrote.
    """
    ours = [(frame.f_globals["__name__"], line) for frame, line in walk_tb(error.__traceback__)]
    module, line = [place for place in ours if place[0].startswith("engine.")][-1]
    return f"{type(error).__name__} in {module}, line {line}"


def unread(odd: Odd) -> Unreachable:
    return Unreachable(f"comment {odd.comment} of #{odd.thread}: {odd.why}", "The next pass looks again.")


def is_gone(forge: Forge, number: int) -> bool:
    """Whether a thread is surely no longer there: neither it nor what was said in it."""
    for look in (forge.thread, forge.comments_of):
        try:
            look(number)
        except Gone:
            continue
        except ForgeError:
            return False
        return False
    return True


def against(act: Callable[[], object]) -> ForgeError | None:
    """What the forge has against an act, if anything. Raises where the rate limit is used up, or there is nothing to do it to."""
    try:
        act()
    except Exhausted:
        raise
    except (Denied, Unprocessable, Unreachable) as error:
        return error
    return None


def mute_to(act: Callable[[], object]) -> Mute | None:
    """What a conversation that takes nothing new has against what is said in it; what was decided is told by what stands there."""
    try:
        act()
    except Mute as error:
        return error
    return None
