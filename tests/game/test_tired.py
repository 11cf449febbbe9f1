"""What a happening may use is common to all rules: whoever used most of it is to blame when it is used up, and not who ran last."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.examples.example_stage import Stage
from engine.game.fold.replay import Replay
from engine.game.plan import Limits
from engine.store import journal
from tests.begun import START, begun
from tests.in_process import InProcessJudge
from tests.island import RULESET, rule, with_rules
from tests.referee.in_memory import Table

TWO = {"players": {"ana": {"active": True, "shells": 5}, "bo": {"active": True}}}
NEARLY = 19_960
LITTLE = 50


def turning(thousands: int, then: str) -> str:
    return f"    for i in range({thousands}):\n        for j in range(1000):\n            pass\n    {then}\n"


def hog(part: str, parameters: str, then: str, number: int = 120, thousands: int = NEARLY) -> str:
    return rule(number, f"Hog {number}", front=part, code=f"def hog({parameters}):\n{turning(thousands, then)}")


SEEING = rule(
    125,
    "Victim",
    front="state:\n  players: {seen: {type: integer, default: 0}}\non: {acted: see}\n",
    code="def see(player):\n"
    + turning(LITTLE, 'put("players", player, get("players", player) | {"seen": get("players", player)["seen"] + 1})'),
)
COMMAND = "commands:\n  - {usage: /hog, run: hog, help: Do not.}\n"


def stage(law: dict[str, str], *when: dict[str, Any]) -> Stage:
    played = Stage({"given": TWO, "when": list(when)}, law, RULESET)
    assert played.play() == []
    return played


def test_a_command_that_leaves_the_others_nothing_is_refused_and_they_hear_of_the_next() -> None:
    law = with_rules({"120-hog-120.md": hog(COMMAND, "player", 'put("players", player, get("players", player))')})
    law |= with_rules({"125-victim.md": SEEING})
    refused = {"by": "ana", "says": "/hog", "refused": "Rule 120 (Hog 120) failed at line"}
    played = stage(law, refused, {"by": "bo", "says": "/dive"})
    assert played.world.notes.unheard == {}
    assert played.world.notes.faulted["hog-120"]["kills"] == ["hog"]
    assert played.world.records.get("players", "bo")["seen"] == 1
    assert played.world.records.get("players", "ana").get("seen", 0) == 0


def test_a_handler_that_leaves_the_others_nothing_is_not_heard_for_a_day_and_they_are() -> None:
    law = with_rules(
        {"120-hog-120.md": hog("on: {acted: hog}\n", "player", 'announce("Hog.")'), "125-victim.md": SEEING}
    )
    played = stage(law, {"by": "ana", "says": "/dive", "fails": "Rule 120"})
    assert list(played.world.notes.unheard) == ["hog-120"]
    assert played.world.notes.unheard["hog-120"]["deaf"]
    assert played.world.records.get("players", "ana")["seen"] == 1
    assert not [said for said in played.said if said == "Hog."]


def test_several_that_share_it_out_are_left_out_one_after_the_other() -> None:
    third = NEARLY // 3
    hogs = {f"{n}-hog-{n}.md": hog("on: {acted: hog}\n", "player", "pass", n, third + n - 120) for n in (120, 121, 122)}
    played = stage(with_rules({**hogs, "125-victim.md": SEEING}), {"by": "ana", "says": "/dive", "fails": "Rule 122"})
    assert list(played.world.notes.unheard) == ["hog-122"]
    assert played.world.records.get("players", "ana")["seen"] == 1


def test_of_equals_the_first_by_name_is_to_blame() -> None:
    hogs = {f"{n}-hog-{n}.md": hog("on: {acted: hog}\n", "player", "pass", n, NEARLY // 2) for n in (121, 120)}
    played = stage(with_rules({**hogs, "125-victim.md": SEEING}), {"by": "ana", "says": "/dive", "fails": "Rule 120"})
    assert list(played.world.notes.unheard) == ["hog-120"]


def test_whoever_has_others_work_for_it_is_to_blame_and_not_they() -> None:
    bank = rule(121, "Bank", code=f"def heavy():\n{turning(4_990, 'return 1')}")
    calling = "def hog(player):\n    for i in range(4):\n        call('bank', 'heavy')\n"
    law = with_rules(
        {
            "120-hog-120.md": rule(120, "Hog 120", front="on: {acted: hog}\n", code=calling),
            "121-bank.md": bank,
            "125-victim.md": SEEING,
        }
    )
    played = stage(law, {"by": "ana", "says": "/dive", "fails": "Rule 120"})
    assert list(played.world.notes.unheard) == ["hog-120"]


def test_words_are_charged_as_steps_are() -> None:
    talking = "def hog(player):\n    for i in range(60700):\n        now()\n"
    asking = "def see(player):\n    for i in range(300):\n        now()\n    announce('Seen.')\n"
    law = with_rules(
        {
            "120-hog-120.md": rule(120, "Hog 120", front=COMMAND, code=talking),
            "125-victim.md": rule(125, "Victim", front="on: {acted: see}\n", code=asking),
        }
    )
    played = stage(law, {"by": "ana", "says": "/hog", "refused": "Rule 120 (Hog 120) failed"})
    assert played.world.notes.unheard == {}


WEIGHTS = rule(
    125,
    "Weights",
    front="adjusts: {verdict: see}\n",
    code=f"def see(answer, poll, tally):\n{turning(LITTLE, 'return answer')}",
)


@pytest.mark.parametrize("thousands", [NEARLY, 30_000])
@pytest.mark.parametrize(
    ("part", "victim"),
    [
        ("forbids: {resolve: hog}\n", WEIGHTS),
        (
            "forbids: {resolve: hog}\n",
            rule(
                125,
                "Slow",
                front="adjusts: {takes_effect: see}\n",
                code=f"def see(answer, poll):\n{turning(LITTLE, 'return answer')}",
            ),
        ),
    ],
)
def test_the_repeal_of_a_rule_that_uses_nearly_all_or_more_goes_through_if_all_want_it(
    part: str, victim: str, thousands: int
) -> None:
    law = with_rules(
        {"120-hog-120.md": hog(part, "*given", "return None", thousands=thousands), "125-victim.md": victim}
    )
    played = stage(
        law,
        {"by": "ana", "opens": {"pull": 12, "title": "Away with it", "changes": {120: None}}},
        {"by": "ana", "says": "/open", "on": 12},
        {"by": "ana", "says": "yay", "on": 12},
        {"by": "bo", "says": "yay", "on": 12},
        {"by": "ana", "says": "/resolve", "on": 12},
    )
    assert played.world.records.get("polls", "12")["status"] == "adopted"
    assert "hog-120" not in played.world.book.documents
    assert played.world.notes.faulted == {}


def test_a_replay_blames_the_same() -> None:
    law = with_rules({"120-hog-120.md": hog("on: {acted: hog}\n", "player", 'roll("1d6")'), "125-victim.md": SEEING})
    people = {n: {"id": i, "login": n, "active": True, "shells": 5} for i, n in enumerate(("ana", "bo"), start=1)}
    files = begun(law, records={"players": people})
    said = {
        "id": "comment/1",
        "kind": "said",
        "time": START + 1,
        "seen_at": START + 9,
        "thread": 1,
        "actor": {"id": 1, "login": "ana", "role": "player"},
        "comment": 1,
        "text": "/dive",
        "edited": False,
    }
    plan = InProcessJudge(b"k" * 32, "g", Limits(examples=False)).judge(files, [said], START + 60)
    assert [fault["rule"] for fault in plan.outcomes[0]["faults"]] == ["hog-120"]
    whole = plan.segments[-1].whole(files)
    replay = Replay(files, lambda hash_: None)
    for entry in journal.entries(str(whole["state/journal/2026/01/05.yaml"])):
        assert replay.enter(entry) == entry
    assert replay.close().files == whole


@pytest.mark.parametrize("passes", [1, 3])
def test_who_is_to_blame_hangs_on_nothing_that_a_process_remembers(passes: int) -> None:
    """An answer that was kept is told again, and turns out otherwise: what that took is nobody's."""
    parts = {
        "121-aaa.md": ("on: {acted: hog}\n", f"def hog(player):\n{turning(9000, 'return 1')}"),
        "122-bbb.md": (
            "adjusts: {counted_ballots: cnt}\n",
            f"def cnt(answer, poll, ballots):\n{turning(7000, 'return answer')}",
        ),
        "123-fff.md": ("on: {acted: see}\n", "def see(player):\n    x = tally(2)\n    return 1\n"),
        "124-lll.md": ("on: {acted: last}\n", f"def last(player):\n{turning(5000, 'return 1')}"),
    }
    law = {
        name: rule(int(name[:3]), name[4:7].title(), front=front, code=code) for name, (front, code) in parts.items()
    }
    table = Table(with_rules(law))
    table.wait()
    number = table.island.propose("ana", "Song", {"rules/island/108-song.md": rule(108, "Song")})
    table.say("ana", "/open", number)
    table.run()
    table.wait(90_000)
    for who, text in (("ana", "/dive"), ("bo", "/rest")):
        table.say(who, text)
        if passes > 1:
            table.run()
    table.wait(2 * 86_400)
    table.say("ana", "/dive")
    table.run()
    assert table.findings() == []


