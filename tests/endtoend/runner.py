"""The repository's own workflow on a hub, run by act in place of GitHub's runners."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

from tests.github.hub import Hub

ROOT = Path(__file__).parents[2]
WORKFLOW = ".github/workflows/referee.yml"
BIN = Path(sys.executable).parent
CHECKOUT = Path(__file__).parent / "actions" / "checkout"
# What the workflow needs of the program on main; the rest of it is the environment in which these tests run.
PROGRAM: Final = ("Makefile", "pyproject.toml", "requirements.lock", WORKFLOW)
PATIENCE = 180  # seconds for one run


@dataclass(frozen=True)
class Run:
    """Whether a run ended well, and what its log shows."""

    ok: bool
    log: str


class Clock(Protocol):
    now: int


class Runner:
    """Runs the workflow that lies on main, as Actions does on an event. `secrets` are those of the repository."""

    def __init__(self, hub: Hub, clock: Clock, folder: Path, token: str) -> None:
        self.hub, self.clock, self.folder, self.token = hub, clock, folder, token
        self.secrets = {"NOMIC_DICE_KEY": "key"}

    def run(self, event: str, payload: dict[str, Any]) -> Run:
        """One run on an event; a minute passes before it."""
        self.clock.now += 60
        work = self.folder / f"run-{self.clock.now}"
        (work / WORKFLOW).parent.mkdir(parents=True)
        (work / WORKFLOW).write_text(self._workflow())
        (work / "event.json").write_text(json.dumps(payload))
        subprocess.run(["git", "init", "--quiet", work], check=True)
        command = [BIN / "act", event, *self._options()]
        done = subprocess.run(
            command, cwd=work, env=self._surroundings(), capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        return Run(done.returncode == 0, done.stdout + done.stderr)

    def last_event(self) -> Run:
        """A run on what people did last."""
        return self.run(*self.hub.events[-1])

    def _workflow(self) -> str:
        """The file on main but for `queue`, which act does not know."""
        text, found = re.subn(r"\n +queue: single\n", "\n", self.hub.git.file("main", WORKFLOW) + "\n")
        assert found == 1
        return text

    def _options(self) -> list[str]:
        hub = self.hub
        given = {
            "GITHUB_REPOSITORY": hub.full_name,
            "GITHUB_API_URL": hub.address,
            "GITHUB_SERVER_URL": hub.address,
            "NOMIC_COPY": str(self.folder / "copy"),
            "NOMIC_QUICK": "1",
            "INSTALLED": str(BIN),
        }
        pin = re.search(r"uses: (actions/checkout@[0-9a-f]{40})", self._workflow())
        assert pin is not None
        return [
            *("--workflows", WORKFLOW, "--eventpath", "event.json", "--platform", "ubuntu-24.04=-self-hosted"),
            *("--no-skip-checkout", "--no-cache-server", "--local-repository", f"{pin[1]}={CHECKOUT}"),
            *("--secret", f"GITHUB_TOKEN={self.token}"),
            *(word for name, value in self.secrets.items() for word in ("--secret", f"{name}={value}")),
            *(word for name, value in given.items() for word in ("--env", f"{name}={value}")),
        ]

    def _surroundings(self) -> dict[str, str]:
        """A runner knows nothing of whoever runs these tests."""
        return {"PATH": os.environ["PATH"], "HOME": str(self.folder), "XDG_CACHE_HOME": str(self.folder / "cache")}
