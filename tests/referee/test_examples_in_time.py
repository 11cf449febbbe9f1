"""Examples that would take minutes are not played to their end: the proposal is opened, voters are told, and a replay plays none."""

from __future__ import annotations

import io
import time
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from engine.game.examples.evidence import Patience, of_change
from engine.game.plan import Limits, Plan
from engine.referee import child_main, judge
from engine.referee.judge import InProcessJudge
from tests.game.test_evidence import Clock, flood
from tests.referee.in_memory import Table
from tests.storms.island import GAME, KEY


def test_a_proposal_whose_examples_take_too_long_is_opened_and_the_game_can_be_proved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(judge, "of_change", partial(of_change, patience=Patience(Clock(), 400.0)))
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
    job = {"files": {}, "elsewhere": [], "inbox": [], "until": 0, "faults": {}, "limits": {}}
    child_main._answer(job, crumbs, io.BytesIO(), io.BytesIO())
    patience = handed["evidence"].keywords["patience"]
    assert patience.clock is time.process_time
    assert patience.left <= 60, "half of what a fold has"
