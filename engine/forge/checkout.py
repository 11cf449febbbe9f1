"""A clone on this machine, read like the game's repository: its commits are brought into a copy, and it is left as it is."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from engine.forge.git_process import environment
from engine.forge.repository import GitRepository
from engine.referee.ports import ForgeError


class Checkout(GitRepository):
    """`root` is the clone's folder, `directory` the copy's place."""

    def __init__(self, root: Path, directory: Path) -> None:
        super().__init__(os.fspath(root.resolve()), directory)
        self._root = root.resolve()

    def bring(self, *names: str) -> list[str]:
        """The commits that these names (HEAD, origin/main ...) stand for there. Raises ForgeError."""
        shallow = self._ask_there("rev-parse", "--is-shallow-repository")
        if not shallow:
            raise ForgeError(f"{self._root} is no clone of a game.", "Run this in one, or give --root.")
        if shallow == "true":
            raise ForgeError("This clone holds only the newest commits.", "Bring the rest: `git fetch --unshallow`.")
        commits = [self._commit(name) for name in names]
        self._bring("this clone's commits", "origin", *dict.fromkeys(commits))
        return commits

    def subject(self, commit: str) -> str:
        """The first line of a commit's message."""
        return self.commit_info(commit).message.partition("\n")[0].strip()

    def _commit(self, name: str) -> str:
        found = self._ask_there("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
        if not found:
            raise ForgeError(f"There is no commit {name} in this clone.", "Bring it: `git fetch origin`.")
        return found.splitlines()[-1]

    def _ask_there(self, *arguments: str) -> str:
        """A question to git in the clone itself; empty if it has no answer."""
        done = subprocess.run(
            ["git", *arguments], cwd=self._root, env=environment(()), capture_output=True, text=True, check=False
        )
        return done.stdout.strip() if done.returncode == 0 else ""
