"""What a pull request brings is the same before and after it was merged, as on GitHub: files, commits, and its page at a table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from github.Repository import Repository

from engine.hub.git_http import Git
from engine.hub.threads import Pull
from engine.table import compared
from tests.github.hub import Hub


def merged(git: Git, parents: list[str], who: str = "nomic") -> str:
    made = git.commit(parents, {"state.md": "Told.\n"}, "It is law", who, 9)
    git.move("refs/heads/main", made)
    return made


def two_commits(git: Git) -> tuple[str, str]:
    """Main, which has gone on, and a branch of two commits, the second of which brings main along."""
    began = git.commit([], {"one.md": "One.\n", "two.md": "Two.\n"}, "Begin", "ana", 1)
    first = git.commit([began], {"one.md": "Uno.\n"}, "First", "bo", 2)
    main = git.commit([began], {"state.md": "So it is.\n"}, "Go on", "nomic", 3)
    along = git.commit([first, main], {"state.md": "So it is.\n"}, "Bring main along", "bo", 4)
    git.move("refs/heads/main", main)
    return main, git.commit([along], {"two.md": "Due.\n"}, "Second", "bo", 5)


def shown(git: Git, pull: Pull) -> list[str]:
    return [str(change["path"]) for change in compared.changes(git, pull) or []]


def test_the_page_of_what_was_merged_shows_all_of_its_commits(tmp_path: Path) -> None:
    """Only what the last of them did was shown: of one that brings main along, what main had done."""
    git = Git(tmp_path / "some.git")
    main, head = two_commits(git)
    pull = Pull("main", "bo-1", head, "ana/game")
    assert shown(git, pull) == ["one.md", "two.md"]
    merged(git, [merged(git, [main, head]), git.commit([main], {"three.md": "Tre.\n"}, "Another", "cy", 6)])
    pull.merged_at = 9
    assert shown(git, pull) == ["one.md", "two.md"]


def test_so_does_that_of_what_came_along_with_another(tmp_path: Path) -> None:
    git = Git(tmp_path / "some.git")
    main, head = two_commits(git)
    merged(git, [main, git.commit([head], {"three.md": "Tre.\n"}, "On top of it", "cy", 6)])
    assert shown(git, Pull("main", "bo-1", head, "ana/game", merged_at=9)) == ["one.md", "two.md"]


def test_what_was_pushed_to_main_shows_its_last_commit(tmp_path: Path) -> None:
    git = Git(tmp_path / "some.git")
    _, head = two_commits(git)
    git.move("refs/heads/main", head)
    assert shown(git, Pull("main", "bo-1", head, "ana/game", merged_at=9)) == ["two.md"]
    assert shown(git, Pull("main", "bo-1", head, "ana/game")) == []


def test_files_and_commits_are_listed_of_what_was_merged(hub: Hub, seen_by: Callable[..., Repository]) -> None:
    main, git = hub.git.head() or "", hub.git
    first = git.commit([main], {"rules/one.md": "Uno.\n"}, "First", "bo", 2)
    head = git.commit([first], {"rules/two.md": "Due.\n"}, "Second", "bo", 3)
    git.move("refs/heads/bo-1", head)
    pull = seen_by().create_pull("main", "bo-1", title="Numbers")
    merged(git, [main, head])
    assert [file.filename for file in pull.get_files()] == ["rules/one.md", "rules/two.md"]
    assert [commit.sha for commit in pull.get_commits()] == [first, head]
