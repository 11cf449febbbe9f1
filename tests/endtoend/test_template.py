"""This repository copied by *Use this template*, and run by its own workflow: a secret, a pass, players, a law of their own."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from engine.hub.accounts import BOT_ID
from engine.store import canon
from tests.begun import Clock
from tests.endtoend.runner import ROOT, Runner
from tests.github.hub import Hub
from tests.github.people import People
from tests.newgame.here import beginning
from tests.shares import WHOLE

NOON = 1_800_000_000
BY_HAND: Final[tuple[str, dict[str, Any]]] = ("workflow_dispatch", {"inputs": {"dry-run": "false"}})
HUNGER = "rules/credo/329-farm-production.md"


class Copy:
    """The copy on a hub, as its owner finds it: one commit, no issue, no secret."""

    def __init__(self, hub: Hub, clock: Clock, folder: Path) -> None:
        self.hub, self.people = hub, People(hub)
        self.runner = Runner(hub, clock, folder, hub.bot_token())
        self.runner.secrets = {}
        self.people.commit("owner", _files() | beginning(), "Initial commit")

    def say(self, who: str, text: str, on: int = 1) -> str:
        """What the run on it answers there, and what else the referee says in the thread."""
        self.runner.clock.now += 60
        self.people.comment(who, on, text)
        done = self.runner.last_event()
        assert done.ok, done.log
        return self.answers(on)

    def answers(self, number: int = 1) -> str:
        return "\n\n".join(c.body for c in self.hub.model.comments_of(number) if c.author == BOT_ID)

    def read(self, path: str) -> Any:
        return canon.read(self.hub.git.file("main", path) + "\n")


def _files() -> dict[str, str]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    paths = [p for p in listed.split("\0") if p and not p.startswith("state/") and (ROOT / p).is_file()]
    return {p: (ROOT / p).read_text() for p in paths if not p.endswith(".png")}


@pytest.fixture
def copy(tmp_path: Path) -> Iterator[Copy]:
    clock = Clock(NOON)
    with Hub(tmp_path / "hub", "owner", "meadow", clock) as hub:
        yield Copy(hub, clock, tmp_path)


def test_without_the_secret_the_table_says_what_to_do_and_with_it_the_game_begins(copy: Copy) -> None:
    assert copy.runner.run(*BY_HAND).ok
    table, said = copy.hub.model.thread(1), copy.answers()
    assert table.title == "The table of Credo" and "One thing is left to do" in said and "NOMIC_DICE_KEY" in said
    again = copy.say("owner", "Hello? /join Ur")
    assert again == said, "said once, and what is written waits"
    copy.runner.secrets = {"NOMIC_DICE_KEY": "a long word that nobody knows"}
    assert copy.runner.run(*BY_HAND).ok
    assert "**The game is on.**" in copy.answers() and copy.answers().count("One thing is left") == 1
    engine = copy.read("state/engine.yaml")
    assert engine["dice"]["commitment"] in copy.answers() and engine["position"][0] >= NOON


@pytest.mark.skipif(not WHOLE, reason="`make test-all` plays on, to an adopted law")
def test_the_copy_is_played_to_a_law_of_its_players_own(copy: Copy) -> None:
    copy.runner.secrets = {"NOMIC_DICE_KEY": "a long word that nobody knows"}
    assert copy.runner.run(*BY_HAND).ok
    assert "Ur" in copy.say("ana", "/join Ur") and "Eridu" in copy.say("bo", "/join Eridu")
    assert "<!-- board -->\n**" in copy.hub.git.file("main", "README.md"), "the board is drawn"
    old = copy.hub.git.file("main", HUNGER) + "\n"
    number = copy.people.open_pull("ana", "352 Poorer harvests", {HUNGER: old.replace("die: 12", "die: 8")}).number
    assert "open" in copy.say("ana", "/open", number)
    copy.say("ana", "yay", number)
    assert "2 yay" in copy.say("bo", "yay", number)
    copy.say("ana", "/resolve", number)
    thread = copy.hub.model.thread(number)
    assert thread.pull is not None and thread.pull.merged_at is not None and thread.labels == ["adopted"]
    assert "die: 8" in copy.hub.git.file("main", HUNGER.replace("329", "352"))
    assert "engine/cli/main.py" in copy.hub.git.run("ls-tree", "-r", "--name-only", "main"), "the program is as it was"
