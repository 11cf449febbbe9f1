"""Usages: what a player may write, as a line with <arguments>, [optional parts] and a|b.

White space and case do not matter. A usage becomes one regular expression in which every argument ends where the next
literal begins; texts are bounded before they are matched, so it cannot run away.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches
from functools import cached_property
from typing import Any, Final

TYPES: Final = ("integer", "number", "word", "text", "player", "players", "choice")
ALIKE: Final = 0.6
NEAR: Final = 0.75  # of its letters are in the other word as well, in the same order: `/close` is no slip of `/consent`
SHORTEST: Final = 3  # letters by which a word is known that goes on
LONG: Final = ("text", "players", "choice")
MOST_LOOSE: Final = 4
MOST_OPTIONS: Final = 4
MOST_OF_A_LINE: Final = 200  # signs of a line in which one argument more has no end: what is tried stays little
_CHOSEN: Final = re.compile(r"<([^<>|]*\|[^<>]*)>")
_TOKEN = re.compile(r"\s+|<([a-z_][a-z0-9_]*)>|\[|\]|[^\s<>\[\]]+|.")


class BadUsage(ValueError):
    """A usage that cannot be understood; the text says why."""


@dataclass(frozen=True)
class Usage:
    """A parsed usage: `match` gives what was written for each argument."""

    text: str
    arguments_in_order: tuple[str, ...]
    literals: tuple[str, ...]
    expression: str

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Made when it is first matched: a pass reads every usage, and few of them are written in it."""
        return re.compile(self.expression, re.IGNORECASE | re.DOTALL)

    def match(self, text: str) -> dict[str, str] | None:
        """Argument -> raw text, without those left out; None if the whole text is not this usage."""
        found = self.pattern.fullmatch(text.strip())
        if found is None:
            return None
        return {name: raw for name, raw in found.groupdict().items() if raw is not None}

    def overlong(self, line: str) -> tuple[str, str] | None:
        """The argument for which a line has more than one word, and these words, if it is this usage but for that."""
        for name in self.arguments_in_order if len(line) <= MOST_OF_A_LINE else ():
            looser = self.expression.replace(f"(?P<{name}>\\S+?)", f"(?P<{name}>.+?)")
            found = re.fullmatch(looser, line.strip(), self.pattern.flags)
            if found is not None and len((found[name] or "").split()) > 1:
                return name, found[name]
        return None

    def may_begin(self, head: str) -> bool:
        """Whether a text that begins with these signs, two at most and in small letters, may be this usage."""
        begins = [option[: len(head)].lower() for option in self.literals[0].split("|")]
        return any(head.startswith(begin) or not begin.isascii() for begin in begins)

    def nearest(self, line: str) -> float:
        """How much a line resembles this usage, 0 to 1; its first word counts most."""
        words, own = line.lower().split(), [word.lower() for word in self.text.split()]
        if not words or not own:
            return 0.0
        first = SequenceMatcher(None, words[0], own[0]).ratio()
        literal = {part for word in self.literals for part in word.split("|")}
        shared = len(literal & set(words[1:])) / max(1, len(literal) - 1)
        return 0.75 * first + 0.25 * min(1.0, shared)

    def is_near(self, line: str) -> bool:
        """Whether a line may be meant as this usage: its first word is nearly the same or the beginning of it, or a later word
        is one of the usage's own."""
        first, *rest = (word.removeprefix("/") for word in line.lower().split())
        own = self.text.lower().split()[0].removeprefix("/")
        begins = len(first) >= SHORTEST and own.startswith(first)
        literal = {part.lower() for word in self.literals for part in word.split("|")}
        return begins or SequenceMatcher(None, first, own).ratio() >= NEAR or not literal.isdisjoint(rest)

    def corrected(self, line: str) -> str | None:
        """The line with misspelt words of this usage put right, if it then is this usage."""
        own = [option for literal in self.literals for option in literal.split("|") if len(option) > 1]
        words = line.split()
        mended = [next(iter(get_close_matches(word.lower(), own, 1, ALIKE)), word) for word in words]
        text = " ".join(mended)
        return text if mended != words and self.match(text) is not None else None