BANK = rule(121, "Bank", code=f"def heavy():\n{turning(4_990, 'return 1')}")
CALLING = "def hog(player, *more):\n    for i in range(5):\n        call('bank', 'heavy')\n"
TELLING = "def hog(player):\n    for i in range(25000):\n        tell('acted', player)\n"


def test_who_tells_without_end_is_to_blame_and_not_who_hears() -> None:
    law = with_rules({"120-hog-120.md": rule(120, "Hog 120", front=COMMAND, code=TELLING), "125-victim.md": SEEING})
    played = stage(
        law, {"by": "ana", "says": "/hog", "refused": "Rule 120 (Hog 120) failed"}, {"by": "bo", "says": "/dive"}
    )
    assert played.world.notes.unheard == {}
    assert played.world.records.get("players", "bo")["seen"] == 1


def test_who_takes_too_long_to_hear_of_what_a_rule_tells_is_to_blame_and_not_who_tells() -> None:
    told = rule(
        120, "Teller", front="commands: [{usage: /feast, run: feast}]\n", code="def feast(player):\n    tell('feast')\n"
    )
    law = with_rules({"120-teller.md": told, "125-hog-125.md": hog("on: {feast: hog}\n", "", "pass", 125, 25_000)})
    played = stage(law, {"by": "ana", "says": "/feast", "fails": "Rule 125 (Hog 125) failed"})
    assert list(played.world.notes.unheard) == ["hog-125"]


