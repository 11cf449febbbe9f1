"""What pages tell of votes is what was counted: the record of what is decided, the tally of what is open."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from engine.game.examples.example_stage import Stage
from engine.game.replies.record import read
from engine.site import frontpage, lawpages, votes
from engine.site.game import Game
from engine.site.words import environment
from tests.game.replies.samples import PEOPLE, says, stage_of
from tests.island import rule, with_rules
from tests.site.boards import game, pages, player, poll

TWO = {"players": {"ana": player("ana", 1), "bo": player("bo", 2)}}


def rests(who: str) -> dict[str, Any]:
    """Whoever is inactive has no vote."""
    return says(who, "/rest", on=None)


def told(stage: Stage) -> tuple[Game, str]:
    """The game as a board sees it, and the page of #12."""
    stage.folding.close()
    found = dict(stage.world.files)
    for segment in stage.folding.plan.segments:
        segment.apply(found)
    read = game({}, law={})
    whole = Game(found, read.law)
    return whole, pages(whole)[0][f"proposals/{whole.polls['12']['number']}.html"]


def funnel(page: str) -> dict[str, int]:
    found = re.findall(r"<dt>(\w+)</dt><dd>(?:<i>.</i>)?(\d+)</dd>", page)
    return {name: int(number) for name, number in found}


LOST = stage_of(
    *(says("bo", "nay"), says("bo", "yay"), rests("bo")),
    *(says(who, "yay") for who in PEOPLE if who != "bo"),
    says("ana", "/resolve"),
)


def test_a_vote_of_somebody_who_lost_it_is_refused_in_record_and_on_the_page_as_in_the_sum() -> None:
    """The record called it superseded, and the page counted, where the sum of both said refused."""
    whole, page = told(LOST)
    record = whole.files["proposals/108.md"]
    assert record.count("| not counted: has no vote any more |") == 2 and "| superseded |" not in record
    assert "= 4 counted + 0 superseded + 2 refused." in record
    assert funnel(page) == {"received": 6, "counted": 4, "superseded": 0, "refused": 2}
    assert page.count("<td>refused: has no vote any more</td>") == 2 and page.count("<td>counted</td>") == 4


ONCE = """def first_only(counted, poll, ballots):
    return [b for b in counted if b["voter"] != "di"]
"""


def test_a_vote_that_a_rule_does_not_count_is_told_as_that_and_not_as_if_its_voter_had_voted_again() -> None:
    front = "adjusts: {counted_ballots: first_only}\n"
    law = with_rules({"130-once.md": rule(130, "Once", front=front, code=ONCE)})
    cast = [("bo", "nay"), ("bo", "yay"), ("ana", "yay"), ("cy", "yay"), ("di", "yay"), ("ed", "yay")]
    whole, page = told(stage_of(*(says(who, vote) for who, vote in cast), says("ana", "/resolve"), law=law))
    record = whole.files["proposals/131.md"]
    assert record.count("| superseded |") == 1 and record.count("| superseded by a rule |") == 1
    assert "= 4 counted + 2 superseded + 0 refused." in record
    assert "superseded by a later one" in page and "superseded by a rule" in page


def test_of_those_who_had_a_vote_no_more_have_voted_than_there_are() -> None:
    """The list of what is decided said that 5 of 4 had voted."""
    whole, _ = told(LOST)
    assert [each["turnout"] for each in lawpages.proposals(whole)["decided"]] == [(4, 4)]


def test_a_vote_that_was_edited_into_none_is_told_as_that_and_is_none_of_the_players_votes() -> None:
    """It stood among a player's votes as an empty word, and two such were votes alike."""
    voted = poll(109, "adopted", ana="yay", bo="yay")
    voted["ballots"] += [{**voted["ballots"][0], "choice": "", "edited": True, "comment": 8}]
    made, _ = pages(game({**TWO, "polls": {"5": voted}}))
    assert "<td>–</td>" in made["proposals/109.html"] and "superseded by an edit" in made["proposals/109.html"]
    assert "<td>yay</td>" in made["players/ana.html"] and "<td></td>" not in made["players/ana.html"]


def test_a_vote_that_a_rule_added_is_one_of_those_that_were_cast() -> None:
    record = (
        "- Electorate (3): **ana**, **bo**, **reds**\n\n"
        "| **ana** | yay | 7 | 2026-01-05T10:00:00Z | counted |\n\n"
        "1 received + 1 added = 2 counted + 0 superseded + 0 refused.\n"
    )
    assert votes.turnout(read(record), poll(109, "adopted", ana="yay")) == (2, 3)  # type: ignore[arg-type]


