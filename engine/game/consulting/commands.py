"""From a comment to a call: which rule's command it is, and its arguments as values."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final, cast

from engine.game.refusal import Refusal
from engine.game.replies import refusals
from engine.game.replies.failing import rule_says
from engine.game.replies.harmless import harmless, plain
from engine.game.world.key_order import ordered
from engine.game.world.world import World
from engine.law.documents.document import Command
from engine.law.documents.usage import type_of
from engine.law.rulebook import Rulebook
from engine.store import seen
from engine.store.once import once

LONGEST = 4_000
SHORT = 200
LEAST_ALIKE = 0.5
MOST_MEANT = 3
MOST_LISTED = 20  # players among whom one can choose, shown by name
MOST_PUT_RIGHT = 20  # usages by which a line is tried to be put right
MOST_DIGITS = 15
_INTEGER = re.compile(rf"[+-]?[0-9]{{1,{MOST_DIGITS}}}")
_NUMBER = re.compile(rf"[+-]?[0-9]{{1,{MOST_DIGITS}}}(\.[0-9]{{1,9}})?")


@dataclass(frozen=True)
class Match:
    """A command of a rule with what was written for its arguments."""

    slug: str
    command: Command
    raw: dict[str, str]


def match(world: World, text: str) -> Match | None:
    """The prevailing rule's command that the whole text is, or None."""
    if len(text) > LONGEST:
        return None
    law, known, found = world.memos.matched
    if law is not world.book or known != text:
        found = _found(world, text)
        world.memos.matched = (world.book, text, found)
    return cast("Match | None", found)


def _found(world: World, text: str) -> Match | None:
    for slug, command in _beginning_like(world.book, text):
        raw = _matched(world, slug, command, text)
        if raw is not None:
            return Match(slug, command, raw)
    return None


def is_of_the_higher_class(world: World, text: str) -> bool:
    """Whether a text is a command of the higher class of rules: no other rule takes it for anything else."""
    found = match(world, text)
    return found is not None and world.book.is_above(found.slug)


def _beginning_like(book: Rulebook, text: str) -> Sequence[tuple[str, Command]]:
    """The commands that a text may be, by its first two signs; of letters that others stand for (`\u017f` for `s`) all of them."""
    head = text.strip()[:2].lower()
    return _beginning_with(book, head) if head.isascii() else book.commands


@once
def _beginning_with(book: Rulebook, head: str) -> list[tuple[str, Command]]:
    return [(slug, command) for slug, command in book.commands if command.usage.may_begin(head)]


def _matched(world: World, slug: str, command: Command, text: str) -> dict[str, str] | None:
    """A usage with several texts in it can take long on a long line: that burns the fuse of its rule."""
    if len(text) <= SHORT:
        return command.usage.match(text)
    with world.host.burning(slug, command.run):
        return command.usage.match(text)


def looks_like_one(text: str) -> bool:
    return text.startswith("/") and len(text) > 1 and seen.is_letter(text[1])


def nearest(world: World, text: str) -> list[str]:
    """What may have been meant by a line: the line itself put right, else usages that resemble it, the most alike first.

    Whoever writes the first word of a command rightly means that one.
    """
    line = text.splitlines()[0][:200]
    usages = [command.usage for _, command in world.book.commands if command.usage.is_near(line)]
    scored = [(usage.nearest(line), usage.text, usage) for usage in usages]
    first = line.split()[0].casefold()
    scored = [s for s in scored if s[2].literals[0].casefold() == first] or scored
    alike = [
        (text, usage) for score, text, usage in sorted(scored, key=lambda s: (-s[0], s[1])) if score >= LEAST_ALIKE
    ]
    corrected = [mended for _, usage in alike[:MOST_PUT_RIGHT] if (mended := usage.corrected(line)) is not None]
    return [*corrected, *(text for text, _ in alike)][:MOST_MEANT]


