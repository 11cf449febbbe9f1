"""What rules are told: the facts of threads, polls, proposals and rules, as plain data made from records and texts."""

from collections.abc import Callable
from operator import is_
from typing import Any, Final

from engine.game.owned import Change, KnownThread, Person, Poll, PollFacts, ProposalFacts
from engine.game.world import changes
from engine.game.world.memos import most_ways
from engine.game.world.records import APART
from engine.game.world.world import World
from engine.law.running.texts import put_in_order

Facts = dict[str, Any]
STRANGERS: Final = APART["strangers"]


def thread_facts(world: World, number: int | None) -> Facts:
    """`here()`: the thread of the happening, what was written in it, and where it stands."""
    happening = world.moment.happening
    thread = world.records.get("threads", str(number)) if number is not None else None
    found: KnownThread = thread or {}
    return {
        "author": author_of(world, found),
        "body": found.get("body", ""),
        "comment": happening.get("comment"),
        "edited": happening["kind"] == "edited" or bool(happening.get("edited")),
        "kind": "table" if number in (None, world.table) else found.get("kind", "issue"),
        "labels": list(found.get("labels", [])),
        "number": number if number is not None else world.table,
        "tag": found.get("tag"),
        "text": happening.get("text") or "",
        "title": found.get("title", ""),
    }


def author_of(world: World, thread: KnownThread) -> str:
    """The player's key of a thread's author, else the login; empty if the account is gone."""
    author = thread.get("author")
    return key_of_person(world, author) if author else ""


def active_players(world: World) -> list[str]:
    """The keys of the active players, in order."""
    changes = world.records.changes("players")
    if world.memos.active[0] != changes:
        active = [key for key, is_active in world.records.column("players", "active").items() if is_active]
        world.memos.active = (changes, active)
    return [*world.memos.active[1]]


def key_of_person(world: World, person: Person) -> str:
    """The key by which rules know an account: a player's key, or the login of a stranger (made unlike anybody else's).

    Strangers keep the key under which they were first heard: what they asked for under it is theirs, whoever has the login by then.
    """
    players, strangers = world.records.index("players"), world.records.index(STRANGERS)
    account, login = int(person["id"]), str(person["login"])
    key = players.key_of(account)
    if key is not None:
        return key
    known = strangers.key_of(account)
    if known is not None and world.records.get("players", known) is None:
        return known
    key = login
    while players.is_taken(key) or strangers.is_taken(key):
        key = f"{key}-{account}"  # an account may be called just so, and be here already
    return key


def role_of(world: World, key: str) -> str:
    """administrator, moderator or player, as GitHub said when this person was last asked for."""
    looked_at(world, key)
    return str(world.entry("roles", key) or "player")


def looked_at(world: World, key: str) -> None:
    """Notes whose role mattered: who reads the forge asks for no other."""
    record = world.records.get("players", key)
    actor = world.moment.happening.get("actor") if key == world.moment.writer else None
    account = record.get("id") if record else actor and actor["id"]
    if account is not None:
        world.looked_at.add(int(account))


def kinds_of_person(world: World, key: str) -> frozenset[str]:
    """Everything that someone is, in the words of a command's `who`. Administrators may do what moderators may."""
    record, role = world.records.get("players", key), role_of(world, key)
    found = {
        "anyone": True,
        "players": record is not None,
        "active": bool((record or {}).get("active")),
        "moderators": role in ("moderator", "administrator"),
        "administrators": role == "administrator",
    }
    return frozenset(kind for kind, is_one in found.items() if is_one)


def login_of(world: World, key: str) -> str:
    return str(world.records.field("players", key, "login") or key)


def renamed(world: World) -> dict[str, str]:
    """Key -> login of the players who are called otherwise on GitHub than by their keys, and not in capitals alone: mostly few."""
    changes = world.records.changes("players")
    if world.memos.renamed[0] != changes:
        logins = world.records.column("players", "login")
        found = {key: str(login) for key, login in logins.items() if login and login != key}
        others = {key: login for key, login in found.items() if login.casefold() != key.casefold()}
        world.memos.renamed = (changes, others)
    return world.memos.renamed[1]


def account_of(world: World, key: str) -> Person:
    """Who writes what a player is imagined to write."""
    return {"id": world.player(key).get("id", 0), "login": login_of(world, key)}


