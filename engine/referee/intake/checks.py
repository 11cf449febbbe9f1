"""The checks of open proposals that touch the program. No other poll cares, so of no other they are asked."""

from collections.abc import Iterable, Iterator

from engine.game.owned import KnownThread
from engine.game.state import State
from engine.referee.ports import Forge, Gone, Unprocessable
from engine.store.layout import LAW


def watched(state: State) -> Iterator[tuple[int, KnownThread]]:
    """(thread, what the state knows of it) of each poll whose checks matter."""
    for key in state.notes.open_polls:
        poll, known = state.poll(key), state.thread(key) if key.isdigit() else None
        if poll is not None and known is not None and matter(poll["paths"]):
            yield int(key), known


def matter(paths: Iterable[str]) -> bool:
    """Whether a proposal of these paths touches the program."""
    return not all(path.startswith(LAW) for path in paths)


def look(forge: Forge, known: KnownThread) -> str | None:
    """What has become of the checks; None if they are as the state knows them. Raises where nobody can tell what passed before."""
    try:
        found = forge.checks(str(known["head"]))
    except (Gone, Unprocessable):
        if known.get("checks") == "passed":
            raise
        return None
    return None if found == known.get("checks", "pending") else found
