"""What a child begins with that runs rules to answer a question: a host that lends all words, in a process that may use no more."""

from engine.game.words.registry import new_host
from engine.law.running.host import Host
from engine.referee.judging import limits


def confined(size: int) -> tuple[Host, limits.Fuse]:
    """The host and its fuse. `size`: bytes of what there is to read; once the law of it is loaded, `limits.settle` is to follow."""
    host, fuse = new_host(), limits.Fuse(size)
    limits.confine(size)
    host.fuse = fuse
    return host, fuse
