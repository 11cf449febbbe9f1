"""What anybody can look up: one command, one rule, all rules, somebody's records, and who has how much of what.

The engine answers without knowing any ruleset: from usages, front matter, prose, and the fields that the rules in force declare.
"""

import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final

from engine.game.consulting import commands, mending
from engine.game.consulting.status import rule_lines
from engine.game.fold import balance, places
from engine.game.owned import PollFacts, Tally, waited_for
from engine.game.proposals import ballot_words
from engine.game.proposals.polls import open_polls
from engine.game.proposals.tally import tally
from engine.game.refusal import Refusal
from engine.game.replies import lookups, refusals, speech
from engine.game.replies.moments import may_be_time
from engine.game.words.recorded import visible
from engine.game.world.facts import is_player, login_of, poll_facts
from engine.game.world.world import World
from engine.law.documents.document import Document
from engine.law.running.blame import RuleFault

_ASKED: Final = re.compile(r"/(help|status|rules?)\s+(\S.*)", re.IGNORECASE)
_NUMBER: Final = re.compile(r"#?([0-9]{1,5})[.?!]?")
_VOTING: Final = frozenset({"vote", "votes", "voting", "yay", "nay", "ballot"})
_OWN: Final = ("id", "login", "active")  # what the engine keeps of players
POINTS: Final = "/points"
MOST_FIELDS: Final = 40
SHORTEST_WORD: Final = 4
MOST_COMMANDS: Final = 20
MOST_POLLS: Final = 12  # of which it is tried which words count


def first(world: World, text: str) -> str | None:
    """The answer to what is the engine's, whatever rules call their commands; None if the text is nothing of the kind.

    What stands below such a line is none of its name: it may be a vote, whose writer has to be told that it is lost.
    """
    found = _ASKED.fullmatch(" ".join(text.split()))
    if found is None or len(text.strip().splitlines()) > 1:
        return None
    word, about = found[1].lower(), found[2]
    if word == "help":
        return _help(world, about)
    if word == "status":
        return _status(world, about)
    number = _NUMBER.fullmatch(about)
    return _rule(world, int(number[1])) if number else None


def last(world: World, text: str) -> str | None:
    """The answer to what the engine says where no rule has a command of that name; None if it is nothing of the kind."""
    word = text.strip().lower()
    if word == "/rules":
        return lookups.rules([(d.number, d.title, bool(d.immutable)) for d in _rules(world)])
    if word == "/me":
        if not is_player(world):
            raise refusals.no_player(world, world.moment.writer)
        return _status(world, world.moment.writer)
    if word == places.WORD:
        drawn = places.shown(world)
        if drawn is None:
            raise lookups.no_map()
        return drawn
    if word.startswith("/") and is_counted(world, word[1:]):
        return _standings(world, word[1:])
    if word == POINTS:
        raise lookups.no_points([f"/{name}" for name in _counted(world)])
    return None


def _rules(world: World) -> list[Document]:
    rules = [d for d in world.book.documents.values() if d.kind == "rule"]
    return sorted(rules, key=lambda d: (d.number is None, d.number or 0, d.slug))


def _rule(world: World, number: int) -> str:
    document = next((d for d in _rules(world) if d.number == number), None)
    if document is None:  # it may have had that number before it was amended
        document = next(
            (d for d in _rules(world) if number in [n for entry in d.history for n in entry.values()]), None
        )
    if document is None:
        near = sorted((d.number for d in _rules(world) if d.number), key=lambda n: (abs(n - number), n))[:3]
        raise lookups.no_such_rule(number, sorted(near))
    usages = [c.usage_text for slug, c in world.book.commands if slug == document.slug]
    prose = commands.spoken(world, document.prose)
    return lookups.rule(document.number or number, document.title, prose, document.parameters, usages, document.path)


def of_what_is_kept(world: World) -> list[tuple[str, str]]:
    """(usage, help) of what is answered where the law keeps it, and no rule has a command of that name."""
    counted = sorted(_counted(world), key=lambda name: f"/{name}" != POINTS)
    mapped = places.are_told(world) and commands.match(world, places.WORD) is None
    return lookups.of_what_is_kept(
        [name for name in counted if commands.match(world, f"/{name}") is None], mapped=mapped
    )


def _help(world: World, about: str) -> str:
    wanted = set(about.strip("`").lower().removeprefix("/").split())
    found = [(slug, command) for slug, command in world.book.commands if wanted <= _words(command.usage_text)]
    parts = []
    for slug, command in found[:MOST_COMMANDS]:
        document = world.book.documents[slug]
        parts.append(lookups.command(command, document.number, document.title, document.parameters))
    everyones = speech.engine_commands(administers=False)
    parts += [
        lookups.own_command(usage, text, administers=(usage, text) not in everyones)
        for usage, text in speech.engine_commands(administers=True)
        if wanted <= _words(usage)
    ]
    parts += [
        lookups.own_command(usage, text, administers=False)
        for usage, text in of_what_is_kept(world)
        if wanted <= _words(usage) | {word.removeprefix("/") for word in _shown(text)}
    ]
    if wanted & _VOTING:
        paused, over = world.notes.paused_at is not None, bool(world.game.get("over"))
        parts.append(lookups.how_to_vote(_with_words(world), paused=paused, over=over))
    if not parts:
        near = commands.nearest(world, f"/{about.lstrip('/`')}")
        raise lookups.no_such_command(about, near, _about(world, wanted))
    named = {command.usage_text.split()[0].lower() for _, command in found}
    return "\n\n".join(parts + _said_of(world, named))


