"""The engine's own notes in state/engine.yaml, by name: what it has to know for the next happening.

A name that is misspelt, or a value of another kind, is an error of the type checker's. What is kept by key, one entry at a time,
stands apart (`records.APART`), and so do the wishes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, NotRequired, TypedDict, TypeVar

from engine.game.owned import Rescue, Wish

T = TypeVar("T")


class ToldNote(TypedDict):
    """What was said of something, or its hash where it is long, and when."""

    text: str
    at: int


class Owed(TypedDict):
    """Of what the clock could not carry out: how often it was tried, how many times it fell due, and what was told of it."""

    tries: int
    times: int
    told: NotRequired[ToldNote]


class Hour(TypedDict):
    """An hour since 1970, what periods and timers took of it, and what was told of that, then or before."""

    hour: int
    cost: int
    told: NotRequired[ToldNote]


class Dice(TypedDict):
    """The hash of the key that dice are thrown with, published beforehand; None in a game that has committed to none."""

    commitment: str | None


class Faulted(TypedDict):
    """A rule that failed since it was written: where, why and when; `kills` are functions that ended the process, or nearly."""

    line: int
    why: str
    at: int
    deadly: NotRequired[bool]  # no poll is completed by asking it
    kills: NotRequired[list[str]]


class Unheard(ToldNote):
    """What was told of a handler that failed; until `deaf` it hears of nothing, since it took too long."""

    deaf: NotRequired[int]


class Rung(TypedDict):
    """The periods of an instant that were judged, where the law changed within it."""

    ids: list[str]
    at: NotRequired[int]


class Note(Generic[T]):
    """One note: what it is while nobody has written it is made by `otherwise`. Written as None it is removed."""

    def __init__(self, otherwise: Callable[[], T]) -> None:
        self._otherwise = otherwise

    def __set_name__(self, owner: type[OwnNotes], name: str) -> None:
        self._name = name

    def __get__(self, notes: OwnNotes, owner: type[OwnNotes]) -> T:
        found: T | None = notes.read(self._name)
        return self._otherwise() if found is None else found

    def __set__(self, notes: OwnNotes, value: T | None) -> None:
        notes.write(self._name, value)


class OwnNotes:
    """`read` a note by its name, None if there is none, and `write` one. What is read is not to be changed in place."""

    game = Note[str](str)  # its id
    semantics = Note[int](lambda: 1)  # those by which the journal was begun
    position = Note[list[Any]](lambda: [0, 0, ""])  # of the newest happening: time, rank, id
    cursor = Note[int](int)  # as of when the forge is read
    head = Note[str](str)  # the hash of the journal's last entry
    part = Note[int](lambda: 1)  # of the day's files of the journal, the newest
    entries = Note[int](int)
    rules = Note[str](str)  # the tree of the law in force
    files = Note[dict[str, str]](dict)  # of records whose names are no file names
    dice = Note[Dice](lambda: {"commitment": None})
    waits = Note[bool](bool)  # a game that was made from a template and has not had its first pass
    paused_at = Note["int | None"](lambda: None)
    resumed_at = Note["int | None"](lambda: None)  # when a pause ended, until the clock has asked
    open_polls = Note[list[str]](list)  # the oldest first
    awaiting = Note[dict[str, str]](dict)  # adopted, and not in effect yet: poll -> occasion
    held = Note[dict[str, ToldNote]](dict)  # polls that were to be completed and could not be: what was told of it
    said_later = Note[dict[str, list[int]]](dict)  # poll -> the times from which votes count that were read before
    serials = Note[dict[str, int]](dict)  # kind of polls -> the last number
    counts = Note[dict[str, str]](dict)  # poll -> the hash of its count, where others were to be told of it
    labels = Note[dict[str, list[str]]](dict)  # poll -> the labels it was last shown with
    rescues = Note[dict[str, Rescue]](dict)  # thread -> the pull request under rescue
    expelled = Note[dict[str, int]](dict)  # account -> when a rule removed its player
    unconfirmed = Note[list[str]](list)  # players of a game that moved, until they have said that they are here
    faulted = Note[dict[str, Faulted]](dict)
    unheard = Note[dict[str, Unheard]](dict)
    owed = Note[dict[str, Owed]](dict)  # what the clock could not carry out
    timers_set = Note[int](int)  # how many there have been
    worked = Note[Hour](lambda: {"hour": 0, "cost": 0})
    rung = Note[Rung](lambda: {"ids": []})

    def __init__(self, read: Callable[[str], Any], write: Callable[[str, Any], None]) -> None:
        self.read = read
        self.write = write


class StoredNotes(OwnNotes):
    """Those of a game's file, which holds what a world keeps apart as well. They are only read."""

    outbox = Note[dict[str, Wish]](dict)
    seen = Note[dict[str, Any]](dict)  # id of a happening -> when it was

    def __init__(self, found: Mapping[str, Any]) -> None:
        super().__init__(found.get, _never)


def _never(name: str, value: object) -> None:
    raise TypeError(f"the note {name} can only be read here")