@pytest.mark.parametrize("repealed", [120, 121])
def test_who_calls_another_too_often_is_to_blame_and_can_be_repealed(repealed: int) -> None:
    forbidding = rule(
        120, "Hog 120", front="forbids: {resolve: hog}\n", code=CALLING.replace("player, *more", "player, poll")
    )
    law = with_rules({"120-hog-120.md": forbidding, "121-bank.md": BANK})
    played = Stage({"given": TWO, "when": polled(repealed)}, law, RULESET)
    found = played.play()
    assert (found == []) == (repealed == 120)
    assert all("Rule 120 (Hog 120) failed" in wrong for wrong in found)


def test_what_never_ends_is_to_blame_and_not_who_calls_it() -> None:
    endless = rule(121, "Bank", code=f"def heavy():\n{turning(25_000, 'return 1')}")
    law = with_rules(
        {
            "120-hog-120.md": rule(120, "Hog 120", front=COMMAND, code=CALLING.replace(", *more", "")),
            "121-bank.md": endless,
        }
    )
    stage(law, {"by": "ana", "says": "/hog", "refused": "Rule 121 (Bank) failed"})


def polled(number: int) -> list[dict[str, Any]]:
    """A proposal to repeal a rule, which both of two players want."""
    pull = {"by": "ana", "opens": {"pull": 12, "title": "Less", "changes": {number: None}}}
    said = [("ana", "/open"), ("ana", "yay"), ("bo", "yay"), ("ana", "/resolve")]
    return [pull, *({"by": who, "says": text, "on": 12} for who, text in said)]
