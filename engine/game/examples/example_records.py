"""The form of what a case is given and claims: collections of records, checked before it is played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

# Not collection -> key -> record: the game's own fields, and what a case may claim besides records.
ONE_RECORD: Final = "game"
TEXTS: Final = "replies"
BY_NAME: Final = {
    "issues": "{hunger: {open: true}}",
    "tally": "{council/1: {yay: 1}}",
    "rules": "{120: {title: Songs}}",
}


def wrong_with(given: Mapping[str, Any], claims: Mapping[str, Any]) -> str:
    """The first thing that is wrong; empty if nothing is."""
    for name, records in given.items():
        if name == "scene":
            return "`scene` stands beside `given`, not in it"
        wrong = _wrong_with_records("given", str(name), records)
        if wrong:
            return wrong
    if isinstance(claims.get(TEXTS), Mapping):
        return f"then.{TEXTS} must be a list of texts"
    for name, such_as in BY_NAME.items():
        if not isinstance(claims.get(name, {}), Mapping):
            return f"then.{name} must be a map, such as {such_as}"
    return _wrong_with_records("then", "rules", claims["rules"]) if "rules" in claims else ""


def _wrong_with_records(where: str, name: str, records: object) -> str:
    if records is None and where == "given" and name in (ONE_RECORD, "players", "rules"):
        return ""
    if not isinstance(records, Mapping):
        return (
            f"{where}.{name} must be a map of {'fields' if name == ONE_RECORD else 'records'}, such as {_such_as(name)}"
        )
    if name == ONE_RECORD:
        return ""
    for key, record in records.items():
        if name == "rules" and where == "given" and isinstance(record, str):
            continue  # the text of a rule
        wrong = record is not None and not isinstance(record, Mapping)
        if wrong or any(not isinstance(field, str) for field in record or {}):
            return f"{where}.{name}.{key} must be a map of fields"
    return ""


def _such_as(name: str) -> str:
    examples = {ONE_RECORD: "{last_number: 7}", "players": "{ana: {active: true}}", "rules": "{120: {title: Songs}}"}
    return examples.get(name, "{ana: {count: 3}}")
