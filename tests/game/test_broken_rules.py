"""A broken rule does not freeze the game: whoever needs it is told, and a proposal that mends it can be adopted."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.examples.example_stage import Stage
from engine.game.world import wishes
from engine.store import guard
from tests.island import RULESET, failures, rule, with_rules

THREE = "{ana: {active: true}, bo: {active: true}, cy: {active: true}}"
FAULTY = rule(120, "Faulty", front="forbids:\n  dive: fail\n", code='def fail(player):\n    x = {}["nothing"]\n')
LOADER = rule(
    99,
    "Loader",
    front="answers:\n  verdict: never\n",
    code='load("gone", "x")\n\ndef never(poll, tally):\n    return None\n',
)


def test_a_rule_that_faults_is_named_with_its_line_and_nothing_changes() -> None:
    assert not failures(
        f"""
        given: {{players: {THREE}}}
        when:
          - {{by: ana, says: /dive, refused: "Rule 120 (Faulty) failed at line 11"}}
        then:
          players: {{ana: {{shells: 0}}}}
        """,
        with_rules({"120-faulty.md": FAULTY}),
    )


def test_a_faulty_rule_can_be_repealed() -> None:
    assert not failures(
        f"""
        given: {{players: {THREE}}}
        when:
          - {{by: ana, says: /dive, refused: failed}}
          - {{by: ana, opens: {{pull: 12, title: Away with it, changes: {{120: null}}}}}}
          - {{by: ana, says: /open, on: 12}}
          - {{by: ana, says: yay, on: 12}}
          - {{by: bo, says: yay, on: 12}}
          - {{by: cy, says: nay, on: 12}}
          - {{by: ana, says: /resolve, on: 12}}
          - {{by: ana, says: /dive}}
        then:
          polls: {{12: {{status: adopted}}}}
          rules: {{120: null}}
        """,
        with_rules({"120-faulty.md": FAULTY}),
    )


CLUMSY = rule(
    120,
    "Clumsy",
    front="adjusts:\n  verdict: same\ncommands:\n  - {usage: /stumble, run: stumble, help: Fall.}\n",
    code="""def same(answer, poll, tally):
    return answer

def stumble(player):
    set_timer("fall/" + player, now() + 3600, "fall")
    x = {}["nothing"]

def fall():
    x = {}["nothing"]
