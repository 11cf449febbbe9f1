"""The blocks of canonical YAML, read line by line: maps, lists and texts of several lines."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from engine.store.scalars import NotOurs, unquoted, value_of

DEPTH: Final = 40


@lru_cache(maxsize=8192)
def key_order(key: str) -> tuple[int, int, str]:
    """Whole numbers by value, then the rest by code point."""
    if key.isascii() and key.isdigit():
        return 0, int(key), key
    return 1, 0, key


class Reader:
    """Reads canonical text line by line."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        if self.lines.pop() != "":
            raise NotOurs
        self.at = 0

    def whole(self) -> Any:
        if len(self.lines) == 1 and not self._opens(self.lines[0]):
            return value_of(self.lines[0])
        found = self.block(0)
        if self.at != len(self.lines):
            raise NotOurs
        return found

    def _opens(self, line: str) -> bool:
        return line.startswith("- ") or line == "-" or line.endswith(":") or split(line)[1] is not None

    def block(self, indent: int) -> Any:
        if indent >= 2 * DEPTH:
            raise NotOurs
        line = self.lines[self.at]
        if line[indent : indent + 2] in ("- ", "-"):
            return self.sequence(indent)
        return self.mapping(indent)

    def mapping(self, indent: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        pad = " " * indent
        lines, n = self.lines, len(self.lines)
        while self.at < n:
            line = lines[self.at]
            if not line.startswith(pad) or line[indent : indent + 1] in (" ", ""):
                break
            if line[indent : indent + 2] == "- ":
                break
            key, rest = split(line[indent:])
            if rest is None:
                raise NotOurs
            self.at += 1
            found[key] = self.item(rest, indent + 2)
        keys = list(found)
        if not found or keys != sorted(keys, key=key_order):
            raise NotOurs
        return found

    def sequence(self, indent: int) -> list[Any]:
        found: list[Any] = []
        pad = " " * indent
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if not line.startswith(pad + "-"):
                break
            rest = line[indent + 1 :]
            if rest == "":
                self.at += 1
                found.append(self.block(indent + 2))
            elif not rest.startswith(" "):
                raise NotOurs
            elif _is_entry(rest[1:]):
                self.lines[self.at] = pad + "  " + rest[1:]
                found.append(self.mapping(indent + 2))
            else:
                self.at += 1
                found.append(self.item(rest[1:], indent + 2))
        return found

    def item(self, rest: str, indent: int) -> Any:
        if rest == "":
            return self.block(indent)
        if rest in ("|", "|-"):
            return self.literal(indent) + ("\n" if rest == "|" else "")
        return value_of(rest)

    def literal(self, indent: int) -> str:
        found = []
        pad = " " * indent
        while self.at < len(self.lines) and (self.lines[self.at].startswith(pad) or self.lines[self.at] == ""):
            found.append(self.lines[self.at][indent:])
            self.at += 1
        return "\n".join(found)


def _is_entry(text: str) -> bool:
    return split(text)[1] is not None


def split(text: str) -> tuple[str, str | None]:
    """The key and what follows its colon (empty: a block); None if the text is no entry of a map."""
    if text.startswith('"'):
        end = _end_of_quoted(text)
        if text[end : end + 1] != ":" or text[end + 1 : end + 2] not in ("", " "):
            return "", None
        return unquoted(text[:end]), text[end + 2 :]
    key, colon, rest = text.partition(":")
    if not colon or (rest and rest[0] != " ") or not key:
        return "", None
    return key, rest[1:]


def _end_of_quoted(text: str) -> int:
    at = 1
    while text[at] != '"':
        at += 2 if text[at] == "\\" else 1
    return at + 1
