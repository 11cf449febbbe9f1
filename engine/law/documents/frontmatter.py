"""The JSON Schema of a rule's front matter, and the functions that it names. Unknown keys are errors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from engine.law.documents import misfits
from engine.law.documents.problems import meant
from engine.law.documents.schemas import Schema
from engine.store.splice import LARGEST_NUMBER

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

# How a name is written stands beside each pattern in words: `misfits` tells it.
_NAME: Final = {
    "type": "string",
    "pattern": r"\A[a-z_][a-z0-9_]{0,59}\Z",
    "description": "small letters, digits and _, no digit first",
}
_FUNCTIONS: Final = {"type": "object", "propertyNames": _NAME, "additionalProperties": _NAME}
# An act may be that of a named rule: `huts.build`.
_ACTS: Final = {
    "type": "object",
    "propertyNames": {
        "type": "string",
        "pattern": r"\A([a-z0-9-]{1,100}\.)?[a-z_][a-z0-9_]{0,59}\Z",
        "description": "the name of a function, or a rule's with a dot and the name of its function",
    },
    "additionalProperties": _NAME,
}
# A rule is claimed against by number, or by slug, which it keeps when it is renumbered; `all` means every rule.
_SLUG: Final = {"type": "string", "pattern": r"\A[a-z0-9-]{1,100}\Z", "description": "small letters, digits and -"}
_NUMBERS: Final = {
    "oneOf": [
        {"type": "array", "items": {"oneOf": [{"type": "integer"}, _SLUG]}},
        _SLUG,
        {"type": "integer"},
    ]
}
_WORD: Final = {
    "type": "string",
    "pattern": r"\A[a-z][a-z0-9_]{0,39}\Z",
    "description": "small letters, digits and _, a letter first",
}
_ARGUMENT: Final = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "type": {"enum": ["integer", "number", "word", "text", "player", "players", "choice"]},
        "minimum": {"type": "number"},
        "maximum": {"type": "number"},
        "values": {"type": "array", "minItems": 1},
        "default": {},
        "whose": _WORD,
    },
}
_WHO: Final = {"enum": ["active", "players", "moderators", "administrators", "anyone"]}
_COMMAND: Final = {
    "type": "object",
    "required": ["usage", "run"],
    "additionalProperties": False,
    "properties": {
        "usage": {"type": "string", "minLength": 1, "maxLength": 200},
        "arguments": {"type": "object", "propertyNames": _NAME, "additionalProperties": _ARGUMENT},
        "who": {"anyOf": [_WHO, {"type": "array", "minItems": 1, "items": _WHO}]},
        "run": _NAME,
        "help": {"type": "string", "maxLength": 200},
    },
}
_HISTORY: Final = {
    "type": "array",
    "items": {
        "type": "object",
        "minProperties": 1,
        "maxProperties": 1,
        "additionalProperties": False,
        "properties": {word: {"type": "integer"} for word in ("enacted", "amended", "transmuted")},
    },
}
_SCHEDULE: Final = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["run"],
        "additionalProperties": False,
        "properties": {name: {"type": "string"} for name in ("cron", "every", "from", "timezone")} | {"run": _NAME},
    },
}
# What a rule says of a kind of documents: the folder, or the folder and the fields that their front matter may have.
_KIND: Final = {
    "type": "object",
    "required": ["folder"],
    "additionalProperties": False,
    "properties": {
        "folder": _WORD,
        "fields": {"type": "object", "propertyNames": _WORD, "additionalProperties": {"type": "object"}},
    },
}
_FIELD: Final = {
    "type": "string",
    "pattern": r"\A[a-z][a-z0-9_]{0,39}(\.[A-Za-z0-9_ -]{1,60})?\Z",
    "description": "the name of a field, or that with a dot and a key",
}
_COLUMN: Final = {
    "anyOf": [
        _FIELD,
        {
            "type": "object",
            "required": ["field"],
            "additionalProperties": False,
            "properties": {
                "field": _FIELD,
                "title": {"type": "string", "minLength": 1, "maxLength": 60},
                "as": {"enum": ["player", "time", "text"]},
            },
        },
    ]
}
# What a value is shown as beside its number: the first mark that holds.
_MARK: Final = {
    "type": "object",
    "required": ["shape"],
    "additionalProperties": False,
    "properties": {
        "above": {"type": "number"},
        "below": {"type": "number"},
        "is": {"type": "array", "minItems": 1},
        "shape": {"enum": ["triangle", "disc", "store", "square", "star", "tree", "hexagon", "wave", "ring", "none"]},
        "word": {"type": "string", "minLength": 1, "maxLength": 30},
        "urgent": {"type": "boolean"},
    },
}
_BADGE: Final = {
    "type": "object",
    "required": ["field", "marks"],
    "additionalProperties": False,
    "properties": {"field": _FIELD, "marks": {"type": "array", "minItems": 1, "maxItems": 20, "items": _MARK}},
}
_MAP: Final = {
    "type": "object",
    "required": ["at"],
    "additionalProperties": False,
    "properties": {
        "at": {"anyOf": [_FIELD, {"type": "array", "minItems": 2, "maxItems": 2, "items": _FIELD}]},
        "of": _WORD,
        "size": _FIELD,
        "each": {"type": "integer", "minimum": 1},
        "trail": _FIELD,
    },
}
_SHOWN: Final = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "title": {"type": "string", "minLength": 1, "maxLength": 60},
        "page": {"enum": ["records", "judgments", "none"]},
        "columns": {"type": "array", "maxItems": 20, "items": _COLUMN},
        "chart": {"type": "array", "maxItems": 6, "items": _COLUMN},
        "order": _FIELD,
        "badge": _BADGE,
        "map": _MAP,
    },
}
_COLLECTIONS: Final = {"type": "object", "propertyNames": _WORD, "additionalProperties": {"type": "object"}}
_RECORDS: Final = {"type": "object", "additionalProperties": {"type": "object"}}
PROPERTIES: Final[dict[str, Any]] = {
    "rule": {"oneOf": [{"type": "integer", "minimum": 1, "maximum": LARGEST_NUMBER}, {"const": "next"}]},
    "title": {"type": "string", "minLength": 1, "maxLength": 120},
    "history": _HISTORY,
    "immutable": {"type": "boolean"},
    "parameters": {
        "type": "object",
        "propertyNames": {
            "type": "string",
            "pattern": r"\A[a-zA-Z_][a-zA-Z0-9_]{0,59}\Z",
            "description": "letters, digits and _, no digit first",
        },
    },
    "state": _COLLECTIONS,
    "records": {"type": "object", "propertyNames": _WORD, "additionalProperties": _RECORDS},
    "files": {"type": "object", "propertyNames": _WORD, "additionalProperties": _WORD},
    "scenes": {"type": "object", "propertyNames": _WORD, "additionalProperties": {"type": "object"}},
    "documents": {"type": "object", "propertyNames": _WORD, "additionalProperties": {"anyOf": [_WORD, _KIND]}},
    "commands": {"type": "array", "items": _COMMAND},
    "on": _FUNCTIONS,
    "schedule": _SCHEDULE,
    "answers": _FUNCTIONS,
    "adjusts": _FUNCTIONS,
    "forbids": _ACTS,
    "overrides": _NUMBERS,
    "defers_to": _NUMBERS,
    "by_hand": {"type": "boolean"},
    "show": {"type": "object", "propertyNames": _WORD, "additionalProperties": _SHOWN},
}
_SCHEMA: Final = {"type": "object", "additionalProperties": False, "required": ["title"], "properties": PROPERTIES}
# A document that is no rule may be called by `name`, and has the fields that the rule declares which governs its kind.
_NAMED: Final = {"type": "object", "properties": PROPERTIES | {"name": PROPERTIES["title"]}}
_OF_RULES: Final = Schema(_SCHEMA)
_OF_DOCUMENTS: Final = Schema(_NAMED)

# What each key of a rule's front matter is for, as the reference tells it.
MEANINGS: Final[dict[str, str]] = {
    "rule": "the number, or `next`",
    "title": "what the rule is called; other rules know it by its slug, the name of its file without number",
    "history": "its pedigree, which the engine writes",
    "immutable": "for rulesets that tell two classes apart: this rule is of the higher one",
    "parameters": "the rule's numbers and texts, names that its code can use; each should be read in the prose",
    "state": "collection -> field -> schema with a `default`: `type enum minimum maximum minLength maxLength items properties "
    "additionalProperties required default`. Without one it begins with 0, false, an empty text, list or map, null, or the first of its "
    "`enum`. Every field that is put must be declared by some rule in force. Of one that several declare the stricter bounds hold, and all "
    "else is the same. One that is called `at`, "
    "`time`, `since`, `until` or `due`, or ends in one of them behind a `_`, and holds seconds since 1970, has the date written beside it. "
    "`told: false` marks a field that a rule keeps for itself: no answer, forecast or page shows it, unless a rule names it under `show`",
    "records": "first records: collection -> key -> record. They are made when the rule comes into force, or an amendment lists them anew",
    "files": "collections kept in one file each: collection -> name of the file below `state/`",
    "scenes": "name -> records that examples may begin from, with `scene: name`; what several rules say of one scene is laid together",
    "documents": "kind -> folder: documents like rules, without numbers, called by `title` or `name`; with fields of their own: "
    "`card: {folder: cards, fields: {cards: {type: integer, default: 1}}}`; code finds what a document says in its `front`",
    "commands": "list of `usage arguments who run help`: see below",
    "on": "occasion -> function",
    "schedule": "list of `cron run timezone`, at most hourly, or of `every from run timezone`: "
    "`{every: 2 weeks, from: 2026-01-07 15:00, run: pay}`",
    "answers": "question -> function: the strongest rule that does not answer None settles it",
    "adjusts": "question -> function, which gets the answer so far first, and gives the new one",
    "forbids": "act -> function: a text refuses, None passes, False permits; anything else is the rule's fault. "
    "`huts.build` is the act `build` of the rule `huts`",
    "overrides": "rules it stands over, by number or by slug (which holds when the number changes), or `all`",
    "defers_to": "rules it gives way to, likewise",
    "by_hand": "true where the prose cannot be enforced by code",
    "show": "collection -> how the board shows it: see [below](#on-the-board)",
}

Path = tuple[str | int, ...]


def problems(front: Any, kind: str) -> Iterator[tuple[Path, str]]:
    """(path of the key, message) of everything wrong with a front matter."""
    if not isinstance(front, Mapping):
        yield (), "the front matter must be a map with at least `rule` and `title`"
        return
    if kind == "rule" and "rule" not in front:
        yield (), "`rule` is missing: the number of the rule, or `next`"
    if kind != "rule" and "rule" in front:
        yield ("rule",), "only rules have a number, and rules lie directly in the ruleset's folder, none below it"
    if kind != "rule" and "history" in front:
        yield ("history",), "only rules have a history, which the engine writes"
    if kind != "rule" and not {"title", "name"} & front.keys():
        yield (), "`title` is missing, or `name`: what the document is called"
    for error in (_OF_RULES if kind == "rule" else _OF_DOCUMENTS).errors(front):
        yield from _told(error)


def own_fields(front: Mapping[str, Any]) -> dict[str, Any]:
    """What a document says beside the words of every front matter: the fields of its kind."""
    return {key: value for key, value in front.items() if key not in PROPERTIES and key != "name"}


def _told(error: ValidationError) -> Iterator[tuple[Path, str]]:
    path = tuple(error.absolute_path)
    if error.validator == "additionalProperties" and isinstance(error.instance, Mapping):
        known = error.schema["properties"] if isinstance(error.schema, Mapping) else {}
        for key in [k for k in error.instance if k not in known]:
            yield (
                (*path, key),
                f"unknown key `{key}`{meant(str(key), known) or ';'} known are {', '.join(sorted(known))}",
            )
    else:
        where = ".".join(map(str, path))
        yield path, f"{where}: {misfits.told(error)}" if where else misfits.told(error)


def named(front: Mapping[str, Any]) -> list[tuple[tuple[str | int, ...], str]]:
    """Where the front matter names which function."""
    found: list[tuple[tuple[str | int, ...], str]] = []
    for part in ("commands", "schedule"):
        found += [((part, place, "run"), entry["run"]) for place, entry in enumerate(front.get(part, []))]
    for part in ("on", "answers", "adjusts", "forbids"):
        found += [((part, key), name) for key, name in front.get(part, {}).items()]
    return found
