"""Would rule-changes stay possible? A guard on the island asks before anyone votes, and nothing of the trial stays."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.game.calendar import from_stamp
from engine.game.examples.example_stage import Stage
from engine.game.proposals import polls
from engine.game.prospects import imagined_proposal
from engine.game.prospects.attempt import MOST_VOTES, WHY, Attempt
from engine.game.prospects.imagined_proposal import ImaginedProposal
from engine.game.prospects.trial import still_adoptable
from engine.game.refusal import Refusal
from engine.game.world import transaction
from tests.island import RULESET, failures, rule, texts, with_rules

GUARD = rule(
    120,
    "Guard",
    front="forbids:\n  open: must_stay_changeable\n",
    code=(
        "def must_stay_changeable(player, proposal):\n"
        '    return None if still_adoptable(proposal["changes"]) else "Nothing could be adopted any more."\n'
    ),
)
LAW = with_rules({"120-guard.md": GUARD})
GIVEN = "given: {players: {ana: {active: true}, bo: {active: true}, cy: {active: true}}}\n"


def new(front: str, code: str = "", number: str = "next") -> dict[str, str | None]:
    return {"121-new.md": rule(121, "New", front=front, code=code).replace("rule: 121", f"rule: {number}")}


def proposals(old: str, other: str) -> dict[str, str | None]:
    path = "rules/island/102-proposals.md"
    text = texts()[path]
    assert old in text
    text = text.replace("def close_it", "def open_why(player, why):\n    open_it(player)\n\ndef close_it")
    return {"102-proposals.md": text.replace(old, other)}


TURNS = rule(
    118,
    "Turns",
    front=(
        "state:\n  game:\n    turn: {type: integer, default: 1}\n    proposed_in: {type: integer, default: 0}\n"
        "on: {opened: note, adopted: next_turn}\nforbids: {open: not_out_of_turn}\nanswers: {law_goes_on: turn_is_over}\n"
    ),
    code=(
        "def next_turn(poll, tally):\n"
        '    put("game", "game", get("game") | {"turn": get("game")["turn"] + 1})\n\n'
        "def not_out_of_turn(player, proposal):\n"
        '    return None if sorted(active_players())[(get("game")["turn"] - 1) % 3] == player else "It is not your turn."\n\n'
        "def note(poll):\n"
        '    put("game", "game", get("game") | {"proposed_in": get("game")["turn"]})\n\n'
        "def turn_is_over(poll):\n"
        '    return get("game")["turn"] > get("game")["proposed_in"]\n'
    ),
)
WINDING = (
    'def wind(player):\n    set_timer("bell", now() + hours(1), "ring")\n\ndef ring():\n    announce("It rings.")\n'
)
NO = "def no(*args):\n    return {}\n"
LOCKS: dict[str, dict[str, str | None]] = {
    "all is rejected as it is opened": new(
        "adjusts: {resolves_itself: early, quorum: always, verdict: strict}\n",
        'def early(done, poll, tally):\n    return tally["voters"] == 0\n\ndef always(met, poll, tally):\n    return True\n\n'
        'def strict(verdict, poll, tally):\n    return "adopted" if tally["yay"] else "rejected"\n',
    ),
    "nobody can open": new("forbids: {open: no}\n", NO.format('"No."')),
    "nobody can vote": new("forbids: {vote: no}\n", NO.format('"No."')),
    "nobody may even begin to vote": new("on: {voting: no}\n", 'def no(*args):\n    refuse("No.")\n'),
    "nobody can resolve": new("forbids: {resolve: no}\n", NO.format('"No."')),
    "nobody has a vote": new("adjusts: {electorate: none}\n", "def none(voters, poll):\n    return []\n"),
    "only one of three can vote": new(
        "forbids: {vote: no}\n", 'def no(player, poll, choice):\n    return None if player == "ana" else "No."\n'
    ),
    "no ballot stands": new(
        "adjusts: {counted_ballots: none}\n", "def none(standing, poll, ballots):\n    return []\n"
    ),
    "more have to vote than there are": proposals("2 * tally", "tally"),
    "yay rejects": proposals('return "adopted" if', 'return "rejected" if'),
    "the rule on proposals goes": {"102-proposals.md": None},
    "no word opens": proposals(
        "{usage: /open, run: open_it, help: Open your pull request for voting.}", "{usage: /o, run: mine, help: x}"
    ),
    "only a command for other threads is left": {
        "102-proposals.md": None,
        **new(
            "commands: [{usage: /ask, run: ask_all, help: x}]\n",
            'def ask_all(player):\n    if player != "zoe":\n        refuse("You are not Zoe.")\n'
            '    open_poll("question", "Tea?")\n',
        ),
    },
    "nothing is a vote": new("adjusts: {ballot: none}\n", 'def none(choice, poll, text):\n    return ""\n'),
    "it forbids everything once it is in force": new(
        "state: {game: {locked: {type: boolean, default: false}}}\non: {enacted: lock}\nforbids: {open: no}\n",
        'def lock(change, poll):\n    put("game", "game", get("game") | {"locked": True})\n\n'
        'def no(*args):\n    return "No." if get("game")["locked"] else None\n',
    ),
    "it refuses whatever else is enacted": new(
        "on: {enacted: no}\n", 'def no(change, poll):\n    if change["slug"] != "new":\n        refuse("No.")\n'
    ),
    "what is adopted waits for what nobody tells": new(
        "answers: {takes_effect: later}\n", 'def later(poll):\n    return "the_sea_is_dry"\n'
    ),
    "it refuses each vote once it was cast": new("on: {voted: no}\n", 'def no(*args):\n    refuse("No.")\n'),
    "it takes back what anybody votes on": new(
        "on: {voted: no}\n", 'def no(player, poll):\n    withdraw(poll["key"], "No.")\n'
    ),
    "it refuses the vote that makes the quorum": new(
        "on: {quorum_reached: no}\n", 'def no(*args):\n    refuse("No.")\n'
    ),
    "it takes back what is opened before anybody can vote": new(
        "on: {opened: wind}\n",
        'def wind(poll):\n    set_timer("bell", now() + 30, "ring", key = poll["key"])\n\n'
        'def ring(key):\n    withdraw(key, "No.")\n',
    ),
    "only the first vote is one": new(
        "adjusts: {ballot: none}\n",
        'def none(choice, poll, text):\n    return "" if poll["ballots"] else choice\n',
    ),
    "nothing can be opened but in this thread": new(
        "forbids: {open: no}\n", 'def no(player, proposal):\n    return None if proposal["thread"] <= 12 else "No."\n'
    ),
    "nothing is voted on but in this thread": new(
        "forbids: {vote: no}\n", 'def no(player, poll, choice):\n    return None if here()["number"] <= 12 else "No."\n'
    ),
    "nothing is adopted but by its poll": new(
        "adjusts: {verdict: no}\n",
        'def no(verdict, poll, tally):\n    return verdict if poll["key"] == "12" else "rejected"\n',
    ),
    "no vote counts that is a comment": new(
        "adjusts: {counted_ballots: none}\n",
        'def none(standing, poll, ballots):\n    return [b for b in standing if b["comment"] < 1]\n',
    ),
    "whoever votes is as quick as whoever opens": new(
        "forbids: {vote: no}\n",
        'def no(player, poll, choice):\n    return None if poll["opened_at"] == now() else "No."\n',
    ),
    "whoever does anything is refused": new("on: {acted: no}\n", 'def no(player):\n    refuse("No.")\n'),
    "the command that opens is forbidden by the name of its rule": new(
        "forbids: {proposals.open_it: no}\n", NO.format('"No."')
    ),
    "the command that resolves is forbidden by the name of its rule": new(
        "forbids: {proposals.resolve_it: no}\n", NO.format('"No."')
    ),
    "a yay is a command of the higher class": new(
        "immutable: true\ncommands: [{usage: yay|nay, run: cheer, help: x}]\n",
        'def cheer(player):\n    reply("Hooray!")\n',
    ),
    "more have a vote than there are players": new(
        "adjusts: {electorate: more}\n",
        'def more(voters, poll):\n    return voters + ["no one %d" % n for n in range(len(voters) + 1)]\n',
    ),
    "no vote counts that is written": new(
        "adjusts: {ballot: none}\n",
        'def none(choice, poll, text):\n    return "" if here()["text"] else choice\n',
    ),
    "no vote is let in that is written": new(
        "forbids: {vote: no}\n", 'def no(player, poll, choice):\n    return "No." if here()["text"] else None\n'
    ),
    "it fails when it is asked": new("adjusts: {quorum: bad}\n", "def bad(quorum, poll, tally):\n    return 1 // 0\n"),
}
PASSES: dict[str, dict[str, str | None]] = {
    "a rule that is called as the one which is imagined": {
        "imagined.md": rule(0, "Dreams").replace("rule: 0", "rule: next")
    },
    "a rule in plain words": new(""),
    "a gift less": {"104-gifts.md": None},
    "no votes on Mondays": new(
        "forbids: {vote: no}\n", 'def no(*args):\n    return "No." if date(now())["weekday"] == 1 else None\n'
    ),
    "no proposals before three in the afternoon": new(
        "forbids: {open: no}\n", 'def no(*args):\n    return "No." if date(now())["hour"] < 15 else None\n'
    ),
    "a verdict by itself, and no command": new(
        "forbids: {resolve: no}\nadjusts: {resolves_itself: done}\n",
        NO.format('"No."') + '\ndef done(complete, poll, tally):\n    return tally["yay"] == tally["electorate"]\n',
    ),
    "a vote is what is written in its comment": new(
        "answers: {ballot: same}\n",
        'def same(poll, text):\n    return "yay" if here()["text"] == text and text == "yay" and here()["comment"] else None\n',
    ),
    "votes in order, lowest number first": new(
        "forbids: {vote: no}\n",
        "def no(player, poll, choice):\n"
        '    return "No." if [p for p in polls(poll["kind"]) if p["number"] < poll["number"]] else None\n',
    ),
}
# What a sound law may ask for: everybody can do it who reads what it says.
PASSES |= {
    "numbers from 1000": new(
        "answers: {proposal_number: high}\nforbids: {open: no}\n",
        'def high(proposal):\n    return max(1000, proposal["number"])\n\n'
        'def no(player, proposal):\n    if not proposal["title"].startswith(str(proposal["number"])):\n'
        '        return "The title must begin with %d." % proposal["number"]\n    return None\n',
    ),
    "a number more": new(
        "adjusts: {proposal_number: more}\nforbids: {open: no}\n",
        "def more(number, proposal):\n    return number + 1\n\n"
        'def no(player, proposal):\n    return None if str(proposal["number"]) in proposal["title"].split() else "No number."\n',
    ),
    "say please in the title": new(
        "forbids: {open: no}\n",
        'def no(player, proposal):\n    return None if "please" in proposal["title"].lower() else "Ask nicely."\n',
    ),
    "say what the refusal quotes, last of all": new(
        "parameters: {end: Amen}\nforbids: {open: no}\n",
        'def no(player, proposal):\n    return None if proposal["title"].endswith(end) else "End with `%s`." % end\n',
    ),
    "give a reason in the description": new(
        "forbids: {open: no}\n",
        'def no(player, proposal):\n    return None if "Reason: " in proposal["body"] else "Give a reason."\n',
    ),
    "open with a reason": proposals(
        "{usage: /open, run: open_it, help: Open your pull request for voting.}",
        "{usage: /open because <reason>, arguments: {reason: {type: text}}, run: open_why, help: Open it.}",
    ),
    "open for three shells or more": proposals(
        "{usage: /open, run: open_it, help: Open your pull request for voting.}",
        '{usage: "/open for <count> shells", arguments: {count: {type: integer, minimum: 3}}, run: open_why, help: Open it.}',
    ),
    "somebody else has to second it": new(
        "state: {game: {seconded: {type: boolean, default: false}}}\nforbids: {resolve: no}\n"
        "commands: [{usage: /second, run: second, help: Second it.}]\n",
        'def second(player):\n    if get("polls", here()["number"])["author"] == player:\n        refuse("Not yours.")\n'
        '    put("game", "game", get("game") | {"seconded": True})\n\n'
        'def no(*args):\n    return None if get("game")["seconded"] else "First somebody writes `/second` here."\n',
    ),
    "seconded in silence": new(
        "state: {game: {seconded: {type: boolean, default: false}}}\nadjusts: {verdict: held}\n"
        "commands: [{usage: /second, run: second, help: Second it.}]\n",
        'def second(player):\n    if get("polls", here()["number"])["author"] == player:\n        refuse("Not yours.")\n'
        '    put("game", "game", get("game") | {"seconded": True})\n\n'
        'def held(verdict, poll, tally):\n    return verdict if get("game")["seconded"] else "open"\n',
    ),
    "adopted after three days in place of a command": new(
        "forbids: {resolve: no}\nadjusts: {resolves_itself: late}\n",
        NO.format('"It resolves itself."')
        + '\ndef late(done, poll, tally):\n    return now() >= poll["opened_at"] + hours(72)\n',
    ),
    "adopted by a timer": new(
        "on: {opened: wait}\nforbids: {resolve: not_by_hand}\n",
        'def wait(poll):\n    set_timer("end/" + poll["key"], now() + hours(72), "end", key = poll["key"])\n\n'
        'def end(key):\n    resolve(key)\n\ndef not_by_hand(player, poll):\n    return "Wait for it."\n',
    ),
    "resolved on Fridays by a period": new(
        'forbids: {resolve: no}\nschedule: [{cron: "0 9 * * 5", run: all}]\n',
        NO.format('"On Friday."') + '\ndef all():\n    for poll in polls("proposal"):\n        resolve(poll["key"])\n',
    ),
    "resolved every week from a date on": new(
        'forbids: {resolve: no}\nschedule: [{every: week, from: "2026-01-02 09:00", run: all}]\n',
        NO.format('"On Friday."') + '\ndef all():\n    for poll in polls("proposal"):\n        resolve(poll["key"])\n',
    ),
    "aye and no": new(
        "answers: {ballot: words}\noverrides: all\n",
        'def words(poll, text):\n    return {"aye": "yay", "no": "nay"}.get(text, "")\n',
    ),
    "a vote with a reason": new(
        "adjusts: {ballot: words}\n",
        'def words(choice, poll, text):\n    return "yay" if text.startswith("yay because ") else ""\n',
    ),
    "whoever votes is heard of": new(
        "state: {game: {heard: {type: integer, default: 0}}}\non: {voted: count}\nforbids: {resolve: no}\n",
        'def count(player, poll):\n    put("game", "game", get("game") | {"heard": get("game")["heard"] + 1})\n\n'
        'def no(*args):\n    return None if get("game")["heard"] > 1 else "Too few were heard."\n',
    ),
    "what is adopted waits for what somebody may tell": new(
        "answers: {takes_effect: later}\ncommands: [{usage: /tide, run: turn, help: x}]\n",
        'def later(poll):\n    return "the_tide_turns"\n\ndef turn(player):\n    tell("the_tide_turns")\n',
    ),
    "what is adopted waits for what is told by a name put together": new(
        "answers: {takes_effect: later}\ncommands: [{usage: /tide, run: turn, help: x}]\n",
        'def later(poll):\n    return "tide_%s" % poll["key"]\n\ndef turn(player):\n    tell(later({"key": "12"}))\n',
    ),
    "only bo proposes": new(
        "forbids: {open: no}\n", 'def no(player, proposal):\n    return None if player == "bo" else "Only bo."\n'
    ),
}
# What cannot be adopted as it stands, or by the first way that is tried, and locks nothing all the same.
PASSES_LATER: dict[str, dict[str, str | None]] = {
    "open in one of two ways": proposals(
        "{usage: /open, run: open_it, help: Open your pull request for voting.}",
        '{usage: "/open <how>", arguments: {how: {type: choice, values: [slowly, quickly]}}, run: open_why, help: Open it.}',
    ),
    "open in the second of two ways": {
        **proposals(
            "{usage: /open, run: open_it, help: Open your pull request for voting.}",
            '{usage: "/open <how>", arguments: {how: {type: choice, values: [slowly, quickly]}}, run: open_why, help: x}',
        ),
        **new(
            "forbids: {open_why: no}\n", 'def no(player, why):\n    return "Be quick." if why == "slowly" else None\n'
        ),
    },
    "open without what may be left out": {
        **proposals(
            "{usage: /open, run: open_it, help: Open your pull request for voting.}",
            '{usage: "/open [because <why>]", arguments: {why: {type: text}}, run: open_why, help: Open it.}',
        ),
        **new("forbids: {open_why: no}\n", 'def no(player, why):\n    return "Give no reason." if why else None\n'),
    },
    "open for somebody, where all have to join once more": {
        **proposals(
            "{usage: /open, run: open_it, help: Open your pull request for voting.}",
            "{usage: /open for <player>, run: open_why, help: Open it.}",
        ),
        **new(
            "on: {enacted: go}\n",
            'def go(change, poll):\n    for p in keys("players"):\n        remove("players", p)\n',
        ),
    },
    "what a mutable rule forbids of an immutable one's commands": {
        "102-proposals.md": texts()["rules/island/102-proposals.md"].replace(
            "rule: 102\n", "rule: 102\nimmutable: true\n"
        ),
        **new("forbids: {open_it: no, resolve_it: no}\n", NO.format('"No."')),
    },
    "what cannot land locks nothing": new(
        "on: {enacted: no}\n", 'def no(change, poll):\n    if change["slug"] == "new":\n        refuse("No.")\n'
    ),
    "adopted after a day on which a period fails": new(
        'forbids: {resolve: no}\nadjusts: {resolves_itself: late}\nschedule: [{cron: "0 9 * * *", run: all}]\n',
        NO.format('"Later."')
        + '\ndef late(done, poll, tally):\n    return now() >= poll["opened_at"] + hours(72)\n'
        + '\ndef all():\n    fail("out of order") if polls() else resolve("12")\n',
    ),
}
# Another proposal is open all the while: what only hinders while it is open does not lock the law.
OTHER = {"104-gifts.md": texts()["rules/island/104-gifts.md"].replace("Shells may", "All shells may")}


def told(change: dict[str, str | None], refused: str = "", given: str = GIVEN) -> str:
    step = ", refused: " + refused if refused else ""
    return (
        f"{given}when:\n"
        f"  - {{by: bo, opens: {{pull: 11, title: Other, changes: {json.dumps(OTHER)}}}}}\n"
        "  - {by: bo, says: /open, on: 11}\n"
        f"  - {{by: ana, opens: {{pull: 12, title: New, changes: {json.dumps(change)}}}}}\n"
        f"  - {{by: ana, says: /open, on: 12{step}}}\n"
        f"then: {{polls: {{12: {'null' if refused else '{status: open, ballots: []}'}, 11: {{status: open}}}}}}\n"
    )


@pytest.mark.parametrize("name", LOCKS)
def test_a_proposal_that_would_lock_the_law_is_refused_before_anyone_votes(name: str) -> None:
    law = with_rules({"120-guard.md": GUARD})
    assert failures(told(LOCKS[name], "adopted"), law) == []


@pytest.mark.parametrize(
    ("name", "stood"),
    [
        ("nobody can open", "the next proposal could not be opened: No. The rule `new` says so."),
        ("nobody can vote", "and could not be adopted: No. The rule `new` says so."),
        ("the rule on proposals goes", "the next proposal could not be opened."),
        ("only a command for other threads is left", "the next proposal could not be opened."),
        (
            "more have to vote than there are",
            "and could not be adopted: It cannot be decided yet. More votes are needed. Rule 102 (Proposals) says so.",
        ),
        ("it fails when it is asked", "and could not be adopted: The rule `new` failed at line 10: "),
        ("what is adopted waits for what nobody tells", "the next proposal was adopted, and could not take effect."),
    ],
)
def test_who_would_lock_the_law_is_told_what_stood_in_the_way_of_the_next_proposal(name: str, stood: str) -> None:
    """Most who do it want nothing of the kind: their rule fails, or asks too much."""
    stage = Stage({"given": {"players": dict.fromkeys(("ana", "bo", "cy"), {"active": True})}}, LAW, RULESET)
    stage.step({"by": "ana", "opens": {"pull": 12, "title": "New", "changes": LOCKS[name]}})
    stage.step({"by": "ana", "says": "/open", "on": 12, "refused": "adopted"})
    assert stood in stage.said[-1]


def test_what_keeps_another_from_opening_is_not_told_for_what_keeps_a_proposal_that_was_opened_from_being_adopted() -> (
    None
):
    """A rule by which somebody has to second each proposal was said to fail as it was not the turn of whoever was tried next."""
    asked = '    if resolve(mine(player)["key"]) == "open":\n        refuse("It cannot be decided yet.", "More votes are needed.")\n'
    held = new("adjusts: {verdict: held}\n", 'def held(verdict, poll, tally):\n    return "open"\n')
    law = with_rules({"120-guard.md": GUARD, "118-turns.md": TURNS})
    stage = Stage({"given": {"players": dict.fromkeys(("ana", "bo", "cy"), {"active": True})}}, law, RULESET)
    change = proposals(asked, '    resolve(mine(player)["key"])\n') | held
    stage.step({"by": "ana", "opens": {"pull": 12, "title": "New", "changes": change}})
    stage.step({"by": "ana", "says": "/open", "on": 12, "refused": "adopted"})
    assert "the next proposal was opened, and could not be adopted." in stage.said[-1]


def test_what_a_rule_has_against_the_next_proposal_wakes_nobody_and_hides_nothing() -> None:
    change = new("forbids: {open: no}\n", NO.format('"Ask @stranger. <!-- <b> ```" + "x" * 900'))
    stage = Stage({"given": {"players": {"ana": {"active": True}}}}, LAW, RULESET)
    stage.step({"by": "ana", "opens": {"pull": 12, "title": "New", "changes": change}})
    stage.step({"by": "ana", "says": "/open", "on": 12, "refused": "adopted"})
    assert "could not be opened: Ask" in stage.said[-1] and len(stage.said[-1]) < 700
    assert not [alive for alive in ("@stranger", "<!--", "<b>", "```") if alive in stage.said[-1]]


@pytest.mark.parametrize("change", (PASSES | PASSES_LATER).values(), ids=PASSES | PASSES_LATER)
def test_what_leaves_a_way_may_be_proposed(change: dict[str, str | None]) -> None:
    law = with_rules({"120-guard.md": GUARD})
    assert failures(told(change), law) == []


def test_a_locked_law_is_not_held_against_who_would_open_it_again() -> None:
    lock = rule(119, "Lock", front="forbids: {vote: no}\n", code=NO.format('"No."'))
    law = with_rules({"120-guard.md": GUARD, "119-lock.md": lock})
    assert failures(told({"119-lock.md": None}), law) == []
    assert failures(told(new("")), law) == []


def test_what_a_yay_from_everyone_earns_pays_for_the_next_proposal() -> None:
    """As many begin: nobody has anything, and each vote is paid for when it is decided."""
    wages = rule(
        119,
        "Wages",
        front="on: {adopted: pay}\n",
        code='def pay(poll, tally):\n    for b in tally["ballots"]:\n'
        '        put("players", b["voter"], get("players", b["voter"]) | {"shells": get("players", b["voter"])["shells"] + 1})\n',
    )
    fee = (
        'def fee(player, proposal):\n    return None if get("players", player)["shells"] > 0 else "It costs a shell."\n'
    )
    change = new("forbids: {open: fee}\n", fee)
    assert failures(told(change), with_rules({"120-guard.md": GUARD, "119-wages.md": wages})) == []
    assert failures(told(change, "adopted"), with_rules({"120-guard.md": GUARD})) == []


def test_a_timer_that_goes_with_the_rule_to_be_repealed_is_dropped_in_the_trial_as_well() -> None:
    clock = rule(119, "Clock", front="commands: [{usage: /wind, run: wind}]\n", code=WINDING)
    needs = 'def no(*args):\n    return None if [r for r in rules() if r["slug"] == "clock"] else "No."\n'
    lock = rule(118, "Lock", front="forbids: {resolve: no}\n", code=needs)
    law = with_rules({"120-guard.md": GUARD, "119-clock.md": clock, "118-lock.md": lock})
    wound = told({"119-clock.md": None}, "adopted").replace("when:\n", "when:\n  - {by: ana, says: /wind}\n")
    assert failures(wound, law) == []


def test_dice_thrown_in_a_trial_are_not_the_games() -> None:
    thrown = 'def draw(*args):\n    reply("It shows %d." % roll("1d6"))\n'
    luck = rule(119, "Luck", front="on: {opened: draw, adopted: draw}\n", code=thrown)
    law = with_rules({"120-guard.md": GUARD, "119-luck.md": luck})
    assert failures(told(new(""), given=GIVEN + "rolls: [4, 5]\n"), law) == []


def test_what_was_changed_before_a_trial_is_told_after_it() -> None:
    witness = rule(
        122,
        "Witness",
        front="state:\n  notes:\n    seen: {type: integer, default: 0}\non: {pull_changed: note, changed: tell_it}\n",
        code=(
            "def note(poll, what):\n"
            '    put("notes", poll["key"], {"seen": 1})\n\n'
            "def tell_it(changed):\n"
            '    if "notes" in changed:\n'
            '        reply("Noted.")\n'
        ),
    )
    case = GIVEN + (
        "when:\n"
        "  - {by: ana, opens: {pull: 12, title: Diving, changes: {106: {title: Divers}}}}\n"
        "  - {by: ana, says: /open, on: 12}\n"
        "  - {by: ana, pushes: 12, changes: {106: {title: Diver}}}\n"
        "then: {replies: [Noted.]}\n"
    )
    assert failures(case, with_rules({"120-guard.md": GUARD, "122-witness.md": witness})) == []


def test_what_is_imagined_is_not_written_where_a_change_lands() -> None:
    law = with_rules({"120-guard.md": GUARD})
    people = {name: {"active": True} for name in ("ana", "bo", "cy")}
    stage = Stage({"given": {"players": people}}, law, RULESET)
    stage.step({"by": "ana", "opens": {"pull": 12, "title": "Diving", "changes": {106: {"title": "Divers"}}}})
    for by, says in (("ana", "/open"), ("ana", "yay"), ("bo", "yay"), ("cy", "yay"), ("ana", "/resolve")):
        stage.step({"by": by, "says": says, "on": 12})
    segments = [*stage.folding.plan.segments, stage.folding.segment]
    written = [path for segment in segments for path in segment.files]
    assert (stage.world.records.get("polls", "12") or {})["status"] == "adopted"
    assert [path for path in written if path.startswith("rules/")] == [
        "rules/island/106-dives.md",
        "rules/island/121-dives.md",
    ]


@pytest.mark.parametrize("name", PASSES)
def test_what_is_written_when_a_change_lands_is_the_law_in_force_and_nothing_that_was_tried(name: str) -> None:
    law = with_rules({"120-guard.md": GUARD})
    stage = Stage({"given": {"players": {"ana": {"active": True}, "bo": {"active": True}}}}, law, RULESET)
    stage.now = from_stamp("2026-01-06T16:00:00Z")  # a Tuesday afternoon: nobody is kept from voting
    steps: list[dict[str, Any]] = [{"by": "ana", "opens": {"pull": 12, "title": "New", "changes": PASSES[name]}}]
    steps += [{"by": who, "says": "yay", "on": 12} for who in ("ana", "bo")]
    steps.insert(1, {"by": "ana", "says": "/open", "on": 12})
    for step in [*steps, {"by": "ana", "says": "/resolve", "on": 12}]:
        stage.step(step)
    stage.folding.close()
    files: dict[str, Any] = dict(stage.world.files)
    for segment in stage.folding.plan.segments:
        files |= segment.files
    assert (stage.world.records.get("polls", "12") or {})["status"] == "adopted"
    assert {p: t for p, t in files.items() if p.startswith("rules/") and t is not None} == stage.world.law.texts
    written = sorted(p for p in files if p.startswith("proposals/") and "/changes/" not in p)
    assert written == ["proposals/121.md", "proposals/README.md"]


@pytest.mark.parametrize(("changed", "refused"), [("adopted: next_turn", "adopted"), ("title: Turns", "")])
def test_a_law_that_says_what_goes_on_means_is_asked_whether_it_does(changed: str, refused: str) -> None:
    other = {"adopted: next_turn": "rejected: next_turn", "title: Turns": "title: Turns of play"}[changed]
    change = {"118-turns.md": TURNS.replace(changed, other)}
    case = (
        f"{GIVEN}when:\n"
        f"  - {{by: ana, opens: {{pull: 12, title: New, changes: {json.dumps(change)}}}}}\n"
        f"  - {{by: ana, says: /open, on: 12{', refused: ' + refused if refused else ''}}}\n"
        f"then: {{polls: {{12: {'null' if refused else '{status: open}'}}}}}\n"
    )
    assert failures(case, with_rules({"120-guard.md": GUARD, "118-turns.md": TURNS})) == []


def test_an_hour_at_which_nothing_can_be_adopted_is_no_time_to_lock_the_law() -> None:
    """A lock is not let through for what hinders everything today and nothing tomorrow."""
    today = rule(
        119,
        "Quiet day",
        front="forbids: {resolve: no}\n",
        code='def no(*args):\n    return "No." if date(now())["weekday"] == 1 else None\n',
    )
    law = with_rules({"120-guard.md": GUARD, "119-quiet.md": today})
    assert failures(told(LOCKS["nobody can resolve"], "adopted"), law) == []


def burning(ticks: int, answer: str) -> dict[str, str | None]:
    code = f"def n(player, proposal):\n    s = 0\n    for i in range({ticks}):\n        s += i\n    return {answer}\n"
    return new("forbids: {open: n}\n", code)


@pytest.mark.parametrize("ticks", [10_000, 1_000_000, 6_000_000, 30_000_000])
def test_no_lock_passes_because_it_takes_all_that_a_trial_may(ticks: int) -> None:
    """The present law was tried with what was left: with nothing, so that it seemed to be locked as well."""
    assert failures(told(burning(ticks, '"No."'), "adopted"), with_rules({"120-guard.md": GUARD})) == []


def test_a_sound_law_may_take_much() -> None:
    assert failures(told(burning(2_000_000, "None"), ""), with_rules({"120-guard.md": GUARD})) == []


def one_at_a_time(freed: str) -> str:
    """Nothing is proposed while something is voted on, or was until now: until what is said here, in front matter."""
    front = (
        "state: {game: {busy: {type: boolean, default: false}}}\n"
        f"forbids: {{open: while_free}}\non: {{opened: begin{freed}}}\n"
    )
    code = (
        "def begin(poll):\n"
        '    put("game", "game", get("game") | {"busy": True})\n'
        '    set_timer("free", now() + days(3), "free")\n\n'
        "def free(*args):\n"
        '    put("game", "game", get("game") | {"busy": False})\n\n'
        "def while_free(player, proposal):\n"
        '    return "One at a time." if get("game")["busy"] else None\n'
    )
    return rule(119, "One at a time", front=front, code=code)


@pytest.mark.parametrize("freed", ["", ", adopted: free, rejected: free"], ids=["in three days", "by its verdict"])
@pytest.mark.parametrize("lock", ["nobody can resolve", None])
def test_while_nothing_can_be_opened_a_lock_is_one_all_the_same(lock: str | None, freed: str) -> None:
    """Asked of #13 while #12 is voted on, and nothing else could be opened under any law."""
    change = LOCKS[lock] if lock else new("by_hand: true\n")
    steps = [
        {"by": "ana", "opens": {"pull": 12, "title": "Songs", "changes": {"130-songs.md": rule(130, "Songs")}}},
        {"by": "ana", "says": "/open", "on": 12},
        {"by": "bo", "opens": {"pull": 13, "title": "New", "changes": change}},
    ]
    law = with_rules({"119-one.md": one_at_a_time(freed)})
    stage = Stage(
        {"given": {"players": {p: {"active": True} for p in ("ana", "bo", "cy")}}, "when": steps}, law, RULESET
    )
    assert stage.play() == []
    stage.world.moment.thread = 13
    assert still_adoptable(stage.world, ["new"]) is (lock is None)


