"""What stands in a pass's commit beside the game, and in comments beside what the judge says: a port, and its use in a pass."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Final, Protocol, TypeVar

from engine.game.plan import Plan
from engine.referee.commits import snapshot
from engine.referee.ports import ForgeError, Repository, TreeEntry

README: Final = "README.md"
FOLDER: Final = "board/"
MOST: Final = 2_000  # files that are looked at beside the game
T = TypeVar("T")


class Beside(Protocol):
    """Draws what is shown of the game. Nothing of it is judged or proved, and it never holds up a pass."""

    def drawn(self, before: Mapping[str, str], after: Mapping[str, str], plan: Plan) -> dict[str, str | None]:
        """path -> text of what changes; `before` stands there, `after` is the game as it will be."""

    def recalled(self, before: Mapping[str, str], after: Mapping[str, str]) -> None:
        """For a pass that commits nothing, and has something left to answer."""

    def added(self, key: str) -> str:
        """Markdown that a poll's status comment says besides."""


Before = Callable[[], Mapping[str, str]]


class Guarded:
    """Somebody who draws, begun only where there is something to show, and whose mistakes hold up nobody: `trouble` tells of them.

    What stands there already is read here, too: people may have put anything in its place.
    """

    def __init__(self, begin: Callable[[], Beside]) -> None:
        self._begin = begin
        self._begun: Beside | None = None
        self.trouble = ""

    def drawn(self, before: Before, after: Mapping[str, str], plan: Plan) -> dict[str, str | None]:
        return self._tried(lambda board: board.drawn(before(), after, plan), {})

    def recalled(self, before: Before, after: Mapping[str, str]) -> None:
        self._tried(lambda board: board.recalled(before(), after), None)

    def added(self, key: str) -> str:
        return self._tried(lambda board: board.added(key), "")

    def _tried(self, ask: Callable[[Beside], T], otherwise: T) -> T:
        try:
            self._begun = self._begun or self._begin()
            return ask(self._begun)
        except Exception as error:  # the boundary of what is only shown: the game goes on without
            self.trouble = f"What is shown of the game was not drawn: {type(error).__name__}: {error}"
            return otherwise


def standing(repository: Repository, main: str) -> dict[str, str]:
    """path -> text of what stands beside the game now. Raises ForgeError where nobody can read it."""
    return snapshot.readable(repository, _listed(repository, main))


def likely(repository: Repository, main: str) -> Iterator[str]:
    """The blobs of it; none where nobody can read it."""
    with suppress(ForgeError):
        yield from [entry.blob for entry in _listed(repository, main).values() if entry.mode in snapshot.PLAIN]


def _listed(repository: Repository, main: str) -> dict[str, TreeEntry]:
    tree = {p: e for each in (README, FOLDER) for p, e in repository.tree(main, each, sizes=False, most=MOST).items()}
    return {path: entry for path, entry in tree.items() if is_beside(path)}


def is_beside(path: str) -> bool:
    return path == README or (path.startswith(FOLDER) and path.count("/") == 1)
