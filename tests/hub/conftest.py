"""A hub on loopback with a clock that stands still, its people, and a PyGithub client for whoever asks."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from github import Auth, Github
from github.Repository import Repository

from tests.begun import Clock
from tests.fetch_material import OPENAPI, NotFetched, have
from tests.github.hub import Hub
from tests.github.people import People


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def hub(tmp_path: Path, clock: Clock) -> Iterator[Hub]:
    with Hub(tmp_path, "commons", "game", clock) as served:
        People(served).commit("commons", {"rules/one.md": "One.\n", "notes.txt": "Begin.\n"}, "Begin")
        yield served


@pytest.fixture
def people(hub: Hub) -> People:
    return People(hub)


@pytest.fixture
def seen_by(hub: Hub) -> Callable[..., Repository]:
    """The game's repository through PyGithub, with a token; the workflow's if none is given."""

    def client(token: str | None = None) -> Repository:
        auth = Auth.Token(token or hub.bot_token())
        web = Github(
            auth=auth, base_url=hub.address, retry=None, seconds_between_requests=0, seconds_between_writes=0, timeout=5
        )
        return web.get_repo(hub.full_name)

    return client


@pytest.fixture(scope="session")
def description() -> Any:
    """GitHub's own, of its REST interface and its events."""
    try:
        folder = have(OPENAPI)
    except NotFetched as reason:
        pytest.skip(str(reason))
    return json.loads((folder / "generated" / "api.github.com.json").read_text("utf-8"))
