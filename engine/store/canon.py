"""Canonical YAML: equal values give equal bytes. Block style, keys sorted, LF, no anchors; in files, dates beside times.

The reader knows exactly this form and is fast; whatever else it is given goes through the guarded loader.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Iterable
from functools import lru_cache
from json.encoder import encode_basestring
from typing import Any, Final

from engine.store.blocks import DEPTH as DEPTH
from engine.store.blocks import Reader, split
from engine.store.blocks import key_order as key_order
from engine.store.dated import DATE, beside
from engine.store.scalars import UNWRITABLE, NotOurs, unquoted, value_of
from engine.store.seen import ESCAPED

LONGEST_KEY: Final = 1000  # YAML itself allows 1,024
FEW: Final = 64  # keys of a map whose order is remembered
SHORT: Final = 64  # characters of a text whose writing is remembered
REMEMBERED: Final = 16_384  # characters of the longest text whose value is kept
_PLAIN = re.compile(r"[A-Za-z_/.(<][A-Za-z0-9_/.+()<>@-]*(?: [A-Za-z0-9_/.+()<>@-]+)*")
# Words that some YAML, old or new, takes for something else than text.
_WORDS = re.compile(r"(?i:y|n|yes|no|on|off|true|false|null|nan|\.nan|[-+]?\.inf|inf|infinity|~|<<|=|\.|\.\.+)")
_NUMBER = re.compile(r"[-+.]?[0-9].*")
_UNSEEN = re.compile(f"[{ESCAPED}]+")


_BLOCK: Final = object()


class NotCanonical(ValueError):
    """A value that YAML records cannot hold."""


def _sorted(keys: Iterable[Any]) -> tuple[str, ...]:
    """The keys of a map in canonical order. Raises NotCanonical."""
    if not all(type(key) is str for key in keys):
        raise NotCanonical("the keys of a map are texts")
    if any(len(key) > LONGEST_KEY or UNWRITABLE.search(key) for key in keys):
        raise NotCanonical("a key is too long, or holds characters that cannot be written")
    return tuple(sorted(keys, key=key_order))


_in_order = lru_cache(maxsize=2048)(_sorted)  # most records have the same fields as many others


def _ordered(value: dict[Any, Any]) -> Iterable[str]:
    """The keys in canonical order, the very same ones for all records of the same fields. Raises NotCanonical."""
    return _in_order(tuple(value)) if len(value) <= FEW else _sorted(value)


def normal(value: Any, depth: int = 0) -> Any:
    """A deep copy with keys in canonical order. Raises NotCanonical."""
    kind = type(value)
    if kind is str:
        if UNWRITABLE.search(value):
            raise NotCanonical("a text holds characters that cannot be written")
        return value
    if value is None or kind is bool:
        return value
    if kind is int:
        if abs(value) >= 10**18:
            raise NotCanonical("a number is too large")
        return value
    if kind is float:
        return _float(value)
    if depth >= DEPTH and value:
        raise NotCanonical("values are nested too deeply")
    if kind is list or kind is tuple:
        return [normal(item, depth + 1) for item in value]
    if kind is dict:
        return {key: normal(value[key], depth + 1) for key in _ordered(value)}
    raise NotCanonical(f"a record cannot hold a {kind.__name__}")


def normal_beside(value: Any, known: Any) -> Any:
    """What `normal` makes of a map, where its values, and the items of its lists, that are those of a normal map are taken as they are."""
    if type(value) is not dict or type(known) is not dict:
        return normal(value)
    fresh = {name: item for name, item in value.items() if item is not known.get(name) or item is None}
    lists = {n: item for n, item in fresh.items() if type(item) is list and type(known.get(n)) is list}
    done = normal({name: item for name, item in fresh.items() if name not in lists})
    done |= {name: _list_beside(item, known[name]) for name, item in lists.items()}
    done |= {name: known[name] for name in value if name not in fresh}
    return {name: done[name] for name in _ordered(done)}


def _list_beside(items: list[Any], known: list[Any]) -> list[Any]:
    there = set(map(id, known))
    return [item if id(item) in there else normal(item, 2) for item in items]


def _float(value: float) -> float:
    if not math.isfinite(value):
        raise NotCanonical("a number is not finite")
    return value + 0.0 if value else 0.0


def emit(value: Any) -> str:
    """The canonical text of a value. Raises NotCanonical."""
    return _written(normal(value))


def emit_dated(value: Any) -> str:
    """The same with the date beside each time, as files of the game are written. Raises NotCanonical."""
    return _written(normal(value), dated=True)


def _written(value: Any, *, dated: bool = False) -> str:
    """The text of a value that is in canonical order."""
    lines: list[str] = []
    _emit(value, 0, lines, dated)
    return "\n".join(lines) + "\n"


def _emit(value: Any, indent: int, lines: list[str], dated: bool) -> None:
    """Appends the lines of a value that begins on a line of its own."""
    pad = " " * indent
    if type(value) is dict and value:
        for key, item in value.items():
            _entry(f"{pad}{_key(key)}:", item, indent + 2, lines, dated)
            if dated and type(item) is int:
                lines[-1] += beside(key, item)
    elif type(value) is list and value:
        for item in value:
            _entry(f"{pad}-", item, indent + 2, lines, dated)
    else:
        lines.append(pad + scalar(value))


def _entry(head: str, item: Any, indent: int, lines: list[str], dated: bool) -> None:
    if (type(item) is dict or type(item) is list) and item:
        if head.endswith("-") and type(item) is dict:
            start = len(lines)
            _emit(item, indent, lines, dated)
            lines[start] = f"{head} {lines[start][indent:]}"
        else:
            lines.append(head)
            _emit(item, indent, lines, dated)
    elif type(item) is str and _is_block(item):
        lines.append(f"{head} |" + ("" if item.endswith("\n") else "-"))
        pad = " " * indent
        lines += [pad + line if line else "" for line in item.removesuffix("\n").split("\n")]
    else:
        lines.append(f"{head} {scalar(item)}")


def _is_block(text: str) -> bool:
    """Texts a literal block holds exactly: all seen, no blanks at a line's end, at most one line end at the end."""
    if "\n" not in text or len(text) < 2 or text[0] in " \n\t" or text.endswith("\n\n"):
        return False
    return all(line == line.rstrip() and _is_seen(line) for line in text.removesuffix("\n").split("\n"))


