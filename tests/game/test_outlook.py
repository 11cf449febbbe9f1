"""What a poll's board says is still missing is what the law then does: no number of it stands in the engine."""

from __future__ import annotations

from contextlib import nullcontext
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game.examples.example_stage import Stage
from engine.game.fold import offered
from engine.game.plan import Fault
from engine.game.prospect import Outlook, Turn
from engine.game.prospects import boards
from engine.game.prospects.imagining import BY_WHOSE, DEAREST, Imagined, imagining
from engine.game.prospects.outlook import FARTHEST, _earliest, outlook
from engine.game.refusal import Refusal
from engine.game.world.facts import poll_facts
from engine.game.world.showing import Showing
from engine.law.running.used import MAX_TICKS
from tests.island import RULESET, rule, texts, with_rules
from tests.pace import within
from tests.shares import tries

SONGS = {"108-songs.md": rule(108, "Songs").replace("rule: 108", "rule: next")}
PEOPLE = ("ana", "bo", "cy", "di", "ed")
OPENED: list[dict[str, Any]] = [
    {"by": "ana", "opens": {"pull": 12, "title": "Songs", "changes": SONGS}},
    {"by": "ana", "says": "/open", "on": 12},
]
DAYS = 86_400


def votes(**choices: str) -> list[dict[str, Any]]:
    return [{"by": who, "says": choice, "on": 12} for who, choice in choices.items()]


def staged(steps: list[dict[str, Any]], law: dict[str, str] | None = None, people: tuple[str, ...] = PEOPLE) -> Stage:
    given_ = {"players": {name: {"active": True} for name in people}}
    stage = Stage({"given": given_, "when": steps}, law or texts(), RULESET)
    assert stage.play() == []
    return stage


def ahead(steps: list[dict[str, Any]], law: dict[str, str] | None = None, key: str = "12") -> Outlook:
    return outlook(staged(steps, law).world, key)


def drawn(stage: Stage, key: str = "12") -> str:
    return str(boards.draw(stage.world, [key], stage.now)[key]["text"])


def test_three_of_five_are_missing_at_first() -> None:
    found = ahead(OPENED)
    assert found.outcome == "no_quorum"
    assert found.turns == (Turn("yay", 3, "adopted", "yay"), Turn("nay", 3, "rejected", "nay"))


def test_with_a_quorum_the_turns_are_told_from_how_it_stands() -> None:
    found = ahead(OPENED + votes(ana="yay", bo="yay", cy="nay"))
    assert found.outcome == "adopted"
    assert found.turns == (Turn("nay", 1, "tied", "nay"), Turn("nay", 2, "rejected", "nay"))


def test_a_poll_imagined_alike_is_the_very_same_one_and_comes_to_what_it_comes_to_alone() -> None:
    """Laid anew for each question, its facts, its tally and the texts of both were made anew as well."""
    stage = staged(OPENED + votes(ana="yay", bo="yay"))
    times = (stage.now, stage.now + 3_600, stage.now + 60 * DAYS)
    asked = [(choice, many, at) for choice in ("yay", "nay") for many in range(4) for at in times]

    def alone(one: tuple[str, int, int]) -> str:
        with imagining(stage.world, "12") as poll:
            return poll.outcome(*one)

    def laid(poll: Imagined, one: tuple[str, int, int]) -> object:
        with poll.voted(*one):
            return poll_facts(stage.world, "12")

    expected = [alone(one) for one in asked]
    assert {"adopted", "rejected", "tied"} < set(expected)
    with imagining(stage.world, "12") as poll:
        for _ in range(2):
            assert [poll.outcome(*one) for one in asked] == expected
            poll._outcomes.clear()
        for some in (asked[:6], asked[18:]):
            first = [laid(poll, one) for one in some]
            assert all(laid(poll, one) is facts for one, facts in zip(some, first, strict=True))
    assert poll_facts(stage.world, "12")["ballots"] == stage.world.poll("12")["ballots"]


def test_in_a_pause_nobody_is_told_that_they_can_resolve_it_now() -> None:
    """It said so, with the word to write, which was refused."""
    stage = staged(OPENED + votes(ana="yay", bo="yay", cy="yay"))
    assert "can resolve it now" in drawn(stage)
    stage.world.notes.paused_at = stage.now
    assert "can resolve" not in drawn(stage) and "It cannot be resolved yet: The game is paused." in drawn(stage)
    assert "As it stands, it would be adopted." in drawn(stage) and "in the way of its landing" not in drawn(stage)


def test_while_the_law_takes_no_votes_nobody_is_told_only_how_many_more_would_adopt_it() -> None:
    """It said `3 more yays adopt it`, and each of them was refused until the morning."""
    code = 'def by_day(player, poll, choice):\n    return None if date(now())["hour"] >= HOUR else "Votes are cast by day."\n'
    front = "forbids: {vote: by_day}\n"

    def told(hour: int) -> str:
        night = rule(120, "Night", front=front, code=code.replace("HOUR", str(hour)))
        return drawn(staged(OPENED, with_rules({"120-night.md": night})))

    assert (
        "No vote was taken as this was written: Votes are cast by day. Once votes are taken, 3 more yays adopt it"
        in told(24)
    )
    assert "No vote" not in told(0) and "3 more yays adopt it" in told(0)


@pytest.mark.parametrize("no_word", ["'>' not in choice", "choice in ('yay', 'nay')"], ids=["an order", "no word"])
def test_where_only_words_are_no_votes_nobody_is_told_that_none_is_taken(no_word: str) -> None:
    """Of a poll on an order it said so, with votes on it: the words that are votes elsewhere are refused, and no others were tried."""
    code = (
        "def an_order(poll, text):\n    return text if '>' in text else None\n\n"
        f"def no_word(player, poll, choice):\n    return 'Name an order.' if {no_word} else None\n"
    )
    orders = rule(120, "Orders", front="answers: {ballot: an_order}\nforbids: {vote: no_word}\n", code=code)
    stage = staged(OPENED, with_rules({"120-orders.md": orders}))
    assert "Name an order." in str(stage.step({"by": "bo", "says": "yay", "on": 12}))
    assert stage.step({"by": "bo", "says": "red > green", "on": 12}) is None
    assert "No vote was taken" not in drawn(stage) and "more yay" not in drawn(stage)


