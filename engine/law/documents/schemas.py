"""Values held against JSON Schemas: at once where they fit; where they do not, by jsonschema, which says why.

jsonschema is imported where something does not fit: that takes longer than to judge a vote.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from engine.law.documents import compiled

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import SchemaError, ValidationError

KINDS: Final = ["integer", "number", "string", "boolean", "array", "object", "null"]
_BELOW: Final = {"anyOf": [{"type": "boolean"}, {"type": "object"}]}
_SIZE: Final = {"type": "integer", "minimum": 0}
# What is surely a schema, of the keywords that fields may have, but for what is below it.
_SURELY: Final = compiled.fits(
    {
        "type": "object",
        "properties": {
            "type": {"anyOf": [{"enum": KINDS}, {"type": "array", "minItems": 1, "items": {"enum": KINDS}}]},
            "enum": {"type": "array"},
            "minimum": {"type": "number"},
            "maximum": {"type": "number"},
            "minLength": _SIZE,
            "maxLength": _SIZE,
            "items": _BELOW,
            "properties": {"type": "object", "additionalProperties": _BELOW},
            "additionalProperties": _BELOW,
            "required": {"type": "array", "items": {"type": "string"}},
            "default": True,
            "told": True,
        },
        "additionalProperties": False,
    }
)


class Schema:
    """A schema of the keywords that `compiled` knows. JSON takes 120.0 for a whole number; nothing here does."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self._schema = dict(schema)
        self._fits: compiled.Fits | None = None

    def errors(self, value: Any) -> Iterator[ValidationError]:
        """Everything wrong with a value."""
        if self._fits is None:
            self._fits = compiled.fits(self._schema)
        if not self._fits(value):
            yield from _strict()(self._schema).iter_errors(value)


def wrong_with(schema: Mapping[str, Any]) -> SchemaError | None:
    """Why something is no schema; None where it is one."""
    if _is_one(schema):
        return None
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - only where something is wrong
    from jsonschema.exceptions import SchemaError  # noqa: PLC0415

    try:
        Draft202012Validator.check_schema(dict(schema))
    except SchemaError as error:
        return error
    return None


def _is_one(schema: Any) -> bool:
    if isinstance(schema, bool):
        return True
    if not _SURELY(schema):
        return False
    lists = [schema[keyword] for keyword in ("type", "required") if isinstance(schema.get(keyword), list)]
    below = [
        *schema.get("properties", {}).values(),
        *(schema[k] for k in ("items", "additionalProperties") if k in schema),
    ]
    return all(len(set(each)) == len(each) for each in lists) and all(map(_is_one, below))


def _others(validator: Any, below: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    """What is wrong with the values of a map that have no schema of their own, in the map's order.

    jsonschema takes them from a set: which is told first, and so what a refusal says, would differ from process to process.
    """
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - only where something is wrong

    if isinstance(below, bool):
        yield from Draft202012Validator.VALIDATORS["additionalProperties"](validator, below, instance, schema) or ()
    elif isinstance(instance, dict):
        for name, item in instance.items():
            if name not in schema.get("properties", {}):
                yield from validator.descend(item, below, path=name)


@cache
def _strict() -> type[Draft202012Validator]:
    from jsonschema import Draft202012Validator, validators  # noqa: PLC0415 - only where something is wrong

    whole = Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _, value: type(value) is int)
    found: type[Draft202012Validator] = validators.extend(  # type: ignore[no-untyped-call]
        Draft202012Validator, {"additionalProperties": _others}, type_checker=whole
    )
    return found
