"""The shared code serves another game of turns as well: one in the order of surnames, with three reproposals, where nobody
overrules a Judge by right. Its few rules are written here, and load what Frontier loads."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.game.calendar import stamp
from engine.game.examples.example_stage import Stage
from tests.island import rule
from tests.rulesets.texts import HOST, TEXTS

ORDER = """load("turns", "begin_next", "has_begun", "start_turns")

def in_order():
    return sorted([p for p in keys("players")], key = lambda p: get("players", p)["surname"])

def join(person, surname):
    put("players", person, {"active": True, "surname": surname})
    if has_begun():
        put("game", "game", get("game") | {"turn_order": in_order()})
        begin_next()

def start(player):
    start_turns(in_order())
"""
TURN = """load("activity", "wake")
load("turns", "end_if_done", "note_verdict", "propose")

def open_it(player):
    wake(player)
    propose(player)

def decided(poll, tally):
    note_verdict(poll)

def look(changed):
    end_if_done(changed)
"""
MAJORITY = """load("immutability", "unanimous", "unlocks", "why_improper")

def verdict(poll, tally):
    if unlocks(poll):
        return unanimous(tally)
    return "adopted" if 2 * tally["yay"] > tally["electorate"] else "rejected"

def complete(poll, tally):
    return tally["cast"] == tally["electorate"]

def improper(player, proposal):
    return why_improper(proposal)
"""
HOURS = """load("activity", "await_proposal", "await_votes", "retire", "retire_who_did_not_vote", "retire_who_proposed_nothing", "wake")
load("turns", "end_turn", "is_moving")

def began(player):
    await_proposal(24)

def opened(poll):
    await_votes(poll, 24)

def no_proposal(number):
    retire_who_proposed_nothing(number, 24)

def no_vote(key, opened_at):
    retire_who_did_not_vote(key, opened_at, 24)

def back(player, poll, choice):
    wake(player)

def left(player):
    if is_moving(player):
        end_turn()
"""
JUDGES = """load("judging", "call_judgment", "give_consent", "give_ruling", "lacks_consent", "overrule_together", "pass_on")

def call(player, summary):
    call_judgment(here(), summary, 3)

def judge(player, ruling):
    give_ruling(player, ruling)

def overrule(player):
    overrule_together(player)

def consent(player):
    give_consent(player)

def wait(player):
    return lacks_consent(player)

def left(player):
    pass_on(player)
"""

ORDERLY = """state:
  game:
    turn:
      type: object
      default:
        {player: "", number: 0, round: 1, ended: false, done: false, submissions: 0, after: null, early: [], missed: [], next_up: []}
    turn_order: {type: array, default: []}
  players: {surname: {type: string, default: ""}}
commands:
  - {usage: /join <surname>, who: anyone, run: join}
  - {usage: /start, who: players, run: start}
"""
JUDICIAL = """state:
  judgments:
    caller: {type: string, default: ""}
    mover: {type: string, default: ""}
    involved: {type: array, default: []}
    turn: {type: integer, default: 0}
    summary: {type: string, default: ""}
    opened_at: {type: integer, default: 0}
    judge: {type: [string, "null"], default: null}
    judges: {type: array, default: []}
    ruling: {type: string, default: ""}
    status: {type: string, default: open}
    decided_at: {type: [integer, "null"], default: null}
    overruled_by: {type: array, default: []}
    consent: {type: array, default: []}
commands:
  - {usage: /judgment <summary>, arguments: {summary: {type: text}}, run: call}
  - {usage: /judge <ruling>, arguments: {ruling: {type: text}}, run: judge}
  - {usage: /overrule, run: overrule}
  - {usage: /consent, run: consent}
