"""A game on a hub of its own: the repository made, the people seated, the referee run after what they do."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.cli.scenes import Scene
from engine.forge.github import NO_WAITING, GitHubForge
from engine.forge.repository import GitRepository
from engine.game.dice import commitment
from engine.game.examples.example_changes import changed_files
from engine.game.fold.genesis import genesis
from engine.game.replies import welcome
from engine.hub.accounts import BOT_LOGIN
from engine.hub.hub import Hub
from engine.hub.people import People
from engine.referee.commits.administered import trailer
from engine.referee.judging.child import ChildJudge
from engine.referee.passing import Referee, Report
from engine.store import splice
from engine.store.layout import LAW, folder_of, of_ruleset

OWNER = "commons"
GAME = "demo"


@dataclass
class StillClock:
    """The hub's time, which stands still until it is set."""

    now: int

    def __call__(self) -> int:
        return self.now


@dataclass
class Table:
    """A hub with one game on it. `key` is the dice key, fixed here so that a season can be repeated to the byte."""

    hub: Hub
    clock: StillClock
    directory: Path
    key: bytes
    pulls: dict[str, int] = field(default_factory=dict)
    ruleset: str = ""

    def __post_init__(self) -> None:
        self.people = People(self.hub)

    def begin(self, texts: Mapping[str, str], ruleset: str, name: str) -> None:
        """Commits the rules and the world as it begins, and opens the table."""
        self.ruleset = ruleset
        state = genesis(
            texts, ruleset=ruleset, name=name, game_id=GAME, start=self.clock(), commitment=commitment(self.key)
        )
        law = of_ruleset(ruleset, texts)
        self.people.commit(OWNER, {**law, **state}, f"Begin {name}\n\n{trailer('')}\n")
        self.people.open_issue(OWNER, *welcome.table(name))

    def referee(self) -> Report:
        """One pass, as the workflow would make it: real HTTP, real git, rule code in a child."""
        token = self.hub.bot_token()
        forge = GitHubForge(self.hub.address, token, self.hub.full_name, pace=NO_WAITING)
        url = f"{self.hub.address}/{self.hub.full_name}.git"
        with GitRepository(url, self.directory / "copy", token) as repository:
            return Referee(forge, repository, ChildJudge(self.key, GAME), BOT_LOGIN, key=self.key).run()

    def act(self, scene: Scene) -> int | None:
        """Does what a scene says; returns the thread it happens in."""
        if scene.opens:
            changes = self._changes(scene)
            opened = self.people.open_pull(scene.who, scene.title, changes, from_fork=scene.fork)
            self.pulls[scene.opens] = opened.number
            return opened.number
        number = self.pulls.get(scene.on, 1)
        if scene.title:
            self.people.retitle(scene.who, number, scene.title)
        elif scene.says:
            self.people.comment(scene.who, number, scene.says)
        return number if scene.who else None

    def _changes(self, scene: Scene) -> dict[str, str | None]:
        """The files that a scene changes, as they will be. Raises ValueError where a change names no rule."""
        files = {path: self.hub.git.file("main", path) + "\n" for path in self.law()}
        mapped = {name: self._rewritten(files, name, how) for name, how in scene.changes.items()}
        after = changed_files(files, self.ruleset, mapped)
        return {path: after.get(path) for path in {**files, **after} if files.get(path) != after.get(path)}

    def _rewritten(self, files: Mapping[str, str], name: str, how: Any) -> Any:
        """A list has pairs of old and new words for the rule as it stands."""
        if not isinstance(how, list):
            return how
        (path,) = (path for path in files if splice.slug_of(path) == name and path.startswith(folder_of(self.ruleset)))
        text = files[path]
        for old, new in how:
            text = text.replace(old, new)
        return text

    def law(self) -> list[str]:
        """The paths of the rules on main."""
        return self.hub.git.run("ls-tree", "-r", "--name-only", "main", LAW).split("\n")
