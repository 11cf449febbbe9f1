"""GitHub's JSON -> the port's values. Everything is checked, for answers and event payloads alike are data of strangers."""

import re
from typing import Any, Literal

from engine.game.calendar import from_stamp
from engine.referee.ports import Account, Comment, Pull, Thread

Raw = dict[str, Any]

GHOST = "ghost"  # GitHub shows what deleted accounts wrote under this login
LARGEST = 10**18  # from here on no file of the game holds a number
LONE_SURROGATES = re.compile("[\ud800-\udfff]")  # JSON can carry them, UTF-8 cannot


class Malformed(ValueError):
    """JSON that has not the shape of GitHub's documentation; the text names the key."""


def member(raw: object, key: str) -> Any:
    if not isinstance(raw, dict):
        raise Malformed(f"a map with {key!r} expected, {type(raw).__name__} found")
    if key not in raw:
        raise Malformed(f"{key!r} is missing")
    return raw[key]


def whole(raw: object, key: str) -> int:
    """A number above 0 that the game can write down, as all of GitHub's ids and thread numbers are."""
    value = member(raw, key)
    if type(value) is not int or not 0 < value < LARGEST:
        raise Malformed(f"{key!r} is no positive number")
    return value


def text(raw: object, key: str) -> str:
    value = member(raw, key)
    if not isinstance(value, str):
        raise Malformed(f"{key!r} is no text")
    return LONE_SURROGATES.sub("\ufffd", value)


def text_or_empty(raw: object, key: str) -> str:
    """Also empty where the key is missing."""
    return "" if isinstance(raw, dict) and raw.get(key) is None else text(raw, key)


def body(raw: object) -> str:
    """Null where nothing was written. Where it is missing nobody knows what was: a vote is not taken back by that."""
    return "" if member(raw, "body") is None else text(raw, "body")


def moment(raw: object, key: str) -> int:
    """Seconds since the epoch (UTC) of a time like 2026-01-05T12:00:00Z."""
    written = text(raw, key)
    try:
        return from_stamp(written)
    except (ValueError, OverflowError) as error:
        raise Malformed(f"{key!r} is no time") from error


def items(raw: object, key: str) -> list[Any]:
    value = member(raw, key)
    if not isinstance(value, list):
        raise Malformed(f"{key!r} is no list")
    return value


def open_or_closed(raw: object) -> Literal["open", "closed"]:
    value = text(raw, "state")
    if value == "open":
        return "open"
    if value == "closed":
        return "closed"
    raise Malformed("'state' is neither open nor closed")


def account(raw: object) -> Account | None:
    """None for a deleted account."""
    if raw is None:
        return None
    login = text(raw, "login")
    if login == GHOST:
        return None
    return Account(id=whole(raw, "id"), login=login, bot=isinstance(raw, dict) and raw.get("type") == "Bot")


def association(raw: Raw) -> str:
    return text_or_empty(raw, "author_association") or "NONE"


def label(raw: object) -> str:
    return raw if isinstance(raw, str) else text(raw, "name")


def labels(raw: object) -> tuple[str, ...]:
    """All labels of a thread, as GitHub answers when one is added."""
    if not isinstance(raw, list):
        raise Malformed(f"a list of labels expected, {type(raw).__name__} found")
    return tuple(label(each) for each in raw)


def thread(raw: object) -> Thread:
    """An item of GitHub's issue lists; pull requests are issues with a `pull_request` key."""
    number = whole(raw, "number")
    assert isinstance(raw, dict)  # `whole` has seen to it
    pull = raw.get("pull_request")
    assignees = items(raw, "assignees") if raw.get("assignees") is not None else []
    return Thread(
        number=number,
        kind="issue" if pull is None else "pull",
        title=text(raw, "title"),
        body=body(raw),
        author=account(member(raw, "user")),
        association=association(raw),
        labels=tuple(label(each) for each in items(raw, "labels")),
        assignees=tuple(text(each, "login") for each in assignees),
        state=open_or_closed(raw),
        merged=isinstance(pull, dict) and pull.get("merged_at") is not None,
        created_at=moment(raw, "created_at"),
        updated_at=moment(raw, "updated_at"),
        closed_at=None if raw.get("closed_at") is None else moment(raw, "closed_at"),
    )


def comment(raw: object, number: int | None = None) -> Comment:
    """`number` is the thread's, if it is known; else it is read off `issue_url`."""
    identity = whole(raw, "id")
    assert isinstance(raw, dict)  # `whole` has seen to it
    return Comment(
        id=identity,
        thread=thread_of(raw) if number is None else number,
        author=account(member(raw, "user")),
        association=association(raw),
        body=body(raw),
        created_at=moment(raw, "created_at"),
        updated_at=moment(raw, "updated_at"),
    )


def thread_of(raw: Raw) -> int:
    last = text(raw, "issue_url").rpartition("/")[2]
    if not (last.isascii() and last.isdigit() and len(last) < 18):
        raise Malformed("'issue_url' ends in no number")
    return int(last)


def pull(raw: object) -> Pull:
    return Pull(
        number=whole(raw, "number"),
        base=text(member(raw, "base"), "ref"),
        head=_commit_id(member(raw, "head")),
        state=open_or_closed(raw),
        merged=member(raw, "merged") is True,
    )


def _commit_id(raw: object) -> str:
    value = text(raw, "sha")
    if not re.fullmatch(r"[0-9a-f]{40}", value):
        raise Malformed("'sha' is no commit id")
    return value
