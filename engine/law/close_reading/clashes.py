"""What something else already has: kinds of documents, and usages, of which in full or in part only one is ever carried out.

A usage is taken apart into words, arguments and signs; two of them clash where one line can be both.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, product
from typing import Any, Final, Self

from engine.law.close_reading.dangling import Known
from engine.law.documents.document import Command, Document
from engine.law.documents.problems import Problem
from engine.law.documents.usage import LONG, type_of
from engine.law.rulebook import Rulebook

MOST_TOLD: Final = 50
# Of forms: no law has so many; a proposal that brings thousands of commands is not to take minutes
MOST_PAIRS: Final = 200_000
_LAW: Final = ("rule", "library")  # what is law, and is told of under these names
_PARTS: Final = re.compile(r"<([a-z_][a-z0-9_]*)>|[^\s<>\w/|'-]+|[^\s<>]+?(?=[<\s,;:()=+*!?.]|$)")


@dataclass(frozen=True)
class Part:
    """One part of a usage: words to choose from, a sign, or an argument of one word or of several (`endless`)."""

    words: frozenset[str] = frozenset()
    sign: bool = False
    endless: bool = False

    def fits(self, other: Self) -> bool:
        return not self.words or not other.words or bool(self.words & other.words)

    def goes_on(self, over: Sequence[Self]) -> bool:
        """Whether this can be the first of these parts and more: signs may stand within a word, `3(4)` is one."""
        return self.endless or (not self.words and any(part.sign for part in over[:2]))


_Told = tuple[Document, Command, tuple[tuple[Part, ...], ...]]


def problems(book: Rulebook, known: Known) -> list[Problem]:
    """Every command in force whose usage an earlier rule or the engine has, every act that two rules mean differently, and kinds."""
    commanding = tuple(document for document in book.documents.values() if document.commands)
    return [*_of(commanding, known), *_of_kinds(book)]


@lru_cache(maxsize=32)
def _of(documents: tuple[Document, ...], known: Known) -> tuple[Problem, ...]:
    """Most laws differ from the one before in no rule that has commands."""
    commands = _commands(documents)
    return (*islice(_usages(commands, known), MOST_TOLD), *islice(_acts(commands, known), MOST_TOLD))


def forms_of(command: Command) -> tuple[tuple[Part, ...], ...]:
    """The usage of a command with and without each of its optional parts, each form a row of parts."""
    return forms_in(command.usage_text, _kinds(command))


def _usages(commands: Sequence[_Told], known: Known) -> Iterator[Problem]:
    """Only usages that begin with the same word are held against each other; where too many do, the later one gives way all the same."""
    looked_at = 0
    own = [(usage, forms_in(usage, ())) for usage in known.usages]
    beginning: dict[str, list[int]] = {}
    for place, (document, command, forms) in enumerate(commands):
        words = {word for form in forms for word in form[0].words}
        alike = sorted({earlier for word in words for earlier in beginning.get(word, ())})
        for word in words:
            beginning.setdefault(word, []).append(place)
        for usage, others in own:
            if meet(forms, others):
                message = f"the usage `{command.usage_text}` is one of the engine's own: `{usage}`"
                yield Problem(document.path, _line(document, command), message)
        for other, earlier, others in (commands[one] for one in alike):
            looked_at += len(forms) * len(others)
            if looked_at > MOST_PAIRS:
                message = (
                    f"so many usages begin like `{command.usage_text}` that nobody can tell whose a line is: "
                    "begin it with another word"
                )
                yield Problem(document.path, _line(document, command), message)
                return
            if other is not document and meet(forms, others):
                message = (
                    f"the usage `{command.usage_text}` can be a line that `{earlier.usage_text}` of {_named(other)} "
                    "takes already: begin it with another word"
                )
                yield Problem(document.path, _line(document, command), message)


def _acts(commands: Sequence[_Told], known: Known) -> Iterator[Problem]:
    first: dict[str, tuple[Document, Command]] = {}
    for document, command, _ in commands:
        other, earlier = first.setdefault(command.run, (document, command))
        if command.run in known.acts and len(known.acts[command.run]) != 1 + len(command.usage.arguments_in_order):
            message = f"`{command.run}` is an act of the engine's own, which other rules may forbid: give the function another name"
            yield Problem(document.path, _line(document, command), message)
        elif other is not document and _types(earlier) != _types(command):
            message = (
                f"a command of {_named(other)} runs a function `{command.run}` as well, with other arguments, and whoever forbids "
                "one forbids both: give the function another name"
            )
            yield Problem(document.path, _line(document, command), message)


def _of_kinds(book: Rulebook) -> Iterator[Problem]:
    """Every kind that a later rule, or a later line of the same, declares otherwise than an earlier: nothing would come of it."""
    rules = sorted(book.documents.values(), key=lambda d: (d.number is None, d.number or 0, d.slug))
    folders: dict[str, str] = {}
    declared: dict[str, tuple[str, Any]] = {}
    for document in rules:
        for kind, folder in document.documents.items():
            line, fields = document.line_of("documents", kind), document.document_fields[kind]
            first = declared.setdefault(kind, (folder, fields))
            if kind in _LAW:
                message = f"`{kind}` is what the law itself is called: give the kind another name"
            elif folder in _LAW:
                message = f"`{folder}` is what the law itself is called: give the folder another name"
            elif folders.setdefault(folder, kind) != kind:
                message = f"the folder `{folder}` holds the documents of the kind `{folders[folder]}` already"
            elif first != (folder, fields):
                message = f"the kind `{kind}` is declared already, with another folder or other fields"
            else:
                continue
            yield Problem(document.path, line, message)


def _commands(documents: tuple[Document, ...]) -> list[_Told]:
    """Every command with its forms, that of the lowest number first: the later rule is the one to give way."""
    rules = sorted(documents, key=lambda d: (d.number is None, d.number or 0, d.slug))
    return [(d, c, forms_of(c)) for d in rules for c in d.commands]


def _types(command: Command) -> list[str]:
    return [type_of(name, command.arguments.get(name, {})) for name in command.usage.arguments_in_order]


def _kinds(command: Command) -> tuple[tuple[str, str], ...]:
    return tuple(zip(command.usage.arguments_in_order, _types(command), strict=True))


def _line(document: Document, command: Command) -> int:
    return document.line_of("commands", document.commands.index(command), "usage")


def _named(document: Document) -> str:
    return f"{document.called} ({document.path})"


@lru_cache(maxsize=4096)
def forms_in(usage: str, kinds: tuple[tuple[str, str], ...]) -> tuple[tuple[Part, ...], ...]:
    pieces = re.split(r"\[([^\[\]]*)\]", usage)
    choices = [(piece,) if place % 2 == 0 else (piece, "") for place, piece in enumerate(pieces)]
    types = dict(kinds)
    return tuple(tuple(_parts(" ".join(chosen), types)) for chosen in product(*choices))


def _parts(text: str, types: dict[str, str]) -> Iterator[Part]:
    for found in _PARTS.finditer(text):
        if found[1]:
            yield Part(endless=types.get(found[1], type_of(found[1], {})) in LONG)
        elif not any(c.isalnum() for c in found[0]):
            yield Part(frozenset({found[0]}), sign=True)
        else:
            yield Part(frozenset(found[0].lower().split("|")))


def meet(forms: Sequence[tuple[Part, ...]], others: Sequence[tuple[Part, ...]]) -> bool:
    return any(_begin_alike(one, other) and _both(one, other) for one in forms for other in others)


def _begin_alike(one: tuple[Part, ...], other: tuple[Part, ...]) -> bool:
    """Nearly all usages begin with a word of their own."""
    return not one or not other or one[0].fits(other[0])


@lru_cache(maxsize=65_536)
def _both(one: tuple[Part, ...], other: tuple[Part, ...]) -> bool:
    """Whether one line can be both. An endless argument takes one part of the line or more."""
    if not one or not other:
        return not one and not other
    if not one[0].fits(other[0]):
        return False
    if _both(one[1:], other[1:]):
        return True
    return (one[0].goes_on(other) and _both(one, other[1:])) or (other[0].goes_on(one) and _both(one[1:], other))
