"""Whether this engine and this key are the ones to judge a game. Where they are not, nothing is decided."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.game.happening import Happening
from engine.game.world import world
from engine.referee.ports import ForgeError
from engine.store import canon


def check(files: Mapping[str, str], committed: str | None) -> None:
    """`committed` is the hash of the dice key at hand; None is not asked about. Raises ForgeError."""
    notes = _notes(files)
    semantics = int(notes.get("semantics") or 1)
    if semantics > world.SEMANTICS:
        raise ForgeError(
            f"This game is judged by semantics {semantics}; this engine knows them up to {world.SEMANTICS}.",
            "Use the newer engine that the game was last played with.",
        )
    wanted = (notes.get("dice") or {}).get("commitment")
    if committed is not None and wanted not in (None, committed):
        raise ForgeError(
            "The dice key of this run is not the one the game has committed to.",
            "Put the right one into the secret NOMIC_DICE_KEY; after `nomic dice rotate` that is the new one.",
        )


def upgraded(files: Mapping[str, str], now: int) -> list[Happening]:
    """That a newer engine judges from here on: it stands before anything else the pass judges."""
    if int(_notes(files).get("semantics") or 1) == world.SEMANTICS:
        return []
    common = {"kind": "upgraded", "time": 0, "seen_at": now, "actor": None, "thread": None}
    return [{"id": f"upgraded/{world.SEMANTICS}", "semantics": world.SEMANTICS, **common}]


def _notes(files: Mapping[str, str]) -> dict[str, Any]:
    return dict(canon.read(files["state/engine.yaml"]))