def _with_words(world: World) -> list[tuple[PollFacts, list[str]]]:
    """The open polls, that of this thread first and the others from the oldest on, each with the words that count in it."""
    polls = [poll_facts(world, key) for key in open_polls(world)]
    return _told_apart(world, sorted(polls, key=lambda poll: poll["thread"] != world.moment.thread))


def _told_apart(world: World, polls: list[PollFacts]) -> list[tuple[PollFacts, list[str]]]:
    """Each with the words that count in it. Those beyond `MOST_POLLS` are not tried, but told like the first of their kind."""
    of_kind: dict[str, list[str]] = {}
    told = []
    for at, poll in enumerate(polls):
        is_new = poll["kind"] not in of_kind and len(of_kind) < MOST_POLLS
        words = _tried(world, poll) if at < MOST_POLLS or is_new else of_kind.get(poll["kind"], [])
        of_kind.setdefault(poll["kind"], words)
        told.append((poll, words))
    return told


def _tried(world: World, poll: PollFacts) -> list[str]:
    """The words that count in a poll; none where the rule that says so fails over it, which keeps nobody from asking."""
    try:
        return ballot_words.words_of(world, poll)
    except (Refusal, RuleFault):
        return []


def _about(world: World, wanted: set[str]) -> list[str]:
    """The commands whose help has one of these words; short words are in every other help."""
    telling = {word for word in wanted if len(word) >= SHORTEST_WORD}
    helps = [(command.usage_text, set(re.findall(r"\w+", command.help.lower()))) for _, command in world.book.commands]
    return sorted({usage for usage, said in helps if said & telling})


def _words(usage: str) -> set[str]:
    return {part for word in usage.lower().lstrip("/").split() for part in word.split("|")}


def _said_of(world: World, named: set[str]) -> list[str]:
    """What the rules tell the writer of these commands, such as prices: of their lines of `/status` those that show one."""
    lines = [line for line in rule_lines(world, world.moment.writer) if named & _shown(line)] if named else []
    return ["\n".join(f"- {line}" for line in lines)] if lines else []


def _shown(line: str) -> set[str]:
    """The first words of what stands between backticks."""
    return {shown.split()[0].lower() for shown in line.split("`")[1::2] if shown.split()}


def _status(world: World, name: str) -> str:
    key = commands.find_player(world, name)
    if key is None:
        raise lookups.no_such_player(name, sorted(login_of(world, k) for k in world.records.keys("players")))
    record = world.player(key)
    found = [pair for name, own in _records(world, key) for pair in _fields(own, world.book.schemas.untold(name))]
    lines = [lookups.field(field, value, world.timezone) for field, value in found]
    lines += [lookups.vote_missing(poll, words) for poll, words in _told_apart(world, list(_unvoted(world, key)))]
    login, said = login_of(world, key), rule_lines(world, key)
    if said and key != world.moment.writer:
        lines.append(lookups.told_to(login))
    return lookups.person(login, bool(record.get("active")), lines + said)


def owned(world: World) -> list[str]:
    """What the writer has a number of, on one line; nothing of a stranger."""
    writer = world.moment.writer
    if world.records.get("players", writer) is None:
        return []
    where = places.coordinates(world)
    has = [
        pair
        for collection, record in _records(world, writer)
        for pair in balance.numbers(record, world.book.schemas.untold(collection))
        if pair[1] and (collection, pair[0]) not in where
    ]
    return [lookups.own(login_of(world, writer), has)] if has else []


def _records(world: World, key: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """All that is kept under a player's key, that of players first; of a field that no rule declares any more nobody has anything."""
    for collection in ["players", *sorted(set(world.records.collections()) - {"players"} - balance.NOT_OWNED)]:
        own = world.records.get(collection, key)
        if own is not None:
            yield collection, visible(world, collection, own) or {}


def _fields(record: Mapping[str, Any], untold: frozenset[str]) -> Iterator[tuple[str, Any]]:
    """What there is to tell: nothing that is empty, no mark that is not set, and no bookkeeping."""
    empty: tuple[object, ...] = (None, "", [], {})
    told = [(f, value) for f, value in record.items() if f not in _OWN and f not in untold]
    set_ = [(f, value) for f, value in told if value is not False and not (value == 0 and may_be_time(f))]
    shown = [(f, value) for f, value in set_ if value not in empty]
    yield from shown[:MOST_FIELDS]


def count_of(world: World, key: str) -> Tally | Refusal | RuleFault:
    """The count of a poll, by what its board goes; where a rule fails over it, that, and the others are told of all the same."""
    try:
        return mending.in_poll(world, key, partial(tally, world, key))
    except (Refusal, RuleFault) as failure:
        world.host.relieve()
        world.moment.bear(failure)
        return failure


def _unvoted(world: World, player: str) -> Iterator[PollFacts]:
    for key in open_polls(world):
        count = count_of(world, key)
        if not isinstance(count, Exception) and player in waited_for(count):
            yield poll_facts(world, key)


def is_counted(world: World, field: str) -> bool:
    """Whether the rules in force declare this as a number that players have."""
    if field in world.book.schemas.untold("players") or may_be_time(field):
        return False
    return field not in _OWN and type(world.book.schemas.defaults("players").get(field)) in (int, float)


def _counted(world: World) -> list[str]:
    """What players have a number of, where something is left out."""
    where = places.coordinates(world)
    names = sorted(world.book.schemas.fields("players"))
    return [name for name in names if is_counted(world, name) and ("players", name) not in where]


def _standings(world: World, field: str) -> str:
    held = [(login_of(world, key), record.get(field)) for key, record in world.records.items("players")]
    found = [(login, value if type(value) is int or type(value) is float else 0) for login, value in held]
    return lookups.standings(field, sorted(found, key=lambda one: (-one[1], one[0])))