def picked(*votes_cast: str, colours: int = 2) -> Stage:
    """A poll on colours, adopted once one has more votes than any other, and resolved when all have voted."""
    names = ["red", "blue", "green", "grey", "gold"][:colours]
    code = f"""COLOURS = {names}

def ask_all(player):
    open_poll("colour", "Which?")

def which(poll, text):
    return text if text in COLOURS else False

def if_one_has_most(poll, tally):
    if poll["kind"] != "colour":
        return None
    many = sorted([tally["choices"].get(name, 0) for name in COLOURS])
    return "open" if many[-1] == many[-2] else "adopted"

def once_all_have(poll, tally):
    return tally["voters"] == 5 if poll["kind"] == "colour" else None
"""
    front = "commands: [{usage: /ask, run: ask_all}]\noverrides: all\n"
    front += "answers: {ballot: which, verdict: if_one_has_most, resolves_itself: once_all_have}\n"
    law = with_rules({"130-colours.md": rule(130, "Colours", front=front, code=code)})
    cast = zip(PEOPLE, votes_cast, strict=False)
    return staged([{"by": "ana", "says": "/ask"}, *({"by": w, "says": v, "on": "colour/1"} for w, v in cast)], law)


def test_words_other_than_yay_and_nay_turn_a_poll_as_well() -> None:
    stage = picked("red", "blue")
    assert outlook(stage.world, "colour/1").turns == (
        Turn("red", 1, "adopted", "red"),
        Turn("blue", 1, "adopted", "blue"),
    )
    assert "One more vote for `red` adopts it, one more vote for `blue` adopts it." in drawn(stage, "colour/1")
    told = drawn(picked("red", "red", "blue"), "colour/1")
    turns = "One more vote for `blue` leaves it undecided, 2 more votes for `blue` adopt it."
    assert f"As it stands, it would be adopted. {turns}" in told


LEADING = """
def ask_all(player):
    open_poll("chat", "Who?")

def who(poll, text):
    return text if text in ("red", "blue") else False

def enough(poll, tally):
    return True

def always(poll, tally):
    return "adopted"

def leads(poll, tally):
    most = max(tally["choices"].values())
    return [c for c in tally["choices"] if tally["choices"][c] == most][0] + " leads" if poll["kind"] == "chat" else None
"""


def test_what_a_rule_would_call_it_as_it_stands_is_told_in_place_of_its_verdict_once_the_rule_can_say() -> None:
    front = "commands: [{usage: /ask, run: ask_all}]\noverrides: all\nanswers: {ballot: who, quorum: enough, verdict: always, outcome: leads}\n"
    law = with_rules({"130-leading.md": rule(130, "Leading", front=front, code=LEADING)})
    asked = [{"by": "ana", "says": "/ask"}]
    assert "s it stands" not in drawn(staged(asked, law), "chat/1")
    votes_cast = [{"by": "ana", "says": "blue", "on": "chat/1"}]
    assert "As it stands: `blue leads`." in drawn(staged(asked + votes_cast, law), "chat/1")


def test_what_is_foretold_in_other_words_comes_true() -> None:
    status = [picked("red", "red", *["blue"] * many).world.poll("colour/1")["status"] for many in (2, 3)]
    assert status == ["open", "adopted"]


def test_where_there_are_too_many_words_to_be_tried_nothing_is_told_of_them() -> None:
    assert outlook(picked("red", "blue", colours=4).world, "colour/1").turns != ()
    assert outlook(picked("red", "blue", colours=5).world, "colour/1").turns == ()


def test_a_word_that_stands_for_a_yay_is_told_as_it_is_written() -> None:
    code = "def as_aye(poll, text):\n    return {'aye': 'yay', 'no': 'nay'}.get(text, False)\n"
    law = with_rules({"130-ayes.md": rule(130, "Ayes", front="overrides: all\nanswers: {ballot: as_aye}\n", code=code)})
    assert "3 more votes for `aye` adopt it, 3 more votes for `no` reject it." in drawn(staged(OPENED, law))


def test_only_the_author_may_resolve_it_under_this_law() -> None:
    found = ahead(OPENED + votes(ana="yay", bo="yay", cy="yay"))
    assert (found.word, found.resolvers, found.anyone, found.at) == ("/resolve", ("ana",), False, None)


def test_who_has_edited_a_vote_can_cast_another_where_the_last_comment_of_each_counts() -> None:
    """Imagined votes had numbers below those of all comments: whoever had a vote that counted no more was taken to have said no other."""
    last = rule(
        120,
        "The last said",
        front="answers: {counted_ballots: the_last_said}\n",
        code=(
            "def the_last_said(poll, ballots):\n"
            '    last = {b["voter"]: b for b in sorted(ballots, key = lambda b: b["comment"])}\n'
            '    return [b for b in last.values() if not b["edited"]]\n'
        ),
    )
    edited = [step | {"label": step["by"]} for step in votes(ana="nay", bo="nay", cy="nay")]
    edited += [{"by": who, "edits": who, "to": "let me think"} for who in ("ana", "bo", "cy")]
    found = ahead(OPENED + edited, with_rules({"120-last.md": last}))
    assert found.turns == (Turn("yay", 3, "adopted", "yay"), Turn("nay", 3, "rejected", "nay"))


def test_the_law_says_itself_what_stands_against_resolving() -> None:
    assert ahead(OPENED).obstacle == "It cannot be decided yet."


def test_another_law_gives_another_outlook_without_a_change_of_the_engine() -> None:
    two = rule(
        120,
        "Two are enough",
        front="overrides: [102]\nanswers:\n  quorum: two\n",
        code='def two(poll, tally):\n    return tally["cast"] >= 2\n',
    )
    assert ahead(OPENED, with_rules({"120-two.md": two})).turns[0] == Turn("yay", 2, "adopted", "yay")


def test_anyone_may_resolve_where_the_law_lets_them() -> None:
    code = 'def end_it(player):\n    if resolve(here()["number"]) == "open":\n        refuse("Not yet.")\n'
    front = "commands:\n  - {usage: /end, run: end_it}\n"
    law = with_rules({"120-anyone.md": rule(120, "Anyone", front=front, code=code)})
    found = ahead(OPENED + votes(ana="yay", bo="yay", cy="yay"), law)
    assert found.anyone
    assert "Anyone who has a vote can resolve it now" in drawn(
        staged(OPENED + votes(ana="yay", bo="yay", cy="yay"), law)
    )