""",
)


def test_a_command_that_fails_turns_no_majority_into_unanimity() -> None:
    """Else one player could keep a rule by failing one of its commands while the poll about it is open."""
    assert not failures(
        f"""
        given: {{players: {THREE}}}
        when:
          - {{by: cy, says: /stumble, refused: failed}}
          - {{by: ana, opens: {{pull: 12, title: Away with it, changes: {{120: null}}}}}}
          - {{by: ana, says: /open, on: 12}}
          - {{by: cy, says: /stumble, refused: failed}}
          - {{by: ana, says: yay, on: 12}}
          - {{by: bo, says: yay, on: 12}}
          - {{by: cy, says: nay, on: 12}}
          - {{by: ana, says: /resolve, on: 12}}
        then:
          polls: {{12: {{status: adopted}}}}
          rules: {{120: null}}
        """,
        with_rules({"120-clumsy.md": CLUMSY}),
    )


def test_a_rule_that_does_not_load_still_claims_its_questions() -> None:
    songs = '{108-songs.md: "---\\nrule: next\\ntitle: Songs\\nby_hand: true\\n---\\nWe sing.\\n"}'
    assert not failures(
        f"""
        given: {{players: {THREE}}}
        when:
          - {{by: ana, opens: {{pull: 12, title: Songs, changes: {songs}}}}}
          - {{by: ana, says: /open, on: 12}}
          - {{by: ana, says: yay, on: 12}}
          - {{by: bo, says: yay, on: 12}}
          - {{by: ana, says: /resolve, on: 12, refused: Rule 99}}
          - {{by: bo, opens: {{pull: 13, title: Mend, changes: {{99: null}}}}}}
          - {{by: bo, says: /open, on: 13}}
          - {{by: ana, says: yay, on: 13}}
          - {{by: bo, says: yay, on: 13}}
          - {{by: cy, says: yay, on: 13}}
          - {{by: ana, says: /resolve, on: 12}}
        then:
          polls: {{12: {{status: adopted}}, 13: {{status: adopted}}}}
        """,
        with_rules({"099-loader.md": LOADER}),
    )


@pytest.mark.parametrize("fails", ['call("honest", "half", None)', 'ask("halved", None)'])
def test_who_has_an_honest_rule_fail_by_what_it_hands_it_can_be_repealed(fails: str) -> None:
    """Else a rule that answers every verdict so could be taken away by nobody, and all would be laid to the other."""
    honest = rule(119, "Honest", front="answers: {halved: half}\n", code="def half(n):\n    return n // 2\n")
    thief = rule(
        120,
        "Thief",
        front="overrides: all\nanswers: {verdict: never}\n",
        code=f"def never(poll, tally):\n    return {fails}\n",
    )
    assert not failures(
        f"""
        given: {{players: {THREE}}}
        when:
          - {{by: ana, opens: {{pull: 12, title: No gifts, changes: {{gifts: null}}}}}}
          - {{by: ana, says: /open, on: 12}}
          - {{by: ana, says: yay, on: 12}}
          - {{by: bo, says: yay, on: 12}}
          - {{by: cy, says: yay, on: 12}}
          - {{by: ana, says: /resolve, on: 12, refused: "then thief line 11, then honest line 10"}}
          - {{by: ana, opens: {{pull: 13, title: Away with it, changes: {{thief: null}}}}}}
          - {{by: ana, says: /open, on: 13}}
          - {{by: ana, says: yay, on: 13}}
          - {{by: bo, says: yay, on: 13}}
          - {{by: ana, says: /resolve, on: 13, refused: yet}}
          - {{by: cy, says: yay, on: 13}}
          - {{by: ana, says: /resolve, on: 13}}
        then:
          polls: {{12: {{status: open}}, 13: {{status: adopted}}}}
          rules: {{thief: null, honest: {{title: Honest}}}}
        """,
        with_rules({"119-honest.md": honest, "120-thief.md": thief}),
    )


def test_who_calls_a_function_with_too_few_values_is_mistaken_and_not_the_function() -> None:
    honest = rule(119, "Honest", code="def half(n):\n    return n // 2\n")
    caller = rule(
        120,
        "Caller",
        front="commands: [{usage: /half, run: ask_half, help: Half.}]\n",
        code='def ask_half(player):\n    reply(str(call("honest", "half")))\n',
    )
    assert not failures(
        f"""
        given: {{players: {THREE}}}
        when:
          - {{by: ana, says: /half, refused: "Rule 120 (Caller) failed at line 10: call: 'half' of 'honest' takes (n), and is given 0 values"}}
        """,
        with_rules({"119-honest.md": honest, "120-caller.md": caller}),
    )


def test_repealing_what_others_load_is_said_before_the_vote() -> None:
    needy = rule(120, "Needy", code='load("diving", "dive")\n\ndef again(player):\n    dive(player)\n')
    assert not failures(
        f"""
        given: {{players: {THREE}}}
        when:
          - {{by: ana, opens: {{pull: 12, title: No diving, changes: {{121-diving.md: null}}}}}}
          - {{by: ana, says: /open, on: 12}}
        then:
          replies: [stop working, 120-needy.md]
        """,
        with_rules({"120-needy.md": needy, "121-diving.md": rule(121, "Diving", code="def dive(player):\n    pass\n")}),
    )


def asked(question: str, parameters: str, body: str) -> str:
    """A rule that spoils what the others answer to a question."""
    code = f"def fail(answer, {parameters}):\n    {body}\n"
    return rule(120, "Faulty", front=f"adjusts:\n  {question}: fail\n", code=code)


@pytest.mark.parametrize(
    ("question", "body"),
    [
        ("resolves_itself", "return {}['no']"),
        ("verdict", "return {}['no']"),
        ("resolves_itself", "for i in range(100000000):\n        pass\n    return answer"),
    ],
)
def test_who_votes_is_counted_though_the_rule_that_decides_the_poll_fails(question: str, body: str) -> None:
    """Else the last vote would be refused for what others have written, and with `resolves_itself` everything else, too."""
    at_once, complete = (", fails: Faulty", "") if question == "resolves_itself" else ("", ", fails: Faulty")
    assert not failures(
        f"""
        given: {{players: {{ana: {{active: true}}, bo: {{active: true}}}}}}
        when:
          - {{by: ana, says: /council Shall we?{at_once}}}
          - {{by: ana, says: yay, on: 101}}
          - {{by: bo, says: yay, on: 101{complete}}}
          - {{by: ana, says: /dive}}
          - {{by: bo, opens: {{pull: 12, title: Away with it, changes: {{120: null}}}}}}
          - {{by: bo, says: /open, on: 12}}
          - {{by: ana, says: yay, on: 12}}
          - {{by: bo, says: yay, on: 12}}
        then:
          rules: {{120: null}}
          polls: {{12: {{status: adopted}}, 101: {{status: adopted}}}}
          tally: {{101: {{yay: 2, received: 2, refused: 0}}}}
        """,
        with_rules({"120-faulty.md": asked(question, "poll, tally", body)}),
    )


def test_a_rule_that_breaks_a_constraint_over_an_adoption_does_not_hold_it_up() -> None:
    spend = 'def spend(poll, tally):\n    put("players", "ana", get("players", "ana") | {"shells": 1 - 2})\n'
    assert not failures(
        """
        given: {players: {ana: {active: true}, bo: {active: true}}}
        when:
          - {by: ana, says: /council Shall we?}
          - {by: ana, says: yay, on: 101}
          - {by: bo, says: yay, on: 101, fails: Rule 101 (Landing) forbids that}
        then:
          polls: {101: {status: adopted}}
          tally: {101: {yay: 2, refused: 0}}
          players: {ana: {shells: 0}}
        """,
        with_rules({"120-spender.md": rule(120, "Spender", front="on:\n  adopted: spend\n", code=spend)}),
    )


def held_up(*steps: dict[str, Any], councils: int = 1) -> Stage:
    """So many councils on which both have voted yay, and a rule that fails over every verdict; then the steps."""
    when: list[dict[str, Any]] = []
    for thread in range(101, 101 + councils):
        when += [{"by": "ana", "says": "/council Shall we?"}]
        when += [
            {"by": "ana", "says": "yay", "on": thread},
            {"by": "bo", "says": "yay", "on": thread, "fails": "Faulty"},
        ]
    law = with_rules({"120-faulty.md": asked("verdict", "poll, tally", "return {}['no']")})
    given = {"players": {"ana": {"active": True}, "bo": {"active": True}}}
    stage = Stage({"given": given, "when": [*when, *steps]}, law, RULESET)
    assert stage.play() == []
    return stage


def test_a_poll_that_cannot_be_decided_says_once_which_rule_has_to_be_mended() -> None:
    stage = held_up({"by": "ana", "says": "/dive"})
    outbox = stage.world.records.get("outbox", "held/council/1")
    assert outbox is not None
    assert "cannot be resolved by itself now. Rule 120 (Faulty) failed at line" in outbox["text"]
    faults = [outcome.get("fault") for outcome in stage.folding.plan.outcomes]
    assert [bool(fault and fault["completing"]) for fault in faults] == [False, False, False, True, True]


def about(question: str, body: str) -> str:
    """A rule that leaves a question's answer as it is, but for what the body does, and a command of its own that it forbids."""
    code = f"""def same(answer, poll, tally):
    {body}
    return answer

def not_cy(player):
    return {{}}["nothing"] if player == "cy" else None

def stumble(player):
    reply("Oh.")

def settle(player):
    reply(resolve("council/1"))
"""
    commands = "  - {usage: /stumble, run: stumble, help: Fall.}\n  - {usage: /settle, run: settle, help: Settle.}\n"
    front = f"adjusts:\n  {question}: same\nforbids:\n  stumble: not_cy\ncommands:\n{commands}"
    return rule(120, "Clumsy", front=front, code=code)


