"""Rank is rank: what an immutable rule decides, no set of mutable ones turns, by whatever road."""

from __future__ import annotations

from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.game.examples.example_stage import Stage
from engine.game.proposals import rank
from engine.game.proposals.tally import ballot, tally
from engine.game.prospects import boards
from engine.game.words.registry import new_host
from engine.game.world.facts import poll_facts
from tests.island import RULESET, rule, with_rules
from tests.shares import tries

HOST = new_host()
IMMUTABLE: Final = "immutable: true\n"
UNLOCKING = rule(
    110,
    "Unlocking",
    front=IMMUTABLE + "answers: {verdict: all_say_yay, resolves_itself: all_have_voted}\n",
    code=(
        'load("votes", "unanimous")\n\n'
        "def unlocks(poll):\n"
        '    return [c for c in poll["changes"] if c["op"] == "transmute" and not c["immutable"]] != []\n\n'
        "def all_say_yay(poll, tally):\n"
        "    return unanimous(tally) if unlocks(poll) else None\n\n"
        "def all_have_voted(poll, tally):\n"
        '    return tally["cast"] == tally["electorate"] if unlocks(poll) else None\n'
    ),
)
LEAVING = rule(
    111,
    "Leaving",
    front=IMMUTABLE
    + "state: {players: {gone: {type: boolean, default: false}}}\n"
    + "commands: [{usage: /forfeit, run: forfeit, who: players, help: Leave.}]\n",
    code=(
        "def forfeit(player):\n"
        '    put("players", player, get("players", player) | {"active": False, "gone": True})\n'
        '    tell("left", player)\n'
    ),
)
SHARED = (
    "def unanimous(tally):\n"
    '    if tally["yay"] == tally["electorate"]:\n'
    '        return "adopted"\n'
    '    return "rejected" if tally["nay"] else "open"\n'
)
OLD = rule(112, "Old", front=IMMUTABLE + "by_hand: true\n").replace("by_hand: true\nby_hand: true", "by_hand: true")
TRANSMUTED = OLD.replace("immutable: true", "immutable: false")
PEOPLE: Final = {name: {"active": name != "di"} for name in ("ana", "bo", "cy", "di")}


def played(mutable: dict[str, str], steps: list[dict[str, Any]], **more: Any) -> Stage:
    law = with_rules({"110-unlocking.md": UNLOCKING, "111-leaving.md": LEAVING, "112-old.md": OLD, **mutable})
    law["rules/library/votes.star"] = SHARED
    stage = Stage({"given": {"players": PEOPLE}, "when": steps, **more}, law, RULESET, HOST)
    stage.play()
    return stage


def transmutation(votes: list[tuple[str, str]]) -> list[dict[str, Any]]:
    """Ana wants rule 112 mutable; the votes come an hour apart, each of them within the day."""
    steps: list[dict[str, Any]] = [
        {"by": "ana", "opens": {"pull": 12, "title": "Old no more", "changes": {"112-old.md": TRANSMUTED}}},
        {"by": "ana", "says": "/open", "on": 12},
    ]
    for hour, (who, word) in enumerate(votes, start=13):
        steps += [{"clock": f"2026-01-05T{hour:02d}:00:00Z"}, {"by": who, "says": word, "on": 12}]
    return [*steps, {"clock": "2026-01-05T23:00:00Z"}]


def outcome(mutable: dict[str, str], votes: list[tuple[str, str]]) -> tuple[str, bool]:
    """What became of the proposal, and whether the rule is immutable still."""
    stage = played(mutable, transmutation(votes))
    return str((stage.world.records.get("polls", "12") or {}).get("status")), stage.world.book.is_above("old")


BROKEN = UNLOCKING.replace("return unanimous(tally) if unlocks(poll) else None", "return 1 // 0")