def poll_key(world: World, name: object) -> str:
    """The key of a poll, given its key, its tag or the number of its thread."""
    key = str(name)
    if world.records.get("polls", key) is None:
        thread = world.records.get("threads", key)
        tag = None if thread is None else thread.get("tag")
        poll = None if not tag else world.records.get("polls", str(tag))
        if poll is not None and poll["tag"] == tag:
            return str(tag)
    return key


def key_here(world: World) -> str:
    """The key of the poll in the thread of the moment."""
    return poll_key(world, world.moment.thread)


def poll_here(world: World) -> Poll | None:
    """What is kept of that poll; None if there is none."""
    return world.records.get("polls", key_here(world))


def open_poll_here(world: World) -> Poll | None:
    """The same, if it is open."""
    poll = poll_here(world)
    return poll if poll is not None and poll["status"] == "open" else None


def is_player(world: World) -> bool:
    """Whether whoever writes is one."""
    return world.records.get("players", world.moment.writer) is not None


def poll_facts(world: World, key: str) -> PollFacts:
    """A poll as rules see it: its record without the engine's own counts, with the facts of its changes. Not to be changed.

    Empty if there is no such poll, as rules are told.
    """
    record = world.records.get("polls", key)
    if record is None:
        none: PollFacts = _NO_POLL
        return none
    pull = world.records.get("threads", str(record["thread"])) or _NONE
    changed = changes.facts(world, record["change"], kept=True) if record.get("change") else _NO_CHANGES
    made_of = (record, pull, changed)
    awaits = world.notes.awaiting.get(key)
    found: PollFacts = _kept(world, ("poll", key), made_of, awaits, lambda: _poll_facts(key, *made_of, awaits))
    return found


def _poll_facts(key: str, record: Poll, pull: KnownThread, changed: list[Change], awaits: object) -> Facts:
    hidden = ("refused", "change", "reason", "since", "roster", "paused")
    facts = {name: value for name, value in record.items() if name not in hidden}
    facts |= {
        "awaits": awaits,
        "body": pull.get("body", ""),
        "changes": changed,
        "checks": pull.get("checks", "pending"),
        "key": key,
        "outcome": record.get("outcome", ""),
        "title": pull.get("title", record["subject"]),
    }
    return put_in_order(facts)


def _kept(world: World, name: object, made_of: tuple[object, ...], more: object, make: Callable[[], Facts]) -> Any:
    """Facts made once of the same records, which are never changed in place, and of the same `more`."""
    ways = world.memos.facts.setdefault(name, [])
    for parts, with_more, facts in ways:
        if with_more == more and all(map(is_, parts, made_of)):
            return facts
    found = make()
    ways.insert(0, (made_of, more, found))
    del ways[most_ways(len(found.get("ballots", ()))) :]
    world.host.texts.stays(found)
    if "ballots" in found:
        world.host.texts.stays(found["ballots"])
    return found


_NONE: Final[KnownThread] = {}
_NO_POLL: Final[Any] = {}
_NO_CHANGES: Final[list[Change]] = []


def proposal_facts(world: World, number: int, ordinal: int | None, voted: str | None = None) -> ProposalFacts:
    """A pull request as `proposal_number` and `forbids: {open: ...}` see it. Not to be changed.

    `voted`: the change that was voted on, where it is about that, whatever has been pushed since.
    """
    pull = world.records.get("threads", str(number)) or _NONE
    change = voted or pull.get("change")
    paths: list[str] = changes.content(world, change)["paths"]
    author, changed = author_of(world, pull), changes.facts(world, change)

    def make() -> Facts:
        return _proposal_facts(number, ordinal, author, pull, paths, changed)

    found: ProposalFacts = _kept(world, ("proposal", number), (pull, paths, changed), (ordinal, author), make)
    return found


def _proposal_facts(
    number: int, ordinal: int | None, author: str, pull: KnownThread, paths: list[str], changed: list[Change]
) -> Facts:
    return {
        "author": author,
        "body": pull.get("body", ""),
        "changes": changed,
        "checks": pull.get("checks", "pending"),
        "number": ordinal,
        "paths": list(paths),
        "thread": number,
        "title": pull.get("title", ""),
    }