AWAY = """
          - {by: ana, opens: {pull: 12, title: Away with it, changes: {120: null}}}
          - {by: ana, says: /open, on: 12}"""


@pytest.mark.parametrize("question", ["verdict", "resolves_itself"])
def test_what_a_rule_fails_at_elsewhere_turns_no_majority_into_unanimity(question: str) -> None:
    """It fails whenever cy moves, and at whatever council cy calls; the poll about it, it decides as ever."""
    assert not failures(
        f"""
        given: {{players: {THREE}}}
        when:
          - {{by: cy, says: /stumble, refused: failed}}
          - {{by: cy, says: /council Boo{", fails: Clumsy" if question == "resolves_itself" else ""}}}
          - {{by: cy, says: yay, on: 101}}
          - {{by: bo, says: yay, on: 101}}{AWAY}
          - {{by: cy, says: /stumble, on: 12, refused: failed}}
          - {{by: ana, says: yay, on: 12}}
          - {{by: bo, says: yay, on: 12}}
          - {{by: cy, says: nay, on: 12}}
          - {{by: ana, says: /resolve, on: 12}}
        then:
          polls: {{12: {{status: adopted}}}}
          rules: {{120: null}}
        """,
        with_rules({"120-clumsy.md": about(question, 'if poll["subject"] == "Boo":\n        return {}["no"]')}),
    )


