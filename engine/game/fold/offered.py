"""What people are offered as theirs to do, tried as things stand: what would be refused is nobody's move."""

import itertools
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from engine.game.consulting import asking
from engine.game.fold import handlers
from engine.game.refusal import Refusal
from engine.game.replies import board
from engine.game.world.facts import account_of, kinds_of_person
from engine.game.world.transaction import supposing
from engine.game.world.world import World
from engine.law.documents.document import Command
from engine.law.running.blame import RuleFault
from engine.law.running.host import TOO_LONG

MOST_PEOPLE: Final = 12  # who are tried in one poll
MOST_TRIES: Final = 500  # of words that are nobody's duty: one takes about a millisecond. Beyond them all is offered
FEW: Final = 3  # of more than these so many are tried: a try takes longer in a large game. Of the others is supposed what holds for all
MOST_RECORDS: Final = 100  # that are tried; of others everything is offered
DEAREST: Final = 4_000_000  # ticks of rule code that are tried for one poll; one happening may take five times as many
OTHERS: Final = ""
UNREADABLE: Final = (0.5, [None])  # in the one nothing can be looked for, by the other nothing can be looked up
Closed = dict[str, dict[str, str]]


def refusal(world: World, writer: str, text: str, thread: int | None) -> str:
    """Why these words of a player would be refused in a thread now, before anything follows from them.

    Empty if they would not, and where it would cost too much to know.
    """
    return _tried(world, writer, text, thread)[0]


def wakes(world: World, writer: str, text: str, thread: int) -> bool:
    """Whether these words of an inactive player would make them active."""
    return _tried(world, writer, text, thread)[1]


def unread(world: World, writer: str, slug: str, command: Command, thread: int) -> str:
    """Why a command of a player would be refused in a thread before its rule looks at what is written for its arguments; empty
    where that is looked at first: what stands for it here is nothing that rules can read."""
    first, *others = {_refused_with(world, writer, slug, command, thread, value) for value in UNREADABLE}
    return first if not others else ""


def _refused_with(world: World, writer: str, slug: str, command: Command, thread: int, value: object) -> str:
    """Why it would be refused with this value for each argument."""
    if world.host.ticks > DEAREST or world.hurried:
        return ""
    values = [value for _ in command.usage.arguments_in_order]
    said = {"id": "offered", "kind": "said", "time": world.now, "thread": thread, "text": command.usage_text}
    with supposing(world, happening=said, thread=thread, writer=writer, commander=writer):
        try:
            asking.carry_out(world, slug, command.run, writer, *values, above=world.book.is_above(slug))
        except Refusal as found:
            return found.reason
        except RuleFault:
            return ""
    return ""


def _tried(world: World, writer: str, text: str, thread: int | None) -> tuple[str, bool]:
    """Why they would be refused, and whether their writer would be active then."""
    actor = {**account_of(world, writer), "role": "player"}
    said = {"id": "offered", "kind": "said", "time": world.now, "thread": thread, "actor": actor, "text": text}
    if world.host.ticks > DEAREST or world.hurried:
        return "", False
    with supposing(world, happening={**said, "comment": 0, "edited": False}, thread=thread, writer=writer):
        try:
            why = "" if handlers.act(world)["is"] == "done" else board.FOLLOWS_NOTHING
        except Refusal as found:
            return found.reason, False
        except RuleFault as fault:
            return ("" if fault.why == TOO_LONG else board.RULE_FAILS), False
        return why, "active" in kinds_of_person(world, writer)


def closed(world: World, people: Iterable[str], words: Iterable[str], thread: int | None) -> Closed:
    """player -> word -> why it would be refused, of the words that are votes in this thread; OTHERS stands for who is not named."""
    world.begin_limits()
    asked, words = list(people), list(words)
    if thread is None:
        return {OTHERS: dict.fromkeys(words, board.NO_THREAD)}
    tried = {
        who: _refused(world, who, words, thread) for who in asked[: MOST_PEOPLE if len(asked) <= MOST_PEOPLE else FEW]
    }
    if len(asked) > len(tried):
        tried[OTHERS] = {word: why for word, why in tried[asked[0]].items() if all(word in t for t in tried.values())}
    return {who: found for who, found in tried.items() if found}


def _refused(world: World, who: str, words: Iterable[str], thread: int | None) -> dict[str, str]:
    return {word: why for word in words if (why := refusal(world, who, word, thread))}


def refused(world: World, words: Mapping[str, Iterable[str]], thread: int, most: int) -> Closed:
    """person -> word -> why it would be refused in a thread, of the `words` that each could write there."""
    found: Closed = {}
    for who, word in itertools.islice(((who, word) for who, each in words.items() for word in each), most):
        if why := refusal(world, who, word, thread):
            found.setdefault(who, {})[word] = why
    return found


def addressed(world: World, table: int) -> list[tuple[str, str, list[str], dict[str, str]]]:
    """(collection, key, words, why not) of the open records that are addressed `to` a player: the words that would take one,
    and of the others why they would be refused."""
    world.begin_limits()
    found: list[tuple[str, str, list[str], dict[str, str]]] = []
    for collection in world.book.schemas.collections():
        single = collection.removesuffix("s")
        takers = _takers(world, single)
        for key, record in world.records.items(collection) if takers else ():
            to = record.get("to")
            if isinstance(to, str) and record.get("status", "open") == "open":
                words = [usage.replace(f"<{single}>", key) for usage in takers]
                closed = _refused(world, to, words, table) if len(found) < MOST_RECORDS else {}
                found.append((collection, key, [word for word in words if word not in closed], closed))
    return [each for each in found if each[2]]


def _takers(world: World, single: str) -> list[str]:
    """The shortest usages of the commands about one record of this kind that are for the one to whom it is addressed."""
    return [_shortest(c.usage_text) for _, c in world.book.commands if _takes(c.arguments, c.usage, single)]


def _shortest(usage: str) -> str:
    """Without the optional parts that name nothing, and with the first of the words that may stand in one place."""
    bare = re.sub(r"\[([^\]]*)\]", lambda part: part[1] if "<" in part[1] else "", usage)
    return " ".join(word.partition("|")[0] for word in bare.split())


def _takes(arguments: Mapping[str, Mapping[str, Any]], usage: Any, single: str) -> bool:
    named = list(usage.arguments_in_order)
    return named == [single] and arguments.get(single, {}).get("whose", "to") == "to"
