"""Whether a git folder is as the hub or the judge left it: settings and hooks of another's may run programs of theirs."""

import os
import re
import shlex
from pathlib import Path
from typing import Final

from engine.store.told import Told

_SECTION: Final = re.compile(
    r'\[(core|http|uploadpack|receive|gc|extensions|user|(remote|branch) "[^"\\\x00-\x1f]*")\]'
)
_SETTING: Final = re.compile(
    r"(repositoryformatversion|filemode|bare|ignorecase|precomposeunicode|symlinks|logallrefupdates|bigfilethreshold"
    r"|receivepack|allowfilter|allowanysha1inwant|hiderefs|autodetach|pruneexpire|objectformat|refstorage"
    r"|promisor|partialclonefilter|url|pushurl|fetch|push|mirror|merge|remote|rebase|name|email"
    r"|gh-resolved|vscode-merge-base|github-pr-owner-number) = [^\\\"#;\x00-\x1f]*",
    re.IGNORECASE,
)


class Strange(Told):
    """A git folder at a table that no game made: git might run what its settings name."""

    def __init__(self, place: Path, what: str) -> None:
        super().__init__(
            f"No game of this engine's left `{place}` like that: {what}. Git may run programs that are named there.",
            "Take that out if it is yours; if you got the folder from somebody, ask for it, and do not use git in it.",
        )


class OfAnother(Told):
    """A git folder at a table that belongs to another user of the machine."""

    def __init__(self, place: Path) -> None:
        super().__init__(
            f"`{place}` belongs to another user of this machine, and git reads no folder of another's.",
            f'Take the game over, with all that lies beside it: `chown -R "$(id -u)" {shlex.quote(str(place.parent))}`.',
        )


def must_be_mine(git: Path) -> None:
    """Raises OfAnother where git would refuse: a table that was opened all the same would answer each page with that."""
    if git.stat().st_uid != os.geteuid():
        raise OfAnother(git)


def must_be_ours(git: Path) -> None:
    """Raises Strange. Reads files alone: git is not asked, since it would go by these settings."""
    if (git / "commondir").exists():
        raise Strange(git, "it has a file `commondir`")
    hooks = [each.name for each in sorted(git.glob("hooks/*")) if each.suffix != ".sample"]
    if hooks:
        raise Strange(git, f"it has a hook, {hooks[0]!r}")
    settings = git / "config"
    if not settings.is_file():  # git was stopped while it made the folder, and makes it again
        return
    for number, line in enumerate(settings.read_text(encoding="utf-8", errors="replace").split("\n"), 1):
        word = line.strip(" \t")
        if word and not _SECTION.fullmatch(word) and not _SETTING.fullmatch(word):
            raise Strange(settings, f"line {number} is {word[:80]!r}")
