"""The checks of open proposals that touch the program. No other poll cares, so of no other they are asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.referee.ports import Forge, Gone, Unprocessable
from engine.store import canon, records

Files = Mapping[str, str]


def watched(files: Files) -> Iterator[tuple[int, dict[str, Any]]]:
    """(thread, what the state knows of it) of each poll whose checks matter."""
    for key in canon.read(files["state/engine.yaml"]).get("open_polls") or []:
        poll = canon.read(records.text_of(files, "polls", key) or "{}\n")
        known = files.get(records.path_of("threads", key)) if key.isdigit() else None
        if known is not None and not all(path.startswith("rules/") for path in poll.get("paths", [])):
            yield int(key), canon.read(known)


def look(forge: Forge, known: Mapping[str, Any]) -> str | None:
    """What has become of the checks; None if they are as the state knows them. Not passed, as long as nobody can tell."""
    try:
        found = forge.checks(str(known["head"]))
    except (Gone, Unprocessable):
        return None
    return None if found == known.get("checks", "pending") else found
