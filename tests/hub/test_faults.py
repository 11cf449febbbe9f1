"""Faults on demand: each strikes as often as asked, where asked, and is counted."""

from __future__ import annotations

import pytest
import requests

from engine.hub.hub import Hub
from engine.hub.people import People


@pytest.fixture
def table(hub: Hub, people: People) -> str:
    """The address of the comments of a thread."""
    people.open_issue("ana", "The table")
    return f"{hub.address}/repos/{hub.full_name}/issues/1/comments"


def said(hub: Hub, url: str, timeout: float = 5) -> requests.Response:
    headers = {"Authorization": f"Bearer {hub.bot_token()}"}
    return requests.post(url, json={"body": "hello"}, headers=headers, timeout=timeout)


@pytest.mark.parametrize(
    ("fault", "status", "words"),
    [
        ("unauthorized", 401, "Bad credentials"),
        ("forbidden", 403, "not accessible by integration"),
        ("rate_limit", 403, "API rate limit exceeded"),
        ("secondary_limit", 429, "secondary rate limit"),
        ("bad_gateway", 502, "Server Error"),
    ],
)
def test_a_fault_is_githubs_answer_and_nothing_is_done(
    hub: Hub, table: str, fault: str, status: int, words: str
) -> None:
    hub.faults.strike(fault)
    answer = said(hub, table)
    assert answer.status_code == status
    assert words in answer.json()["message"]
    assert hub.model.comments == {}
    assert hub.faults.struck == {fault: 1}
    assert said(hub, table).status_code == 201


def test_the_limits_say_when_to_come_again(hub: Hub, table: str) -> None:
    hub.faults.strike("rate_limit")
    primary = said(hub, table).headers
    assert primary["X-RateLimit-Remaining"] == "0"
    assert int(primary["X-RateLimit-Reset"]) > hub.clock()
    hub.faults.strike("secondary_limit")
    assert int(said(hub, table).headers["Retry-After"]) >= 1


def test_a_lost_answer_hides_what_was_done(hub: Hub, table: str) -> None:
    hub.faults.strike("lost_answer")
    assert said(hub, table).status_code == 502
    assert [c.body for c in hub.model.comments.values()] == ["hello"]


def test_a_fault_waits_for_its_path_and_strikes_so_many_times(hub: Hub, table: str) -> None:
    hub.faults.strike("bad_gateway", 2, path="/comments")
    headers = {"Authorization": f"Bearer {hub.bot_token()}"}
    assert requests.get(f"{hub.address}/repos/{hub.full_name}", headers=headers, timeout=5).status_code == 200
    assert [said(hub, table).status_code for _ in range(3)] == [502, 502, 201]
    assert hub.faults.struck == {"bad_gateway": 2}


def test_an_answer_may_not_come_in_time(hub: Hub, table: str) -> None:
    hub.patience = 0.6
    hub.faults.strike("timeout")
    with pytest.raises(requests.Timeout):
        said(hub, table, timeout=0.2)
