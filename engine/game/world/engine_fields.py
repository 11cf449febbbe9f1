"""The fields that the engine itself keeps in the collections rules can see."""

from collections.abc import Collection, Mapping
from typing import Any, Final

from engine.game.world.records import APART
from engine.law.documents.schemas import Schema

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
        "roster": _LIST,
        "paused": _COUNT,
        "landed": {"type": "boolean"},
        "reason": _TEXT,
        "outcome": _TEXT,
        "since": _COUNT,
    },
    "timers": {"at": _COUNT, "rule": _TEXT, "run": _TEXT, "data": {"type": "object"}, "serial": _COUNT},
}
_BALLOT: Final = {"voter": _TEXT, "choice": _TEXT, "comment": _COUNT, "at": _COUNT}
_CAST: Final = {**_BALLOT, "first": _COUNT, "edited": {"type": "boolean"}, "deleted": {"type": "boolean"}}
_WEIGHED: Final = {**_CAST, "weight": {"type": "number"}}
_REMOVED: Final = {"removed_by": _TEXT}  # only of a ballot whose comment somebody else deleted


_LATER: Final = frozenset({"roster", "paused", "landed", "reason", "outcome", "since"})  # what a poll has only at times


def _whole(fields: dict[str, Any], *, without: Collection[str] = ()) -> dict[str, Any]:
    required = [name for name in fields if name not in without]
    return {"type": "object", "properties": fields, "required": required}


def _list_of(fields: dict[str, Any], without: Collection[str] = ()) -> dict[str, Any]:
    return {"type": "array", "items": _whole(fields, without=without)}


_TEXTS: Final = {"type": "array", "items": _TEXT}
_POLL: Final = _whole(
    {
        **FIELDS["polls"],
        "electors": {**FIELDS["polls"]["electors"], "items": _TEXT},
        "paths": _TEXTS,
        "roster": _TEXTS,
        "ballots": _list_of({**_WEIGHED, **_REMOVED}, _REMOVED),
        "refused": _list_of({**_BALLOT, "reason": _TEXT}),
    },
    without=_LATER,
)
_MAP_OR_NONE: Final = {"type": ["object", "null"]}
# Of the engine's own notes those that are read before a pass puts back what people wrote there.
_NOTES: Final = {
    "semantics": _COUNT_OR_NONE,
    "position": {"type": "array", "prefixItems": [_COUNT], "minItems": 1},
    "cursor": _COUNT_OR_NONE,
    "head": _TEXT_OR_NONE,
    "dice": {**_MAP_OR_NONE, "properties": {"commitment": _TEXT_OR_NONE}},
    "outbox": {"type": "object", "additionalProperties": {"type": "object"}},
    **{name: {"type": "object"} for name in APART},
    "files": _MAP_OR_NONE,
    "open_polls": {"type": ["array", "null"], "items": _TEXT},
    "paused_at": _COUNT_OR_NONE,
}
# What the fold cannot do without, in records that people may write by hand.
_WHOLE: Final = {
    "players": Schema(_whole(FIELDS["players"], without=FIELDS["players"])),
    "game": Schema({**_whole({**FIELDS["game"], "winners": _TEXTS}), "required": ["ruleset"]}),
    "polls": Schema(_POLL),
    "timers": Schema(_whole(FIELDS["timers"])),
    # Without a position the clock would run from 1970.
    "engine": Schema({**_whole(_NOTES, without=_NOTES), "required": ["position"]}),
}


# No person writes these but into an example.
_ISSUE: Final = Schema(
    _whole(
        {"tag": _TEXT, "number": _COUNT_OR_NONE, "title": _TEXT, "body": _TEXT, "assignee": _TEXT_OR_NONE}
        | {"open": {"type": "boolean"}, "labels": _TEXTS}
    )
)


def half(collection: str, record: Mapping[str, Any]) -> str | None:
    """What is wrong with a record that an example begins with, where it is one of those that the engine makes whole; None if nothing."""
    validator = {"issues": _ISSUE, "polls": _WHOLE["polls"], "timers": _WHOLE["timers"]}.get(collection)
    return None if validator is None else _wrong(validator, record)


def misfit(collection: str, record: Mapping[str, Any]) -> str | None:
    """What is wrong with the engine's own fields of a record; None if nothing is."""
    validator = _WHOLE.get(collection)
    return None if validator is None else _wrong(validator, record)


def _wrong(validator: Schema, record: Mapping[str, Any]) -> str | None:
    error = next(validator.errors(record), None)
    where = "" if error is None else ".".join(map(str, error.absolute_path))
    return None if error is None else f"{where}: {error.message}"[:160].removeprefix(": ")


READ_ONLY: Final[dict[str, frozenset[str]]] = {
    "players": frozenset({"id", "login"}),
    "game": frozenset(FIELDS["game"]),
}
