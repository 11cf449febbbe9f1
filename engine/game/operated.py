"""What whoever operates the game does beside play: another dice key, and a text taken out of the journal."""

from __future__ import annotations

from typing import Any, Final

from engine.game import wishes
from engine.game.dice import commitment
from engine.game.replies import refusals, speech
from engine.game.world import World
from engine.store import canon, journal

DONE: Final = {"is": "done"}


def rotated(world: World) -> dict[str, Any]:
    """The old key is revealed, so that everything thrown with it can be checked; the new one is committed to."""
    happening = world.moment.happening
    revealed, committed = happening.get("revealed"), (world.note("dice") or {}).get("commitment")
    if revealed is not None and committed is not None and commitment(bytes.fromhex(revealed)) != committed:
        raise refusals.wrong_key(committed)
    world.set_note("dice", {"commitment": happening["commitment"]})
    wishes.announce(world, speech.rotated(revealed, happening["commitment"]))
    return DONE


def redacted(world: World) -> dict[str, Any]:
    """An entry's texts make way for their hashes. In a replay they have done so already, and `followed` is not given."""
    happening = world.moment.happening
    named = happening["entry"]
    path, days = journal.path_of(named["at"]), world.caches.setdefault("journal", {})
    text = days.get(path) or world.files.get(path)
    if text is not None and "followed" in happening:
        entries = journal.entries(text)
        found = next((entry for entry in entries if entry["hash"] == named["hash"]), None)
        if found is None or "text" not in found:
            raise refusals.no_such_entry(named["id"])
        if not journal.is_redacted(found["text"]):
            kept = [journal.taken_out(e, happening["followed"]) if e is found else e for e in entries]
            days[path] = world.moment.files[path] = canon.emit(kept)
    wishes.announce(world, speech.redacted(named["id"]))
    return DONE
