"""Whether a clone on this machine holds all there is: what is missing in it git would look for without an end."""

import re
import subprocess
from pathlib import Path
from typing import Final

from engine.forge.git_process import environment
from engine.referee.ports import ForgeError

PLACES: Final = ("refs/heads/", "refs/remotes/", "")  # where a name is looked for: git itself would begin with tags
LIKE_AN_ID: Final = re.compile(r"[0-9a-fA-F]{7,64}")


def ask(root: Path, *arguments: str) -> str:
    """A question to git in the clone itself; empty if it has no answer."""
    done = subprocess.run(
        ["git", *arguments],
        cwd=root,
        env=environment((), GIT_NO_LAZY_FETCH="1"),
        capture_output=True,
        encoding="utf-8",
        errors="surrogateescape",  # names of files are bytes
        check=False,
    )
    return done.stdout.rstrip("\n") if done.returncode == 0 else ""


def commit_called(root: Path, name: str) -> str:
    """The id of the commit that a name (HEAD, main~2, the first digits of an id) stands for there; empty if none does.

    What reads like an id is one, and what reads like a branch is that, here or on the server: git would rather take a tag of that
    name, and whoever may push makes those.
    """
    if LIKE_AN_ID.fullmatch(name):
        begun = ask(root, "rev-parse", f"--disambiguate={name}").split()
        commits = [each for each in begun if ask(root, "cat-file", "-t", each) == "commit"]
        return commits[0] if len(commits) == 1 else ""
    for place in PLACES:
        found = ask(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{place}{name}^{{commit}}")
        if found:
            return found.splitlines()[-1]
    return ""


def must_be_whole(root: Path) -> None:
    """Raises ForgeError for a clone made with `--depth` or `--filter`; says nothing where there is none at all."""
    if ask(root, "rev-parse", "--is-shallow-repository") == "true":
        raise ForgeError("This clone holds only the newest commits.", "Bring the rest: `git fetch --unshallow`.")
    partial = ask(root, "config", "--bool", "--get-regexp", r"^remote\..*\.promisor$")
    if any(line.endswith(" true") for line in partial.splitlines()):
        raise ForgeError("This clone holds only some of its files.", "Clone the game anew, without `--filter`.")


def amiss(place: object, told: str = "") -> str:
    """What to do about a repository on this machine that git cannot read, by what it told of it."""
    if "dubious ownership" in told:
        return f"It belongs to another user of this machine: clone it as yourself, or `chown -R` makes {place} yours."
    return f"`git fsck` in {place} says what is amiss; restore it, or clone the game anew."
