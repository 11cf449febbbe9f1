"""The journal in words, day by day, the newest first."""

from __future__ import annotations

from subprocess import CalledProcessError
from typing import Any, Final

from engine.game.calendar import from_stamp
from engine.site.rolls import shown
from engine.store import journal
from engine.table.game import Game
from engine.table.sight import Sight

DAYS: Final = 7
MOST_ROLLS: Final = 12
LONGEST: Final = 160
_WHAT: Final = {
    "said": "writes",
    "edited": "edits a comment",
    "deleted": "deletes a comment",
    "opened": "opens",
    "head": "New commits in a proposal",
    "administered": "A change by hand",
    "rotated": "The dice have a new key",
    "moved": "The game has moved",
    "rescue": "A rescue",
    "timer": "A term ends",
    "period": "The clock",
}
Day = tuple[int, list[dict[str, Any]]]


def days(game: Game, sight: Sight, before: str) -> tuple[list[Day], str]:
    """Some days with what happened on them, and the day before which there are more (empty: none)."""
    with game.hub.server.lock:
        listed = game.git.run("ls-tree", "-r", "--name-only", "main", "--", "state/journal/").splitlines()
    names = sorted(
        {path.removeprefix("state/journal/")[:10] for path in listed if path.endswith(".yaml")}, reverse=True
    )
    shown = [name for name in names if not before or name < before]
    found = []
    for name in shown[:DAYS]:
        paths = sorted(path for path in listed if path.startswith(f"state/journal/{name}"))
        entries = [entry for path in paths for entry in journal.entries(_text(game, path))]
        told = [_told(sight, entry) for entry in reversed(entries) if entry["outcome"]["is"] != "ignored"]
        if told:
            found.append((from_stamp(name.replace("/", "-")), told))
    return found, shown[DAYS - 1] if len(shown) > DAYS else ""


def _text(game: Game, path: str) -> str:
    with game.hub.server.lock:
        try:
            return game.git.run("show", f"main:{path}") + "\n"
        except CalledProcessError:
            return "[]\n"


def _told(sight: Sight, entry: dict[str, Any]) -> dict[str, Any]:
    outcome, kind = entry["outcome"], str(entry["kind"])
    document = sight.documents.get(str(entry.get("rule") or outcome.get("rule") or ""))
    by_clock = kind in ("period", "timer") and document is not None
    rolls = entry.get("rolls") or outcome.get("rolls") or []
    return {
        "id": str(entry["id"]) if rolls else "",
        "at": int(entry["at"]),
        "who": (entry.get("actor") or {}).get("login", ""),
        "what": document.title if by_clock and document else _WHAT.get(kind, kind),
        "text": str(entry.get("text") or (entry.get("facts") or {}).get("title") or "")[:LONGEST],
        "thread": entry.get("thread"),
        "refused": outcome.get("reason", "") if outcome["is"] == "refused" else "",
        "rolls": [shown(roll) for roll in rolls[:MOST_ROLLS]],
    }
