"""A game of the island on a hub: real HTTP, real git, the fold in this process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from engine.forge.repository import GitRepository
from engine.hub.accounts import BOT_ID
from engine.referee.passing import Referee, Report
from engine.referee.verify import verify
from engine.store import canon
from tests.begun import Clock, begun
from tests.github.hub import Hub
from tests.github.people import People
from tests.staging import begin, copy_of, forge_of, referee_of


class Stage:
    """The hub, the people, and a referee that can be run."""

    def __init__(self, hub: Hub, clock: Clock, folder: Path) -> None:
        self.hub, self.clock, self.people = hub, clock, People(hub)
        self.token = hub.bot_token()
        self.folder, self._copies = folder, 0
        self.repository = self._copied()
        begin(self.people, begun())

    def elsewhere(self) -> None:
        """From now on passes are made on another machine, as each run of the workflow is: nothing is there yet."""
        self.repository.close()
        self._copies += 1
        self.repository = self._copied()

    def _copied(self) -> GitRepository:
        return copy_of(self.hub, self.folder / f"copy{self._copies}", self.token)

    def referee(self, **more: Any) -> Referee:
        return referee_of(forge_of(self.hub, token=self.token), self.repository, **more)

    def run(self, **more: Any) -> Report:
        self.clock.now += 60
        return self.referee(**more).run()

    def say(self, who: str, text: str, on: int = 1) -> int:
        self.clock.now += 60
        return self.people.comment(who, on, text).id

    def by_hand(self, changes: dict[str, str | None], message: str = "By hand") -> None:
        """A commit that the owner makes on main."""
        self.people.commit("owner", changes, message)

    def song(self, who: str = "ana", name: str = "songs", **more: Any) -> int:
        """A pull request for a new rule, opened for voting."""
        self.clock.now += 60
        text = f"---\nrule: next\ntitle: {name}\nby_hand: true\n---\nWe sing {name}.\n"
        number = self.people.open_pull(who, name, {f"rules/island/108-{name}.md": text}, **more).number
        self.say(who, "/open", number)
        return number

    def read(self, path: str) -> Any:
        return canon.read(self.hub.git.file("main", path) + "\n")

    def paths(self) -> list[str]:
        return self.hub.git.run("ls-tree", "-r", "--name-only", "main").split("\n")

    def answers(self, number: int = 1) -> list[str]:
        return [c.body for c in self.hub.model.comments_of(number) if c.author == BOT_ID]

    def findings(self) -> list[str]:
        return verify(self.repository).findings


@contextmanager
def game(folder: Path, *players: str) -> Iterator[Stage]:
    """A game with these players in it."""
    clock = Clock()
    with Hub(folder, "owner", "island", clock) as hub:
        stage = Stage(hub, clock, folder)
        for player in players:
            stage.say(player, "/join")
        if players:
            stage.run()
        try:
            yield stage
        finally:
            stage.repository.close()
