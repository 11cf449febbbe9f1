"""The event that started a run, read as a hint of where something happened; it is never the record of what happened."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NoReturn

from engine.forge import shapes
from engine.forge.shapes import Malformed, Raw
from engine.referee.ports import Account, Comment, Thread

MAX_BYTES = 4 * 1024 * 1024  # the longest real payload of these events is a tenth of it


class BadPayload(ValueError):
    """The payload is not what GitHub sends; the pass goes on without a hint."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Hint:
    """`deleted` is the comment as it was when someone deleted it: no list of GitHub's shows it any more."""

    kind: Literal["issue_comment", "issues", "pull_request", "other"]
    thread: int | None
    comment_id: int | None
    deleted: Comment | None
    sender: Account | None


def read_hint(path: Path) -> Hint:
    """The hint in the file at GITHUB_EVENT_PATH. Raises BadPayload."""
    return hint_of(_read(path))


def _read(path: Path) -> bytes:
    """As much as shows whether it is too long. Raises BadPayload."""
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise BadPayload(f"the file cannot be read ({error.strerror})") from error


def hint_of(data: bytes) -> Hint:
    """Schedules, dispatches and whatever names no thread are of kind "other". Raises BadPayload."""
    event = parsed(data)
    try:
        sender = shapes.account(event.get("sender"))
        for key, read in READERS:
            if key in event:
                return read(event, sender)
        return Hint("other", None, None, None, sender)
    except Malformed as error:
        raise BadPayload(str(error)) from error


def parsed(data: bytes) -> Raw:
    if len(data) > MAX_BYTES:
        raise BadPayload(f"longer than {MAX_BYTES} bytes")
    try:
        event = json.loads(data, parse_constant=no_number)
    except RecursionError as error:
        raise BadPayload("nested too deeply") from error
    except ValueError as error:  # UnicodeDecodeError is one
        raise BadPayload("not JSON") from error
    if not isinstance(event, dict):
        raise BadPayload("not a map")
    return event


def no_number(name: str) -> NoReturn:
    raise ValueError(name)


def read_pull_request(path: Path) -> tuple[Thread, str]:
    """The pull request a run of `pull_request` is about, and the branch it is meant for. Raises BadPayload."""
    pull = parsed(_read(path)).get("pull_request")
    if pull is None:
        raise BadPayload("no pull request")
    try:
        return shapes.thread(pull), shapes.text(shapes.member(pull, "base"), "ref")
    except Malformed as error:
        raise BadPayload(str(error)) from error


def comment_hint(event: Raw, sender: Account | None) -> Hint:
    """Only of a deleted comment is all needed: the others are read from the lists."""
    number = shapes.whole(shapes.member(event, "issue"), "number")
    comment = event["comment"]
    deleted = shapes.comment(comment, number) if shapes.text(event, "action") == "deleted" else None
    return Hint("issue_comment", number, shapes.whole(comment, "id"), deleted, sender)


def issue_hint(event: Raw, sender: Account | None) -> Hint:
    return Hint("issues", shapes.whole(event["issue"], "number"), None, None, sender)


def pull_hint(event: Raw, sender: Account | None) -> Hint:
    return Hint("pull_request", shapes.whole(event["pull_request"], "number"), None, None, sender)


READERS: tuple[tuple[str, Callable[[Raw, Account | None], Hint]], ...] = (
    ("comment", comment_hint),  # before "issue", which such an event has too
    ("pull_request", pull_hint),
    ("issue", issue_hint),
)