def _begun_alike(world: World, text: str, near: list[str]) -> list[Command]:
    """The commands that begin as a text does; before them the one that is `near`est, as its usage or as a line of it."""
    first, said = text.split()[0].casefold(), near[:1]
    alike = [command for _, command in world.book.commands if command.usage.literals[0].casefold() == first]
    return sorted(alike, key=lambda c: c.usage_text not in said and not any(map(c.usage.match, said)))


def example_near(world: World, text: str, near: list[str]) -> str | None:
    """How a command that begins as a text does may be written, the nearest first: what the help of one of them shows."""
    meant = _begun_alike(world, text, near)
    return next((shown for command in meant if (shown := example(command)) is not None), None)


def example(command: Command) -> str | None:
    """What the help of a command shows of it, if it is written rightly there: up to the first sign, else up to the end."""
    first = command.usage.literals[0]
    for piece in re.split(rf"(?={re.escape(first)}\b)", command.help, flags=re.IGNORECASE)[1:]:
        for shown in (re.split(r"[`,;:.)]", piece, maxsplit=1)[0].strip(), piece.strip()):
            if shown.casefold() != first.casefold() and command.usage.match(shown) is not None:
                return shown
    return None


def choices(world: World, text: str, near: list[str]) -> list[tuple[str, list[str]]]:
    """What may stand for the arguments of the command that a text begins with, or is nearest to, where it can be listed."""
    meant = _begun_alike(world, text, near)[:1]
    found = [
        (name, dict(command.arguments.get(name, {}))) for command in meant for name in command.usage.arguments_in_order
    ]
    listed = [(name, _listed(world, type_of(name, spec), spec)) for name, spec in found]
    return [(name, values) for name, values in listed if values]


def overlong(world: World, text: str, near: list[str]) -> tuple[str, str] | None:
    """The argument that takes one word, and the words written for it, where a text is a usage but for that and nothing nearer is known."""
    meant = [command.usage for command in _begun_alike(world, text, near)]
    if not any(usage.text in near[:1] for usage in meant):
        return None
    return next((found for usage in meant if (found := usage.overlong(text)) is not None), None)


def _listed(world: World, kind: str, spec: dict[str, Any]) -> list[str]:
    if kind == "choice":
        return [str(value) for value in spec["values"]]
    players = [str(r.get("login") or key) for key, r in world.records.items("players")] if kind == "player" else []
    return sorted(players) if len(players) <= MOST_LISTED else []


def arguments(world: World, found: Match) -> list[Any]:
    """The values in the order of the usage. Raises Refusal naming the argument that is wrong."""
    usage = found.command.usage
    values = []
    for name in usage.arguments_in_order:
        spec = dict(found.command.arguments.get(name, {}))
        raw = found.raw.get(name)
        if raw is None:
            values.append(spec.get("default"))
        else:
            values.append(_Reader(world, name, spec, found.command).read(raw))
    return values