def test_a_term_of_the_law_is_found_to_the_minute() -> None:
    front = "overrides: [102]\nforbids:\n  resolve: a_day\n"
    code = 'def a_day(player, poll):\n    if now() < poll["opened_at"] + days(1):\n        return "A day must pass."\n'
    law = with_rules({"120-a-day.md": rule(120, "A day", front=front, code=code)})
    stage = staged(OPENED + votes(ana="yay", bo="yay", cy="yay"), law)
    found = outlook(stage.world, "12")
    opened = (stage.world.records.get("polls", "12") or {})["opened_at"]
    assert found.at is not None
    assert 0 <= found.at - (opened + DAYS) < 60
    assert found.obstacle == "A day must pass."
    assert "**ana** can resolve it with `/resolve` from Tue 2026-01-06 12:0" in drawn(stage)


def test_a_poll_that_resolves_itself_says_so() -> None:
    steps = [{"by": "ana", "says": "/council Shall we dance?"}, {"by": "ana", "says": "yay", "on": 101}]
    assert ahead(steps, key="council/1").by_itself
    assert "It resolves by itself." in drawn(staged(steps), "council/1")


# Four have to vote on the first day, and two from then on.
CHEAPER = """def cheaper(poll, tally):
    return tally["cast"] >= (4 if now() < poll["opened_at"] + days(1) else 2)

"""
DONE = """def done(poll, tally):
    return tally["cast"] == 5 or now() > poll["opened_at"] + days(3)

"""
THREE = OPENED + votes(ana="yay", bo="yay", cy="nay")


def cheaper(front: str, code: str) -> dict[str, str]:
    front = f"overrides: all\nanswers:\n  quorum: cheaper\n{front}"
    return with_rules({"120-cheaper.md": rule(120, "Cheaper", front=front, code=CHEAPER + code)})


def test_where_it_can_be_resolved_only_later_the_turns_are_those_of_then() -> None:
    code = 'def a_day(player, poll):\n    return "Wait." if now() < poll["opened_at"] + days(1) else None\n'
    found = ahead(THREE, cheaper("forbids: {resolve: a_day}\n", code))
    assert found.at is not None
    assert (found.outcome, found.turns[0]) == ("adopted", Turn("nay", 1, "tied", "nay"))


def test_where_it_may_resolve_itself_at_any_moment_the_turns_are_those_of_now() -> None:
    found = ahead(THREE, cheaper("  resolves_itself: done\n", DONE))
    assert (found.by_itself, found.at is not None, found.not_before) == (True, True, None)
    assert (found.outcome, found.turns[0]) == ("no_quorum", Turn("yay", 1, "adopted", "yay"))


def test_where_it_resolves_itself_once_all_have_voted_but_not_before_an_hour_the_turns_are_those_of_that_hour() -> None:
    front = "  resolves_itself: done\nadjusts: {resolves_itself: not_yet}\n"
    code = 'def not_yet(complete, poll, tally):\n    return complete and now() >= poll["opened_at"] + days(2)\n'
    found = ahead(THREE, cheaper(front, DONE + code))
    assert found.by_itself and found.not_before is not None and found.at is not None
    assert found.not_before < found.at
    assert (found.outcome, found.turns[0]) == ("adopted", Turn("nay", 1, "tied", "nay"))


DAY_IS_OVER = """def day_is_over(poll, tally):
    return now() >= poll["opened_at"] + days(1)

"""
ALL_HAVE_VOTED = """def all_have_voted(poll, tally):
    return tally["cast"] == tally["electorate"]

"""


def resolving(code: str) -> dict[str, str]:
    """The island's law, and a rule that says when polls resolve themselves."""
    name = code.split("(")[0].removeprefix("def ")
    return with_rules(
        {
            "120-ending.md": rule(
                120, "Ending", front=f"overrides: all\nanswers: {{resolves_itself: {name}}}\n", code=code
            )
        }
    )


@pytest.mark.parametrize(
    "cast", [{}, {"ana": "yay", "bo": "yay"}, {"ana": "yay", "bo": "yay", "cy": "nay", "di": "nay"}]
)
def test_no_hour_is_promised_at_which_the_law_would_keep_it_open_with_the_votes_there_are(cast: dict[str, str]) -> None:
    """Without a quorum or with a tie it is complete then, and stays open all the same; with more votes it ends then."""
    stage = staged(OPENED + votes(**cast), resolving(DAY_IS_OVER))
    found = outlook(stage.world, "12")
    assert (found.by_itself, found.at, found.not_before is not None) == (True, None, True)
    assert "at the latest" not in drawn(stage) and "It resolves by itself, not before Tue" in drawn(stage)


RINGS = """def opened(poll):
    set_timer("day", poll["opened_at"] + days(1), "ring")

def ring():
    pass
"""


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (
            {"121-day.md": rule(121, "Day", front="on: {opened: opened}\n", code=RINGS)},
            "at Tue 2026-01-06 12:00 (UTC) at",
        ),
        ({}, "at Fri 2026-01-09 12:00 (UTC) at"),  # as the fish are caught
        ({"103-fishing.md": None}, "not before Tue 2026-01-06 12:00 (UTC)."),
    ],
    ids=["a timer", "a period", "no bell"],
)
def test_an_hour_is_promised_at_which_the_votes_there_are_decide_it_and_the_clock_rings(
    more: dict[str, str | None], told: str
) -> None:
    """Else it may be over by then, and stays open until somebody does something."""
    law = resolving(DAY_IS_OVER) | {f"rules/island/{name}": text or "" for name, text in more.items()}
    stage = staged(OPENED + votes(ana="yay", bo="yay", cy="yay"), {path: text for path, text in law.items() if text})
    assert f"It resolves by itself, {told}" in drawn(stage)


def test_a_poll_that_is_complete_and_tied_is_not_said_to_resolve_itself() -> None:
    people = ("ana", "bo", "cy", "di")
    stage = staged(OPENED + votes(ana="yay", bo="yay", cy="nay", di="nay"), resolving(ALL_HAVE_VOTED), people)
    found = outlook(stage.world, "12")
    assert (found.outcome, found.by_itself, found.obstacle) == ("tied", False, "It cannot be decided yet.")


def test_a_poll_that_the_last_vote_would_tie_or_end_resolves_itself() -> None:
    people = ("ana", "bo", "cy", "di")
    stage = staged(OPENED + votes(ana="yay", bo="nay", cy="nay"), resolving(ALL_HAVE_VOTED), people)
    assert "It resolves by itself." in drawn(stage)


