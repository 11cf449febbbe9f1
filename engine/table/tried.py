"""What forms write, tried for each seat as things stand: on the table, and in the threads where it is written. Nothing comes of it."""

import itertools
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.game.consulting import commands
from engine.game.fold import offered
from engine.game.world.facts import kinds_of_person
from engine.game.world.world import World
from engine.law.documents.document import Command
from engine.law.documents.usage import may_be_a_record, type_of
from engine.law.joining import joining, opening
from engine.law.reach import own_words
from engine.table.places import place

MOST_CHOICES: Final = 12  # of one command, the newest
MOST_SEATS: Final = 40  # by which is tried what is written in threads
HERE: Final = "here"
# Words of the rule itself: leaving the game may end polls by way of others
ENDING: Final = frozenset({"resolve", "withdraw"})
_ARGUMENT: Final = re.compile("<[a-z0-9_]+>")
_NAME: Final = re.compile("<([a-z0-9_]+)>")
Words = dict[str, dict[str, str]]  # login -> usage -> what is written


def ends(world: World, slug: str, command: Command) -> bool:
    """Whether it says nothing more, and ends the poll of the thread where it is written."""
    if command.usage.arguments_in_order:
        return False
    words = own_words(world.book, slug, command.run)
    return bool(ENDING & words) and HERE in words


