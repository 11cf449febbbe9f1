"""How much of what is new in pull requests one pass reads, and where its inbox ends if that was not all.

What is voted on is always read. Of the rest a pass reads some, those first in which something was said; before the first
word that was said over one still unread the inbox ends, so that nothing is judged by less than there was.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from engine.game.happening import Happening, Position, position
from engine.game.owned import Inspected
from engine.referee.commits.snapshot import is_open
from engine.referee.ports import Thread
from engine.store import records

MOST_HEADS: Final = 40
MOST_READ: Final = 16_000_000  # characters of the texts of their changes, about
MOST_SECONDS: Final = 4 * 60  # after which no more is begun: a run is ended after 20 minutes, whatever it was at
ABOUT_A_THREAD: Final = ("said", "edited")


@dataclass
class Portion:
    """What was read so far of pull requests that nobody votes on; and when any of them `began` to be, by this `clock`."""

    heads: int = 0
    characters: int = 0
    clock: Callable[[], int] = lambda: 0
    began: int = 0

    def has_room(self) -> bool:
        return self.heads < MOST_HEADS and self.characters < MOST_READ and self.has_time()

    def has_time(self) -> bool:
        """Also for what is voted on: a run that takes too long is ended, has written nothing, and the next begins with the same."""
        return self.clock() - self.began < MOST_SECONDS

    def is_much(self) -> bool:
        """Whether it would cost the next pass too much to read the same again."""
        much = self.heads * 4 >= MOST_HEADS or self.characters * 16 >= MOST_READ
        return much or (self.clock() - self.began) * 4 >= MOST_SECONDS

    def take(self, change: Inspected | None, *, tries: int = 1) -> None:
        """What was tried in vain costs as well; what was not even tried is free."""
        self.heads += tries
        if change is not None:
            self.characters += sum(len(text or "") for pair in change["files"].values() for text in pair)


def open_pulls(heads: Iterable[int], threads: Mapping[int, Thread], files: Mapping[str, str]) -> list[int]:
    """The numbers of those that are open; of what is over the record is not even read."""
    found = []
    for number in heads:
        thread, text = threads.get(number), files.get(records.path_of("threads", str(number)))
        if thread.state == "open" if thread is not None else text is not None and is_open(text):
            found.append(number)
    return found


def level(heads: Mapping[int, str], main: str, files: Mapping[str, str], voting: Callable[[int], bool]) -> list[int]:
    """The numbers of those that are known, not voted on, and begin at `main` itself, as to bring another branch up to date.

    Whatever is committed on `main` would be new in them, and told by another commit, without end.
    """
    at_main = [number for number, head in heads.items() if head == main and not voting(number)]
    return [number for number in at_main if records.path_of("threads", str(number)) in files]


def in_turn(
    numbers: Iterable[int], voting: Callable[[int], bool], inbox: Iterable[Happening], now: int = 0
) -> list[int]:
    """First what is voted on, then where something was said, in the order of that, then the rest.

    Of the rest another one is the first at another time: those that are never there when they are asked for hold no other.
    """
    spoken = _spoken(inbox)
    listed = sorted(numbers, key=lambda n: (0, n) if voting(n) else (1, spoken[n]) if n in spoken else (2, n))
    rest = [number for number in listed if number not in spoken and not voting(number)]
    place = now % len(rest) if rest else 0
    return [*listed[: len(listed) - len(rest)], *rest[place:], *rest[:place]]


def waited(number: int, inbox: Iterable[Happening], thread: Thread | None, now: int) -> int:
    """Seconds for which a pull request that cannot be read has held up the words in it; if there are none, since it was touched."""
    spoken = _spoken(inbox)
    since = spoken[number][0] if number in spoken else thread.updated_at if thread is not None else 0
    return now - since


def end_of(inbox: Iterable[Happening], unread: Iterable[int]) -> Position | None:
    """Where an inbox ends while these pull requests are unread: before the first word in one of them. None if nothing was said."""
    spoken = _spoken(inbox)
    return min((spoken[number] for number in unread if number in spoken), default=None)


def before(happening: Happening, end: Position | None) -> Happening | None:
    """A happening as it is judged before the `end` of an inbox; None if the next pass has it.

    What no other pass would find is judged at the end, if not before: who deleted something, which is told only once, with what it
    was, and commits by hand. When it was said stays known, so that an older vote that is read later is the older one still.
    """
    if end is None or position(happening) < end:
        return happening
    once = happening.get("once") or happening["kind"] == "administered"
    if not once:
        return None
    said: Happening = {"said_at": happening["time"]} if happening["kind"] in ABOUT_A_THREAD else {}
    return {**happening, "time": end[0] - 1, **said}


def cut(inbox: list[Happening], end: Position | None) -> list[Happening]:
    """What of an inbox can be judged. It is worth a commit, whatever it is: so each pass gets further than the last."""
    kept = [found for happening in inbox if (found := before(happening, end)) is not None]
    last: list[Happening] = [{**happening, "worth": True} for happening in kept[-1:]]
    return [*kept[:-1], *last]


def _spoken(inbox: Iterable[Happening]) -> dict[int, Position]:
    """Number of a thread -> where the first word in it stands."""
    found: dict[int, Position] = {}
    for happening in inbox:
        if happening["kind"] in ABOUT_A_THREAD:
            here, number = position(happening), int(happening["thread"] or 0)
            found[number] = min(here, found.get(number, here))
    return found