MOST_SAID_YAY = """def most_said_yay(poll, tally):
    return 2 * tally["yay"] > tally["electorate"]%s

"""


@pytest.mark.parametrize(
    ("cast", "term", "told"),
    [
        ({}, "", "It resolves by itself once enough vote `yay`.\n"),
        ({"ana": "nay", "bo": "nay"}, "", "It resolves by itself once enough vote `yay`.\n"),
        (
            {"ana": "yay", "bo": "yay", "cy": "nay"},
            "",
            "It resolves by itself once enough vote `yay`. **ana** can resolve it now: `/resolve`.",
        ),
        (
            {"ana": "nay", "bo": "nay", "cy": "nay"},
            "",
            "As it stands, it would be rejected. **ana** can resolve it now: `/resolve`.",
        ),
        (
            {},
            ' and now() >= poll["opened_at"] + days(2)',
            "It resolves by itself once enough vote `yay`, not before Wed 2026-01-07 12:00 (UTC).\n",
        ),
    ],
    ids=["at first", "while yays can be the most", "by a command as well", "when they cannot", "not before an hour"],
)
def test_what_resolves_itself_by_yays_alone_is_not_said_to_do_so_whatever_is_voted(
    cast: dict[str, str], term: str, told: str
) -> None:
    """Else people would wait for ever for the end of a vote that goes against it, which somebody has to resolve."""
    stage = staged(OPENED + votes(**cast), resolving(MOST_SAID_YAY % term))
    found = outlook(stage.world, "12")
    assert not found.by_itself
    assert told in drawn(stage)


def test_no_hour_is_promised_that_only_the_last_vote_would_bring() -> None:
    people = ("ana", "bo", "cy", "di")
    stage = staged(OPENED + votes(ana="yay", bo="yay", cy="yay"), resolving(ALL_HAVE_VOTED), people)
    found = outlook(stage.world, "12")
    assert (found.by_itself, found.at) == (True, None)
    assert " at the latest" not in drawn(stage)


def test_what_keeps_it_from_landing_is_told_before_the_vote_is_over() -> None:
    other = {"by": "bo", "opens": {"pull": 13, "title": "Dearer huts", "changes": {105: {"title": "Dear huts"}}}}
    change = {"by": "ana", "opens": {"pull": 12, "title": "Huts", "changes": {105: {"title": "Cheap huts"}}}}
    steps = [change, {"by": "ana", "says": "/open", "on": 12}, other, {"by": "bo", "says": "/open", "on": 13}]
    steps += [{"by": who, "says": "yay", "on": 13} for who in ("ana", "bo", "cy")]
    stage = staged([*steps, {"by": "bo", "says": "/resolve", "on": 13}])
    assert "huts" in outlook(stage.world, "12").blocks[0]
    assert stage.world.moment.polls[-1:] == ["12"], "the board of the other proposal is drawn again"
    assert "What stands in the way of its landing:" in drawn(stage)


PATIENT = with_rules(
    {
        "090-patience.md": rule(
            90,
            "Patience",
            front="answers: {verdict: not_yet}\n",
            code="""def not_yet(poll, tally):
    return "open" if poll["quorum_at"] == None or now() < poll["quorum_at"] + hours(12) else None
""",
        )
    }
)


