"""What holds of every count of votes."""

from __future__ import annotations

from engine.game.owned import Tally


def identity_holds(tally: Tally) -> bool:
    """Nothing that was received is lost."""
    return bool(tally["received"] + tally["added"] == len(tally["ballots"]) + tally["superseded"] + tally["refused"])
