"""Field schemas as functions: whether a value fits, without a walk over the schema for every record.

What does not fit goes to jsonschema, which says why; both agree about everything, to the last value.
"""

from __future__ import annotations

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


def fits(schema: Any, alike: Callable[[Any, Any], bool]) -> Fits:
    """Whether a value fits a schema of the keywords that fields may have. `alike` compares with the values of an `enum`."""
    if isinstance(schema, bool):
        return lambda value: bool(schema)
    checks = [made(schema, alike) for keyword, made in _MADE.items() if keyword in schema]
    if len(checks) == 1:
        return checks[0]

    def every(value: Any) -> bool:
        return all([check(value) for check in checks])  # noqa: C419 - few, and a list is quicker

    return every


def _type(schema: Mapping[str, Any], alike: Any) -> Fits:
    named = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    kinds = frozenset(kind for name in named for kind in _KINDS[name])
    return lambda value: type(value) in kinds


def _enum(schema: Mapping[str, Any], alike: Callable[[Any, Any], bool]) -> Fits:
    options = schema["enum"]
    texts = frozenset(option for option in options if type(option) is str)
    return lambda value: value in texts if type(value) is str else any(alike(option, value) for option in options)


def _minimum(schema: Mapping[str, Any], alike: Any) -> Fits:
    least = schema["minimum"]
    return lambda value: type(value) not in _NUMBERS or not value < least


def _maximum(schema: Mapping[str, Any], alike: Any) -> Fits:
    most = schema["maximum"]
    return lambda value: type(value) not in _NUMBERS or not value > most


def _shortest(schema: Mapping[str, Any], alike: Any) -> Fits:
    least = schema["minLength"]
    return lambda value: type(value) is not str or not len(value) < least


def _longest(schema: Mapping[str, Any], alike: Any) -> Fits:
    most = schema["maxLength"]
    return lambda value: type(value) is not str or not len(value) > most


def _items(schema: Mapping[str, Any], alike: Any) -> Fits:
    each = fits(schema["items"], alike)
    return lambda value: type(value) is not list or all(map(each, value))


def _required(schema: Mapping[str, Any], alike: Any) -> Fits:
    names = schema["required"]
    return lambda value: type(value) is not dict or all(name in value for name in names)


def _properties(schema: Mapping[str, Any], alike: Any) -> Fits:
    known = {name: fits(below, alike) for name, below in schema["properties"].items()}

    def checked(value: Any) -> bool:
        if type(value) is not dict:
            return True
        for name, item in value.items():
            check = known.get(name)
            if check is not None and not check(item):
                return False
        return True

    return checked


def _others(schema: Mapping[str, Any], alike: Any) -> Fits:
    named, each = schema.get("properties", {}), fits(schema["additionalProperties"], alike)
    return lambda value: type(value) is not dict or all(each(item) for name, item in value.items() if name not in named)


_MADE: Mapping[str, Callable[[Mapping[str, Any], Any], Fits]] = {
    "type": _type,
    "enum": _enum,
    "minimum": _minimum,
    "maximum": _maximum,
    "minLength": _shortest,
    "maxLength": _longest,
    "items": _items,
    "required": _required,
    "properties": _properties,
    "additionalProperties": _others,
}
