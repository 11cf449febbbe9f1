"""Comments that are nearly commands: several at once, one without its slash, with signs around it or below other words. They are
told so, with the words to write."""

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final

from engine.game.consulting import commands
from engine.game.fold import engine_commands, looking_up
from engine.game.fold.meant import BEFORE, shown
from engine.game.proposals.tally import default_ballot
from engine.game.refusal import Refusal
from engine.game.replies import command_refusals, refusals, speech
from engine.game.replies.rescue_refusals import way_left
from engine.game.world.facts import is_player
from engine.game.world.world import World
from engine.law import joining
from engine.law.documents.document import Command
from engine.store import seen

LONGEST: Final = 80  # a longer line that begins like a command is more likely talk
MOST_LINES: Final = 50
LEAST_ALIKE: Final = 0.8
SHORTEST_WORD: Final = 4  # of what a command is for
_CHANGES: Final = frozenset(
    {"/propose", "/proposal", "/amend", "/repeal", "/enact", "/newrule", "/new-rule", "/addrule"}
)
_COLON: Final = re.compile(r"(?<=\w)[:,] +")
_QUOTED: Final = re.compile(f"^[{seen.QUOTES}](.+)[{seen.QUOTES}]$")  # as a terminal wants it
# Who is spoken to, what a list is made of, what people say first, and signs of joy; a quotation is none of these.
_FIRST: Final = re.compile(
    rf"(?:{BEFORE.pattern}|(?:hi|hello|hey|please|pls|ok|okay|now|then)[,.!:]*[ \t]+|[^\w\s/>~]+[ \t]*)+", re.IGNORECASE
)
_SLASHES: Final = "/\\!."  # what a command begins with, here and elsewhere
LIKE_A_SLASH: Final = tuple("\uff0f\u2044\u2215\u29f8\u2571")  # full width, and of fractions
_LOOKUP: Final = re.compile(r"/(?:me|rules|map|rule +[0-9]{1,5}|(?:help|status) +\S+)", re.IGNORECASE)
_OPPOSITES: Final = ("in", "un", "de", "dis")  # what stands before a word that says the contrary
_LOOKED_UP: Final = frozenset({"/rules", "/map", "/points"})  # without an argument, and hardly ever meant otherwise


def refuse_several(world: World, text: str) -> None:
    """Raises Refusal for a text that begins with a command and has a line more that is one by itself."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not 2 <= len(lines) <= MOST_LINES or not (lines[0].startswith("/") or _is_in_words(world, lines[0])):
        return
    more = [line for line in lines[1:] if _is_by_itself(world, line)]
    if more:
        raise command_refusals.one_to_a_comment([lines[0], *more])


def refuse_what_is_none(world: World, text: str) -> None:
    """Raises Refusal for what begins like a command and is none, and for talk that would be one with a slash before it, or
    without the signs around it."""
    first, *below = text.strip().splitlines() or [""]
    if below and _is_by_itself(world, first.strip()):
        raise command_refusals.more_below(first)
    if commands.looks_like_one(text):
        raise _unknown(world, text)
    _refuse_what_looks_like_one(world, text)
    if "\n" in text.strip():
        _refuse_what_stands_below(world, text)
        return
    line = _QUOTED.sub(r"\1", text.strip().strip("`*_ ")).strip()
    if not line or len(line) > LONGEST:
        return
    for one in (line, line.rstrip("?!. ")):
        if _is_in_words(world, one):
            raise command_refusals.write_it_so(one)
    begun = _begun(world, line)
    if begun is not None:
        raise command_refusals.write_it_like(
            begun.usage_text, commands.example(begun), commands.choices(world, begun.usage_text, [])
        )
    _refuse_what_stands_behind(world, line)
    command = f"/{line.lstrip(_SLASHES).strip()}"
    for one in (command, command.rstrip("?!. "), _COLON.sub(" ", command, count=1)):
        if _is_one(world, one) and engine_commands.may_use(world, one.split()[0].casefold()):
            raise command_refusals.write_it_so(one)
        if one.casefold() in _LOOKED_UP:
            raise command_refusals.write_it_so(one)
    if world.moment.thread in (None, world.table) and not is_player(world):
        _refuse_a_wish_to_join(world, line)


def _refuse_a_wish_to_join(world: World, line: str) -> None:
    """Raises Refusal for a stranger's words that have the word in them by which one becomes a player: `How do I join?`"""
    said = re.findall(r"\w+", line.casefold())
    for command in joining.joining(world.book):
        if command.usage.literals[0].casefold().removeprefix("/") in said:
            raise command_refusals.write_it_like(command.usage_text, commands.example(command))


