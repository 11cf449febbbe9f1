"""Every thread there is, for whoever looks for one that carries a mark: listed whole once, and from then on what was touched since."""

from collections.abc import Collection
from dataclasses import dataclass, field

from engine.referee.ports import Forge, Thread


@dataclass
class AllThreads:
    """One answering's. A game may have thousands of threads, and many issues of its own to look for among them."""

    forge: Forge
    _known: dict[int, Thread] = field(default_factory=dict)

    def now(self) -> Collection[Thread]:
        """As they are at this moment: another pass may have opened one since."""
        newest = max((thread.updated_at for thread in self._known.values()), default=None)
        since = None if newest is None else newest - 1
        self._known |= {thread.number: thread for thread in self.forge.threads_since(since)}
        return self._known.values()
