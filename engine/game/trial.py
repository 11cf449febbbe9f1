"""Trying a changed law on the world and taking it back: would any rule-change still be adopted?"""

from __future__ import annotations

from typing import Any

from engine.game import changes, landing, polls, transaction
from engine.game.asking import ask_law, forbid
from engine.game.facts import proposal_facts
from engine.game.refusal import Refusal
from engine.game.tally import electorate, fresh_ballot, tally
from engine.game.world import World
from engine.law.host import RuleFault


def still_adoptable(world: World, slugs: list[str]) -> bool:
    """Whether, after the change under way in this thread, a rule-change could be adopted with every vote a yay.

    What the law of today holds against the imagined proposal already (a title it dislikes, say) is not held against the
    law of tomorrow: only what the change makes impossible counts.
    """
    thread = world.moment.thread
    pull = world.records.get("threads", str(thread)) or {}
    if not pull.get("change"):
        return True
    content = changes.content(world, pull["change"])
    if not changes.touches(world, pull["change"]) & set(slugs):
        return True
    before = _obstacle(world, int(thread or 0))
    after = _under(world, changes.applied(world, content), int(thread or 0))
    return after is None or after == before


def _under(world: World, texts: Any, thread: int) -> str | None:
    point = transaction.savepoint(world)
    reading, world.moment.reading = world.moment.reading, 0
    try:
        landing.adopt_law(world, texts)
        return _obstacle(world, thread)
    except (Refusal, RuleFault) as error:
        return str(error)
    finally:
        world.moment.reading = reading
        transaction.undo(world, point)


def _obstacle(world: World, thread: int) -> str | None:
    """What stands in the way of an imagined proposal that everyone likes; None if nothing does."""
    point = transaction.savepoint(world)
    reading, world.moment.reading = world.moment.reading, 0
    try:
        return _no_way_in(world) or _imagine(world, thread)
    except (Refusal, RuleFault) as error:
        return str(error)
    finally:
        world.moment.reading = reading
        transaction.undo(world, point)


def _used(world: World, word: str) -> bool:
    """Whether code in force that works uses a word."""
    sound = [d for slug, d in world.book.documents.items() if slug not in world.book.loaded.broken]
    return any(word in d.words for d in sound) or any(f"{word}(" in text for text in world.book.library.values())


def _no_way_in(world: World) -> str | None:
    return None if _used(world, "open_poll") else "no rule opens polls"


def _imagine(world: World, thread: int) -> str | None:
    number = int(world.game.get("last_number") or 0) + 1
    proposal = _proposal(world, thread, number)
    forbid(world, "open", proposal["author"], proposal)
    key = str(thread)
    record: dict[str, Any] = {
        **world.book.schemas.defaults("polls"),
        "thread": thread,
        "tag": None,
        "number": number,
        "kind": _kind(world, thread),
        "subject": proposal["title"],
        "author": proposal["author"],
        "opened_at": world.now,
        "status": "open",
        "electors": None,
        "ballots": [],
        "refused": [],
        "quorum_at": None,
        "data": {},
        "paths": [],
        "change": None,
    }
    world.records.put("polls", key, record)
    facts = {**record, "key": key, "changes": [], "checks": "passed"}
    voters = enumerate(electorate(world, facts), start=1)
    world.patch("polls", key, ballots=[fresh_ballot(voter, "yay", -place, world.now, []) for place, voter in voters])
    return _outcome(world, key, proposal["author"])


def _outcome(world: World, key: str, author: str) -> str | None:
    count = tally(world, key)
    facts = {**(world.records.get("polls", key) or {}), "key": key, "changes": [], "checks": "passed"}
    if not ask_law(world, "quorum", lambda: True, facts, count):
        return "no quorum can be reached"
    if not ask_law(world, "complete", lambda: False, facts, count):
        if not _used(world, "resolve"):
            return "no rule resolves it"
        forbid(world, "resolve", author, facts)
    verdict = ask_law(world, "verdict", lambda: polls.by_unanimity(world, key)[1], facts, count)
    return None if verdict == "adopted" else f"with every vote a yay it is {verdict}"


def _proposal(world: World, thread: int, number: int) -> dict[str, Any]:
    """The proposal of this thread, but with an innocent change: a new rule in plain words."""
    words = {
        "text": "A rule.",
        "code": "",
        "words": [],
        "front": {},
        "immutable": False,
        "title": "A rule",
        "slug": "a-rule",
    }
    change = {**words, "op": "enact", "number": number, "kind": "rule", "path": "", "was": None}
    blank = {"changes": [change], "paths": [], "title": f"{number} A rule", "body": "", "checks": "passed"}
    return {**proposal_facts(world, thread, number), **blank}


def _kind(world: World, thread: int) -> str:
    """The kind under which proposals are voted on here: that of the newest poll on a change, if there was one."""
    kinds = [p["kind"] for _, p in world.records.items("polls") if p.get("change")]
    return str(kinds[-1]) if kinds else "rule-change"
