"""Whether each entry had its turn: what the clock owed was judged when it was due, and nothing else, what was said once, and
what was judged in one go in order of time.

A replay alone comes to whatever it is handed. Who holds the key could else leave out a period, let it come twice, throw
again under another name, or have whoever came second be the first.
"""

from collections.abc import Iterator
from typing import Final

from engine.game.entries import Entry
from engine.game.fold.clock import RUNG
from engine.game.fold.replay import Replay, happening_of
from engine.game.happening import Position, position
from engine.referee.proof.chain import Chain
from engine.referee.proof.findings import entry_name

# What people do once: under what name it is judged, which all that is thrown over it follows from.
ONCE: Final = {"said": ("comment", "comment"), "opened": ("thread", "thread")}
# By which nothing is told of who did it, no poll is completed, or another comes first; of what is newly said no pass writes them.
NEVER_NEW: Final = ("again", "ahead", "order")


def wrong_with(replay: Replay, chain: Chain, first: int, place: int) -> Iterator[str]:
    """What no pass would have done about the entry at `place`, which the replay comes to next. Raises what `Replay.enter` raises.

    `first` is the place of the first entry of its commit.
    """
    entry = chain.entries[place]
    due, name = replay.due(entry), str(entry["id"])
    if entry["kind"] not in RUNG:
        if due is not None:
            yield f"{due['id']} was due before it, and was left out"
    elif due is None or due["id"] != name:
        yield f"{due['id']} was due first" if due else "it was not due"
    elif due != happening_of(entry, lambda _: None):
        yield "it is not what was due under that name"
    if place > first and _position(entry) < _position(chain.entries[place - 1]):
        yield f"it came before {entry_name(place - 1, chain.entries[place - 1])}, and was judged after it"
    yield from _told_wrongly(chain, place, entry, name)


def _position(entry: Entry) -> Position:
    return position(happening_of(entry, lambda _: None))


def _told_wrongly(chain: Chain, place: int, entry: Entry, name: str) -> Iterator[str]:
    if entry["kind"] not in ONCE:
        return
    what, field = ONCE[entry["kind"]]
    if name != f"{what}/{entry.get(field)}":
        yield f"it is called otherwise than the {what} it tells of"
    if chain.first_told.get(name) != place:
        yield "it was judged before"
    for odd in (each for each in NEVER_NEW if each in entry):
        yield f"it says `{odd}`, which no engine says of what is new"
