"""Parts that the tests of the forge share."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest

from engine.forge.github import GitHubForge
from engine.forge.wire import Pace
from tests.forge.fake_github import TOKEN, Handler, Web, git


@pytest.fixture
def web() -> Iterator[Web]:
    handler = type("Bound", (Handler,), {})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    server.handle_error = lambda request, address: None  # type: ignore[method-assign]  # askers hang up; they tell the test
    handler.web = Web(f"http://127.0.0.1:{server.server_port}/api/v3")
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    yield handler.web
    handler.web.done.set()
    server.shutdown()
    server.server_close()


@pytest.fixture
def slept() -> list[float]:
    return []


@pytest.fixture
def forge(web: Web, slept: list[float]) -> GitHubForge:
    pace = Pace(between_requests=0, between_writes=0, timeout=1)
    return GitHubForge(web.url, TOKEN, "ana/island", pace=pace, sleep=slept.append)


@pytest.fixture
def server(tmp_path: Path) -> Path:
    """An empty bare repository that allows partial clones."""
    place = tmp_path / "server.git"
    git("init", "--quiet", "--bare", "-b", "main", str(place), at=tmp_path)
    git("config", "uploadpack.allowFilter", "true", at=place)
    return place
