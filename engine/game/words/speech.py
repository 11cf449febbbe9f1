"""Words for speaking: reply, announce, issues the rules keep, and refusing."""

from __future__ import annotations

from engine.game import wishes
from engine.game.commands import spoken
from engine.game.refusal import Refusal
from engine.game.replies.harmless import title as title_of
from engine.game.words.checked import must_write
from engine.game.world import World
from engine.law.host import Fault
from engine.store import records

LONGEST = 20_000


def reply(world: World, text: str) -> None:
    """Says something in the thread of the happening."""
    must_write(world, "reply")
    wishes.reply(world, spoken(world, _short(text)))


def announce(world: World, text: str) -> None:
    """Says something on the table."""
    must_write(world, "announce")
    wishes.announce(world, spoken(world, _short(text)))


def open_issue(world: World, tag: str, title: str, body: str, assignee: str | None = None) -> None:
    """Keeps an issue under a tag: opened if there is none, updated if there is."""
    must_write(world, "open_issue")
    body = spoken(world, _short(body))
    wishes.issue(world, tag_of(tag), title=title_of(title, tag), body=body, assignee=assignee)


def close_issue(world: World, tag: str, text: str = "") -> None:
    must_write(world, "close_issue")
    wishes.close_issue(world, tag_of(tag), spoken(world, _short(text)))


def assign(world: World, tag: object, player: str) -> None:
    """Assigns the issue of a tag, or the thread of a number, to a player."""
    must_write(world, "assign")
    wishes.assign(world, str(tag), player)


def refuse(world: World, reason: str, remedy: str = "") -> None:
    """Ends the happening: everything it did is undone, and the writer learns why."""
    raise Refusal("refused", spoken(world, reason[:LONGEST]), spoken(world, remedy[:LONGEST]))


def tag_of(tag: str) -> str:
    """The tag, if it is one. Raises Fault."""
    parts = tag.split("/")
    if (
        len(tag) > 120
        or not records.fits(tag)
        or not all(part and part.strip() == part and part.isprintable() for part in parts)
    ):
        raise Fault("a tag is words joined by slashes, such as hunger/ana, at most 120 characters")
    return tag


def _short(text: str) -> str:
    if len(text) > LONGEST:
        raise Fault(f"a text to be said may have {LONGEST} characters")
    return text
