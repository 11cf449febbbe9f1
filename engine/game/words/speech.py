"""Words for speaking: reply, announce, issues the rules keep, and refusing."""

from engine.game.consulting.commands import by_rule, spoken
from engine.game.replies import headlines
from engine.game.replies.harmless import title as title_of
from engine.game.words.checked import must_be_name, must_write
from engine.game.world import wishes
from engine.game.world.room import must_fit
from engine.game.world.world import World
from engine.law.running.values import WrongUse
from engine.store import records, seen

LONGEST = 20_000
MOST_AT_ONCE = 1_000_000  # bytes of all that rules say in one happening, issues included


def reply(world: World, text: str) -> None:
    """Says something in the thread of the happening."""
    must_write(world, "reply")
    if world.moment.thread is None:
        must_have_room(world)
    wishes.reply(world, sayable(world, text))


def announce(world: World, text: str) -> None:
    """Says something on the table."""
    must_write(world, "announce")
    must_have_room(world)
    wishes.announce(world, sayable(world, text))


def headline(world: World, text: str) -> None:
    """Says in a few words what happened, for the title of the commit: `ana founds Ur`."""
    must_write(world, "headline")
    if len(text) > LONGEST:
        raise WrongUse(f"a text to be said may have {LONGEST} characters")
    said = headlines.clean(text)
    if said and len(world.moment.headlines) < headlines.MOST:
        world.moment.headlines.append(said)


def open_issue(world: World, tag: str, title: str, body: str, assignee: str | None = None) -> None:
    """Keeps an issue under a tag: opened if there is none, updated if there is."""
    must_write(world, "open_issue")
    must_have_room(world)
    must_be_name("open_issue", "assignee", assignee or "")
    body = sayable(world, body)
    wishes.issue(world, tag_of(tag), title=title_of(title, tag), body=body, assignee=assignee)
    must_fit(world, "issues", tag)


def close_issue(world: World, tag: str, text: str = "") -> None:
    """Closes the issue of a tag, with a last word."""
    must_write(world, "close_issue")
    must_have_room(world)
    wishes.close_issue(world, tag_of(tag), sayable(world, text))


def assign(world: World, tag: object, player: str) -> None:
    """Assigns the issue of a tag, or the thread of a number, to a player."""
    must_write(world, "assign")
    must_have_room(world)
    must_be_name("assign", "player", player)
    if type(tag) not in (str, int):
        raise WrongUse("assign: that is neither the tag of an issue nor the number of a thread")
    wishes.assign(world, str(tag), player)


def refuse(world: World, reason: str, remedy: str = "") -> None:
    """Ends the happening: everything it did is undone, and the writer learns why."""
    told = [spoken(world, text[:LONGEST], behind=True) for text in (reason, remedy)]
    raise by_rule(world, world.host.running, "refused", *told)


def tag_of(tag: str) -> str:
    """The tag, if it is one. Raises WrongUse."""
    parts = tag.split("/")
    if (
        len(tag) > 120
        or not records.fits(tag)
        or not all(part and part.strip() == part and seen.is_name(part) for part in parts)
    ):
        raise WrongUse("a tag is words joined by slashes, such as hunger/ana, at most 120 characters")
    return tag


def sayable(world: World, text: str, *, behind: bool = False) -> str:
    """The text made harmless, also `behind` other words in their line. Raises WrongUse where it is too long, or the rules have said too
    much in this happening.
    """
    must_be_sayable(world, text)
    return spoken(world, text, behind=behind)


def must_be_sayable(world: World, text: str) -> None:
    """Raises WrongUse where a text is too long, or the rules have said too much in this happening."""
    if len(text) > LONGEST:
        raise WrongUse(f"a text to be said may have {LONGEST} characters")
    world.moment.spoken += len(text.encode())
    if world.moment.spoken > MOST_AT_ONCE:
        raise WrongUse(f"in one happening rules may say {MOST_AT_ONCE} bytes")


def must_have_room(world: World) -> None:
    """Raises WrongUse where so much waits to be said that no more fits."""
    if world.records.waiting() > wishes.TOO_MUCH:
        raise WrongUse("too much waits to be said already")