def test_what_is_open_again_is_told_as_it_is_and_not_as_it_was_when_it_was_withdrawn() -> None:
    """The page of a vote that went on gave the sum of the time before."""
    again = [says("bo", "yay"), says("ana", "/close"), says("ana", "/open"), says("cy", "nay"), says("di", "nay")]
    stage = stage_of(*again)
    whole, _ = told(stage)
    assert "1 received + 0 added" in whole.files["proposals/108.md"]
    count = {"received": 2, "added": 0, "superseded": 0, "refused": 0}
    given = lawpages.proposal(whole.told({**whole.law, "polls": {"12": {"count": None}}}, ()), "12")  # type: ignore[typeddict-item]
    assert given["funnel"] is None, count


@pytest.mark.parametrize("number", [7, 42, 107])
def test_the_record_of_a_proposal_is_found_whatever_its_number(number: int) -> None:
    """Files are called `007.md`; below a hundred none was found, and no page said how many had voted."""
    law = {f"proposals/{number:03d}.md": "1 received + 0 added = 1 counted + 0 superseded + 0 refused.\n"}
    decided = poll(number, "adopted", ana="yay")
    of = game({**TWO, "polls": {"5": decided}})
    whole = Game({**of.files, **law}, of.law)
    assert funnel(pages(whole)[0][f"proposals/{number}.html"])["received"] == 1


def test_of_more_votes_and_proposals_than_a_page_shows_it_is_said_how_many_there_are() -> None:
    """Whoever had voted seventy times had fifty votes on the page, and nothing said of the others."""
    polls = {str(number): poll(number, "adopted", ana="yay") for number in range(101, 322)}
    made, _ = pages(game({**TWO, "polls": polls}))
    assert made["players/ana.html"].count("the latest 50 of 221") == 2
    assert "Decided <small>the latest 200 of 221</small>" in made["proposals.html"]
    assert "the latest" not in made["players/bo.html"]


def tally(choices: Mapping[str, int], electors: int = 3, **more: Any) -> dict[str, Any]:
    """Of two votes by ana and bo; there are others who have one."""
    people = [*("ana", "bo"), *(f"p{number}" for number in range(electors - 2))]
    ballots = [{"voter": who, "choice": choice, "comment": 7, "weight": 1} for who, choice in zip(people, choices)]
    none = {"added": 0, "superseded": 0, "refused": 0, "received": 2, "yay": 0, "nay": 0}
    own = {"choices": dict(choices), "cast": sum(choices.values()), "voters": 2, "ballots": ballots}
    said = {choice: many for choice, many in choices.items() if choice in ("yay", "nay")}
    return {**none, **own, **said, "electors": people, "electorate": electors, **more}


def shown(count: Mapping[str, Any]) -> tuple[str, str]:
    """(page of the poll, line of the README)."""
    law = {"polls": {"5": {"count": count, "words": ""}}}
    of = game({**TWO, "polls": {"5": poll(109, "open", ana="yay", bo="nay")}}, law=law)
    readme = frontpage.drawn(of, {"README.md": f"{frontpage.BEGIN}\n{frontpage.END}"})["README.md"]
    return pages(of)[0]["proposals/109.html"], str(readme)


@pytest.mark.parametrize("electors", [3, 40])
def test_where_votes_weigh_more_than_one_heads_have_voted_and_not_weights(electors: int) -> None:
    """A board said that 7 of 3 had voted, and the bar of it left its frame."""
    page, readme = shown(tally({"yay": 6, "nay": 1}, electors))
    assert f"2 of {electors} voted" in readme and "6 yay, 1 nay" in readme
    assert "7 of" not in page
    widths = [float(width) for width in re.findall(r'<rect class="(?:yay|nay bar)"[^>]*width="([0-9.]+)"', page)]
    assert sum(widths) <= 398
    assert electors == 3 or f"2 of {electors} have voted" in page


def test_where_the_choices_are_others_they_are_told_and_not_that_nobody_said_yay() -> None:
    page, readme = shown(tally({"red": 1, "<b>green</b>": 1}))
    assert "1 &lt;b&gt;green&lt;/b&gt;, 1 red; 2 of 3 voted" in readme
    assert "1 &lt;b&gt;green&lt;/b&gt;, 1 red;</strong> 2 of 3 have voted" in page
    assert "0 yay" not in page + readme


def test_of_very_many_choices_those_with_most_votes_are_told_and_how_many_are_left() -> None:
    many = {f"{'x' * 40}{number}": number for number in range(1, 30)}
    page, readme = shown(tally(many))
    assert "and 25 more; 2 of 3 voted" in readme and "and 25 more;</strong> 2 of 3 have voted" in page


def test_templates_know_no_other_sum() -> None:
    """So that no page takes the sum of weights for heads again."""
    env = environment()
    assert env.loader is not None
    for name in ("parts.html", "board/bits.html"):
        assert "count.cast" not in env.loader.get_source(env, name)[0]