def _refuse_what_stands_behind(world: World, line: str) -> None:
    """Raises Refusal for a command behind the name of whom it is said to, as programs elsewhere want it, behind the signs of a list or
    a greeting, or in a tag."""
    bare = shown(line).strip()
    addressed = _FIRST.match(bare)
    command = bare[addressed.end() :] if addressed else bare
    if commands.looks_like_one(command) and _is_asked_or_done(world, command):
        raise command_refusals.write_it_so(command)


def _refuse_what_looks_like_one(world: World, text: str) -> None:
    """Raises Refusal for what looks like a command and is none: a slash behind a sign that is not seen, or another that looks like one.

    Signs in between are not left out of what is repeated: what has the form of a secret without them would be written down.
    """
    bare = seen.bared(text).strip()
    if len(bare) > commands.LONGEST:
        return
    wide = f"/{text[1:]}" if text.startswith(LIKE_A_SLASH) else ""
    if not seen.is_plain(text) and _is_one(world, bare):
        raise refusals.odd_characters()
    if wide and _is_one(world, wide):
        raise command_refusals.write_it_so(wide)


def refuse_a_title(world: World, title: str) -> None:
    """Raises Refusal for a title that begins like a command, or is the name of one that says something more: titles are not carried
    out, and an issue called by such a name most likely says the rest in its text."""
    if commands.looks_like_one(title):
        raise command_refusals.not_in_a_title(title) if _is_one(world, title) else _unknown(world, title)
    name = f"/{title.rstrip(':.!?')}".casefold()
    usages = [command.usage for _, command in world.book.commands if command.usage.arguments_in_order]
    if any(usage.literals[0].casefold() == name for usage in usages):
        raise command_refusals.not_in_a_title(name)


