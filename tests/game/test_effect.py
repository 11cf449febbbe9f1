"""Adopted changes that wait for an occasion: they land when it comes, as they were voted on, or say why they cannot."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.calendar import from_stamp
from engine.game.examples.example_stage import START, Stage
from engine.game.prospects import boards
from engine.store import canon
from tests.island import RULESET, rule, with_rules

LATER = rule(
    120,
    "Tides",
    front="answers: {takes_effect: later}\ncommands: [{usage: /tide, run: turn, help: Let the tide turn.}]\non: {stranded: tell_why}\n",
    code="""def later(poll):
    return "the_tide_turns"

def turn(player):
    tell("the_tide_turns")
    put("players", player, get("players", player) | {"shells": 9})

def tell_why(poll, why):
    reply("Lost at sea: #%d." % poll["thread"])
""",
)
SONGS = {"130-songs.md": "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"}
DANCES = {"130-songs.md": "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe dance.\n"}


def adopted(changes: dict[str, Any], *steps: dict[str, Any], law: dict[str, str] | None = None) -> Stage:
    """Ana's proposal is adopted by her and bo; then the steps."""
    stage = Stage({"given": {"players": {"ana": {"active": True}, "bo": {"active": True}}}}, law or LAW, RULESET)
    first = [
        {"by": "ana", "opens": {"pull": 12, "title": "Songs", "changes": changes}},
        {"by": "ana", "says": "/open", "on": 12},
        {"by": "ana", "says": "yay", "on": 12},
        {"by": "bo", "says": "yay", "on": 12},
        {"by": "ana", "says": "/resolve", "on": 12},
    ]
    for step in [*first, *steps]:
        assert stage.step(step) is None
    return stage


LAW = with_rules({"120-tides.md": LATER})
TIDE = {"by": "bo", "says": "/tide"}


def poll(stage: Stage) -> dict[str, Any]:
    return stage.world.records.get("polls", "12") or {}


def test_it_waits_though_the_command_that_decides_it_is_an_immutable_rules() -> None:
    """That its command is of the higher class makes nothing of the proposal a matter of that class."""
    proposals = LAW["rules/island/102-proposals.md"].replace("rule: 102\n", "rule: 102\nimmutable: true\n")
    saying = rule(
        121,
        "Saying",
        front="answers: {outcome: words}\n",
        code='def words(poll, tally):\n    return "carried"\n',
    )
    stage = adopted(SONGS, law=LAW | {"rules/island/102-proposals.md": proposals, "rules/island/121-saying.md": saying})
    assert (poll(stage)["status"], poll(stage)["outcome"]) == ("adopted", "carried")
    assert "landed" not in poll(stage)
    assert stage.step(TIDE) is None
    assert poll(stage)["landed"] is True


def test_it_is_adopted_at_once_and_lands_when_its_occasion_comes() -> None:
    stage = adopted(SONGS)
    assert poll(stage)["status"] == "adopted"
    assert "landed" not in poll(stage)
    assert "songs" not in stage.world.book.documents
    assert (stage.world.records.get("outbox", "verdict/12") or {})["text"].endswith(
        "It takes effect when the tide turns."
    )
    assert "; takes effect when the tide turns" in str(stage.world.moment.files["proposals/121.md"])
    board = boards.draw(stage.world, ["12"], stage.now)["12"]["text"]
    assert "adopted, takes effect when the tide turns" in board
    stage.step({"by": "bo", "says": "/status"})
    assert "#12 `Songs`: adopted, takes effect when the tide turns." in stage.said[-1]
    stage.step(TIDE)
    assert poll(stage)["landed"]
    assert stage.world.book.documents["songs"].number == 121
    assert any("is in effect now" in said for said in stage.said)


def test_it_is_told_under_the_new_law_that_it_took_effect() -> None:
    heard = rule(
        130, "Heard", front="on: {took_effect: say}\n", code='def say(poll):\n    reply("Now: %s." % poll["subject"])\n'
    )
    stage = adopted({"130-heard.md": heard.replace("rule: 130", "rule: next")}, TIDE)
    assert any("Now: Songs." in said for said in stage.said)


