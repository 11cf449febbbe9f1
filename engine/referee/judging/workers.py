"""Examples of a proposal's law that other children play at the same time as the judge's, as many as the machine has cores for.

They only say which hold, and are believed that: it binds nobody. Whatever they leave unsaid is played in the judge's child.
"""

import json
import os
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from engine.referee.judging.forked import Forked
from engine.referee.judging.lines import Lines, send

FEWEST: Final = 16  # to each: of fewer the judge's child is done before another has loaded the law
MOST: Final = 3  # children beside it
LONGEST: Final = 30.0  # seconds that they are waited for


def cores() -> int:
    """Those that this process may run on."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass
class ChildWorkers:
    """The children that play beside one judge's. `cores` are those that it may use, all together."""

    cores: int = field(default_factory=lambda: cores())
    _children: list[tuple[Forked, list[str]]] = field(default_factory=list)
    _until: float = 0.0

    def deal(self, asked: Any) -> bytes:
        """The names that are left to the judge's child, as a line for it. Raises EOFError for what it cannot have asked."""
        self.end()
        try:
            ruleset, texts, names = str(asked["ruleset"]), dict(asked["texts"]), [str(name) for name in asked["names"]]
        except (TypeError, ValueError, KeyError):
            raise EOFError("nothing that a child says") from None
        self._until = time.monotonic() + LONGEST
        players = 1 + max(0, min(MOST, self.cores - 1, len(names) // FEWEST - 1))
        shares = [names[place::players] for place in range(players)]
        left = shares.pop(0)
        for share in shares:
            left += [] if self._begun(share, {"ruleset": ruleset, "texts": texts, "names": share}) else share
        return json.dumps(left).encode() + b"\n"

    def _begun(self, share: list[str], job: dict[str, Any]) -> bool:
        """Whether a child has it: on a machine that starts none, the judge's plays all."""
        try:
            child = Forked("engine.referee.judging.worker_main")
            self._children.append((child, share))
            send(child.stdin.fileno(), json.dumps(job).encode() + b"\n", self._until)
        except (OSError, TimeoutError):
            return False
        return True

    def held(self, _: Any) -> bytes:
        """The names of those that hold, as a line for the judge's child, once all is played or they have had their time."""
        found = [name for child, share in self._children for name in self._named(child, share)]
        self.end()
        return json.dumps(found).encode() + b"\n"

    def _named(self, child: Forked, share: list[str]) -> list[str]:
        """Of its share. What a worker says is a stranger's: anything else ends what is heard of it."""
        found: list[str] = []
        lines = Lines(child.stdout.fileno(), self._until)
        with suppress(EOFError, TimeoutError):
            while len(found) < len(share) and (name := lines.message().get("held")) in share:
                found.append(name)
        return found

    def end(self) -> None:
        """Nothing of them is left."""
        for child, _ in self._children:
            child.end()
        self._children.clear()
