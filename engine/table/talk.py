"""What was said in a thread, as its page shows it: the newest of it, and how long words begin, since anybody may write much."""

from functools import lru_cache
from typing import Any, Final

from markupsafe import Markup

from engine.game.replies import hidden
from engine.hub.accounts import BOT_ID
from engine.hub.threads import Comment, Thread
from engine.site import words
from engine.table import pointers, sight
from engine.table.visit import Visit

MOST: Final = 200  # comments on a page
LONGEST: Final = 8_000  # characters of one, unless somebody asks for more: ten of 60,000 can take a quarter of a minute
KEPT: Final = 512  # of these as they are shown, since each of them is on a page that is loaded again and again
_begun = lru_cache(maxsize=KEPT)(words.spoken)


def newest(visit: Visit, number: int) -> tuple[list[dict[str, Any]], int, int]:
    """(comments as shown, how many there are, the oldest one that is shown if there are more before it), but for the one that says
    how the thread stands: the page begins with that."""
    status = sight.status(visit.game, number)
    every = [each for each in sight.comments(visit.game, number) if each is not status]
    asked = visit.query.get("before", "")
    before = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 12 else 0
    there = [each for each in every if not before or each.id < before]
    found = there[-MOST:]
    return [_comment(visit, each) for each in found], len(every), found[0].id if len(there) > MOST else 0


def first(visit: Visit, thread: Thread) -> tuple[Markup, int]:
    """The words that a thread begins with, and how many characters are left out."""
    shown, more = said(thread.body, whole=visit.query.get("whole") == "first")
    return pointers.led(shown, visit.game.model.threads), more


def _comment(visit: Visit, each: Comment) -> dict[str, Any]:
    refused = sight.was_refused(each)
    shown, more = said(each.body, whole=visit.query.get("whole") == str(each.id))
    return {
        "id": each.id,
        "author": sight.author(visit.game, each.author),
        "referee": each.author == BOT_ID,
        "own": each.author == visit.sight.people.get(visit.asker.seat or ""),
        "at": each.created_at,
        "edited": each.updated_at > each.created_at and each.author != BOT_ID,
        "body": each.body,
        "shown": pointers.led(shown, visit.game.model.threads),
        "more": more,
        "likes": sum(content == "+1" for who, content in each.reactions if who != BOT_ID),
        "fate": "refused" if refused else "done" if visit.sight.was_done(each) else "",
    }


def said(text: str, *, whole: bool) -> tuple[Markup, int]:
    """Somebody's words as they are shown, and how many characters are left out."""
    plain = hidden.without(text)
    return (words.spoken(plain), 0) if whole else (_begun(plain[:LONGEST]), max(0, len(plain) - LONGEST))