answers: {turn_must_wait: wait}
on: {left: left}
"""
OPENING = (
    "commands: [{usage: /open, who: players, run: open_it}]\non: {adopted: decided, rejected: decided, changed: look}\n"
)
COUNTING = "answers: {verdict: verdict, resolves_itself: complete}\nforbids: {open: improper}\n"
WAITING = "on: {turn_began: began, opened: opened, voting: back, left: left}\n"
LAW = {path: text for path, text in TEXTS.items() if path.startswith("rules/library/")} | {
    "rules/assembly/103-parts.md": rule(103, "Parts", front="immutable: true\nby_hand: true\n"),
    "rules/assembly/201-order.md": rule(201, "Order", front=ORDERLY, code=ORDER),
    "rules/assembly/202-turn.md": rule(202, "Turn", front=OPENING, code=TURN),
    "rules/assembly/211-judges.md": rule(211, "Judges", front=JUDICIAL, code=JUDGES),
    "rules/assembly/302-majority.md": rule(302, "Majority", front=COUNTING, code=MAJORITY),
    "rules/assembly/306-hours.md": rule(306, "Hours", front=WAITING, code=HOURS),
}
SURNAMES = {"ana": "Moss", "bo": "Aster", "cy": "Zinn"}


def begun() -> Stage:
    stage = Stage({}, LAW, "assembly", HOST)
    for name, surname in SURNAMES.items():
        do(stage, {"by": name, "says": f"/join {surname}"})
    do(stage, {"by": "ana", "says": "/start"})
    return stage


def do(stage: Stage, *steps: dict[str, Any]) -> None:
    for step in steps:
        assert stage.step(step) is None, step


def propose(stage: Stage, by: str, pull: int, changes: dict[str, Any]) -> None:
    do(stage, {"by": by, "opens": {"pull": pull, "title": "A change", "changes": changes}})
    do(stage, {"by": by, "says": "/open", "on": pull})


def vote(stage: Stage, pull: int, **votes: str) -> None:
    do(stage, *({"by": by, "says": choice, "on": pull} for by, choice in votes.items()))


def mover(stage: Stage) -> tuple[str, int]:
    turn = stage.world.game["turn"]
    return turn["player"], turn["round"]


def test_turns_go_round_in_the_order_that_the_game_gives_and_newcomers_stand_where_it_puts_them() -> None:
    stage = begun()
    assert mover(stage) == ("bo", 1)
    propose(stage, "bo", 12, {"songs.md": rule(310, "Songs")})
    vote(stage, 12, ana="yay", bo="yay", cy="nay")
    assert mover(stage) == ("ana", 1)
    do(stage, {"by": "di", "says": "/join Nettle"}, {"by": "eve", "says": "/join Birch"})
    assert stage.world.game["turn_order"] == ["bo", "eve", "ana", "di", "cy"]
    propose(stage, "ana", 13, {"dances.md": rule(311, "Dances")})
    vote(stage, 13, ana="nay", bo="nay", cy="nay", di="nay", eve="nay")
    assert mover(stage) == ("di", 1)


def test_its_own_hours_make_inactive_who_neither_proposes_nor_votes() -> None:
    stage = begun()
    do(stage, {"clock": stamp(stage.now + 24 * 3_600)})
    assert mover(stage) == ("ana", 1)
    propose(stage, "ana", 12, {"songs.md": rule(310, "Songs")})
    vote(stage, 12, ana="yay", bo="yay")
    do(stage, {"clock": stamp(stage.now + 24 * 3_600)})
    active = {key: record["active"] for key, record in stage.world.records.items("players")}
    assert active == {"ana": True, "bo": True, "cy": False}
    assert mover(stage) == ("bo", 2)


def test_making_an_immutable_rule_mutable_takes_every_vote() -> None:
    stage = begun()
    for pull, by, last, immutable in ((12, "bo", "nay", True), (13, "ana", "yay", False)):
        propose(stage, by, pull, {"103": {"immutable": False}})
        vote(stage, pull, ana="yay", bo="yay", cy=last)
        assert stage.world.book.documents["parts"].immutable is immutable
    stage.step({"by": "cy", "opens": {"pull": 14, "title": "Two", "changes": {"103": None, "306": None}}})
    assert "rule-changes at once" in str(stage.step({"by": "cy", "says": "/open", "on": 14}))


def test_the_player_before_the_mover_judges_and_the_next_turn_waits_for_consent() -> None:
    stage = begun()
    do(stage, {"by": "ana", "opens": {"issue": 70, "title": "May bo?", "body": "/judgment May bo?"}})
    do(stage, {"by": "cy", "says": "/judge No.", "on": 70})
    propose(stage, "bo", 12, {"songs.md": rule(310, "Songs")})
    vote(stage, 12, ana="nay", bo="nay", cy="nay")
    assert mover(stage) == ("bo", 1)
    do(stage, {"by": "ana", "says": "/overrule", "on": 70}, {"by": "bo", "says": "/overrule", "on": 70})
    judgment = stage.world.records.get("judgments", "70") or {}
    assert (judgment["judges"], judgment["status"]) == (["cy", "ana"], "open")
    do(stage, {"by": "bo", "says": "/consent"}, {"by": "cy", "says": "/consent"})
    assert mover(stage) == ("ana", 1)


POINTS = {
    "players": {"ana": {"active": True, "points": 20}},
    "villages": {"ana": {"name": "Ur", "population": {"general": 50}}},
}


def test_who_earns_points_is_told_to_whoever_wants_to_hear_of_it() -> None:
    """Credo's own rules pay through the library: a rule of the players hears who, how much and why, and taxes it."""
    tax = rule(
        900,
        "Tax",
        front='on: {earned: tax}\nstate:\n  game: {taxed: {type: integer, default: 0}, why: {type: string, default: ""}}\n',
        code="def tax(player, count, why):\n"
        '    game = get("game", "game")\n'
        '    put("game", "game", game | {"taxed": game["taxed"] + count // 10, "why": why})\n',
    )
    law = {path: text for path, text in TEXTS.items() if path.startswith(("rules/credo/", "rules/library/"))}
    stage = Stage({"given": POINTS}, {**law, "rules/credo/900-tax.md": tax}, "credo", HOST)
    before = stage.world.records.get("players", "ana") or {}
    assert not stage.step({"by": "ana", "says": "/describe A city of brick by a wide river."})
    after, game = stage.world.records.get("players", "ana") or {}, stage.world.records.get("game", "game") or {}
    assert after["points"] > before["points"]
    assert game["taxed"] == (after["points"] - before["points"]) // 10 > 0
    assert game["why"] == "a description"


