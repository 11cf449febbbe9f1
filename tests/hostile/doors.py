"""The doors: each takes a case to the real room behind it and tells what came of it."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from engine.forge.payload import BadPayload, hint_of
from engine.game.plan import Limits
from engine.hub.accounts import BOT_ID
from engine.law.document import parse
from engine.law.problems import LawProblems
from engine.referee.child import ChildJudge
from engine.referee.judge import InProcessJudge, Judge
from engine.store import canon, guard
from engine.storm.island import GAME, KEY, TABLE
from tests.hostile.corpus import Case, bytes_of, spelled
from tests.hostile.inert import is_title, offences
from tests.island import rule, with_rules
from tests.referee import in_memory

PARROT = (Path(__file__).parent / "190-parrot.md").read_text()


@dataclass
class Answer:
    """What came of a case: `refused` with code and words, or `inert` with what happened instead; `wrong` is never right.

    `seconds` are those of the pass that judged it, where more than that was done.
    """

    refused: str = ""
    says: str = ""
    inert: str = ""
    shown: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    seconds: float | None = None


def processor_seconds() -> float:
    """Of this process and of those it has ended: a busy machine does not distort them."""
    return sum(os.times()[:4])


class Table(in_memory.Table):
    """The island with parrots on it, and an open proposal of ana's."""

    def __init__(self) -> None:
        super().__init__(with_rules({"190-parrot.md": PARROT}))
        song = "---\nrule: next\ntitle: Song\nby_hand: true\n---\nWe sing.\n"
        self.pull = self.island.propose("ana", "A song", {"rules/island/900-song.md": song})
        self.say("ana", "/open", self.pull)
        self.run()

    def answer(self, happening: str, judge: Judge | None = None, afterwards: str = "done") -> Answer:
        """Makes two passes, tells what became of a happening, and looks whether all is well afterwards."""
        before = self.island.store.main
        begin = processor_seconds()
        outcomes = {o["id"]: o for o in self.run(judge).outcomes}
        took = processor_seconds() - begin
        outcomes |= {o["id"]: o for o in self.run().outcomes}
        found = outcomes.get(happening, {"is": "ignored"})
        answer = Answer(shown=[*self.shown(), *self.titles()], seconds=took)
        if found["is"] == "refused":
            answer.refused, answer.says = found["code"], f"{found['reason']} {found['remedy']}"
        else:
            answer.inert = found["is"] if self.island.store.main != before or found["is"] != "ignored" else "ignored"
        answer.wrong = self.wrong(afterwards)
        return answer

    def shown(self) -> list[str]:
        model = self.island.model
        own = [t for t in model.threads.values() if t.author == BOT_ID]
        return [*(c.body for c in model.comments.values() if c.author == BOT_ID), *(t.body for t in own)]

    def titles(self) -> list[str]:
        return [t.title for t in self.island.model.threads.values() if t.author == BOT_ID]

    def wrong(self, afterwards: str = "done") -> list[str]:
        """The engine's posts do nothing, the journal replays, and the game goes on for others."""
        found = [f"{o}: {body[:300]!r}" for body in self.shown() for o in offences(body, ("ana", "bo"))]
        found += [f"a title of {len(t)}: {t!r}" for t in self.titles() if not is_title(t)]
        found += self.findings()
        comment = self.say("bo", "/build")
        must = "refused" if self.read("state/game.yaml")["over"] else afterwards
        outcome = {o["id"]: o["is"] for o in self.run().outcomes}.get(f"comment/{comment}")
        return found + ([] if outcome == must else [f"bo's next command is {outcome}"])


@lru_cache
def the_table() -> Table:
    """One for all cases of a process: each is played in a fork of it."""
    return Table()


def comment(case: Case) -> Answer:
    table = the_table()
    for text in case.given.get("first", []):
        table.say("ana", spelled(text))
        table.run()
    on = table.pull if case.given.get("on") == "proposal" else TABLE
    number = table.say(case.given.get("by", "ana"), spelled(case.given["text"]), on)
    return table.answer(f"comment/{number}")


