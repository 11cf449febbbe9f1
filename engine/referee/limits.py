"""What the child that runs rule code may use, set by the child itself before it loads any."""

from __future__ import annotations

import resource
import signal
from typing import Final

MEMORY: Final = 1_000_000_000
SECONDS: Final = 0.9
# What a rule may do grows with what it asks of the engine, so that ten thousand villages can be fed in one happening.
SECONDS_A_WORD: Final = 0.0002
MOST_SECONDS: Final = 20.0


def confine(size: int) -> None:
    """Bounds memory by the size of what has to be read, and forbids core dumps."""
    memory = MEMORY + 30 * size
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGPROF, signal.SIG_DFL)


class Fuse:
    """Processor time for the rule code of one happening. When it is burnt the process dies, whatever native code it is in.

    It burns only while rule code runs: the engine's own work, done for a word that a rule used, is not the rule's.
    """

    def __init__(self) -> None:
        self.left = SECONDS
        self.granted = 0.0

    def renew(self) -> None:
        """A new happening: a new fuse."""
        self.left, self.granted = SECONDS, 0.0

    def light(self) -> None:
        """Rule code begins or goes on."""
        signal.setitimer(signal.ITIMER_PROF, self.left)

    def quench(self) -> None:
        """The engine has the word."""
        self.left = max(signal.setitimer(signal.ITIMER_PROF, 0.0)[0], 0.001)
        if self.granted < MOST_SECONDS:
            self.left += SECONDS_A_WORD
            self.granted += SECONDS_A_WORD
