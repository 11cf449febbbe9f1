"""Where a poll can stand: in a thread that is known and has none open, or under a tag of its own."""

from typing import Final

from engine.game.replies import poll_refusals, refusals
from engine.game.world.world import World

MOST_KINDS: Final = 200  # of which the last number is noted; that of any other is looked up


def must_be_known(world: World, thread: int) -> None:
    """Raises Refusal for the number of a thread that nobody has told of: whatever is opened under it one day is not this poll's."""
    table = world.table
    if thread != table and world.records.get("threads", str(thread)) is None:
        raise poll_refusals.no_thread(thread)


def must_be_free(world: World, key: str) -> None:
    """Raises Refusal where a poll is open already: one in its place would take its ballots away unanswered."""
    standing = world.records.get("polls", key)
    if standing is not None and standing["status"] == "open":
        raise refusals.open_already(standing)


def must_be_shown(world: World, thread: int | None) -> None:
    """Raises Refusal for a thread that cannot be had at the moment: nothing is decided by less than there is."""
    why = world.thread(thread).get("unread") if thread is not None else None
    if why:
        raise poll_refusals.not_shown(int(thread or 0), why)


def decide_in(world: World, thread: int | None) -> None:
    """Notes that something is decided in a thread, which is listed whole before that. Raises Refusal for one that cannot be had."""
    must_be_shown(world, thread)
    if thread is not None:
        world.moment.verdicts.append(thread)


def next_tag(world: World, kind: str) -> str:
    """The tag of a poll of this kind that gets an issue of its own: `council/3`, under which there was no poll before."""
    serials = dict(world.notes.serials)
    is_noted = kind in serials or len(serials) < MOST_KINDS
    number = (serials.get(kind, 0) if is_noted else _last(world, kind)) + 1
    while world.records.get("polls", f"{kind}/{number}") is not None:
        number += 1
    if is_noted:
        world.notes.serials = {**serials, kind: number}
    return f"{kind}/{number}"


def _last(world: World, kind: str) -> int:
    """The greatest number of a poll of this kind, 0 if there is none."""
    begin = f"{kind}/"
    numbers = (key[len(begin) :] for key in world.records.keys("polls") if key.startswith(begin))
    return max((int(number) for number in numbers if number.isdecimal() and number.isascii()), default=0)
