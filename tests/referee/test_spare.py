"""The child that was started while the pass still read: used by its first fold, and gone with the pass."""

from __future__ import annotations

import os

from engine.referee.child import ChildJudge
from engine.referee.spare import Spare
from tests.begun import START
from tests.referee.in_memory import Table
from tests.referee.test_child import INBOX, KEY, game


def test_a_child_that_waits_is_taken_once() -> None:
    with Spare() as spare:
        spare.prepare()
        waiting = spare.waiting
        spare.prepare()
        assert spare.waiting is waiting
        assert spare.take() is waiting is not None
        assert spare.waiting is None
        os.close(waiting[1])
        waiting[0].kill()
        waiting[0].wait()


def test_one_that_died_waiting_is_nobodys() -> None:
    judge = ChildJudge(KEY, "g")
    judge.prepare()
    assert judge.spare.waiting is not None
    judge.spare.waiting[0].kill()
    judge.spare.waiting[0].wait()
    assert judge.judge(game("pass"), INBOX, START + 60).outcomes


def test_none_outlives_its_pass() -> None:
    judge = ChildJudge(KEY, "g")
    table = Table()
    started = []
    prepare = judge.prepare

    def noted() -> None:
        prepare()
        started.append(judge.spare.waiting)

    judge.prepare = noted  # type: ignore[method-assign]
    table.say("ana", "/build")
    table.run(judge)
    assert started
    assert judge.spare.waiting is None
    assert all(child is not None and child[0].poll() is not None for child in started)


def test_where_no_process_can_be_started_the_pass_asks_again_when_it_needs_one(monkeypatch) -> None:
    def none_left() -> None:
        raise OSError(11, "Resource temporarily unavailable")

    spare = Spare()
    monkeypatch.setattr("engine.referee.spare.started", none_left)
    spare.prepare()
    assert spare.waiting is None
