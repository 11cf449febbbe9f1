"""Canonical YAML, written: a value line by line, each checked as it is written."""

import math
import re
from collections.abc import Iterable
from functools import lru_cache
from json.encoder import encode_basestring
from typing import Any, Final

from engine.store.dated import beside
from engine.store.scalars import UNWRITABLE
from engine.store.seen import ESCAPED

DEPTH: Final = 40
LONGEST_KEY: Final = 1000  # YAML itself allows 1,024
MOST_KEYS_KEPT: Final = 64  # keys of a map whose order is remembered
LONGEST_PLAIN: Final = 1000  # characters of a text without quotes
LONGEST_KEPT: Final = 64  # characters of a text whose writing is remembered
_PLAIN = re.compile(r"[A-Za-z_/.(<][A-Za-z0-9_/.+()<>@-]*(?: [A-Za-z0-9_/.+()<>@-]+)*")
_WORDS = re.compile(r"(?i:y|n|yes|no|on|off|true|false|null|nan|\.nan|[-+]?\.inf|inf|infinity|~|<<|=|\.|\.\.+)")
_NUMBER = re.compile(r"[-+.]?[0-9].*")
_UNSEEN = re.compile(f"[{ESCAPED}]+")


class NotCanonical(ValueError):
    """A value that YAML records cannot hold."""


@lru_cache(maxsize=8192)
def key_order(key: str) -> tuple[int, int, str]:
    """Whole numbers by value, then the rest by code point."""
    if key.isascii() and key.isdigit():
        return 0, int(key), key
    return 1, 0, key


def _sorted(keys: Iterable[Any]) -> tuple[str, ...]:
    """The keys of a map in canonical order. Raises NotCanonical."""
    if not all(type(key) is str for key in keys):
        raise NotCanonical("the keys of a map are texts")
    if any(len(key) > LONGEST_KEY or UNWRITABLE.search(key) for key in keys):
        raise NotCanonical(f"a key has more than {LONGEST_KEY:,} characters, or some that cannot be written")
    return tuple(sorted(keys, key=key_order))


_in_order = lru_cache(maxsize=2048)(_sorted)  # most records have the same fields as many others


def ordered(value: dict[Any, Any]) -> tuple[str, ...]:
    """The keys in canonical order, the very same ones for all records of the same fields. Raises NotCanonical."""
    return _in_order(tuple(value)) if len(value) <= MOST_KEYS_KEPT else _sorted(value)


def whole(value: Any, *, dated: bool) -> str:
    """The canonical text of a value; `dated`: with the date beside each time. Raises NotCanonical."""
    lines: list[str] = []
    if type(value) is dict and value:
        _map(value, "", "", lines, dated)
    elif type(value) in (list, tuple) and value:
        _list(value, "", lines, dated)
    else:
        lines.append(single(value))
    lines.append("")
    return "\n".join(lines)


def _map(value: dict[Any, Any], pad: str, lead: str, lines: list[str], dated: bool) -> None:
    """Appends the lines of a map that holds something; what stands before its first one is `lead`."""
    inner = _deeper(pad)
    for key in ordered(value):
        item, head = value[key], lead + known(key)
        kind = type(item)
        if kind is str:
            if "\n" in item:
                _text_behind(f"{head}:", item, inner, lines)
            else:
                lines.append(f"{head}: {known(item) if len(item) <= LONGEST_KEPT else _checked(item)}")
        elif kind is int:
            lines.append(f"{head}: {_integer(item)}{beside(key, item) if dated else ''}")
        elif kind is dict and item:
            lines.append(f"{head}:")
            _map(item, inner, inner, lines, dated)
        elif (kind is list or kind is tuple) and item:
            lines.append(f"{head}:")
            _list(item, inner, lines, dated)
        else:
            lines.append(f"{head}: {single(item)}")
        lead = pad


