"""What the referee needs of the world outside: a forge where people talk, and a repository that holds the game.

Shapes are GitHub's where GitHub has one; times are seconds since the epoch (UTC). Every method may raise
`Unreachable` (try again later), `Denied` (a permission is missing) or `Gone` (the thing is no longer there).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, Protocol

from engine.store.told import Told

MOST_FILES: Final = 1_000_000  # of a commit, folders among them, where nobody asks for fewer
MOST_PATHS: Final = 300_000  # that two commits of main may differ in
SLASH: Final = r"\057"  # how a slash within a name is told, which no git makes: what bears it is in no folder for that
CONTEXT: Final = "nomic/vote"  # of the engine's own status on a commit
WORKS_HERE: Final = ("OWNER", "MEMBER", "COLLABORATOR")  # associations, as far as lists show them
Permission = Literal["admin", "maintain", "write", "triage", "read", "none"]


class ForgeError(Told):
    """What goes wrong outside, for operators."""


class Unreachable(ForgeError):
    """Nothing is known: network, 5xx, rate limit, an answer cut short. The pass decides nothing."""


class Exhausted(Unreachable):
    """The rate limit is used up: whatever is asked now, nothing is known."""


class Rationed(Unreachable):
    """There were too many questions of one kind: others are answered."""


class Denied(ForgeError):
    """401 or 403 for lack of a permission."""


class Closed(Denied):
    """No permission is missing: everybody is kept out, or whoever asks."""


class Gone(ForgeError):
    """404 or 410: a deleted comment, thread or account."""


class Deleted(Gone):
    """410: somebody took it away for good, and it comes back from nowhere."""


class Unprocessable(ForgeError):
    """422 or 409: this one request can never succeed; others may."""


class Mute(Unprocessable):
    """A conversation takes nothing new, as it is locked or full; what stands there, and its labels, can be changed."""


class TooMuch(Unprocessable):
    """What somebody made is larger than anybody reads, and stays so."""


class Unreadable(Unprocessable):
    """This one thing cannot be had, although others can: it is broken, or will be there later."""


@dataclass(frozen=True, slots=True)
class Account:
    id: int
    login: str
    bot: bool = False


@dataclass(frozen=True, slots=True)
class Thread:
    number: int
    kind: Literal["issue", "pull"]
    title: str
    body: str
    author: Account | None
    association: str  # author_association: OWNER, MEMBER, COLLABORATOR, CONTRIBUTOR, NONE ...
    labels: tuple[str, ...]
    assignees: tuple[str, ...]
    state: Literal["open", "closed"]
    merged: bool
    created_at: int
    updated_at: int
    closed_at: int | None = None  # while it is closed


@dataclass(frozen=True, slots=True)
class Comment:
    id: int
    thread: int
    author: Account | None
    association: str
    body: str
    created_at: int
    updated_at: int


@dataclass(frozen=True, slots=True)
class Deletion:
    """A comment as it was when it was deleted, and by whom, if that is known. Only an event tells of it."""

    comment: Comment
    by: Account | None = None

    @property
    def by_somebody_else(self) -> bool:
        author = self.comment.author
        return self.by is not None and (author is None or author.id != self.by.id)


@dataclass(frozen=True, slots=True)
class Odd:
    """A thread, or a comment in it, that a list shows otherwise than any is, so that it cannot be read; and `why`.

    `text` is what stands in it, None where that is not known, either.
    """

    thread: int
    comment: int | None = None
    why: str = ""
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Pull:
    number: int
    base: str  # name of the branch it wants to be merged into
    head: str  # SHA-1
    state: Literal["open", "closed"]
    merged: bool


class Forge(Protocol):
    """Where people act."""

    def server_time(self) -> int:
        """The forge's clock, from the Date header of the newest answer (asks something cheap if there is none)."""
        ...

    def threads_since(self, since: int | None) -> list[Thread]: ...

    def comments_since(self, since: int | None) -> list[Comment]: ...

    def comments_of(self, number: int) -> list[Comment]:
        """Every comment of a thread that can be read, oldest first, to the last page."""
        ...

    def odd(self) -> list[Odd]:
        """What these lists have left out since this was asked last, as it cannot be read."""
        ...

    def comment(self, comment: int) -> Comment: ...

    def thread(self, number: int) -> Thread: ...

    def edited_at(self, number: int) -> int | None:
        """When the text of an issue was last edited, or brought here, whoever did it; None if it is as it was opened here."""
        ...

    def brought_at(self, number: int) -> int | None:
        """When an issue came here from another repository; None if it was opened here."""
        ...

    def never_edited(self, number: int) -> Mapping[int, tuple[int, int]]:
        """id -> (written, touched last) of those of a thread's newest hundred comments that nobody ever edited."""
        ...

    def login(self) -> str | None:
        """The name under which this token posts; None if that is not told."""
        ...

    def pull(self, number: int) -> Pull: ...

    def checks(self, sha: str) -> Literal["passed", "failed", "pending"]:
        """Combined commit status and check runs of a head, the engine's own context left out."""
        ...

    def permission(self, login: str) -> Permission: ...

    def create_comment(self, number: int, body: str) -> Comment: ...

    def edit_comment(self, comment: int, body: str) -> None: ...

    def delete_comment(self, comment: int) -> None: ...

    def create_issue(self, title: str, body: str, labels: Sequence[str], assignee: str | None) -> Thread: ...

    def update_issue(
        self,
        number: int,
        *,
        title: str | None = None,
        body: str | None = None,
        state: Literal["open", "closed"] | None = None,
        assignees: Sequence[str] | None = None,
        labels: Sequence[str] | None = None,
    ) -> None:
        """None leaves as it is; assignees and labels are the whole sets."""
        ...

    def add_labels(self, number: int, labels: Sequence[str]) -> Sequence[str]:
        """Returns all labels that the thread has then."""
        ...

    def remove_label(self, number: int, label: str) -> None: ...

    def react(self, comment: int, content: str) -> None: ...

    def set_status(
        self, sha: str, state: Literal["pending", "success", "failure"], text: str, context: str
    ) -> None: ...