def test_a_purse_below_nought_holds_up_no_tax_and_lets_nobody_be_paid_by_their_lender() -> None:
    """Frontier and the Assembly let points fall below nought, and shelf rules are paid in points there."""
    law = {path: text for path, text in TEXTS.items() if path.startswith(("rules/shelf/", "rules/library/"))}
    beginning = "rules/shelf/101-beginning.md"
    law[beginning] = law[beginning].replace(
        "points: {type: integer, minimum: 0, default: 0}", "points: {type: integer}"
    )
    players = {name: {"active": True, "points": points} for name, points in (("ana", 20), ("bo", -25), ("cy", 10))}
    stage = Stage({"given": {"players": players}}, law, "shelf", HOST)
    for step in ({"by": "ana", "says": "/lend 10 to bo"}, {"by": "bo", "says": "/borrow 1"}):
        assert stage.step(step) is None
    assert stage.step({"clock": "2026-01-12T12:00:00Z"}) is None
    assert (stage.world.records.get("game", "game") or {})["treasury"] == 2
    assert stage.step({"clock": "2026-01-19T12:00:00Z"}) is None
    assert stage.world.records.get("loans", "1") is None
    assert [(stage.world.records.get("players", name) or {})["points"] for name in players] == [9, -15, 9]


def test_what_nobody_can_own_any_more_stays_in_the_treasury_and_with_its_bounty() -> None:
    law = {path: text for path, text in TEXTS.items() if path.startswith(("rules/shelf/", "rules/library/"))}
    for path in ("rules/shelf/201-treasury.md", "rules/shelf/203-bounty.md"):
        law[path] = law[path].replace("  coin: points\n", "  coin: gold\n")  # of which no rule tells
    given = {
        "players": {name: {"active": True} for name in ("ana", "bo")},
        "game": {"treasury": 5},
        "bounties": {"1": {"giver": "ana", "amount": 4, "task": "a song"}},
    }
    stage = Stage({"given": given}, law, "shelf", HOST)
    for step in ("/grant 5 to bo", "/award 1 to bo", "/unbounty 1"):
        assert "no gold" in str(stage.step({"by": "ana", "says": step}))
    assert (stage.world.records.get("game", "game") or {})["treasury"] == 5
    assert (stage.world.records.get("bounties", "1") or {})["amount"] == 4


