"""The guarded YAML loader for what people write: checked on the event stream before a value is made of it.

No anchors, aliases or tags; depth, size and number of nodes are bounded. Scalars follow YAML 1.2's core schema, so `NO`
and `12:30` stay texts.
"""

import math
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any, Final, NamedTuple

from ruamel.yaml import YAML, events
from ruamel.yaml.error import YAMLError

from engine.store.writing import LONGEST_KEY

MAX_BYTES: Final = 262_144
MAX_DEPTH: Final = 20
MAX_NODES: Final = 20_000
# The slow parser is for what the fast one does not know, such as `[http://x]`; for more than this it takes seconds.
SLOW_BYTES: Final = 32_768
# Characters of a document on the average: to begin with each of many small ones takes longer than to read them.
LEAST_DOCUMENT: Final = 100
_INTEGER = re.compile(r"[-+]?[0-9]+")
_BASED = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_ENDLESS = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
# Controls, what some parsers take for a line's end, what reorders the text shown, and what is no character.
_ODD = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufffe\uffff]|\r(?!\n)"
)
_DOCUMENT = re.compile(r"^(?=---(?:\s|$))", re.MULTILINE)
# To the slow parser what follows these at once may be one text, whatever its lines begin with.
_WHOLE_TEXT = re.compile(r"^(?:---[ \t]+[^\s#]|[|>])", re.MULTILINE)
_UNWRITABLE = re.compile("[\x00\ud800-\udfff]")
LARGEST: Final = 10**18
# What the parsers say in words of their own -> what whoever wrote it does instead.
_QUOTED: Final = "a text that begins with a sign stands in quotes"
_NO_COLON: Final = "could not find expected ':'"  # noticed a line below the one that lacks it
_INSTEAD: Final = (
    (_NO_COLON, "behind a key stand a plain colon and a blank, and what goes on in another line is indented there"),
    (
        "mapping values are not allowed",
        "a text with a colon stands in straight quotes; a key begins below the other keys of its map, and the line above it is whole",
    ),
    ("expected alphabetic or numeric character", _QUOTED),
    ("entries are not allowed", _QUOTED),
    ("mapping keys are not allowed", _QUOTED),
    ("comment or a line break", _QUOTED),
    ("comment or line break", _QUOTED),
    ("unknown escape character", "between double quotation marks a backslash is written twice"),
    ("but got ':'", "a text with a colon stands in straight quotes; a bracket that was opened is closed"),
    (", but got '", "a bracket that was opened is closed"),
    ("but found '<block mapping start>'", "keys of one map begin one below the other"),
    ("but found '<block sequence start>'", "the `- ` of one list begin one below the other"),
    ("but found '-'", "the `- ` of one list begin one below the other, and no key stands between them"),
    ("but found '?'", "in a list each line begins with `- `, in a map none does"),
    ("but found '<scalar>'", "a text ends with its quotation marks: take the other kind around one that has some"),
    ("but found '}'", "a bracket is closed that was not opened"),
    ("but found ']'", "a bracket is closed that was not opened"),
    ("unexpected end of stream", "a quotation mark that was opened is closed"),
    (r"found character '\t'", "indent with spaces, not with a tab"),
    ("found character '", _QUOTED),
    ("found character that", f"indent with spaces, not with a tab; {_QUOTED}"),
)
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
    found = _documents(text, _Limits(first_line, max_bytes, max_depth, max_nodes))
    if len(found) > 1:
        raise YamlProblem(found[1].line, "one YAML document is wanted, not several")
    return (found[0].value, found[0].lines) if found else (None, {(): first_line})


def load_all(text: str, first_line: int = 1) -> list[tuple[int, Any]]:
    """(line, value) of every document of a text. Raises YamlProblem."""
    limits = _Limits(first_line, MAX_BYTES, MAX_DEPTH, MAX_NODES)
    return [(document.line, document.value) for document in _documents(text, limits)]


def places(text: str, key: str) -> dict[str, tuple[int, int]]:
    """Where in a text that `load` takes the values of the map below this key begin and end."""
    for pure in (False, True):
        with suppress(YAMLError):
            root = _Yaml(typ="safe", pure=pure).compose(text)
            below: list[tuple[Any, Any]] = next((value.value for name, value in root.value if name.value == key), [])
            return {name.value: (value.start_mark.index, value.end_mark.index) for name, value in below}
    return {}


class _Yaml(YAML):
    """Without what else may be installed beside it: for that it would look through folders each time it is made."""

    def official_plug_ins(self) -> list[str]:
        return []


class _Limits(NamedTuple):
    first: int
    bytes: int
    depth: int
    nodes: int


class _Document(NamedTuple):
    line: int
    value: Any
    lines: Lines


def _documents(text: str, limits: _Limits) -> list[_Document]:
    """All documents of a text. Both parsers are read lazily: nothing is parsed beyond the first offence."""
    _must_be_harmless(text, limits)
    last = text.count("\n") + limits.first
    ways: list[Callable[[str, _Limits, int], list[_Document]]] = [partial(_read, pure=False)]
    if len(text) <= SLOW_BYTES:
        ways += [_one_by_one, partial(_read, pure=True)]
    problem = _NotYaml(0, "this is not YAML")
    for read in ways:
        try:
            return read(text, limits, last)
        except _NotYaml as error:
            problem = error
    raise YamlProblem(min(problem.line + limits.first, last), problem.problem)


def _read(text: str, limits: _Limits, last: int, *, pure: bool) -> list[_Document]:
    return list(_Building(_parsed(text, pure=pure), limits, last).documents())


