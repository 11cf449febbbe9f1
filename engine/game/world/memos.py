"""What a fold has worked out and may want again: each is held against what it was made of before it is used.

So nothing that is taken back makes one wrong, and dropping them all changes no answer.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from engine.game.happening import Happening, Position
from engine.game.owned import Change, Content, PollFacts, Tally
from engine.game.world.records import Place
from engine.law.running.texts import Text

Facts = dict[str, Any]
MOST_WAYS: Final = 8  # in which one poll is known: as it is, and as it is supposed to be
MOST_LAWS: Final = 8  # to come, beside the one in force
MANY: Final = 500  # votes, of which one way takes as much room as eight of others


@dataclass(frozen=True)
class Instant:
    """The periods due `at` a time under a law in a time zone, in order, and the first that is due `later`."""

    law: object
    zone: str
    at: int
    due: list[tuple[Position, Happening]]
    later: Happening | None

    def holds_at(self, time: int) -> bool:
        """Whether the first of all at that time can be told from it."""
        return self.at <= time and (self.later is None or time < self.later["time"])


Known = TypeVar("Known")
Of = TypeVar("Of")


def put_by(kept: dict[Of, Known], of: Of, known: Known) -> Known:
    """Keeps it, and lets go of the oldest where there are many."""
    kept[of] = known
    if len(kept) > MOST_LAWS:
        del kept[next(iter(kept))]
    return known


def most_ways(votes: int) -> int:
    """In how many ways a poll with so many votes is known."""
    return MOST_WAYS if votes < MANY else 1


@dataclass
class Memos:
    """Beside each value stands what it was made of, where its key does not say so."""

    changes: dict[str, Content] = field(default_factory=dict)  # hash -> the change as it was read
    # Facts of a change under a law, and whether one of its texts is no rule
    changed: dict[tuple[str, int], tuple[object, list[Change], bool]] = field(default_factory=dict)
    # The texts that a change would leave, by the places of the law in force and of the change; and the law that texts would make,
    # by theirs: what is held here has its place to itself.
    applied: dict[tuple[int, int], tuple[object, object, Mapping[str, str]]] = field(default_factory=dict)
    laws: dict[tuple[str, int], tuple[object, Any]] = field(default_factory=dict)
    # Of polls and proposals, each as it was of late and as it was supposed to be
    facts: dict[object, list[tuple[tuple[object, ...], object, Facts]]] = field(default_factory=dict)
    texts: dict[Place, Text | None] = field(default_factory=dict)  # of records, as rules are handed them
    active: tuple[int, list[str]] = (-1, [])  # how often players were changed, and those who are active
    renamed: tuple[int, dict[str, str]] = (-1, {})  # the same, and the logins of those who have another than their key
    tallies: dict[str, list[tuple[PollFacts, str, Tally]]] = field(default_factory=dict)
    rung: tuple[int, frozenset[str]] = (-1, frozenset())  # an instant, and the periods of it that were judged
    toil: tuple[int, float] = (-1, 0.0)  # an hour, and the seconds that what the clock brought about in it has taken
    # (cron every from zone) of an entry of a schedule -> a time, and when it is due next from then on.
    due: dict[tuple[str | None, ...], tuple[int, int | None]] = field(default_factory=dict)
    instant: Instant | None = None
    # A law, a text, and the command that it is: asked several times in a row.
    matched: tuple[object, str, object] = (None, "", None)
    timers: list[tuple[Position, str]] = field(default_factory=list)  # a heap of those that were seen
    remembered: dict[str, list[tuple[int, str]]] = field(default_factory=dict)  # note -> a heap of (since, key)
