"""The engine as a stranger has it: a wheel at an address, installed by a game's own workflow, word for word, with every hash."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.newgame.games import OWNER, new, played
from tests.shares import only_whole

ROOT = Path(__file__).parents[2]
INSTALLS = 3  # the step after looking for one that was kept
NO_INDEX = ("No matching distribution found", "Failed to establish a new connection", "Max retries exceeded")


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the wheel of this tree can be had, with its hash."""
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder]
    subprocess.run(build, cwd=ROOT, capture_output=True, check=True)
    (wheel,) = folder.glob("*.whl")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        digest = sha256(wheel.read_bytes()).hexdigest()
        yield f"http://127.0.0.1:{server.server_port}/{wheel.name}#sha256={digest}"
        server.shutdown()


def made(folder: Path) -> set[str]:
    return set(subprocess.run(["git", "ls-files"], cwd=folder, capture_output=True, text=True).stdout.splitlines())


@only_whole
def test_a_games_workflow_installs_its_engine_and_that_engine_can_begin_others(address: str, tmp_path: Path) -> None:
    with played(tmp_path, "credo", "--engine", address) as game:
        joined = game.submit("ana", "1-join", "Ur")
        work = tmp_path / "work"
        game.clone(work)
        index = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
        installed = game.step(
            work,
            "referee",
            INSTALLS,
            {"PATH": os.environ["PATH"], "HOME": str(tmp_path), **index},
        )
        if any(words in installed.stderr for words in NO_INDEX):
            pytest.skip("no package index can be reached from here")
        assert installed.returncode == 0, installed.stderr
        done = game.run()
        assert done.returncode == 0, done.stderr
        assert game.read("state/villages/ana.yaml")["name"] == "Ur"
        assert "Welcome, ana" in game.answers(joined)

        env = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}

        def nomic(*words: str) -> str:
            told = subprocess.run(
                [work / ".venv/bin/nomic", *words], cwd=tmp_path, env=env, capture_output=True, text=True
            )
            assert told.returncode == 0, f"nomic {words}:\n{told.stdout}{told.stderr}"
            return told.stdout

        assert "0. The engine." not in nomic(
            "new", "border", "--ruleset", "frontier", "--repository", f"{OWNER}/border"
        )
        pin = (tmp_path / "border/.github/engine.txt").read_text()
        assert pin.endswith(f"\nnomic-engine @ {address}\n"), "where this engine came from, the next game has it from"
        assert "0 errors" in nomic("check", "--no-examples", "--root", "border")
        assert "nothing is wrong" in nomic("doctor", "border")
        assert "every byte is as it should be" in nomic("verify", "border")
        assert new(tmp_path / "other", ruleset="frontier").exit_code == 0
        assert made(tmp_path / "border") == made(tmp_path / "other"), "the wheel carries all that the tree has"
        assert list((work / ".venv").rglob("engine/py.typed"))
