"""Rules from the shelf in laws that know more than the shelf does: people who leave for good, or are away."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.examples.example_stage import Stage
from engine.game.proposals.tally import tally
from engine.game.prospects import boards
from engine.template.shelf import text_of
from tests.rulesets.texts import HOST, TEXTS

SONG = {"900-choirs.md": "---\nrule: next\ntitle: Choirs\nby_hand: true\n---\nWe sing.\n"}


def adopted(ruleset: str, like: str, **given: Any) -> Stage:
    """Three at the table of a ruleset that has one rule from the shelf more."""
    text = text_of(like, f"My {like}").partition("```example")[0].replace("rule: next", "rule: 400", 1)
    return Stage({"scene": "three", "given": {"rules": {f"400-my-{like}.md": text}, **given}}, TEXTS, ruleset, HOST)


def do(stage: Stage, *steps: tuple[str, str] | tuple[str, str, int]) -> None:
    for by, says, *on in steps:
        assert stage.step({"by": by, "says": says, "on": on[0] if on else 1}) is None


def points(stage: Stage, player: str) -> int:
    return (stage.world.records.get("players", player) or {})["points"]


def propose(stage: Stage, by: str, title: str) -> None:
    stage.step({"by": by, "opens": {"pull": 12, "title": title, "changes": SONG}})
    do(stage, (by, "/open", 12))


@pytest.mark.parametrize("ruleset", ["credo", "frontier"])
def test_who_has_left_for_good_votes_for_nobody_who_followed_them(ruleset: str) -> None:
    stage = adopted(ruleset, "delegation")
    do(stage, ("cy", "/follow bo"))
    propose(stage, "ana", "900 Choirs")
    do(stage, ("bo", "nay", 12), ("bo", "/forfeit for good"))
    assert stage.world.poll("12")["status"] == "open"
    do(stage, ("ana", "yay", 12))
    count = tally(stage.world, "12")
    assert (count["yay"], count["nay"], count["electorate"]) == (1, 0, 2)


def test_of_who_is_away_neither_the_vote_nor_those_that_follow_it_count() -> None:
    stage = adopted("frontier", "delegation")
    do(stage, ("cy", "/follow bo"))
    propose(stage, "ana", "900 Choirs")
    do(stage, ("bo", "nay", 12), ("bo", "/inactive"), ("ana", "yay", 12))
    assert stage.world.poll("12")["status"] == "open"


@pytest.mark.parametrize("ruleset", ["credo", "frontier"])
def test_who_has_left_for_good_is_paid_no_debt_and_earns_no_reward(ruleset: str) -> None:
    stage = adopted(ruleset, "loan")
    do(stage, ("ana", "/lend 10 to bo"), ("bo", "/borrow 1"), ("ana", "/forfeit for good"))
    left = points(stage, "ana")
    assert "can own no points now" in str(stage.step({"by": "bo", "says": "/repay 1"}))
    stage.step({"clock": "2026-01-19T12:00:00Z"})
    assert (points(stage, "ana"), points(stage, "bo")) == (left, 20)
    assert stage.world.records.keys("loans") == []
    stage = adopted(ruleset, "bounty")
    do(stage, ("ana", "/bounty 5 for songs"), ("bo", "/forfeit for good"))
    assert "bo can own no points now" in str(stage.step({"by": "ana", "says": "/award 1 to bo"}))
    do(stage, ("ana", "/unbounty 1"))
    assert points(stage, "ana") == 20


def test_nobody_borrows_from_who_has_left_for_good() -> None:
    stage = adopted("frontier", "loan")
    do(stage, ("ana", "/lend 10 to bo"), ("ana", "/forfeit for good"))
    assert "ana has only 0 points" in str(stage.step({"by": "bo", "says": "/borrow 1"}))


@pytest.mark.parametrize(("rule", "immutable"), [("forfeit", False), ("places", True)])
def test_nobody_pays_for_votes_about_rules_of_the_class_whose_own_rules_count_them(rule: str, immutable: bool) -> None:
    stage = adopted("frontier", "quadratic")
    change = {rule: {"immutable": immutable}}
    stage.step({"by": "ana", "opens": {"pull": 12, "title": "900 Another class", "changes": change}})
    do(stage, ("ana", "/open", 12))
    assert "nobody buys votes" in str(stage.step({"by": "ana", "says": "/stake 3", "on": 12}))
    assert points(stage, "ana") == 20


@pytest.mark.parametrize(
    "done",
    [
        {"retitles": 12, "to": "Never mind"},
        {"pushes": 12, "changes": {"more.md": SONG["900-choirs.md"].replace("Choirs", "More")}},
    ],
)
def test_who_has_proposed_what_is_adopted_and_waits_does_not_take_it_back_alone(done: dict[str, Any]) -> None:
    stage = adopted("credo", "timelock")
    propose(stage, "ana", "900 Choirs")
    do(stage, ("ana", "yay", 12), ("bo", "yay", 12), ("ana", "/resolve", 12))
    stage.step({"by": "ana", **done})
    stage.step({"clock": "2026-01-08T12:00:00Z"})
    assert "choirs" in stage.world.book.documents


@pytest.mark.parametrize("ruleset", ["credo", "frontier"])
def test_no_reward_is_told_of_who_has_left_for_good_and_can_award_none(ruleset: str) -> None:
    stage = adopted(ruleset, "bounty")
    do(stage, ("ana", "/bounty 5 for songs"), ("bo", "/status"))
    assert "Bounty 1, 5 points: songs" in stage.said[-1]
    do(stage, ("ana", "/forfeit for good"), ("bo", "/status"))
    assert "Bounty" not in stage.said[-1]


@pytest.mark.parametrize("ruleset", ["credo", "frontier"])
def test_nobody_is_said_to_have_found_what_who_has_left_for_good_cannot_have(ruleset: str) -> None:
    stage = adopted(ruleset, "timer")
    do(stage, ("bo", "/dig"), ("cy", "/dig"), ("bo", "/forfeit for good"))
    stage.step({"clock": "2026-01-05T20:00:00Z"})
    told = "\n".join(stage.said)
    assert "cy has found" in told
    assert "bo has found" not in told


@pytest.mark.parametrize("ruleset", ["credo", "frontier", "assembly"])
def test_a_wait_that_no_calendar_ends_cannot_be_proposed_where_the_law_has_to_stay_changeable(ruleset: str) -> None:
    stage = adopted(ruleset, "timelock")
    for pull, hours in ((12, 10**9), (13, 100)):
        change = {"my-timelock": {"parameters": {"hours_to_wait": hours}}}
        stage.step({"by": "ana", "opens": {"pull": pull, "title": "900 Another wait", "changes": change}})
    assert "no rule-change could be adopted" in str(stage.step({"by": "ana", "says": "/open", "on": 12}))
    do(stage, ("ana", "/open", 13))


@pytest.mark.parametrize("ruleset", ["credo", "frontier", "assembly", "starfarers"])
def test_who_votes_for_others_as_well_does_so_until_it_is_decided(ruleset: str) -> None:
    stage = adopted(ruleset, "delegation")
    do(stage, ("cy", "/follow bo"))
    propose(stage, "ana", "900 Choirs")
    if ruleset == "starfarers":
        stage.step({"clock": "2026-01-05T19:00:00Z"})
    do(stage, ("ana", "yay", 12), ("bo", "nay", 12))
    stage.step({"clock": "2026-01-06T19:00:00Z"})
    if ruleset == "credo":
        do(stage, ("ana", "/resolve", 12))
    assert stage.world.poll("12")["status"] == "rejected"
    assert (tally(stage.world, "12")["yay"], tally(stage.world, "12")["nay"]) == (1, 2)


@pytest.mark.parametrize("ruleset", ["credo", "frontier"])
def test_a_word_that_is_a_vote_elsewhere_takes_nobodys_order_out_of_a_ranked_poll(ruleset: str) -> None:
    stage = adopted(ruleset, "ranked-poll")
    do(stage, ("ana", "/rank red, green"), ("ana", "red > green", 101), ("bo", "red > green", 101))
    assert "names all options in order" in str(stage.step({"by": "bo", "says": "yay", "on": 101}))
    assert "No vote was taken" not in str(boards.draw(stage.world, ["ranked/1"], stage.now)["ranked/1"]["text"])
    do(stage, ("cy", "green > red", 101))
    assert stage.world.poll("ranked/1")["outcome"] == "red wins"
    assert tally(stage.world, "ranked/1")["choices"] == {"green > red": 1, "red > green": 2}


def test_the_vote_of_whoever_follows_somebody_is_due_in_starfarers_until_that_one_has_voted() -> None:
    stage = adopted("starfarers", "delegation")
    do(stage, ("cy", "/follow bo"))
    propose(stage, "ana", "900 Choirs")
    stage.step({"clock": "2026-01-05T19:00:00Z"})
    do(stage, ("cy", "/status"))
    assert "Your vote on #12 is due" in stage.said[-1]
    do(stage, ("bo", "nay", 12), ("cy", "/status"))
    assert "Your vote on #12 is due" not in stage.said[-1]
    do(stage, ("ana", "yay", 12))
    stage.step({"clock": "2026-01-06T19:00:00Z"})
    assert (stage.world.records.get("players", "cy") or {})["active"] is True


@pytest.mark.parametrize("ruleset", ["credo", "frontier"])
def test_nobody_pays_for_more_votes_where_everybody_has_one(ruleset: str) -> None:
    stage = adopted(ruleset, "quadratic")
    propose(stage, "ana", "900 Choirs")
    do(stage, ("ana", "/stake 3", 12), ("ana", "yay", 12))
    assert (points(stage, "ana"), tally(stage.world, "12")["yay"], stage.world.records.keys("stakes")) == (20, 1, [])
    assert "what a vote counts" in str(stage.step({"by": "ana", "says": "/stake 2", "on": 12}))
    assert points(stage, "ana") == 20


def test_and_votes_are_bought_where_that_rule_is_overridden() -> None:
    text = (
        text_of("quadratic", "Stakes")
        .partition("```example")[0]
        .replace("rule: next", "rule: 400\noverrides: [one-vote]", 1)
    )
    stage = Stage({"scene": "three", "given": {"rules": {"400-stakes.md": text}}}, TEXTS, "credo", HOST)
    propose(stage, "ana", "900 Choirs")
    do(stage, ("ana", "yay", 12), ("ana", "/stake 3", 12))
    assert (points(stage, "ana"), tally(stage.world, "12")["yay"]) == (11, 3)


@pytest.mark.parametrize(("like", "asks"), [("treasury", "/grant 1 to ana"), ("election", "/elect ana")])
def test_of_what_ends_once_most_agree_it_is_told_how_many_are_missing(like: str, asks: str) -> None:
    """With one yay of three it said that it would be adopted as it stood, and of a second, by which it was, nothing."""
    stage = adopted("credo", like, game={"treasury": 1} if like == "treasury" else {})
    do(stage, ("ana", asks), ("ana", "yay", 101))
    key = f"{asks[1:].split()[0]}/1".replace("elect/", "election/")
    told = str(boards.draw(stage.world, [key], stage.now)[key]["text"])
    assert "One more yay adopts it, one more nay ties it, 2 more nays reject it. It resolves by itself." in told
    assert "As it stands" not in told
    do(stage, ("bo", "yay", 101))
    assert stage.world.poll(key)["status"] == "adopted"


def test_a_vote_that_falls_with_the_lower_one_counts_for_nobody_who_follows_its_voter() -> None:
    """Whose vote on the lower ordinal was taken back had none on the higher one, and those who follow had theirs by it."""
    stage = adopted("credo", "delegation")
    do(stage, ("cy", "/follow bo"))
    propose(stage, "ana", "900 Choirs")
    stage.step({"by": "ana", "opens": {"pull": 13, "title": "901 Less", "changes": {"happiness": None}}})
    do(stage, ("ana", "/open", 13))
    stage.step({"by": "bo", "says": "yay", "on": 12, "label": "lower"})
    do(stage, ("bo", "yay", 13))
    assert tally(stage.world, "13")["yay"] == 2
    stage.step({"by": "bo", "deletes": "lower"})
    assert tally(stage.world, "13")["yay"] == 0
    do(stage, ("bo", "nay", 12))
    assert tally(stage.world, "13")["yay"] == 2


@pytest.mark.parametrize("ruleset", ["credo", "frontier"])
@pytest.mark.parametrize(("like", "says"), [("loan", "/lend 10 to cy"), ("treasury", "/grant 1 to cy")])
def test_nothing_is_lent_or_granted_to_who_has_left_for_good(ruleset: str, like: str, says: str) -> None:
    """It was answered that they could take the loan, and all were asked for a grant that the treasury then kept."""
    stage = adopted(ruleset, like, game={"treasury": 1} if like == "treasury" else {})
    do(stage, ("bo", says.replace("cy", "ana")), ("cy", "/forfeit for good"))
    assert "cy can own no points now" in str(stage.step({"by": "bo", "says": says}))


def test_votes_that_were_bought_are_paid_back_as_a_rule_comes_by_which_they_count_no_more() -> None:
    """Not those that were decided by then, and of who has not voted yet with the vote."""
    stage = Stage({"scene": "three", "given": {"rules": {"timelock": None}}}, TEXTS, "shelf", HOST)
    one = "def one(counted, poll, ballots):\n    return [b | {'weight': 1} for b in counted]\n"
    front = "rule: next\ntitle: One voice\noverrides: all\nadjusts: {counted_ballots: one}\n"
    rule = {"one-voice.md": f"---\n{front}---\nEach has one vote.\n\n```starlark\n{one}```\n"}
    propose(stage, "ana", "Choirs")
    stage.step({"by": "ana", "opens": {"pull": 13, "title": "One voice", "changes": rule}})
    do(stage, ("ana", "/stake 3", 12), ("ana", "nay", 12), ("bo", "/stake 2", 12), ("ana", "/open", 13))
    do(stage, ("bo", "/stake 2", 13), *((who, "yay", 13) for who in ("ana", "bo", "cy")), ("ana", "/resolve", 13))
    assert (points(stage, "ana"), points(stage, "bo")) == (20, 2)
    assert "what ana paid for more votes comes back" in stage.said[-1]
    do(stage, ("bo", "yay", 12))
    assert (points(stage, "ana"), points(stage, "bo")) == (20, 6)
