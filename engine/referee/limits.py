"""What the child that runs rule code may use, set by the child itself before it loads any."""

from __future__ import annotations

import resource
import signal
from typing import Final

MEMORY: Final = 1_000_000_000
SECONDS: Final = 0.9
CALLS_PER_ARMING: Final = 256


def confine(size: int) -> None:
    """Bounds memory by the size of what has to be read, forbids core dumps."""
    memory = MEMORY + 30 * size
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGPROF, signal.SIG_DFL)


def arm() -> None:
    """So much processor time until the next arming; then the process dies, whatever native code it is in."""
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
