"""What Actions would be told: who is told, and with keys that GitHub's own payloads have."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from engine.hub.accounts import BOT_ID
from tests.fetch_material import EXAMPLES, NotFetched, have
from tests.github.hub import Hub
from tests.github.people import People

Json = Any


def test_what_people_do_is_told_and_what_the_workflow_does_is_not(hub: Hub, people: People) -> None:
    people.open_issue("ana", "First")
    people.comment("ana", 1, "yay")
    hub.model.comment(BOT_ID, 1, "Counted.")
    hub.model.add_labels(BOT_ID, 1, ["voting"])
    assert [(name, event["action"]) for name, event in hub.events] == [
        ("issues", "opened"),
        ("issue_comment", "created"),
    ]


def test_an_edit_tells_the_text_before_and_a_deletion_the_whole_comment(hub: Hub, people: People) -> None:
    people.open_issue("ana", "First")
    comment = people.comment("ana", 1, "yay")
    people.join("cy", "write")
    people.edit_comment("ana", comment.id, "nay")
    people.delete_comment("cy", comment.id)
    edited, deleted = (event for _, event in hub.events[-2:])
    assert edited["changes"] == {"body": {"from": "yay"}}
    assert (deleted["comment"]["body"], deleted["comment"]["user"]["login"]) == ("nay", "ana")
    assert deleted["sender"]["login"] == "cy"


@pytest.fixture
def told(hub: Hub, people: People) -> list[tuple[str, Json]]:
    people.open_issue("ana", "First", labels=("hot",))
    comment = people.comment("ana", 1, "yay")
    people.edit_comment("ana", comment.id, "nay")
    people.delete_comment("ana", comment.id)
    people.close("ana", 1)
    people.reopen("ana", 1)
    number = people.open_pull("bo", "Two", {"rules/two.md": "Two.\n"}).number
    people.push("bo", number, {"rules/two.md": "Two!\n"})
    people.merge("commons", number)
    return hub.events


@cache
def samples(kind: str) -> list[Json]:
    try:
        folder = have(EXAMPLES)
    except NotFetched as reason:
        pytest.skip(str(reason))
    events = json.loads((folder / "api.github.com" / "index.json").read_text("utf-8"))
    return [example for event in events if event["name"] == kind for example in event["examples"]]


def unknown(ours: Json, real: list[Json], place: str) -> list[str]:
    """The places of keys that no real payload has there."""
    found: list[str] = []
    if isinstance(ours, dict):
        maps = [each for each in real if isinstance(each, dict)]
        for key, value in ours.items():
            theirs = [each[key] for each in maps if key in each]
            if maps and not theirs:
                found.append(f"{place}.{key}")
            found += unknown(value, theirs, f"{place}.{key}")
    if isinstance(ours, list):
        items = [item for each in real if isinstance(each, list) for item in each]
        found += [problem for item in ours for problem in unknown(item, items, f"{place}[]")]
    return found


# Newer than the samples, and in GitHub's description of an issue.
NEWER = {".performed_via_github_app", ".state_reason", ".timeline_url", ".reactions", ".draft"}


@pytest.mark.parametrize("kind", ["issues", "issue_comment"])
def test_a_payload_has_no_key_that_githubs_have_not(told: list[tuple[str, Json]], kind: str) -> None:
    ours = [event for name, event in told if name == kind]
    assert ours
    strange = {problem for event in ours for problem in unknown(event, samples(kind), "")}
    assert {problem for problem in strange if not any(problem.endswith(new) for new in NEWER)} == set()


def test_every_action_that_is_told_is_one_of_githubs(told: list[tuple[str, Json]], description: Json) -> None:
    assert {f"{name}-{event['action']}".replace("_", "-") for name, event in told} <= set(description["x-webhooks"])
