"""The steps of a table's clock as a terminal writes them, known before any game is opened."""

import re
from typing import Final

DUE: Final = "due"
REMEDY: Final = "Write +1w, +2d, +3h, +5m, or due."
UNITS: Final = {"m": 60, "h": 3_600, "d": 86_400, "w": 7 * 86_400}
_STEP: Final = re.compile(r"\+([0-9]{1,4})([mhdw])")
_BACK: Final = re.compile(r"-[0-9]+[mhdw]")


def wrong(by: str) -> str:
    """Why it is no step; empty if it is one."""
    if by == DUE or _STEP.fullmatch(by):
        return ""
    return "The clock goes forward only." if goes_back(by) else f"{by[:20]!r} is no step of the clock."


def goes_back(by: str) -> bool:
    return _BACK.fullmatch(by) is not None


def seconds(by: str) -> int:
    """Of a step that is not `due` and has nothing wrong."""
    return int(by[1:-1]) * UNITS[by[-1]]
