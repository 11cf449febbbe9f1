"""The child that was started while the pass still read: used by its first fold, and gone with the pass."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping

import pytest

from engine.referee.judging import child, spare
from engine.referee.judging.child import ChildJudge
from engine.referee.judging.lines import CRUMB
from engine.referee.judging.spare import Child, Spare
from engine.referee.ports import ForgeError
from engine.store.files import Files
from engine.table.game import Ready
from tests.begun import START
from tests.in_process import InProcessJudge
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
        waiting.end_it()


def test_one_that_died_waiting_is_nobodys() -> None:
    judge = ChildJudge(KEY, "g")
    judge.prepare()
    assert judge.spare.waiting is not None
    judge.spare.waiting.process.kill()
    judge.spare.waiting.process.wait()
    judge.prepare(game("pass"))  # it hears nothing any more
    assert judge.judge(game("pass"), INBOX, START + 60).outcomes


@pytest.mark.parametrize("told", [["law"], ["law", "all"], ["all"]])
def test_where_it_is_killed_when_the_law_is_loaded_no_rule_is_accused(
    told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a machine with little memory does, while the rest of the world is read, or waited for."""
    files, take = game("pass"), Spare.take
    law = law_of(files)

    def killed(spare: Spare) -> Child:
        found = take(spare)
        assert found.process.pid is not None
        for _ in range(500):
            if has_loaded(found):
                break
            time.sleep(0.01)
        os.kill(found.process.pid, signal.SIGKILL)
        return found

    judge = ChildJudge(KEY, "g")
    for each in told:
        judge.prepare(law if each == "law" else files)
    monkeypatch.setattr(Spare, "take", killed)
    with pytest.raises(ForgeError) as error:
        judge.judge(files, INBOX, START + 60)
    assert "rule" not in error.value.cause + error.value.remedy


def has_loaded(one: Child) -> bool:
    """Whether it has written which rule it loads, and then that it loads none."""
    crumb = os.pread(one.memory, CRUMB, 0)
    return crumb.startswith(b"\0") and b"oading" in crumb


def test_none_outlives_its_pass() -> None:
    judge = ChildJudge(KEY, "g")
    table = Table()
    started = []
    prepare = judge.prepare

    def noted(files: Mapping[str, str] | None = None) -> None:
        prepare(files)
        started.append(judge.spare.waiting)

    judge.prepare = noted  # type: ignore[method-assign]
    table.say("ana", "/build")
    table.run(judge)
    assert started
    assert judge.spare.waiting is None
    assert all(child is not None and child.process.poll() is not None for child in started)


def test_where_no_process_can_be_started_the_pass_asks_again_when_it_needs_one(monkeypatch) -> None:
    def none_left() -> None:
        raise OSError(11, "Resource temporarily unavailable")

    spare = Spare()
    monkeypatch.setattr("engine.referee.judging.spare.started", none_left)
    spare.prepare()
    assert spare.waiting is None
    with pytest.raises(ForgeError, match="none could be started"):
        ChildJudge(KEY, "g", spare=spare).judge(game("pass"), INBOX, START + 60)


def test_what_it_was_told_of_is_not_brought_again_and_judged_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    children = taken(monkeypatch)
    files = Files(game("pass"), ["proposals/changes/a.yaml"], lambda paths: {})
    law = law_of(files)
    judge = ChildJudge(KEY, "g")
    judge.prepare(law)
    judge.prepare(files)
    assert judge.spare.waiting is not None
    end = judge.spare.waiting.end
    judge.prepare(law)
    judge.prepare(files)
    assert judge.spare.waiting.end == end, "what it knows is not told again"
    assert judge.judge(files, INBOX, START + 60) == InProcessJudge(KEY, "g").judge(files, INBOX, START + 60)
    assert [each.end for each in children] == [end]


def law_of(files: Mapping[str, str]) -> dict[str, str]:
    return {path: text for path, text in files.items() if path.startswith("rules/") or path == "state/game.yaml"}


@pytest.mark.parametrize("changed", [False, True])
def test_it_is_told_beforehand_of_the_law_that_was_judged_by_last_and_judges_alike_by_another(changed: bool) -> None:
    files, judge = game("pass"), ChildJudge(KEY, "g")
    judge.prepare()
    assert judge.spare.waiting is not None and not judge.spare.waiting.told, "nothing was judged yet"
    judge.judge(files, INBOX, START + 60)
    judge.prepare()
    assert judge.spare.waiting is not None and judge.spare.waiting.told == law_of(files)
    end = judge.spare.waiting.end
    judge.prepare(law_of(files))
    assert judge.spare.waiting.end == end, "what it knows is not told again"
    later = game("refuse('no')" if changed else "pass")
    judge.prepare(law_of(later))
    assert (judge.spare.waiting.end > end) is changed
    assert judge.judge(later, INBOX, START + 60) == InProcessJudge(KEY, "g").judge(later, INBOX, START + 60)


