"""Values as the JSON text that Starlark reads as the very same; of those that nobody changes any more it is made once.

Where the keys of a map do not stand as Starlark's coder puts them, all maps of a text go spread: as their keys and values.
"""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from json.encoder import c_make_encoder, encode_basestring_ascii  # type: ignore[attr-defined]
from typing import Any, Final, Self

HOLDERS: Final = (dict, list, tuple)
_HOLDERS: Final = frozenset(HOLDERS)
SPREAD: Final = "~"  # begins the text of maps that are spread
MOST_KEPT: Final = 256  # values of which the texts are kept
LONGEST_KEPT: Final = 1_000_000  # characters of all those texts, about
MOST_KEYS_KEPT: Final = 64  # keys of a map of which it is remembered whether they stand in order
Pieces = tuple[str, ...]  # what begins the text of a call, the forms of what is handed to it, and that of what is named
_LONG: Final = 19  # figures in a row: Starlark's coder may read them as a number with a point
_LONG_NUMBER: Final = re.compile(f"[0-9]{{{_LONG}}}")
_FIGURE: Final = re.compile("[0-9]")
# Made once: a `JSONEncoder` makes one for each text, which takes longer than most of the texts.
_ENCODER: Final = c_make_encoder(
    None, json.JSONEncoder().default, encode_basestring_ascii, None, ":", ",", False, False, False
)


def _encoded(value: object) -> str:
    """Without blanks. Raises TypeError for what is no data, ValueError for a number that is none."""
    if type(value) is str:
        return encode_basestring_ascii(value)
    return repr(value) if type(value) is int else "".join(_ENCODER(value, 0))


def _holds_long_number(text: str) -> bool:
    """So many figures in a row reach over one of the places that lie as far apart: in most texts no figure stands there."""
    return (
        len(text) >= _LONG
        and _FIGURE.search(text[_LONG - 1 :: _LONG]) is not None
        and _LONG_NUMBER.search(text) is not None
    )


class Text(str):
    """A value that has its text already."""

    __slots__ = ("value",)
    value: object

    @classmethod
    def of(cls, value: object) -> Self | None:
        """None for a value that has no text."""
        text = text_of(value)
        if text is None:
            return None
        found = cls(text)
        found.value = value
        return found


def text_of(value: object) -> str | None:
    """The JSON text that Starlark reads as this very value; None where there is none."""
    kind = type(value)
    if kind is Text:
        return value  # type: ignore[return-value]
    try:
        ordered = kind not in HOLDERS or in_order(value)
        text = _encoded(value) if ordered else SPREAD + _encoded(_spread(value))
    except (TypeError, ValueError):
        return None
    # A text's own figures stand in quotes. Without a text of its own, it would be read as the JSON that it is not.
    return None if kind is not str and _holds_long_number(text) else text


def in_order(value: Any) -> bool:
    """Whether the keys of all maps stand as Starlark's coder puts them. Raises TypeError for one that is no text."""
    items = value
    if type(value) is dict:
        if not _keys_in_order(tuple(value)):
            return False
        items = value.values()
    within = [item for item in items if type(item) in HOLDERS]
    return not within or _all_of(within, in_order)


def _all_of(values: Sequence[Any], ordered: Callable[[Any], bool]) -> bool:
    """Whether each of them is `ordered`. Maps of single values, as ballots are, are looked at together: many have the same keys."""
    if {*map(type, values)} == {dict} and _HOLDERS.isdisjoint(map(type, chain.from_iterable(map(dict.values, values)))):
        return all(map(_keys_in_order, dict.fromkeys(map(tuple, values))))
    return all(map(ordered, values))


def _keys_in_order(keys: tuple[Any, ...]) -> bool:
    return (_stand_in_order if len(keys) <= MOST_KEYS_KEPT else _are_in_order)(keys)


def _are_in_order(keys: tuple[Any, ...]) -> bool:
    """Raises TypeError for a key that is no text."""
    return not "".join(keys) or [*keys] == sorted(keys)


_stand_in_order = lru_cache(maxsize=2048)(_are_in_order)  # most maps have the same keys as many others


def put_in_order(value: dict[str, Any]) -> dict[str, Any]:
    """The map with its keys as Starlark's coder puts them, so that it crosses as it is."""
    return {name: value[name] for name in sorted(value)}


def put_all_in_order(value: Any) -> Any:
    """The same of all maps of a value that have names for keys."""
    if type(value) in (list, tuple):
        return [put_all_in_order(item) for item in value]
    if type(value) is not dict:
        return value
    done = {name: put_all_in_order(item) for name, item in value.items()}
    return put_in_order(done) if all(type(name) is str for name in done) else done


def _spread(value: Any) -> Any:
    """Maps as their keys and their values, whose order every coder keeps."""
    if type(value) is dict:
        return {"k": [*value], "v": [_spread(item) if type(item) in HOLDERS else item for item in value.values()]}
    return [_spread(item) if type(item) in HOLDERS else item for item in value]


