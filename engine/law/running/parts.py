"""By what a call is known again: of the maps that a function is handed, by the fields alone that it looks at.

What else they hold changes nothing of what it comes to, nor of what it costs where all of it crosses as one text whose maps stand
in order: of anything else the whole is looked at.
"""

from collections.abc import Collection
from typing import Any, Final

from engine.law.documents.looked_at import Fields, looked_at
from engine.law.running.texts import HOLDERS, NONE_NAMED, Pieces, in_order, is_as_written, written

NONE_THERE: Final = "{}"  # of a map that has none of the fields


class Handed:
    """What a rule has handed to a word: the values, and the text that they came as."""

    __slots__ = ("_maps", "text", "values")

    def __init__(self, values: list[Any], text: str) -> None:
        self.values, self.text = values, text
        self._maps: Collection[int] | None = None

    def maps(self) -> Collection[int]:
        """The ids of the maps among them that would cross again as one text that stands in order."""
        if self._maps is None:
            found = [id(one) for one in self.values if type(one) is dict and in_order(one)]
            self._maps = found if is_as_written(self.text) else ()
        return self._maps


NOTHING: Final = Handed([], "")


def known_by(code: str, function: str, args: tuple[object, ...], given: Pieces) -> Pieces:
    """What a call is known by of which this is the text."""
    looks = looked_at(code).get(function)
    if looks is None or len(args) > len(looks) or given[-1] != NONE_NAMED:  # it goes spread, or with names
        return given
    return tuple(
        [
            piece if fields is None or type(one) is not dict else _part(one, fields, piece)
            for one, fields, piece in zip(args, looks, given[1:], strict=False)
        ]
    )


def as_handed(code: str, function: str, args: tuple[object, ...], handed: Handed) -> Pieces | None:
    """The same where a word hands on what it was handed: it came as a text, and would go as one. None where that is not sure."""
    looks = looked_at(code).get(function)
    if looks is None or len(args) > len(looks):
        return None
    pieces = []
    try:
        for one, fields in zip(args, looks, strict=False):
            if type(one) not in HOLDERS:
                pieces.append(written(one))
            elif fields is None or type(one) is not dict or id(one) not in handed.maps():
                return None
            else:
                pieces.append(_part(one, fields))
    except (TypeError, ValueError):
        return None
    return tuple(pieces)


def _part(value: dict[str, Any], fields: Fields, whole: str = "") -> str:
    """The text of what is there of these fields; `whole`: that of the map, which may be long, if it is made already."""
    if whole and all(name in fields for name in value):
        return whole
    return written({field: value[field] for field in fields if field in value})
