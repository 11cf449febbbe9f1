"""Faults on demand: each strikes as often as asked, where asked, and is counted."""

from __future__ import annotations

import subprocess
from contextlib import suppress

import pytest
import requests

from tests.github.hub import Hub
from tests.github.people import People


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
        ("missing", 404, "Not Found"),
        ("gone", 410, "deleted"),
        ("conflict", 409, "Conflict"),
        ("invalid", 422, "Validation Failed"),
        ("server_error", 500, "Server Error"),
        ("bad_gateway", 502, "Server Error"),
        ("unavailable", 503, "Unavailable"),
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


@pytest.mark.parametrize(("fault", "times"), [("lost_answer", 1), ("late_answer", 1), ("cut", 1), ("doubled", 2)])
def test_what_happens_to_an_answer_hides_what_was_done(hub: Hub, table: str, fault: str, times: int) -> None:
    hub.patience = 0.6
    hub.faults.strike(fault)
    with suppress(requests.RequestException):
        assert said(hub, table, timeout=0.2).status_code == (201 if fault == "doubled" else 502)
    assert [c.body for c in hub.model.comments.values()] == ["hello"] * times


@pytest.mark.parametrize("fault", ["timeout", "dropped"])
def test_a_request_that_never_arrives_is_never_done(hub: Hub, table: str, fault: str) -> None:
    hub.patience = 0.4
    hub.faults.strike(fault)
    with pytest.raises(requests.RequestException):
        said(hub, table, timeout=0.2)
    assert said(hub, table).status_code == 201
    assert len(hub.model.comments) == 1


def test_somebody_elses_page_is_no_answer(hub: Hub, table: str) -> None:
    hub.faults.strike("garbage")
    assert said(hub, table).headers["Content-Type"] == "text/html"
    assert hub.model.comments == {}


def test_a_fault_may_spare_the_first_requests(hub: Hub, table: str) -> None:
    hub.faults.strike("bad_gateway", 2, after=1)
    assert [said(hub, table).status_code for _ in range(4)] == [201, 502, 502, 201]


@pytest.mark.parametrize("request_", ["GIT /info/refs?service=git-upload-pack", "GIT /git-upload-pack"])
def test_requests_of_git_are_struck_too(hub: Hub, request_: str) -> None:
    hub.faults.strike("unavailable", path=request_)
    command = ["git", "ls-remote", f"{hub.address}/{hub.full_name}"]
    done = [subprocess.run(command, capture_output=True, text=True, timeout=20) for _ in range(2)]
    assert [each.returncode == 0 for each in done] == [False, True]
    assert "503" in done[0].stderr


def test_a_fault_waits_for_its_path_and_strikes_so_many_times(hub: Hub, table: str) -> None:
    hub.faults.strike("bad_gateway", 2, path="/comments")
    headers = {"Authorization": f"Bearer {hub.bot_token()}"}
    assert requests.get(f"{hub.address}/repos/{hub.full_name}", headers=headers, timeout=5).status_code == 200
    assert [said(hub, table).status_code for _ in range(3)] == [502, 502, 201]
    assert hub.faults.struck == {"bad_gateway": 2}
