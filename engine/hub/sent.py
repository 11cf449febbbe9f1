"""What a request brings along: JSON as it came, and whether its fields are what GitHub takes. Nothing is done with it here."""

from __future__ import annotations

import json
from typing import Any, Final

LONGEST: Final = {"title": 256, "body": 65_536}
LONGEST_LABEL: Final = 50
REACTIONS: Final = ("+1", "-1", "laugh", "hooray", "confused", "heart", "rocket", "eyes")
_TEXTS: Final = "title body state base head branch message content sha ref commit_id event context description".split()


class Unfit(ValueError):
    """Fields that GitHub would not take; the text says which and why."""


def read(body: bytes) -> Any:
    """Raises ValueError for what is no JSON, nested without end, or text that cannot be written as UTF-8."""
    try:
        given = json.loads(body) if body else {}
        json.dumps(given, ensure_ascii=False).encode()
    except RecursionError:
        raise ValueError("nested without end") from None
    return given


def labels(given: Any) -> list[str]:
    """A list of names, or of maps with a `name`, as GitHub takes it. Raises Unfit."""
    listed = given if isinstance(given, list) else [None]
    names = [each.get("name") if isinstance(each, dict) else each for each in listed]
    if not all(isinstance(name, str) and 1 <= len(name) <= LONGEST_LABEL for name in names):
        raise Unfit(f"labels is no list of names with 1 to {LONGEST_LABEL} characters")
    return [str(name) for name in names]


def fits(given: Any) -> None:
    """A map whose texts are texts, as long as GitHub takes them, and a title that has words. Raises Unfit."""
    if not isinstance(given, dict):
        raise Unfit("the body is no JSON object")
    wrong = [name for name in _TEXTS if not isinstance(given.get(name), str | None)]
    if wrong:
        raise Unfit(f"{wrong[0]} is not a string")
    for name, most in LONGEST.items():
        if len(given.get(name) or "") > most:
            raise Unfit(f"{name} is too long (maximum is {most} characters)")
    if given.get("title") is not None and not given["title"].strip():
        raise Unfit("title can't be blank")