def of_a_quotation(world: World, text: str) -> Refusal | None:
    """The refusal of a new issue's text that is nothing but a quotation of a command: there is nobody whom it would answer."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    quoted = "\n".join(line.lstrip("> ") for line in lines).strip()
    if not commands.looks_like_one(quoted) or not all(line.startswith(">") for line in lines):
        return None
    return command_refusals.write_it_so(quoted) if _is_asked_or_done(world, quoted) else _unknown(world, quoted)


def refuse_in_a_pull(world: World, *texts: str) -> None:
    """Raises Refusal where title or description of a new pull request is a command or a vote: neither is read for one."""
    for text in texts:
        first = seen.spaced(text).strip().split("\n")[0].strip()
        if (first.startswith("/") and _is_one(world, first)) or default_ballot(first.rstrip(".!")):
            raise command_refusals.not_where_it_is_described(first)


def _refuse_what_stands_below(world: World, text: str) -> None:
    """Raises Refusal where one line below others is a command by itself; in a quotation or a block of code it is shown only."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) > MOST_LINES or "```" in text:
        return
    found = [line for line in lines[1:] if _is_by_itself(world, line)]
    if len(found) == 1:
        raise command_refusals.write_it_so(found[0])


def _unknown(world: World, text: str) -> Refusal:
    unreadable = [str(problems[0]) for problems in world.book.unreadable.values()]
    with world.host.burning("", ""):
        near = _near(world, text)
        choices, example = commands.choices(world, text, near), commands.example_near(world, text, near)
    in_pull = world.moment.thread is not None and world.thread(world.moment.thread).get("kind") == "pull"
    first = text.split()[0].casefold()
    if first in _CHANGES and not _named_like(first, near):
        return command_refusals.change_is_no_command(text, joining.openers(world.book))
    stranger = not is_player(world)
    return command_refusals.unknown_command(
        text,
        near,
        unreadable,
        choices,
        example,
        way_left(world.book) if in_pull else "",
        refusals.how_to_begin(world) if stranger else "",
        commands.overlong(world, text, near),
    )


def _near(world: World, text: str) -> list[str]:
    """What may have been meant: a command of a rule's with that word, one of the engine's own, the only one that is for what
    the word says, or another of a rule's that resembles it."""
    first, found = text.split()[0].casefold(), commands.nearest(world, text)
    if any(usage.split()[0].casefold() == first for usage in found):
        return found
    kept = looking_up.of_what_is_kept(world)
    every = [*speech.engine_commands(administers=True), *kept]
    own = {
        word: usage for usage, _ in every if (word := usage.split()[0]) == first or engine_commands.may_use(world, word)
    }
    alike = [own[word] for word in get_close_matches(first, own, 1, LEAST_ALIKE)] or _named_like(first, found)
    meant = dict.fromkeys([*alike, *_for_what(world, first.removeprefix("/")), *found])
    return [usage for usage in meant if not _is_contrary(first, usage.split()[0].casefold())]


def _is_contrary(word: str, other: str) -> bool:
    """Of two commands: nobody who writes `/inactive` wants `/active`, however alike they are."""
    long, short = sorted((word.removeprefix("/"), other.removeprefix("/")), key=len, reverse=True)
    return any(long == f"{before}{short}" for before in _OPPOSITES)


def _named_like(word: str, usages: Sequence[str]) -> list[str]:
    """Those of the usages that begin with nearly the same word."""
    return [usage for usage in usages if get_close_matches(word, [usage.split()[0].casefold()], 1, LEAST_ALIKE)]


def _for_what(world: World, word: str) -> list[str]:
    """The command whose help says the word, if there is one alone; of more than one the one that begins with it."""
    said = re.compile(rf"\b{re.escape(word)}\b", re.IGNORECASE)
    found = [c for _, c in world.book.commands if len(word) >= SHORTEST_WORD and said.search(c.help)]
    first = [command for command in found if said.match(command.help)]
    return next(([only[0].usage_text] for only in (first, found) if len(only) == 1), [])


def _is_one(world: World, line: str) -> bool:
    with world.host.burning("", ""):
        found = commands.match(world, line)
    return engine_commands.is_one(line) or (found is not None and found.command.usage_text.startswith("/"))


def _is_in_words(world: World, line: str) -> bool:
    """Whether a line is a command without a slash; a single word rather is talk."""
    if " " not in line or len(line) > LONGEST:
        return False
    with world.host.burning("", ""):
        found = commands.match(world, line)
    return found is not None and not found.command.usage_text.startswith("/")


def _is_by_itself(world: World, line: str) -> bool:
    """Whether one line of several would be a command alone."""
    return _is_asked_or_done(world, line) if line.startswith("/") else _is_in_words(world, line)


def _is_asked_or_done(world: World, line: str) -> bool:
    """Whether a line is a command by itself, what is only looked up among them."""
    word = line.removeprefix("/").lower()
    is_looked_up = _LOOKUP.fullmatch(line) is not None or f"/{word}" == looking_up.POINTS
    return is_looked_up or (line.startswith("/") and looking_up.is_counted(world, word)) or _is_one(world, line)


def _begun(world: World, line: str) -> Command | None:
    """The command of words alone, without a slash, that a line begins like: by its first words, one of which may be another."""
    wordy = [command for _, command in world.book.commands if not command.usage_text.startswith("/")]
    return next((c for c in wordy if _begins_like(line.casefold().split(), c.usage_text.casefold().split())), None)


def _begins_like(words: list[str], usage: list[str]) -> bool:
    alike = get_close_matches(words[0], usage[:1], 1, LEAST_ALIKE) or (
        len(words[0]) >= SHORTEST_WORD and usage[0].startswith(words[0])
    )
    return bool(alike) and not set(usage[1:3]).isdisjoint(words[1:3])
