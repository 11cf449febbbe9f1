"""What rules say and name stands in records of the engine's own, too: none of them grows beyond what a file may hold."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.consulting import owing
from engine.game.plan import Plan
from engine.game.words import speech
from engine.game.world import wishes
from engine.referee.judging.checked_plan import LARGEST_FILE
from engine.store import canon
from tests.game.test_nonsense import INBOX, PULL, engine_note, played, said, told
from tests.island import rule

DRAGONS = "\U0001f409"  # one character that YAML writes as ten
NOTES = "state/engine.yaml"
COMMAND = "commands:\n  - {usage: /go, run: go, help: x}\n"


def largest(plan: Plan) -> int:
    return max(len(text.encode()) for s in plan.segments for text in s.files.values() if text is not None)


def notes(plan: Plan) -> str:
    return str(plan.segments[-1].files[NOTES])


def test_polls_opened_and_withdrawn_without_end_are_refused_before_too_much_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(wishes, "TOO_MUCH", 100_000)
    code = (
        "def go(player):\n    for i in range(30):\n"
        '        withdraw(open_poll("%s%d-%d" % ("k" * 90, here()["comment"], i), "Why?"), "We know.")\n'
    )
    inbox = [said(n, "ana", "/go") for n in range(1, 13)]
    plan = played(rule(120, "Odd", front=COMMAND, code=code), [*inbox, said(20, "bo", "/build")])
    found = [o["is"] for o in plan.outcomes if o["id"].startswith("comment/")]
    assert (found[0], found[-2], found[-1]) == ("done", "refused", "done")
    refused = [o for o in plan.outcomes if o["is"] == "refused"]
    assert all(o["fault"]["rule"] == "odd" and "too much waits" in o["fault"]["why"] for o in refused)
    outbox = canon.emit_dated(canon.read(notes(plan))["outbox"])
    assert len(outbox.encode()) < 2 * wishes.TOO_MUCH, "what waits is measured about as long as it is written"


@pytest.mark.parametrize("failing", ['"%d" % n + "DRAGON" * 15000', '"DRAGON" * 19000'])
def test_timers_that_refuse_with_long_words_fill_no_file(failing: str) -> None:
    code = (
        'def go(player):\n    for n in range(60):\n        set_timer("t%d" % n, now() + 60, "ring", n = n)\n\n'
        f"def ring(n):\n    refuse({failing.replace('DRAGON', DRAGONS)})\n"
    )
    plan = played(
        rule(120, "Odd", front=COMMAND, code=code), [said(1, "ana", "/go"), told_late(said(2, "bo", "/build"))]
    )
    assert sum(o["id"].startswith("timer/") for o in plan.outcomes) >= 60
    assert plan.outcomes[-1]["is"] == "done" or any(o["id"] == "comment/2" and o["is"] == "done" for o in plan.outcomes)
    assert len(notes(plan).encode()) < LARGEST_FILE // 4


def told_late(happening: dict[str, Any]) -> dict[str, Any]:
    return {**happening, "time": happening["time"] + 600}


def test_what_the_clock_answers_waits_in_measure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wishes, "TOO_MUCH", 50_000)
    code = (
        'def go(player):\n    for n in range(60):\n        set_timer("t%d" % n, now() + 60, "ring", n = n)\n\n'
        'def ring(n):\n    reply("a\\n" * 5000)\n'
    )
    plan = played(
        rule(120, "Odd", front=COMMAND, code=code), [said(1, "ana", "/go"), told_late(said(2, "bo", "/build"))]
    )
    faults = [o["fault"]["rule"] for o in plan.outcomes if "fault" in o]
    assert set(faults) == {"odd"} and len(faults) > 30
    assert len(notes(plan).encode()) < 300_000


def test_polls_that_are_held_with_long_words_fill_no_file() -> None:
    code = (
        'def go(player):\n    for n in range(45):\n        open_poll("x", "y")\n\n'
        f'def no(poll, tally):\n    refuse("{DRAGONS}" * 19000)\n\ndef yes(poll, tally):\n    return True\n'
    )
    front = COMMAND + "answers: {verdict: no, resolves_itself: yes, quorum: yes}\noverrides: all\n"
    plan = played(rule(120, "Odd", front=front, code=code), [said(1, "ana", "/go"), said(2, "bo", "/build")])
    assert len(engine_note(plan, "held")) == 45
    assert len(notes(plan).encode()) < LARGEST_FILE // 4
    again = played(rule(120, "Odd", front=front, code=code), [said(1, "ana", "/go"), said(2, "bo", "/build")])
    assert notes(again) == notes(plan)


def test_votes_that_are_refused_with_long_words_fill_no_file() -> None:
    code = f'def no(*args):\n    refuse("{DRAGONS}" * 19000)\n'
    votes = [said(n, "bo", "yay", 9) for n in range(20, 70)]
    plan = played(rule(120, "Odd", front="on: {voting: no}\n", code=code), [*INBOX[6:9], *votes])
    text = str(plan.segments[-1].files["state/polls/9.yaml"])
    assert len(canon.read(text)["refused"]) == 50 and len(text.encode()) < LARGEST_FILE // 4
    assert largest(plan) < LARGEST_FILE


def test_of_many_timers_that_fail_none_is_lost_and_not_each_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(owing, "MOST", 3)
    code = (
        'def go(player):\n    for n in range(9):\n        set_timer("t%d" % n, now() + 60, "ring", n = n)\n\n'
        'def ring(n):\n    fail("never")\n'
    )
    plan = played(
        rule(120, "Odd", front=COMMAND, code=code), [said(1, "ana", "/go"), told_late(said(2, "bo", "/build"))]
    )
    assert len(engine_note(plan, "owed")) == 3
    timers = {p for s in plan.segments for p, text in s.files.items() if p.startswith("state/timers/") and text}
    assert len(timers) == 9


def test_what_no_word_has_measured_is_refused_before_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    for guard in ("must_be_name", "must_fit"):
        monkeypatch.setattr(speech, guard, lambda *args: None)
    thread = told("thread/8", "opened", 0, 8, "bo", facts={**PULL, "kind": "issue"})
    code = 'def go(player):\n    assign("8", "a" * 9000000)\n'
    plan = played(rule(120, "Odd", front=COMMAND, code=code), [thread, said(1, "ana", "/go"), said(2, "bo", "/build")])
    found = {o["id"]: o for o in plan.outcomes}
    assert (found["comment/1"]["code"], found["comment/2"]["is"]) == ("too_large", "done")
    heard = rule(120, "Odd", front="on: {acted: go}\n", code=code)
    plan = played(heard, [thread, said(2, "bo", "/build")])
    last = plan.outcomes[-1] if "faults" in plan.outcomes[-1] else {o["id"]: o for o in plan.outcomes}["comment/2"]
    assert (last["is"], last["faults"][0]["rule"]) == ("done", "odd")
