"""A game of the island in memory, with two players in it: for what needs neither sockets nor git."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.game.plan import Limits
from engine.hub.accounts import BOT_ID
from engine.referee.judging.judge import Judge
from engine.referee.passing import Referee, Report
from engine.referee.ports import Deletion
from engine.referee.verify import verify
from engine.store import canon
from tests.begun import START, host
from tests.in_process import InProcessJudge
from tests.island import RULESET, texts
from tests.staging import referee_of
from tests.storms.island import GAME, KEY, TABLE, Island

ANA = "state/players/ana.yaml"


class OnIsland:
    """What people do in a game of an island in memory, and what they see there."""

    island: Island

    def wait(self, seconds: int = 60) -> None:
        self.island.clock.now += seconds

    def say(self, who: str, text: str, on: int = TABLE) -> int:
        self.wait()
        return self.island.say(who, on, text)

    def read(self, path: str) -> Any:
        return canon.read(self.island.files()[path])

    def answers(self, number: int = TABLE) -> list[str]:
        return [c.body for c in self.island.model.comments_of(number) if c.author == BOT_ID]

    def findings(self) -> list[str]:
        return verify(self.island.repository).findings


class Table(OnIsland):
    """The island, with ana and bo at the table."""

    def __init__(self, law: Mapping[str, str] | None = None) -> None:
        self.island = Island(law or texts(), RULESET, START)
        self.say("ana", "/join")
        self.say("bo", "/join")
        self.run()

    def run(self, judge: Judge | None = None, **more: Any) -> Report:
        self.wait()
        return self.referee(judge, **more).run()

    def referee(self, judge: Judge | None = None, **more: Any) -> Referee:
        return referee_of(self.island.forge, self.island.repository, judge or judging(), **more)

    def deleted(self, comment: int, by: str) -> Deletion:
        """Somebody deletes a comment; what the event tells of it."""
        self.wait()
        who = self.island.id(by)
        told = self.island.forge.trace(comment, who)
        self.island.model.delete_comment(who, comment)
        self.wait()
        return told

    def shells(self) -> int:
        return int(self.read(ANA)["shells"])

    def by_hand(self, changes: dict[str, str | None], message: str = "By hand") -> str:
        self.wait()
        store = self.island.store
        store.main = store.add([store.main], changes, message, self.island.clock(), "owner")
        return store.main

    def give_ana(self, shells: int, message: str = "By hand") -> str:
        return self.by_hand({ANA: canon.emit({**self.read(ANA), "shells": shells})}, message)


def judging(happenings: int = 2_000) -> InProcessJudge:
    return InProcessJudge(KEY, GAME, Limits(happenings=happenings, examples=False), host())
