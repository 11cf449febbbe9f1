"""The commits of main, the newest first: mostly the last few are enough, and a long game has many."""

from collections.abc import Iterator
from typing import Final

from engine.referee.ports import CommitInfo, Repository

NEAR: Final = 200
ALL: Final = 1_000_000


def lines(repository: Repository, main: str) -> Iterator[list[CommitInfo]]:
    """The line of first parents from main on as far as it is near; then all of it, where there is more."""
    near = list(repository.first_parents(main, NEAR))
    yield near
    if len(near) == NEAR:
        yield list(repository.first_parents(main, ALL))
