"""Who may do what: the rights of an account, and what its token adds to them or takes from them."""

from __future__ import annotations

from pathlib import Path

import pytest
import requests

from tests.github.hub import Hub
from tests.github.people import People
from tests.hub.test_git import Clone
from tests.hub.test_rest import post


def test_a_public_repository_is_read_without_a_token(hub: Hub) -> None:
    assert requests.get(f"{hub.address}/repos/{hub.full_name}", timeout=5).status_code == 200


def test_a_stranger_closes_no_issue_of_others(hub: Hub, people: People) -> None:
    people.open_issue("ana", "First")
    token = hub.token(people.join("zoe"))
    headers = {"Authorization": f"Bearer {token}"}
    url = f"{hub.address}/repos/{hub.full_name}/issues/1"
    assert requests.patch(url, json={"state": "closed"}, headers=headers, timeout=5).status_code == 403


def test_a_stranger_pushes_nothing_to_main(hub: Hub, people: People, tmp_path: Path) -> None:
    before = hub.git.head()
    clone = Clone(hub, tmp_path / "work", hub.token(people.join("zoe")))
    clone.commit("rules/two.md", "Two.\n")
    clone.run("push", "origin", "HEAD:main", check=False)
    assert hub.git.head() == before


def test_the_workflows_token_pushes_no_workflow(hub: Hub, tmp_path: Path) -> None:
    before = hub.git.head()
    clone = Clone(hub, tmp_path / "work", hub.bot_token())
    clone.commit(".github/workflows/own.yml", "on: push\n")
    clone.run("push", "origin", "HEAD:main", check=False)
    assert hub.git.head() == before


def test_without_a_token_nothing_is_written_and_nobody_is_anybody(hub: Hub, people: People) -> None:
    people.open_issue("ana", "First")
    url = f"{hub.address}/repos/{hub.full_name}/issues/1/comments"
    assert requests.post(url, json={"body": "hello"}, timeout=5).status_code == 401
    assert requests.get(f"{hub.address}/user", timeout=5).status_code == 401
    assert hub.model.comments == {}


def test_a_token_that_is_none_reads_nothing(hub: Hub) -> None:
    headers = {"Authorization": "Bearer wrong"}
    url = f"{hub.address}/repos/{hub.full_name}"
    assert requests.get(url, headers=headers, timeout=5).status_code == 401


def test_who_opened_an_issue_may_change_it(hub: Hub, people: People) -> None:
    people.open_issue("ana", "First")
    headers = {"Authorization": f"Bearer {hub.token(people.join('ana'))}"}
    url = f"{hub.address}/repos/{hub.full_name}/issues/1"
    assert requests.patch(url, json={"state": "closed"}, headers=headers, timeout=5).status_code == 200


@pytest.mark.parametrize(
    ("path", "body", "least"),
    [
        ("issues/1/labels", {"labels": ["mine"]}, "triage"),
        ("statuses/HEAD", {"state": "success", "context": "x"}, "write"),
    ],
)
def test_labels_and_statuses_need_a_role(
    hub: Hub, people: People, path: str, body: dict[str, object], least: str
) -> None:
    people.open_issue("ana", "First")
    there = path.replace("HEAD", hub.git.head() or "")
    assert post(hub, there, hub.token(people.join("zoe")), **body).status_code == 403
    assert post(hub, there, hub.token(people.join("cy", least)), **body).status_code in (200, 201)


def test_a_refused_workflow_is_told_and_other_files_pass(hub: Hub, tmp_path: Path) -> None:
    clone = Clone(hub, tmp_path / "work", hub.bot_token())
    clone.commit(".github/workflows/own.yml", "on: push\n")
    done = clone.run("push", "--porcelain", "origin", "HEAD:main", "HEAD:refs/heads/side", check=False)
    assert "`.github/workflows/own.yml` without `workflows` permission" in done.stdout
    assert sorted(hub.git.branches()) == ["main"]
    clone.run("reset", "--quiet", "--hard", "HEAD~1")
    clone.commit("notes.txt", "x\n")
    clone.run("push", "--quiet", "origin", "HEAD:main")
    assert hub.git.file("main", "notes.txt") == "x"


def test_the_owner_may_change_workflows(hub: Hub, people: People, tmp_path: Path) -> None:
    clone = Clone(hub, tmp_path / "work", hub.token(people.join("commons")))
    made = clone.commit(".github/workflows/own.yml", "on: push\n")
    clone.run("push", "--quiet", "origin", "HEAD:main")
    assert hub.git.head() == made
