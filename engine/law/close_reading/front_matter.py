"""What a front matter says that cannot be meant so, or leaves out: first records, names, usages, values."""

import ast
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.law import reach
from engine.law.documents import fields, frontmatter, vocabulary
from engine.law.documents.document import Command, Document
from engine.law.documents.misfits import shown
from engine.law.documents.problems import Problem, meant
from engine.law.documents.profile import nodes_of, strings
from engine.law.documents.usage import type_of
from engine.law.rulebook import Rulebook


def beginnings(book: Rulebook) -> Iterator[Problem]:
    """First records that the law would not take, where they stand: the rule that brings them could not come into force as it is."""
    for document in book.ranked:
        for collection, records in document.records.items():
            for key, record in records.items():
                whole = {**book.schemas.defaults(collection), **record}
                for broken in book.schemas.check(collection, whole):
                    where = f"{broken.field} of {collection} {key}: " if broken.field else ""
                    message = f"the first record would break a rule: {where}{broken.message} (`{broken.slug}`)"
                    yield document.doubt("records", collection, key, message=message)


def private(book: Rulebook) -> Iterator[Problem]:
    """Functions that only the rule's own code can call, wherever they are named: Starlark keeps names with `_` in front to a file."""
    for document in book.ranked:
        for where, name in frontmatter.named(document.front):
            if name.startswith("_"):
                message = (
                    f"`{name}` can be called by this rule's own code alone: give it a name that does not begin with `_`"
                )
                yield document.doubt(*where, message=message)


def slashless(book: Rulebook) -> Iterator[Problem]:
    """Usages of one bare word, such as `sing`: whoever begins a comment with that word has given the command."""
    for document in book.ranked:
        for place, command in enumerate(document.commands):
            first, *others = command.usage.literals
            if first.isalpha() and not any(map(_is_word, others)):
                message = f"`{command.usage_text}` begins with no `/`, so that talk may be taken for it: is `/{command.usage_text}` meant?"
                yield document.doubt("commands", place, "usage", message=message)


def _is_word(literal: str) -> bool:
    return any(letter.isalpha() for letter in literal)


def unbound(book: Rulebook) -> Iterator[Problem]:
    """Arguments with `whose` whose field is written nowhere in what the command runs, or in what may forbid it: anybody takes them."""
    for document in book.ranked:
        for place, command in enumerate(document.commands):
            for name, spec in command.arguments.items():
                field = str(spec.get("whose", ""))
                if field and field not in book.schemas.fields(f"{name}s"):
                    message = (
                        f"`whose: {field}` of `<{name}>`: no rule declares that field of `{name}s`, so no page offers the command "
                        f"to anybody{meant(field, book.schemas.fields(f'{name}s'))}; where all may, `whose` is left out"
                    )
                    yield document.doubt("commands", place, "usage", message=message)
                elif field and not _looks(book, document.slug, command, field):
                    message = (
                        f"`whose: {field}` of `<{name}>` only offers the command, and `{command.run}` never looks at `{field}`: "
                        "whoever writes by hand can name any, so let it refuse who may not"
                    )
                    yield document.doubt("commands", place, "usage", message=message)


def _looks(book: Rulebook, slug: str, command: Command, field: str) -> bool:
    """Other rules that are asked may look as well."""
    functions = [(slug, command.run), *book.forbidding(command.run, slug)]
    return any(reach.names(book, at, function, field) for at, function in functions)


def unread(book: Rulebook) -> Iterator[Problem]:
    """Parameters of a rule with code that no code reads: people would vote on another number, and nothing would come of it.

    Nothing is said while a rule cannot be read: it may load them.
    """
    for document in book.whole:
        own = _names(document.code)
        for name in document.parameters if document.code.strip() else ():
            if name not in own and not any(name in strings(other.code) for other in book.ranked):
                message = f"no code reads the parameter `{name}`: whoever amends it changes nothing but the words"
                yield document.doubt("parameters", name, message=message)


