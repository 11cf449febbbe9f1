"""A game that `nomic new` made, on a hub: pushed there, and run by nothing but the files it was made of."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result
from ruamel.yaml import YAML

from engine.cli.main import nomic
from engine.hub.accounts import BOT_ID
from engine.store import canon
from tests.begun import Clock
from tests.github.hub import Hub
from tests.github.people import People

OWNER, NAME = "owner", "game"
BIN = Path(sys.executable).parent
STARTED = ("opened", "synchronize", "reopened")  # what starts a workflow of pull requests that does not say


def new(folder: Path, *options: str, ruleset: str = "credo") -> Result:
    """`nomic new`, in this process."""
    return CliRunner().invoke(nomic, ["new", str(folder), "--ruleset", ruleset, *options])


def sent(form: dict[str, Any], *values: str) -> str:
    """The body of the issue that GitHub makes of a form in whose fields these were written, one after the other."""
    fields = [f for f in form["body"] if f["type"] != "markdown"]
    given = [*values, *[""] * (len(fields) - len(values))]
    if fields[0]["type"] == "dropdown":
        assert given[0] in fields[0]["attributes"]["options"]
    filled = zip(fields, given, strict=True)
    return "\n\n".join(f"### {field['attributes']['label']}\n\n{value or '_No response_'}" for field, value in filled)


class Played:
    """The game's folder, the hub it was pushed to, its people, and the runs of its own workflow."""

    def __init__(self, hub: Hub, clock: Clock, folder: Path) -> None:
        self.hub, self.clock, self.folder, self.people = hub, clock, folder, People(hub)
        self.token = hub.bot_token()
        self.key = (folder / ".git" / "nomic-dice-key").read_text()

    def push(self) -> None:
        owner = self.hub.token(self.hub.model.account(OWNER).id)
        url = f"{self.hub.address}/{self.hub.full_name}.git".replace("http://", f"http://{OWNER}:{owner}@")
        subprocess.run(["git", "push", "--quiet", url, "main"], cwd=self.folder, check=True)

    def form(self, name: str) -> dict[str, Any]:
        return dict(YAML(typ="safe").load(self.hub.git.file("main", f".github/ISSUE_TEMPLATE/{name}.yml")))

    def submit(self, who: str, form: str, *values: str) -> int:
        """Fills in a form on the web; returns the issue it makes."""
        self.clock.now += 60
        template = self.form(form)
        return self.people.open_issue(who, template["title"], sent(template, *values)).number

    def say(self, who: str, text: str, on: int = 1) -> None:
        self.clock.now += 60
        self.people.comment(who, on, text)

    def run(self, **given: str) -> subprocess.CompletedProcess[str]:
        """A run of the referee on main; a minute passes before."""
        self.clock.now += 60
        return self._step("referee", {"DRY_RUN": "false", **given})

    def doctor(self, **given: str) -> subprocess.CompletedProcess[str]:
        """A run of the doctor on main."""
        return self._step("doctor", given)

    def _step(self, name: str, given: dict[str, str]) -> subprocess.CompletedProcess[str]:
        """The last step of a workflow on main, word for word, as a runner would run it. The engine is the one at hand."""
        work = self.folder.parent / "work"
        if not work.exists():
            self.clone(work)
            (work / ".venv" / "bin").mkdir(parents=True)
            (work / ".venv" / "bin" / "nomic").symlink_to(BIN / "nomic")
        subprocess.run(["git", "pull", "--quiet"], cwd=work, check=True)
        return self.step(work, name, -1, given)

    def clone(self, work: Path) -> None:
        subprocess.run(["git", "clone", "--quiet", f"{self.hub.address}/{self.hub.full_name}.git", work], check=True)

    def step(self, work: Path, name: str, which: int, given: dict[str, str]) -> subprocess.CompletedProcess[str]:
        """A step of a workflow in a clone; the last has the secrets."""
        workflow = YAML(typ="safe").load((work / f".github/workflows/{name}.yml").read_text())
        step = workflow["jobs"][name]["steps"][which]
        secrets = {"GITHUB_TOKEN": self.token, "NOMIC_DICE_KEY": self.key}
        assert set(step.get("env", {})) - {"DRY_RUN"} == (set(secrets) if which == -1 else set())
        env = {
            "PATH": "/usr/bin:/bin",
            "GITHUB_ACTIONS": "true",
            "GITHUB_REPOSITORY": self.hub.full_name,
            "GITHUB_API_URL": self.hub.address,
            "GITHUB_SERVER_URL": self.hub.address,
            "RUNNER_TEMP": str(self.folder.parent),
            "NOMIC_QUICK": "1",
            **(secrets if which == -1 else {}),
            **given,
        }
        return subprocess.run(["bash", "-e", "-c", step["run"]], cwd=work, env=env, capture_output=True, text=True)

    def check(self, number: int) -> subprocess.CompletedProcess[str]:
        """The run of the check that the last event of a pull request has started: its last step, word for word."""
        head = self.hub.model.thread(number).pull.head
        runner = self.folder.parent / f"check-{number}-{len(self.hub.events)}"
        clone, url = runner / "work", f"{self.hub.address}/{self.hub.full_name}.git"
        subprocess.run(["git", "clone", "--quiet", "--no-checkout", url, clone], check=True)
        subprocess.run(["git", "fetch", "--quiet", "origin", f"refs/pull/{number}/head"], cwd=clone, check=True)
        subprocess.run(["git", "checkout", "--quiet", "--detach", head], cwd=clone, check=True)
        (runner / "engine" / "bin").mkdir(parents=True)
        (runner / "engine" / "bin" / "nomic").symlink_to(BIN / "nomic")
        workflow = YAML(typ="safe").load((clone / ".github/workflows/check.yml").read_text())
        started = (workflow["on"]["pull_request"] or {}).get("types", STARTED)
        told = (e[1] for e in reversed(self.hub.events) if e[0] == "pull_request" and e[1]["action"] in started)
        event = next(each for each in told if each["number"] == number)
        (runner / "event.json").write_text(json.dumps(event))
        step = workflow["jobs"]["check"]["steps"][-1]
        assert "env" not in step, "neither secret nor token"
        env = {
            "PATH": "/usr/bin:/bin",
            "RUNNER_TEMP": str(runner),
            "GITHUB_EVENT_NAME": "pull_request",
            "GITHUB_EVENT_PATH": str(runner / "event.json"),
        }
        return subprocess.run(["bash", "-e", "-c", step["run"]], cwd=clone, env=env, capture_output=True, text=True)

    def read(self, path: str) -> Any:
        return canon.read(self.hub.git.file("main", path) + "\n")

    def answers(self, number: int = 1) -> str:
        return "\n".join(c.body for c in self.hub.model.comments_of(number) if c.author == BOT_ID)


@contextmanager
def played(folder: Path, ruleset: str = "credo", *options: str) -> Iterator[Played]:
    """A new game with its table open, as after the printed steps."""
    assert new(folder / "game", *options, ruleset=ruleset).exit_code == 0
    clock = Clock(int(time.time()) + 60)  # it begins when the game does: now
    with Hub(folder / "hub", OWNER, NAME, clock) as hub:
        game = Played(hub, clock, folder / "game")
        game.push()
        game.people.open_issue(OWNER, "The table")
        yield game
