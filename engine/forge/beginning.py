"""A new repository on disk with its first commit; nothing of the machine's own git settings gets into it."""

import os
from collections.abc import Mapping
from pathlib import Path

from engine.forge.building import IDENTITY
from engine.forge.git_process import environment, first_words, run
from engine.referee.ports import ForgeError

TIMEOUT = 60.0


def begin(folder: Path, files: Mapping[str, str], message: str, time: int) -> None:
    """Writes the files into the folder and commits them on `main`. Raises ForgeError if git cannot."""
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8", newline="\n")
    _git(folder, "init", "--quiet", "--initial-branch=main", "--template=")
    _git(folder, "--work-tree", os.fspath(folder), "add", "--all", "--force")
    _git(folder, "--work-tree", os.fspath(folder), "commit", "--quiet", "--no-verify", "-m", message, time=time)


def _git(folder: Path, *arguments: str, time: int = 0) -> None:
    name, _, address = IDENTITY.removesuffix(">").partition(" <")
    who = {
        f"GIT_{role}_{part}": value for role in ("AUTHOR", "COMMITTER") for part, value in _person(name, address, time)
    }
    done = run(arguments, folder / ".git", environment((), **who), timeout=TIMEOUT)
    if done.code != 0:
        raise ForgeError(
            f"git could not make the repository: {first_words(done.err)}",
            f"Look at {folder}, and try again in another folder.",
        )


def _person(name: str, address: str, time: int) -> tuple[tuple[str, str], ...]:
    return ("NAME", name), ("EMAIL", address), ("DATE", f"{time} +0000")
