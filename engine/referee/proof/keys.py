"""The dice keys of a game that are known: those revealed in its journal, and the present one where its holder gives it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from engine.game.dice import commitment, seed
from engine.game.entries import Entry
from engine.game.fold.replay import Replay


@dataclass
class DiceKeys:
    """By what was published of each before it was used; `checked` and `waiting` count the entries with rolls."""

    known: Mapping[str, bytes] = field(default_factory=dict)
    checked: int = 0
    waiting: int = 0

    def seed(self, entry: Entry, replay: Replay) -> bytes | None:
        """The seed an entry's dice were thrown with; None if there are none, or if the key is not out yet."""
        if not entry.get("rolls"):
            return None
        key = self.known.get(str(replay.notes.dice.get("commitment")))
        if key is None:
            self.waiting += 1
            return None
        self.checked += 1
        return seed(key, str(replay.notes.game), str(entry["id"]))


def of(entries: Iterable[Entry], given: Iterable[bytes] = ()) -> DiceKeys:
    """Every key that these entries reveal, and those given."""
    keys = [*given, *(bytes.fromhex(text) for e in entries if (text := revealed(e)) is not None)]
    return DiceKeys({commitment(key): key for key in keys})


def revealed(entry: Entry) -> str | None:
    """The key that a change of keys reveals, in hexadecimal digits."""
    text = entry.get("revealed")
    if entry.get("kind") != "rotated" or not isinstance(text, str):
        return None
    return text if len(text) % 2 == 0 and all(c in "0123456789abcdef" for c in text) else None
