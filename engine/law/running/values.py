"""What comes out of rule code, returned by it or handed to a word: plain data that can be written down, or its rule's fault.

Everything that crosses goes through `crossed`, so nothing behind it has to reckon with anything else.
"""

from typing import Final

DEEPEST: Final = 100
MOST_BITS: Final = 1_000  # of a whole number: longer ones have no other form, and writing them takes long


class MissingLoad(Exception):
    """A load that cannot be had."""


class WrongUse(Exception):
    """A word was used wrongly, or something was handed over that is no plain data; the host adds rule and line."""


def crossed(value: object, depth: int = 0) -> None:
    """Raises WrongUse unless the value is None, a truth, number or text, or a list or map of such with texts as keys."""
    kind = type(value)
    if kind is str:
        if "\0" in value:  # type: ignore[operator]
            raise WrongUse("a text must not hold a NUL character")
    elif kind is dict:
        _not_too_deep(depth)
        for key, item in value.items():  # type: ignore[attr-defined]
            if type(key) is not str or "\0" in key:
                raise WrongUse("the keys of a map that leaves its rule are texts")
            crossed(item, depth + 1)
    elif kind is list or kind is tuple:
        _not_too_deep(depth)
        for item in value:  # type: ignore[attr-defined]
            crossed(item, depth + 1)
    elif kind is int:
        if value.bit_length() > MOST_BITS:  # type: ignore[attr-defined]
            raise WrongUse("a number is too large")
    elif value is not None and kind is not bool and kind is not float:
        raise WrongUse(f"a {kind.__name__} cannot leave its rule")


def _not_too_deep(depth: int) -> None:
    if depth >= DEEPEST:
        raise WrongUse(f"values are nested more than {DEEPEST} deep")
