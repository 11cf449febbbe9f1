"""Field schemas: what rules add to records, one schema for each collection, with whose constraint is whose."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from engine.law.documents import misfits, schemas
from engine.law.documents.problems import meant

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

KEYWORDS: Final = frozenset(
    "type enum minimum maximum minLength maxLength items properties additionalProperties required default told".split()
)
# What those write for the kinds of values who come from elsewhere.
_ELSEWHERE: Final = {
    "int": "integer",
    "float": "number",
    "str": "string",
    "text": "string",
    "bool": "boolean",
    "list": "array",
    "dict": "object",
    "map": "object",
    "none": "null",
    "word": "string",
    "player": "string",
    "players": "array",
    "time": "integer",
}
# What is no bound of a field: a JSON Schema's way to say what only code can look at here.
_OF_CODE: Final = frozenset(
    "maxItems minItems uniqueItems contains pattern format multipleOf exclusiveMinimum exclusiveMaximum".split()
    + "minProperties maxProperties propertyNames patternProperties const anyOf oneOf allOf not".split()
)
_LET_CODE: Final = "; let the code that writes the field refuse what it may not hold"
MOST_SAID: Final = 200  # characters of one
MOST_TOLD: Final = 3  # of what is wrong with one value: each message may name all of the schema
_ZERO: Final[dict[str, Any]] = {
    "integer": 0,
    "number": 0,
    "string": "",
    "boolean": False,
    "array": [],
    "object": {},
    "null": None,
}
Base = Mapping[str, Mapping[str, Mapping[str, Any]]]


@dataclass(frozen=True)
class Violation:
    """A field that breaks a constraint, in words, the rule that made it, and the way to the value within the record."""

    field: str
    message: str
    slug: str
    path: tuple[str | int, ...] = ()


@dataclass(frozen=True)
class Composed:
    """One field: the schema that all rules together give it, and which rule each keyword is from."""

    schema: dict[str, Any] = field(default_factory=dict)
    owners: dict[str, str] = field(default_factory=dict)
    first: str = ""


_UNDECLARED: Final = Composed()


class Schemas:
    """The schemas of all collections under the rules in force."""

    def __init__(self, collections: Mapping[str, Mapping[str, Composed]], base: Base) -> None:
        self._collections = collections
        self._base = base
        self._fields = {name: frozenset({*fields, *base.get(name, {})}) for name, fields in collections.items()}
        self._validators: dict[str, schemas.Schema] = {}
        self._defaults: dict[str, dict[str, Any]] = {}

    def collections(self) -> list[str]:
        return sorted(self._fields)

    def declared_collections(self) -> list[str]:
        """Those with a field at least: without one nothing can be kept in them."""
        return [name for name in self.collections() if self._fields[name]]

    def fields(self, collection: str) -> frozenset[str]:
        """Every field rules can see; empty if no rule declares the collection."""
        return self._fields.get(collection, frozenset())

    def declared(self, collection: str) -> frozenset[str]:
        """The fields that rules declare, without the engine's own."""
        return frozenset(self._collections.get(collection, {})) - frozenset(self._base.get(collection, {}))

    def _of(self, collection: str, name: str) -> Composed:
        """What is declared of a field: of one that no rule declares, nothing."""
        return self._collections.get(collection, {}).get(name, _UNDECLARED)

    def owner(self, collection: str, name: str) -> str:
        """The slug of the rule that declares a field, the strongest if there are several; empty if none does."""
        return self._of(collection, name).first

    def defaults(self, collection: str) -> dict[str, Any]:
        """A fresh record with the default of every field that rules declare."""
        known = self._defaults.get(collection)
        if known is None:
            composed = self._collections.get(collection, {})
            known = self._defaults[collection] = {name: _default(one.schema) for name, one in composed.items()}
        return {name: copy.deepcopy(value) if type(value) in (dict, list) else value for name, value in known.items()}

    def differing(self, before: Schemas, collection: str) -> frozenset[str]:
        """The fields that rules declare otherwise than they did before, or anew."""
        known = before._collections.get(collection, {})
        composed = self._collections.get(collection, {})
        return frozenset(
            name for name, one in composed.items() if name not in known or one.schema != known[name].schema
        )

    def is_integer(self, collection: str, name: str) -> bool:
        return bool(self._of(collection, name).schema.get("type") == "integer")

    def unfit(self, collection: str, name: str, value: Any) -> str:
        """Why a field may not hold this value, in words; empty where it may."""
        return why_unfit(self._of(collection, name).schema, value)

    def choices(self, collection: str, name: str) -> list[Any]:
        """The values a field may have, if the rules name them one by one."""
        return list(self._of(collection, name).schema.get("enum") or [])

    def untold(self, collection: str) -> frozenset[str]:
        """The fields that are a rule's own bookkeeping: in no answer and on no page."""
        composed = self._collections.get(collection, {})
        return frozenset(name for name, one in composed.items() if one.schema.get("told") is False)

    def check(self, collection: str, record: Mapping[str, Any]) -> list[Violation]:
        """Every constraint the record breaks; dormant fields are not to be given."""
        known = self._validators.get(collection)
        if known is None:
            known = self._validators[collection] = self._validator(collection)
        return [self._violation(collection, error) for error in known.errors(record)]

    def of_another_kind(self, collection: str, record: Mapping[str, Any]) -> list[tuple[str, str]]:
        """(field, message) of every field that holds a value of a kind which is none of its schema's: a text for a number."""
        known = self._validator(collection)
        return [
            (str(error.absolute_path[0]), misfits.told(error))
            for error in known.errors(record)
            if error.validator == "type" and error.absolute_path
        ]

    def _validator(self, collection: str) -> schemas.Schema:
        fields = {name: one.schema for name, one in self._collections.get(collection, {}).items()}
        base = {name: dict(schema) for name, schema in self._base.get(collection, {}).items()}
        return schemas.Schema({"type": "object", "properties": {**base, **fields}})

    def _violation(self, collection: str, error: ValidationError) -> Violation:
        name = str(error.absolute_path[0]) if error.absolute_path else ""
        composed = self._of(collection, name)
        slug = composed.owners.get(str(error.validator), composed.first)
        message = misfits.told(error) if error.validator == "type" else misfits.brief(error, MOST_SAID)
        return Violation(name, message, slug, tuple(error.absolute_path))


