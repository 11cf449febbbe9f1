"""Writes the tables of docs/reference.md from those in the code: `python -m tests.docs.reference`. A test holds them together."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from engine.game.catalogue import ACTS, COMMANDS, OCCASIONS, QUESTIONS, Table
from engine.game.examples.example_form import KEYS, STEPS
from engine.game.words.registry import WORDS
from engine.law.documents.frontmatter import MEANINGS

PAGE = Path(__file__).parents[2] / "docs" / "reference.md"
_ROOMS = {
    "recorded": "Records",
    "chance": "Chance",
    "speech": "Speech",
    "law": "The law",
    "polling": "Polls",
    "moment": "The moment, and people",
    "arithmetic": "Arithmetic",
    "ending": "The end",
}


def words() -> Iterator[str]:
    """A table for each kind of words: how each is called, and what it does."""
    for room, name in _ROOMS.items():
        yield from ("", f"**{name}**", "", "| word | |", "|---|---|")
        for word, function in WORDS.items():
            if inspect.unwrap(function).__module__.endswith(f".{room}"):
                yield f"| `{word}({_parameters(function)})` | {_said(function)} |"


def _parameters(function: Callable[..., object]) -> str:
    parts = []
    for one in list(inspect.signature(inspect.unwrap(function)).parameters.values())[1:]:
        stars = {"VAR_POSITIONAL": "*", "VAR_KEYWORD": "**"}.get(one.kind.name, "")
        default = "" if one.default is inspect.Parameter.empty else f" = {one.default!r}".replace("'", '"')
        parts.append(f"{stars}{one.name}{default}")
    return ", ".join("..." if part == "*args" else part for part in parts)


def _said(function: Callable[..., object]) -> str:
    return " ".join((inspect.getdoc(function) or "").partition("\n\n")[0].split())


def rows(table: Table, head: str) -> Iterator[str]:
    yield from (f"| {head} | |", "|---|---|")
    for name, (parameters, meaning) in table.items():
        yield f"| `{name}({parameters})` | {meaning} |"


def keys() -> Iterator[str]:
    yield from ("| key | |", "|---|---|")
    yield from (f"| `{key}` | {meaning} |" for key, meaning in MEANINGS.items())


def steps() -> Iterator[str]:
    yield f"A case has {', '.join(f'`{key}`' for key in KEYS)}. A step has one of:"
    yield ""
    for step, more in STEPS.items():
        yield f"- `{step}`" + (f", with {', '.join(f'`{name}`' for name in more)}" if more else "")


def commands() -> Iterator[str]:
    yield from ("| command | |", "|---|---|")
    yield from (f"| `{usage}` | {meaning} |" for usage, meaning in COMMANDS.items())


BLOCKS = {
    "words": words,
    "questions": lambda: rows(QUESTIONS, "question"),
    "occasions": lambda: rows(OCCASIONS, "occasion"),
    "acts": lambda: rows(ACTS, "act"),
    "keys": keys,
    "steps": steps,
    "commands": commands,
}


def written(page: str) -> str:
    """The page with every block as the code has it."""
    for name, lines in BLOCKS.items():
        block = "\n".join(lines()).strip("\n")
        begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
        page = re.sub(rf"{begin}\n.*?{end}", lambda _, b=begin, e=end, t=block: f"{b}\n{t}\n{e}", page, flags=re.DOTALL)
    return page


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text()))
