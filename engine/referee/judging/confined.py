"""What a child begins with that runs rules to answer a question: a host that lends all words, in a process that may use no more."""

from collections.abc import Callable

from engine.game.words.registry import new_host
from engine.law.running.host import Host
from engine.referee.judging import limits


def confined(size: int) -> tuple[Host, limits.ProcessFuse]:
    """The host and its fuse. `size`: bytes of what there is to read; once the law of it is loaded, `limits.settle` is to follow."""
    host, fuse = new_host(), limits.ProcessFuse(size)
    limits.confine(size)
    host.fuse = fuse
    return host, fuse


def in_turn(fuse: limits.ProcessFuse, size: int) -> Callable[[], None]:
    """What is called before each happening of an example: it has as much time as one of the game, and the memory left beside the law."""
    settled = False

    def begins() -> None:
        nonlocal settled
        fuse.renew()
        if not settled:
            limits.settle(size)
            settled = True

    return begins