def test_a_rule_of_the_higher_class_that_fails_at_its_verdict_still_has_it() -> None:
    """The votes are taken, and no lower rule decides instead, nor says whose they are."""
    eager = rule(
        120,
        "Eager",
        front="answers: {verdict: adopt, electorate: just_ana}\n",
        code=('def adopt(poll, tally):\n    return "adopted"\n\ndef just_ana(poll):\n    return ["ana"]\n'),
    )
    stage = played(
        {"110-unlocking.md": BROKEN, "120-eager.md": eager},
        transmutation([("ana", "yay"), ("bo", "yay"), ("cy", "yay")]),
    )
    poll = stage.world.poll("12")
    assert (poll["status"], [ballot["voter"] for ballot in poll["ballots"]]) == ("open", ["ana", "bo", "cy"])
    assert stage.world.book.is_above("old")


def test_a_rule_of_the_higher_class_that_counts_for_itself_in_its_verdict_still_decides() -> None:
    """It asks for the tally while it is asked: whose votes count is not in question then."""
    counting = UNLOCKING.replace("return unanimous(tally)", 'return unanimous(count(poll["key"]))').replace(
        "def unlocks", "def count(key):\n    return globals_tally(key)\n\ndef unlocks"
    )
    counting = counting.replace("globals_tally(key)", "tally(key)").replace(
        "(poll, tally):\n    return unanimous", "(poll, told):\n    return unanimous"
    )
    just_ana = rule(
        120, "Just Ana", front="answers: {electorate: just_ana}\n", code='def just_ana(poll):\n    return ["ana"]\n'
    )
    mutable = {"110-unlocking.md": counting, "120-just-ana.md": just_ana}
    assert outcome(mutable, [("ana", "yay")]) == ("open", True)
    assert outcome(mutable, [("ana", "yay"), ("bo", "yay"), ("cy", "yay")]) == ("adopted", False)


@pytest.mark.parametrize(("choice", "counted"), [("yay", ""), ("nay", ""), ("perhaps", "perhaps")])
def test_where_the_higher_class_decides_no_other_makes_a_yay_of_another_word(choice: str, counted: str) -> None:
    lax = rule(
        120,
        "Lax",
        front="answers: {ballot: lax}\n",
        code=f'def lax(poll, text):\n    return "{choice}" if text == "hm" else None\n',
    )
    stage = played({"120-lax.md": lax}, transmutation([]))
    facts = poll_facts(stage.world, "12")
    assert [ballot(stage.world, facts, text) for text in ("hm", "yay", "nay", "hum")] == [counted, "yay", "nay", ""]


QUESTIONS: Final = {
    "proposal_number": ("proposal", ["500", "99999"]),
    "electorate": ("poll", ['["ana"]', "[]", '["ana", "bo", "cy", "di", "zoe"]']),
    "ballot": ("poll, text", ['"yay"', '"nay"', '"maybe"', '"nay" if text == "yay" else "yay"']),
    "counted_ballots": (
        "poll, ballots",
        ["[]", "ballots[:1]", '[b | {"choice": "yay"} for b in ballots]', '[b | {"voter": "ana"} for b in ballots]'],
    ),
    "quorum": ("poll, tally", ["True", "False"]),
    "verdict": ("poll, tally", ['"adopted"', '"rejected"', '"open"', "1 // 0"]),
    "resolves_itself": ("poll, tally", ["True", "False", "1 // 0"]),
    "takes_effect": ("poll", ['"never"', '"left"']),
    "outcome": ("poll, tally", ['"lost"', 'refuse("No.")', "1 // 0"]),
    "rule_number": ("change, poll", ["777", "110"]),
}
ACTS: Final = {"open": "player, proposal", "vote": "player, poll, choice", "resolve": "player, poll"}
COMMANDS: Final = ("open_it", "resolve_it", "close_it", "forfeit")
REASONS: Final = ('"No."', '"No." if player != "ana" else None', "1 // 0", "False")
OCCASIONS: Final = {
    "opened": "poll",
    "voting": "player, poll, choice",
    "voted": "player, poll",
    "quorum_reached": "poll, tally",
    "adopted": "poll, tally",
    "rejected": "poll, tally",
    "transmuted": "change, poll",
    "acted": "player",
    "changed": "changed",
}
DEEDS: Final = (
    'refuse("No.")',
    "1 // 0",
    'retire(["bo", "cy"])',
    'retire(["ana", "bo", "cy"])',
    'wake(["di"])',
    'remove("players", "bo")',
    'withdraw("12", "So there.")',
    'resolve("12")',
    'put("polls", "12", get("polls", "12") | {"status": "adopted", "ballots": [], "electors": ["ana"], "quorum_at": 1})',
    'set_timer("later", now() + 60, "late")',
)
HELP: Final = (
    "def retire(players):\n"
    "    for p in [p for p in players if get('players', p)]:\n"
    '        put("players", p, get("players", p) | {"active": False})\n\n'
    "def wake(players):\n"
    "    for p in players:\n"
    '        put("players", p, get("players", p) | {"active": True})\n\n'
    "def late():\n"
    '    retire(["bo", "cy"])\n'
    '    resolve("12")\n\n'
)


