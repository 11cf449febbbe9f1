"""What stands at the end of a season, in three parts: its history, its files, and what was said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from engine.store.digest import sha256
from tests.storms.island import Island

SHORT = 16  # hexadecimal digits


def texts(island: Island) -> dict[str, str]:
    """Each part to be read, and to be compared with what another engine left."""
    commits = reversed([*island.repository.first_parents(island.store.main, 1_000_000)])
    said = [*island.model.threads.items(), *island.model.comments.items()]
    return {
        "history": "\n".join(map(_shown, commits)),
        "files": "\n".join(f"--- {path}\n{text}" for path, text in sorted(island.files().items())),
        "conversation": "\n".join(
            _shown(item) for _, item in sorted(said, key=lambda pair: (type(pair[1]).__name__, pair[0]))
        ),
    }


def digests(parts: Mapping[str, str]) -> dict[str, str]:
    return {name: sha256(text)[:SHORT] for name, text in parts.items()}


def _shown(item: Any) -> str:
    """Its fields, and below them whatever of it has lines of its own."""
    every = {field.name: getattr(item, field.name) for field in fields(item)}
    long = {name: value for name, value in every.items() if isinstance(value, str) and "\n" in value}
    short = " ".join(f"{name}={value!r}" for name, value in every.items() if name not in long)
    return "\n".join([f"# {type(item).__name__} {short}", *(f"{name}:\n{text}" for name, text in long.items())])
