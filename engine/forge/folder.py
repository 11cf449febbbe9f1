"""A game's folder on disk: its texts, its newest commit, and the repository on GitHub it belongs to."""

import contextlib
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from engine.forge.git_process import TooOld, environment, first_words, run
from engine.forge.plumbing import text
from engine.forge.whole import amiss, ask
from engine.referee.ports import Unreachable
from engine.store import journal
from engine.store.guard import YamlProblem
from engine.store.records import JOURNAL

MOVED: Final = "\n  kind: moved\n"
PATIENCE: Final = 120.0
FOLDERS: Final = ("rules", "state", ".github")

# A user may stand in it, as where whoever cloned has several accounts, or an organization its own; and SSH by way of port 443.
_GITHUB = re.compile(
    r"(?:https://(?:[^/@\s]+@)?|(?:ssh://)?[\w-]+@)(?:www\.|ssh\.)?github\.com(?::443)?[:/](?P<name>[\w.-]+/[\w.-]+?)(?:\.git)?/?",
    re.ASCII | re.IGNORECASE,
)


def texts(root: Path) -> dict[str, str]:
    """path -> text of the law, the state (without the journal) and what is in .github; other bytes become signs of doubt."""
    return {name: data.decode("utf-8", "replace") for name, data in _files(root)}


def no_texts(root: Path) -> list[str]:
    """The paths of those among them that are no UTF-8 text."""
    return [name for name, data in _files(root) if text(data) is None]


def _files(root: Path) -> Iterator[tuple[str, bytes]]:
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            name = path.relative_to(root).as_posix()
            if not name.startswith(JOURNAL) and (data := _content(path)) is not None:
                yield name, data


def _content(path: Path) -> bytes | None:
    """What git has of a file, None of what is none. Of a link that is the place it names: whoever could commit one would choose
    which file of this machine is read, where a token and a key are at hand."""
    if path.is_symlink():
        return os.fsencode(path.readlink())
    return path.read_bytes() if path.is_file() else None


def moved_at(root: Path) -> int:
    """What the game's clock said when it was moved here from a table, by its journal; 0 if it never was."""
    found = 0
    for path in sorted((root / JOURNAL).rglob("*.yaml")):
        day = (_content(path) or b"").decode("utf-8", "replace")
        if MOVED not in day:  # a text of somebody's never stands so far to the left
            continue
        with contextlib.suppress(YamlProblem):  # whoever proves the game says so, as of an entry that is none
            told = [entry.get("at") for entry in journal.entries(day) if entry.get("kind") == "moved"]
            found = max([found, *(at for at in told if isinstance(at, int))])
    return found


def readme(root: Path) -> str:
    """The text of the README; empty if there is none."""
    return (_content(root / "README.md") or b"").decode("utf-8", "replace")


def newest_commit(root: Path) -> str:
    """The commit checked out there; empty if it is no clone."""
    return _git(root, "rev-parse", "--verify", "--quiet", "HEAD")


def unreadable(root: Path) -> tuple[str, str] | None:
    """Why git cannot read the clone there, and what to do about it; both empty where it can, None where there is no clone.

    Asked of that very clone: of one that is broken git takes no notice, and looks for another in the folders above.
    """
    git = root / ".git"
    if not os.path.lexists(git):
        return None
    told = ["--work-tree", os.fspath(root), "status", "--porcelain", "--untracked-files=no"]
    try:
        done = run(told, git, environment((), GIT_NO_LAZY_FETCH="1", GIT_OPTIONAL_LOCKS="0"), timeout=PATIENCE)
    except TooOld as old:
        return old.cause, old.remedy
    except Unreachable:  # there is no git, or it takes its time
        return "", ""
    return (first_words(done.err), amiss(root.resolve(), done.err)) if done.code else ("", "")


def github_name(root: Path) -> str:
    """owner/name of the remote `origin`; empty if it is not on GitHub."""
    found = _GITHUB.fullmatch(_git(root, "config", "--get", "remote.origin.url"))
    return found["name"] if found else ""


def foreign_host(root: Path) -> str:
    """The host of the remote `origin`, as git has it; empty if it is GitHub's own, or a folder of this machine."""
    url = _git(root, "config", "--get", "remote.origin.url")
    try:
        host = (urlsplit(url).hostname or "") if "://" in url else url.partition("/")[0].rpartition(":")[0]
    except ValueError:
        host = url
    named = host.rpartition("@")[2].lower()
    return "" if named in ("github.com", "www.github.com", "ssh.github.com") else named


def altered(root: Path, trailer: str, paths: Sequence[str]) -> list[str] | None:
    """Which files below these paths are otherwise than the newest commit left them whose message has a line with this trailer.

    None where the clone does not reach so far back. `git pull` may have put that commit on the second line of a merge, where
    strangers' commits are, too, and their words: of the newest of each the one is taken that tells of less.
    """
    lines = (_made(root, trailer, "--first-parent"), _made(root, trailer, "--date-order"))
    found = [_git(root, "diff", "--name-only", "-z", made, "--", *paths).split("\0")[:-1] for made in lines if made]
    return min(found, key=len, default=None)


def _made(root: Path, trailer: str, order: str) -> str:
    """A forge that merges by hand puts a number into the first line, and copies below it what somebody else has written."""
    told = _git(root, "log", order, "--max-count=20", "--format=%H %s", "--extended-regexp", f"--grep=^{trailer}: ")
    return next((line.split()[0] for line in told.splitlines() if "#" not in line), "")


def uncommitted(root: Path, paths: Sequence[str]) -> list[str]:
    """Those of the paths that hold changes no commit has; none where there is no clone."""
    listed = _git(root, "status", "--porcelain", "-z", "--", *paths) if paths else ""
    return [line[3:] for line in listed.split("\0") if line]


def loose(root: Path) -> list[str]:
    """The paths of the game's files that the newest commit has otherwise or not at all; none where there is no clone."""
    asked = ("--no-renames", "--untracked-files=all", "--ignored=matching")
    listed = _git(root, "status", "--porcelain", "-z", *asked, "--", *FOLDERS, "proposals")
    return [line[3:] for line in listed.split("\0") if line]


def _git(root: Path, *arguments: str) -> str:
    """The answer of git in a folder; empty if it has none, or there is no git."""
    try:
        return ask(root, *arguments)
    except Unreachable:
        return ""