def _list(value: Iterable[Any], pad: str, lines: list[str], dated: bool) -> None:
    """Appends the lines of a list that holds something."""
    inner, dash = _deeper(pad), f"{pad}-"
    for item in value:
        kind = type(item)
        if kind is str:
            _text_behind(dash, item, inner, lines)
        elif kind is dict and item:
            _map(item, inner, f"{dash} ", lines, dated)
        elif (kind is list or kind is tuple) and item:
            lines.append(dash)
            _list(item, inner, lines, dated)
        else:
            lines.append(f"{dash} {single(item)}")


def _deeper(pad: str) -> str:
    """What stands before the lines of what is in a block. Raises NotCanonical."""
    if len(pad) >= 2 * DEPTH:
        raise NotCanonical("values are nested too deeply")
    return f"{pad}  "


def _text_behind(head: str, text: str, pad: str, lines: list[str]) -> None:
    """Appends a text: on the line that begins so, or in a block below it."""
    if "\n" in text and is_block(text):
        lines.append(f"{head} |" if text.endswith("\n") else f"{head} |-")
        lines += [pad + line if line else "" for line in text.removesuffix("\n").split("\n")]
    else:
        lines.append(f"{head} {known(text) if len(text) <= LONGEST_KEPT else _checked(text)}")


def is_block(text: str) -> bool:
    """Texts a literal block holds exactly: all seen, no blanks at a line's end, at most one line end at the end."""
    if "\n" not in text or len(text) < 2 or text[0] in " \n\t" or text.endswith("\n\n"):
        return False
    if text.isascii():
        return " \n" not in text and not text.endswith(" ") and _is_seen(text.replace("\n", ""))
    lines = text.removesuffix("\n").split("\n")
    return UNWRITABLE.search(text) is None and all(line == line.rstrip() and _is_seen(line) for line in lines)


def _is_seen(line: str) -> bool:
    return line.isprintable() if line.isascii() else _UNSEEN.search(line) is None


def single(value: Any) -> str:
    """A value on one line. Raises NotCanonical."""
    kind = type(value)
    if kind is str:
        return known(value) if len(value) <= LONGEST_KEPT else _checked(value)
    if kind is int:
        return _integer(value)
    if value is None:
        return "null"
    if kind is bool:
        return "true" if value else "false"
    if kind is float:
        return _float(value)
    if kind is dict:
        return "{}"
    if kind is list or kind is tuple:
        return "[]"
    raise NotCanonical(f"a record cannot hold a {kind.__name__}")


def _checked(text: str) -> str:
    written = in_quotes_or_not(text)
    if written is not text and UNWRITABLE.search(text):
        raise NotCanonical("a text holds characters that cannot be written")
    return written


known = lru_cache(maxsize=8192)(_checked)  # a key, or a short text: most are written again and again


def means_otherwise(text: str) -> bool:
    """Whether some YAML, old or new, takes the word for something else than text."""
    return _WORDS.fullmatch(text) is not None


def in_quotes_or_not(text: str) -> str:
    """A text on one line, whatever is in it."""
    if _PLAIN.fullmatch(text) and not means_otherwise(text) and not _NUMBER.match(text) and len(text) < LONGEST_PLAIN:
        return text
    quoted = encode_basestring(text)
    return quoted if _is_seen(quoted) else _UNSEEN.sub(_escape, quoted)


def _escape(found: re.Match[str]) -> str:
    return "".join(map(_escaped, found[0]))


def _escaped(character: str) -> str:
    point = ord(character)
    return f"\\u{point:04x}" if point < 0x10000 else f"\\U{point:08x}"


def _integer(value: int) -> str:
    if abs(value) >= 10**18:
        raise NotCanonical("a number is too large")
    return str(value)


def finite(value: float) -> float:
    """A number as it is kept: there is one zero. Raises NotCanonical."""
    if not math.isfinite(value):
        raise NotCanonical("a number is not finite")
    return value + 0.0 if value else 0.0


def _float(value: float) -> str:
    mantissa, e, exponent = repr(finite(value)).partition("e")
    if "." not in mantissa:
        mantissa += ".0"
    if not e:
        return mantissa
    return f"{mantissa}e{exponent if exponent[0] in '+-' else '+' + exponent}"
