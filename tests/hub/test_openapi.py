"""The hub's answers against GitHub's own description of its REST interface, which is fetched and never committed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import requests
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from tests.github.hub import Hub
from tests.github.people import People

REPO = "/repos/{owner}/{repo}"
ISSUE = f"{REPO}/issues/{{issue_number}}"
COMMENT = f"{REPO}/issues/comments/{{comment_id}}"
Json = Any


@pytest.fixture(scope="session")
def problems(description: Json) -> Callable[[str, str, int, Json], list[str]]:
    schemas = {"components": {"schemas": {n: rooted(s) for n, s in description["components"]["schemas"].items()}}}
    registry = Registry().with_resource("urn:github", Resource(contents=schemas, specification=DRAFT202012))

    def found(method: str, path: str, status: int, answer: Json) -> list[str]:
        """What is wrong with an answer, as `place: reason`."""
        told = description["paths"][path][method]["responses"][str(status)]
        while "$ref" in told:
            told = at(description, told["$ref"])
        schema = told["content"]["application/json"]["schema"]
        checker = Draft202012Validator(rooted(schema), registry=registry)
        return [f"{'/'.join(map(str, e.absolute_path)) or '.'}: {e.message[:120]}" for e in checker.iter_errors(answer)]

    return found


def at(document: Json, reference: str) -> Json:
    for part in reference.removeprefix("#/").split("/"):
        document = document[part]
    return document


def rooted(schema: Json) -> Json:
    """OpenAPI 3.0 as JSON Schema: references into the whole description, and `nullable` said with types."""
    if isinstance(schema, list):
        return [rooted(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: f"urn:github{v}" if key == "$ref" and isinstance(v, str) else rooted(v) for key, v in schema.items()}
    return {"anyOf": [made, {"type": "null"}]} if made.get("nullable") is True else made


@pytest.fixture
def ids(hub: Hub, people: People) -> dict[str, str]:
    """A little of everything; what the paths' placeholders stand for."""
    people.join("bo", "triage")
    people.open_issue("ana", "First", "Text", labels=("hot",))
    comment = people.comment("ana", 1, "yay")
    pull = people.open_pull("ana", "Two", {"rules/two.md": "Two.\n"})
    hub.model.set_assignees(hub.model.account("commons").id, 1, ["ana"])
    assert pull.pull is not None
    sha = pull.pull.head
    hub.model.set_status(sha, "pending", "nomic/vote", "1 of 3")
    named = {"owner": "commons", "repo": "game", "username": "bo", "ref": sha, "sha": sha, "pull_number": "2"}
    return {**named, "issue_number": "1", "comment_id": str(comment.id)}


def ask(hub: Hub, method: str, path: str, ids: dict[str, str], body: Json) -> requests.Response:
    url = hub.address + path.format(**ids)
    headers = {"Authorization": f"Bearer {hub.bot_token()}"}
    return requests.request(method, url, json=body, headers=headers, timeout=5)


SOUND = [
    ("get", f"{REPO}/issues", 200, None),
    ("post", f"{REPO}/issues", 201, {"title": "Hunger", "labels": ["hot"], "assignees": ["ana"]}),
    ("get", ISSUE, 200, None),
    ("patch", ISSUE, 200, {"state": "closed"}),
    ("get", f"{ISSUE}/comments", 200, None),
    ("post", f"{ISSUE}/comments", 201, {"body": "hello"}),
    ("get", f"{REPO}/issues/comments", 200, None),
    ("get", COMMENT, 200, None),
    ("patch", COMMENT, 200, {"body": "nay"}),
    ("post", f"{ISSUE}/labels", 200, {"labels": ["cold"]}),
    ("post", f"{REPO}/pulls/{{pull_number}}/reviews", 200, {"event": "APPROVE"}),
    ("post", f"{REPO}/pulls/{{pull_number}}/reviews", 200, {"body": "begun"}),
    ("get", f"{REPO}/pulls/{{pull_number}}/reviews", 200, None),
    ("get", f"{REPO}/commits/{{ref}}/check-runs", 200, None),
    ("get", f"{REPO}/commits/{{ref}}/check-suites", 200, None),
    ("get", f"{REPO}/collaborators/{{username}}/permission", 200, None),
]


@pytest.mark.parametrize(("method", "path", "status", "body"), SOUND)
def test_an_answer_is_as_github_describes_it(
    hub: Hub,
    ids: dict[str, str],
    problems: Callable[[str, str, int, Json], list[str]],
    method: str,
    path: str,
    status: int,
    body: Json,
) -> None:
    answer = ask(hub, method, path, ids, body)
    assert answer.status_code == status
    assert problems(method, path, status, answer.json()) == []


SETTINGS = [
    f"{REPO}/rules/branches/{{branch}}",
    f"{REPO}/branches/{{branch}}/protection",
    f"{REPO}/actions/secrets",
    f"{REPO}/actions/permissions",
    f"{REPO}/actions/workflows",
]


@pytest.mark.parametrize("path", SETTINGS)
def test_settings_are_as_github_describes_them(
    hub: Hub, problems: Callable[[str, str, int, Json], list[str]], path: str
) -> None:
    hub.settings.rules = [{"type": "deletion"}, {"type": "required_linear_history"}]
    hub.settings.protection = {"required_linear_history": {"enabled": True}}
    hub.settings.secrets = ["NOMIC_DICE_KEY"]
    hub.settings.workflows = {".github/workflows/referee.yml": "active"}
    owner = hub.token(hub.model.account("commons").id)
    url = hub.address + path.format(owner="commons", repo="game", branch="main")
    answer = requests.get(url, headers={"Authorization": f"Bearer {owner}"}, timeout=5)
    assert answer.status_code == 200
    assert problems("get", path, 200, answer.json()) == []


def test_a_thread_that_is_not_there_is_refused_in_githubs_shape(
    hub: Hub, ids: dict[str, str], problems: Callable[[str, str, int, Json], list[str]]
) -> None:
    answer = ask(hub, "get", ISSUE, {**ids, "issue_number": "99"}, None)
    assert answer.status_code == 404
    assert problems("get", ISSUE, 404, answer.json()) == []
    assert set(answer.json()) == {"message", "documentation_url", "status"}


def test_the_check_itself_sees_a_missing_key(problems: Callable[[str, str, int, Json], list[str]]) -> None:
    assert any("'node_id' is a required property" in p for p in problems("get", COMMENT, 200, {"id": 1}))
