"""What a pull request would change, for its page: text is shown as text, and of everything else that it is there."""

from collections.abc import Iterator
from subprocess import CalledProcessError
from typing import Any, Final

from engine.hub import spans
from engine.hub.git_http import Git
from engine.hub.threads import Pull
from engine.site import differences
from engine.store import rulefile

MOST: Final = 20  # files
EMPTY: Final = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"  # git's name for no files at all


def changes(git: Git, pull: Pull) -> list[dict[str, Any]] | None:
    """Against where it left its base, by file; None where there are more than could be compared. Strangers make pull requests:
    nothing that they hold is in the way of the page.
    """
    base = _left(git, pull)
    if base == pull.head and pull.merged_at is not None:  # it was pushed to its base, and not merged
        base = f"{pull.head}^"
    if git.is_endless(base) or git.is_endless(pull.head):
        return None
    listed = git.run("diff", "--name-only", "--no-renames", "-z", base, pull.head).split("\0")
    paths = [path for path in listed if path][:MOST]
    before, after = (dict(_texts(git, commit, paths)) for commit in (base, pull.head))
    return differences.differences(before, {path: after.get(path) for path in paths})


def _left(git: Git, pull: Pull) -> str:
    """The commit that it has in common with its base, or with main where its base is gone; nothing where there is none."""
    for branch in (pull.base, "main"):
        try:
            return spans.left(git, branch, pull.head)
        except CalledProcessError:
            continue
    return EMPTY


def _texts(git: Git, commit: str, paths: list[str]) -> Iterator[tuple[str, str]]:
    """Path and text of each file that is there; in place of what is none, or is too much, a word that says so."""
    if not paths:
        return
    listed = git.run("--literal-pathspecs", "ls-tree", "-r", "-l", "-z", commit, "--", *paths).split("\0")
    for facts, _, path in (line.partition("\t") for line in listed if line):
        mode, _, name, size = facts.split()
        if mode not in ("100644", "100755"):
            yield path, "This is no file, and is not shown."
        elif int(size) > rulefile.LONGEST:
            yield path, f"This has {size} bytes, and is not shown."
        else:
            text = git.blob(name).decode("utf-8", "replace")
            yield path, "This is no text, and is not shown." if "\0" in text else text
