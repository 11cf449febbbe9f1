"""What a request brings along: a secret, JSON as it came, and whether its fields are what GitHub takes. Nothing is done with it here."""

import base64
import json
from typing import Any, Final

_NAMES: Final = "state base head branch sha ref commit_id event context".split()
LONGEST: Final = {"title": 256, "body": 65_536, "message": 65_536, **dict.fromkeys(_NAMES, 1_000)}
LONGEST_LABEL: Final = 50
REACTIONS: Final = ("+1", "-1", "laugh", "hooray", "confused", "heart", "rocket", "eyes")
_TEXTS: Final = (*LONGEST, "content", "description")


class UnfitFields(ValueError):
    """Fields that GitHub would not take; the text says which and why."""


def read(body: bytes) -> Any:
    """Raises ValueError for what is no JSON, nested without end, or text that cannot be written as UTF-8."""
    try:
        given = json.loads(body) if body else {}
        json.dumps(given, ensure_ascii=False).encode()
    except RecursionError:
        raise ValueError("nested without end") from None
    return given


def secret(header: str) -> str:
    """What an Authorization header shows: `token X`, `Bearer X`, or the password of `Basic`; nothing where it cannot be read."""
    scheme, _, value = header.partition(" ")
    if scheme.lower() != "basic":
        return value.strip()
    try:
        return base64.b64decode(value).decode().partition(":")[2]
    except ValueError:  # of the three kinds that there are: no ASCII, no Base64, no UTF-8
        return ""


def text(given: Any, name: str) -> str:
    """A field that has to be there. Raises UnfitFields."""
    found = given.get(name)
    if not isinstance(found, str):
        raise UnfitFields(f"{name} is missing")
    return found


def labels(given: Any) -> list[str]:
    """A list of names, or of maps with a `name`, as GitHub takes it. Raises UnfitFields."""
    listed = given if isinstance(given, list) else [None]
    names = [each.get("name") if isinstance(each, dict) else each for each in listed]
    if not all(isinstance(name, str) and 1 <= len(name) <= LONGEST_LABEL for name in names):
        raise UnfitFields(f"labels is no list of names with 1 to {LONGEST_LABEL} characters")
    return [str(name) for name in names]


def fits(given: Any) -> None:
    """A map whose texts are texts, as long as GitHub takes them, and a title that has words. Raises UnfitFields."""
    if not isinstance(given, dict):
        raise UnfitFields("the body is no JSON object")
    wrong = [name for name in _TEXTS if not isinstance(given.get(name), str | None)]
    if wrong:
        raise UnfitFields(f"{wrong[0]} is not a string")
    for name, most in LONGEST.items():
        if len(given.get(name) or "") > most:
            raise UnfitFields(f"{name} is too long (maximum is {most} characters)")
    if given.get("title") is not None and not given["title"].strip():
        raise UnfitFields("title can't be blank")
