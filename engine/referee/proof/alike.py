"""Files that differ in bytes and say the same: from before times had their dates beside them, or with a text taken out since."""

from typing import Any

from engine.store import canon, dated, journal
from engine.store.digest import sha256
from engine.store.guard import YamlProblem
from engine.store.records import JOURNAL, NOTES


def but_for_dates(expected: str, found: str) -> bool:
    """Whether a file was written before times had their dates beside them, or partly so, as a day of the journal may be."""
    now, then = expected.split("\n"), found.split("\n")
    if len(now) != len(then) or not all(
        was in (line, dated.without(line)) for line, was in zip(now, then, strict=True)
    ):
        return False
    try:
        return bool(canon.read(expected) == canon.read(found))
    except (YamlProblem, ValueError):
        return False


def but_for_texts(path: str, expected: str, found: str) -> bool:
    """Whether two files differ in nothing but texts that were taken out of one of them, and what is found is as the engine writes it.

    The engine's notes are never without a text: of them the replay alone lacks what followed from one.
    """
    try:
        if path == NOTES:
            return _is_so(_put_back(canon.read(expected), canon.read(found)), found)
        if path.startswith(JOURNAL):
            now, then = journal.entries(expected), journal.entries(found)
            bare = [canon.emit([journal.redacted(entry) for entry in entries]) for entries in (now, then)]
            return bare[0] == bare[1] and _is_so(then, found)
    except (YamlProblem, ValueError):
        return False
    return False


def _is_so(value: Any, found: str) -> bool:
    """Whether this is how the engine writes, or wrote, the value."""
    written = canon.emit_dated(value)
    return written == found or but_for_dates(written, found)


def _put_back(expected: Any, found: Any) -> Any:
    """What is expected, with the texts that are found where it has but their hashes."""
    if not isinstance(expected, dict) or not isinstance(found, dict):
        return expected
    return {key: _text(key, value, found.get(key)) for key, value in expected.items()}


def _text(key: str, value: Any, found: Any) -> Any:
    if key in journal.TEXTS and journal.is_redacted(value) and isinstance(found, str):
        return found if sha256(found) == value[journal.REDACTED] else value
    return _put_back(value, found)
