"""What limits the time of rule code: a fuse that burns outside of it, and what Starlark asks of the host now and then."""

from collections.abc import Callable
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


class Counting(Protocol):
    """Who counts the ticks of rule code: the host."""

    def tick(self) -> bool: ...


def asking(host: Callable[[], Counting | None]) -> Callable[[], bool]:
    """Whether Starlark is to stop: it runs too long, or nobody waits for it any more. `host` is a weak reference."""

    def stop() -> bool:
        alive = host()
        return alive is None or alive.tick()

    return stop
