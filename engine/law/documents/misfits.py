"""What is wrong with a value, in words of people who write rules and not of schemas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from engine.law.documents.problems import meant
from engine.store import seen
from engine.store.joined import joined

if TYPE_CHECKING:
    from jsonschema.exceptions import SchemaError, ValidationError

LONGEST: Final = 160
CUT: Final = "..."
MOST_LISTED: Final = 40  # values of an enum
_KINDS: Final = {
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "a map",
    "null": "null",
}
_CURLY: Final = frozenset(seen.QUOTES) - {"'", '"'}
_BOUNDS: Final = {"minimum": "at least", "maximum": "at most"}


def told(error: ValidationError | SchemaError) -> str:
    """One line. What is clear as jsonschema says it stays as it is."""
    return _wrong(error) + _unquoted(error.instance)


def _unquoted(value: object) -> str:
    """What to write, as the end of a sentence, where a text stands in quotation marks, which belong to it."""
    is_quoted = isinstance(value, str) and value and (value[0] in _CURLY or value[-1] in _CURLY)
    return "; quotation marks of this kind are part of the text: leave them out" if is_quoted else ""


def _wrong(error: ValidationError | SchemaError) -> str:
    wanted: Any = error.validator_value
    instance: Any = error.instance
    if error.validator == "type":
        return f"must be {_one_of(_kinds(wanted))}, and is {shown(error.instance)}"
    if error.validator in ("anyOf", "oneOf"):
        if within := _meant(error):
            return _wrong(within) + ("" if within.instance is instance else _unquoted(within.instance))
        forms = [form for schema in wanted for form in _forms(schema)]
        return f"must be {_one_of(list(dict.fromkeys(forms)))}, and is {shown(error.instance)}"
    if error.validator == "enum":
        return f"must be one of {_listed(wanted)}, and is {shown(error.instance)}"
    if error.validator in _BOUNDS:
        return f"must be {_BOUNDS[error.validator]} {wanted}, and is {shown(instance)}"
    if error.validator == "required":
        missing = next(key for key in wanted if key not in instance)
        return f"`{missing[:LONGEST]}` is missing"
    schema: Any = error.schema
    if error.validator == "additionalProperties":
        known = list(schema.get("properties", {}))
        unknown = next((key for key in instance if key not in known), "")
        return f"unknown key `{str(unknown)[:LONGEST]}`{meant(str(unknown), known) or f'; known are {_listed(known)}'}"
    if error.validator == "pattern" and "description" in schema:
        return f"{shown(instance)} cannot stand here: {schema['description']}"
    return brief(error)


def brief(error: ValidationError | SchemaError, most: int = LONGEST) -> str:
    """As jsonschema says it. Of a value that is long only the beginning is shown: what is wrong with it stands behind it."""
    value, whole = repr(error.instance), f"{error.message}{_of_size(error)}"
    if len(whole) > most and whole.startswith(value):
        rest = whole[len(value) :]
        whole = f"{value[: max(0, most - len(rest) - len(CUT))]}{CUT}{rest}"
    return whole[:most]


def _of_size(error: ValidationError | SchemaError) -> str:
    """How many characters a text has that is too long or too short, and how many it may have, as the end of a sentence."""
    bound = {"maxLength": "at most", "minLength": "at least"}.get(str(error.validator))
    instance: Any = error.instance
    return f": {bound} {error.validator_value} characters, and it has {len(instance)}" if bound else ""


def _meant(error: ValidationError | SchemaError) -> ValidationError | SchemaError | None:
    """What is wrong within the one form that it has, of several that it might have."""
    forms: dict[Any, list[Any]] = {}
    for part in error.context or ():
        forms.setdefault(part.schema_path[0], []).append(part)
    alike = [parts for parts in forms.values() if not any(_of_its_form(part) for part in parts)]
    return alike[0][0] if len(alike) == 1 else None


def _of_its_form(part: ValidationError | SchemaError) -> bool:
    return part.validator in ("type", "const", "enum", "required") and not part.relative_path


def _listed(values: Sequence[Any]) -> str:
    """Values, as many as one line holds."""
    more = ["..."] if len(values) > MOST_LISTED else []
    return ", ".join([*(str(each)[:LONGEST] for each in values[:MOST_LISTED]), *more])


def _kinds(value: str | Sequence[str]) -> list[str]:
    return [_KINDS.get(kind, kind) for kind in ([value] if isinstance(value, str) else value)]


def _forms(schema: object) -> list[str]:
    """What fits a schema, as the parts of a sentence."""
    if not isinstance(schema, Mapping):
        return []
    if "const" in schema:
        return [f"`{schema['const']}`"]
    if "enum" in schema:
        return [f"`{one}`" for one in schema["enum"]]
    if isinstance(reference := schema.get("$ref"), str) and reference.endswith("simpleTypes"):
        return [f"`{kind}`" for kind in _KINDS]
    known = [name for name in schema.get("properties", {}) if name in schema.get("required", [])]
    with_keys = f" with {', '.join(f'`{name}`' for name in known)}" if known else ""
    return [kind + with_keys for kind in _kinds(schema.get("type", []))]


def _one_of(forms: list[str]) -> str:
    return joined(forms, "or") or "something else"


def shown(value: Any) -> str:
    """A value as it would be written in a rule file, if that is short."""
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()
    if isinstance(value, Mapping | list) and len(str(value)) > 60:
        return "a map" if isinstance(value, Mapping) else "a list"
    return repr(value)[:LONGEST]
