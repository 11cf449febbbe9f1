"""A push: who may make it, what it may hold, and what it does to pull requests."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine.hub.accounts import Token
from engine.hub.git_http import Git
from engine.hub.ground import Answer, Ground

WORKFLOWS: Final = ".github/workflows"
FEW: Final = 3  # branches of a push that are looked up one by one
_LENGTH: Final = re.compile(rb"([0-9a-f]{4})")
_COMMAND: Final = re.compile(rb"[0-9a-f]{40} [0-9a-f]{40} (refs/[^\x00\n ]+)")


def receive(hub: Ground, name: str, git: Git, body: bytes, token: Token, serve: Callable[[], Answer]) -> Answer:
    """`serve` lets git take the push in; nobody else is answered meanwhile, so what is taken back was never seen."""
    named = _branches(body)
    before = _heads(git, named)
    answer = serve()
    after = _heads(git, named)
    moved = {branch: after[branch] for branch in named if before[branch] != after[branch]}
    workflow = None if "workflows" in token.scopes else _workflow(git, before, moved)
    if workflow is not None:
        for branch in moved:
            git.move(f"refs/heads/{branch}", before.get(branch))
        return rejected(
            body,
            f"refusing to allow a GitHub App to create or update workflow `{workflow}` without `workflows` permission",
        )
    for branch, new in moved.items():
        landed(hub, name, git, branch, new, token.account)
    return answer


def _workflow(git: Git, before: Mapping[str, str | None], moved: Mapping[str, str | None]) -> str | None:
    """The first workflow that these branches bring along, changed or new."""
    touched = (git.touches(before[branch], new, WORKFLOWS) for branch, new in moved.items() if new)
    return next((path for paths in touched for path in paths), None)


def landed(hub: Ground, name: str, git: Git, branch: str, new: str | None, actor: int) -> None:
    """Heads of pull requests follow their branches; what main reaches now is merged."""
    if new is not None:
        for thread in hub.model.pulls_from(name, branch):
            if git is not hub.git:
                hub.git.run("fetch", "--quiet", str(git.directory), new)
            hub.git.move(f"refs/pull/{thread.number}/head", new)
    hub.model.pushed(branch, new, hub.git.reaches, actor, name)


def rejected(body: bytes, words: str) -> Answer:
    """The server's own refusal of every reference of a push."""
    lines = [b"unpack ok\n", *(b"ng " + ref + b" " + words.encode() + b"\n" for ref in _named(body))]
    report = b"".join(_packet(line) for line in lines) + b"0000"
    banded = _packet(b"\x01" + report) + b"0000"
    sideband = b"side-band-64k" in body[:2_000]
    return 200, {"Content-Type": "application/x-git-receive-pack-result"}, banded if sideband else report


def _heads(git: Git, named: Sequence[str]) -> dict[str, str | None]:
    """The commits of these branches; of many, which anybody may name, git is asked at once."""
    if len(named) <= FEW:
        return {branch: git.head(branch) for branch in named}
    every = git.branches()
    return {branch: every.get(branch) for branch in named}


def _branches(body: bytes) -> list[str]:
    heads = b"refs/heads/"
    return [ref.removeprefix(heads).decode("utf-8", "replace") for ref in _named(body) if ref.startswith(heads)]


def _named(body: bytes) -> list[bytes]:
    """The references that a push is to move, each in a packet of its own before the first empty one."""
    found, at = [], 0
    while (length := _LENGTH.match(body, at)) and (size := int(length[1], 16)) > len(length[1]):
        if line := _COMMAND.match(body[at : size + at], len(length[1])):
            found.append(line[1])
        at += size
    return found


def _packet(data: bytes) -> bytes:
    return f"{len(data) + 4:04x}".encode() + data