def test_every_waiting_change_lands_for_itself() -> None:
    more = {"131-more.md": SONGS["130-songs.md"].replace("Songs", "More")}
    second = [
        {"by": "bo", "opens": {"pull": 13, "title": "More", "changes": more}},
        {"by": "bo", "says": "/open", "on": 13},
        {"by": "ana", "says": "yay", "on": 13},
        {"by": "bo", "says": "yay", "on": 13},
        {"by": "bo", "says": "/resolve", "on": 13},
    ]
    stage = adopted(SONGS, *second, TIDE)
    assert {"songs", "more"} <= set(stage.world.book.documents)


def test_what_was_voted_on_lands_whatever_is_pushed_meanwhile() -> None:
    stage = adopted(SONGS)
    head = (stage.world.records.get("threads", "12") or {})["head"]
    stage.step({"by": "ana", "pushes": 12, "changes": DANCES})
    stage.folding.close()
    stage.step(TIDE)
    assert "We sing." in stage.world.book.documents["songs"].prose
    assert [m["head"] for segment in stage.folding.plan.segments for m in segment.merges] == [head]
    assert (stage.world.records.get("threads", "12") or {})["head"] != head


def quiet(word: str, hour: int) -> dict[str, str]:
    """The law with a rule that forbids to propose a word, from some hour of the day on, and two things at once."""
    front = "forbids: {open: unheard}\nanswers: {proposal_number: of_one}\n"
    code = f"""def unheard(player, proposal):
    found = [c for c in proposal["changes"] if "{word}" in c["text"]]
    return "Nobody may hear of that." if found and date(now())["hour"] >= {hour} else None

def of_one(proposal):
    if len(proposal["paths"]) > 1:
        refuse("One at a time.")
    return proposal["number"]
"""
    return LAW | {"rules/island/121-quiet.md": rule(121, "Quiet", front=front, code=code)}


@pytest.mark.parametrize("pushed", [DANCES, {"131-more.md": SONGS["130-songs.md"].replace("Songs", "More")}])
def test_no_push_meanwhile_takes_back_what_was_adopted(pushed: dict[str, Any]) -> None:
    """Whoever wrote it could do so alone, where the law would refuse what was pushed."""
    stage = adopted(SONGS, {"by": "ana", "pushes": 12, "changes": pushed}, TIDE, law=quiet("dance", 0))
    assert poll(stage)["landed"] is True
    assert "We sing." in stage.world.book.documents["songs"].prose


def test_no_push_meanwhile_hides_what_is_improper_by_then() -> None:
    steps = ({"by": "ana", "pushes": 12, "changes": DANCES}, {"clock": "2026-01-05T14:00:00Z"}, TIDE)
    assert poll(adopted(SONGS, *steps, law=quiet("sing", 14)))["landed"] is False


def test_it_is_not_voted_on_again_while_it_waits() -> None:
    again = {"by": "ana", "says": "/open", "on": 12, "refused": "adopted and takes effect when the tide turns"}
    stage = adopted(SONGS, {"by": "ana", "pushes": 12, "changes": DANCES})
    assert stage.step(again) is None
    stage.step(TIDE)
    assert "We sing." in stage.world.book.documents["songs"].prose


def test_whose_adopted_change_another_came_before_is_not_told_that_it_can_go_on() -> None:
    """Whatever is pushed to it then: its verdict is final."""
    second = [
        {"by": "bo", "opens": {"pull": 13, "title": "Cabins", "changes": {"huts": {"title": "Cabins"}}}},
        {"by": "bo", "says": "/open", "on": 13},
        {"by": "ana", "says": "yay", "on": 13},
        {"by": "bo", "says": "yay", "on": 13},
        {"by": "bo", "says": "/resolve", "on": 13},
    ]
    stage = adopted({"huts": {"title": "Sheds"}}, *second, TIDE)
    reason = (stage.world.records.get("polls", "13") or {})["reason"]
    assert "`huts` was amended meanwhile" in reason
    assert "it can go on" not in reason
    assert "proposed anew, in another pull request" in reason


