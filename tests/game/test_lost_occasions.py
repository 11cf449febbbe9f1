"""Adopted changes whose occasion no rule tells any more: they are stranded with a word, and not lost in silence."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.examples.example_stage import Stage
from tests.game.test_effect import LATER, SONGS
from tests.island import RULESET, rule, with_rules

NO_MORE = "No rule in force tells any more when the tide turns."
WEIGH = "no rule tells any more what these adopted changes wait for"
# What is titled so takes effect at once; everything else waits for the tide.
LATER_OR_NOT = LATER.replace('    return "the', '    return "now" if poll["title"] == "At once" else "the')
LAW = with_rules({"120-tides.md": LATER_OR_NOT})
TURNS, TURNED = 'tell("the_tide_turns")', 'tell("the_tide_has_turned")'
AMENDED = {"120-tides.md": LATER_OR_NOT.replace(TURNS, TURNED)}
REPEALED = {"tides": None}


def adopts(pull: int, title: str, changes: dict[str, Any]) -> list[dict[str, Any]]:
    """Steps: a proposal of ana's that she and bo adopt."""
    return [
        {"by": "ana", "opens": {"pull": pull, "title": title, "changes": changes}},
        {"by": "ana", "says": "/open", "on": pull},
        {"by": "ana", "says": "yay", "on": pull},
        {"by": "bo", "says": "yay", "on": pull},
        {"by": "ana", "says": "/resolve", "on": pull},
    ]


WAITING = adopts(12, "Songs", SONGS)


def played(law: dict[str, str], *steps: dict[str, Any]) -> Stage:
    stage = Stage({"given": {"players": {"ana": {"active": True}, "bo": {"active": True}}}}, law, RULESET)
    for step in steps:
        assert stage.step(step) is None
    return stage


def poll(stage: Stage, key: str = "12") -> dict[str, Any]:
    return stage.world.records.get("polls", key) or {}


def awaited(stage: Stage) -> dict[str, str]:
    found: dict[str, str] = stage.world.notes.awaiting
    return found


@pytest.mark.parametrize("change", [REPEALED, AMENDED], ids=["repealed", "amended"])
def test_what_waits_is_stranded_when_no_rule_tells_its_occasion_any_more(change: dict[str, Any]) -> None:
    stage = played(LAW, *WAITING, *adopts(13, "At once", change))
    assert poll(stage, "13")["landed"] is True
    assert (poll(stage)["status"], poll(stage).get("landed")) == ("adopted", False)
    assert awaited(stage) == {}
    told = stage.world.records.get("outbox", "held/12") or {}
    assert (NO_MORE in told["text"], told["thread"]) == (True, 12)
    assert any(NO_MORE in text for text in stage.said)


def test_the_rules_hear_that_it_is_stranded_and_cannot_stop_it() -> None:
    stern = rule(140, "Stern", front="on: {stranded: no}\n", code='def no(poll, why):\n    refuse("Never.")\n')
    stage = played(with_rules({"120-tides.md": LATER_OR_NOT, "140-stern.md": stern}), *WAITING)
    for step in adopts(13, "At once", AMENDED):
        stage.step(step)
    assert (poll(stage, "13")["landed"], poll(stage).get("landed")) == (True, False)
    assert any("Lost at sea: #12." in said for said in stage.said)


def test_who_opens_the_change_that_would_strand_it_is_told_so() -> None:
    stage = played(LAW, *WAITING, *adopts(13, "At once", AMENDED)[:2])
    assert any(WEIGH in text and "- #12 `Songs`: adopted, takes effect when" in text for text in stage.said)
    unlike = played(LAW, *WAITING, *adopts(13, "At once", {"130-dances.md": SONGS["130-songs.md"]})[:2])
    assert not any(WEIGH in text for text in unlike.said)


def test_what_was_stranded_so_can_be_proposed_anew() -> None:
    again = {"by": "ana", "says": "/open", "on": 12, "refused": "Propose it anew, in another pull request"}
    stage = played(LAW, *WAITING, *adopts(13, "At once", REPEALED), again, *adopts(14, "Songs", SONGS))
    assert "songs" in stage.world.book.documents


def test_of_two_that_wait_for_one_occasion_the_second_lands_though_the_first_takes_away_who_tells_it() -> None:
    stage = played(LAW, *adopts(12, "Ebb", REPEALED), *adopts(13, "Songs", SONGS), {"by": "bo", "says": "/tide"})
    assert (poll(stage)["landed"], poll(stage, "13")["landed"]) == (True, True)
    assert "songs" in stage.world.book.documents


