"""How a push ended, read from git's own words: landed, overtaken, refused, or nobody knows."""

import re
from typing import Literal

from engine.forge.git_process import Done

Outcome = Literal["landed", "moved", "refused", "unknown"]

OVERTAKEN = re.compile(
    r"fetch first|non-fast-forward|stale info|reference already exists|reference changed|failed to update ref|"
    r"cannot lock ref|failed to lock|incorrect old value|but expected|remote ref updated since checkout",
    re.IGNORECASE,
)
# The server's own trouble, told in the shape of a refusal. The reference may have moved all the same.
TROUBLE = re.compile(r"\(failure\)|\(internal server error\)|\(unpacker error\)", re.IGNORECASE)
TROUBLE_ALONG = "fatal error in commit_refs"
OBJECTS = re.compile(r"fsck error|pack exceeds", re.IGNORECASE)  # why an unpacker refuses what it will never take


def outcome(done: Done) -> tuple[Outcome, str]:
    """What `git push --porcelain` says of the one reference, and the server's words where it refused."""
    for line in done.out.decode("utf-8", "replace").splitlines():
        flag, _, rest = line.partition("\t")
        if flag == "!":
            return rejected(rest, done.err)
        if flag in (" ", "=", "*", "") and rest and done.code == 0:
            return "landed", ""
    return "unknown", ""


def rejected(summary: str, err: str) -> tuple[Outcome, str]:
    """`[rejected] (fetch first)`, `[remote rejected] (pre-receive hook declined)`, `[remote failure] (...)`.

    A server in trouble refuses nothing: its `[remote rejected] (failure)` says as little as a push that got no answer.
    """
    said = summary.partition("\t")[2] or summary
    if "[remote failure]" in said:
        return "unknown", ""
    if OVERTAKEN.search(said):
        return "moved", said
    if (TROUBLE.search(said) or TROUBLE_ALONG in err) and not OBJECTS.search(err):
        return "unknown", ""
    return "refused", server_words(said, err)


def server_words(said: str, err: str) -> str:
    """The reason behind the reference and the lines the server sent along, 1,000 characters at most."""
    reason = re.sub(r"^\[[a-z ]+\]\s*", "", said).strip("() ")
    lines = [line.removeprefix("remote:").strip() for line in err.splitlines() if line.startswith("remote:")]
    return "; ".join([reason, *(line for line in lines if line)])[:1000]
