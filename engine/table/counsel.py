"""Asks the law how things stand, in a child that is kept; one that dies or takes too long is replaced, and the page says so."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Mapping, Sequence
from typing import Final, cast

from engine.game.exhibits import SILENT, LawSays
from engine.referee.judging.forked import Forked
from engine.referee.judging.lines import Lines, send

PATIENCE: Final = 10.0
NONE_OPENED: Final[Mapping[str, int]] = {}
NO_PLACES: Final[Mapping[str, Sequence[int]]] = {}


class Counsel:
    """`ask` gives what `counsel_main.answer` says, or nothing of it and `trouble`. Calls wait for each other."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self.patience = patience
        self.lock = threading.Lock()
        self.child: Forked | None = None

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
        }
        with self.lock:
            for untried in (False, True):  # a proposal that is tried out may have ended the child
                try:
                    return self._answered(json.dumps({**asked, "untried": untried}).encode() + b"\n")
                except TimeoutError:
                    self.close()
                    break
                except (BrokenPipeError, EOFError):
                    self.close()
            return {**SILENT, "trouble": "The rules take too long to say how things stand."}

    def close(self) -> None:
        child, self.child = self.child, None  # another thread may close it, too
        if child is not None:
            child.kill()
            child.wait()

    def warm(self) -> None:
        """Starts the child before anyone asks."""
        with self.lock:
            self._running()

    def _running(self) -> Forked:
        if self.child is None or self.child.poll() is not None:
            self.child = Forked("engine.table.counsel_main")
        return self.child

    def _answered(self, question: bytes) -> LawSays:
        child = self._running()
        deadline = time.monotonic() + self.patience
        send(child.stdin.fileno(), question, deadline)
        lines = Lines(child.stdout.fileno(), deadline)
        found = lines.message().get("answer")
        if not isinstance(found, dict):
            raise EOFError("no answer")
        return cast(LawSays, found)