def test_of_two_that_change_the_same_rule_the_second_is_stranded_and_the_occasion_goes_on() -> None:
    second = [
        {"by": "bo", "opens": {"pull": 13, "title": "Dances", "changes": DANCES}},
        {"by": "bo", "says": "/open", "on": 13},
        {"by": "ana", "says": "yay", "on": 13},
        {"by": "bo", "says": "yay", "on": 13},
        {"by": "bo", "says": "/resolve", "on": 13},
    ]
    stage = adopted(SONGS, *second, TIDE)
    assert "We sing." in stage.world.book.documents["songs"].prose
    record = stage.world.records.get("polls", "13") or {}
    assert (record["status"], record["landed"]) == ("adopted", False)
    assert "songs" in record["reason"]
    assert any("was adopted and cannot take effect" in said for said in stage.said)
    assert any("Lost at sea: #13." in said for said in stage.said)
    assert (stage.world.records.get("players", "bo") or {})["shells"] == 9


UNWILLING = rule(
    130, "Unwilling", front="on: {enacted: fail}\n", code='def fail(change, poll):\n    refuse("Never.")\n'
)
MUCH = {"state": {"players": {"shells": {"type": "integer", "minimum": 50, "default": 50}}}}


@pytest.mark.parametrize(
    "changes",
    [
        {"130-songs.md": UNWILLING.replace("rule: 130", "rule: next")},
        {
            "130-songs.md": UNWILLING.replace("enacted", "took_effect")
            .replace("change, poll", "poll")
            .replace("130", "next")
        },
        {101: MUCH},
    ],
)
def test_what_fails_when_it_lands_is_stranded_and_leaves_nothing_behind(changes: dict[str, Any]) -> None:
    stage = adopted(changes, TIDE)
    assert poll(stage)["landed"] is False
    assert "songs" not in stage.world.book.documents
    assert stage.world.book.documents["landing"].front["state"]["players"]["shells"]["minimum"] == 0
    assert (stage.world.records.get("players", "bo") or {})["shells"] == 9


FAULTY = rule(130, "Faulty", front="on: {took_effect: fail}\n", code='def fail(poll):\n    x = {}["nothing"]\n')


def test_a_rule_that_fails_when_told_of_its_own_landing_is_stranded() -> None:
    stage = adopted({"130-songs.md": FAULTY.replace("rule: 130", "rule: next")}, TIDE)
    assert poll(stage)["landed"] is False
    assert "songs" not in stage.world.book.documents
    assert (stage.world.records.get("players", "bo") or {})["shells"] == 9


def test_a_rule_that_fails_when_told_of_others_keeps_nothing_from_landing() -> None:
    law = {**LAW, "rules/island/130-faulty.md": FAULTY}
    stage = Stage({"given": {"players": {"ana": {"active": True}, "bo": {"active": True}}}}, law, RULESET)
    for step in [
        {"by": "ana", "opens": {"pull": 12, "title": "Songs", "changes": {"131-songs.md": SONGS["130-songs.md"]}}},
        {"by": "ana", "says": "/open", "on": 12},
        {"by": "ana", "says": "yay", "on": 12},
        {"by": "bo", "says": "yay", "on": 12},
        {"by": "ana", "says": "/resolve", "on": 12},
        TIDE | {"fails": "nothing"},
    ]:
        assert stage.step(step) is None
    assert poll(stage)["landed"] is True


FORBIDS = "forbids: {open: gated}\n"


def gates(since: str) -> dict[str, str]:
    """The law where a rule fails over every proposal from that time on."""
    code = f'def gated(player, proposal):\n    return {{}}["gate"] if now() >= {from_stamp(since)} else None\n'
    return with_rules({"120-tides.md": LATER, "121-gates.md": rule(121, "Gates", front=FORBIDS, code=code)})


def test_what_mends_a_rule_that_fails_over_it_lands_when_its_occasion_comes() -> None:
    """Else a rule that fails is law for ever where every change waits: its repeal is adopted, and never lands."""
    stage = adopted({121: None}, TIDE, law=gates(START))
    assert poll(stage)["landed"] is True
    assert "gates" not in stage.world.book.documents


