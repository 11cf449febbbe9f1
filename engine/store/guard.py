"""The guarded YAML loader for what people write: checked on the event stream before a value is made of it.

No anchors, aliases or tags; depth, size and number of nodes are bounded. Scalars follow YAML 1.2's core schema, so `NO`
and `12:30` stay texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from ruamel.yaml import YAML, events
from ruamel.yaml.error import YAMLError

MAX_BYTES: Final = 262_144
MAX_DEPTH: Final = 20
MAX_NODES: Final = 20_000
_INTEGER = re.compile(r"[-+]?[0-9]{1,18}")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]{1,3})?")
_NULLS: Final = frozenset({"", "~", "null", "Null", "NULL"})
_BOOLS: Final = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}

Lines = dict[tuple[str | int, ...], int]


class YamlProblem(ValueError):
    """What is wrong, and the 1-based line."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line, self.message = line, message


def load(text: str, *, max_bytes: int = MAX_BYTES, max_depth: int = MAX_DEPTH, max_nodes: int = MAX_NODES) -> Any:
    """The one value of a text. Raises YamlProblem."""
    return load_with_lines(text, max_bytes=max_bytes, max_depth=max_depth, max_nodes=max_nodes)[0]


def load_with_lines(
    text: str,
    first_line: int = 1,
    *,
    max_bytes: int = MAX_BYTES,
    max_depth: int = MAX_DEPTH,
    max_nodes: int = MAX_NODES,
) -> tuple[Any, Lines]:
    """The value, and for each path of keys and places the line it stands on. Raises YamlProblem."""
    building = _Building(text, first_line, max_bytes, max_depth, max_nodes)
    found = list(building.documents())
    if len(found) > 1:
        raise YamlProblem(found[1][0], "one YAML document is wanted, not several")
    return (found[0][1], building.lines) if found else (None, {(): first_line})


def load_all(
    text: str,
    first_line: int = 1,
    *,
    max_bytes: int = MAX_BYTES,
    max_depth: int = MAX_DEPTH,
    max_nodes: int = MAX_NODES,
) -> list[tuple[int, Any]]:
    """(line, value) of every document of a text. Raises YamlProblem."""
    return list(_Building(text, first_line, max_bytes, max_depth, max_nodes).documents())


class _Building:
    """Makes values from events, within limits."""

    def __init__(self, text: str, first_line: int, max_bytes: int, max_depth: int, max_nodes: int) -> None:
        self.first, self.max_depth, self.left = first_line, max_depth, max_nodes
        self.lines: Lines = {}
        _must_be_harmless(text, first_line, max_bytes, max_depth)
        self.stream = self._events(text)

    def _events(self, text: str) -> Iterator[Any]:
        """The C parser is fast and knows YAML 1.1; what it does not understand, the slow one for 1.2 may."""
        try:
            yield from list(_parsed(text, pure=False))
        except _NotYaml:
            try:
                yield from _parsed(text, pure=True)
            except _NotYaml as error:
                raise YamlProblem(error.line + self.first, error.problem) from None

    def documents(self) -> Iterator[tuple[int, Any]]:
        for event in self.stream:
            if isinstance(event, events.DocumentStartEvent):
                start = next(self.stream)
                self.lines = {}
                line = self._line(start)
                yield line, self._node(start, ())

    def _line(self, event: Any) -> int:
        return int(event.start_mark.line) + self.first

    def _node(self, event: Any, path: tuple[str | int, ...]) -> Any:
        self.left -= 1
        line = self._line(event)
        self.lines.setdefault(path, line)
        if self.left < 0:
            raise YamlProblem(line, "there is too much of it")
        if len(path) > self.max_depth:
            raise YamlProblem(line, f"it is nested more than {self.max_depth} deep")
        if isinstance(event, events.AliasEvent) or getattr(event, "anchor", None):
            raise YamlProblem(line, "anchors (&) and aliases (*) are not allowed: write it out")
        if getattr(event, "tag", None) not in (None, "!"):
            raise YamlProblem(line, "tags (!) are not allowed")
        if isinstance(event, events.ScalarEvent):
            return _scalar(event, line)
        if isinstance(event, events.SequenceStartEvent):
            return self._sequence(path)
        return self._mapping(path)

    def _sequence(self, path: tuple[str | int, ...]) -> list[Any]:
        found: list[Any] = []
        while not isinstance(event := next(self.stream), events.SequenceEndEvent):
            found.append(self._node(event, (*path, len(found))))
        return found

    def _mapping(self, path: tuple[str | int, ...]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while not isinstance(event := next(self.stream), events.MappingEndEvent):
            line = self._line(event)
            if not isinstance(event, events.ScalarEvent) or event.anchor or event.tag not in (None, "!"):
                raise YamlProblem(line, "a key must be a plain word")
            key = str(event.value)
            if key == "<<" and event.implicit[0]:
                raise YamlProblem(line, "merge keys (<<) are not allowed: write it out")
            if key in found:
                raise YamlProblem(line, f"the key {key!r} is there twice")
            self.lines[(*path, key)] = line
            found[key] = self._node(next(self.stream), (*path, key))
        return found


class _NotYaml(Exception):
    def __init__(self, line: int, problem: str) -> None:
        self.line, self.problem = line, problem


def _parsed(text: str, *, pure: bool) -> Iterator[Any]:
    try:
        yield from YAML(typ="safe", pure=pure).parse(text)
    except YAMLError as error:
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        raise _NotYaml(mark.line if mark is not None else 0, str(getattr(error, "problem", "") or "not YAML")) from None
    except (ValueError, AttributeError, TypeError, IndexError, AssertionError):
        raise _NotYaml(0, "this is not YAML") from None


def _scalar(event: Any, line: int) -> Any:
    text = str(event.value)
    if not event.implicit[0]:
        return text
    if text in _NULLS:
        return None
    if text in _BOOLS:
        return _BOOLS[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    if text.lstrip("+-").isdigit() and len(text) > 18:
        raise YamlProblem(line, "the number is too large")
    if _FLOAT.fullmatch(text) and text not in (".", "+", "-"):
        return _finite(text, line)
    return text


def _finite(text: str, line: int) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise YamlProblem(line, "the number is too large")
    return value


def _must_be_harmless(text: str, first: int, max_bytes: int, max_depth: int) -> None:
    """The C parser crashes on deep nesting and stumbles over odd characters: both are found before it is called."""
    if len(text) > max_bytes or len(text.encode("utf-8", "surrogatepass")) > max_bytes:
        raise YamlProblem(first, f"it is longer than {max_bytes} bytes")
    depth = 0
    for number, line in enumerate(text.split("\n"), start=first):
        if not line.isprintable() and any(_is_odd(c) for c in line):
            raise YamlProblem(number, "there is a control character in it")
        depth += line.count("[") + line.count("{") - line.count("]") - line.count("}")
        indent = len(line) - len(line.lstrip(" "))
        if (
            depth > 50 * max_depth
            or line.count("- -") > max_depth
            or indent > 40 * max_depth
            or line.count("? ") > max_depth * 5
        ):
            raise YamlProblem(number, f"it is nested more than {max_depth} deep")


def _is_odd(c: str) -> bool:
    point = ord(c)
    bidi = 0x202A <= point <= 0x202E or 0x2066 <= point <= 0x2069
    return (
        (point < 32 and c not in "\t\r")
        or 0x7F <= point <= 0x9F
        or 0xD800 <= point <= 0xDFFF
        or bidi
        or point == 0xFEFF
    )
