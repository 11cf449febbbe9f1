"""An issue in which players had asked for judgment is deleted, or goes elsewhere: what `docs/operate.md` says to do about it helps."""

from __future__ import annotations

from engine.game.examples.example_stage import Stage
from tests.rulesets.texts import HOST, TEXTS


def test_in_credo_the_same_judge_has_the_question_when_it_is_asked_anew_and_the_old_one_is_taken_off_the_list() -> None:
    stage = Stage({"scene": "three", "roles": {"adm": "administrator"}, "when": []}, TEXTS, "credo", HOST)
    for number in (77, 78):
        opened = {"issue": number, "title": "Question", "body": "/judgment May one sing?"}
        assert stage.step({"by": "ana", "opens": opened}) is None
    judge = (stage.world.records.get("judgments", "77") or {})["judge"]
    told = "/correct judgments 77 status overruled because its issue is gone, and it was asked anew in #78"
    assert stage.step({"by": "adm", "says": told}) is None
    assert stage.step({"by": judge, "says": "/judge Yes.", "on": 78}) is None
    assert [(stage.world.records.get("judgments", n) or {})["status"] for n in ("77", "78")] == ["overruled", "ruled"]


def test_in_starfarers_whoever_had_asked_may_ask_anew() -> None:
    given = {"players": {"ana": {"active": True}}}
    stage = Stage({"given": given, "roles": {"adm": "administrator"}, "when": []}, TEXTS, "starfarers", HOST)
    for _ in range(3):
        assert stage.step({"by": "ana", "says": "/ruling Is a station a feature?"}) is None
    assert stage.step({"by": "ana", "says": "/ruling Is a ship?", "refused": "You have 3 questions open"}) is None
    told = "/correct rulings ruling-1 status ruled because its issue is gone"
    assert stage.step({"by": "adm", "says": told}) is None
    assert stage.step({"by": "ana", "says": "/ruling Is a ship?"}) is None