def is_as_written(text: str) -> bool:
    """Whether of all that Starlark has written so, which is then read, every part has a text here, where its maps stand in order."""
    return text.isascii() and "\\u" not in text and not _holds_long_number(text)


def written(value: Any, ordered: bool = True) -> str:
    """The text of a value whose maps stand in order, or else of what they are as keys and values.

    Raises TypeError and ValueError for what has no text.
    """
    text = _encoded(value if ordered or type(value) not in HOLDERS else _spread(value))
    if _holds_long_number(text):
        raise ValueError("a number too long for Starlark's coder")
    return text


_HOLE: Final = "\0"  # in the place of a value that has its text already
_HOLE_WRITTEN: Final = _encoded(_HOLE)
NONE_NAMED: Final = "{}"
_NONE_NAMED: Final = {True: NONE_NAMED, False: '{"k":[],"v":[]}'}


def joined(pieces: Pieces) -> str:
    """The text of a call."""
    return f"{pieces[0]}[[{','.join(pieces[1:-1])}],{pieces[-1]}]"


@dataclass
class _Lasting:
    """A value that stays as it is, whether it is in order, and its texts: as it is and spread."""

    value: object
    ordered: bool | None = None
    forms: dict[bool, str] = field(default_factory=dict)


class Texts:
    """The texts of what is handed to rules. A value that stays as it is is known again by itself, not by what it holds."""

    def __init__(self) -> None:
        self._lasting: dict[int, _Lasting] = {}
        self._length = 0

    def stays(self, value: object) -> None:
        """Nobody changes this map or list from now on, nor what is in it."""
        if len(self._lasting) >= MOST_KEPT or self._length > LONGEST_KEPT:
            self._lasting.clear()
            self._length = 0
        self._lasting[id(value)] = _Lasting(value)

    def goes(self, value: object) -> None:
        """Nobody hands it to a rule any more."""
        known = self._lasting.pop(id(value), None)
        if known is not None:
            self._length -= sum(map(len, known.forms.values()))

    def of(self, value: object) -> str | None:
        """As `text_of`."""
        if id(value) not in self._lasting and not (
            type(value) is list and any(id(one) in self._lasting for one in value)
        ):
            return text_of(value)
        try:
            ordered = self._ordered(value)
            return self._form(value, ordered) if ordered else SPREAD + self._form(value, ordered)
        except (TypeError, ValueError):
            return None

    def of_call(self, args: tuple[object, ...], named: dict[str, object]) -> Pieces | None:
        """The text of the list of both in pieces, for `joined`; None where there is none. Equal pieces are of equal values."""
        try:
            holders = [one for one in args if type(one) in HOLDERS]
            if not (holders or named):
                return ("", *map(written, args), NONE_NAMED)
            ordered = all(map(self._ordered, holders)) and (not named or in_order(named))
            last = written(named, ordered) if named else _NONE_NAMED[ordered]
            forms = [self._form(one, ordered) if type(one) in HOLDERS else written(one, ordered) for one in args]
            return ("" if ordered else SPREAD, *forms, last)
        except (TypeError, ValueError):
            return None

    def _ordered(self, value: Any) -> bool:
        if type(value) not in HOLDERS:
            return True
        known = self._lasting.get(id(value))
        if known is None:
            return _all_of(value, self._ordered) if type(value) is list else in_order(value)
        if known.ordered is None:
            items = value if type(value) is not dict else value.values() if _keys_in_order(tuple(value)) else None
            known.ordered = items is not None and _all_of([i for i in items if type(i) in HOLDERS], self._ordered)
        return known.ordered

    def _form(self, value: Any, ordered: bool) -> str:
        known = self._lasting.get(id(value))
        if known is None:
            return self._composed(value, ordered) if type(value) is list else written(value, ordered)
        if ordered not in known.forms:
            known.forms[ordered] = self._composed(value, ordered)
            self._length += len(known.forms[ordered])
        return known.forms[ordered]

    def _composed(self, value: Any, ordered: bool) -> str:
        """The text of a value that stays as it is: what is in it may do so, too, and may have its text already."""
        items = [*value.values()] if type(value) is dict else [*value]
        stay = [item for item in items if id(item) in self._lasting]
        if not stay:
            return written(value, ordered)
        if type(value) is not dict:
            return f"[{','.join([self._form(item, ordered) for item in items])}]"
        if not ordered:
            return f'{{"k":{_encoded([*value])},"v":{self._composed(items, ordered)}}}'
        bare = {key: _HOLE if id(item) in self._lasting else item for key, item in value.items()}
        parts = written(bare, ordered).split(_HOLE_WRITTEN)
        if len(parts) != len(stay) + 1:  # a text in it looks like one
            return written(value, ordered)
        forms = [self._form(item, ordered) for item in stay]
        return "".join([part for pair in zip(parts, [*forms, ""], strict=True) for part in pair])