@st.composite
def roads(draw: st.DrawFn) -> tuple[str, str]:
    """(front matter, code) of a mutable rule that would have its way."""
    kind = draw(st.sampled_from(["answers", "adjusts", "forbids", "on", "code", "commands", "schema"]))
    if kind in ("answers", "adjusts"):
        question = draw(st.sampled_from(sorted(QUESTIONS)))
        parameters, values = QUESTIONS[question]
        first = "so_far, " if kind == "adjusts" else ""
        return (
            f"{kind}: {{{question}: f}}\n",
            f"def f({first}{parameters}):\n    return {draw(st.sampled_from(values))}\n",
        )
    if kind == "forbids":
        act = draw(st.sampled_from([*ACTS, *COMMANDS]))
        reason = draw(st.sampled_from(REASONS))
        return f"forbids: {{{act}: f}}\n", f"def f({ACTS.get(act, 'player')}):\n    return {reason}\n"
    if kind == "on":
        occasion, deed = draw(st.sampled_from(sorted(OCCASIONS))), draw(st.sampled_from(DEEDS))
        return f"on: {{{occasion}: f}}\n", HELP + f"def f({OCCASIONS[occasion]}):\n    {deed}\n"
    if kind == "commands":
        usage = draw(st.sampled_from(["yay", "nay", "/forfeit"]))
        return f"commands: [{{usage: {usage}, run: f, who: anyone}}]\n", "def f(player):\n    return None\n"
    if kind == "schema":
        return "state: {players: {gone: {type: boolean, enum: [false]}}}\n", ""
    return "", 'def unanimous(tally):\n    return "adopted"\n\ndef unlocks(poll):\n    return False\n'


@st.composite
def rulesets(draw: st.DrawFn) -> dict[str, str]:
    """Mutable rules, of which one may bear the name of shared code, and claim to stand over all others."""
    found = {}
    for number, (front, code) in enumerate(draw(st.lists(roads(), min_size=1, max_size=5)), start=140):
        slug = "votes" if "unanimous" in code else f"r{number}"
        claim = draw(st.sampled_from(["", "overrides: all\n", "overrides: [110, 111, 112]\n"]))
        found[f"{number}-{slug}.md"] = rule(number, slug, front=claim + front, code=code)
    return found


@st.composite
def ballots(draw: st.DrawFn) -> list[tuple[str, str]]:
    unanimous = draw(st.booleans())
    words = st.just("yay") if unanimous else st.sampled_from(["yay", "nay"])
    people = draw(st.permutations(["ana", "bo", "cy"]))
    found = [(who, draw(words)) for who in people]
    return found if unanimous else found[: draw(st.integers(0, 3))]


