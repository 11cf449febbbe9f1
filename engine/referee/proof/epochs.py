"""Which engine judged what: entries that the present one cannot judge again, and what no engine can have said of itself."""

from typing import Final

from engine.game.world import world
from engine.referee.proof.chain import Chain
from engine.referee.proof.findings import NEWER_ENGINE, Proof, entry_name

FIRST: Final = 1  # the semantics of the first engine


def oldest_place(chain: Chain, semantics: int) -> int:
    """The first entry from which on everything was judged as this engine judges, or as it knows that others did."""
    place = 0 if semantics >= world.OLDEST_SEMANTICS else len(chain.entries)
    for at, entry in enumerate(chain.entries):
        if entry.get("kind") == "upgraded":
            said: object = entry.get("semantics")
            later = said if isinstance(said, int) else 0  # what else stands there was written by hand
            if semantics < world.OLDEST_SEMANTICS <= later:
                place = at
            semantics = later
    return place


def first_unknown(chain: Chain, start: int, semantics: int) -> int:
    """The place, from `start` on, of the first entry that a newer engine than this one judged; where none did, one behind the end."""
    if semantics > world.SEMANTICS:
        return start
    for place, entry in enumerate(chain.entries[start:], start=start):
        said: object = entry.get("semantics") if entry.get("kind") == "upgraded" else None
        if type(said) is int and said > world.SEMANTICS:
            return place
    return len(chain.entries) + 1


def must_be_known(chain: Chain, unknown: int, proof: Proof) -> None:
    """Finds that from a place on this engine is too old to judge again what was judged, which accuses nobody."""
    if unknown < len(chain.entries):
        proof.find(
            f"{chain.days[unknown]}: {entry_name(unknown, chain.entries[unknown])}: from here on a newer engine judged, whose "
            f"semantics this one does not know (it knows them up to {world.SEMANTICS}): only hashes were checked. Prove the "
            "game with the engine that plays it",
            NEWER_ENGINE,
        )


def must_rise(chain: Chain, start: int, semantics: int, proof: Proof) -> None:
    """Finds upgrades, from a place on, that lead to none later than the `semantics` before: no engine makes those.

    Whoever makes a history anew could else say of it that nobody can judge it again.
    """
    for place, entry in enumerate(chain.entries[start:], start=start):
        if entry.get("kind") == "upgraded":
            said: object = entry.get("semantics")
            if type(said) is not int or said <= semantics:
                name = f"{chain.days[place]}: {entry_name(place, entry)}"
                proof.find(f"{name}: no engine was upgraded to that from semantics {semantics}")
            else:
                semantics = said
