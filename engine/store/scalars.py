"""Single values of canonical YAML, read: constants, numbers, texts in quotes and without."""

import json
import re
import sys
from collections.abc import Callable
from typing import Any, Final

from engine.store.dated import bare

UNWRITABLE: Final = re.compile("[\x00\ud800-\udfff]")
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,17})")


_FLOAT = re.compile(r"-?(?:0|[1-9][0-9]*)\.[0-9]+(?:e[-+][0-9]+)?")


_WIDE = re.compile(r"(?<!\\)((?:\\\\)*)((?:\\U[0-9a-f]{8})+)")


_DECODE: Final = json.JSONDecoder().raw_decode


class NotOurs(Exception):
    """The text is not in canonical form."""


_CONSTANTS: Final[dict[str, Callable[[], Any]]] = {
    "null": lambda: None,
    "true": lambda: True,
    "false": lambda: False,
    "[]": list,
    "{}": dict,
}


def value_of(text: str) -> Any:
    constant = _CONSTANTS.get(text)
    if constant is not None:
        return constant()
    first = text[0]
    if first == '"':
        return unquoted(text)
    if first in "-0123456789":
        if _INTEGER.fullmatch(text):
            return int(text)
        if _FLOAT.fullmatch(text):
            return float(text)
        if (time := bare(text)) != text:
            return int(time)
        raise NotOurs
    return text


def _wide(digits: str) -> str:
    point = int(digits, 16)
    if point > sys.maxunicode:
        raise NotOurs
    return chr(point)


def unquoted(text: str) -> str:
    """A text in double quotes: JSON's escapes, and YAML's wide one. Raises NotOurs, or ValueError."""
    if "\\U" in text:
        text = _WIDE.sub(lambda found: found[1] + "".join(map(_wide, found[2].split("\\U")[1:])), text)
    value, end = _DECODE(text)
    if end != len(text) or type(value) is not str:
        raise NotOurs
    if "\\u" in text and UNWRITABLE.search(value):
        raise NotOurs
    return value
