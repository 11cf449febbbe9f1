"""Words for polls: open_poll, polls, tally, resolve, withdraw, stop."""

from engine.game.owned import PollFacts, Tally
from engine.game.proposals import polls as game_polls
from engine.game.proposals import tally as counting
from engine.game.replies import refusals
from engine.game.words.checked import as_whole, must_be_names, must_write
from engine.game.words.speech import must_be_sayable, must_have_room, sayable, tag_of
from engine.game.world.facts import poll_facts, poll_key
from engine.game.world.room import must_fit
from engine.game.world.world import World


def open_poll(
    world: World,
    kind: str,
    subject: str,
    electorate: list[str] | None = None,
    thread: int | None = None,
    text: str = "",
    **data: object,
) -> str:
    """Opens a poll and returns its key; without a thread it gets an issue of its own."""
    must_write(world, "open_poll")
    # In a thread nothing is said by it: a rule that talks without end keeps no proposal from being opened.
    if thread is None:
        must_have_room(world)
    tag_of(kind)
    must_be_names("open_poll", "electorate", electorate)
    must_be_sayable(world, subject)
    text = sayable(world, text or subject)
    key = game_polls.open_poll(world, kind, subject, electorate, thread, text, dict(data))
    must_fit(world, "polls", key)
    return key


def polls(world: World, kind: str) -> list[PollFacts]:
    """Facts of the open polls of a kind, oldest first."""
    return [poll_facts(world, key) for key in game_polls.open_polls(world, kind)]


def tally(world: World, key: object) -> Tally:
    """How a poll stands: see the facts below."""
    name = poll_key(world, as_whole(key))
    if world.records.get("polls", name) is None:
        raise refusals.no_poll(name)
    return counting.tally(world, name)


def resolve(world: World, key: object) -> str:
    """The verdict, carried out unless it is `open`."""
    must_write(world, "resolve")
    by = world.moment.writer if world.moment.happening.get("actor") else None
    return game_polls.resolve(world, poll_key(world, as_whole(key)), by=by)


def withdraw(world: World, key: object, reason: str) -> None:
    """Takes an open poll back."""
    must_write(world, "withdraw")
    must_have_room(world)
    by = world.moment.writer if world.moment.happening.get("actor") else None
    game_polls.withdraw(world, poll_key(world, as_whole(key)), sayable(world, reason, behind=True), by=by)


def stop(world: World, key: object, reason: str) -> None:
    """Stops an adopted change that still waits to take effect: its poll is withdrawn, and may be opened again."""
    must_write(world, "stop")
    must_have_room(world)
    game_polls.stop(world, poll_key(world, as_whole(key)), sayable(world, reason, behind=True))