def refused(world: World, keys: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """login -> usage -> why it would be refused on the table, of the commands that can be tried; with a choice, as it is written."""
    world.begin_limits()
    kinds = {login: kinds_of_person(world, key) for login, key in keys.items()}
    whole = {login: _whole(world, login, each) for login, each in kinds.items()}
    chosen = {login: _chosen(world, login, each) for login, each in kinds.items()}
    found = _why(world, keys, whole, world.table, offered.MOST_TRIES)
    left = max(0, offered.MOST_TRIES - sum(map(len, whole.values())))
    more = _why(world, keys, chosen, world.table, left)
    left = max(0, left - sum(map(len, chosen.values())))
    unread = _unread(world, keys, kinds, left)
    return {login: unread.get(login, {}) | found[login] | more[login] for login in keys}


def _unread(
    world: World, keys: Mapping[str, str], kinds: Mapping[str, frozenset[str]], most: int
) -> dict[str, dict[str, str]]:
    """login -> usage -> why it would be refused on the table whatever is filled in, of the commands in which something is."""
    there = [
        (login, slug, command)
        for (slug, command), login in itertools.product(world.book.commands, keys)
        if command.usage.arguments_in_order and not place(command.help) and kinds[login] & set(command.who)
    ]
    found: dict[str, dict[str, str]] = {}
    for login, slug, command in there[:most]:
        why = offered.unread(world, keys[login], slug, command, world.table)
        sample = _sample(world, login, command) if why else ""
        if why and sample and why == offered.refusal(world, keys[login], sample, world.table):
            found.setdefault(login, {})[command.usage_text] = why
    return found


def _sample(world: World, login: str, command: Command) -> str:
    """A command as it may be written, its texts as its help shows them: a rule may compare them before it reads anything else.
    Nothing where a record is to be chosen and there is none."""
    shown = command.usage.match(commands.example(command) or "") or {}
    bare = re.sub(r"\s*\[[^\]]*\]", "", command.usage_text)
    words = {name: _word(world, login, command, name, shown.get(name, "so")) for name in _NAME.findall(bare)}
    text = _NAME.sub(lambda found: words[found[1]], bare)
    return " ".join(word.partition("|")[0] for word in text.split()) if all(words.values()) else ""


def _word(world: World, login: str, command: Command, name: str, shown: str) -> str:
    spec = command.arguments.get(name) or {}
    if type_of(name, spec) in ("integer", "number"):
        return str(spec.get("minimum", 1))
    if type_of(name, spec) in ("choice", "player") or (may_be_a_record(name, spec) and _is_record(world, name)):
        return next(iter(_choices(world, login, name, spec)), "")
    return shown


def back(world: World, keys: Mapping[str, str]) -> dict[str, list[str]]:
    """login -> usages of what is written with nothing more and would make this one active, of players who are not."""
    world.begin_limits()
    words = {login: _whole(world, login, each).items() for login, each in _away(world, keys).items()}
    return {
        login: [usage for usage, text in each if offered.wakes(world, keys[login], text, world.table)]
        for login, each in words.items()
    }


def back_by_vote(
    world: World, keys: Mapping[str, str], votes: Mapping[int, Sequence[str]]
) -> dict[str, dict[str, list[str]]]:
    """login -> thread -> which of the `votes` there would make this one active, of players who are not."""
    world.begin_limits()
    found: dict[str, dict[str, list[str]]] = {}
    for login, thread in itertools.product(_away(world, keys), votes):
        waking = [word for word in votes[thread] if offered.wakes(world, keys[login], word, thread)]
        found.setdefault(login, {}).update({str(thread): waking} if waking else {})
    return found


def _away(world: World, keys: Mapping[str, str]) -> dict[str, frozenset[str]]:
    """login -> the kinds of person that this one is, of players who are inactive."""
    kinds = {login: kinds_of_person(world, keys[login]) for login in itertools.islice(keys, MOST_SEATS)}
    return {login: each for login, each in kinds.items() if "players" in each and "active" not in each}


def _whole(world: World, login: str, kinds: frozenset[str]) -> dict[str, str]:
    """usage -> words, of the commands of somebody that are whole as they stand; and that make a player of who is one, but inactive:
    whether one may is the same whatever name is given."""
    joins = joining(world.book) if "players" in kinds and "active" not in kinds else []
    found = {}
    for _, command in world.book.commands:
        text = _ARGUMENT.sub(login, command.usage_text) if command in joins else command.usage_text
        if kinds & set(command.who) and not re.search(r"[<|\[]", text):
            found[command.usage_text] = text
    return found


def _chosen(world: World, login: str, kinds: frozenset[str]) -> dict[str, str]:
    """words -> the same, of the commands of somebody in which one thing is to be chosen: each choice that there is."""
    found = [
        _ARGUMENT.sub(lambda _, choice=choice: choice, command.usage_text)  # type: ignore[misc]
        for _, command in world.book.commands
        if kinds & set(command.who)
        and command.usage.text.count("<") == 1
        and not re.search(r"[|\[]", command.usage_text)
        for choice in _choices(world, login, *_only(command))
    ]
    return dict(zip(found, found, strict=True))


def _only(command: Command) -> tuple[str, Mapping[str, Any]]:
    """The one argument of a command, and what is said of it."""
    (name,) = command.usage.arguments_in_order
    return name, command.arguments.get(name) or {}


def _is_record(world: World, name: str) -> bool:
    return f"{name}s" in world.book.schemas.collections()


def _choices(world: World, login: str, name: str, spec: Mapping[str, Any]) -> list[str]:
    kind = type_of(name, spec)
    if kind == "choice":
        return [str(value) for value in spec["values"]]
    if kind == "player":
        logins = [str(record.get("login") or key) for key, record in world.records.items("players")]
        return [*[each for each in logins if each != login][: MOST_CHOICES - 1], login]
    if may_be_a_record(name, spec) and _is_record(world, name):
        rows = [key for key, record in world.records.items(f"{name}s") if record.get("status", "open") == "open"]
        return rows[-MOST_CHOICES:]
    return []


def placed(
    world: World, keys: Mapping[str, str], places: Mapping[str, Sequence[int]]
) -> dict[str, dict[str, dict[str, str]]]:
    """login -> usage -> thread -> why it would be refused there, but for the words that open and end polls: to try to open one takes
    a second. `places` are the threads of each kind.

    What is filled in could be refused for itself: it is not where somebody would not be refused with the same words, nor where the
    rule refuses before it looks at them.
    """
    world.begin_limits()
    opens = opening(world.book)
    found: dict[str, dict[str, dict[str, str]]] = {}
    for kind, there in places.items():
        there_are = [each for each in world.book.commands if each not in opens and not ends(world, *each)]
        rules = {command.usage_text: (slug, command) for slug, command in there_are if place(command.help) == kind}
        written = {usage: _filled(command) for usage, (_, command) in rules.items()}
        words = {usage: text for usage, text in written.items() if text}
        tried = dict.fromkeys(itertools.islice(keys, MOST_SEATS), words)
        most = offered.MOST_TRIES // max(1, len(tried) * len(words))
        threads = [number for number in there if number != world.table][:most]
        why = {thread: _why(world, keys, tried, thread, offered.MOST_TRIES) for thread in threads}
        for usage, text in words.items():
            shut = [
                (thread, who, each[usage]) for thread in threads for who, each in why[thread].items() if usage in each
            ]
            filled, by_all = text not in usage, len(shut) == len(threads) * len(tried)
            if filled and by_all:  # it may be for what was filled in
                shut = [
                    (number, who, reason)
                    for number, who, reason in shut
                    if offered.unread(world, keys[who], *rules[usage], number) == reason
                ]
            for thread, login, reason in shut:
                found.setdefault(login, {}).setdefault(usage, {})[str(thread)] = reason
    return found


def _filled(command: Command) -> str:
    """A command without what may be left out, and with words for its texts; nothing where something else is to be chosen."""
    bare = re.sub(r"\s*\[[^\]]*\]", "", command.usage_text)
    named = re.findall(r"<([a-z0-9_]+)>", bare)
    if "|" in bare or any(type_of(name, command.arguments.get(name) or {}) != "text" for name in named):
        return ""
    return _ARGUMENT.sub("so", bare)


def _why(world: World, keys: Mapping[str, str], tried: Words, thread: int, most: int) -> dict[str, dict[str, str]]:
    found = offered.refused(world, {keys[login]: words.values() for login, words in tried.items()}, thread, most)
    return {
        login: {usage: why for usage, word in words.items() if (why := found.get(keys[login], {}).get(word))}
        for login, words in tried.items()
    }
