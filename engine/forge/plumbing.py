"""The words of git's plumbing, written and read: names, commits, references. No process is started here."""

import re
from collections.abc import Iterable, Sequence
from itertools import takewhile

from engine.referee.ports import CommitInfo

DIGITS = 40  # of an id
COMMIT_ID = re.compile(rf"[0-9a-f]{{{DIGITS}}}")
_HEX = re.compile(r"[0-9a-f]*")
SUBMODULE = "160000"
PERSON = re.compile(rb"(.*) (-?\d{1,15}) [+-]\d{1,6}")
BAD_NAMES = ("", ".", "..", ".git")

Listed = tuple[str, str]  # mode, object id


def checked_id(commit: str) -> str:
    """Ids go to the command line: nothing else may."""
    if not COMMIT_ID.fullmatch(commit):
        raise ValueError(f"not a commit id: {commit[:60]!r}")
    return commit


def checked_ids(ids: Iterable[str]) -> list[str]:
    """The same of many, each once: they may be ten thousand, and are looked at together."""
    found = [*dict.fromkeys(ids)]
    if {*map(len, found)} <= {DIGITS} and _HEX.fullmatch("".join(found)):
        return found
    return [*map(checked_id, found)]


def name(raw: bytes) -> str:
    """File names are bytes; those that are not UTF-8 survive as surrogate escapes."""
    return raw.decode("utf-8", "surrogateescape")


def names(raws: Sequence[bytes]) -> list[str]:
    """The same of many: they may be ten thousand, and are read together, as none holds what stands between them."""
    return name(b"\0".join(raws)).split("\0") if raws else []


def text(raw: bytes) -> str | None:
    """What a file says; None where it is no UTF-8."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return None


def read_commit(sha: str, content: bytes) -> CommitInfo:
    """A commit object. `time` is the committer's, `author` is `Name <address>`; strange bytes become U+FFFD.

    Its parents stand right below its tree: what calls itself one further down is none to git, and may name anything.
    Of one that was read in part the last line of its head may be half a line.
    """
    head, _, message = content.partition(b"\n\n")
    lines = [line.partition(b" ") for line in head.split(b"\n") if not line.startswith(b" ")]
    facts = {key: value for key, _, value in reversed(lines)}
    parents = [value for _, _, value in takewhile(lambda line: line[0] == b"parent", lines[1:])]
    author, _ = person(facts.get(b"author", b""))
    _, time = person(facts.get(b"committer", b""))
    return CommitInfo(
        sha=sha,
        parents=tuple(value.decode().lower() for value in parents if len(value) == DIGITS),
        tree=facts[b"tree"].decode().lower(),
        time=time,
        author=author,
        message=message.decode("utf-8", "replace"),
        encoding=b" ".join(value for key, _, value in lines if key == b"encoding").decode("utf-8", "replace"),
    )


def person(line: bytes) -> tuple[str, int]:
    """("Name <address>", seconds); 0 where a broken commit has no time."""
    match = PERSON.fullmatch(line)
    if match is None:
        return line.decode("utf-8", "replace"), 0
    return match[1].decode("utf-8", "replace"), int(match[2])


def checked_path(path: str) -> bytes:
    """A path as git wants it. Raises ValueError for one that could leave the tree or reach into .git."""
    parts = path.split("/")
    if "\0" in path or any(part.lower() in BAD_NAMES for part in parts):
        raise ValueError(f"not a path for a commit: {path[:100]!r}")
    return path.encode("utf-8", "surrogateescape")


def quoted(path: bytes) -> bytes:
    """C-style, as fast-import reads it."""
    escaped = path.replace(b"\\", b"\\\\").replace(b'"', b'\\"').replace(b"\n", b"\\n")
    return b'"' + escaped + b'"'


def read_pull_heads(out: str) -> dict[int, str]:
    """number -> commit of `git ls-remote`."""
    found = re.finditer(r"^([0-9a-f]{40})\trefs/pull/([1-9][0-9]{0,15})/head$", out, re.MULTILINE)
    return {int(match[2]): match[1] for match in found}


def read_head(out: str, ref: str) -> str | None:
    """The commit of one reference in the output of `git ls-remote`."""
    found = (line.split("\t") for line in out.splitlines())
    return next((fields[0] for fields in found if fields[1:] == [ref]), None)
