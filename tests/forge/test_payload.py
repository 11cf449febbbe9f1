"""Event payloads are hints from strangers: read, or refused with a reason, and never a crash."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.forge.payload import MAX_BYTES, BadPayload, Hint, hint_of, read_hint, read_pull_request
from engine.referee.ports import Account, Comment
from tests.forge.fake_github import NOW, comment, issue, user


def event(**more: Any) -> bytes:
    return json.dumps({"action": "created", "sender": user("bo", 8), **more}).encode()


BO = Account(8, "bo")


def test_a_comment_points_to_its_thread() -> None:
    assert hint_of(event(issue=issue(), comment=comment())) == Hint("issue_comment", 12, 345, None, BO)


def test_a_deleted_comment_is_handed_on_whole() -> None:
    hint = hint_of(event(action="deleted", issue=issue(), comment=comment()))
    assert hint.deleted == Comment(345, 12, Account(7, "ana"), "NONE", "yay", NOW, NOW)


def test_issues_and_pull_requests_point_to_themselves() -> None:
    assert hint_of(event(issue=issue(13))) == Hint("issues", 13, None, None, BO)
    assert hint_of(event(pull_request={"number": 14}, number=14)) == Hint("pull_request", 14, None, None, BO)


def test_a_schedule_points_nowhere(tmp_path: Path) -> None:
    (tmp_path / "event.json").write_text('{"schedule": "17 * * * *"}')
    assert read_hint(tmp_path / "event.json") == Hint("other", None, None, None, None)


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
        event(issue=None),
        event(issue=issue(-1)),
        event(issue=issue(), comment={"id": 345}, action="deleted"),
        event(issue=issue(), comment=comment(id="345")),
        event(issue=issue(), comment=comment(id=2**70)),
        event(issue=issue(), comment=comment(), action=None),
        event(comment=comment()),
        event(pull_request=[]),
        event(sender="bo"),
        event(sender={"login": "bo", "id": True}),
    ],
    ids=lambda data: data[:30].decode("latin-1"),
)
def test_a_hostile_payload_is_refused_with_a_reason(data: bytes) -> None:
    with pytest.raises(BadPayload) as caught:
        hint_of(data)
    assert caught.value.reason


def test_a_file_that_is_not_there_or_too_long_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadPayload, match="cannot be read"):
        read_hint(tmp_path / "nowhere.json")
    (tmp_path / "long.json").write_bytes(b'{"a": "' + b"x" * MAX_BYTES + b'"}')
    with pytest.raises(BadPayload, match="longer"):
        read_hint(tmp_path / "long.json")


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
        hint = hint_of(json.dumps(raw).encode())
    except BadPayload as error:
        assert error.reason
    else:
        assert hint.thread is None or hint.thread > 0


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
