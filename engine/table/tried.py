"""What forms write, tried for each seat as things stand: on the table, and in the threads where it is written. Nothing comes of it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from typing import Final

from engine.game.fold import offered
from engine.game.world.facts import kinds_of_person
from engine.game.world.world import World
from engine.law.document import Command
from engine.law.joining import joining
from engine.law.usage import type_of
from engine.table.places import place

MOST_PLACES: Final = 8  # of each kind, the newest
Words = dict[str, dict[str, str]]  # login -> usage -> what is written


def refused(world: World, keys: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """login -> usage -> why it would be refused on the table, of the commands that can be tried."""
    world.host.fresh()
    tried = {login: _whole(world, login, kinds_of_person(world, key)) for login, key in keys.items()}
    return _why(world, keys, tried, world.table, offered.MOST_TRIES)


def _whole(world: World, login: str, kinds: frozenset[str]) -> dict[str, str]:
    """usage -> words, of the commands of somebody that are whole as they stand; and that make a player of who is one, but inactive:
    whether one may is the same whatever name is given."""
    joins = joining(world.book) if "players" in kinds and "active" not in kinds else []
    found = {}
    for _, command in world.book.commands:
        text = re.sub(r"<[a-z0-9_]+>", login, command.usage_text) if command in joins else command.usage_text
        if kinds & set(command.who) and not re.search(r"[<|\[]", text):
            found[command.usage_text] = text
    return found


def placed(
    world: World, keys: Mapping[str, str], places: Mapping[str, Sequence[int]]
) -> dict[str, dict[str, dict[str, str]]]:
    """login -> usage -> thread -> why it would be refused there; `places` are the threads of each kind.

    What is filled in could be refused for itself: such words are nobody's to write but theirs who would not be refused, if somebody is.
    """
    world.host.fresh()
    found: dict[str, dict[str, dict[str, str]]] = {}
    most = offered.MOST_TRIES // MOST_PLACES
    for kind, there in places.items():
        threads = [number for number in there if number != world.table][:MOST_PLACES]
        written = {c.usage_text: _filled(c) for _, c in world.book.commands if place(c.help) == kind}
        words = {usage: text for usage, text in written.items() if text}
        tried = dict.fromkeys(itertools.islice(keys, most // max(1, len(words))), words)
        for thread in threads:
            why = _why(world, keys, tried, thread, most)
            for usage, text in words.items():
                shut = {login: each[usage] for login, each in why.items() if usage in each}
                if text in usage or len(shut) < len(tried):  # nothing was filled in, or it is not for that
                    for login, reason in shut.items():
                        found.setdefault(login, {}).setdefault(usage, {})[str(thread)] = reason
    return found


def _filled(command: Command) -> str:
    """A command without what may be left out, and with words for its texts; nothing where something else is to be chosen."""
    bare = re.sub(r"\s*\[[^\]]*\]", "", command.usage_text)
    named = re.findall(r"<([a-z0-9_]+)>", bare)
    if "|" in bare or any(type_of(name, command.arguments.get(name) or {}) != "text" for name in named):
        return ""
    return re.sub(r"<[a-z0-9_]+>", "so", bare)


def _why(world: World, keys: Mapping[str, str], tried: Words, thread: int, most: int) -> dict[str, dict[str, str]]:
    found = offered.refused(world, {keys[login]: words.values() for login, words in tried.items()}, thread, most)
    return {
        login: {usage: why for usage, word in words.items() if (why := found.get(keys[login], {}).get(word))}
        for login, words in tried.items()
    }