def test_another_poll_is_decided_by_the_rule_that_fails_over_the_one_about_it() -> None:
    """Else whoever proposes to mend a rule could decide everything without it, in the thread of that proposal."""
    body = 'if poll["kind"] == "proposal":\n        return {}["no"]\n    return "rejected"'
    assert not failures(
        f"""
        given: {{players: {THREE}}}
        when:
          - {{by: ana, says: /council Shall we?}}{AWAY}
          - {{by: ana, says: yay, on: 12}}
          - {{by: bo, says: yay, on: 12}}
          - {{by: ana, says: /resolve, on: 12, refused: yet}}
          - {{by: ana, says: yay, on: 101}}
          - {{by: bo, says: yay, on: 101}}
          - {{by: cy, says: yay, on: 101}}
        then:
          polls: {{12: {{status: open}}, 101: {{status: rejected}}}}
        """,
        with_rules({"120-clumsy.md": about("verdict", body)}),
    )
    assert not failures(
        f"""
        given: {{players: {THREE}}}
        when:
          - {{by: ana, says: /council Shall we?}}
          - {{by: ana, says: yay, on: 101}}{AWAY}
          - {{by: cy, says: /stumble, refused: failed}}
          - {{by: ana, says: /settle, on: 12}}
        then:
          replies: [rejected]
          polls: {{12: {{status: open}}, 101: {{status: rejected}}}}
        """,
        with_rules(
            {
                "120-clumsy.md": about(
                    "verdict", 'if poll["kind"] == "proposal":\n        return {}["no"]\n    return "rejected"'
                ),
                "121-hasty.md": rule(
                    121,
                    "Hasty",
                    front="adjusts:\n  quorum: yes\n",
                    code="def yes(answer, poll, tally):\n    return True\n",
                ),
            }
        ),
    )


def test_a_broken_rule_that_decides_nothing_in_a_poll_goes_by_the_majority() -> None:
    lonely = rule(
        120,
        "Lonely",
        front="commands:\n  - {usage: /sigh, run: sigh, help: Sigh.}\n",
        code='load("gone", "x")\n\ndef sigh(player):\n    pass\n',
    )
    assert not failures(
        f"""
        given: {{players: {THREE}}}
        when:{AWAY}
          - {{by: ana, says: yay, on: 12}}
          - {{by: bo, says: yay, on: 12}}
          - {{by: cy, says: nay, on: 12}}
          - {{by: ana, says: /resolve, on: 12}}
        then:
          polls: {{12: {{status: adopted}}}}
          rules: {{120: null}}
        """,
        with_rules({"120-lonely.md": lonely}),
    )