def _is_seen(line: str) -> bool:
    return line.isprintable() if line.isascii() else _UNSEEN.search(line) is None


def scalar(value: Any) -> str:
    """A value on one line."""
    kind = type(value)
    if kind is str:
        return _key(value) if len(value) <= SHORT else _text(value)
    if value is None:
        return "null"
    if kind is bool:
        return "true" if value else "false"
    if kind is int:
        return str(value)
    if kind is float:
        return _float_text(value)
    return "{}" if kind is dict else "[]"


@lru_cache(maxsize=8192)
def _key(key: str) -> str:
    """A key, or a short text: most are written again and again."""
    return _text(key)


def _text(text: str) -> str:
    if _PLAIN.fullmatch(text) and not _WORDS.fullmatch(text) and not _NUMBER.match(text) and len(text) < 1000:
        return text
    quoted = encode_basestring(text)
    return quoted if _is_seen(quoted) else _UNSEEN.sub(_escape, quoted)


def _escape(found: re.Match[str]) -> str:
    return "".join(map(_escaped, found[0]))


@lru_cache(maxsize=8192)
def _escaped(character: str) -> str:
    point = ord(character)
    return f"\\u{point:04x}" if point < 0x10000 else f"\\U{point:08x}"


def _float_text(value: float) -> str:
    text = repr(value)
    mantissa, e, exponent = text.partition("e")
    if "." not in mantissa:
        mantissa += ".0"
    if not e:
        return mantissa
    return f"{mantissa}e{exponent if exponent[0] in '+-' else '+' + exponent}"


def read(text: str) -> Any:
    """The value of a canonical text; of other YAML what the guarded loader makes of it (raises guard.YamlProblem)."""
    try:
        return _parsed(text)
    except (NotOurs, NotCanonical, IndexError, ValueError):
        pass
    from engine.store import guard  # noqa: PLC0415 - a parser is slow to load, and hand-written files are rare

    return guard.load(text, max_bytes=64_000_000, max_depth=DEPTH, max_nodes=10_000_000)


def shared(text: str) -> Any:
    """The value of a text as `read` finds it, but the very same one each time: nobody who is handed it may change it."""
    return _shared(text) if len(text) <= REMEMBERED else read(text)


@lru_cache(maxsize=4096)
def _shared(text: str) -> Any:
    return read(text)


def _parsed(text: str) -> Any:
    """The value of a canonical text. Raises NotOurs and others if it is not."""
    try:
        if " |" not in text and "- " not in text:
            return _by_lines(text)
    except (NotOurs, NotCanonical, IndexError, ValueError):
        pass
    return _strictly(text)


def _by_lines(text: str) -> dict[str, Any]:
    """The value of a canonical text that is a map of values on one line, or of such maps: most records. Raises NotOurs."""
    lines = text.split("\n")
    if lines.pop() or UNWRITABLE.search(text):
        raise NotOurs
    found: dict[str, Any] = {}
    inner: dict[str, Any] | None = None
    blocks = [found]
    for line in lines:
        within = line.startswith("  ")
        key, value = _entry_of(line[2:] if within else line)
        if within:
            if inner is None or value is _BLOCK:
                raise NotOurs
            inner[key] = value
        elif value is _BLOCK:
            inner = found[key] = {}
            blocks.append(inner)
        else:
            inner, found[key] = None, value
    if sum(map(len, blocks)) != len(lines) or not all(map(_is_ours, blocks)):
        raise NotOurs
    return found


def _is_ours(block: dict[str, Any]) -> bool:
    return 0 < len(block) <= FEW and _in_order(tuple(block)) == tuple(block)


@lru_cache(maxsize=4_096)
def _entry_of(line: str) -> tuple[str, Any]:
    """Key and value of a canonical line, _BLOCK for one that opens a map. Raises NotOurs, and others, for any other line."""
    if line.endswith(":"):
        key = unquoted(line[:-1]) if line.startswith('"') else line[:-1]
        written, value = f"{_key(key)}:", _BLOCK
    else:
        key, rest = split(line)
        value = None if rest is None else value_of(rest)
        written = f"{_key(key)}: {scalar(value)}"
        if line != written:
            written += beside(key, value)
    if written != line or type(value) in (list, dict) or (type(value) is str and _is_block(value)):
        raise NotOurs
    return sys.intern(key), value  # unpacked, it is one and the same in all records


def _strictly(text: str) -> Any:
    """The value of a canonical text. Raises NotOurs and others if it is not."""
    if UNWRITABLE.search(text) is None:
        value = Reader(text).whole()
        if _written(value) == text or (DATE in text and _written(value, dated=True) == text):
            return value
    raise NotOurs