def code(case: Case) -> Answer:
    """A rule in force, and what is then said; with nothing said, the owner's commit of it; without `says`, a proposal."""
    front, source = spelled(case.given.get("front", "")), spelled(case.given.get("code", ""))
    text = rule(120, "Case", front=front, code=source, prose=spelled(case.given.get("prose", "So it is.")))
    text += spelled(case.given.get("more", ""))
    limits = Limits(examples=True)
    judge = ChildJudge(KEY, GAME, limits) if case.given.get("child") else InProcessJudge(KEY, GAME, limits)
    if "says" in case.given:
        table = the_table()
        commit = table.by_hand({"rules/island/120-case.md": text})
        if case.given["says"] is None:
            return table.answer(f"commit/{commit}", judge)
        table.run(judge)
        on = table.pull if case.given.get("on") == "proposal" else TABLE
        number = table.say("ana", spelled(case.given["says"]), on)
    else:
        table = the_table()
        pull = table.island.propose("ana", "A case", {"rules/island/120-case.md": text})
        number = table.say("ana", "/open", pull)
    return table.answer(f"comment/{number}", judge, case.given.get("afterwards", "done"))


def payload(case: Case) -> Answer:
    try:
        hint = hint_of(bytes_of(case.given["data"]))
    except BadPayload as error:
        return Answer(refused="payload", says=error.reason)
    return Answer(inert="read", shown=[repr(hint)])


def yaml(case: Case) -> Answer:
    try:
        value = guard.load(spelled(case.given["text"]))
    except guard.YamlProblem as error:
        return Answer(refused="yaml", says=f"line {error.line}: {error.message}")
    again = guard.load(canon.emit(value))
    return Answer(inert="read", shown=[repr(value)], wrong=[] if again == value else ["it is written otherwise"])


def rule_file(case: Case) -> Answer:
    try:
        document = parse(case.given.get("path", "rules/island/120-case.md"), spelled(case.given["text"]))
    except LawProblems as error:
        wrong = [str(p) for p in error.problems if p.line < 1]
        return Answer(refused="law", says="\n".join(map(str, error.problems)), wrong=wrong)
    return Answer(inert="read", shown=[document.title, document.prose])


def front_matter(case: Case) -> Answer:
    text = f"---\n{spelled(case.given['text'])}\n---\nSo it is.\n"
    return rule_file(Case(case.door, case.name, {**case.given, "text": text}, case.must))


PREPARED: dict[str, Callable[[], object]] = {"comment": the_table, "code": the_table}
DOORS: dict[str, Callable[[Case], Answer]] = {
    "comment": comment,
    "code": code,
    "payload": payload,
    "yaml": yaml,
    "rule-file": rule_file,
    "front-matter": front_matter,
}


def misses(case: Case, answer: Answer) -> list[str]:
    """In what the answer is not the one the case must get."""
    found = list(answer.wrong)
    if "refused" in case.must:
        if answer.refused != case.must["refused"]:
            found.append(f"must be refused as {case.must['refused']}, and was {_told(answer)}")
        elif case.must["saying"] not in answer.says:
            found.append(f"must say {case.must['saying']!r}, and said {answer.says[:300]!r}")
    elif answer.inert != case.must["inert"]:
        found.append(f"must be {case.must['inert']}, and was {_told(answer)}")
    missing = [words for words in _listed(case.must.get("shows")) if not any(words in text for text in answer.shown)]
    return found + [f"must show {words!r}, and showed {[s[-300:] for s in answer.shown[-2:]]!r}" for words in missing]


def _told(answer: Answer) -> str:
    return f"refused as {answer.refused}: {answer.says[:300]}" if answer.refused else answer.inert


def _listed(words: Any) -> list[str]:
    return [] if words is None else words if isinstance(words, list) else [words]
