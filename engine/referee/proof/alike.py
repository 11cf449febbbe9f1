"""Files that differ in bytes and say the same: with a text that was taken out of one of them."""

from typing import Any

from engine.store import canon, journal
from engine.store.digest import sha256
from engine.store.guard import YamlProblem
from engine.store.records import JOURNAL, NOTES


def but_for_texts(path: str, expected: str, found: str) -> bool:
    """Whether two files differ in nothing but texts that were taken out of one of them, and what is found is as the engine writes it.

    The engine's notes are never without a text: of them the replay alone lacks what followed from one.
    """
    try:
        if path == NOTES:
            return canon.emit_dated(_put_back(canon.read(expected), canon.read(found))) == found
        if path.startswith(JOURNAL):
            now, then = journal.entries(expected), journal.entries(found)
            bare = [canon.emit([journal.redacted(entry) for entry in entries]) for entries in (now, then)]
            return bare[0] == bare[1] and canon.emit_dated(then) == found
    except (YamlProblem, ValueError):
        return False
    return False


def _put_back(expected: Any, found: Any) -> Any:
    """What is expected, with the texts that are found where it has but their hashes."""
    if not isinstance(expected, dict) or not isinstance(found, dict):
        return expected
    return {key: _text(key, value, found.get(key)) for key, value in expected.items()}


def _text(key: str, value: Any, found: Any) -> Any:
    if key in journal.TEXTS and journal.is_redacted(value) and isinstance(found, str):
        return found if sha256(found) == value[journal.REDACTED] else value
    return _put_back(value, found)