def shelf(treasury: bool = False, **players: int) -> dict[str, Any]:
    """What a game of the shelf begins with: these are active and have so many points, and nobody is taxed unless that is said."""
    purses = {name: {"active": True, "points": points} for name, points in players.items()}
    return {"players": purses, "rules": {} if treasury else {"treasury": None}}


def test_a_leader_vetoes_what_the_others_are_of_two_minds_about() -> None:
    law = {path: text for path, text in TEXTS.items() if path.startswith(("rules/shelf/", "rules/library/"))}
    given = shelf(ana=0, bo=0, cy=0) | {"game": {"leader": "bo"}}
    given["rules"]["timelock"] = None
    stage = Stage({"given": given}, law, "shelf", HOST)
    propose(stage, "ana", 12, {"songs.md": rule(900, "Songs")})
    vote(stage, 12, ana="yay", bo="nay")
    do(stage, {"by": "ana", "says": "/resolve", "on": 12})
    assert stage.world.poll("12")["status"] == "rejected"


def test_nobody_decides_a_grant_by_the_word_that_decides_their_proposal() -> None:
    law = {path: text for path, text in TEXTS.items() if path.startswith(("rules/shelf/", "rules/library/"))}
    stage = Stage({"given": shelf(True, ana=0, bo=0, cy=0) | {"game": {"treasury": 9}}}, law, "shelf", HOST)
    do(stage, {"by": "ana", "says": "/grant 9 to ana"}, {"by": "ana", "says": "yay", "on": "grant/1"})
    for word in ("/resolve", "/close"):
        assert "no proposal of yours" in str(stage.step({"by": "ana", "says": word, "on": "grant/1"}))
    assert stage.world.poll("grant/1")["status"] == "open"


def test_nobody_pays_whoever_a_rule_has_taken_out_of_the_players() -> None:
    law = {path: text for path, text in TEXTS.items() if path.startswith(("rules/shelf/", "rules/library/"))}
    code = 'def exile(player, other):\n    remove("players", other)\n'
    law["rules/shelf/900-exile.md"] = rule(900, "Exile", front=f"commands: [{json.dumps(EXILE)}]\n", code=code)
    stage = Stage({"given": shelf(ana=20, bo=10, cy=10)}, law, "shelf", HOST)
    do(stage, {"by": "ana", "says": "/lend 10 to bo"}, {"by": "bo", "says": "/borrow 1"})
    seal = "e205d8ba6e9351df1c904b69ad488895a663df213eaeed19824f021620306bed"  # of `7 owl`
    do(stage, {"by": "ana", "says": "/auction a lamp"}, {"by": "cy", "says": f"/bid {seal} in 1"})
    do(stage, {"clock": stamp(stage.now + 48 * 3_600)}, {"by": "cy", "says": "/show 7 owl in 1"})
    do(stage, {"by": "cy", "says": "/exile ana"})
    assert "ana can own no points now" in str(stage.step({"by": "bo", "says": "/repay 1"}))
    do(stage, {"clock": stamp(stage.now + 14 * 24 * 3_600)})
    assert stage.world.records.keys("loans") == stage.world.records.keys("auctions") == []
    assert [(stage.world.records.get("players", p) or {})["points"] for p in ("bo", "cy")] == [20, 10]


