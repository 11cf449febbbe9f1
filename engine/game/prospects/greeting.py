"""What is said of a pull request before it is opened: its number, what it changes, what would be refused, the next word.

It stands in the status comment until there is a vote to count, and follows the law; nothing that is tried out for it stays.
"""

import re
from itertools import islice
from typing import Final

from engine.game.exhibits import PollBoard
from engine.game.owned import KnownThread
from engine.game.proposals import numbers, polls
from engine.game.refusal import Refusal
from engine.game.replies import greeting as said
from engine.game.replies import refusals
from engine.game.replies.failing import mended_by, rule_failed
from engine.game.replies.rescue_refusals import way_left
from engine.game.replies.titles import unlabelled
from engine.game.world import changes
from engine.game.world.facts import author_of
from engine.game.world.transaction import supposing
from engine.game.world.wishes import wish
from engine.game.world.world import World
from engine.law import joining
from engine.law.running.blame import RuleFault
from engine.store import seen
from engine.store.layout import LAW

LONGEST_TITLE: Final = 200
MOST_ANEW: Final = 20
MOST_LOOKED_AT: Final = 500  # threads
_NUMBERED: Final = re.compile(r"\W*[0-9]")


def want(world: World, thread: str) -> bool:
    """Wishes for it, if the pull request is open, a player's, read, and not voted on."""
    pull = world.records.get("threads", thread)
    if pull is None or pull.get("kind") != "pull" or not pull.get("change") or not pull.get("author"):
        return False
    author = author_of(world, pull)
    known = world.records.get("players", author) is not None
    if pull.get("state") != "open" or not known or world.records.get("polls", thread) is not None:
        return False
    wish(world, f"status/{thread}", thread=int(thread), tag=None, since=world.moment.happening["id"])
    return True


def want_anew(world: World) -> None:
    """Wishes for those that stand there already: what would be refused, or the number that comes, may be otherwise by now.

    Of more than are looked at, or tried, only for the newest: each costs a trial, and a request of its own.
    """
    newest = world.records.keys("threads")[: -MOST_LOOKED_AT - 1 : -1]
    shown = (key for key in newest if world.thread(key).get("status_comment"))
    for thread in islice((key for key in shown if world.thread(key).get("state") == "open"), MOST_ANEW):
        want(world, thread)


def drawn(world: World, thread: str, *, too_slow: bool) -> PollBoard:
    """Its text, as a board; `title` is what the pull request is to be called, empty if it may stay as it is."""
    pull = world.thread(thread)
    shown: PollBoard = {
        "text": said.unknown("The rules take too long to say."),
        "head": pull.get("head"),
        "state": "pending",
        "description": "not open for voting yet",
        "title": "",
    }
    if "rescued" in pull:
        return {**shown, "text": said.rescued(pull["rescued"]), "state": "success", "description": "law, by rescue"}
    if too_slow:
        return shown
    found, title = _tried(world, thread), ""
    called, number = str(pull.get("unnumbered") or pull["title"]), numbers.coming(world)
    better = f"{number or ''} {unlabelled(called, number or 0)}"
    fits = seen.all_seen(called) and len(better) <= LONGEST_TITLE and not _NUMBERED.match(called)
    if isinstance(found, Refusal) and fits:
        world.begin_limits()
        again = _tried(world, thread, better)
        found, title = (again, better) if isinstance(again, int) else (found, "")
    opening = [] if world.game.get("over") else joining.openers(world.book)
    what = said.Brought(changes.facts(world, pull["change"], kept=True), *_others(world, pull))
    text = said.proposal(found, title, what, opening, way_left(world.book))
    return {**shown, "title": title, "text": text}


def _tried(world: World, thread: str, title: str = "") -> int | Refusal:
    """The number it would get if its author opened it now, or what would be said against that."""
    if over := world.game.get("over"):
        return refusals.game_over(str(over))
    pull = world.thread(thread)
    try:
        with supposing(world, thread=int(thread), writer=author_of(world, pull)):
            world.evidence = None  # examples take long, and bind nobody
            if title:
                world.patch("threads", thread, title=title)
            return polls.check_proposal(world, int(thread))
    except Refusal as refusal:
        return refusal
    except RuleFault as fault:
        world.host.relieve()
        document = world.book.documents.get(fault.slug)
        return Refusal("rule_fault", rule_failed(fault, document), f"{mended_by(document)}.")


def _others(world: World, pull: KnownThread) -> tuple[list[str], bool]:
    """What it touches beside the rules whose texts were read, and whether all that it touches is known."""
    content = changes.content(world, pull["change"])
    others = [path for path in content["paths"] if not path.startswith(LAW) or path not in content["files"]]
    return others, bool(content["paths"]) or not content["problems"]
