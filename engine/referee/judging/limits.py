"""What the child that runs rule code may use, set by the child itself before it loads any."""

import resource
import signal
import time
from functools import cache
from typing import Final

from engine.referee.judging import sealed

MEMORY: Final = 200_000_000  # beyond what the process has before it reads the job
MEMORY_A_BYTE: Final = 30  # of the job: a record in memory is larger than in a file
# To load the law in force takes no more than this, whatever the world holds: what was adopted while much was kept has to be
# loaded when little is.
LOADING: Final = MEMORY + MEMORY_A_BYTE * 100_000_000
WORN: Final = MEMORY // 4  # who takes so much before a happening leaves whoever runs in it less than there is
# To open a proposal takes a third of a second under a law of three hundred kilobytes that is called for the first time, and twice
# that where other work fills the caches.
SECONDS: Final = 0.9
# Seconds that the yardstick takes on the machine that all these were measured on, while it is at rest.
YARD: Final = 0.0007
TRIES: Final = 3
SLOWEST: Final = 8.0
# What a rule may do grows with what it asks of the engine, so that ten thousand villages can be fed in one happening.
SECONDS_A_WORD: Final = 0.0004
MOST_SECONDS: Final = 0.1
SECONDS_A_BYTE: Final = 1e-6
WORDS_A_BYTE: Final = 6e-6  # seconds that words may be granted for a byte of the job
A_GRANT: Final = 64  # words: to set the clock anew for each of them would take longer than most of them do


def confine(size: int) -> None:
    """Bounds memory by the size of what has to be read; forbids core dumps, files, sockets and other programs.

    Until `settle` there is a law to load: so long there is as much as for the largest, where that is more.
    """
    _bound(max(MEMORY + MEMORY_A_BYTE * size, LOADING))
    _forbid()


def bound(size: int) -> None:
    """Bounds memory alone, by the bytes that were read, for what starts git while it runs the code of rules; and for each git."""
    _bound(max(MEMORY + MEMORY_A_BYTE * size, LOADING))


def _bound(*more: int) -> None:
    """Bounds the address space to so many bytes beyond what is in use, or with two numbers for now and for good.

    Where the system does not tell what is in use, as macOS, time alone bounds it.
    """
    base, (_, most) = in_use(), resource.getrlimit(resource.RLIMIT_AS)
    if base is not None:
        bounds = [base + each if most == resource.RLIM_INFINITY else min(base + each, most) for each in more]
        resource.setrlimit(resource.RLIMIT_AS, (bounds[0], bounds[-1]))


def _forbid() -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    sealed.seal(but_for_limits=True)


def expect(most: int) -> None:
    """The same for the law alone, before what has to be read is known by its size: `confine` then sets other bounds, which
    are those of a job of `most` bytes at most.
    """
    _bound(LOADING, MEMORY + MEMORY_A_BYTE * most)
    _forbid()


def settle(size: int) -> None:
    """The law in force is loaded: from now on memory is bounded by the size of what has to be read, beyond what that took.

    Never by more than before: so what can be adopted at all can be loaded when it is in force.
    """
    _bound(MEMORY + MEMORY_A_BYTE * size)
    sealed.seal()


def in_use() -> int | None:
    """Bytes of address space: what an interpreter and its libraries take differs from machine to machine. None where nobody tells."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[0]) * resource.getpagesize()
    except FileNotFoundError:
        return None


@cache
def slowness() -> float:
    """How many times longer this machine takes than the one that the seconds were measured on: from 1 to SLOWEST.

    What a rule may do is not to hang on whether somebody plays on a small computer, or on one with other work. The least of some
    tries counts: whatever comes between them only adds to what one takes.
    """
    return min(SLOWEST, max(1.0, min(_yardstick() for _ in range(TRIES)) / YARD))


def _yardstick() -> float:
    begin, _ = time.process_time(), sum(len(str(number)) for number in range(10_000))
    return time.process_time() - begin


class ProcessFuse:
    """Processor time for the rule code of one happening. When it is burnt the process dies, whatever native code it is in.

    It burns while rule code runs and while the engine does what a word asks for: no word is a way around it. On a slow machine it
    is longer.
    `size` is the job's in bytes: the larger the world, the more there is to do in it.
    """

    def __init__(self, size: int = 0) -> None:
        self.pace = slowness()
        self.whole = (SECONDS + SECONDS_A_BYTE * size) * self.pace
        self.most = (MOST_SECONDS + WORDS_A_BYTE * size) * self.pace
        self.burning = False
        self.before, self.lit = 0.0, 0.0  # seconds that it has burnt until it was lit last, and that it had then
        self.left = 0.0
        self.renew()

    def renew(self) -> None:
        """A new happening: a new fuse."""
        self._count()
        self.left, self.granted, self.words = self.whole, 0.0, 0
        if self.burning:
            self.light()

    def light(self) -> None:
        """Rule code begins or goes on."""
        self.burning, self.lit = True, self.left
        signal.setitimer(signal.ITIMER_PROF, self.left)

    def quench(self) -> None:
        """It has ended."""
        self._count()
        self.burning = False
        self.left = max(signal.setitimer(signal.ITIMER_PROF, 0.0)[0], 0.001)

    @property
    def burnt(self) -> float:
        """Seconds that it has burnt since it was made."""
        return self.before + (max(0.0, self.lit - self._left()) if self.burning else 0.0)

    @property
    def is_low(self) -> bool:
        """Whether half of what it was when it was new is burnt."""
        return self._left() < self.whole / 2

    def _left(self) -> float:
        return signal.getitimer(signal.ITIMER_PROF)[0] if self.burning else self.left

    def _count(self) -> None:
        """What it has burnt since it was lit is added up, before it is set anew."""
        if self.burning:
            self.before, self.lit = self.burnt, self._left()

    def grant(self) -> None:
        """A word is used: there is a little more time for it."""
        self.words += 1
        if self.words % A_GRANT == 0 and self.granted < self.most:
            more = A_GRANT * SECONDS_A_WORD * self.pace
            self.granted += more
            self.lit += more
            signal.setitimer(signal.ITIMER_PROF, signal.getitimer(signal.ITIMER_PROF)[0] + more)
