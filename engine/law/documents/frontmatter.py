"""The JSON Schema of a rule's front matter, and the functions that it names. Unknown keys are errors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from engine.law.documents import misfits
from engine.law.documents.problems import meant
from engine.law.documents.schemas import Schema
from engine.law.documents.usage import TYPES
from engine.store.records import KEPT_BY_WINDOWS
from engine.store.splice import LARGEST_NUMBER

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError


def _written(pattern: str, description: str) -> dict[str, Any]:
    """A text that is written like this. The pattern stands beside it in words: `misfits` tells it."""
    return {"type": "string", "pattern": rf"\A{pattern}\Z", "description": description}


def _text(most: int) -> dict[str, Any]:
    """A text that is there, of so many characters at most."""
    return {"type": "string", "minLength": 1, "maxLength": most}


def _map(names: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """Whatever is named like that, to values of one kind."""
    return {"type": "object", "propertyNames": names, "additionalProperties": values}


def _only(properties: Mapping[str, Any], *required: str) -> dict[str, Any]:
    """A map that has these keys and no others."""
    needed = {"required": list(required)} if required else {}
    return {"type": "object", **needed, "additionalProperties": False, "properties": properties}


_NAME: Final = _written(r"[a-z_][a-z0-9_]{0,59}", "small letters, digits and _, no digit first")
_FUNCTIONS: Final = _map(_NAME, _NAME)
# An act may be that of a named rule: `huts.build`.
_ACTS: Final = _map(
    _written(
        r"([a-z0-9-]{1,100}\.)?[a-z_][a-z0-9_]{0,59}",
        "the name of a function, or a rule's with a dot and the name of its function",
    ),
    _NAME,
)
# A rule is claimed against by number, or by slug, which it keeps when it is renumbered; `all` means every rule.
_SLUG: Final = _written(r"[a-z0-9-]{1,100}", "small letters, digits and -")
_NUMBERS: Final = {
    "oneOf": [
        {"type": "array", "items": {"oneOf": [{"type": "integer"}, _SLUG]}},
        _SLUG,
        {"type": "integer"},
    ]
}
_LETTERS: Final = r"[a-z][a-z0-9_]{0,39}"
_IN_WORDS: Final = "small letters, digits and _, a letter first"
_WORD: Final = _written(_LETTERS, _IN_WORDS)
# What a folder or a file is called by.
_PLACE: Final = _written(
    rf"(?!{KEPT_BY_WINDOWS}\Z){_LETTERS}", f"{_IN_WORDS}, and no name that Windows keeps for itself, such as `con`"
)
_ARGUMENT: Final = _only(
    {
        "type": {"enum": list(TYPES)},
        "minimum": {"type": "number"},
        "maximum": {"type": "number"},
        "values": {"type": "array", "minItems": 1},
        "default": {},
        "whose": _WORD,
    }
)
_WHO: Final = {"enum": ["active", "players", "moderators", "administrators", "anyone"]}
_COMMAND: Final = _only(
    {
        "usage": _text(200),
        "arguments": _map(_NAME, _ARGUMENT),
        "who": {"anyOf": [_WHO, {"type": "array", "minItems": 1, "items": _WHO}]},
        "run": _NAME,
        "help": {"type": "string", "maxLength": 200},
    },
    "usage",
    "run",
)
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
_TIMES: Final = {name: {"type": "string"} for name in ("cron", "every", "from", "timezone")}
_SCHEDULE: Final = {"type": "array", "items": _only(_TIMES | {"run": _NAME}, "run")}
# What a rule says of a kind of documents: the folder, or the folder and the fields that their front matter may have.
_KIND: Final = _only({"folder": _PLACE, "fields": _map(_WORD, {"type": "object"})}, "folder")
_FIELD: Final = _written(
    r"[a-z][a-z0-9_]{0,39}(\.[A-Za-z0-9_ -]{1,60})?", "the name of a field, or that with a dot and a key"
)
_COLUMN: Final = {
    "anyOf": [
        _FIELD,
        _only({"field": _FIELD, "title": _text(60), "as": {"enum": ["player", "time", "text"]}}, "field"),
    ]
}
# What a value is shown as beside its number: the first mark that holds.
_MARK: Final = _only(
    {
        "above": {"type": "number"},
        "below": {"type": "number"},
        "is": {"type": "array", "minItems": 1},
        "shape": {"enum": ["triangle", "disc", "store", "square", "star", "tree", "hexagon", "wave", "ring", "none"]},
        "word": _text(30),
        "urgent": {"type": "boolean"},
    },
    "shape",
)
_BADGE: Final = _only(
    {"field": _FIELD, "marks": {"type": "array", "minItems": 1, "maxItems": 20, "items": _MARK}}, "field", "marks"
)
_MAP: Final = _only(
    {
        "at": {"anyOf": [_FIELD, {"type": "array", "minItems": 2, "maxItems": 2, "items": _FIELD}]},
        "of": _WORD,
        "size": _FIELD,
        "each": {"type": "integer", "minimum": 1},
        "trail": _FIELD,
    },
    "at",
)
_SHOWN: Final = _only(
    {
        "title": _text(60),
        "page": {"enum": ["records", "judgments", "none"]},
        "columns": {"type": "array", "maxItems": 20, "items": _COLUMN},
        "chart": {"type": "array", "maxItems": 6, "items": _COLUMN},
        "order": _FIELD,
        "badge": _BADGE,
        "map": _MAP,
    }
)
_COLLECTIONS: Final = _map(_PLACE, {"type": "object"})
_RECORDS: Final = {"type": "object", "additionalProperties": {"type": "object"}}
PROPERTIES: Final[dict[str, Any]] = {
    "rule": {"oneOf": [{"type": "integer", "minimum": 1, "maximum": LARGEST_NUMBER}, {"const": "next"}]},
    "title": _text(120),
    "history": _HISTORY,
    "immutable": {"type": "boolean"},
    "parameters": {
        "type": "object",
        "propertyNames": _written(r"[a-zA-Z_][a-zA-Z0-9_]{0,59}", "letters, digits and _, no digit first"),
    },
    "state": _COLLECTIONS,
    "records": _map(_PLACE, _RECORDS),
    "files": _map(_WORD, _PLACE),
    "scenes": _COLLECTIONS,
    "documents": _map(_WORD, {"anyOf": [_PLACE, _KIND]}),
    "commands": {"type": "array", "items": _COMMAND},
    "on": _FUNCTIONS,
    "schedule": _SCHEDULE,
    "answers": _FUNCTIONS,
    "adjusts": _FUNCTIONS,
    "forbids": _ACTS,
    "overrides": _NUMBERS,
    "defers_to": _NUMBERS,
    "by_hand": {"type": "boolean"},
    "show": _map(_WORD, _SHOWN),
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
