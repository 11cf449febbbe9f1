"""Names written out in code that lead nowhere, and are nearly those of something: of a question, an occasion, a rule or its function."""

import ast
from collections.abc import Collection, Iterator
from difflib import get_close_matches
from typing import Final

from engine.law.close_reading import dangling
from engine.law.documents.document import Document
from engine.law.documents.mentioned import takes
from engine.law.documents.problems import Problem
from engine.law.documents.profile import called, nodes_of
from engine.law.rulebook import Rulebook

_NEAR: Final = 0.8  # nearer than where a name must lead somewhere: what is asked or told may be for rules to come
_VOTERS: Final = frozenset({"electors", "voters"})
_NEVER: Final = "no rule tells `{}`: what is adopted and waits for it takes no effect"
_TAKES_VOTERS: Final = (
    "`open_poll` takes the names of the voters as `electorate`: what is called `{name}` is kept with the data of the poll, "
    "and all may vote"
)


def warnings(book: Rulebook, own: Collection[str]) -> Iterator[Problem]:
    """One for each such name, where the code says it. `own` are the questions and occasions that lead somewhere by themselves."""
    known = _Known(book, own)
    for document in book.ranked:
        for line, occasion in _awaited(document):
            if occasion not in own and not dangling.tellers(book, occasion):
                yield document.warning(line, _NEVER.format(occasion))
        for node in nodes_of(document.code):
            if isinstance(node, ast.Call):
                for message in known.wrong_with(called(node), node):
                    yield document.warning(node.lineno, message)


class _Known:
    """What somebody answers, hears or defines."""

    def __init__(self, book: Rulebook, own: Collection[str]) -> None:
        self.book, self.own = book, own
        documents = book.documents.values()
        self.answered = {name for one in documents for name in (*one.answers, *one.adjusts)}
        # An adopted change hears of what it waits for, though no rule does.
        self.heard = {name for one in documents for name in one.on} | {o for one in documents for _, o in _awaited(one)}

    def wrong_with(self, word: str, call: ast.Call) -> Iterator[str]:
        name = _text(call, 0)
        if word in ("ask", "tell") and name in self.own:
            return
        if word == "ask" and name:
            yield from _nearly(name, self.answered, "`ask`: no rule answers `{}`")
        elif word == "tell" and name:
            yield from _nearly(name, self.heard, "`tell`: no rule hears of `{}`")
        elif word == "call" and name:
            yield from _nearly(name, self.book.documents, "`call`: nothing in force is called `{}`")
            if (function := _text(call, 1)) and name in self.book.documents:
                functions = takes(self.book.documents[name].code)
                yield from _nearly(function, functions, f"`call`: `{name}` has no function `{{}}`")
        elif word == "open_poll":
            named = [keyword.arg for keyword in call.keywords if keyword.arg in _VOTERS]
            yield from (_TAKES_VOTERS.format(name=name) for name in named)


def _nearly(name: str, known: Collection[str], message: str) -> Iterator[str]:
    """A slip is seldom in the first letter: `arrived` is no slip of `carried`."""
    alike = [] if name in known else sorted(other for other in known if other[:1] == name[:1])
    for near in get_close_matches(name, alike, 1, _NEAR):
        yield f"{message.format(name)}; did you mean `{near}`?"


def _awaited(document: Document) -> Iterator[tuple[int, str]]:
    """(line of the code, occasion) of what a rule is seen to answer where it is asked when a change takes effect."""
    asked = {each["takes_effect"] for each in (document.answers, document.adjusts) if "takes_effect" in each}
    functions = [n for n in nodes_of(document.code) if asked and isinstance(n, ast.FunctionDef) and n.name in asked]
    for found in (n for function in functions for n in ast.walk(function) if isinstance(n, ast.Return)):
        chosen = [found.value.body, found.value.orelse] if isinstance(found.value, ast.IfExp) else [found.value]
        values = [(found.lineno, n.value) for n in chosen if isinstance(n, ast.Constant)]
        yield from ((line, value) for line, value in values if isinstance(value, str) and value != "now")


def _text(call: ast.Call, place: int) -> str:
    """The text that is written out at this place; empty where none is."""
    given = call.args[place] if len(call.args) > place else None
    return given.value if isinstance(given, ast.Constant) and isinstance(given.value, str) else ""