def parse_usage(text: str, arguments: Mapping[str, Mapping[str, Any]]) -> Usage:
    """Raises BadUsage for brackets that do not close, an argument named twice, nothing literal to begin with, and for what
    could be understood in too many ways."""
    if chosen := _CHOSEN.search(text):
        values = ", ".join(part.strip() for part in chosen[1].split("|"))
        of_it = f"`arguments: {{one: {{type: choice, values: [{values}]}}}}`"
        raise BadUsage(f"in the place of {chosen[0]} stands the name of an argument, as <one>, with {of_it}")
    parsing = _Parsing(arguments)
    for token in _TOKEN.finditer(text.strip()):
        parsing.take(token[0], token[1])
    parsing.end()
    if not parsing.literals or not text.strip() or text.strip()[0] in "<[":
        raise BadUsage("a usage begins with a word of its own")
    return Usage(text.strip(), tuple(parsing.names), tuple(parsing.literals), "".join(parsing.pattern))


class _Parsing:
    """A usage being read. White space is matched possessively, and a word ends before the sign that follows it: what is
    left to try is bounded by how many arguments have no such end."""

    def __init__(self, arguments: Mapping[str, Mapping[str, Any]]) -> None:
        self.arguments = arguments
        self.pattern: list[str] = []
        self.names: list[str] = []
        self.literals: list[str] = []
        self.space = self.optional = self.after_sign = False
        self.loose = self.options = 0
        self.open: str | None = None  # the argument that ends where the next thing begins

    def take(self, part: str, argument: str | None) -> None:
        if part.isspace():
            self.space, self.open = True, None
        elif part == "[":
            self._bracket()
        elif part == "]":
            self._close()
        else:
            sign = argument is None and _is_sign(part)
            gap = "" if sign else self._gap()
            self.space, self.after_sign = False, sign
            piece = self._argument(argument) if argument else self._literal(part)
            self.pattern.append(gap + piece)

    def end(self) -> None:
        if self.optional:
            raise BadUsage("a [ without its ]")
        if self.loose > MOST_LOOSE or self.options > MOST_OPTIONS:
            raise BadUsage(f"at most {MOST_LOOSE} texts and {MOST_OPTIONS} optional parts fit into a usage")

    def _gap(self) -> str:
        """White space that must be there; around a sign it may be there anyway."""
        return r"\s++" if self.space and self.pattern and not self.after_sign else ""

    def _bracket(self) -> None:
        if self.optional:
            raise BadUsage("an optional part cannot hold another")
        self.pattern.append("(?:" + self._gap())
        self.optional, self.space = True, False
        self.options += 1

    def _close(self) -> None:
        if not self.optional:
            raise BadUsage("a ] without its [")
        self.pattern.append(")?")
        self.optional, self.space = False, False

    def _argument(self, name: str) -> str:
        if name in self.names:
            raise BadUsage(f"the argument <{name}> is there twice")
        if self.open is not None:
            raise BadUsage(f"<{self.open}> and <{name}> need a space or a word between them")
        self.names.append(name)
        self.open = name
        if type_of(name, self.arguments.get(name) or {}) in LONG:
            self.loose += 1
            return f"(?P<{name}>.+?)"
        return f"(?P<{name}>\\S+?)"

    def _literal(self, part: str) -> str:
        if part in "<>":
            raise BadUsage("an argument is written <name>, in small letters")
        self.literals.append(part)
        before, self.open = self.open, None
        if _is_sign(part):
            self._ends(before, part[0])
            return rf"\s*+{re.escape(part)}\s*+"
        self.loose += before is not None
        options = [re.escape(option) for option in part.split("|")]
        if not all(options):
            raise BadUsage("a | stands between two words")
        plain = "a" if part.isascii() else ""  # `ı` and the Kelvin sign are no small or capital letters of a plain word
        return f"(?{plain}:{'|'.join(options)})"

    def _ends(self, name: str | None, sign: str) -> None:
        """The sign ends the word before it, so it cannot be in it."""
        word, ended = f"(?P<{name}>\\S+?)", f"(?P<{name}>[^\\s{re.escape(sign)}]+?)"
        self.pattern = [part.replace(word, ended) for part in self.pattern]


def _is_sign(part: str) -> bool:
    return not any(c.isalnum() for c in part) and part != "/"


def type_of(name: str, spec: Mapping[str, Any]) -> str:
    """An argument's type: the one given, else the one its name is (`<player>`), else a word."""
    return str(spec.get("type") or (name if name in TYPES else "word"))


def may_be_a_record(name: str, spec: Mapping[str, Any]) -> bool:
    """Whether an argument may stand for a record that is called like it. A word that is nobody's may be the name of one to come."""
    kind = type_of(name, spec)
    return kind in ("integer", "number") or (kind == "word" and bool(spec.get("whose")))
