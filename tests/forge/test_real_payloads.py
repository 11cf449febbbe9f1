"""GitHub's own sample payloads are read.

They are third-party material, kept outside the tree: `@octokit/webhooks-examples` from npm, unpacked into
$NOMIC_MATERIAL/webhooks-examples (~/.cache/nomic-engine/webhooks-examples if that is not set).
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from engine.forge.payload import BadPayload, deletion_of

CACHE = Path(os.environ.get("NOMIC_MATERIAL") or Path.home() / ".cache" / "nomic-engine")
EXAMPLES = CACHE / "webhooks-examples"
KINDS = ("issue_comment", "issues", "pull_request")

pytestmark = pytest.mark.skipif(
    not EXAMPLES.is_dir(), reason=f"no sample payloads in {EXAMPLES}: node was not there to fetch them"
)


def samples(kind: str) -> list[dict[str, Any]]:
    files = sorted(EXAMPLES.rglob("index.json"))
    events = [event for file in files for event in json.loads(file.read_text("utf-8")) if event["name"] == kind]
    return [example for event in events for example in event["examples"]]


@pytest.mark.parametrize("kind", KINDS)
def test_of_every_sample_a_deleted_comment_is_read_and_nothing_else(kind: str) -> None:
    found = samples(kind)
    assert len(found) > 10
    for example in found:
        deleted = deletion_of(json.dumps(example).encode())
        assert (deleted is not None) == (kind == "issue_comment" and example["action"] == "deleted")
        if deleted is not None:
            place = (example["issue"]["number"], example["comment"]["id"])
            assert (deleted.comment.thread, deleted.comment.id) == place
            assert deleted.by is not None and deleted.by.login == example["sender"]["login"]


def test_every_other_sample_is_read_or_refused_without_a_crash() -> None:
    for file in EXAMPLES.rglob("index.json"):
        for event in json.loads(file.read_text("utf-8")):
            for example in event["examples"]:
                read_or_refused(example)


def read_or_refused(example: dict[str, Any]) -> None:
    try:
        deletion_of(json.dumps(example).encode())
    except BadPayload as error:
        assert error.reason
