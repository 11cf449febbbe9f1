"""Examples that would take minutes are not played to their end: the proposal is opened, voters are told, and a replay plays none."""

from __future__ import annotations

import io
import time
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from engine.game.dice import seed
from engine.game.examples.evidence import Patience, of_change
from engine.game.fold.folding import fold
from engine.game.plan import Fault, Limits, Plan, is_of_drawing
from engine.law.running.host import TOO_LONG
from engine.referee.judging import child_main
from engine.referee.judging.child import ChildJudge, Died
from tests import in_process
from tests.game.test_evidence import Clock, flood
from tests.in_process import InProcessJudge
from tests.referee.in_memory import Table
from tests.storms.island import GAME, KEY


def test_a_proposal_whose_examples_take_too_long_is_opened_and_the_game_can_be_proved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(in_process, "of_change", partial(of_change, patience=Patience(Clock(), 400.0)))
    table, path = Table(), "rules/island/050-flood.md"
    number = table.island.propose("ana", "Flood", {path: flood(30, 10)[path]})
    table.say("ana", "/open", number)
    table.run(InProcessJudge(KEY, GAME, Limits()))
    table.run(InProcessJudge(KEY, GAME, Limits()))
    assert any("30 are new or changed" in said and "were not played" in said for said in table.answers(number))
    assert table.findings() == []


def test_in_the_child_examples_have_a_share_of_the_processor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    handed: dict[str, Any] = {}

    def folded(*args: Any, **named: Any) -> Plan:
        handed.update(named)
        return Plan()

    monkeypatch.setattr(child_main, "fold", folded)
    crumbs: Any = SimpleNamespace(watch=lambda *args: None, fuse=None)
    job = {"inbox": [], "until": 0, "faults": {}, "limits": {}, "evidence": {}}
    child_main._answer(job, child_main.Beforehand(io.BytesIO(), io.BytesIO()), crumbs)
    patience = handed["evidence"].play.keywords["patience"]
    assert patience.clock is time.process_time
    assert patience.left <= 60, "half of what a fold has"


@pytest.mark.parametrize("late", [True, False], ids=["the time of the pass", "the time of a happening"])
def test_who_ran_in_an_example_when_time_was_up_is_not_to_blame(monkeypatch: pytest.MonkeyPatch, late: bool) -> None:
    path = "rules/island/050-flood.md"
    noted: list[list[Any]] = []
    table = Table()

    def folded(_: Any, files: Any, inbox: Any, until: Any, faults: Any, limits: Any) -> Any:
        given = {id_: Fault(**vars(fault)) for id_, fault in faults.items()}
        watch = None if faults else (lambda *crumb: noted.append([*crumb]))
        plan = fold(files, inbox, until, partial(seed, KEY, GAME), faults=given, watch=watch, evidence=of_change)
        played = [crumb for crumb in noted if crumb[0].startswith("examples/comment/") and crumb[1]]
        if played and not faults:
            assert is_of_drawing(noted[-1][0])
            after = noted[noted.index(played[-1]) + 1 :]
            assert any(crumb[:2] == [played[-1][0].removeprefix("examples/"), "proposals"] for crumb in after)
            raise Died(played[-1], TOO_LONG, 0, late=late, last=late)
        return {**vars(plan), "segments": [vars(segment) for segment in plan.segments]}

    monkeypatch.setattr(ChildJudge, "_fold", folded)
    number = table.island.propose("ana", "Flood", {path: flood(1, 3)[path]})
    table.say("ana", "/open", number)
    judge = ChildJudge(KEY, GAME)
    outcomes = table.run(judge).outcomes
    assert ([o for o in outcomes if o["is"] == "refused"], judge.bugs) == ([], [])
    assert any("not played, since that would take too long" in said for said in table.answers(number))
    assert table.findings() == []


def test_a_child_is_handed_what_examples_said_to_one_before() -> None:
    """A pass judges again where something has to be asked for; each time would take as long as all examples take."""
    first, second = ChildJudge(KEY, GAME), ChildJudge(KEY, GAME)
    assert any("flood: case 0" in said for said in _answers_to_a_flood(first))
    [key] = first.evidence
    assert first.evidence == {key: {"broken": [], "altered": ["flood: case 0"]}}
    second.evidence[key] = {"broken": [], "altered": ["told: by the one before"]}
    assert any("told: by the one before" in said for said in _answers_to_a_flood(second))


def _answers_to_a_flood(judge: ChildJudge) -> list[str]:
    table, path = Table(), "rules/island/050-flood.md"
    number = table.island.propose("ana", "Flood", {path: flood(1, 3)[path]})
    table.say("ana", "/open", number)
    table.run(judge)
    assert (judge.bugs, table.findings()) == ([], [])
    return table.answers(number)


@pytest.mark.parametrize(
    "said", [None, [], ["key"], ["key", 5], ["key", {"broken": 5}], {"key": "found"}, [1, 2, 3]], ids=str
)
def test_what_a_child_says_of_examples_is_read_as_a_strangers(said: Any) -> None:
    judge = ChildJudge(KEY, GAME)
    with pytest.raises(EOFError):
        judge._keep(said)
    assert judge.evidence == {}