def test_what_is_granted_to_whom_a_rule_has_taken_out_of_the_players_meanwhile_stays_in_the_treasury() -> None:
    law = {path: text for path, text in TEXTS.items() if path.startswith(("rules/shelf/", "rules/library/"))}
    code = 'def exile(player, other):\n    remove("players", other)\n'
    law["rules/shelf/900-exile.md"] = rule(900, "Exile", front=f"commands: [{json.dumps(EXILE)}]\n", code=code)
    stage = Stage({"given": shelf(True, ana=0, bo=0, cy=0) | {"game": {"treasury": 5}}}, law, "shelf", HOST)
    do(stage, {"by": "ana", "says": "/grant 5 to bo"}, {"by": "cy", "says": "/exile bo"})
    do(stage, *({"by": name, "says": "yay", "on": "grant/1"} for name in ("ana", "cy")))
    assert stage.world.poll("grant/1")["status"] == "adopted"
    assert (stage.world.records.get("game", "game") or {})["treasury"] == 5


EXILE = {"usage": "/exile <player>", "run": "exile", "help": "x"}


@pytest.mark.parametrize("ruleset", ["frontier", "assembly"])
@pytest.mark.parametrize(
    ("who", "order", "turn"), [("ana", ["bo", "cy", "di"], "bo"), ("bo", ["ana", "cy", "di"], "ana")]
)
def test_whom_a_rule_takes_out_of_the_players_holds_up_no_turn(
    ruleset: str, who: str, order: list[str], turn: str
) -> None:
    code = 'def exile(player, other):\n    remove("players", other)\n'
    exile = rule(900, "Exile", front=f"commands: [{json.dumps(EXILE)}]\n", code=code)
    law = {path: text for path, text in TEXTS.items() if path.startswith((f"rules/{ruleset}/", "rules/library/"))}
    game = {"turn": {"player": "ana", "number": 1, "round": 1}, "turn_order": ["ana", "bo", "cy", "di"]}
    players = {name: {"active": True} for name in game["turn_order"]}
    stage = Stage(
        {"given": {"players": players, "game": game}}, {**law, f"rules/{ruleset}/900-exile.md": exile}, ruleset, HOST
    )
    do(stage, {"by": "cy", "opens": {"issue": 70, "title": "May ana?", "body": "/judgment May ana?"}})
    assert (stage.world.records.get("judgments", "70") or {})["judge"] == "di"
    do(stage, {"by": "cy", "says": f"/exile {who}"})
    assert stage.world.game["turn_order"] == order
    do(stage, {"by": "cy", "says": "/exile di"})
    assert (stage.world.records.get("judgments", "70") or {})["judge"] in ("cy", "bo")
    do(stage, *({"by": name, "says": "/consent"} for name in ("bo", "cy") if name in order))
    assert stage.world.game["turn"]["player"] == turn
    do(stage, {"by": "cy", "says": "/status"})
    assert "cannot be shown" not in stage.said[-1] and stage.world.notes.faulted == {}


def test_what_no_rule_lets_players_own_nobody_is_said_to_have_too_little_of() -> None:
    hats = rule(
        120,
        "Hats",
        front="commands: [{usage: /hat, run: buy}]\n",
        code=('load("purse", "spend")\n\ndef buy(player):\n    spend(player, "points", 3, "Earn some.")\n'),
    )
    law = {"rules/x/120-hats.md": hats, "rules/library/purse.star": TEXTS["rules/library/purse.star"]}
    stage = Stage({"given": {"players": {"ana": {"active": True}}}}, law, "x", HOST)
    assert stage.step({"by": "ana", "says": "/hat", "refused": "No rule in force lets players own points"}) is None