def test_where_time_has_to_pass_from_the_quorum_it_is_told_what_the_votes_come_to_by_then() -> None:
    found = ahead(OPENED, PATIENT)
    assert found.turns == (Turn("yay", 3, "adopted", "yay"), Turn("nay", 3, "rejected", "nay"))
    stage = staged(OPENED + votes(ana="yay", bo="yay", cy="yay"), PATIENT)
    found = outlook(stage.world, "12")
    assert (found.outcome, found.word, found.at) == ("adopted", "/resolve", stage.now + DAYS // 2)
    resolves = {"by": "ana", "says": "/resolve", "on": 12}
    assert stage.step(resolves | {"refused": "yet"}) is None
    assert stage.step({"clock": "2026-01-06T00:00:00Z"}) is None
    assert stage.step(resolves) is None
    assert stage.world.poll("12")["status"] == "adopted"


SINGING = rule(1, "Singing", front="commands: [{usage: /sing, run: sing}]\n", code="def sing(player):\n    pass\n")
LOADING = rule(
    1,
    "Presents",
    front="commands: [{usage: /present, run: present}]\n",
    code='load("gifts", "give")\n\ndef present(player):\n    give(player, 1, player)\n',
)


@pytest.mark.parametrize(
    ("text", "other", "why"),
    [
        (SINGING, {"109-choir.md": SINGING.replace("rule: 1\n", "rule: next\n")}, "the usage `/sing`"),
        (LOADING, {104: None}, "it loads `gifts`, and no such rule"),
    ],
    ids=["another has its usage", "what it loads is gone"],
)
def test_what_can_be_no_law_by_what_has_become_law_is_told_before_the_vote_is_over(
    text: str, other: dict[Any, Any], why: str
) -> None:
    change = {"pull": 12, "title": "Songs", "changes": {"108-songs.md": text.replace("rule: 1\n", "rule: next\n")}}
    steps: list[dict[str, Any]] = [{"by": "ana", "opens": change}, {"by": "ana", "says": "/open", "on": 12}]
    steps += [{"by": "bo", "opens": {"pull": 13, "title": "Other", "changes": other}}]
    steps += [{"by": "bo", "says": "/open", "on": 13}, *votes(ana="yay", bo="yay", cy="yay")]
    steps += [{"by": who, "says": "yay", "on": 13} for who in ("ana", "bo", "cy")]
    assert ahead(steps).blocks == ()
    stage = staged([*steps, {"by": "bo", "says": "/resolve", "on": 13}])
    (found,) = outlook(stage.world, "12").blocks
    assert why in found.replace("'", "`") and "voted on anew" in found
    assert stage.step({"by": "ana", "says": "/resolve", "on": 12, "refused": "cannot be law"}) is None


UNTOLD = {
    "what no rule tells": (
        'return "the_tide_turns"',
        "Once adopted it would wait for ever: no rule in force tells when the tide turns.",
    ),
    "a rule that fails": ('return {}["tide"]', "effect"),
    "what a rule tells": ('return "landed"', ""),
    "what is told by a name that is put together": ('return "tide_of_ana"', ""),
    "nothing": ('return "now"', ""),
}


@pytest.mark.parametrize(("code", "why"), UNTOLD.values(), ids=UNTOLD)
def test_what_would_take_no_effect_is_told_before_the_vote_is_over(code: str, why: str) -> None:
    effect = f'def later(poll):\n    {code}\n\ndef ebb(player):\n    tell("tide_of_" + player)\n'
    front = "answers: {takes_effect: later}\ncommands: [{usage: /ebb, run: ebb}]\n"
    law = with_rules({"120-effect.md": rule(120, "Effect", front=front, code=effect)})
    found = ahead([*OPENED, *votes(ana="yay", bo="yay", cy="yay")], law).blocks
    assert [why in block for block in found] == ([True] if why else [])


def titled(answer: str) -> dict[str, str]:
    """A law with a rule that has something against one title."""
    code = f'def only_in_words(player, proposal):\n    return {answer} if proposal["title"] == "Hm" else None\n'
    return with_rules({"120-titles.md": rule(120, "Titles", front="forbids: {open: only_in_words}\n", code=code)})


REFUSES = 'def f(change, poll):\n    if change["slug"] == "shy":\n        refuse("Not this one.", "Leave it.")\n'
FAILS = 'def f(change, poll):\n    fail("as it comes")\n'
TIDES = rule(
    121,
    "Tides",
    front="answers: {takes_effect: later}\ncommands: [{usage: /tide, run: turn}]\n",
    code='def later(poll):\n    return "the_tide_turns"\n\ndef turn(player):\n    tell("the_tide_turns")\n',
)


@pytest.mark.parametrize(
    ("shy", "others", "told"),
    [
        (REFUSES, {}, "Not this one. Leave it. Rule 108 (Shy) says so."),
        (
            "",
            {"122-strict.md": rule(122, "Strict", front="on: {enacted: f}\n", code=REFUSES)},
            "Rule 122 (Strict) says so.",
        ),
        (FAILS, {"121-tides.md": TIDES}, "(Shy) failed at line "),
        (FAILS, {}, ""),
        ("", {"121-tides.md": TIDES, "122-gloomy.md": rule(122, "Gloomy", front="on: {enacted: f}\n", code=FAILS)}, ""),
    ],
    ids=["it refuses itself", "another does", "it fails and waits", "it fails", "another fails"],
)
def test_what_a_rule_says_against_it_as_it_becomes_law_is_told_before_the_vote_is_over(
    shy: str, others: dict[str, str], told: str
) -> None:
    front = "on: {enacted: f}\n" if shy else ""
    new = {"shy.md": rule(108, "Shy", front=front, code=shy).replace("rule: 108", "rule: next")}
    steps = [OPENED[0] | {"opens": {"pull": 12, "title": "Shy", "changes": new}}, OPENED[1]]
    stage = staged(steps + votes(ana="yay", bo="yay", cy="yay"), with_rules(others))
    assert [told in block for block in outlook(stage.world, "12").blocks] == [True] * bool(told)
    assert "shy" not in stage.world.book.documents
    refused = stage.step({"by": "ana", "says": "/resolve", "on": 12})
    assert ("Not this one" in str(refused)) == ("says so" in told)
    if "121-tides.md" in others:
        stage.step({"by": "ana", "says": "/tide"})
        assert stage.world.poll("12")["landed"] == (not told)


def test_what_the_rules_have_against_it_since_it_was_opened_is_told_before_the_vote_is_over() -> None:
    law, steps = titled('"It says nothing."'), [*OPENED, *votes(ana="yay", bo="yay", cy="yay")]
    assert ahead(steps, law).blocks == ()
    stage = staged([*steps, {"by": "ana", "retitles": 12, "to": "Hm"}], law)
    assert outlook(stage.world, "12").blocks == ("It says nothing.",)
    assert stage.world.moment.polls == ["12"] and "stands in the way of its landing:" in drawn(stage)


def test_a_rule_that_fails_as_it_would_land_is_what_stands_in_its_way() -> None:
    steps = [*OPENED, *votes(ana="yay", bo="yay", cy="yay"), {"by": "ana", "retitles": 12, "to": "Hm"}]
    found = ahead(steps, titled('{}["no"]'))
    assert "titles" in found.blocks[0] and found.outcome == "adopted"


def test_a_rule_that_can_give_it_no_number_is_what_stands_in_its_way() -> None:
    front, code = "overrides: all\nanswers: {rule_number: f}\n", "def f(change, poll):\n    return -5\n"
    pull = {"pull": 12, "title": "Gifts", "changes": {104: {"title": "Presents"}}}
    law = with_rules({"120-none.md": rule(120, "None", front=front, code=code)})
    stage = staged([OPENED[0] | {"opens": pull}, OPENED[1], *votes(ana="yay", bo="yay", cy="yay")], law)
    (told,) = outlook(stage.world, "12").blocks
    assert told.startswith("Rule 120 (None) failed at line 10: its answer to rule_number must be a whole number")
    assert told.rstrip(".") in str(stage.step({"by": "ana", "says": "/resolve", "on": 12})).replace(
        " (the way there", "."
    )


def test_a_proposal_on_the_program_waits_for_an_administrator() -> None:
    pull = {"pull": 12, "title": "Engine", "changes": {"engine/game/fold/folding.py": "x = 1\n"}}
    found = ahead([{"by": "ana", "opens": pull}, {"by": "ana", "says": "/open", "on": 12}])
    assert found.blocks == ("It changes the program, so an administrator must merge it once it is adopted.",)


def test_who_comes_or_goes_changes_the_boards_of_all_open_polls() -> None:
    stage = staged([*OPENED, {"by": "ed", "says": "/rest"}])
    assert stage.world.moment.polls == ["12"]
    assert "0 of 4 have voted" in drawn(stage)


@pytest.mark.parametrize(("again", "drawn_anew"), [(False, ["12"]), (True, [])])
def test_a_vote_that_ended_the_process_is_shown_as_refused_unless_even_its_refusal_did(
    again: bool, drawn_anew: list[str]
) -> None:
    """`faults` are what the parent of the judge hands in; what has ended the process twice asks the law nothing more."""
    stage = staged(OPENED)
    stage.world.moment.polls = []
    stage.folding.faults = {"comment/502": Fault("proposals", "majority", 12, "it used too much memory", again=again)}
    assert stage.step({"by": "bo", "says": "yay", "on": 12, "refused": "too much memory"}) is None
    assert stage.folding.entry["id"] == "comment/502"
    assert stage.world.moment.polls == drawn_anew
    assert [refused["choice"] for refused in stage.world.poll("12")["refused"]] == ["yay"]


HEARING = rule(0, "Dances", front="on: {enacted: f}\n", code="def f(change, poll):\n    pass\n")


@pytest.mark.parametrize("changes", [SONGS, SONGS | {"dances.md": HEARING.replace("rule: 0", "rule: next")}])
def test_asking_leaves_no_trace(changes: dict[str, str]) -> None:
    """Nor a number that a second new rule would get."""
    opened = [OPENED[0] | {"opens": {"pull": 12, "title": "Songs", "changes": changes}}, OPENED[1]]
    stage = staged(opened + votes(ana="yay", bo="yay", cy="yay"))
    before = {k: dict(stage.world.records.items(k)) for k in stage.world.records.collections()}
    for _ in range(2):
        drawn(stage)
    assert {k: dict(stage.world.records.items(k)) for k in stage.world.records.collections()} == before
    assert stage.world.moment.replies == []


def test_rules_that_are_too_slow_to_be_asked_leave_the_votes_on_the_board() -> None:
    slow = rule(
        120,
        "Slow",
        front="adjusts:\n  verdict: slowly\n",
        code="def slowly(verdict, poll, tally):\n    for i in range(600000):\n        i + 1\n    return verdict\n",
    )
    text = drawn(staged(OPENED + votes(ana="yay", bo="yay", cy="yay"), with_rules({"120-slow.md": slow})))
    assert "too long" in text
    assert "**3 yay**" in text


def test_a_broken_rule_is_named_on_the_board() -> None:
    code = 'load("gone", "x")\n\ndef q(poll, tally):\n    return x\n'
    broken = rule(99, "Loader", front="answers:\n  quorum: q\n", code=code)
    stage = staged(OPENED + votes(ana="yay"))
    stage.world.law = stage.world.law_of(RULESET, with_rules({"99-loader.md": broken}))
    text = drawn(stage)
    assert "Rule 99 (Loader) is needed here and does not work" in text
    assert "**1 yay**" in text


@settings(max_examples=tries(40), deadline=None)
@given(st.lists(st.sampled_from(["yay", "nay", "none"]), min_size=5, max_size=5), st.sampled_from(["yay", "nay"]))
def test_what_is_foretold_comes_true(choices: list[str], word: str) -> None:
    """Whatever was voted so far: cast as many more votes as a turn names, and the poll comes out as it said."""
    cast = {who: choice for who, choice in zip(PEOPLE, choices, strict=True) if choice != "none"}
    found = ahead(OPENED + votes(**cast))
    for turn in (t for t in found.turns if t.choice == word):
        rest = [who for who in PEOPLE if who not in cast][: turn.votes]
        more = votes(**cast, **dict.fromkeys(rest, word))
        for less, steps in ((False, more), (True, more[:-1])):
            outcome = outlook(staged(OPENED + steps).world, "12").outcome
            assert (outcome == turn.outcome) is not less or turn is not next(t for t in found.turns if t.choice == word)


BY_WHOSE_VOTE = {
    "one vote counts thrice": (
        "adjusts: {counted_ballots: thrice}\n",
        'def thrice(counted, poll, ballots):\n    return [b | {"weight": 3 if b["voter"] == "cy" else 1} for b in counted]\n',
    ),
    "one may veto": (
        "adjusts: {verdict: unless}\n",
        "def unless(verdict, poll, count):\n"
        '    return "rejected" if [b for b in count["ballots"] if b["voter"] == "cy" and b["choice"] == "nay"] else verdict\n',
    ),
    "one votes for another as well": (
        "adjusts: {counted_ballots: also_for_ed}\n",
        "def also_for_ed(counted, poll, ballots):\n"
        '    said = {b["voter"]: b["choice"] for b in counted}\n'
        '    more = [{"voter": "ed", "choice": said["cy"]}] if "cy" in said and "ed" not in said else []\n'
        "    return counted + more\n",
    ),
}


@pytest.mark.parametrize("law", BY_WHOSE_VOTE.values(), ids=BY_WHOSE_VOTE.keys())
@pytest.mark.parametrize(
    "cast", [{}, {"ana": "yay"}, {"ana": "yay", "bo": "yay"}, {"ana": "nay", "di": "yay"}], ids=str
)
def test_a_turn_comes_true_whoever_votes_or_says_that_it_hangs_on_that(
    law: tuple[str, str], cast: dict[str, str]
) -> None:
    """It said `one more nay rejects it` where only the leader's did, and `one more yay adopts it` where that was the one of whom others vote."""
    front, code = law
    texts_ = with_rules({"120-by-whose.md": rule(120, "By whose", front=front, code=code)})
    found = ahead(OPENED + votes(**cast), texts_)
    assert found.turns != ()
    for turn in found.turns:
        groups = combinations([who for who in PEOPLE if who not in cast], turn.votes)
        came = {ahead(OPENED + votes(**cast, **dict.fromkeys(group, turn.choice)), texts_).outcome for group in groups}
        assert came == {turn.outcome} if turn.outcome != BY_WHOSE else len(came) > 1, (turn, came)


def test_that_it_hangs_on_whose_vote_it_is_is_said_in_words() -> None:
    front, code = BY_WHOSE_VOTE["one may veto"]
    law = with_rules({"120-by-whose.md": rule(120, "By whose", front=front, code=code)})
    told = drawn(staged(OPENED + votes(ana="yay", bo="yay", di="yay"), law))
    assert "One more nay may turn it, depending on who casts it, 2 more nays reject it." in told


def test_a_board_is_no_part_of_the_state() -> None:
    stage = staged(OPENED + votes(ana="yay"))
    wanted = stage.world.records.get("outbox", "status/12") or {}
    assert sorted(wanted) == ["since", "tag", "thread"]


def test_a_hundred_electors_are_asked_in_half_a_second() -> None:
    stage = staged(OPENED, people=("ana", *(f"p{n}" for n in range(100))))
    assert within(0.5, lambda: outlook(stage.world, "12"), tries=1).turns[0] == Turn("yay", 51, "adopted", "yay")


def test_of_thousands_of_electors_only_the_count_is_shown() -> None:
    stage = staged(OPENED + votes(ana="yay"), people=("ana", *(f"p{n}" for n in range(1_000))))
    assert outlook(stage.world, "12").turns == ()
    assert "1 of 1001 has voted" in drawn(stage)


NO_QUORUM_RULE = with_rules(
    {"102-proposals.md": texts()["rules/island/102-proposals.md"].replace("  quorum: more_than_half\n", "")}
)


def test_where_no_rule_knows_a_quorum_none_is_spoken_of() -> None:
    stage = staged(OPENED, NO_QUORUM_RULE)
    assert "**no votes**; 0 of 5 have voted.\n" in drawn(stage)
    stage = staged(OPENED + votes(ana="yay", bo="yay", cy="yay"), NO_QUORUM_RULE)
    assert "uorum" not in drawn(stage) and "3 of 5 have voted." in drawn(stage)
    assert stage.world.notes.labels["12"] == ["open for voting", "passing"]
    stage.step({"by": "ana", "says": "/resolve", "on": 12})
    assert "uorum" not in drawn(stage)
    stage.folding.close()
    record = next(s.files["proposals/108.md"] for s in stage.folding.plan.segments if "proposals/108.md" in s.files)
    assert record is not None and "- Opened:" in record and "uorum" not in record


@pytest.mark.parametrize("there", ["", "met and "], ids=["alone", "where no other asks for one"])
def test_a_rule_that_adjusts_the_quorum_is_one_that_knows_it(there: str) -> None:
    code = f'def two(met, poll, tally):\n    return {there}tally["cast"] > 1\n'
    two = rule(120, "Two", front="adjusts: {quorum: two}\n", code=code)
    law = {**NO_QUORUM_RULE, "rules/island/120-two.md": two}
    assert "0 of 5 have voted; no quorum." in drawn(staged(OPENED, law))
    assert "2 of 5 have voted; quorum reached." in drawn(staged(OPENED + votes(ana="yay", bo="yay"), law))


def test_two_months_are_looked_ahead_and_not_a_second_more() -> None:
    world = staged([]).world
    for far, found in ((FARTHEST - 120, True), (FARTHEST, True), (FARTHEST + 1, False)):
        then = world.now + far
        assert (_earliest(world, lambda at, then=then: at >= then) is not None) == found
    assert FARTHEST == 60 * DAYS


def test_a_question_is_asked_while_a_twentieth_of_a_happening_is_not_used_up() -> None:
    stage = staged(OPENED)
    assert 20 * DEAREST == MAX_TICKS
    for used, asked in ((DEAREST, True), (DEAREST + 1, False)):
        with imagining(stage.world, "12") as poll:
            stage.world.host.ticks = used
            with nullcontext() if asked else pytest.raises(Refusal, match="too long to be asked"):
                poll.complete("", 0, stage.now)


@pytest.mark.parametrize(("verdict", "outcome"), [("rejected", "rejected"), ("open", "tied")])
def test_votes_that_are_even_are_a_tie_where_the_law_leaves_them_open(verdict: str, outcome: str) -> None:
    code = f'def v(poll, count):\n    return "adopted" if count["yay"] > count["nay"] else "{verdict}"\n'
    law = rule(90, "Even", front="answers: {verdict: v}\n", code=code)
    even = OPENED + votes(ana="yay", bo="yay", cy="nay", di="nay")
    assert ahead(even, with_rules({"090-even.md": law})).outcome == outcome


def test_where_all_have_to_agree_a_nay_beside_a_yay_is_no_tie() -> None:
    code = (
        "def v(poll, count):\n"
        '    if count["voters"] < count["electorate"]:\n        return "open"\n'
        '    return "rejected" if count["nay"] else "adopted"\n'
    )
    law = with_rules({"090-all.md": rule(90, "All", front="answers: {verdict: v, quorum: q}\n", code=code + Q)})
    assert ahead(OPENED + votes(ana="yay"), law).turns == (
        Turn("yay", 4, "adopted", "yay"),
        Turn("nay", 4, "rejected", "nay"),
    )
    assert ahead(OPENED + votes(ana="yay", bo="nay"), law).outcome == "open"


Q = "\ndef q(poll, count):\n    return True\n"


class Embers:
    """A fuse of which so many seconds are burnt, and half of the present length or not."""

    def __init__(self, burnt: float, *, is_low: bool) -> None:
        self.burnt, self.is_low = 0.0, is_low
        self.then = burnt

    def light(self) -> None:
        self.burnt = self.then

    def quench(self) -> None: ...

    def grant(self) -> None: ...


@pytest.mark.parametrize(
    ("fuse", "is_foretold"),
    [(Embers(5.0, is_low=False), True), (Embers(5.0, is_low=True), False), (Embers(9.0, is_low=False), False)],
    ids=["time enough", "most of its time is over", "the time of all boards is over"],
)
def test_where_most_of_the_time_is_over_it_is_told_how_a_poll_stands_and_not_what_would_follow(
    fuse: Embers, is_foretold: bool
) -> None:
    """A rule that took long when it was asked for a quorum had the judge end over each board, and none had a count."""
    stage = staged(OPENED + votes(bo="nay"))
    stage.world.host.fuse = fuse
    stage.world.showing = Showing({}, fuse, 8.0)
    found = drawn(stage)
    assert "**1 nay**; 1 of 5 has voted" in found
    assert ("2 more" in found, "take too long to be asked what would follow" in found) == (is_foretold, not is_foretold)


@pytest.mark.parametrize("is_low", [False, True])
def test_where_most_of_the_time_is_over_nothing_is_tried_and_everything_is_offered(is_low: bool) -> None:
    stage = staged(OPENED)
    stage.world.host.fuse = fuse = Embers(5.0, is_low=is_low)
    stage.world.showing = Showing({}, fuse, 8.0)
    assert (offered.refusal(stage.world, "ana", "/nonsense", None) == "") == is_low


RESOLVE = "{usage: /resolve, run: resolve_it, help: Resolve your proposal.}"


def resolved_by(by: str = RESOLVE, *, by_author: bool = True) -> dict[str, str]:
    text = texts()["rules/island/102-proposals.md"]
    assert RESOLVE in text
    own = text if by_author else text.replace('poll == None or poll["author"] != player', "poll == None")
    return with_rules({"102-proposals.md": own.replace(RESOLVE, by)})


ALL_YAY = votes(ana="yay", bo="yay", cy="yay", di="yay", ed="yay")


@pytest.mark.parametrize(
    ("who", "steps", "told"),
    [
        ("moderators", [], "`/resolve` is for moderators, and **ana** is none of them."),
        ("active", [{"by": "ana", "says": "/rest"}], "`/resolve` is for active players, and **ana** is none of them."),
    ],
)
def test_nobody_is_said_to_resolve_it_by_a_command_that_is_not_theirs(who: str, steps: Any, told: str) -> None:
    stage = staged([*OPENED, *ALL_YAY, *steps], resolved_by(RESOLVE.replace("run:", f"who: {who}, run:")))
    assert outlook(stage.world, "12").resolvers == ()
    assert f"It cannot be resolved yet: {told}" in drawn(stage)


def test_where_the_author_is_away_somebody_else_who_can_resolve_it_is_named() -> None:
    stage = staged([*OPENED, *ALL_YAY, {"by": "ana", "says": "/rest"}], resolved_by(by_author=False))
    assert outlook(stage.world, "12").resolvers == ("bo", "cy", "di", "ed")
    assert "Anyone who has a vote can resolve it now: `/resolve`." in drawn(stage)


def test_a_poll_about_something_else_than_yay_and_nay_has_no_label_that_says_how_it_stands() -> None:
    pick = rule(
        120,
        "Picks",
        front="answers: {ballot: pick}\n",
        code='def pick(poll, text):\n    return text if text in ("red", "blue") else None\n',
    )
    council = [{"by": "ana", "says": "/council Which?"}, {"by": "ana", "says": "red", "on": 101}]
    stage = staged(council, with_rules({"120-picks.md": pick}))
    assert stage.world.notes.labels["council/1"] == ["open for voting"]


CHECKED = rule(
    120,
    "Checked",
    front="adjusts: {verdict: wait}\nforbids: {open: red}\n",
    code=(
        'def wait(so_far, poll, tally):\n    return so_far if poll["checks"] == "passed" else "open"\n\n'
        'def red(player, proposal):\n    return "Its checks have failed." if proposal["checks"] == "failed" else None\n'
    ),
)


@pytest.mark.parametrize(("law", "drawn_anew"), [({"120-checked.md": CHECKED}, True), ({}, False)])
@pytest.mark.parametrize("steps", [OPENED[:1], OPENED + votes(ana="yay", bo="yay", cy="yay")])
def test_a_board_follows_the_checks_where_a_rule_looks_at_them(law: Any, drawn_anew: bool, steps: Any) -> None:
    stage = staged(steps, with_rules(law))
    stage.world.records.remove("outbox", "status/12")
    assert stage.step({"checks": 12, "are": "passed"}) is None
    assert (stage.world.records.get("outbox", "status/12") is not None) is drawn_anew


SENATE = with_rules(
    {
        "90-senate.md": rule(
            90,
            "The Senate",
            front="adjusts: {verdict: also_the_senate}\n",
            code="""def also_the_senate(verdict, poll, tally):
    said = [b["choice"] for b in tally["ballots"] if b["voter"] in ("di", "ed")]
    return "rejected" if verdict == "adopted" and "nay" in said else verdict
""",
        )
    }
)


def test_a_yay_that_is_lost_on_another_chamber_makes_no_quorum_where_there_is_one() -> None:
    """Four of five have voted and it is tied: the last yay ends in its rejection, by what some rule makes of the majority."""
    stage = staged(OPENED + votes(ana="yay", bo="yay", cy="nay", di="nay"), SENATE)
    assert "quorum reached" in drawn(stage)
    assert "One more yay leads to its rejection, one more nay rejects it." in drawn(stage)


FEASTS = with_rules(
    {
        "102-proposals.md": texts()["rules/island/102-proposals.md"].replace(
            "def resolve_it(player):\n",
            'def resolve_it(player):\n    if mine(player)["kind"] != "proposal":\n        refuse("That is no proposal.")\n',
        ),
        "120-feasts.md": rule(
            120,
            "Feasts",
            front="commands: [{usage: /feast, run: ask_all, help: Ask for a feast.}]\n",
            code='def ask_all(player):\n    open_poll("feast", "A feast?")\n',
        ),
    }
)


def test_of_a_vote_that_no_rule_decides_it_is_told_that_none_does() -> None:
    """All may have said yay: the board said that it would be adopted, and nothing came of it."""
    feast = [{"by": "ana", "says": "/feast"}, *({"by": who, "says": "yay", "on": "feast/1"} for who in PEOPLE)]
    assert "No rule in force speaks of deciding such a vote" in drawn(staged(feast, FEASTS), "feast/1")
    assert "No rule in force speaks" not in drawn(staged(OPENED, FEASTS))


def in_force(code: str) -> dict[str, str]:
    return with_rules(
        {"120-verdict.md": rule(120, "Verdict", front="overrides: all\nanswers: {verdict: said}\n", code=code)}
    )


MOST_OF_ALL = in_force(
    'def said(poll, tally):\n    return "adopted" if 2 * tally["yay"] > tally["electorate"] else "rejected"\n\n'
)
HALF_IS_ENOUGH = in_force(
    'def said(poll, tally):\n    return "adopted" if 2 * tally["yay"] >= tally["cast"] else "rejected"\n\n'
)
ALL_AGREE = in_force(
    'def said(poll, tally):\n    return "open" if tally["yay"] < tally["electorate"] else "adopted"\n\n'
)
CANNOT_SAY = in_force('def said(poll, tally):\n    refuse("Nobody knows.")\n\n')


@pytest.mark.parametrize(
    ("law", "cast", "told"),
    [
        (MOST_OF_ALL, "yy", []),
        (MOST_OF_ALL, "yyy", ["passing"]),
        (MOST_OF_ALL, "ynn", ["failing"]),
        (MOST_OF_ALL, "yn", []),
        (MOST_OF_ALL, "yynn", []),
        (HALF_IS_ENOUGH, "yn", ["passing"]),
        (HALF_IS_ENOUGH, "ynn", ["failing"]),
        (ALL_AGREE, "yyn", []),
        (ALL_AGREE, "yyyyy", ["passing"]),
        (CANNOT_SAY, "yyn", ["passing"]),
        (None, "yn", ["tied"]),
        (None, "yyn", ["passing"]),
    ],
)
def test_a_label_says_what_the_law_would_make_of_the_votes_and_not_which_are_more(
    law: dict[str, str] | None, cast: str, told: list[str]
) -> None:
    """What would be rejected is not called passing, nor failing as long as it only lacks votes."""
    words = {"y": "yay", "n": "nay"}
    stage = staged(OPENED + votes(**{who: words[c] for who, c in zip(PEOPLE, cast, strict=False)}), law)
    labels = stage.world.notes.labels["12"]
    assert [label for label in labels if label in ("passing", "failing", "tied")] == told
