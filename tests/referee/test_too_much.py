"""What is too much for one pass is judged by several: neither many slow happenings nor many deadly ones stop a game."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from engine.game.fold import folding
from engine.game.fold.folding import fold
from engine.game.plan import Fault, Limits, Plan
from engine.referee.judging import child, lines
from engine.referee.judging.child import ChildJudge, Died
from engine.referee.ports import ForgeError
from engine.store import canon
from tests.in_process import InProcessJudge
from tests.island import rule, with_rules
from tests.referee.in_memory import Table
from tests.referee.test_child import BOMBS, KEY, START, game, outcomes, said
from tests.storms import island as storms

DEADLY = BOMBS["a join bomb"]
BUILDS = [said(number, "ana", "/build") for number in range(1, 25)]


def after(files: dict[str, str], plan: Plan) -> dict[str, str]:
    left = dict(files)
    for segment in plan.segments:
        segment.apply(left)
    return left


def left(inbox: list[dict[str, Any]], plan: Plan) -> list[dict[str, Any]]:
    return [h for h in inbox if h["id"] not in outcomes(plan)]


class Hurrying:
    """A clock on which each look is a second."""

    now = 0.0

    def monotonic(self) -> float:
        self.now += 1.0
        return self.now


def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits for the child has twelve seconds of that clock."""
    clock = Hurrying()
    monkeypatch.setattr(child, "time", clock)
    monkeypatch.setattr(lines, "time", clock)
    monkeypatch.setattr(child, "PATIENCE", 12.0)


def test_a_fold_whose_time_is_up_ends_early_and_blames_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    files = game("pass")
    hurry(monkeypatch)
    plan = ChildJudge(KEY, "g", Limits(examples=False)).judge(files, BUILDS, START + 60)
    assert plan.more
    assert 0 < len(plan.outcomes) < len(BUILDS)
    assert [o for o in plan.outcomes if "fault" in o] == []


