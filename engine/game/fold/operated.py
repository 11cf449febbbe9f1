"""What whoever operates the game does beside play: another dice key, and a text taken out of the journal."""

from engine.game.dice import commitment
from engine.game.entries import Entry, Named, Outcome
from engine.game.fold import journaling
from engine.game.happening import DONE
from engine.game.replies import refusals, speech
from engine.game.world import wishes
from engine.game.world.world import World
from engine.store import canon, journal
from engine.store.marks import reached


def rotated(world: World) -> Outcome:
    """The old key is revealed, so that everything thrown with it can be checked; the new one is committed to.

    A game begins with its first; its table may have another number by then than the game names.
    """
    happening = world.moment.happening
    revealed, committed = happening.get("revealed"), world.notes.dice.get("commitment")
    if revealed is not None and committed is not None and commitment(bytes.fromhex(revealed)) != committed:
        raise refusals.wrong_key(committed)
    world.notes.dice = {"commitment": happening["commitment"]}
    begins = world.notes.waits
    world.notes.waits = None
    if begins and "number" in happening:
        reached("game that begins at another table")
        world.patch("game", "game", table=happening["number"])
    told = speech.begun(happening["commitment"]) if begins else speech.rotated(revealed, happening["commitment"])
    wishes.announce(world, told)
    return DONE


def redacted(world: World) -> Outcome:
    """An entry's texts make way for their hashes. In a replay they have done so already, and `followed` is not given."""
    happening = world.moment.happening
    named = happening["entry"]
    if "followed" in happening:
        path, entries = _file_with(world, named)
        found = next((entry for entry in entries if entry["hash"] == named["hash"]), None)
        if found is None or "text" not in found:
            raise refusals.no_such_entry(named["id"])
        if not journal.is_redacted(found["text"]):
            kept = [journal.taken_out(e, happening["followed"]) if e is found else e for e in entries]
            text = world.moment.files[path] = canon.emit_dated(kept)
            world.rewrite(path, text)
    wishes.announce(world, speech.redacted(named["id"]))
    return DONE


def _file_with(world: World, named: Named) -> tuple[str, list[Entry]]:
    """The file of its day in which an entry stands, and all its entries; the day's first file and none if it is nowhere."""
    first = journal.path_of(named["at"])
    world.settle_growing()
    every = {**world.files, **world.written}
    for path in sorted(p for p in every if p.startswith(first.removesuffix(".yaml"))):
        entries = journaling.read(every[path])
        if any(entry["hash"] == named["hash"] for entry in entries):
            return path, entries
    return first, []
