"""Usages: what a player may write, as a line with <arguments>, [optional parts] and a|b.

White space and case do not matter. A usage becomes one regular expression in which every argument ends where the next
literal begins; texts are bounded before they are matched, so it cannot run away.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches
from typing import Any, Final

TYPES: Final = ("integer", "number", "word", "text", "player", "players", "choice")
ALIKE: Final = 0.6
_LONG: Final = ("text", "players", "choice")
_TOKEN = re.compile(r"\s+|<([a-z_][a-z0-9_]*)>|\[|\]|[^\s<>\[\]]+|.")


class BadUsage(ValueError):
    """A usage that cannot be understood; the text says why."""


@dataclass(frozen=True)
class Usage:
    """A parsed usage: `match` gives what was written for each argument."""

    text: str
    arguments_in_order: tuple[str, ...]
    literals: tuple[str, ...]
    pattern: re.Pattern[str]

    def match(self, text: str) -> dict[str, str] | None:
        """Argument -> raw text, without those left out; None if the whole text is not this usage."""
        found = self.pattern.fullmatch(text.strip())
        if found is None:
            return None
        return {name: raw for name, raw in found.groupdict().items() if raw is not None}

    def nearest(self, line: str) -> float:
        """How much a line resembles this usage, 0 to 1; its first word counts most."""
        words, own = line.lower().split(), [word.lower() for word in self.text.split()]
        if not words or not own:
            return 0.0
        first = SequenceMatcher(None, words[0], own[0]).ratio()
        literal = {part for word in self.literals for part in word.split("|")}
        shared = len(literal & set(words[1:])) / max(1, len(literal) - 1)
        return 0.75 * first + 0.25 * min(1.0, shared)

    def corrected(self, line: str) -> str | None:
        """The line with misspelt words of this usage put right, if it then is this usage."""
        own = [option for literal in self.literals for option in literal.split("|") if len(option) > 1]
        words = line.split()
        mended = [next(iter(get_close_matches(word.lower(), own, 1, ALIKE)), word) for word in words]
        text = " ".join(mended)
        return text if mended != words and self.match(text) is not None else None


def parse_usage(text: str, arguments: Mapping[str, Mapping[str, Any]]) -> Usage:
    """Raises BadUsage for brackets that do not close, an argument named twice, or nothing literal to begin with."""
    tokens = _TOKEN.finditer(text.strip())
    pattern: list[str] = []
    names: list[str] = []
    literals: list[str] = []
    space = optional = False
    for token in tokens:
        part = token[0]
        gap = r"\s+" if space and pattern else ""
        if part.isspace():
            space = True
            continue
        if part == "[":
            if optional:
                raise BadUsage("an optional part cannot hold another")
            pattern.append(f"(?:{gap}")
            optional, space = True, False
            continue
        if part == "]":
            if not optional:
                raise BadUsage("a ] without its [")
            pattern.append(")?")
            optional, space = False, False
            continue
        pattern.append(gap + (_argument(token[1], names, arguments) if token[1] else _literal(part, literals)))
        space = False
    if optional:
        raise BadUsage("a [ without its ]")
    if not literals or not text.strip() or text.strip()[0] in "<[":
        raise BadUsage("a usage begins with a word of its own")
    return Usage(text.strip(), tuple(names), tuple(literals), re.compile("".join(pattern), re.IGNORECASE | re.DOTALL))


def _argument(name: str, names: list[str], arguments: Mapping[str, Mapping[str, Any]]) -> str:
    if name in names:
        raise BadUsage(f"the argument <{name}> is there twice")
    names.append(name)
    kind = type_of(name, arguments.get(name) or {})
    return f"(?P<{name}>.+?)" if kind in _LONG else f"(?P<{name}>\\S+?)"


def type_of(name: str, spec: Mapping[str, Any]) -> str:
    """An argument's type: the one given, else the one its name is (`<player>`), else a word."""
    return str(spec.get("type") or (name if name in TYPES else "word"))


def _literal(part: str, literals: list[str]) -> str:
    if part in "<>":
        raise BadUsage("an argument is written <name>, in small letters")
    literals.append(part)
    if not any(c.isalnum() for c in part) and part != "/":
        return rf"\s*{re.escape(part)}\s*"
    options = [re.escape(option) for option in part.split("|")]
    if not all(options):
        raise BadUsage("a | stands between two words")
    return options[0] if len(options) == 1 else f"(?:{'|'.join(options)})"