def _names(code: str) -> set[str]:
    """Every name in the code, and every text written out in it."""
    return {node.id for node in nodes_of(code) if isinstance(node, ast.Name)} | set(strings(code))


_NUMBERS: Final = ("integer", "number")
_OPTIONAL: Final = re.compile(r"\[[^\]]*\]")


def lacking(book: Rulebook) -> Iterator[Problem]:
    """Parameters and fields that have no value to begin with, and defaults of arguments that nobody gets."""
    for document in book.ranked:
        found = [*_parameters(document), *_fields(book, document), *_arguments(document)]
        yield from (Problem(document.path, line, message, "warning") for line, message in found)


def _parameters(document: Document) -> Iterator[tuple[int, str]]:
    for name, value in document.parameters.items():
        line = document.line_of("parameters", name)
        if value is None:
            yield line, f"the parameter `{name}` has no value: write one, or take it out"
        if isinstance(value, str) and value.strip().removeprefix("-").isdecimal():
            yield (
                line,
                f"the parameter `{name}` is a text, since it stands in quotes: write {value.strip()} without them to reckon with it",
            )
        if name in vocabulary.OF_STARLARK:
            yield (
                line,
                f"the parameter `{name}` is called like a word of Starlark, so no code can read it: call it otherwise",
            )


def _fields(book: Rulebook, document: Document) -> Iterator[tuple[int, str]]:
    """Fields that begin with what they may not hold, since no rule says with what they begin."""
    for collection, declared in document.state.items():
        for name in declared:
            if book.schemas.owner(collection, name) != document.slug:
                continue
            begun = book.schemas.defaults(collection)[name]
            wrong = book.schemas.unfit(collection, name, begun)
            if wrong:
                message = f"`{name}` of {collection} has no `default`, and begins with {shown(begun)}: {wrong}"
                yield document.line_of("state", collection, name), message


def _arguments(document: Document) -> Iterator[tuple[int, str]]:
    for place, command in enumerate(document.commands):
        for name, spec in command.arguments.items():
            line = document.line_of("commands", place, "arguments", name)
            line = line if line > 1 else document.line_of("commands", place, "usage")
            yield from ((line, f"the argument `{name}`: {wrong}") for wrong in _argument(command, name, spec))


def _argument(command: Command, name: str, spec: Mapping[str, Any]) -> Iterator[str]:
    kind = type_of(name, spec)
    if "values" in spec and kind != "choice":
        yield f"only a `choice` has `values`, and this is a `{kind}`"
    if kind not in _NUMBERS and ("minimum" in spec or "maximum" in spec):
        yield f"only an `integer` or a `number` has a `minimum` and a `maximum`, and this is a `{kind}`"
    odd = next((value for value in spec.get("values", []) if not isinstance(value, str)), "")
    if odd != "":
        yield f"code is given a text for each of its `values`: write `{json.dumps(odd)}` in quotes"
    if "minimum" in spec and spec["minimum"] > spec.get("maximum", spec["minimum"]):
        yield f"no number is at least {spec['minimum']} and at most {spec['maximum']}"
    if "default" not in spec:
        return
    if not any(f"<{name}>" in part for part in _OPTIONAL.findall(command.usage_text)):
        yield f"nobody ever gets its `default`: write `[<{name}>]` in the usage"
    elif wrong := _unfit(kind, spec):
        yield f"its `default` {wrong}"


def _unfit(kind: str, spec: Mapping[str, Any]) -> str:
    """Why a default is not what a player could have written, if it is not; null stands for nothing."""
    value, bounds = spec["default"], {key: spec[key] for key in ("minimum", "maximum") if key in spec}
    if value is None or kind not in (*_NUMBERS, "choice"):
        return ""
    schema = {"enum": spec.get("values", [])} if kind == "choice" else {"type": kind, **bounds}
    return fields.why_unfit(schema, value)