def test_without_the_rule_that_it_mends_nothing_lands_before_whoever_is_active_by_then_has_agreed() -> None:
    stage = adopted({121: None}, {"by": "cy", "says": "/join"}, TIDE, law=gates(START))
    assert poll(stage)["landed"] is False
    assert "every active player has to say yay" in poll(stage)["reason"]
    assert "gates" in stage.world.book.documents


def test_what_does_not_touch_a_rule_that_fails_over_it_does_not_land() -> None:
    stage = adopted(SONGS, {"clock": "2026-01-06T12:00:00Z"}, TIDE, law=gates("2026-01-06T00:00:00Z"))
    assert poll(stage)["landed"] is False


def test_rules_are_told_of_what_changed_before_something_stranded() -> None:
    before = LATER.replace('    tell("the', '    put("huts", player, {"size": 3})\n    tell("the')
    stage = Stage(
        {"given": {"players": {"ana": {"active": True}, "bo": {"active": True}}}},
        with_rules({"120-tides.md": before}),
        RULESET,
    )
    for step in [
        {"by": "ana", "opens": {"pull": 12, "title": "Songs", "changes": {"130-unwilling.md": UNWILLING}}},
        {"by": "ana", "says": "/open", "on": 12},
        {"by": "ana", "says": "yay", "on": 12},
        {"by": "bo", "says": "yay", "on": 12},
        {"by": "ana", "says": "/resolve", "on": 12},
        TIDE,
    ]:
        stage.step(step)
    assert poll(stage)["landed"] is False
    assert stage.world.records.get("issues", "hut/bo") is not None


def test_merged_by_hand_while_it_waits_nothing_waits_any_more() -> None:
    stage = adopted(SONGS)
    facts = stage.world.records.get("threads", "12") or {}
    kept = {k: facts[k] for k in ("kind", "title", "body", "labels", "base")}
    merged = {
        "id": "thread/12/merged",
        "kind": "thread",
        "time": stage.now,
        "thread": 12,
        "actor": None,
        "facts": {**kept, "state": "closed", "merged": True},
    }
    stage.folding.judge(merged)
    assert poll(stage)["landed"] is True
    assert stage.world.notes.awaiting == {}
    stage.step(TIDE)
    assert not any("cannot take effect" in said for said in stage.said)


def test_what_waits_survives_being_written_down_and_read_again() -> None:
    stage = adopted(SONGS)
    stage.folding.close()
    engine = canon.read(str(stage.folding.plan.segments[-1].files["state/engine.yaml"]))
    assert engine["awaiting"] == {"12": "the_tide_turns"}


def test_the_board_of_what_is_stranded_does_not_send_for_an_administrator() -> None:
    stage = adopted(
        {"104": {"title": "Gifts for one"}},
        {"by": "bo", "opens": {"pull": 13, "title": "Gifts", "changes": {"104": {"title": "Gifts for two"}}}},
        *({"by": who, "says": text, "on": 13} for who, text in (("bo", "/open"), ("ana", "yay"), ("bo", "yay"))),
        {"by": "bo", "says": "/resolve", "on": 13},
        law=with_rules(
            {"120-tides.md": LATER.replace('return "the', 'return "now" if poll["thread"] == 13 else "the')}
        ),
    )
    assert stage.step(TIDE) is None
    assert poll(stage)["landed"] is False
    shown = boards.draw(stage.world, ["12"], stage.now)["12"]["text"]
    assert "adopted (it cannot take effect)" in shown and "administrator" not in shown


def test_what_could_not_take_effect_has_once_it_is_rescued() -> None:
    rescued = [{"by": who, "says": text, "on": 12} for who, text in (("ana", "/rescue"), ("ana", "yay"), ("bo", "yay"))]
    hidden = ({"clock": "2026-01-05T14:00:00Z"}, TIDE, {"by": "ana", "pushes": 12, "changes": DANCES})
    stage = adopted(SONGS, *hidden, *rescued, {"clock": "2026-01-08T14:00:00Z"}, law=quiet("sing", 14))
    assert "We dance." in stage.world.book.documents["songs"].prose
    assert (poll(stage)["landed"], poll(stage)["reason"]) == (True, "rescued")
    shown = boards.draw(stage.world, ["12"], stage.now)["12"]["text"]
    assert "cannot take effect" not in shown