def test_at_a_table_it_has_heard_of_the_law_before_the_next_pass_begins() -> None:
    spare = Ready()
    try:
        judge = ChildJudge(KEY, "g", spare=spare)
        judge.judge(game("pass"), INBOX, START + 60)
        assert spare.waiting is not None and not spare.waiting.told
        judge.rest()
        assert spare.waiting.told == law_of(game("pass"))
    finally:
        spare.close()
    judge.rest()
    assert spare.waiting is None


def test_a_law_by_which_nothing_was_judged_to_its_end_is_not_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    judge = ChildJudge(KEY, "g")
    monkeypatch.setattr("engine.referee.judging.child.PATIENCE", 0.0)
    with pytest.raises(ForgeError):
        judge.judge(game("pass"), INBOX, START + 60)
    assert judge.spare.law is None


@pytest.mark.parametrize("addresses", [2_000_000_000, 4_000_000_000])
def test_one_is_told_and_judges_where_whoever_runs_us_has_bounded_memory(addresses: int) -> None:
    told = "from tests.referee.test_child import INBOX, KEY, START, ChildJudge, game\n"
    judged = "print(len(ChildJudge(KEY, 'g').judge(game('pass'), INBOX, START + 60).outcomes))"
    bounded = f"import resource\nresource.setrlimit(resource.RLIMIT_AS, ({addresses}, {addresses}))\n"
    done = subprocess.run([sys.executable, "-c", bounded + told + judged], capture_output=True, text=True, check=False)
    assert done.stdout == "2\n", done.stderr


def test_a_world_that_is_a_part_of_what_was_told_is_judged_alone() -> None:
    files = game("pass")
    judge = ChildJudge(KEY, "g")
    judge.prepare({**files, "state/players/cy.yaml": "active: true\nid: 1\nlogin: cy\nshells: 77\n"})
    assert judge.judge(files, INBOX, START + 60) == InProcessJudge(KEY, "g").judge(files, INBOX, START + 60)


@pytest.mark.parametrize("more", ["changed", "elsewhere"])
def test_a_world_that_has_become_another_one_is_brought(monkeypatch: pytest.MonkeyPatch, more: str) -> None:
    children = taken(monkeypatch)
    files = Files(game("pass"), [], lambda paths: {})
    judge = ChildJudge(KEY, "g")
    judge.prepare(files)
    assert judge.spare.waiting is not None
    end = judge.spare.waiting.end
    if more == "elsewhere":
        files.elsewhere["proposals/changes/a.yaml"] = None
    else:
        files["state/players/bo.yaml"] = "active: true\nid: 2\nlogin: bo\nshells: 77\n"
    assert judge.judge(files, INBOX, START + 60) == InProcessJudge(KEY, "g").judge(files, INBOX, START + 60)
    assert children[0].end > end


@pytest.mark.parametrize("broken", ["state/players/bo.yaml", "state/engine.yaml", "state/game.yaml"])
def test_a_world_that_cannot_be_made_is_told_of_as_if_nothing_had_been_told_before(broken: str) -> None:
    files = {**game("pass"), broken: "[\n"}
    judge = ChildJudge(KEY, "g")
    judge.prepare(files)
    with pytest.raises(child.JudgeBug) as told:
        judge.judge(files, INBOX, START + 60)
    with pytest.raises(child.JudgeBug) as fresh:
        ChildJudge(KEY, "g").judge(files, INBOX, START + 60)
    assert str(told.value).splitlines()[-1] == str(fresh.value).splitlines()[-1]


def taken(monkeypatch: pytest.MonkeyPatch) -> list[Child]:
    """The children that get a job from now on."""
    found, take = list[Child](), Spare.take

    def noted(spare: Spare) -> Child:
        found.append(take(spare))
        return found[-1]

    monkeypatch.setattr(Spare, "take", noted)
    return found


def test_where_the_machine_starts_no_child_nothing_is_left_open(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise BlockingIOError("no more processes")

    monkeypatch.setattr(spare, "Forked", refused)
    before = sorted(os.listdir("/proc/self/fd"))
    with Spare() as waiting:
        waiting.prepare(game("pass"))
        assert waiting.waiting is None
        with pytest.raises(BlockingIOError):
            waiting.take()
    assert sorted(os.listdir("/proc/self/fd")) == before
