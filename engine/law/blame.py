"""Whose fault a failure is: the rule, the function, the line of its file, and the reason on one line."""

from __future__ import annotations

import re

from engine.law.document import Document

LONGEST_WHY = 300
_PLACE = re.compile(r"^ *--> (.+?):(\d+):\d+$", re.MULTILINE)
_CAUSE = re.compile(r"^error: (.*)$", re.MULTILINE)


class RuleFault(Exception):
    """Rule code did something it must not, or failed: which rule, which function, which line of its file, and why."""

    def __init__(self, slug: str, function: str, line: int, why: str) -> None:
        self.slug, self.function, self.line, self.why = slug, function, line, brief(why)
        self.asked = False  # whether it was the engine that asked the rule or told it something
        super().__init__(f"{slug}, line {line}: {self.why}")


def line_of(document: Document, function: str) -> int:
    """The line of the Markdown file where a function begins."""
    for offset, line in enumerate(document.code.splitlines()):
        if line.startswith(f"def {function}("):
            return document.code_line + offset
    return document.code_line


def place_of(text: str) -> tuple[str, int] | None:
    """(path, line) where a failure was. It stands last: what stands before it may be words that rule code chose."""
    found = [*_PLACE.finditer(text)]
    return (found[-1][1], int(found[-1][2])) if found else None


def brief(why: str) -> str:
    """Rule code can fail with any words: what is kept of them is one line that can be written down."""
    line = "".join(c if c.isprintable() else " " for c in why[:LONGEST_WHY])
    return line if len(why) <= LONGEST_WHY else f"{line} ..."


def cause(text: str) -> str:
    found = _CAUSE.search(text)
    return found[1].strip() if found else [*text.strip().splitlines(), ""][-1] or "it failed"


def loading_fault(document: Document, text: str) -> RuleFault:
    place = place_of(text)
    line = place[1] if place else document.code_line
    return RuleFault(document.slug, "load", line, cause(text).removeprefix("_Missing: "))
