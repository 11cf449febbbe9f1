"""The stage of a storm: a game in memory, a clock, actors for everybody, and a referee that can be made to stumble."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game.plan import Limits
from engine.hub.accounts import BOT_ID, BOT_LOGIN
from engine.hub.threads import Pull
from engine.referee.commits.remembered import Remembered
from engine.referee.passing import Referee
from tests.begun import FIRST, Clock, begun
from tests.github.model import Model
from tests.in_process import InProcessJudge
from tests.storms.fault_plan import FaultPlan
from tests.storms.ports import StormForge, StormRepository
from tests.storms.store import Store

KEY = b"storms have no secrets"
GAME = "storm"
TABLE = 1


class Island:
    """One game under these rules, with people and a referee."""

    def __init__(
        self, law: Mapping[str, str], ruleset: str, start: int, timezone: str = "UTC", *, sealed: bool = False
    ) -> None:
        self.clock = Clock(start)
        self.model = Model("owner", "island", self.clock)
        self.model.account("owner")
        self.store = Store()
        self.fault_plan = FaultPlan()
        self.forge = StormForge(self.model, self.fault_plan)
        self.repository = StormRepository(self.store, self.model, self.fault_plan)
        self.judge = InProcessJudge(KEY, GAME, Limits(examples=False))
        self.remembered = Remembered()
        self.ruleset = ruleset
        self.key = KEY if sealed else None
        files = begun(law, ruleset=ruleset, game=GAME, start=start, timezone=timezone, host=self.judge.host)
        self.store.main = self.store.add([], files, FIRST, start, "owner")
        self.model.open_thread(self.id("owner"), "The table", "")

    def id(self, login: str) -> int:
        return self.model.account(login).id

    def files(self) -> Mapping[str, str]:
        return self.store.commits[self.store.main].files

    def referee(self) -> Referee:
        return Referee(self.forge, self.repository, self.judge, BOT_LOGIN, key=self.key, remembered=self.remembered)

    def say(self, login: str, number: int, text: str) -> int:
        return self.model.comment(self.id(login), number, text).id

    def propose(self, login: str, title: str, changes: Mapping[str, str | None]) -> int:
        head = self.store.add([self.store.main], changes, title, self.clock(), login)
        number = max(self.model.threads) + 1
        self.store.heads[number] = head
        pull = Pull("main", f"{login}-{number}", head, "owner/island")
        return self.model.open_thread(self.id(login), title, "", pull=pull).number

    def push(self, login: str, number: int, changes: Mapping[str, str | None]) -> None:
        head = self.store.add([self.store.heads[number]], changes, "More", self.clock(), login)
        self.store.heads[number] = head
        self.model.head_moved(self.id(login), number, head)

    def commit_by_hand(
        self, changes: Mapping[str, str | None], dated: int | None = None, message: str = "By hand"
    ) -> None:
        made = self.store.add([self.store.main], changes, message, dated or self.clock(), "owner")
        self.store.main = made
        self.model.pushed("main", made, self.repository.is_ancestor, self.id("owner"))

    def own_comments(self) -> list[str]:
        return [c.body for c in self.model.comments.values() if c.author == BOT_ID]
