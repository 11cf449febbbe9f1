"""Issues, pull requests and what hangs on them, as values the model changes."""

from dataclasses import dataclass, field


@dataclass
class Comment:
    id: int
    thread: int
    author: int
    body: str
    created_at: int
    updated_at: int
    reactions: dict[tuple[int, str], int] = field(default_factory=dict)
    is_as_written: bool = False  # nobody edited it, whatever it was touched for

    @property
    def edited_at(self) -> int | None:
        """When its text was last changed, if it ever was."""
        return None if self.is_as_written or self.updated_at == self.created_at else self.updated_at


@dataclass
class Pull:
    """The part of a thread that only pull requests have. `source` is the repository its head lies in."""

    base: str
    branch: str
    head: str
    source: str
    merged_at: int | None = None


@dataclass
class Review:
    """`state` as GitHub names it; `head` is the commit that was looked at."""

    id: int
    author: int
    body: str
    state: str
    head: str
    submitted_at: int


@dataclass
class Thread:
    number: int
    id: int
    author: int
    title: str
    body: str
    created_at: int
    updated_at: int
    state: str = "open"
    closed_at: int | None = None
    labels: list[str] = field(default_factory=list)
    assignees: list[int] = field(default_factory=list)
    pull: Pull | None = None
    edited_at: int | None = None  # when its text was last changed
    reviews: list[Review] = field(default_factory=list)


@dataclass(frozen=True)
class Status:
    id: int
    state: str
    context: str
    description: str
    created_at: int