def test_what_took_most_of_the_time_is_the_first_of_the_next_fold(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else one fold after the other would be half as long as the one before, and each pass would meet it again."""
    folds: list[int] = []

    def fold_of(_: Any, files: Any, inbox: Any, until: Any, faults: Any, limits: Limits) -> Any:
        folds.append(limits.happenings)
        if limits.happenings > 9:
            raise Died(["comment/10", "huts", "build", 1], child.TOO_LONG, 9, late=True, last=True)
        return vars(Plan(more=True))

    monkeypatch.setattr(ChildJudge, "_fold", fold_of)
    plan = ChildJudge(KEY, "g").judge(game("pass"), BUILDS, START + 60)
    assert (plan.more, folds) == (True, [Limits().happenings, 9])


@pytest.mark.parametrize(("pauses", "last"), [((0.0, 9.0), True), ((0.7, 9.0), False)])
def test_when_it_began_tells_whether_most_of_the_time_went_into_what_was_judged_last(
    monkeypatch: pytest.MonkeyPatch, pauses: tuple[float, float], last: bool
) -> None:
    monkeypatch.setattr(child, "PATIENCE", 1.2)
    says = 'print(\'{"seed": "1"}\', flush=True); sys.stdin.readline(); '
    program = "import sys, time; sys.stdin.readline(); " + says + f"time.sleep({pauses[0]}); " + says
    words = [sys.executable, "-c", program + f"time.sleep({pauses[1]})"]
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with process, pytest.raises(Died) as found:
        child._converse(process, b"{}\n", lambda id_: b"s", {}, list, lambda said: None)
    assert (found.value.late, found.value.judged, found.value.last) == (True, 1, last)


def test_what_is_left_comes_to_what_it_would_have_come_to(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = after(game("pass"), ChildJudge(KEY, "g", Limits(examples=False)).judge(game("pass"), BUILDS, START + 60))
    hurry(monkeypatch)
    files, inbox = game("pass"), BUILDS
    for _ in range(len(BUILDS)):
        plan = ChildJudge(KEY, "g", Limits(examples=False)).judge(files, inbox, START + 60)
        files, inbox = after(files, plan), left(inbox, plan)
        if not plan.more:
            break
    assert files == whole


def test_more_deadly_happenings_than_can_be_blamed_are_left_to_the_next_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "MOST_FAULTS", 2)
    inbox = [*(said(number, "bo", "/bomb") for number in range(1, 4)), said(9, "ana", "/build")]
    files = game(DEADLY)
    first = ChildJudge(KEY, "g").judge(files, inbox, START + 60)
    assert first.more
    assert [o["is"] for o in first.outcomes] == ["refused", "refused"]
    second = ChildJudge(KEY, "g").judge(after(files, first), left(inbox, first), START + 60)
    assert not second.more
    assert [o["is"] for o in second.outcomes] == ["refused", "done"]
    assert canon.read(after(after(files, first), second)["state/huts.yaml"]) == {"ana": {"size": 1}}


def test_so_are_those_that_it_takes_too_long_to_blame(monkeypatch: pytest.MonkeyPatch) -> None:
    late, blame = [0.0], ChildJudge._blame

    def slowly(judge: ChildJudge, *what: Any) -> None:
        blame(judge, *what)
        late[0] += 2 * child.PATIENCE

    monkeypatch.setattr(ChildJudge, "_blame", slowly)
    monkeypatch.setattr(child, "time", SimpleNamespace(monotonic=lambda: time.monotonic() + late[0]))
    inbox = [*(said(number, "bo", "/bomb") for number in range(1, 4)), said(9, "ana", "/build")]
    first = ChildJudge(KEY, "g").judge(game(DEADLY), inbox, START + 60)
    assert first.more
    assert [o["is"] for o in first.outcomes] == ["refused"]


def deadly_to_hear_of(occasion: str, many: int) -> dict[str, str]:
    """The law of the island with rules that each kill whoever judges when they hear of one thing."""
    code = f"def die(*args):\n    {DEADLY}\n"
    return with_rules(
        {
            f"{200 + n}-deadly-{n}.md": rule(200 + n, f"Deadly {n}", front=f"on: {{{occasion}: die}}\n", code=code)
            for n in range(many)
        }
    )


@pytest.mark.parametrize("many", [2, 3])
def test_more_rules_than_can_be_blamed_that_one_happening_kills_the_judge_in_end_with_that_happening(
    monkeypatch: pytest.MonkeyPatch, many: int
) -> None:
    """The happening is refused without the law; with so few that each can be blamed it is carried out without them."""
    monkeypatch.setattr(child, "MOST_FAULTS", 2)
    table, judge = Table(deadly_to_hear_of("left", many)), ChildJudge(storms.KEY, storms.GAME, Limits(examples=False))
    table.say("ana", "/rest")
    table.say("bo", "/build")
    outcomes = [o for o in table.run(judge).outcomes if o["id"].startswith("comment")]
    assert [o["is"] for o in outcomes] == ["done" if many == 2 else "refused", "done"]
    number = table.island.propose("bo", "Away", {"rules/island/200-deadly-0.md": None})
    table.say("bo", "/rescue", number)
    assert [o["is"] for o in table.run(judge).outcomes if o["id"].startswith("comment")] == ["done"]
    assert not judge.bugs
    assert table.findings() == []


def test_what_dies_in_a_part_of_a_happening_is_refused_whole_where_nothing_else_helps() -> None:
    """A part that died twice, and one for which there is no room to blame any more; of the whole there is no more to refuse."""
    fault = Fault("deadly", "die", 1, "it used too much memory")
    twice = replace(fault, again=True)
    parts = ["completing/timer/a/1", "hearing/deadly/timer/a/1", "rescuing/7/timer/a/1"]
    for part in parts:
        assert child._place(part, {}) == (part, False)
        assert child._place(part, {part: fault}) == (part, True)
        assert child._place(part, {part: twice}) == ("timer/a/1", True)
        full = {str(number): fault for number in range(child.MOST_FAULTS)}
        assert child._place(part, full) == ("timer/a/1", True)
        assert child._place(part, {**full, "timer/a/1": twice}) == ("", True)


def test_more_mistakes_of_the_engines_than_can_be_passed_by_are_left_to_the_next_pass(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(child, "MOST_FAULTS", 2)
    broken = [{k: v for k, v in said(n, "ana", "/build").items() if k != "text"} for n in range(1, 4)]
    inbox = [*broken, said(9, "ana", "/build")]
    files = game("pass")
    first = ChildJudge(KEY, "g").judge(files, inbox, START + 60)
    assert first.more
    assert [o["is"] for o in first.outcomes] == ["refused", "refused"]
    second = ChildJudge(KEY, "g").judge(after(files, first), left(inbox, first), START + 60)
    assert not second.more
    assert [o["is"] for o in second.outcomes] == ["refused", "done"]


def test_talk_that_fills_a_whole_pass_does_not_hold_up_what_comes_after_it() -> None:
    files = game("pass")
    inbox = [*(said(n, "bo", "just talk") for n in range(1, 6)), said(9, "ana", "/build")]
    first = ChildJudge(KEY, "g", Limits(happenings=5)).judge(files, inbox, START + 60)
    assert first.more
    files, inbox = after(files, first), left(inbox, first)
    assert set(canon.read(files["state/engine.yaml"])["seen"]) == {f"comment/{n}" for n in range(1, 6)}
    second = ChildJudge(KEY, "g", Limits(happenings=5)).judge(files, inbox, START + 60)
    assert [o["is"] for o in second.outcomes] == ["done"]


def test_much_talk_is_noted_and_little_talk_waits_for_something_that_counts() -> None:
    """Else every pass would read all of it again."""
    files = game("pass")
    for many, segments in ((79, 0), (80, 1)):
        talk = [said(n, "bo", "just talk") for n in range(1, many + 1)]
        plan = InProcessJudge(KEY, "g").judge(files, talk, START + 600)
        assert len(plan.segments) == segments


def much_still_to_be_said() -> dict[str, str]:
    """A game whose notes take two megabytes, which every segment says anew."""
    files = game("pass")
    notes = canon.read(files["state/engine.yaml"])
    wish = {"text": "x" * 2_000_000, "at": START}
    return {**files, "state/engine.yaml": canon.emit({**notes, "outbox": {"table/comment/0": wish}})}


def test_a_plan_that_the_child_has_no_memory_to_say_is_made_shorter() -> None:
    files = much_still_to_be_said()
    path = next(p for p in files if p.startswith("rules/") and p.endswith(".md"))
    inbox: list[dict[str, Any]] = [
        {
            "id": f"commit/{place:040x}",
            "kind": "administered",
            "time": START,
            "commit": f"{place:040x}",
            "files": {path: f"{files[path]}\nRemark {place}.\n"},
            "seen_at": START,
            "actor": None,
            "thread": None,
        }
        for place in range(100)
    ]
    plan = ChildJudge(KEY, "g", Limits(examples=False, written=10**12)).judge(files, inbox, START + 60)
    assert plan.more and 0 < len(plan.outcomes) < 100
    assert not [o for o in plan.outcomes if "fault" in o]
    plan = ChildJudge(KEY, "g", Limits(examples=False)).judge(files, inbox, START + 60)
    assert plan.more and len(plan.segments) == 10


def opening(thread: int, who: str, number: int) -> list[dict[str, Any]]:
    """Somebody opens the vote on a rule whose code takes many megabytes when it is loaded, and fits in memory by itself."""
    front, code = "on: {acted: f}\n", f"X = {letters(40_000_000)}\n\ndef f(p):\n    pass\n"
    files = {
        f"rules/island/{number}-large-{number}.md": [None, rule(number, f"Large {number}", front=front, code=code)]
    }
    change = {"hash": f"{thread:064x}", "base": "", "files": files, "paths": [], "problems": []}
    facts = {"kind": "pull", "title": "Large", "body": "", "labels": [], "state": "open", "base": "main"}
    actor = {"id": {"ana": 1, "bo": 2}[who], "login": who, "role": "player"}
    common = {"thread": thread, "seen_at": START, "actor": actor, "time": START + thread}
    return [
        {"id": f"thread/{thread}", "kind": "opened", "facts": {**facts, "merged": False, "tag": None}, **common},
        {"id": f"head/{thread}/x", "kind": "head", "head": f"{thread:040x}", "change": change, **common},
        {"id": f"comment/{thread}", "kind": "said", "comment": thread, "text": "/open", "edited": False, **common},
    ]


def test_who_finds_the_memory_full_of_what_others_opened_is_judged_first_in_the_next_pass() -> None:
    inbox = [happening for thread in range(11, 18) for happening in opening(thread, "ana", 110 + thread)]
    inbox += opening(18, "bo", 140)
    files, found = game("pass"), dict[str, Any]()
    for _ in range(6):
        plan = ChildJudge(KEY, "g", Limits(examples=False)).judge(files, inbox, START + 60)
        found |= outcomes(plan)
        files, inbox = after(files, plan), left(inbox, plan)
    assert not inbox
    assert [o["reason"] for o in found.values() if o["is"] == "refused" and "fault" in o] == []


def test_what_killed_the_judge_once_is_blamed_at_once_where_it_kills_it_again() -> None:
    """Even where others have filled the memory: each would take a pass of its own."""
    bombs = [said(number, "bo", "/bomb") for number in (5, 31, 32)]
    inbox = [bombs[0], *opening(22, "ana", 130), *opening(23, "ana", 131), *bombs[1:]]
    plan = ChildJudge(KEY, "g", Limits(examples=False)).judge(game(DEADLY), inbox, START + 60)
    assert not plan.more
    assert [outcomes(plan)[bomb["id"]]["is"] for bomb in bombs] == ["refused"] * 3


def letters(count: int) -> str:
    """Code that makes so many: of long pieces, since of single ones it takes five times as long."""
    return f'("a" * 10000) * {count // 10_000}'


def in_force(size: int, bomb: int = 0) -> dict[str, str]:
    """A game in whose law the code of a rule takes so many bytes when it is loaded, and so many more for a command."""
    front = "commands:\n  - {usage: /bomb, run: bomb, help: Do not.}\n"
    return game(
        text=rule(120, "Bomb", front=front, code=f'X = {letters(size)}\n\ndef bomb(player):\n    x = "b" * {bomb}\n')
    )


def test_a_law_that_was_adopted_while_much_was_kept_is_loaded_when_little_is() -> None:
    """It takes more than all the memory that a world of this size is granted: beside it there is as much as ever."""
    files = in_force(210_000_000, bomb=4_000_000_000)
    plan = ChildJudge(KEY, "g").judge(files, [said(1, "ana", "/bomb"), said(2, "bo", "/build")], START + 60)
    assert [o["is"] for o in plan.outcomes] == ["refused", "done"]
    assert plan.outcomes[0]["fault"]["rule"] == "bomb"


def test_a_law_in_force_that_cannot_be_loaded_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """That the child dies of it is only said here, since it would take gigabytes; what it notes as it loads is its own."""
    noted: list[list[Any]] = []

    def dies(*_: Any) -> None:
        raise Died(next(crumb for crumb in noted if crumb[1] == "bomb"), "it used too much memory")

    fold(game("pass"), [], START, lambda id_: b"s" * 32, watch=lambda *crumb: noted.append([*crumb]))
    monkeypatch.setattr(child, "_converse", dies)
    with pytest.raises(ForgeError, match="as it loaded the rule `bomb`"):
        ChildJudge(KEY, "g").judge(game("pass"), [said(2, "bo", "/build")], START + 60)


def test_who_dies_when_the_law_is_loaded_and_nothing_judged_yet_accuses_no_rule(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The clock reads the timers then; the rule that was loaded last has no part in it."""
    noted: list[list[Any]] = []

    def dies(*_: Any) -> None:
        raise Died(noted[-1], "it used too much memory")

    monkeypatch.setattr(folding, "next_due", dies)
    with pytest.raises(Died):
        fold(game("pass"), [], START, lambda id_: b"s" * 32, watch=lambda *crumb: noted.append([*crumb]))
    assert any(crumb[:2] == ["loading", "bomb"] for crumb in noted)
    monkeypatch.setattr(child, "_converse", dies)
    with pytest.raises(ForgeError, match="The judge stopped: it used too much memory"):
        ChildJudge(KEY, "g").judge(game("pass"), [said(2, "bo", "/build")], START + 60)


def test_where_a_pipe_takes_less_than_it_said_the_rest_is_written_later(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    write, refused = os.write, list[int]()

    def crowded(descriptor: int, data: bytes) -> int:
        if len(refused) < 2:
            refused.append(len(data))
            raise BlockingIOError
        return write(descriptor, data[:3])

    with monkeypatch.context() as pipe:
        pipe.setattr(os, "write", crowded)
        lines.send(writing, b"all of it\n", time.monotonic() + 5)
    assert (os.read(reading, 100), refused) == (b"all of it\n", [10, 10])
    for descriptor in (reading, writing):
        os.close(descriptor)