@dataclass(frozen=True)
class _Reader:
    world: World
    name: str
    spec: dict[str, Any]
    command: Command

    def read(self, raw: str) -> Any:
        reader = getattr(self, f"_{type_of(self.name, self.spec)}")
        return reader(raw.strip())

    def _integer(self, raw: str) -> int:
        raw = str(in_words(raw) or raw)
        if not _INTEGER.fullmatch(raw):
            long = re.fullmatch(r"[+-]?[0-9]+", raw)
            raise self._wrong(raw, f"a whole number of at most {MOST_DIGITS} digits" if long else "a whole number")
        return int(self._within(int(raw), raw))

    def _number(self, raw: str) -> float:
        """A whole number stays one: what is called `<number>` is mostly used as a key."""
        raw = str(in_words(raw) or raw)
        if not _NUMBER.fullmatch(raw):
            long = re.fullmatch(r"[+-]?[0-9]+(\.[0-9]+)?", raw)
            most = f"a number of at most {MOST_DIGITS} digits, and 9 behind the point"
            raise self._wrong(raw, most if long else "a number")
        return self._within(int(raw) if _INTEGER.fullmatch(raw) else float(raw), raw)

    def _within(self, value: float, raw: str) -> float:
        least, most = self.spec.get("minimum"), self.spec.get("maximum")
        if least is not None and value < least:
            raise self._wrong(raw, f"{least} or more")
        if most is not None and value > most:
            raise self._wrong(raw, f"{most} or less")
        return value

    def _word(self, raw: str) -> str:
        return raw

    def _text(self, raw: str) -> str:
        return raw

    def _choice(self, raw: str) -> str:
        for value in self.spec["values"]:
            if str(value).casefold() == " ".join(raw.split()).casefold():
                return str(value)
        raise self._wrong(raw, "one of " + ", ".join(map(plain, self.spec["values"])))

    def _player(self, raw: str) -> str:
        key = find_player(self.world, raw)
        if key is None:
            raise self._wrong(raw, "a player")
        login = str(self.world.player(key).get("login") or key)
        if _name(raw) != login.casefold() and not key.startswith(f"{login}-"):
            raise refusals.renamed(_name(raw), login)
        return key

    def _players(self, raw: str) -> list[str]:
        names = [n for n in re.split(r"[\s,]+", raw) if n and n.lower() != "and"]
        return list(dict.fromkeys(self._player(name) for name in names))

    def _wrong(self, raw: str, wanted: str) -> Exception:
        values = [str(value) for value in self.spec.get("values", [])]
        shown = (_meant(raw, values) or values)[:1]
        usage = self.command.usage_text
        if shown:
            return refusals.bad_argument(self.name, raw, wanted, usage.replace(f"<{self.name}>", shown[0]))
        return refusals.bad_argument(self.name, raw, wanted, usage, example(self.command))


def _meant(raw: str, values: list[str]) -> list[str]:
    """The values that somebody may mean who writes none of them: what is in the words, or is nearly the same."""
    by_name = {value.casefold(): value for value in values}
    named = [value for name, value in by_name.items() if re.search(rf"\b{re.escape(name)}\b", raw.casefold())]
    alike = get_close_matches(raw.casefold(), by_name, 1) or [n for n in by_name if n[:4] == raw.casefold()[:4]]
    return named or [by_name[name] for name in alike]


_ONES: Final = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_IN_WORDS: Final = {"a": 1, "an": 1, "hundred": 100, **{word: n for n, word in enumerate(_ONES) if n}} | {
    word: 10 * n for n, word in enumerate(_TENS, start=2)
}


def in_words(raw: str) -> int | None:
    """`five`, `a`, `twenty-five` or `hundred` as a number; None if it is none in words, or 0."""
    words = raw.casefold().replace("-", " ").split()
    if len(words) == 2 and words[0] in _TENS and words[1] in _ONES[1:10]:
        return _IN_WORDS[words[0]] + _IN_WORDS[words[1]]
    return _IN_WORDS.get(" ".join(words))


def find_player(world: World, name: str) -> str | None:
    """A player's key by key or login, with or without `@`; case does not matter, as on GitHub.

    Of two with one login the one who joined under another has it by now: the first was renamed and has not been heard since.
    """
    wanted = _name(name)
    players = world.records.index("players")
    if shown := ordered(players.keys_shown_as(wanted)):
        return next((key for key in shown if key.casefold() != wanted), shown[0])
    return next(iter(ordered(players.keys_like(wanted))), None)


def _name(raw: str) -> str:
    return raw.strip().removeprefix("@").rstrip(".,;:!?").casefold()


def spoken(world: World, text: str, *, behind: bool = False) -> str:
    """What a rule says, made harmless: it may wake players, and nobody else. `behind`: it is put behind words in their line."""
    return harmless(text, lambda login: find_player(world, login) is not None, behind=behind)


def by_rule(world: World, slug: str, code: str, reason: str, remedy: str = "") -> Refusal:
    """What a rule refuses, in its own words."""
    by = rule_says(slug, world.book.documents.get(slug), f"{reason} {remedy}")
    return Refusal(code, reason, remedy, by=by)


def usages(commands: Iterable[tuple[str, Command]]) -> list[tuple[str, str]]:
    """(usage, help) of each command once, in order of the usage."""
    return sorted({(command.usage_text, command.help) for _, command in commands})
