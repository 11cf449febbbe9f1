"""The cases as data: one file a door, each case with a name, what is sent in, and what must come of it.

A text may be a list of pieces, of which `{repeat: x, times: n}` stands for a long one, `{point: 0}` for a character that
YAML cannot hold, and `{base64: ...}` for bytes that are no text.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from engine.store import guard

FOLDER = Path(__file__).parent / "cases"
DOORS = ("comment", "title", "form", "login", "path", "rule-file", "front-matter", "code", "yaml", "diff", "payload")


@dataclass(frozen=True)
class Case:
    """What is sent to a door. `must` is either {refused, says} or {inert: what happens instead, shows}."""

    door: str
    name: str
    given: dict[str, Any]
    must: dict[str, Any]

    def __str__(self) -> str:
        return f"{self.door}: {self.name}"


@lru_cache
def cases(door: str) -> tuple[Case, ...]:
    """The cases of a door, in the order of its file."""
    text = (FOLDER / f"{door}.yaml").read_text()
    return tuple(_case(door, raw) for raw in guard.load(text, max_bytes=1_000_000, max_nodes=100_000))


def _case(door: str, raw: dict[str, Any]) -> Case:
    given = dict(raw)
    name = given.pop("name")
    must = {key: given.pop(key) for key in ("refused", "saying", "inert", "shows") if key in given}
    return Case(door, name, given, must)


def spelled(text: Any) -> str:
    """A text, put together from its pieces."""
    if isinstance(text, list):
        return "".join(spelled(piece) for piece in text)
    if isinstance(text, dict) and "point" in text:
        return chr(text["point"])
    if isinstance(text, dict):
        return spelled(text["repeat"]) * text["times"]
    return str(text)


def bytes_of(text: Any) -> bytes:
    """The same for a door that takes bytes."""
    if isinstance(text, list):
        return b"".join(bytes_of(piece) for piece in text)
    if isinstance(text, dict) and "base64" in text:
        return base64.b64decode(text["base64"])
    if isinstance(text, dict):
        return bytes_of(text["repeat"]) * text["times"]
    return str(text).encode()
