"""Whether this engine and this key are the ones to judge a game. Where they are not, nothing is decided."""

from engine.game.happening import Happening
from engine.game.state import State
from engine.game.world import world
from engine.referee.ports import ForgeError


def check(state: State, committed: str | None) -> None:
    """`committed` is the hash of the dice key at hand; None is not asked about. Raises ForgeError."""
    semantics = state.notes.semantics
    if semantics > world.SEMANTICS:
        raise ForgeError(
            f"This game is judged by semantics {semantics}; this engine knows them up to {world.SEMANTICS}.",
            "Use the newer engine that the game was last played with.",
        )
    if committed is not None and state.committed not in (None, committed):
        raise ForgeError(
            "The dice key of this run is not the one the game has committed to.",
            "Put the right one into the secret NOMIC_DICE_KEY, with no blank or line break around it; after `nomic dice rotate` that is "
            "the new one.",
        )


def upgraded(state: State, now: int) -> list[Happening]:
    """That a newer engine judges from here on: it stands before anything else the pass judges."""
    if state.notes.semantics == world.SEMANTICS:
        return []
    common: Happening = {"kind": "upgraded", "time": 0, "seen_at": now, "actor": None, "thread": None}
    return [{"id": f"upgraded/{world.SEMANTICS}", "semantics": world.SEMANTICS, **common}]
