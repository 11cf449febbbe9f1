"""Canonical YAML, read: each line is held against what would be written in its place, so what is read is canonical.

A date may stand beside a time or not: it is written in files, and not in what is hashed.
"""

import sys
from enum import Enum
from functools import lru_cache
from typing import Any, Final

from engine.store.dated import beside
from engine.store.scalars import NotOurs, unquoted, value_of
from engine.store.writing import DEPTH, MOST_KEYS_KEPT, is_block, key_order, known, single

LONGEST_KEPT: Final = 200  # characters of a line


class _Opens(Enum):
    """What a line holds that has no value of its own: below it stands a block, or the lines of a text; or it holds nothing."""

    BLOCK = ":"
    TEXT = "|"
    LAST_LINE_OPEN = "|-"
    EMPTY_MAP = "{}"
    EMPTY_LIST = "[]"


_MARKS: Final = {mark.value: mark for mark in _Opens if mark is not _Opens.BLOCK}


class BlockReader:
    """Reads canonical text line by line. Whatever it raises (NotOurs, IndexError, ValueError), the text is not canonical."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        if self.lines.pop() != "":
            raise NotOurs
        self.at = 0

    def whole(self) -> Any:
        if len(self.lines) == 1 and not self.lines[0].startswith("- "):
            key, value = _read(self.lines[0])
            if key is None:
                self.at = 1
                return self._below(value, 0)
        found = self.block(0)
        if self.at != len(self.lines):
            raise NotOurs
        return found

    def block(self, indent: int) -> Any:
        """The map or list whose lines begin behind so many blanks."""
        if indent >= 2 * DEPTH:
            raise NotOurs
        line, pad = self.lines[self.at], " " * indent
        if line.startswith(f"{pad}-"):
            return self._list(pad)
        if not line.startswith(pad):
            raise NotOurs
        return self._map(pad, line[indent:])

    def _map(self, pad: str, line: str) -> dict[str, Any]:
        """The map that begins with this line, and whose other lines begin with `pad`."""
        found: dict[str, Any] = {}
        lines, indent, count = self.lines, len(pad), 0
        while True:
            key, value = _read(line)
            if key is None:
                raise NotOurs
            self.at += 1
            count += 1
            found[key] = self._below(value, indent + 2) if type(value) is _Opens else value
            if self.at == len(lines) or not lines[self.at].startswith(pad):
                break
            line = lines[self.at][indent:]
        keys = tuple(found)
        if count != len(keys) or keys != (_in_order(keys) if count <= MOST_KEYS_KEPT else _in_order.__wrapped__(keys)):
            raise NotOurs
        return found

    def _list(self, pad: str) -> list[Any]:
        found: list[Any] = []
        dash, indent = f"{pad}-", len(pad) + 2
        while self.at < len(self.lines) and (line := self.lines[self.at]).startswith(dash):
            rest = line[indent:]
            if line == dash:
                self.at += 1
                if not self.lines[self.at].startswith(f"{pad}  -"):
                    raise NotOurs
                found.append(self.block(indent))
                continue
            if line[indent - 1] != " ":
                raise NotOurs
            key, value = _read(rest)
            if key is not None:
                found.append(self._map(f"{pad}  ", rest))
            else:
                self.at += 1
                found.append(self._below(value, indent))
        return found

    def _below(self, value: Any, indent: int) -> Any:
        """What a line holds, with what stands below it behind so many blanks."""
        if type(value) is not _Opens:
            return value
        if value is _Opens.BLOCK:
            return self.block(indent)
        if value is _Opens.EMPTY_MAP:
            return {}
        return [] if value is _Opens.EMPTY_LIST else self._text(" " * indent, ends=value is _Opens.TEXT)

    def _text(self, pad: str, *, ends: bool) -> str:
        """The text of a block of lines; `ends`: with a line's end at its end."""
        found = []
        while self.at < len(self.lines) and (not (line := self.lines[self.at]) or line.startswith(pad)):
            if line == pad:
                raise NotOurs
            found.append(line[len(pad) :])
            self.at += 1
        text = "\n".join(found)
        if not is_block(f"{text}\n" if ends else text) or text.endswith("\n"):
            raise NotOurs
        return f"{text}\n" if ends else text


@lru_cache(maxsize=2048)
def _in_order(keys: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(keys, key=key_order))


def _read(line: str) -> tuple[str | None, Any]:
    """Key and value of a line of a map, None and the value of one of a list. Raises NotOurs, and others, if it is not canonical."""
    return _known(line) if len(line) <= LONGEST_KEPT else _known.__wrapped__(line)


@lru_cache(maxsize=4096)
def _known(line: str) -> tuple[str | None, Any]:
    key, rest = _split(line)
    if rest is None:
        return None, _value(line, "")
    value = _value(rest, key) if rest else _Opens.BLOCK
    if line != (f"{known(key)}: {rest}" if rest else f"{known(key)}:"):
        raise NotOurs
    return sys.intern(key), value  # unpacked, it is one and the same in all records


def _value(text: str, key: str) -> Any:
    """The value behind a key, or what it opens."""
    mark = _MARKS.get(text)
    if mark is not None:
        return mark
    value = value_of(text)
    written = single(value)
    if text != written and text != written + beside(key, value):
        raise NotOurs
    if type(value) is str and is_block(value):
        raise NotOurs
    return value


def _split(line: str) -> tuple[str, str | None]:
    """The key and what follows its colon (empty: a block); None if the line is no entry of a map."""
    if line.startswith('"'):
        end = _end_of_quoted(line)
        if line[end : end + 1] != ":":
            return "", None
        return unquoted(line[:end]), line[end + 2 :]
    key, colon, rest = line.partition(":")
    return key, rest[1:] if colon else None


def _end_of_quoted(text: str) -> int:
    at = 1
    while text[at] != '"':
        at += 2 if text[at] == "\\" else 1
    return at + 1
