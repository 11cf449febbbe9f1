"""Calls that need not be made again: a function that is handed the same, and told the same by every word, returns the same.

Rule code has nothing else to go by. Kept are calls in which words only tell: whoever makes such a call again has the words
tell it anew, and is charged for all as if it had been made; what the rule makes of it is known already.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

import starlark

from engine.law.running.crossing import Returned
from engine.law.running.texts import Pieces

MOST_TOLD_KEPT: Final = 24  # words in one call
LONGEST_KEPT: Final = 60_000  # characters of one call, with all that words are asked and tell
MOST_KEPT: Final = 1_000_000  # characters of the calls of late; as many more are kept of those before

_SINGLE: Final = (str, int)
Told = tuple[str, str, object]  # word, the text of what it was asked, what it told
Key = tuple[int, str, Pieces]  # module, function, what is known of all that it is handed


@dataclass(slots=True)
class Course:
    """A call under way: what words have told it so far, and the ticks that were not its own."""

    told: list[Told]
    within: int = 0
    plain: bool = True  # words have done nothing but tell

    def note(self, word: str, text: str, answer: object, ticks: int) -> None:
        self.within += ticks
        if len(self.told) == MOST_TOLD_KEPT or not isinstance(answer, _SINGLE):
            self.plain = False
        else:
            self.told.append((word, text, answer))


class KeptCall(NamedTuple):
    """A call that was made, and what it came to."""

    module: starlark.FrozenModule  # it is known by its place in memory, which is its own while it is held
    told: tuple[Told, ...]
    ticks: int
    answer: Returned

    @property
    def is_free(self) -> bool:
        """Whether it costs nothing, and no word was asked: it comes to the same whatever the world."""
        return not (self.told or self.ticks)


class Calls:
    """The calls of late, by what they were handed. Of several that were told otherwise the last."""

    def __init__(self) -> None:
        self._late: dict[Key, KeptCall] = {}
        self._before: dict[Key, KeptCall] = {}
        self._length = 0

    def find(self, key: Key) -> KeptCall | None:
        found = self._late.get(key)
        if found is None and (found := self._before.pop(key, None)) is not None:
            self.keep(key, found)
        return found

    def free(self, key: Key) -> KeptCall | None:
        """One that is free."""
        found = self.find(key)
        return found if found is not None and found.is_free else None

    def keep(self, key: Key, call: KeptCall) -> None:
        length = sum(map(len, key[2])) + sum([200 + len(text) + _length(answer) for _, text, answer in call.told])
        length += 300 + _length(call.answer.value)
        if length > LONGEST_KEPT:
            return
        self._length += length
        if self._length > MOST_KEPT:
            self._before, self._late, self._length = self._late, {}, length
        self._late[key] = call


def _length(answer: object) -> int:
    return len(answer) if isinstance(answer, str) else 0
