"""Asks the law how things stand, in a child that is kept; one that dies or takes too long is replaced, and the page says so.

What a rule was running as the child died is not run again for any page, as long as the law is the same.
"""

import json
import os
import signal
import threading
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from engine.game.exhibits import SILENT, LawSays
from engine.referee.judging.forked import Forked
from engine.referee.judging.lines import Lines, crumb, send, shared_memory
from engine.store import digest
from engine.store.layout import LAW

PATIENCE: Final = 10.0
MOST_LEFT_OUT: Final = 6  # functions that are run for no page
FORGETS: Final = 3_600.0  # seconds after which all is asked again: the machine may have had other work
SHARE: Final = 5  # of its patience, such a part is for all it is asked that can be left out
NONE_OPENED: Final[Mapping[str, int]] = {}
NO_PLACES: Final[Mapping[str, Sequence[int]]] = {}


class NoAnswer(EOFError):
    """The child failed at it, and lives."""


class Counsel:
    """`ask` gives what `counsel_main.answer` says, or nothing of it and `trouble`. Calls wait for each other."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self.patience = patience
        self.lock = threading.Lock()
        self.child: Forked | None = None
        self.memory: int | None = None
        self.law, self.since = "", 0.0
        self.unasked: list[tuple[str, str]] = []  # (rule, function)

    def ask(
        self,
        files: Mapping[str, str],
        now: int,
        people: Mapping[str, int],
        opened: Mapping[str, int] = NONE_OPENED,
        places: Mapping[str, Sequence[int]] = NO_PLACES,
    ) -> LawSays:
        """`people` are account ids by login, `opened` the numbers of issues that are there, by tag, `places` of open threads, by kind."""
        asked = {
            "files": dict(files),
            "now": now,
            "people": dict(people),
            "opened": dict(opened),
            "places": dict(places),
            "most": self.patience / SHARE,
        }
        with self.lock:
            self._know(files)
            untried = False
            while True:
                more = {"unasked": self.unasked, "untried": untried}
                try:
                    return self._answered({**asked, **more})
                except TimeoutError:
                    self.close()
                    break
                except (BrokenPipeError, EOFError) as error:
                    if isinstance(error, NoAnswer) or not self._leaves_out(self._died_of()):
                        if untried:
                            break
                        untried = True  # a proposal that is tried out may have ended it before any of its functions ran
                    self.close()
            return {**SILENT, "trouble": "The rules take too long to say how things stand."}

    def _know(self, files: Mapping[str, str]) -> None:
        """Another law is asked all, and so is the same after a while."""
        law = digest.tree_id({path: text for path, text in files.items() if path.startswith(LAW)})
        if law != self.law or time.monotonic() > self.since + FORGETS:
            self.law, self.since, self.unasked = law, time.monotonic(), []

    def _died_of(self) -> list[Any]:
        """What the child was running that ended it; nothing where somebody else has killed it."""
        child, memory = self.child, self.memory
        if child is None or memory is None or child.wait() == -signal.SIGKILL or child.lost:
            return []
        return crumb(memory)

    def _leaves_out(self, died_of: list[Any]) -> bool:
        """Whether what the child was running is known, and is run no more."""
        found = (str(died_of[0]), str(died_of[1])) if len(died_of) > 1 else ("", "")
        if not found[0] or found in self.unasked or len(self.unasked) >= MOST_LEFT_OUT:
            return False
        self.unasked.append(found)
        return True

    def close(self) -> None:
        child, self.child = self.child, None  # another thread may close it, too
        memory, self.memory = self.memory, None
        if child is not None:
            child.kill()
            child.wait()
        if memory is not None:
            os.close(memory)

    def warm(self) -> None:
        """Starts the child before anyone asks."""
        with self.lock:
            self._running()

    def _running(self) -> Forked:
        if self.child is None or self.child.poll() is not None:
            self.close()
            self.memory = shared_memory()
            self.child = Forked("engine.table.counsel_main", self.memory)
        return self.child

    def _answered(self, asked: Mapping[str, Any]) -> LawSays:
        child = self._running()
        deadline = time.monotonic() + self.patience
        send(child.stdin.fileno(), json.dumps({**asked, "memory": self.memory}).encode() + b"\n", deadline)
        lines = Lines(child.stdout.fileno(), deadline)
        found = lines.message().get("answer")
        if not isinstance(found, dict):
            raise NoAnswer
        return cast(LawSays, found)
