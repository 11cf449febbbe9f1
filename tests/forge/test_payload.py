"""Event payloads come from strangers: read, or refused with a reason, and never a crash."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.forge.payload import MAX_BYTES, BadPayload, deletion_of, read_deletion, read_pull_request
from engine.referee.ports import Account, Comment, Deletion
from tests.forge.fake_github import NOW, comment, issue, user


def event(**more: Any) -> bytes:
    return json.dumps({"action": "created", "sender": user("bo", 8), **more}).encode()


BO = Account(8, "bo")


def test_a_deleted_comment_is_handed_on_whole_with_who_deleted_it(tmp_path: Path) -> None:
    (tmp_path / "event.json").write_bytes(event(action="deleted", issue=issue(), comment=comment()))
    gone = Comment(345, 12, Account(7, "ana"), "NONE", "yay", NOW, NOW)
    assert read_deletion(tmp_path / "event.json") == Deletion(gone, BO)


@pytest.mark.parametrize(
    "data",
    [
        event(issue=issue(), comment=comment()),
        event(action="deleted", issue=issue(13)),
        event(pull_request={"number": 14}, number=14),
        b'{"schedule": "17 * * * *"}',
        event(issue=None, comment=comment()),
        event(action=[], issue=issue(), comment=comment()),
    ],
)
def test_of_any_other_event_nothing_is_read(data: bytes) -> None:
    assert deletion_of(data) is None


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"null",
        b"not JSON",
        b"\xff\xfe\xfd",
        b'{"issue": NaN}',
        b'{"issue": ' + b"9" * 10_000 + b"}",
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b" " * (10 << 20),
        event(action="deleted", issue=None, comment=comment()),
        event(action="deleted", issue=issue(-1), comment=comment()),
        event(issue=issue(), comment={"id": 345}, action="deleted"),
        event(action="deleted", issue=issue(), comment=comment(id="345")),
        event(action="deleted", issue=issue(), comment=comment(id=2**70)),
        event(action="deleted", comment=comment()),
        event(action="deleted", issue=issue(), comment=comment(), sender="bo"),
        event(action="deleted", issue=issue(), comment=comment(), sender={"login": "bo", "id": True}),
    ],
    ids=lambda data: data[:30].decode("latin-1"),
)
def test_a_hostile_payload_is_refused_with_a_reason(data: bytes) -> None:
    with pytest.raises(BadPayload) as caught:
        deletion_of(data)
    assert caught.value.reason


def test_a_file_that_is_not_there_or_too_long_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadPayload, match="cannot be read"):
        read_deletion(tmp_path / "nowhere.json")
    (tmp_path / "long.json").write_bytes(b'{"a": "' + b"x" * MAX_BYTES + b'"}')
    with pytest.raises(BadPayload, match="longer"):
        read_deletion(tmp_path / "long.json")


KEYS = st.sampled_from(
    ["comment", "issue", "pull_request", "sender", "action", "id", "number", "user", "login", "body"]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=6),
    max_leaves=20,
)


@given(st.dictionaries(KEYS, VALUES, max_size=6))
def test_any_map_is_read_or_refused(raw: dict[str, Any]) -> None:
    try:
        found = deletion_of(json.dumps(raw).encode())
    except BadPayload as error:
        assert error.reason
    else:
        assert found is None or found.comment.thread > 0


def test_a_pull_request_is_read_with_the_branch_it_is_meant_for(tmp_path: Path) -> None:
    path = tmp_path / "event.json"
    path.write_bytes(event(pull_request={**issue(14), "base": {"ref": "old"}}, number=14))
    pull, base = read_pull_request(path)
    assert (pull.number, pull.title, base) == (14, issue(14)["title"], "old")


@pytest.mark.parametrize("content", [b"", b"{}", b"[]", b'{"pull_request": 1}', b'{"pull_request": {"number": 1}}'])
def test_what_is_no_pull_request_is_refused_with_a_reason(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "event.json"
    with pytest.raises(BadPayload):
        read_pull_request(path)
    path.write_bytes(content)
    with pytest.raises(BadPayload):
        read_pull_request(path)
