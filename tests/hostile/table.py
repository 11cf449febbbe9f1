"""The table at which hostile things are said and done: a game of the island in memory, with parrots on it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from engine.hub.accounts import BOT_ID
from engine.referee.judging.judge import Judge
from tests.hostile.answer import Answer
from tests.hostile.inert import is_title, offences
from tests.island import with_rules
from tests.pace import of_all
from tests.referee import in_memory

PARROT = (Path(__file__).parent / "190-parrot.md").read_text()
SONG = "---\nrule: next\ntitle: Song\nby_hand: true\n---\nWe sing.\n"


class Table(in_memory.Table):
    """The island with parrots on it, and an open proposal of ana's. `friends` are those the engine may mention."""

    def __init__(self) -> None:
        super().__init__(with_rules({"190-parrot.md": PARROT}))
        self.friends = ["ana", "bo"]
        self.pull = self.island.propose("ana", "A song", {"rules/island/900-song.md": SONG})
        self.say("ana", "/open", self.pull)
        self.run()

    def main(self) -> str:
        """The commit that the game stands at."""
        return self.island.store.main

    def answer(self, happening: str, judge: Judge | None = None, afterwards: str = "done") -> Answer:
        """Makes two passes, tells what became of a happening, and looks whether all is well afterwards."""
        before = self.main()
        begin = of_all()
        report = self.run(judge)
        took = of_all() - begin
        outcomes = {o["id"]: o for o in [*report.outcomes, *self.run().outcomes]}
        found = outcomes.get(happening, {"is": "ignored"})
        answer = Answer(seconds=took)
        if found["is"] == "refused":
            answer.refused, answer.says = found["code"], f"{found['reason']} {found['remedy']}"
        else:
            answer.inert = found["is"] if self.main() != before or found["is"] != "ignored" else "ignored"
        self.settled = self.island.files()
        answer.wrong = self.wrong(afterwards)
        answer.shown = [*self.shown(), *self.titles(), *report.held]
        return answer

    def shown(self) -> list[str]:
        model = self.island.model
        own = [t for t in model.threads.values() if t.author == BOT_ID]
        return [*(c.body for c in model.comments.values() if c.author == BOT_ID), *(t.body for t in own)]

    def titles(self) -> list[str]:
        return [t.title for t in self.island.model.threads.values() if t.author == BOT_ID]

    def wrong(self, afterwards: str = "done") -> list[str]:
        """The engine's posts do nothing, the journal replays, and the game goes on for others."""
        found = [f"{o}: {body[:300]!r}" for body in self.shown() for o in offences(body, self.friends)]
        found += [f"a title of {len(t)}: {t!r}" for t in self.titles() if not is_title(t)]
        comment = self.say("bo", "/build")
        must = "refused" if self.read("state/game.yaml").get("over") else afterwards
        outcome = {o["id"]: o["is"] for o in self.run().outcomes}.get(f"comment/{comment}")
        found += self.findings()
        return found + ([] if outcome == must else [f"bo's next command is {outcome}"])


@lru_cache
def the_table() -> Table:
    """One for all cases of a process: each is played in a fork of it."""
    return Table()
