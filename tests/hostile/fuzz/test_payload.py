"""Payloads: any bytes are a hint, or refused as none; what is read of one can be written down."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine.forge.payload import BadPayload, Hint, hint_of, read_pull_request
from tests.forge.fake_github import comment, issue, user
from tests.hostile.fuzz.looking import looked_at, texts, values

PIECES = [
    '{"',
    '":',
    '"',
    ",",
    "}",
    "[",
    "]",
    "issue",
    "comment",
    "number",
    "null",
    "1",
    "-1",
    "1e9",
    "true",
    "\\ud800",
    "\\u0000",
    "NaN",
    " ",
    '"a"',
    "{}",
]
EVENTS: list[dict[str, Any]] = [
    {"action": "created", "sender": user("bo", 8), "issue": issue(), "comment": comment()},
    {"action": "deleted", "sender": user("bo", 8), "issue": issue(), "comment": comment()},
    {"action": "opened", "sender": user("bo", 8), "issue": issue()},
    {
        "action": "opened",
        "sender": user("bo", 8),
        "pull_request": {**issue(14), "base": {"ref": "main"}, "pull_request": {}},
    },
    {"schedule": "23 * * * *"},
]
ODD = st.one_of(
    values(),
    st.sampled_from(
        [
            2**63,
            0,
            -1,
            "x" * 1_000,
            "\ud800",
            [],
            {},
            "2026-01-05T12:00:00Z",
            "9999-12-31T23:59:59Z",
            "0001-01-01",
            True,
        ]
    ),
)


@st.composite
def events(draw: st.DrawFn) -> bytes:
    """A real event with up to three of its members, at any depth, exchanged or gone."""
    event = json.loads(json.dumps(draw(st.sampled_from(EVENTS))))
    for _ in range(draw(st.integers(0, 3))):
        place = event
        while True:
            key = draw(st.sampled_from(sorted(place)))
            if not isinstance(place[key], dict) or not place[key] or draw(st.booleans()):
                break
            place = place[key]
        if draw(st.booleans()):
            place[key] = draw(ODD)
        elif len(place) > 1:
            del place[key]
    return json.dumps(event).encode()


def right(hint: Hint) -> None:
    assert hint.kind in ("issue_comment", "issues", "pull_request", "other")
    assert (hint.thread is None) == (hint.kind == "other")
    assert hint.thread is None or 0 < hint.thread < 10**18
    assert (hint.comment_id is not None) == (hint.kind == "issue_comment")
    assert hint.deleted is None or (hint.deleted.id, hint.deleted.thread) == (hint.comment_id, hint.thread)
    repr(hint).encode()
    for text in [*([hint.sender.login] if hint.sender else []), *([hint.deleted.body] if hint.deleted else [])]:
        text.encode()


@looked_at(150)
@given(
    st.one_of(
        events(),
        texts(PIECES).map(lambda t: t.encode("utf-8", "surrogatepass")),
        st.binary(max_size=60),
        values().map(lambda v: json.dumps(v).encode()),
    )
)
def test_any_bytes_are_a_hint_or_none(data: bytes) -> None:
    try:
        right(hint_of(data))
    except BadPayload as error:
        assert error.reason.strip() and "\n" not in error.reason


@looked_at(50)
@given(events())
def test_any_event_is_of_a_pull_request_or_not(data: bytes) -> None:
    place = Path("/dev/shm" if Path("/dev/shm").is_dir() else ".") / f"nomic-fuzz-{id(data)}.json"
    place.write_bytes(data)
    try:
        thread, base = read_pull_request(place)
        assert thread.number > 0 and base == str(base)
    except BadPayload as error:
        assert error.reason.strip()
    finally:
        place.unlink()
