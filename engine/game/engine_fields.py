"""The fields that the engine itself keeps in the collections rules can see."""

from __future__ import annotations

from typing import Any, Final

_TEXT: Final = {"type": "string"}
_COUNT: Final = {"type": "integer"}
_TEXT_OR_NONE: Final = {"type": ["string", "null"]}
_COUNT_OR_NONE: Final = {"type": ["integer", "null"]}
_LIST: Final = {"type": "array"}

FIELDS: Final[dict[str, dict[str, dict[str, Any]]]] = {
    "players": {"id": _COUNT, "login": _TEXT, "active": {"type": "boolean"}},
    "game": {
        "ruleset": _TEXT,
        "name": _TEXT,
        "timezone": _TEXT,
        "table": _COUNT,
        "last_number": _COUNT,
        "winners": _LIST,
        "over": _TEXT_OR_NONE,
    },
    "polls": {
        "thread": _COUNT_OR_NONE,
        "tag": _TEXT_OR_NONE,
        "number": _COUNT_OR_NONE,
        "kind": _TEXT,
        "subject": _TEXT,
        "author": _TEXT,
        "opened_at": _COUNT,
        "status": {"enum": ["open", "adopted", "rejected", "withdrawn"]},
        "electors": {"type": ["array", "null"]},
        "ballots": _LIST,
        "refused": _LIST,
        "paths": _LIST,
        "change": _TEXT_OR_NONE,
        "quorum_at": _COUNT_OR_NONE,
        "data": {"type": "object"},
    },
    "timers": {"at": _COUNT, "rule": _TEXT, "run": _TEXT, "data": {"type": "object"}, "serial": _COUNT},
}
READ_ONLY: Final[dict[str, frozenset[str]]] = {
    "players": frozenset({"id", "login"}),
    "game": frozenset(FIELDS["game"]),
}
