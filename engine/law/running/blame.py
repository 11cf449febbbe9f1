"""Whose fault a failure is: the rule, the function, the line of its file, and the reason on one line."""

import re
from collections.abc import Sequence

from engine.law.documents.document import Document
from engine.law.running.stumbles import foreign
from engine.law.running.values import MissingLoad, WrongUse
from engine.store import seen

LONGEST_WHY = 300
_PLACE = re.compile(r"^ *--> (.+?):(\d+):\d+$", re.MULTILINE)
_FRAME = re.compile(r"^  \* (.+?):(\d+), in \w+$", re.MULTILINE)
MOST_STEPS = 8
_NO_DATA = re.compile(r"Operation `serde::serialize` not supported on type `(\w+)`")
_OURS = "@"  # begins the names of modules that the host itself puts between rules and words
_CAUSE = re.compile(r"^error: (.*)$", re.MULTILINE)


Step = tuple[str, int]  # slug of a rule, or path of shared code, and a line


class RuleFault(Exception):
    """Rule code did something it must not, or failed: which rule, which function, which line of its file, and why.

    `way` is how it came there, whoever called first first, and the place of the failure last; empty where that is all there is.
    `callers` are the slugs of all rules that were under way, in that order; `answering` those of them that the engine had asked
    something, or that were asked or called by one that it had.
    """

    def __init__(self, slug: str, function: str, line: int, why: str) -> None:
        self.slug, self.function, self.line, self.why = slug, function, line, brief(why)
        self.asked = False  # whether it was the engine that asked the rule or told it something
        self.met: type[Exception] | None = None  # what a word raised, where it was one that failed
        self.way: tuple[Step, ...] = ()
        self.callers: tuple[str, ...] = ()
        self.answering: tuple[str, ...] = ()
        super().__init__(slug, function, line, why)

    def __str__(self) -> str:
        way = f" ({self.shown_way})" if self.shown_way else ""
        return f"{self.slug}, line {self.line}: {self.why}{way}"

    @property
    def shown_way(self) -> str:
        """`shop line 12, then tax line 9`; empty where nobody called anybody."""
        return ", then ".join(f"{slug} line {line}" for slug, line in self.way)


def met(failure: BaseException, callers: Sequence[str]) -> BaseException:
    """A failure with the rules that were under way where it was met first."""
    if isinstance(failure, RuleFault) and not failure.callers:
        failure.callers = tuple(callers)
    return failure


def shortened(way: tuple[Step, ...]) -> tuple[Step, ...]:
    """A way as it is kept: its beginning and its end, where it is long; nothing where it is a single step."""
    if len(way) <= MOST_STEPS:
        return way if len(way) > 1 else ()
    return (*way[: MOST_STEPS // 2], *way[-MOST_STEPS // 2 :])


def line_of(document: Document, function: str) -> int:
    """The line of the Markdown file where a function begins."""
    return document.functions.get(function, document.code_line)


def place_of(text: str) -> tuple[str, int] | None:
    """(path, line) where a failure was. It stands last: what stands before it may be words that rule code chose.

    A failure within what the host puts between rules and words was where a rule called it: the calls stand above the cause.
    """
    found = [*_PLACE.finditer(text)]
    if found and found[-1][1].startswith(_OURS):
        return _calls(text)[-1] if _calls(text) else None
    return (found[-1][1], int(found[-1][2])) if found else None


def _calls(text: str) -> list[tuple[str, int]]:
    """(path, line) of every call of a rule's. Words that rule code chose stand later."""
    found = _FRAME.finditer(text.partition("\nerror: ")[0])
    return [(frame[1], int(frame[2])) for frame in found if not frame[1].startswith(_OURS)]


def frames(text: str) -> list[tuple[str, int]]:
    """(path, line) of every call that was under way at a failure, the outermost first."""
    found, place = _calls(text), place_of(text)
    return found if place is None or place in found[-1:] else [*found, place]


def brief(why: str) -> str:
    """Rule code can fail with any words: what is kept of them is one line that can be written down."""
    line = seen.blanked(why[:LONGEST_WHY])
    return line if len(why) <= LONGEST_WHY else f"{line} ..."


def cause(text: str) -> str:
    found = _CAUSE.search(text)
    why = found[1].strip() if found else ["", *text.strip().splitlines()][-1] or "it failed"
    return in_words(why)


def in_words(why: str) -> str:
    """What Starlark says of a value that cannot leave its rule, as somebody says it who has never seen its insides."""
    found = _NO_DATA.search(why)
    if found is None:
        return why
    if found[1] == "function":
        return "a function cannot be handed over: call it with () behind it, or write its name in quotes if it is of this rule"
    return f"a value of the type {found[1]} cannot be handed over: make a list or a map of it"


def loading_fault(document: Document, place: tuple[str, int] | None, text: str) -> RuleFault:
    line, why = place[1] if place else document.code_line, cause(text)
    for ours in (MissingLoad, WrongUse):  # Starlark says of what kind an error is
        why = why.removeprefix(f"{ours.__name__}: ")
    return RuleFault(document.slug, "load", line, foreign(why))
