"""JSON Schemas as functions: whether a value fits, without a walk over the schema for every record.

What does not fit goes to jsonschema, which says why; both agree about everything, to the last value.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

Fits = Callable[[Any], bool]
_NUMBERS = (int, float)
_KINDS: Mapping[str, tuple[type, ...]] = {
    "integer": (int,),
    "number": _NUMBERS,
    "string": (str,),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
    "null": (type(None),),
}


def fits(schema: Any) -> Fits:
    """Whether a value fits a schema of the keywords that are below, and no others."""
    if isinstance(schema, bool):
        return lambda value: bool(schema)
    checks = [made(schema) for keyword, made in _MADE.items() if keyword in schema]
    if len(checks) == 1:
        return checks[0]

    def every(value: Any) -> bool:
        return all([check(value) for check in checks])  # noqa: C419 - few, and a list is quicker

    return every


def _type(schema: Mapping[str, Any]) -> Fits:
    named = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    kinds = frozenset(kind for name in named for kind in _KINDS[name])
    return lambda value: type(value) in kinds


def alike(one: Any, other: Any) -> bool:
    """Equality as JSON Schema has it: 1 is 1.0, and True is not 1."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(alike(item, other[key]) for key, item in one.items())
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    return one is other or bool(one == other)


def _enum(schema: Mapping[str, Any]) -> Fits:
    options = schema["enum"]
    texts = frozenset(option for option in options if type(option) is str)
    return lambda value: value in texts if type(value) is str else any(alike(option, value) for option in options)


def _const(schema: Mapping[str, Any]) -> Fits:
    return lambda value: alike(schema["const"], value)


def _minimum(schema: Mapping[str, Any]) -> Fits:
    least = schema["minimum"]
    return lambda value: type(value) not in _NUMBERS or not value < least


def _maximum(schema: Mapping[str, Any]) -> Fits:
    most = schema["maximum"]
    return lambda value: type(value) not in _NUMBERS or not value > most


def _shortest(schema: Mapping[str, Any]) -> Fits:
    least = schema["minLength"]
    return lambda value: type(value) is not str or not len(value) < least


def _longest(schema: Mapping[str, Any]) -> Fits:
    most = schema["maxLength"]
    return lambda value: type(value) is not str or not len(value) > most


def _pattern(schema: Mapping[str, Any]) -> Fits:
    found = re.compile(schema["pattern"]).search
    return lambda value: type(value) is not str or found(value) is not None


def _fewest_items(schema: Mapping[str, Any]) -> Fits:
    return lambda value: type(value) is not list or len(value) >= schema["minItems"]


def _most_items(schema: Mapping[str, Any]) -> Fits:
    return lambda value: type(value) is not list or len(value) <= schema["maxItems"]


def _fewest_keys(schema: Mapping[str, Any]) -> Fits:
    return lambda value: type(value) is not dict or len(value) >= schema["minProperties"]


def _most_keys(schema: Mapping[str, Any]) -> Fits:
    return lambda value: type(value) is not dict or len(value) <= schema["maxProperties"]


def _keys(schema: Mapping[str, Any]) -> Fits:
    each = fits(schema["propertyNames"])
    return lambda value: type(value) is not dict or all(map(each, value))


def _any_of(schema: Mapping[str, Any]) -> Fits:
    forms = [fits(form) for form in schema["anyOf"]]
    return lambda value: any(form(value) for form in forms)


def _one_of(schema: Mapping[str, Any]) -> Fits:
    forms = [fits(form) for form in schema["oneOf"]]
    return lambda value: sum(form(value) for form in forms) == 1


def _items(schema: Mapping[str, Any]) -> Fits:
    each, apart = fits(schema["items"]), len(schema.get("prefixItems", ()))
    return lambda value: type(value) is not list or all(map(each, value[apart:]))


def _first_items(schema: Mapping[str, Any]) -> Fits:
    each = [fits(below) for below in schema["prefixItems"]]
    return lambda value: type(value) is not list or all(check(item) for check, item in zip(each, value, strict=False))


def _required(schema: Mapping[str, Any]) -> Fits:
    names = schema["required"]
    return lambda value: type(value) is not dict or all(name in value for name in names)


def _properties(schema: Mapping[str, Any]) -> Fits:
    known = {name: fits(below) for name, below in schema["properties"].items()}

    def checked(value: Any) -> bool:
        if type(value) is not dict:
            return True
        for name, item in value.items():
            check = known.get(name)
            if check is not None and not check(item):
                return False
        return True

    return checked


def _others(schema: Mapping[str, Any]) -> Fits:
    named, each = schema.get("properties", {}), fits(schema["additionalProperties"])
    return lambda value: type(value) is not dict or all(each(item) for name, item in value.items() if name not in named)


_MADE: Mapping[str, Callable[[Mapping[str, Any]], Fits]] = {
    "type": _type,
    "enum": _enum,
    "const": _const,
    "minimum": _minimum,
    "maximum": _maximum,
    "minLength": _shortest,
    "maxLength": _longest,
    "pattern": _pattern,
    "minItems": _fewest_items,
    "maxItems": _most_items,
    "minProperties": _fewest_keys,
    "maxProperties": _most_keys,
    "propertyNames": _keys,
    "anyOf": _any_of,
    "oneOf": _one_of,
    "items": _items,
    "prefixItems": _first_items,
    "required": _required,
    "properties": _properties,
    "additionalProperties": _others,
}
