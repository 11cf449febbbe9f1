"""Where the commits of a merged pull request came: into main by a hand that meant them, along with another proposal's, or elsewhere."""

from bisect import bisect_left

from engine.game.entries import Happening
from engine.game.owned import Poll
from engine.referee import trouble
from engine.referee.commits import administered, newest
from engine.referee.ports import CommitInfo, Forge, ForgeError, Gone, Repository
from engine.store.marks import reached


def how(repository: Repository, forge: Forge, main: str, number: int, head: str, poll: Poll | None = None) -> Happening:
    """What is told of the merge of a pull request with this head: nothing, where a hand meant it for main.

    What is left to a hand is in main, whoever brought it along.
    """
    if along(repository, main, head):
        return {} if is_left(poll) else {"swept": True}
    if _is_in(repository, main, head) or _base(forge, number) == "main":
        return {}
    reached("merged into another branch")
    return {"elsewhere": True}


def is_left(poll: Poll | None) -> bool:
    """Whether it is adopted, and left to an administrator to merge."""
    return poll is not None and poll.get("landed") is False


def _base(forge: Forge, number: int) -> str:
    """The branch it was merged into; `main` where that cannot be told."""
    try:
        return forge.pull(number).base
    except ForgeError as error:
        trouble.must_be_of_one(forge, error)
        return "main"


def along(repository: Repository, main: str, head: str) -> bool:
    """Whether GitHub calls the pull request with this head merged only because another one was.

    The engine merges what it says it merges, and a hand means the head that its commit names. What was squashed or rebased
    is not found, and was meant.
    """
    commit = _brought_by(repository, main, head)
    if commit is None:
        return False
    return administered.is_ours(repository, commit) or head not in (commit.sha, *commit.parents[1:])


def _brought_by(repository: Repository, main: str, head: str) -> CommitInfo | None:
    """The first commit of main with `head` in its history; None if main does not hold it."""
    if not _is_in(repository, main, head):
        return None
    line: list[CommitInfo] = []
    for line in newest.lines(repository, main):
        if not repository.is_ancestor(head, line[-1].sha):
            break
    without = bisect_left(line, True, key=lambda commit: not repository.is_ancestor(head, commit.sha))
    return line[without - 1]


def _is_in(repository: Repository, main: str, head: str) -> bool:
    try:
        return repository.is_ancestor(head, main)
    except Gone:
        return False  # what main reaches is always here
