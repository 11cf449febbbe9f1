"""Replaying the journal: entries are the inputs, so the fold must come to the same files again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.game.fold import Folding
from engine.game.happening import Happening
from engine.game.plan import Fault, Limits
from engine.store import canon, journal

Entry = dict[str, Any]


@dataclass(frozen=True)
class Step:
    """The world's files after one entry, as far as they changed, and the entry as the replay wrote it."""

    entry: Entry
    replayed: Entry
    files: dict[str, str | None]


def replay(
    genesis: Mapping[str, str], entries: Iterable[Entry], changes_of: Callable[[str], str | None]
) -> Iterator[Step]:
    """Judges every entry again, with its faults and rolls as they were. `changes_of` gives a change by its hash."""
    folding = Folding(genesis, lambda id_: b"", {}, Limits(examples=False))
    for entry in entries:
        happening = happening_of(entry, changes_of)
        fault = entry["outcome"].get("fault")
        given = fault and fault.get("given")
        folding.faults = (
            {entry["id"]: Fault(*(fault[part] for part in ("rule", "function", "line", "why")))} if given else {}
        )
        folding.scripts = list(entry.get("rolls", []))
        if _was_passed_over(entry):
            folding.note_only(entry)
        else:
            folding.judge(happening)
        files = _files_since(folding)
        yield Step(entry, journal.last_entry(str(files[journal.path_of(entry["at"])])), files)


def _files_since(folding: Folding) -> dict[str, str | None]:
    """What the entry changed: an adoption has closed its segment already."""
    if folding.segment.entries:
        folding.close()
    files = {path: text for segment in folding.plan.segments for path, text in segment.files.items()}
    folding.plan.segments.clear()
    folding.plan.outcomes.clear()
    return files


def _was_passed_over(entry: Entry) -> bool:
    """What was none of the game's business, or was redacted since, is not judged again: its text is not here."""
    return isinstance(entry.get("text"), dict)


def happening_of(entry: Entry, changes_of: Callable[[str], str | None]) -> Happening:
    """The happening an entry records."""
    outputs = ("outcome", "rolls", "previous", "hash", "at")
    happening = {name: value for name, value in entry.items() if name not in outputs}
    if "change" in entry:
        text = changes_of(entry["change"])
        content = canon.read(text) if text is not None else {"files": {}, "paths": [], "problems": []}
        happening["change"] = {"hash": entry["change"], "base": "", **content}
    return happening