def test_it_waits_on_where_another_rule_tells_the_occasion() -> None:
    moon = rule(
        140, "Moon", front="commands: [{usage: /moon, run: rise, help: x}]\n", code=f"def rise(player):\n    {TURNS}\n"
    )
    law = with_rules({"120-tides.md": LATER_OR_NOT, "140-moon.md": moon})
    stage = played(law, *WAITING, *adopts(13, "At once", REPEALED))
    assert awaited(stage) == {"12": "the_tide_turns"}
    assert stage.step({"by": "bo", "says": "/moon"}) is None
    assert poll(stage)["landed"] is True


@pytest.mark.parametrize(
    "telling",
    [
        f'occasion = "the_tide_turns"\n    {TURNS.replace(chr(34) + "the_tide_turns" + chr(34), "occasion")}',
        'say = tell\n    say("the_tide_turns")',
    ],
    ids=["by a variable", "by another name of the word"],
)
def test_it_waits_on_where_the_occasion_may_be_told_and_the_law_still_answers_with_it(telling: str) -> None:
    unclear = {"120-tides.md": LATER_OR_NOT.replace(TURNS, telling)}
    stage = played(LAW, *WAITING, *adopts(13, "At once", unclear))
    assert awaited(stage) == {"12": "the_tide_turns"}
    assert stage.step({"by": "bo", "says": "/tide"}) is None
    assert poll(stage)["landed"] is True


def test_where_the_occasion_may_be_told_and_the_law_answers_another_now_it_is_stranded() -> None:
    odd = LATER_OR_NOT.replace(TURNS, 'turned = "the_tide_has_turned"\n    tell(turned)')
    odd = odd.replace('return "now" if', 'return "at_ebb" if poll["title"] == "Songs" else "now" if')
    stage = played(LAW, *WAITING, *adopts(13, "At once", {"120-tides.md": odd}))
    assert (awaited(stage), poll(stage).get("landed")) == ({}, False)


def test_what_would_wait_from_the_first_for_what_no_rule_tells_is_stranded_at_once() -> None:
    stage = played(with_rules({"120-tides.md": LATER_OR_NOT.replace(TURNS, TURNED)}), *WAITING)
    assert (poll(stage)["status"], poll(stage).get("landed"), awaited(stage)) == ("adopted", False, {})
    assert any(NO_MORE in text for text in stage.said)


def test_a_commit_by_hand_strands_it_too() -> None:
    stage = played(LAW, *WAITING)
    by_hand = {"id": "commit/1", "kind": "administered", "time": stage.now, "actor": None, "commit": "a" * 40}
    stage.folding.judge(by_hand | {"files": {"rules/island/120-tides.md": None}})
    assert (awaited(stage), poll(stage).get("landed")) == ({}, False)


def test_what_waits_goes_on_waiting_where_the_law_cannot_say_whether_it_would() -> None:
    """The name of the occasion is put together, so only the rule could tell; and that rule fails by now."""
    named = LATER_OR_NOT.replace(TURNS, 'tell("_".join(["the", "tide", "turns"]))')
    failing = named.replace('"At once" else "the', '"At once" else {}["no"] + "the')
    for amended, goes_on in ((failing, True), (named.replace('else "the_tide', 'else "an_ebb'), False)):
        assert amended != named
        stage = played(with_rules({"120-tides.md": named}), *WAITING, *adopts(13, "At once", {"120-tides.md": amended}))
        assert poll(stage, "13")["landed"] is True
        assert awaited(stage) == ({"12": "the_tide_turns"} if goes_on else {})


@pytest.mark.parametrize("text", ["---\nrule: 140\ntitle: Moon\n", "No rule.\n"])
def test_it_waits_on_where_a_rule_that_may_tell_it_cannot_be_read(text: str) -> None:
    """What was adopted was lost by an administrator's slip, which the next commit would have mended."""
    code = f"def rise(player):\n    {TURNS}\n"
    moon = rule(140, "Moon", front="commands: [{usage: /moon, run: rise, help: x}]\n", code=code)
    law = with_rules({"120-tides.md": LATER_OR_NOT.replace(TURNS, TURNED), "140-moon.md": moon})
    stage = played(law, *WAITING)
    by_hand = {"kind": "administered", "time": stage.now, "actor": None, "commit": "a" * 40}
    stage.folding.judge(by_hand | {"id": "commit/1", "files": {"rules/island/140-moon.md": text}})
    assert stage.world.book.unreadable
    assert awaited(stage) == {"12": "the_tide_turns"}
    stage.folding.judge(by_hand | {"id": "commit/2", "files": {"rules/island/140-moon.md": moon}})
    assert stage.step({"by": "bo", "says": "/moon"}) is None
    assert poll(stage)["landed"] is True