def asks_everyone(number: int) -> str:
    """A rule of a game with much to ask: three commands, each with two arguments, that open polls in issues of their own."""
    usages = [f"/ask{number}{letter} <player> of <deed>" for letter in "abc"]
    commands = "".join(
        f"  - {{usage: {usage}, run: ask_all, help: Ask., arguments: {{deed: {{type: text}}}}}}\n" for usage in usages
    )
    code = 'def ask_all(writer, player, deed):\n    refuse("Not now.")\n    open_poll("asked", deed)\n'
    return rule(number, f"Asks {number}", front=f"commands:\n{commands}", code=code)


def test_much_that_asks_everyone_something_is_no_lock_whoever_moves() -> None:
    asking = {f"{number}-asks.md": asks_everyone(number) for number in range(130, 142)}
    law = with_rules({"118-turns.md": TURNS, "120-guard.md": GUARD, **asking})
    given = {"players": {p: {"active": True} for p in ("ana", "bo", "cy")}, "game": {"turn": 2}}
    opened = {"by": "ana", "opens": {"pull": 12, "title": "Songs", "changes": new("by_hand: true\n")}}
    stage = Stage({"given": given, "when": [opened]}, law, RULESET)
    assert stage.play() == []
    stage.world.moment.thread = 12
    assert still_adoptable(stage.world, ["new"])
    assert stage.world.host.words_used < 500


