"""What numbers were in earlier weeks, read from the texts of records as they were then. Pure: others fetch the texts."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from engine.law.display import Shown

WEEK: Final = 7 * 86_400
MONDAY: Final = 4 * 86_400  # the first one after the epoch
WEEKS: Final = 26
_PART: Final = re.compile(r"^  \"?([^\s\":]+)\"?: (-?[0-9]+)$", re.MULTILINE)


def chosen(commits: Sequence[tuple[int, str]], now: int) -> list[tuple[int, str]]:
    """(end of the week, commit that was the newest then), for the weeks up to now; commits are (time, id), newest first."""
    end = (now - MONDAY) // WEEK * WEEK + MONDAY
    found: list[tuple[int, str]] = []
    place = 0
    for weeks in range(WEEKS):
        limit = end - weeks * WEEK
        while place < len(commits) and commits[place][0] >= limit:
            place += 1
        if place == len(commits):
            break
        found.append((limit, commits[place][1]))
    return found[::-1]


def charted(shown: Mapping[str, Shown]) -> dict[str, tuple[str, ...]]:
    """collection -> the fields that are shown over time."""
    return {name: tuple(column.field for column in each.chart) for name, each in shown.items() if each.chart}


def numbers(text: str, fields: Iterable[str]) -> dict[str, int]:
    """The numbers of these fields in a record's canonical text, without reading the rest of it; those of a map are added up."""
    wanted = tuple(fields)
    plain = {name: int(number) for name, number in _plain(wanted).findall(text)}
    found = {}
    for field in wanted:
        number = plain[field] if field in plain else _number(text, field)
        if number is not None:
            found[field] = number
    return found


@lru_cache(maxsize=256)
def _plain(fields: tuple[str, ...]) -> re.Pattern[str]:
    """How numbers stand in a record that are no part of a map."""
    named = [re.escape(field) for field in fields if "." not in field]
    return re.compile(rf"^({'|'.join(named) or '(?!)'}): (-?[0-9]+)$", re.MULTILINE)


def _number(text: str, field: str) -> int | None:
    """Of a map: its part that is meant, or all of them together."""
    block, part = _block(field)
    below = block.search(text)
    if below is None:
        return None
    parts = dict(_PART.findall(below[1]))
    if part:
        return int(parts[part]) if part in parts else None
    return sum(map(int, parts.values())) if parts else None


def _block(field: str) -> tuple[re.Pattern[str], str]:
    """How a map stands in a record, and the part of it that is meant."""
    name, _, part = field.partition(".")
    return re.compile(rf"^{re.escape(name)}:\n((?:  .*\n?)+)", re.MULTILINE), part
