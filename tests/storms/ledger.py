"""What people did, written down as they did it: the oracle's own knowledge, which nothing of the engine ever touched."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Said:
    """A comment by its id: who (account id), where, and every text it had, with the moment of each."""

    id: int
    author: int
    thread: int
    versions: list[tuple[int, str]]
    deleted_at: int | None = None

    @property
    def text(self) -> str:
        return self.versions[-1][1]

    @property
    def at(self) -> int:
        """When it got the text it has."""
        return self.versions[-1][0]


@dataclass
class Proposed:
    """A pull request: its author (account id), and from when on which head, with what it changes (path -> base, head)."""

    thread: int
    author: int
    heads: list[tuple[int, str]]
    changes: dict[str, tuple[str | None, str | None]]
    moves: list[int] = field(default_factory=list)  # when what is voted on changed

    def moved_before(self, moment: int) -> int:
        """The last time until then that what is voted on changed; 0 for never."""
        return max((at for at in self.moves if at <= moment), default=0)


@dataclass
class Ledger:
    comments: dict[int, Said] = field(default_factory=dict)
    proposals: dict[int, Proposed] = field(default_factory=dict)
    issues: dict[int, str] = field(default_factory=dict)
    labels: dict[int, set[str]] = field(default_factory=dict)
    touched: dict[int, list[int]] = field(default_factory=dict)  # when a thread was touched by what leaves no comment
    by_hand: list[tuple[str, frozenset[str]]] = field(default_factory=list)
    forged: list[str] = field(default_factory=list)  # commits that say they are the engine's
    gone: set[int] = field(default_factory=set)
    elsewhere: set[int] = field(default_factory=set)  # threads that were transferred

    def touch(self, thread: int, moment: int) -> None:
        self.touched.setdefault(thread, []).append(moment)

    def in_thread(self, number: int) -> list[Said]:
        return [said for said in self.comments.values() if said.thread == number]

    def by(self, author: int) -> list[Said]:
        return [said for said in self.comments.values() if said.author == author]
