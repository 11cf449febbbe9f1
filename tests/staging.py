"""How a game gets people and a referee: its beginning on a hub, one way to speak to it, and one to make a pass.

What a test needs besides, such as faults on the way or a copy of the game, is its own stage's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from engine.forge.github import GitHubForge
from engine.forge.repository import GitRepository
from engine.forge.wire import Pace
from engine.game.plan import Limits
from engine.hub.accounts import BOT_LOGIN
from engine.referee.judging.judge import Judge
from engine.referee.passing import Referee
from engine.referee.ports import Forge, Repository
from tests.begun import FIRST, host
from tests.github.hub import Hub
from tests.github.people import People
from tests.in_process import InProcessJudge

ONCE: Final = Pace(0.0, 0.0, timeout=5, attempts=1, pause=0.0)
QUICK: Final = Pace(0.0, 0.0, timeout=5, attempts=2, pause=0.0)


def begin(people: People, files: Mapping[str, str], owner: str = "owner") -> None:
    """A game on a hub: its first commit, and its table."""
    people.commit(owner, dict(files), FIRST)
    people.open_issue(owner, "The table")


def forge_of(hub: Hub, pace: Pace = QUICK, token: str = "") -> GitHubForge:
    return GitHubForge(hub.address, token or hub.bot_token(), hub.full_name, pace=pace, sleep=lambda _: None)


def copy_of(
    hub: Hub, folder: Path, token: str = "", made: Callable[[str, Path, str], GitRepository] = GitRepository
) -> GitRepository:
    """The repository of a hub's game, by git over HTTP, with its objects in this folder."""
    return made(f"{hub.address}/{hub.full_name}.git", folder, token or hub.bot_token())


def referee_of(
    forge: Forge,
    repository: Repository,
    judge: Judge | None = None,
    *,
    dice: bytes = b"key",
    game: str = "g",
    **more: Any,
) -> Referee:
    """A referee, whose judge is in this process and throws with that key unless another is given."""
    judge = judge or InProcessJudge(dice, game, Limits(examples=False), host())
    return Referee(forge, repository, judge, BOT_LOGIN, **more)