def _one_by_one(text: str, limits: _Limits, last: int) -> list[_Document]:
    """What the slow parser finds, where it reads only those of several documents that the fast one does not know.

    A line that begins with `---` begins a document wherever it stands (yaml.org/spec/1.2.2, 9.1.2). Raises _NotYaml for what
    is only right or wrong as a whole, such as a directive.
    """
    parts, found = _DOCUMENT.split(text), list[_Document]()
    if len(parts) == 1 or len(text) < len(parts) * LEAST_DOCUMENT or _WHOLE_TEXT.search(text):
        raise _NotYaml(0, "it is to be read as a whole")
    for part in parts:
        for pure in (False, True):
            building = _Building(_parsed(part, pure=pure), limits, last)
            try:
                found += list(building.documents())
                break
            except _NotYaml:
                if pure:
                    raise
        limits = limits._replace(first=limits.first + part.count("\n"), nodes=building.left)
    return found


class _Building:
    """Makes values from events, within limits. `last` is the last line: the end of a text may be told as beyond it."""

    def __init__(self, stream: Iterator[Any], limits: _Limits, last: int) -> None:
        self.stream, self.first, self.max_depth, self.left = stream, limits.first, limits.depth, limits.nodes
        self.last, self.lines = last, Lines()

    def documents(self) -> Iterator[_Document]:
        for event in self.stream:
            if isinstance(event, events.DocumentStartEvent):
                start = next(self.stream)
                self.lines = {}
                yield _Document(self._line(start), self._node(start, ()), self.lines)

    def _line(self, event: Any) -> int:
        return min(int(event.start_mark.line) + self.first, self.last)

    def _node(self, event: Any, path: tuple[str | int, ...]) -> Any:
        self.left -= 1
        line = self._line(event)
        self.lines.setdefault(path, line)
        if self.left < 0:
            raise YamlProblem(line, "there is too much of it")
        if len(path) > self.max_depth:
            raise YamlProblem(line, f"it is nested more than {self.max_depth} deep")
        if isinstance(event, events.AliasEvent) or getattr(event, "anchor", None):
            raise YamlProblem(line, f"anchors (&) and aliases (*) are not allowed: write it out; {_QUOTED}")
        if getattr(event, "tag", None) is not None:
            raise YamlProblem(line, f"tags (!) are not allowed: {_QUOTED}")
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
            if not isinstance(event, events.ScalarEvent) or event.anchor or event.tag is not None:
                raise YamlProblem(line, "a key must be a plain word")
            key = _harmless(str(event.value), line)
            if len(key) > LONGEST_KEY:  # it could not be written again
                raise YamlProblem(line, f"a key has {LONGEST_KEY:,} characters at most")
            if key == "<<" and event.implicit[0]:
                raise YamlProblem(line, f"merge keys (<<) are not allowed: write it out; {_QUOTED}")
            if key in found:
                raise YamlProblem(line, f"the key {key[:60]!r} is there twice")
            self.lines[(*path, key)] = line
            found[key] = self._node(next(self.stream), (*path, key))
        return found


class _NotYaml(Exception):
    def __init__(self, line: int, problem: str) -> None:
        self.line, self.problem = line, problem


def _parsed(text: str, *, pure: bool) -> Iterator[Any]:
    try:
        yield from _Yaml(typ="safe", pure=pure).parse(text)
    except YAMLError as error:
        problem = str(getattr(error, "problem", "") or "not YAML")
        marks = [getattr(error, "problem_mark", None), getattr(error, "context_mark", None)]
        mark = next(filter(None, reversed(marks) if _NO_COLON in problem else marks), None)
        raise _NotYaml(mark.line if mark is not None else 0, _told(problem)) from None
    except (ValueError, AttributeError, TypeError, LookupError, ArithmeticError, AssertionError, RuntimeError):
        raise _NotYaml(0, "this is not YAML") from None


def _told(problem: str) -> str:
    """What a parser says, with what to do instead where that is plain."""
    instead = next((remedy for said, remedy in _INSTEAD if said in problem), "")
    return f"{problem}: {instead}" if instead else problem


def _scalar(event: Any, line: int) -> Any:
    """The value of a scalar by YAML 1.2's core schema (yaml.org/spec/1.2.2, 10.3.2)."""
    text = str(event.value)
    if not event.implicit[0]:
        return _harmless(text, line)
    if text in _NULLS:
        return None
    if text in _BOOLS:
        return _BOOLS[text]
    if _INTEGER.fullmatch(text):
        return _integer(text, 10, line)
    if _BASED.fullmatch(text):
        return _integer(text, 0, line)
    if _FLOAT.fullmatch(text):
        return _finite(text, line)
    if _ENDLESS.fullmatch(text):
        raise YamlProblem(line, f"{text} is not a number here: put it in quotes if a text is meant")
    return _harmless(text, line)


def _integer(text: str, base: int, line: int) -> int:
    value = int(text, base) if len(text) < 100 else LARGEST
    if abs(value) >= LARGEST:
        raise YamlProblem(line, "the number is too large")
    return value


def _finite(text: str, line: int) -> float:
    value = float(text)
    if math.isinf(value):
        raise YamlProblem(line, "the number is too large")
    return value


def _harmless(text: str, line: int) -> str:
    """The text, unless an escape in it stands for what cannot be written down again."""
    if _UNWRITABLE.search(text):
        raise YamlProblem(line, "there is a control character in it")
    return text


def _must_be_harmless(text: str, limits: _Limits) -> None:
    """The parsers stumble over odd characters, and are not meant for floods."""
    if len(text) > limits.bytes or len(text.encode("utf-8", "surrogatepass")) > limits.bytes:
        raise YamlProblem(limits.first, f"it is longer than {limits.bytes} bytes")
    odd = _ODD.search(text)
    if odd is not None:
        line = text.count("\n", 0, odd.start()) + limits.first
        raise YamlProblem(line, f"there is a control character in it (U+{ord(odd[0]):04X})")
