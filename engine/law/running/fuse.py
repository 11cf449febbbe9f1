"""What limits the time of rule code: a fuse that burns outside of it, and what Starlark asks of the host now and then."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol


class Fuse(Protocol):
    """Burns while rule code runs; whoever made it ends the process when it is burnt.

    `burnt`: for how many seconds it has burnt since it was made, all lengths together. `is_low`: half of the present one has gone.
    """

    def light(self) -> None: ...

    def quench(self) -> None: ...

    def grant(self) -> None: ...

    @property
    def burnt(self) -> float: ...

    @property
    def is_low(self) -> bool: ...


class Burning:
    """How many things burn a fuse at once: from the first call into a rule until it ends, in words and in the rules they wake as well."""

    __slots__ = ("_depth",)

    def __init__(self) -> None:
        self._depth = 0

    def light(self, fuse: Fuse | None) -> None:
        self._depth += 1
        if self._depth == 1 and fuse is not None:
            fuse.light()

    def relight(self, fuse: Fuse | None) -> None:
        """It burns on, if it did: another host, which shares it, has put it out."""
        if self._depth and fuse is not None:
            fuse.light()

    def quench(self, fuse: Fuse | None) -> None:
        self._depth -= 1
        if not self._depth and fuse is not None:
            fuse.quench()

    @contextmanager
    def lit(self, fuse: Fuse | None) -> Iterator[None]:
        self.light(fuse)
        try:
            yield
        finally:
            self.quench(fuse)


class Counting(Protocol):
    """Who counts the ticks of rule code: the host."""

    def tick(self) -> bool: ...


def asking(host: Callable[[], Counting | None]) -> Callable[[], bool]:
    """Whether Starlark is to stop: it runs too long, or nobody waits for it any more. `host` is a weak reference."""

    def stop() -> bool:
        alive = host()
        return alive is None or alive.tick()

    return stop
