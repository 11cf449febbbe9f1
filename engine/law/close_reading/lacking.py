"""What a front matter leaves out, or says where nothing comes of it: values that are missing, or are never used."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.law.documents import fields, vocabulary
from engine.law.documents.document import Command, Document
from engine.law.documents.misfits import shown
from engine.law.documents.problems import Problem
from engine.law.documents.usage import type_of
from engine.law.rulebook import Rulebook

_NUMBERS: Final = ("integer", "number")
_OPTIONAL: Final = re.compile(r"\[[^\]]*\]")


def warnings(book: Rulebook) -> Iterator[Problem]:
    """Parameters and fields that have no value to begin with, and defaults of arguments that nobody gets."""
    for document in book.ranked:
        found = [*_parameters(document), *_fields(book, document), *_arguments(document)]
        yield from (Problem(document.path, line, message, "warning") for line, message in found)


def _parameters(document: Document) -> Iterator[tuple[int, str]]:
    for name, value in document.parameters.items():
        line = document.line_of("parameters", name)
        if value is None:
            yield line, f"the parameter `{name}` has no value: write one, or take it out"
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