@pytest.mark.parametrize(
    "question", ["takes_effect", "proposal_number", "electorate", "quorum", "counted_ballots", "verdict"]
)
@pytest.mark.parametrize("last", ["yay", "nay"])
def test_where_the_decision_itself_meets_the_broken_rule_all_have_to_agree(question: str, last: str) -> None:
    faulty = rule(
        120, "Faulty", front=f"adjusts:\n  {question}: fail\n", code='def fail(*given):\n    return {}["no"]\n'
    )
    refused = "" if last == "yay" else ", refused: yet"
    assert not failures(
        f"""
        given: {{players: {THREE}}}
        when:{AWAY}
          - {{by: ana, says: yay, on: 12}}
          - {{by: bo, says: yay, on: 12}}
          - {{by: cy, says: {last}, on: 12}}
          - {{by: ana, says: /resolve, on: 12{refused}}}
        then:
          polls: {{12: {{status: {"adopted" if last == "yay" else "open"}}}}}
        """,
        with_rules({"120-faulty.md": faulty}),
    )


def test_a_quorum_that_takes_too_long_is_asked_once_and_not_after_every_happening() -> None:
    slow = "for i in range(100000000):\n        pass\n    return answer"
    stage = Stage(
        guard.load(
            f"""
            given: {{players: {THREE}}}
            when:
              - {{by: ana, says: /council Shall we?}}
              - {{by: ana, says: yay, on: 101}}
              - {{by: cy, says: /rest}}
            """
        ),
        with_rules(
            {
                "120-faulty.md": asked(
                    "quorum", "poll, tally", f"if len(active_players()) == 3:\n        return answer\n    {slow}"
                )
            }
        ),
        "island",
    )
    stage.play()
    assert stage.world.notes.faulted["faulty"]["deadly"]


HEAVY = rule(
    121,
    "Heavy",
    front="adjusts: {counted_ballots: heavy}\n",
    code='def heavy(standing, poll, received):\n    return [b | {"weight": 2 if b["voter"] == "ana" else 1} for b in standing]\n',
)
SPLIT = HEAVY.replace(
    'return [b | {"weight": 2 if b["voter"] == "ana" else 1} for b in standing]',
    'return standing + [b | {"choice": "nay", "comment": None} for b in standing if b["voter"] == "ana"]',
)
DUMB = rule(
    120, "Dumb", front="adjusts: {verdict: dumb}\n", code='def dumb(verdict, poll, tally):\n    return {}["x"]\n'
)


@pytest.mark.parametrize(
    ("weighing", "votes", "status"),
    [
        (HEAVY, {"ana": "yay"}, "open"),
        (HEAVY, {"ana": "yay", "bo": "nay"}, "open"),
        (HEAVY, {"ana": "yay", "bo": "yay"}, "adopted"),
        (HEAVY.replace("2 if", "0 if"), {"ana": "yay", "bo": "yay"}, "adopted"),
        (SPLIT, {"ana": "yay", "bo": "yay"}, "open"),
    ],
    ids=["one of two", "one against another", "both", "both, and one weighs nothing", "one is of two minds"],
)
def test_unanimity_is_of_heads_whatever_their_votes_weigh(weighing: str, votes: dict[str, str], status: str) -> None:
    steps = [{"by": who, "says": word, "on": 12} for who, word in votes.items()]
    given = {"players": {"ana": {"active": True}, "bo": {"active": True}}}
    opened = {"by": "ana", "opens": {"pull": 12, "title": "Away with it", "changes": {"120-dumb.md": None}}}
    when = [opened, {"by": "ana", "says": "/open", "on": 12}, *steps, {"by": "ana", "says": "/resolve", "on": 12}]
    stage = Stage({"given": given, "when": when}, with_rules({"120-dumb.md": DUMB, "121-heavy.md": weighing}), RULESET)
    stage.play()
    assert (stage.world.records.get("polls", "12") or {})["status"] == status


def test_a_poll_that_is_over_waits_for_no_rule_while_another_still_does() -> None:
    stage = held_up(councils=2)
    assert set(stage.world.notes.held or {}) == {"council/1", "council/2"}
    wishes.held_no_more(stage.world, "council/1")
    assert set(stage.world.notes.held or {}) == {"council/2"}
    wishes.held_no_more(stage.world, "council/2")
    assert not stage.world.notes.held
