"""A field of a record seen in its text, where a glance is enough: of ten thousand files few have to be read for what concerns one."""

import re
from functools import cache
from typing import Final

from engine.store.writing import LONGEST_PLAIN, means_otherwise

# Lines in which nothing begins that could go on in the next one, then the field as it is always written, then another or none.
_FIELD: Final = r"""(?:[^\n"'\[{{]*\n)*?{}: ([A-Za-z][A-Za-z0-9-]*|0|[1-9][0-9]{{0,14}})\n(?!\s)"""
_TRUTHS: Final = {"true": True, "false": False}


def field(text: str, name: str) -> str | bool | int | None:
    """A word, a truth or a whole number of the outermost map.

    None: it is none of these, is not there, or the text has to be read to find it.
    """
    found = _seen(name).match(text)
    if found is None:
        return None
    value = found[1]
    if value.isdigit():
        return int(value)
    if value in _TRUTHS:
        return _TRUTHS[value]
    return None if len(value) >= LONGEST_PLAIN or means_otherwise(value) else value


@cache
def _seen(name: str) -> re.Pattern[str]:
    return re.compile(_FIELD.format(re.escape(name)))
