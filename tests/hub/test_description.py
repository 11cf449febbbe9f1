"""What the hub answers is what GitHub's own description of its REST interface allows."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

import pytest
import requests
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from tests.fetch_material import OPENAPI, NotFetched, have
from tests.github.hub import Hub
from tests.github.people import People

REPO = "/repos/{owner}/{repo}"
# (method, path of the description, path on the hub, body, status)
CALLS: list[tuple[str, str, str, Any, int]] = [
    ("GET", f"{REPO}/issues", "/issues?state=all&sort=updated&direction=asc&per_page=100", None, 200),
    ("POST", f"{REPO}/issues", "/issues", {"title": "A", "body": "B", "labels": ["x"], "assignees": ["commons"]}, 201),
    ("GET", f"{REPO}/issues/{{issue_number}}", "/issues/1", None, 200),
    ("PATCH", f"{REPO}/issues/{{issue_number}}", "/issues/1", {"title": "C", "state": "closed"}, 200),
    ("GET", f"{REPO}/issues/{{issue_number}}/comments", "/issues/1/comments", None, 200),
    ("POST", f"{REPO}/issues/{{issue_number}}/comments", "/issues/1/comments", {"body": "hello"}, 201),
    ("GET", f"{REPO}/issues/comments", "/issues/comments?since=2026-01-01T00:00:00Z", None, 200),
    ("PATCH", f"{REPO}/issues/comments/{{comment_id}}", "/issues/comments/COMMENT", {"body": "hi"}, 200),
    (
        "POST",
        f"{REPO}/issues/comments/{{comment_id}}/reactions",
        "/issues/comments/COMMENT/reactions",
        {"content": "+1"},
        201,
    ),
    ("POST", f"{REPO}/issues/{{issue_number}}/labels", "/issues/1/labels", {"labels": ["open for voting"]}, 200),
    ("DELETE", f"{REPO}/issues/{{issue_number}}/labels/{{name}}", "/issues/1/labels/open%20for%20voting", None, 200),
    (
        "POST",
        f"{REPO}/statuses/{{sha}}",
        "/statuses/HEAD",
        {"state": "success", "context": "x", "description": "y"},
        201,
    ),
    ("GET", f"{REPO}/pulls/{{pull_number}}/files", "/pulls/2/files", None, 200),
    ("GET", f"{REPO}/pulls/{{pull_number}}/commits", "/pulls/2/commits", None, 200),
    ("GET", f"{REPO}/commits/{{ref}}/check-runs", "/commits/HEAD/check-runs", None, 200),
    ("GET", f"{REPO}/commits/{{ref}}/check-suites", "/commits/HEAD/check-suites", None, 200),
    ("GET", f"{REPO}/collaborators/{{username}}/permission", "/collaborators/commons/permission", None, 200),
]


@lru_cache
def description() -> dict[str, Any]:
    try:
        folder = have(OPENAPI)
    except NotFetched as reason:
        pytest.skip(str(reason))
    whole = json.loads((folder / "generated" / "api.github.com.json").read_text())
    parts = {"paths": {c[1]: whole["paths"][c[1]] for c in CALLS}, "components": whole["components"]}
    found: dict[str, Any] = plain(parts)
    return found


def plain(schema: Any) -> Any:
    """OpenAPI 3.0 as JSON Schema: `nullable` becomes a choice, and references point into the description."""
    if isinstance(schema, list):
        return [plain(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    found = {k: f"urn:github{v}" if k == "$ref" and isinstance(v, str) else plain(v) for k, v in schema.items()}
    if found.pop("nullable", None) is True:
        return {"anyOf": [found, {"type": "null"}]}
    return found


def wrong_with(method: str, path: str, status: int, answer: Any) -> list[str]:
    """What of an answer the description does not allow."""
    whole = description()
    response = whole["paths"][path][method.lower()]["responses"][str(status)]
    while "$ref" in response:
        response = whole["components"]["responses"][response["$ref"].rsplit("/", 1)[-1]]
    schema = response["content"]["application/json"]["schema"]
    registry: Registry[Any] = Registry().with_resource("urn:github", Resource(whole, DRAFT202012))
    return [
        f"{e.json_path}: {e.message[:120]}" for e in Draft202012Validator(schema, registry=registry).iter_errors(answer)
    ]


@pytest.mark.parametrize(
    ("method", "path", "call", "body", "status"), CALLS, ids=lambda v: v if isinstance(v, str) else ""
)
def test_an_answer_is_one_github_could_give(
    hub: Hub, people: People, method: str, path: str, call: str, body: Any, status: int
) -> None:
    people.open_issue("ana", "One", "Body", ("judgment",))
    people.open_pull("ana", "Two", {"rules/two.md": "Two.\n"})
    comment = people.comment("ana", 1, "First.")
    hub.model.add_labels(comment.author, 1, ["open for voting"])
    path_here = call.replace("COMMENT", str(comment.id)).replace("HEAD", hub.git.head() or "")
    headers = {"Authorization": f"token {hub.bot_token()}"}
    address = f"{hub.address}/repos/{hub.full_name}{path_here}"
    reply = requests.request(method, address, json=body, headers=headers, timeout=5)
    assert reply.status_code == status, reply.text
    assert wrong_with(method, path, status, reply.json()) == []


def test_the_description_would_find_a_wrong_answer() -> None:
    assert wrong_with("GET", f"{REPO}/issues/{{issue_number}}", 200, {"number": "one"})


@pytest.mark.parametrize(("path", "status"), [("/issues/99", 404), ("/nowhere", 404), ("/issues/comments/1", 404)])
def test_what_is_not_there_is_answered_as_github_does(hub: Hub, path: str, status: int) -> None:
    headers = {"Authorization": f"token {hub.bot_token()}"}
    reply = requests.get(f"{hub.address}/repos/{hub.full_name}{path}", headers=headers, timeout=5)
    assert reply.status_code == status
    assert set(reply.json()) == {"message", "documentation_url", "status"}
