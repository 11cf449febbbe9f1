"""Commands as people would write them, drawn from the usages in force: so that a new ruleset is stormed without a word about it."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from engine.law.documents.document import Command, parse
from engine.law.documents.problems import LawProblems
from engine.law.documents.usage import type_of

_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
_ARGUMENT = re.compile(r"<([a-z_][a-z0-9_]*)>")
WORDS: Final = ("Ur", "Kish", "wood", "gold", "farmer", "x", "Lagash", "fish")
TEXTS: Final = ("A village by the sea.", "because", "May I?", "| a | table |", "<b>loud</b> @everyone", "🦆 " * 40)
NUMBERS: Final = (0, 1, 1, 1, 2, 2, 3, 5, 10, 100, -1, 10**9)


@cache
def _commands(path: str, text: str) -> tuple[Command, ...]:
    try:
        return tuple(parse(path, text).commands)
    except LawProblems:
        return ()


def in_force(files: Mapping[str, str], ruleset: str) -> list[Command]:
    """The commands of all rules of a ruleset, by their files' names."""
    folder = f"rules/{ruleset}/"
    paths = sorted(p for p in files if p.startswith(folder) and p.endswith(".md") and p.count("/") == 2)
    return [command for path in paths for command in _commands(path, files[path])]


def written(command: Command, chance: random.Random, people: Sequence[str]) -> str:
    """The command as somebody writes it: most arguments make sense, some do not."""
    usage = _OPTIONAL.sub(lambda hit: hit[1] if chance.random() < 0.6 else "", command.usage_text)
    filled = _ARGUMENT.sub(lambda hit: value(hit[1], command.arguments, chance, people), usage)
    words = [chance.choice(word.split("|")) if not word.startswith("http") else word for word in filled.split()]
    return " ".join(words)


def value(name: str, arguments: Mapping[str, Mapping[str, Any]], chance: random.Random, people: Sequence[str]) -> str:
    given = arguments.get(name) or {}
    kind = type_of(name, given)
    if kind == "choice":
        return str(chance.choice(list(given.get("values") or WORDS)))
    drawn = {
        "integer": lambda: str(chance.choice(NUMBERS)),
        "number": lambda: str(chance.choice((*NUMBERS, 0.5))),
        "player": lambda: chance.choice(people),
        "players": lambda: " ".join(chance.sample(people, 2)),
        "text": lambda: chance.choice(TEXTS),
    }
    return drawn.get(kind, lambda: chance.choice(WORDS))()
