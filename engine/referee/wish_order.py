"""In which order wishes are fulfilled, by what stands before the `/` of their keys."""

from __future__ import annotations

from typing import Final

# Answers first, boards next, bulk last.
_TURN: Final = {
    "twin": 0,
    "reply": 0,
    "verdict": 0,
    "closing": 0,
    "held": 0,
    "status": 1,
    "labels": 2,
    "close": 2,
    "assign": 3,
    "table": 4,
    "issue": 5,
}


def kind(key: str) -> str:
    return key.split("/", 1)[0]


def turn(key: str) -> tuple[int, str]:
    return _TURN.get(kind(key), 9), key
