"""Whether what an event alone tells was judged before, however long ago: runs come late, and are made again."""

from typing import Final

from engine.game.calendar import DAY
from engine.game.fold import journaling
from engine.referee.commits import snapshot
from engine.referee.ports import Repository
from engine.store import journal
from engine.store.guard import YamlProblem
from engine.store.records import JOURNAL

# GitHub lets a run be made again for thirty days ("Re-running workflows and jobs"), and the first may have come late.
MADE_AGAIN: Final = 35 * DAY


def was_judged(repository: Repository, commit: str, id_: str, begin: int, now: int) -> bool:
    """Whether the journal of a commit has a happening with this id; none is older than the day before `begin`, in seconds."""
    first = journal.path_of(max(begin - DAY, now - MADE_AGAIN, 0))
    tree = repository.tree(commit, JOURNAL.removesuffix("/"), sizes=False)
    days = snapshot.readable(repository, {path: entry for path, entry in tree.items() if path >= first})
    return any(id_ in text and _stands_in(text, id_) for text in days.values())


def _stands_in(day: str, id_: str) -> bool:
    """Damaged days are told by whoever proves the game."""
    try:
        return any(entry.get("id") == id_ for entry in journaling.read(day))
    except YamlProblem:
        return False
