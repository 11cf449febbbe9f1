"""A plan comes from a stranger: it may merge and remember only heads that the referee itself has read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest

from engine.game.happening import Happening
from engine.game.plan import Plan
from engine.referee.judging.checked_plan import LARGEST_FILE, BadPlan, checked
from engine.referee.judging.judge import Judge
from engine.store import canon
from tests.island import rule
from tests.referee.in_memory import Table, judging

SONG: dict[str, str | None] = {
    "rules/island/900-song.md": "---\nrule: next\ntitle: Song\nby_hand: true\n---\nWe sing.\n"
}


class Bribed:
    """The fold, and a hand that changes its plan afterwards."""

    def __init__(self, change: Callable[[Plan], None]) -> None:
        self.honest: Judge = judging()
        self.change = change

    def judge(self, files: Mapping[str, str], inbox: Sequence[Happening], until: int) -> Plan:
        plan = self.honest.judge(files, inbox, until)
        if plan.segments:
            self.change(plan)
        return plan

    def prepare(self, files: Mapping[str, str] | None = None) -> None:
        self.honest.prepare(files)

    def rest(self) -> None:
        self.honest.rest()


def foreign(table: Table) -> str:
    store = table.island.store
    return store.add([store.main], {"x": "y"}, "Not a proposal", table.island.clock(), "eve")


def refused(table: Table, change: Callable[[Plan], None]) -> None:
    main = table.island.store.main
    table.say("ana", "/build")
    with pytest.raises(BadPlan) as caught:
        table.run(Bribed(change))
    assert caught.value.remedy
    assert table.island.store.main == main


def test_a_commit_that_is_no_proposals_head_is_not_merged() -> None:
    table = Table()
    head = foreign(table)
    refused(table, lambda plan: plan.segments[-1].merges.append({"thread": 9, "head": head}))


def test_the_head_of_one_proposal_is_not_merged_for_another() -> None:
    table = Table()
    one = table.island.propose("ana", "One", SONG)
    head = table.island.store.heads[one]
    refused(table, lambda plan: plan.segments[-1].merges.append({"thread": one + 1, "head": head}))


def test_a_strange_head_is_not_remembered_for_the_next_pass() -> None:
    table = Table()
    head = foreign(table)
    text = canon.emit({"kind": "pull", "head": head})
    refused(table, lambda plan: plan.segments[-1].files.update({"state/threads/9.yaml": text}))


@pytest.mark.parametrize("text", ["[", "- 1\n"])
def test_a_thread_that_cannot_be_read_is_not_written(text: str) -> None:
    refused(Table(), lambda plan: plan.segments[-1].files.update({"state/threads/9.yaml": text}))


def test_the_head_people_voted_on_is_merged() -> None:
    table = Table()
    number = table.island.propose("ana", "Song", SONG)
    for who, text in (("ana", "/open"), ("ana", "yay"), ("bo", "yay"), ("ana", "/resolve")):
        table.say(who, text, number)
    table.run()
    store = table.island.store
    assert store.heads[number] in store.ancestors(store.main)
    assert table.findings() == []


def raw(files: dict[str, str | None]) -> dict[str, object]:
    segment = {"files": files, "merges": [], "title": "", "entries": 1}
    return {
        "segments": [segment],
        "more": False,
        "verdicts": [],
        "outcomes": [],
        "polls": [],
        "boards": {},
        "reactions": [],
    }


def test_a_segment_without_the_engines_notes_is_no_segment() -> None:
    with pytest.raises(BadPlan):
        checked(raw({"state/players/ana.yaml": "active: true\n"}))


def test_a_file_beyond_all_measure_is_not_written() -> None:
    notes = {"state/engine.yaml": "head: x\n"}
    assert checked(raw({**notes, "state/players/ana.yaml": "x" * LARGEST_FILE})).segments
    with pytest.raises(BadPlan):
        checked(raw({**notes, "state/players/ana.yaml": "x" * (LARGEST_FILE + 1)}))


def test_what_a_refused_head_brought_is_kept_for_a_replay() -> None:
    """An adopted rule names the electorate in a loop without end, so that not even a withdrawal can be written down."""
    code = "def everybody(poll):\n    return [x for x in range(100000000)]\n"
    endless = rule("next", "Endless", front="answers: {electorate: everybody}\n", code=code)
    table = Table()
    bad = table.island.propose("ana", "Endless", {"rules/island/endless.md": endless})
    good = table.island.propose("bo", "Song", {"rules/island/song.md": rule("next", "Song")})
    table.say("ana", "/open", bad)
    table.say("bo", "/open", good)
    for who in ("ana", "bo"):
        table.say(who, "yay", bad)
    table.say("ana", "/resolve", bad)
    table.run()
    table.wait()
    table.island.push("bo", good, {"rules/library/own.star": "def f():\n    return 1\n"})
    report = table.run()
    assert [o["code"] for o in report.outcomes if o["id"].startswith(f"head/{good}/")] == ["rule_fault"]
    assert table.findings() == []
