"""A judge whose child was started before it was needed: at a table somebody waits for each pass."""

from __future__ import annotations

import subprocess
import threading

from engine.referee.child import ChildJudge, ended, started

Child = tuple[subprocess.Popen[bytes], int]


class Ready:
    """Keeps one child that waits for a job. Each child gets one job alone."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.spare: Child | None = None

    def take(self) -> Child:
        """The one that waits, if it still lives, or a new one; another is started for the next time."""
        with self.lock:
            found, self.spare = self.spare, started()
        if found is None:
            return started()
        if found[0].poll() is not None:
            ended(*found)
            return started()
        return found

    def close(self) -> None:
        with self.lock:
            if self.spare is not None:
                ended(*self.spare)
            self.spare = None


class ReadyJudge(ChildJudge):
    """The judge as ever, with a child from there."""

    def __init__(self, key: bytes, game: str, ready: Ready) -> None:
        super().__init__(key, game)
        self.ready = ready

    def begun(self) -> Child:
        return self.ready.take()
