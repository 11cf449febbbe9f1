"""Which of two pull requests with the same commits had them first, and what was found amiss in one when it was judged."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.game.state import State
from engine.game.world.changes import kept_problems
from engine.referee.intake.fetching import UNREAD, Fetching
from engine.referee.ports import Repository, Thread
from engine.store.layout import change_path

WITH_OTHERS: Final = ("stacked", "same_head")  # what is amiss for as long as another pull request is open


@dataclass(frozen=True)
class Rivals:
    """`heads` and `threads` are those of this reading."""

    state: State
    fetching: Fetching
    repository: Repository
    heads: Mapping[int, str]
    threads: Mapping[int, Thread]

    def precedes(self, number: int, other: int) -> bool:
        """Whether another pull request is open and had its head before this one had that commit.

        It did if it was read with it, or is the older one of two and this one was never read. Where both have moved since
        they were read, nobody can tell, and nothing is held against a proposal that may have votes.
        """
        head = self.heads[other]
        first = (self.state.thread(other) or {}).get("head") == head or (
            self.state.thread(number) is None and other < number
        )
        return first and self._is_open(other) and not self._held(number, head)

    def _held(self, number: int, commit: str) -> bool:
        """Whether a pull request had a commit already when it was read last, and nothing was said against that."""
        before = str((self.state.thread(number) or {}).get("head") or "")
        if not before or has_problem(self.state, number, *WITH_OTHERS, "size", *UNREAD):
            return False
        return self.fetching.again(number, before) and self.repository.is_ancestor(commit, before)

    def _is_open(self, number: int) -> bool:
        thread = self.threads.get(number)
        return (
            thread.state == "open" if thread is not None else (self.state.thread(number) or {}).get("state") == "open"
        )


def has_problem(state: State, number: int, *codes: str) -> bool:
    """Whether one of these was found amiss in a pull request as it was judged."""
    text = state.files.get(change_path(str((state.thread(number) or {}).get("change"))))
    return text is not None and any(problem["code"] in codes for problem in kept_problems(text))
