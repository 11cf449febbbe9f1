"""What rules cost by themselves: the calls into them made again, where every word answers from a tape.

No engine that asks its rules as much is swifter: this is what Starlark and its binding take with nothing behind the words.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

import starlark

from engine.law.running.crossing import Gates
from engine.law.running.host import Host


@dataclass(frozen=True)
class Call:
    """One call into a rule: all that it was made with, and what words answered it, or what they raised."""

    made_with: tuple[Any, ...]
    answers: list[object] = field(default_factory=list)


@dataclass
class Tape:
    """The calls of something that was played, in order, those within others by themselves."""

    calls: list[Call] = field(default_factory=list)
    under_way: list[list[object]] = field(default_factory=list)
    answers: Iterator[object] | None = None  # while it is played again

    def word(self, answer: Callable[..., object]) -> Callable[..., object]:
        def answering(*given: object, **named: object) -> object:
            if self.answers is not None:
                return _or_raised(next(self.answers))
            try:
                found = answer(*given, **named)
            except Exception as error:
                self.under_way[-1].append(error)
                raise
            self.under_way[-1].append(found)
            return found

        return answering

    def again(self) -> float:
        """Processor seconds that all the calls take, where nothing stands behind the words."""
        begun = time.process_time()
        for call in self.calls:
            self.answers = iter(call.answers)
            try:
                Gates.call(*call.made_with)
            except (starlark.StarlarkError, ValueError):  # as it was
                continue
        return time.process_time() - begun


def _or_raised(found: object) -> object:
    if isinstance(found, Exception):
        raise found
    return found


@contextmanager
def taped() -> Iterator[Tape]:
    """Records what hosts do that are made meanwhile."""
    tape, lend, call, told_again = Tape(), Host._lend, Gates.call, Host._is_told_again

    def lending(host: Host, name: str, word: Any) -> Any:
        return tuple(map(tape.word, lend(host, name, word)))

    def calling(gates: Gates, module: Any, function: str, args: Any, named: Any, given: Any) -> Any:
        made = Call((gates, module, function, args if given else deepcopy(args), named, given))
        tape.calls.append(made)
        tape.under_way.append(made.answers)
        try:
            return call(gates, module, function, args, named, given)
        finally:
            tape.under_way.pop()

    def telling_again(host: Host, kept: Any) -> bool:
        tape.under_way.append([])  # words are asked by the engine here, and by no rule
        try:
            return told_again(host, kept)
        finally:
            tape.under_way.pop()

    with (
        patch.object(Host, "_lend", lending),
        patch.object(Gates, "call", calling),
        patch.object(Host, "_is_told_again", telling_again),
    ):
        yield tape


def seconds(act: Callable[[], object], times: int = 3) -> float:
    """The least processor seconds of the calls that `act` makes into rules. It makes its hosts itself."""
    with taped() as tape:
        act()
    return min(tape.again() for _ in range(times))