def _default(schema: Mapping[str, Any]) -> Any:
    if "default" in schema:
        return schema["default"]
    if "enum" in schema:
        return schema["enum"][0]
    kinds = schema.get("type", "null")
    kind = "null" if isinstance(kinds, list) and "null" in kinds else kinds[0] if isinstance(kinds, list) else kinds
    return copy.deepcopy(_ZERO[kind])


def check_field(schema: Any, where: str = "") -> list[str]:
    """What is wrong with a field's schema: keywords that are not allowed, a default that does not fit."""
    if not isinstance(schema, Mapping):
        return [f"{where or 'the field'} must be a map such as {{type: integer, default: 0}}"]
    wrong = [
        f"{where or 'the field'}: `{k}` is not allowed in a field{_LET_CODE if k in _OF_CODE else meant(str(k), KEYWORDS)}"
        for k in schema
        if k not in KEYWORDS
    ]
    if wrong:
        return wrong
    error = schemas.wrong_with(schema)
    if error is not None:
        keyword = f"`{error.absolute_path[0]}` " if error.absolute_path else ""
        kind = _ELSEWHERE.get(str(error.instance).lower()) if keyword == "`type` " else None
        return [f"{where or 'the field'}: {keyword}{misfits.told(error)}" + (f"; write `{kind}`" if kind else "")]
    if where and "told" in schema:
        return [f"{where}: `told` belongs to a whole field"]
    if not isinstance(schema.get("told", True), bool):
        return ["the field: `told` is true or false"]
    if schema.get("enum") == []:
        return [f"{where or 'the field'}: `enum` needs a value at least"]
    wrong += _nested(schema, where)
    if not where and "default" in schema and ("type" in schema or "enum" in schema):
        found = schemas.Schema(schema).errors(schema["default"])
        wrong += [f"the default does not fit: it {misfits.told(error)}" for error in islice(found, MOST_TOLD)]
    return wrong


def why_unfit(schema: Mapping[str, Any], value: Any) -> str:
    """Why a value does not fit a schema, in words: the first of what is wrong; empty where it fits."""
    return next((misfits.told(error) for error in schemas.Schema(schema).errors(value)), "")


def value_problems(schema: Mapping[str, Any], value: Any) -> list[str]:
    """Why a value does not fit a field's schema: the first of what is wrong."""
    return [misfits.brief(error, MOST_SAID) for error in islice(schemas.Schema(schema).errors(value), MOST_TOLD)]


def _nested(schema: Mapping[str, Any], where: str) -> list[str]:
    wrong: list[str] = []
    for name, below in (schema.get("properties") or {}).items():
        wrong += check_field(below, f"{where}.{name}")
    for keyword in ("items", "additionalProperties"):
        below = schema.get(keyword)
        if isinstance(below, Mapping):
            wrong += check_field(below, f"{where}.{keyword}")
    return wrong
