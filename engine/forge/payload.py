"""The event that started a run: what lists never tell is read of it, and nothing else, since it is no record of what happened."""

import json
from pathlib import Path
from typing import NoReturn

from engine.forge import shapes
from engine.forge.shapes import Malformed, Raw
from engine.referee.ports import Deletion, Thread

MAX_BYTES = 4 * 1024 * 1024  # the longest real payload of these events is a tenth of it


class BadPayload(ValueError):
    """The payload is not what GitHub sends; the pass goes on without it."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def read_deletion(path: Path) -> Deletion | None:
    """The deletion that the file at GITHUB_EVENT_PATH tells of, if it is of one. Raises BadPayload."""
    return deletion_of(_read(path))


def _read(path: Path) -> bytes:
    """As much as shows whether it is too long. Raises BadPayload."""
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise BadPayload(f"the file cannot be read ({error.strerror})") from error


def deletion_of(data: bytes) -> Deletion | None:
    """A comment that was deleted, and by whom; None for every other event, of which the lists tell. Raises BadPayload."""
    event = parsed(data)
    if event.get("action") != "deleted" or "comment" not in event:
        return None
    try:
        number = shapes.whole(shapes.member(event, "issue"), "number")
        return Deletion(shapes.comment(event["comment"], number), shapes.account(event.get("sender")))
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
