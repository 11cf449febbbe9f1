"""A clone on this machine, read like the game's repository: its commits are brought into a copy, and it is left as it is."""

import os
from pathlib import Path

from engine.forge.repository import GitRepository
from engine.forge.whole import ask, commit_called, must_be_whole
from engine.referee.ports import ForgeError


class Checkout(GitRepository):
    """`root` is the clone's folder, `directory` the copy's place."""

    def __init__(self, root: Path, directory: Path) -> None:
        super().__init__(os.fspath(root.resolve()), directory)
        self._root = root.resolve()

    def bring(self, *names: str) -> list[str]:
        """The commits that these names (HEAD, origin/main ...) stand for there; a copy that is broken is made anew. Raises ForgeError."""
        if not ask(self._root, "rev-parse", "--git-dir"):
            raise ForgeError(f"{self._root} is no clone of a game.", "Run this in one, or give --root.")
        must_be_whole(self._root)
        commits = [self._commit(name) for name in names]
        return self._healed(lambda: self._brought(commits))

    def _brought(self, commits: list[str]) -> list[str]:
        self._bring("this clone's commits", "origin", *dict.fromkeys(commits))
        return commits

    def subject(self, commit: str) -> str:
        """The first line of a commit's message."""
        return self.commit_info(commit).message.partition("\n")[0].strip()

    def _commit(self, name: str) -> str:
        found = commit_called(self._root, name)
        if not found:
            raise ForgeError(
                f"There is no commit {name} in this clone.",
                "Bring it: `git fetch origin`. Of a game that has no `origin` name the branch: `main`.",
            )
        return found
