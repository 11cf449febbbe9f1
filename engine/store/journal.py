"""The journal: one file a day, or several where much is said, each entry chained to the last by hash.

The chain covers the hashes of texts, not the texts, so that one can be taken out later and the chain still holds.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final

from engine.store import canon
from engine.store.digest import sha256
from engine.store.guard import YamlProblem
from engine.store.records import JOURNAL

TEXTS: Final = frozenset({"text", "body", "reason", "remedy"})  # what people wrote, and what may quote it
REDACTED: Final = "redacted"
FOLLOWED: Final = "followed"  # beside it: what a replay cannot find out without the text
FULL: Final = 1_000_000  # characters of a file; what does not fit stands in the day's next one
_HOLDERS: Final = (dict, list)
Entry = Mapping[str, Any]


def path_of(time: int, part: int = 1) -> str:
    """state/journal/2026/01/05.yaml of a moment; further files of the day sort behind it: 05_0002.yaml."""
    more = f"_{part:04d}" if part > 1 else ""
    return f"{JOURNAL}{_day(time // 86_400)}{more}.yaml"


@lru_cache(maxsize=64)
def _day(number: int) -> str:
    """2026/01/05 of a day, counted from 1970 on: each entry of a day asks for it."""
    return datetime.fromtimestamp(number * 86_400, UTC).strftime("%Y/%m/%d")


def append(day: str | None, entry: Entry) -> str:
    """The day's file with one more entry; what was there stays as it was."""
    return (day or "") + canon.emit_dated([entry])


def entries(day: str) -> list[dict[str, Any]]:
    """All entries of a day's file. Raises YamlProblem if it is damaged."""
    found = canon.read(day)
    if not isinstance(found, list) or not all(isinstance(entry, dict) for entry in found):
        raise YamlProblem(1, "a day of the journal is a list of entries")
    return found


def link(previous: str, entry: Entry) -> str:
    """The hash of an entry: over the hash before and all that it says, texts by their hashes."""
    said = {
        name: _text(value) if name in TEXTS else hashed(value) if isinstance(value, _HOLDERS) else value
        for name, value in entry.items()
        if name not in ("hash", "previous")
    }
    return sha256(f"{previous}\n{canon.emit(said)}")


def hashed(value: Any) -> Any:
    """The value with the hashes of texts in their places; the same before and after they are taken out."""
    if isinstance(value, dict):
        return {
            key: _text(item) if key in TEXTS else hashed(item) if isinstance(item, _HOLDERS) else item
            for key, item in value.items()
        }
    return [hashed(item) for item in value] if isinstance(value, list) else value


def _text(value: Any) -> Any:
    if isinstance(value, str):
        return f"sha256:{sha256(value)}"
    if is_redacted(value):
        return f"sha256:{value[REDACTED]}"
    return hashed(value)


def is_redacted(value: Any) -> bool:
    """Whether a hash stands where a text was."""
    return isinstance(value, dict) and set(value) - {FOLLOWED} == {REDACTED}


def redacted(entry: Entry) -> dict[str, Any]:
    """The entry without its texts, and without what followed from them; it hashes as before."""
    return {key: _without(key, value) for key, value in entry.items()}


def taken_out(entry: Entry, followed: Mapping[str, Any]) -> dict[str, Any]:
    """The entry without its texts, with what a replay cannot find out without them; it hashes as before."""
    bare = redacted(entry)
    return {**bare, "text": {**bare["text"], FOLLOWED: followed}}


def _without(key: str, value: Any) -> Any:
    if key in TEXTS and isinstance(value, str):
        return {REDACTED: sha256(value)}
    if key in TEXTS and is_redacted(value):
        return {REDACTED: value[REDACTED]}
    if isinstance(value, dict):
        return {inner: _without(inner, item) for inner, item in value.items()}
    return [_without("", item) for item in value] if isinstance(value, list) else value
