"""Trying a changed law on the world and taking it back: would any rule-change still be adopted?

An imagined proposal, a new rule in plain words and the only one open, is opened, voted for by everyone who may and resolved
with the commands there are. What stands in its way only at some hours is no lock, and what stands in its way under the law
of today already is not held against the law of tomorrow.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.game.consulting import asking
from engine.game.consulting.asking import ask_law
from engine.game.consulting.commands import leading_to
from engine.game.dice import Stream
from engine.game.proposals import landing, polls
from engine.game.proposals.tally import electorate, fresh_ballot, tally
from engine.game.refusal import Refusal
from engine.game.world import changes, transaction
from engine.game.world.facts import author_of, poll_facts
from engine.game.world.world import World
from engine.law.blame import RuleFault
from engine.law.rulebook import folder_of

IMAGINED: Final = "imagined"
# Moments at which the imagined proposal is tried: 27 hours apart, they fall on every weekday and on other hours each.
LATER: Final = tuple(range(0, 9 * 27 * 3600, 27 * 3600))
_RULE: Final = "---\nrule: next\ntitle: A rule\nby_hand: true\n---\nA rule in plain words.\n"


def still_adoptable(world: World, slugs: list[str]) -> bool:
    """Whether, after the change of this thread's pull request, a rule-change could be adopted with every vote a yay."""
    thread = world.records.get("threads", str(world.moment.thread)) or {}
    if world.caches.get(IMAGINED) or not thread.get("change"):
        return True
    if not changes.touches(world, thread["change"]) & set(slugs):
        return True
    texts = changes.applied(world, changes.content(world, thread["change"]))
    obstacles = []
    for later in LATER:
        obstacles.append(_tried(world, texts, later))
        if obstacles[-1] is None:
            return True
    return obstacles[0] == _tried(world, None, 0)


def _tried(world: World, texts: Mapping[str, str] | None, later: int) -> str | None:
    """What stands in the way under these texts (None: the present law), so many seconds from now; None if nothing does.

    Nothing of it stays, and its dice are not those of the game.
    """
    point = transaction.savepoint(world)
    moment = world.moment
    kept, recheck = dict(vars(moment)), world.caches.get("recheck", False)
    world.caches[IMAGINED] = True
    moment.now += later
    moment.reading, moment.script, moment.stream, moment.rolls = 0, None, Stream(b"trial"), []
    try:
        if texts is not None:
            landing.adopt_law(world, texts)
        return _obstacle(world)
    except (Refusal, RuleFault) as error:
        return str(error)
    finally:
        vars(moment).update(kept)
        world.caches.pop(IMAGINED)
        world.caches["recheck"] = recheck
        transaction.undo(world, point)


def _obstacle(world: World) -> str | None:
    key = _imagine(world)
    if not _by_command(world, "open_poll", lambda: _status(world, key) == "open"):
        return "no command opens a proposal"
    voters = enumerate(_who_may_vote(world, key), start=1)
    world.patch("polls", key, ballots=[fresh_ballot(voter, "yay", -place, world.now, []) for place, voter in voters])
    poll, count = poll_facts(world, key), tally(world, key)
    if ask_law(world, "resolves_itself", lambda: False, poll, count):
        return None if polls.resolve(world, key, by=None) == "adopted" else "with every vote a yay it is not adopted"
    adopted = _by_command(world, "resolve", lambda: _status(world, key) == "adopted")
    return None if adopted else "no command adopts what everyone wants"


def _who_may_vote(world: World, key: str) -> list[str]:
    poll, author = poll_facts(world, key), world.moment.writer
    may = []
    for voter in electorate(world, poll):
        point = transaction.savepoint(world)
        world.moment.writer = voter
        try:
            asking.tell(world, "voting", voter, poll, "yay")
            asking.forbid(world, "vote", voter, poll, "yay")
            may.append(voter)
        except (Refusal, RuleFault):
            transaction.undo(world, point)
    world.moment.writer = author
    return may


def _imagine(world: World) -> str:
    """Puts the imagined proposal in the place of the one in this thread; returns its poll's key."""
    number = int(world.game.get("last_number") or 0) + 1
    key = str(world.moment.thread)
    path = f"{folder_of(world.book.ruleset)}imagined.md"
    world.caches["change", IMAGINED] = {"files": {path: [None, _RULE]}, "paths": [path], "problems": []}
    world.records.remove("polls", key)
    world.set_note("open_polls", None)
    thread = world.patch("threads", key, change=IMAGINED, title=f"{number} A rule", state="open", unmergeable=None)
    world.moment.writer = author_of(world, thread)
    none: dict[str, list[str]] = {"broken": [], "altered": []}
    world.moment.happening = {**world.moment.happening, "text": "", "evidence": none, "actor": thread.get("author")}
    return key


def _status(world: World, key: str) -> str:
    return str((world.records.get("polls", key) or {}).get("status"))


def _by_command(world: World, word: str, done: Any) -> bool:
    """Whether a command that needs no arguments, of a rule that uses the word, does what is wanted."""
    for slug, command in leading_to(world, word):
        point = transaction.savepoint(world)
        try:
            asking.forbid(world, command.run, world.moment.writer, of=slug)
            asking.run(world, slug, command.run, world.moment.writer)
        except (Refusal, RuleFault):
            transaction.undo(world, point)
            continue
        if done():
            return True
        transaction.undo(world, point)
    return False