@pytest.mark.parametrize(("more", "tried"), [(0, True), (1, False)])
def test_nothing_is_tried_any_more_when_half_of_the_words_are_used_up(
    more: int, tried: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other half is for what the happening itself has to say."""
    opened = {"by": "ana", "opens": {"pull": 12, "title": "Songs", "changes": new("by_hand: true\n")}}
    stage = Stage({"given": {"players": {"ana": {"active": True}}}, "when": [opened]}, with_rules({}), RULESET)
    assert stage.play() == []
    stage.world.moment.thread = 12
    supposed: list[bool] = []

    def use_up(self: ImaginedProposal) -> bool:
        host = stage.world.host
        host.words_used = host.most_words // 2 + more
        return tried_once(self)

    def supposing(*args: Any, **more: Any) -> Any:
        supposed.append("stream" in more)  # else it is the law that is supposed
        return transaction.supposing(*args, **more)

    tried_once = ImaginedProposal.succeeds
    monkeypatch.setattr(ImaginedProposal, "succeeds", use_up)
    monkeypatch.setattr(imagined_proposal, "supposing", supposing)
    still_adoptable(stage.world, ["new"])
    assert any(supposed) == tried


def tries(monkeypatch: pytest.MonkeyPatch, change: dict[str, str | None]) -> list[tuple[str, int, bool]]:
    """(author, seconds from now, whether it is hasty) of each try under the law that this change makes, in order."""
    law = with_rules({"120-guard.md": GUARD})
    given = {"players": {p: {"active": True} for p in ("ana", "bo", "cy")}}
    opened = {"by": "ana", "opens": {"pull": 12, "title": "Songs", "changes": change}}
    stage = Stage({"given": given, "when": [opened]}, law, RULESET)
    assert stage.play() == []
    stage.world.moment.thread = 12
    made: list[tuple[str, int, bool]] = []
    tried = ImaginedProposal._tried

    def noted(self: ImaginedProposal, author: str, later: int, *, hasty: bool) -> bool:
        made.append((author, later, hasty))
        return tried(self, author, later, hasty=hasty)

    monkeypatch.setattr(ImaginedProposal, "_tried", noted)
    still_adoptable(stage.world, ["new"])
    return made


def test_what_is_adopted_as_usual_is_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    assert tries(monkeypatch, new("by_hand: true\n")) == [("ana", 0, True)]


def test_what_nobody_gets_adopted_in_haste_is_tried_by_its_author_at_leisure_before_days_go_by(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = tries(monkeypatch, LOCKS["nobody can resolve"])
    of_the_new_law = made[: made.index(("ana", 0, True), 1)]  # the present one is tried after it
    everyone, days = ["ana", "bo", "cy"], imagined_proposal.LATER
    assert of_the_new_law == [
        *((who, 0, True) for who in everyone),
        ("ana", 0, False),
        *(("ana", later, True) for later in days[1:]),
        *((who, 0, False) for who in everyone[1:]),
        *(("ana", later, False) for later in days[1:]),
    ]


def test_in_haste_no_poll_is_opened_but_by_what_opens_one_about_the_proposal() -> None:
    law = with_rules({"130-asks.md": asks_everyone(130)})
    stage = Stage({"given": {"players": {"ana": {"active": True}}}, "when": []}, law, RULESET)
    lines = {
        hasty: {line for line, _ in Attempt(stage.world, []).lines("open_poll", hasty=hasty)} for hasty in (True, False)
    }
    assert {line.split()[0] for line in lines[True]} == {"/open"}
    assert {"/open", "/council", "/ask130a"} <= {line.split()[0] for line in lines[False]}


def test_a_trial_casts_no_more_votes_one_by_one_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    """Under a law that rejects whatever is voted for, each try has everybody vote again."""
    people = {f"p{number}": {"active": True} for number in range(40)}
    opened = {"by": "p0", "opens": {"pull": 12, "title": "Songs", "changes": LOCKS["yay rejects"]}}
    stage = Stage({"given": {"players": people}, "when": [opened]}, with_rules({}), RULESET)
    assert stage.play() == []
    stage.world.moment.thread = 12
    cast: list[str] = []
    vote = polls.vote
    monkeypatch.setattr(polls, "vote", lambda *args, **more: (cast.append(args[2]), vote(*args, **more)))
    assert not still_adoptable(stage.world, ["proposals"])
    of_the_new_law = MOST_VOTES + imagined_proposal.CLOSELY
    assert imagined_proposal.CLOSELY < len(cast) <= of_the_new_law + imagined_proposal.CLOSELY


ALL_BUT_THE_LAST_FEW = new(
    "forbids: {vote: no}\n", 'def no(player, poll, choice):\n    return None if player < "p5" else "No."\n'
)


@pytest.mark.parametrize(
    ("change", "asked", "adoptable"),
    [
        pytest.param(new("by_hand: true\n"), 10, True, id="nobody is kept from voting"),
        pytest.param(ALL_BUT_THE_LAST_FEW, 10, True, id="nobody who was asked for is kept from voting"),
        pytest.param(LOCKS["only one of three can vote"], 60 - imagined_proposal.CLOSELY, False, id="all but one are"),
    ],
)
def test_of_very_many_voters_some_are_asked_for_and_all_where_one_of_them_may_not_vote(
    monkeypatch: pytest.MonkeyPatch, change: dict[str, str | None], asked: int, adoptable: bool
) -> None:
    people = {f"p{number:02}": {"active": True} for number in range(60)}
    opened = {"by": "p00", "opens": {"pull": 12, "title": "Songs", "changes": change}}
    stage = Stage({"given": {"players": people}, "when": [opened]}, with_rules({}), RULESET)
    assert stage.play() == []
    stage.world.moment.thread = 12
    asked_for: list[str] = []
    may = ImaginedProposal._may
    monkeypatch.setattr(imagined_proposal, "MOST_ASKED", 10)
    monkeypatch.setattr(
        ImaginedProposal, "_may", lambda self, voter, *more: (asked_for.append(voter), may(self, voter, *more))
    )
    assert still_adoptable(stage.world, ["new"]) is adoptable
    assert len(set(asked_for)) == asked


@pytest.mark.parametrize(
    "people", [imagined_proposal.CLOSELY, imagined_proposal.CLOSELY + 1, imagined_proposal.CLOSELY + 2]
)
def test_whoever_comes_right_after_those_who_vote_one_by_one_votes_too(people: int) -> None:
    all_vote = proposals('2 * tally["voters"] > tally["electorate"]', 'tally["voters"] == tally["electorate"]')
    given = {"players": {f"p{number:02}": {"active": True} for number in range(people)}}
    opened = {"by": "p00", "opens": {"pull": 12, "title": "Songs", "changes": all_vote}}
    stage = Stage({"given": given, "when": [opened]}, with_rules({}), RULESET)
    assert stage.play() == []
    stage.world.moment.thread = 12
    assert still_adoptable(stage.world, ["proposals"])


def test_no_verdict_but_adoption_is_carried_out_to_see_that_it_is_another(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = {"by": "ana", "opens": {"pull": 12, "title": "Songs", "changes": LOCKS["yay rejects"]}}
    given = {"players": {p: {"active": True} for p in ("ana", "bo", "cy")}}
    stage = Stage({"given": given, "when": [opened]}, with_rules({}), RULESET)
    assert stage.play() == []
    stage.world.moment.thread = 12
    closed: list[str] = []
    close = polls._close
    monkeypatch.setattr(
        polls, "_close", lambda world, key, verdict, *more: (closed.append(verdict), close(world, key, verdict, *more))
    )
    assert not still_adoptable(stage.world, ["proposals"])
    assert closed == ["adopted"], "by the present law, which is tried after the other"
    assert stage.world.moment.only_adopted == ""


def test_what_a_refusal_quotes_and_what_rules_write_is_tried_in_the_titles_of_proposals() -> None:
    stage = Stage({"given": {"players": {"ana": {"active": True}}}}, with_rules({}), RULESET)
    attempt = Attempt(stage.world, ["Songs: ", "", "x" * 80, "y" * 81])
    attempt.learn(Refusal("no", 'Call it `12 Songs`, "2. Verse" or "7 A rule"; or write `/open`.', ""))
    assert [*attempt.drafts(7)] == [
        ("7 A rule", ""),
        ("7 A rule 12 Songs 2. Verse 7 A rule", f"12 Songs\n2. Verse\n7 A rule\n/open\n{WHY}"),
        ("12 Songs", WHY),
        ("2. Verse", WHY),
        ("12 A rule", WHY),
        ("7 A rule Songs: " + "x" * 80, f"Songs: {WHY}\n{'x' * 80} {WHY}"),
        ("Songs: " + "x" * 80 + " A rule", f"7 A rule\nSongs:\n{'x' * 80}"),
    ]


@pytest.mark.parametrize(("tries", "votes", "over"), [(1, 1, False), (0, 1, True), (1, 0, True), (-1, 1, True)])
def test_an_attempt_is_over_when_no_try_or_no_vote_is_left(tries: int, votes: int, over: bool) -> None:
    attempt = Attempt(Stage({"given": {"players": {}}}, with_rules({}), RULESET).world, [], tries)
    assert (attempt.votes_left, Attempt(attempt.world, []).tries) == (400, 80)
    attempt.votes_left = votes
    assert attempt.is_over is over


def test_each_word_that_is_a_vote_is_tried_as_if_nobody_had_voted_before() -> None:
    """Under a law by which nays adopt, and that lets nobody vote twice."""
    nays = proposals(
        'return "adopted" if tally["yay"] > tally["nay"] else "rejected"',
        'return "adopted" if tally["nay"] > tally["yay"] else "open"',
    )
    once = (
        "def once(player, poll, choice):\n"
        '    return "You have voted." if [b for b in poll["ballots"] if b["voter"] == player] else None\n'
    )
    opened = {
        "by": "ana",
        "opens": {"pull": 12, "title": "Songs", "changes": nays | new("forbids: {vote: once}\n", once)},
    }
    given = {"players": {p: {"active": True} for p in ("ana", "bo", "cy")}}
    stage = Stage({"given": given, "when": [opened]}, with_rules({}), RULESET)
    assert stage.play() == []
    stage.world.moment.thread = 12
    assert still_adoptable(stage.world, ["proposals", "new"])


def test_a_try_that_waits_begins_as_much_later_as_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = {"by": "ana", "opens": {"pull": 12, "title": "Songs", "changes": LOCKS["nobody can resolve"]}}
    given = {"players": {p: {"active": True} for p in ("ana", "bo", "cy")}}
    stage = Stage({"given": given, "when": [opened]}, with_rules({}), RULESET)
    assert stage.play() == []
    stage.world.moment.thread = 12
    began, seen, open_it = stage.world.moment.now, set[int](), ImaginedProposal._opened

    def noted(self: ImaginedProposal, author: str, *, hasty: bool) -> bool:
        seen.add(self.world.moment.now - began)
        return open_it(self, author, hasty=hasty)

    monkeypatch.setattr(ImaginedProposal, "_opened", noted)
    assert not still_adoptable(stage.world, ["new"])
    assert seen == set(imagined_proposal.LATER)