@settings(max_examples=tries(40), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(rulesets(), ballots())
def test_no_set_of_mutable_rules_changes_the_outcome_of_a_transmutation(
    mutable: dict[str, str], votes: list[tuple[str, str]]
) -> None:
    assert outcome(mutable, votes) == outcome({}, votes)


def one(front: str, code: str) -> dict[str, str]:
    return {"140-one.md": rule(140, "One", front=front, code=code)}


NAYS: Final = [("ana", "nay"), ("bo", "nay"), ("cy", "nay")]
YAYS: Final = [("ana", "yay"), ("bo", "yay"), ("cy", "yay")]


@pytest.mark.parametrize("occasion", ["acted", "voted", "voting"])
def test_no_mutable_rule_has_it_resolved_before_the_immutable_one_says_that_it_is_time(occasion: str) -> None:
    hasty = one(f"on: {{{occasion}: f}}\n", HELP + f'def f({OCCASIONS[occasion]}):\n    resolve("12")\n')
    assert outcome(hasty, NAYS[:2]) == ("open", True)
    assert outcome(hasty, [*NAYS[:2], ("cy", "yay")]) == ("rejected", True)


@pytest.mark.parametrize("question", ["verdict", "counted_ballots", "electorate", "ballot"])
def test_three_nays_adopt_no_transmutation(question: str) -> None:
    parameters, values = QUESTIONS[question]
    for value in values:
        for kind, first in (("answers", ""), ("adjusts", "so_far, ")):
            turned = one(f"{kind}: {{{question}: f}}\n", f"def f({first}{parameters}):\n    return {value}\n")
            assert outcome(turned, NAYS) == ("rejected", True)


def test_the_votes_of_all_do() -> None:
    assert outcome({}, YAYS) == ("adopted", False)
    assert outcome({}, YAYS[:2]) == ("open", True)


def test_whoever_has_not_voted_within_the_day_and_is_inactive_is_waited_for_no_longer() -> None:
    fallow = one("on: {opened: f}\n", HELP + 'def f(poll):\n    retire(["cy"])\n')
    steps = [*transmutation(YAYS[:2]), {"clock": "2026-01-06T11:00:00Z"}, {"by": "bo", "says": "yay", "on": 12}]
    assert (played(fallow, steps).world.records.get("polls", "12") or {})["status"] == "open"
    steps += [{"clock": "2026-01-06T12:01:00Z"}]
    assert (played(fallow, steps).world.records.get("polls", "12") or {})["status"] == "adopted"


def test_of_those_who_came_after_it_was_opened_nobody_has_a_vote_but_who_has_voted_or_is_about_to() -> None:
    world = played({}, transmutation([])).world
    poll = poll_facts(world, "12")
    before = rank.electors(world, poll, voting="")
    for who in ("aa", "zoe", "zz"):
        world.records.put("players", who, {**(world.records.get("players", "ana") or {}), "id": 77})
    assert [who for who in rank.electors(world, poll, voting="zoe") if who not in before] == ["zoe"]


@pytest.mark.parametrize(
    ("front", "code"),
    [
        ("forbids: {forfeit: f}\n", 'def f(player):\n    return "Stay."\n'),
        ("forbids: {forfeit: f}\noverrides: all\n", 'def f(player):\n    return "Stay."\n'),
        ("on: {left: f}\n", 'def f(player):\n    refuse("Stay.")\n'),
        ("on: {acted: f}\n", 'def f(player):\n    refuse("Stay.")\n'),
        ("on: {changed: f}\n", 'def f(changed):\n    refuse("Stay.")\n'),
        ("on: {left: f}\n", "def f(player):\n    return 1 // 0\n"),
        ("on: {left: f}\n", 'def f(player):\n    put("players", player, get("players", player) | {"gone": False})\n'),
        ("on: {left: f}\n", 'def f(player):\n    remove("players", player)\n'),
        ("state: {players: {gone: {type: boolean, enum: [false]}}}\n", ""),
        ("state: {players: {worth: {type: integer, maximum: 0, default: 0}}}\non: {left: f}\n",
         'def f(player):\n    put("players", player, get("players", player) | {"worth": 1})\n'),
        ("commands: [{usage: /forfeit, run: f}]\noverrides: all\n", "def f(player):\n    return None\n"),
    ],
)  # fmt: skip
def test_nobody_is_kept_by_a_mutable_rule_from_what_an_immutable_one_lets_them_do(front: str, code: str) -> None:
    stage = played(one(front, code), [{"by": "bo", "says": "/forfeit"}])
    record = stage.world.records.get("players", "bo") or {}
    assert (record.get("gone"), record.get("active")) == (True, False)


def test_a_thread_with_a_poll_in_it_does_not_swallow_what_an_immutable_rule_lets_one_say() -> None:
    swallowing = one(
        "commands: [{usage: /trap, run: trap}]\nanswers: {ballot: f}\n",
        'def f(poll, text):\n    return "nay"\n\ndef trap(player):\n    open_poll("trap", "A trap", thread = 1)\n',
    )
    steps = [{"by": "ana", "says": "/trap"}, {"by": "bo", "says": "/forfeit"}, {"by": "cy", "says": "/help"}]
    stage = played(swallowing, steps)
    assert (stage.world.records.get("players", "bo") or {})["gone"]
    assert any("What you can write" in text for text in stage.said)


def test_within_one_class_claims_decide_as_before() -> None:
    weak, strong = (
        rule(n, f"N{n}", front=claim + "answers: {proverb: f}\n", code=f"def f():\n    return {n}\n")
        for n, claim in ((150, ""), (151, "overrides: all\n"))
    )
    asking = rule(
        152,
        "Asking",
        front="commands: [{usage: /say, run: say}]\n",
        code='def say(player):\n    reply(str(ask("proverb")))\n',
    )
    stage = played({"150-a.md": weak, "151-b.md": strong, "152-c.md": asking}, [{"by": "ana", "says": "/say"}])
    assert stage.said == ["151"]


def test_an_immutable_rule_stands_on_no_code_of_a_mutable_one() -> None:
    law = with_rules(
        {
            "120-low.md": rule(120, "Low", code="def f():\n    return 1\n"),
            "121-high.md": rule(121, "High", front=IMMUTABLE, code='load("low", "f")\n'),
            "122-middle.md": rule(122, "Middle", code='load("low", "f")\n\ndef g():\n    return f()\n'),
        }
    )
    stage = Stage({}, law, RULESET, HOST)
    assert list(stage.world.book.broken) == ["high"]
    assert "stands on no code" in stage.world.book.broken["high"]


CALLING: Final = rule(
    150,
    "Calling",
    front="commands: [{usage: /oust <player>, run: oust}, {usage: /gone <player>, run: tell_who_is_gone}]\n",
    code=(
        'def oust(player, other):\n    call("leaving", "forfeit", other)\n\n'
        'def tell_who_is_gone(player, other):\n    reply(str(call("leaving", "is_gone", other)))\n'
    ),
)


def test_a_mutable_rule_has_nothing_done_by_an_immutable_one_that_it_calls() -> None:
    told = 'def is_gone(player):\n    return get("players", player)["gone"]\n\n'
    leaving = LEAVING.replace("```starlark\n", "```starlark\n" + told)
    stage = played({"111-leaving.md": leaving, "150-calling.md": CALLING}, [])
    refused = str(stage.step({"by": "ana", "says": "/oust bo"}))
    assert "Rule 150 (Calling) failed" in refused
    assert "that rule is immutable: no mutable one has it done" in refused
    assert stage.step({"by": "ana", "says": "/gone bo"}) is None
    assert stage.said[-1] == "False"
    bo = stage.world.records.get("players", "bo") or {}
    assert (bo["active"], bo["gone"]) == (True, False)


def test_where_that_one_fails_it_is_not_told_to_change_something() -> None:
    leaving = LEAVING.replace("```starlark\n", "```starlark\ndef is_gone(player):\n    return {}[player]\n\n")
    refused = str(
        played({"111-leaving.md": leaving, "150-calling.md": CALLING}, []).step({"by": "ana", "says": "/gone bo"})
    )
    assert "Rule 111" in refused and "not found" in refused
    assert "has it done" not in refused


def test_no_mutable_rule_has_any_poll_resolved_before_an_immutable_one_says_that_it_is_time() -> None:
    patience = rule(
        113,
        "Patience",
        front=IMMUTABLE + "answers: {resolves_itself: not_before_three}\n",
        code='def not_before_three(poll, tally):\n    return tally["cast"] == 3\n',
    )
    haste = rule(
        150,
        "Haste",
        front="commands: [{usage: /haste, run: hasten}]\nanswers: {verdict: sung}\n",
        code=(
            'def hasten(player):\n    reply(resolve(get("polls", here()["number"])["key"]))\n\n'
            'def sung(poll, tally):\n    return "adopted"\n'
        ),
    )
    song = {"160-song.md": rule(160, "Song")}
    steps = [
        {"by": "ana", "opens": {"pull": 12, "title": "Song", "changes": song}},
        {"by": "ana", "says": "/open", "on": 12},
        {"by": "ana", "says": "yay", "on": 12},
        {"by": "bo", "says": "yay", "on": 12},
        {"by": "ana", "says": "/haste", "on": 12},
    ]
    stage = played({"113-patience.md": patience, "150-haste.md": haste}, steps)
    assert (stage.said[-1], stage.world.poll("12")["status"]) == ("open", "open")
    stage.step({"by": "cy", "says": "yay", "on": 12})
    assert stage.world.poll("12")["status"] == "adopted"


IDLERS: Final = {
    "120-idlers.md": rule(
        120, "Idlers", front="on: {acted: idle}\n", code=HELP + 'def idle(player):\n    retire(["bo", "di"])\n'
    )
}


def pushed_over(*later: dict[str, Any], mutable: dict[str, str]) -> dict[str, Any]:
    """The poll of a proposal that bo has voted against, with new commits two days later; ana and cy say yay to these."""
    steps = [
        *transmutation([("bo", "nay"), ("ana", "yay")]),
        {"clock": "2026-01-07T14:00:00Z"},
        {"by": "ana", "pushes": 12, "changes": {"112-old.md": TRANSMUTED.replace("So it is.", "So it is.\n\nAnd so.")}},
        {"clock": "2026-01-07T15:00:00Z"},
        *later,
        {"by": "ana", "says": "yay", "on": 12},
        {"by": "cy", "says": "yay", "on": 12},
    ]
    return dict(played(mutable, steps, roles={"adm": "administrator"}).world.poll("12"))


def test_new_commits_give_whoever_was_active_as_it_opened_another_day_to_vote() -> None:
    waiting = pushed_over(mutable=IDLERS)
    assert (waiting["status"], [b["voter"] for b in waiting["ballots"]]) == ("open", ["ana", "cy"])
    against = pushed_over({"by": "bo", "says": "nay", "on": 12}, mutable=IDLERS)
    assert (against["status"], {b["voter"] for b in against["ballots"]}) == ("rejected", {"ana", "bo", "cy"})


def test_a_pause_before_the_new_commits_makes_the_day_after_them_no_longer() -> None:
    def paused(hour: int) -> list[dict[str, Any]]:
        return [
            {"by": "adm", "says": "/pause"},
            {"clock": f"2026-01-07T{hour:02d}:00:00Z"},
            {"by": "adm", "says": "/resume"},
        ]

    assert pushed_over(*paused(20), mutable=IDLERS)["paused"] == 5 * 3600
    steps = [
        *transmutation([("bo", "nay"), ("ana", "yay")]),
        *paused(13),
        {"clock": "2026-01-07T14:00:00Z"},
        {"by": "ana", "pushes": 12, "changes": {"112-old.md": TRANSMUTED.replace("So it is.", "So it is not.")}},
        {"clock": "2026-01-08T13:59:00Z"},
        {"by": "ana", "says": "yay", "on": 12},
        {"by": "cy", "says": "yay", "on": 12},
    ]
    given: dict[str, Any] = {"roles": {"adm": "administrator"}}
    assert played(IDLERS, steps, **given).world.poll("12")["status"] == "open"
    later = [*steps, {"clock": "2026-01-08T14:01:00Z"}, {"by": "cy", "says": "yay", "on": 12}]
    assert played(IDLERS, later, **given).world.poll("12")["status"] == "adopted"


STOPPING = rule(
    140,
    "Stopping",
    front="commands: [{usage: /stop, run: stop, who: anyone}]\non: {acted: whenever}\n",
    code=(
        'def stop(player):\n    withdraw("12", "So there.")\n\n'
        'def whenever(player):\n    if get("players", player)["shells"] == 7:\n        withdraw("12", "So there.")\n'
    ),
)


@pytest.mark.parametrize(("who", "status"), [("ana", "withdrawn"), ("bo", "open")])
def test_by_a_mutable_rule_only_its_author_takes_back_what_an_immutable_one_decides(who: str, status: str) -> None:
    steps = [*transmutation([])[:-1], {"by": who, "says": "/stop"}]
    stage = played({"140-stopping.md": STOPPING}, steps)
    assert stage.world.poll("12")["status"] == status


def test_a_mutable_rule_that_only_hears_of_a_deed_of_the_author_takes_nothing_back() -> None:
    steps = [*transmutation([])[:-1], {"by": "ana", "says": "/dive"}]
    people = {name: {**record, "shells": 7} for name, record in PEOPLE.items()}
    stage = played({"140-stopping.md": STOPPING}, steps, given={"players": people})
    assert stage.world.poll("12")["status"] == "open"


def test_no_mutable_rule_forbids_the_command_that_opens_a_transmutation() -> None:
    closed = one("forbids: {open_it: f}\n", 'def f(player):\n    return "No."\n')
    assert outcome(closed, YAYS) == outcome({}, YAYS) == ("adopted", False)


OF_ONE_KIND = UNLOCKING.replace("    return [c for c in", '    return poll["kind"] == "proposal" and [c for c in')


def test_nor_where_the_verdict_is_given_on_polls_of_one_kind_alone() -> None:
    """As in every law with two classes: what nobody had opened was of no kind, so the lower class had its say."""
    closed = one("forbids: {open_it: f}\n", 'def f(player):\n    return "No."\n')
    assert outcome({**closed, "110-unlocking.md": OF_ONE_KIND}, YAYS) == ("adopted", False)


def test_the_greeting_says_of_a_transmutation_nothing_that_a_mutable_rule_has_against_it() -> None:
    """In Starfarers a change of the constitution was said to be refused by an ordinary rule, and was opened."""
    closed = one("forbids: {open: f}\n", 'def f(player, proposal):\n    return "No."\n')
    stage = played({**closed, "110-unlocking.md": OF_ONE_KIND}, transmutation([])[:1])
    assert "nothing in it would be refused" in boards.draw(stage.world, ["12"], stage.now)["12"]["text"]


WHO_IS_KEPT = rule(
    113,
    "Kept",
    front=IMMUTABLE + "state: {polls: {persons: {type: array, default: []}}}\nanswers: {electorate: those}\n",
    code='def those(poll):\n    return [one for one in poll["persons"]] or active_players()\n',
)


def test_what_only_would_be_opened_has_the_fields_that_rules_give_to_polls() -> None:
    """In Assembly a rule of the higher class seemed to fail at each, so it had all to say: no other was asked until it landed."""
    barred = one("forbids: {open: f}\n", 'def f(player, proposal):\n    return "Not like this."\n')
    law = {**barred, "110-unlocking.md": OF_ONE_KIND, "113-kept.md": WHO_IS_KEPT}
    repeal = [
        {"by": "ana", "opens": {"pull": 12, "title": "Old no more", "changes": {"112-old.md": None}}},
        {"by": "ana", "says": "/open", "on": 12, "refused": "Not like this."},
    ]
    stage = played(law, repeal)
    assert stage.world.records.get("polls", "12") is None
    assert outcome(law, YAYS) == ("adopted", False), "its transmutation is the higher class's matter still"


CHEERS = rule(
    113,
    "Cheers",
    front=IMMUTABLE + "commands: [{usage: /cheer, run: cheer, help: x}]\n",
    code='def cheer(player):\n    reply("Hooray!")\n',
)


def test_a_command_of_an_immutable_rule_is_no_vote_by_an_edit_either() -> None:
    lax = rule(
        120,
        "Lax",
        front="answers: {ballot: lax}\n",
        code='def lax(poll, text):\n    return "yay" if text == "/cheer" else None\n',
    )
    steps = [
        {"by": "ana", "says": "/council Why?"},
        {"by": "ana", "says": "/cheer", "on": 101},
        {"by": "bo", "says": "nay", "on": 101, "label": "bo"},
        {"by": "bo", "edits": "bo", "to": "/cheer"},
    ]
    stage = played({"113-cheers.md": CHEERS, "120-lax.md": lax}, steps)
    assert tally(stage.world, "council/1")["choices"] == {}


def test_new_commits_that_make_it_a_matter_of_the_higher_class_give_whoever_is_active_a_day_to_vote() -> None:
    """Opened as a matter of the lower class: whom that class makes inactive afterwards is waited for all the same."""
    code = HELP + 'def idle(player, poll, choice):\n    retire(["bo", "di"])\n'
    idlers = {"120-idlers.md": rule(120, "Idlers", front="on: {voting: idle}\n", code=code)}
    steps: list[dict[str, Any]] = [
        {"by": "ana", "opens": {"pull": 12, "title": "Song", "changes": {"130-song.md": rule(130, "Song")}}},
        {"by": "ana", "says": "/open", "on": 12},
        {"by": "ana", "pushes": 12, "changes": {"112-old.md": TRANSMUTED}},
        {"by": "ana", "says": "yay", "on": 12},
        {"by": "cy", "says": "yay", "on": 12},
    ]
    poll = played(idlers, steps).world.poll("12")
    assert (poll["status"], poll["roster"]) == ("open", ["ana", "bo", "cy"])


@pytest.mark.parametrize("data", ['{"day": 2}', '{"day": True}', '{"day": 1.0}', "{}"])
def test_what_immutable_rules_keep_with_their_poll_is_no_other_kind_of_value_by_a_mutable_one_either(data: str) -> None:
    dating = rule(
        113,
        "Dating",
        front=IMMUTABLE + "on: {opened: date_it}\n",
        code='def date_it(poll):\n    put("polls", poll["key"], get("polls", poll["key"]) | {"data": {"day": 1}})\n',
    )
    turning = rule(
        140,
        "Turning",
        front="commands: [{usage: /turn, run: turn}]\n",
        code=f'def turn(player):\n    put("polls", "12", get("polls", "12") | {{"data": {data}}})\n',
    )
    steps = [*transmutation([]), {"by": "bo", "says": "/turn", "refused": "are theirs"}]
    stage = played({"113-dating.md": dating, "140-turning.md": turning}, steps)
    assert repr(stage.world.poll("12")["data"]) == "{'day': 1}"


def test_no_board_foretells_an_outcome_in_the_words_of_a_mutable_rule_that_are_not_asked_for() -> None:
    called = one("answers: {outcome: f}\n", 'def f(poll, tally):\n    return "lost"\n')
    stage = played(called, transmutation([("bo", "nay")])[:-1])
    told = stage.folding.finish(stage.now).boards["12"]["text"]
    assert stage.world.poll("12")["status"] == "open"
    assert "it would be rejected" in told and "lost" not in told


def test_what_is_opened_elsewhere_is_opened_also_from_a_pull_request_that_is_no_rule() -> None:
    broken = {"130-song.md": "---\nrule: next\ntitle: [\n---\nWe sing.\n"}
    steps: list[dict[str, Any]] = [
        {"by": "bo", "opens": {"pull": 12, "title": "Song", "changes": broken}},
        {"by": "ana", "says": "/council Tea?", "on": 12},
        {"by": "bo", "says": "/open", "on": 12, "refused": "cannot be law"},
    ]
    stage = played({}, steps[:2])
    assert stage.world.poll("council/1")["status"] == "open"
    assert played({}, steps).said[-1].startswith("**Not done.** The changed rules cannot be law")


def test_no_mutable_rule_takes_it_back_for_what_becomes_of_another_pull_request() -> None:
    watching = rule(
        140, "Watching", front="on: {seen: stop}\n", code='def stop(player):\n    withdraw("12", "So there.")\n'
    )
    steps = [
        *transmutation([])[:-1],
        {"by": "bo", "opens": {"pull": 13, "title": "Song", "changes": {"130-song.md": rule(130, "Song")}}},
    ]
    stage = played({"140-watching.md": watching}, steps)
    assert stage.world.poll("12")["status"] == "open"