class TreeEntry(NamedTuple):
    """One file of a tree: git mode (e.g. "100644"), blob id, size in bytes."""

    mode: str
    blob: str
    size: int


@dataclass(frozen=True, slots=True)
class CommitInfo:
    sha: str
    parents: tuple[str, ...]
    tree: str
    time: int
    author: str
    message: str
    encoding: str = ""  # that its message says it is in, where it says so


class GaveUp(ForgeError):
    """Others kept moving main; nothing was lost, and the next pass takes it up."""


class Moved(Exception):
    """The push was refused because `main` is no longer where it was read: start again."""


class PushRefused(Exception):
    """The push was refused for another reason; the text is the server's own words."""


class Repository(Protocol):
    """The game's git repository: read and written as objects, never checked out."""

    def fetch(self) -> str:
        """Brings `main` up to date and returns its head."""
        ...

    def pull_heads(self) -> dict[int, str]:
        """refs/pull/N/head of every pull request, by `git ls-remote`."""
        ...

    def fetch_pull(self, number: int, head: str) -> None:
        """Brings a pull request's head commit in. Raises Gone if the head is no longer there.

        Raises TooMuch for one that is larger than may be brought, Unreadable where all but this one can be had.
        """
        ...

    def tree(self, commit: str, under: str = "", *, sizes: bool = True, most: int = MOST_FILES) -> dict[str, TreeEntry]:
        """path -> entry of all files of a commit that are, or are below, `under`; without sizes it costs less.

        Raises TooMuch where these are more than `most`, folders among them.
        """
        ...

    def blobs(self, ids: Iterable[str], along: Iterable[str] = ()) -> dict[str, bytes]:
        """id -> content. Where some have to be brought first, what is not here of those `along` comes in the same fetch."""
        ...

    def commit_info(self, commit: str) -> CommitInfo: ...

    def first_parents(self, commit: str, limit: int) -> list[CommitInfo]:
        """The commit and its first-parent ancestors, newest first."""
        ...

    def merge_base(self, one: str, other: str) -> str | None: ...

    def own_commits(self, base: str, head: str, limit: int, *, in_part: bool = False) -> list[CommitInfo]:
        """Commits reachable from head and not from base, newest first, at most limit.

        Raises TooMuch for a huge one, unless what is at its beginning will do (`in_part`).
        """
        ...

    def changed_paths(
        self, one: str, other: str, *, most: int = MOST_PATHS
    ) -> dict[str, tuple[TreeEntry | None, TreeEntry | None]]:
        """path -> (before, after) between two commits, renames not detected.

        Raises TooMuch where more than `most` paths, folders among them, are otherwise.
        """
        ...

    def own_changes(self, commits: Sequence[tuple[str, Sequence[str]]], most: int) -> list[dict[str, TreeEntry | None]]:
        """For each (commit, other commits): path -> entry (None: removed) of what is like none of the others.

        Raises TooMuch where that is more than `most` paths in all, folders among them.
        """
        ...

    def difference(
        self, one: CommitInfo, other: CommitInfo, *, under: Sequence[str] = (), but: Sequence[str] = ()
    ) -> dict[str, TreeEntry | None]:
        """path -> entry (None: removed) of what is otherwise in the other commit; folders come with their slashes.

        Brings no blobs: the size of an entry is not to be relied on. Raises Unprocessable where nobody can read it.
        """
        ...

    def touched(
        self, commits: Sequence[CommitInfo], folders: Sequence[str], most: int, in_all: int
    ) -> Iterator[dict[str, dict[str, TreeEntry | None] | None]]:
        """For each commit but the first: folder -> what changed below it; None if that is more than `most`.

        It ends early where `in_all` is used up: what was not read by then is not told. So the time and memory it takes
        are bounded, whatever somebody has committed.
        """
        ...

    def sized(self, commits: Sequence[Mapping[str, TreeEntry | None]]) -> list[dict[str, TreeEntry | None]]:
        """The same with the sizes of what was found; what can be fetched is here afterwards, all in one fetch."""
        ...

    def is_ancestor(self, one: str, other: str) -> bool: ...

    def commit(self, parents: Sequence[str], changes: Mapping[str, str | None], message: str, time: int) -> str:
        """A new commit on the tree of the first parent with these files written (or removed: None). Same arguments, same id."""
        ...

    def push(self, old: str, new: str) -> None:
        """Moves `main` from old to new without force. Raises Moved or PushRefused."""
        ...
