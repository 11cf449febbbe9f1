"""What is told of a merged pull request whose commits are nowhere to be found, by the branch it says it was merged into."""

from __future__ import annotations

from typing import Any

import pytest

from engine.referee.commits import newest
from engine.referee.intake import swept
from engine.referee.ports import CommitInfo, ForgeError, Gone, Pull, Unreachable


class Squashed:
    """A repository that has not the head: what was squashed is in no line of main."""

    def is_ancestor(self, one: str, other: str) -> bool:
        raise Gone(f"{one} is not here")


class Forge:
    def __init__(self, base: str | ForgeError, others: ForgeError | None = None) -> None:
        self.base, self.others = base, others

    def pull(self, number: int) -> Pull:
        if isinstance(self.base, ForgeError):
            raise self.base
        return Pull(number, self.base, "h", "closed", True)

    def server_time(self) -> int:
        return 0

    def threads_since(self, since: int | None) -> list[Any]:
        if self.others is not None:
            raise self.others
        return []


def how(forge: Forge) -> Any:
    return swept.how(Squashed(), forge, "m", 5, "h")  # type: ignore[arg-type]


def test_what_was_squashed_into_main_was_meant_and_into_another_branch_it_is_elsewhere() -> None:
    assert how(Forge("main")) == {}
    assert how(Forge("songs")) == {"elsewhere": True}


def test_where_the_branch_alone_cannot_be_told_it_was_main_and_where_nothing_is_told_the_pass_waits() -> None:
    assert how(Forge(Unreachable("502"))) == how(Forge(Gone("404"))) == {}
    with pytest.raises(Unreachable, match="502"):
        how(Forge(Unreachable("502"), Unreachable("503")))


@pytest.mark.parametrize("first", range(1, 7))
def test_of_the_commits_of_main_that_hold_a_head_the_first_has_brought_it(
    monkeypatch: pytest.MonkeyPatch, first: int
) -> None:
    """However long main has gone on since, and however much of it is read at once."""
    shas = [str(number) for number in range(6, 0, -1)]  # the newest first

    class Main:
        def is_ancestor(self, one: str, other: str) -> bool:
            return int(other) >= first

    line = [CommitInfo(sha, (), "t", 0, "", "") for sha in shas]
    monkeypatch.setattr(newest, "lines", lambda *_: (line[:end] for end in (2, 4, 6)))
    found = swept._brought_by(Main(), "6", "h")  # type: ignore[arg-type]
    assert found is not None and found.sha == str(first)
