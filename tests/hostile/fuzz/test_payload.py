"""Payloads: any bytes are of a deletion or not, or refused; what is read of one can be written down."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine.forge.payload import BadPayload, deletion_of, read_pull_request
from engine.referee.ports import Deletion
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


def right(found: Deletion | None) -> None:
    repr(found).encode()
    if found is not None:
        assert 0 < found.comment.thread < 10**18
        f"{found.comment.body}{found.by and found.by.login}".encode()


@looked_at(150)
@given(
    st.one_of(
        events(),
        texts(PIECES).map(lambda t: t.encode("utf-8", "surrogatepass")),
        st.binary(max_size=60),
        values().map(lambda v: json.dumps(v).encode()),
    )
)
def test_any_bytes_are_of_a_deletion_or_not(data: bytes) -> None:
    try:
        right(deletion_of(data))
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
