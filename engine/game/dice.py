"""Dice that can be checked: a stream of unbiased draws from one seed, and the notation of throws.

A draw takes bytes of SHA-256(seed, counter) and rejects what would favour some faces, so every face is equally likely.
The same seed gives the same faces on every machine.
"""

import hashlib
import hmac
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

MOST_DICE = 10_000
MOST_SIDES = 1_000_000
LONGEST = 100  # characters of a throw, spaces and all
_THROW = re.compile(r"\s*(\d{0,6})\s*[dD]\s*(\d{1,7})\s*(?:([+-])\s*(\d{1,9}))?\s*", re.ASCII)


def seed(key: bytes, game: str, happening: str) -> bytes:
    """The dice seed of a happening: HMAC-SHA256 of the game and the happening under the game's secret key."""
    return hmac.new(key, f"{game}\n{happening}".encode(), hashlib.sha256).digest()


def commitment(key: bytes) -> str:
    """What is published of a key before it is used."""
    return hashlib.sha256(key).hexdigest()


class BadThrow(ValueError):
    """Not a throw; the text says what one looks like."""


@dataclass(frozen=True)
class Throw:
    """`count` dice with `sides` faces, and a number added to their sum."""

    count: int
    sides: int
    added: int = 0

    def __str__(self) -> str:
        return f"{self.count}d{self.sides}" + (f"{self.added:+d}" if self.added else "")


def parse(text: str) -> Throw:
    """`2d6+1`, `d20`, `3d6 - 2`. Raises BadThrow."""
    found = _THROW.fullmatch(text) if len(text) <= LONGEST else None
    if found is None:
        raise BadThrow(f"`{text[:40]}` is not a throw of dice: write for example 2d6+1")
    count = int(found[1]) if found[1] else 1
    sides = int(found[2])
    if not 1 <= count <= MOST_DICE or not 1 <= sides <= MOST_SIDES:
        raise BadThrow(f"a throw has 1 to {MOST_DICE} dice with 1 to {MOST_SIDES} faces")
    added = int(found[4]) if found[4] else 0
    return Throw(count, sides, -added if found[3] == "-" else added)


@dataclass
class Stream:
    """Draws from one seed, in order."""

    seed: bytes
    _block: bytes = b""
    _counter: int = 0
    _at: int = field(default=0)

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each equally likely; n is at least 1 and at most 2**64."""
        width = max(1, ((n - 1).bit_length() + 7) // 8)
        limit = (1 << 8 * width) // n * n
        while True:
            value = int.from_bytes(self._take(width), "big")
            if value < limit:
                return value % n

    def faces(self, throw: Throw) -> list[int]:
        return [1 + self.below(throw.sides) for _ in range(throw.count)]

    def shuffled(self, items: list[object]) -> list[object]:
        """Fisher and Yates: every order equally likely."""
        result = list(items)
        for i in range(len(result) - 1, 0, -1):
            j = self.below(i + 1)
            result[i], result[j] = result[j], result[i]
        return result

    def _take(self, width: int) -> bytes:
        if self._at + width > len(self._block):
            self._block = hashlib.sha256(self.seed + self._counter.to_bytes(8, "big")).digest()
            self._counter += 1
            self._at = 0
        taken = self._block[self._at : self._at + width]
        self._at += width
        return taken


@dataclass(frozen=True)
class Draw:
    """One take of bytes for a number below `n`: `value` counts if it is below `limit`, and is thrown away otherwise."""

    n: int
    block: int
    at: int
    taken: bytes
    limit: int

    @property
    def value(self) -> int:
        return int.from_bytes(self.taken, "big")

    @property
    def counts(self) -> bool:
        return self.value < self.limit


@dataclass
class Recording(Stream):
    """A stream that remembers how each number came about."""

    draws: list[Draw] = field(default_factory=list)
    _n: int = 1

    def below(self, n: int) -> int:
        self._n = n
        return super().below(n)

    def _take(self, width: int) -> bytes:
        taken = super()._take(width)
        limit = (1 << 8 * width) // self._n * self._n
        self.draws.append(Draw(self._n, self._counter - 1, self._at - width, taken, limit))
        return taken


def thrown_again(seed: bytes, rolls: Iterable[Mapping[str, Any]]) -> Iterator[tuple[list[Draw], list[int]]]:
    """For each roll of a happening, as the journal has it: the draws it took, and the numbers they came to.

    Faces count from 1; of a choice it is the place in the list, of a shuffling the places changed with, both from 0.
    """
    stream = Recording(seed)
    for roll in rolls:
        stream.draws = []
        if "chosen" in roll:
            found = [stream.below(int(roll["of"]))]
        elif "shuffled" in roll:
            found = [stream.below(i + 1) for i in range(len(roll["shuffled"]) - 1, 0, -1)]
        else:
            found = stream.faces(parse(str(roll["throw"])))
        yield stream.draws, found
