"""The shelf with its numbers amended as players could amend them: to nothing, less than nothing, parts of one, or plain ones for dice."""

from __future__ import annotations

from typing import Any

from engine.game.examples.example_stage import Stage
from engine.game.proposals.tally import tally
from tests.rulesets.texts import HOST, TEXTS

SHELF = {path: text for path, text in TEXTS.items() if path.startswith(("rules/shelf/", "rules/library/"))}
PURSES = {"ana": 20, "bo": 10, "cy": 0}


CREDO = {path: text for path, text in TEXTS.items() if path.startswith(("rules/credo/", "rules/library/"))}
TIMELOCK = TEXTS["rules/shelf/212-timelock.md"].replace("rule: 212\n", "rule: 400\n")
CHOIRS = "---\nrule: next\ntitle: Choirs\nby_hand: true\n---\nWe sing.\n"


def amended(slug: str, **numbers: object) -> Stage:
    """Three at the table, on a Monday at noon, where the rule has these numbers."""
    players = {name: {"active": True, "points": points} for name, points in PURSES.items()}
    given: dict[str, Any] = {"players": players, "rules": {slug: {"parameters": {"coin": "points"} | numbers}}}
    if slug != "treasury":
        given["rules"]["treasury"] = None  # takes its tenth on Mondays
    return Stage({"given": given}, SHELF, "shelf", HOST)


def do(stage: Stage, *steps: tuple[str, str]) -> None:
    for by, says in steps:
        assert stage.step({"by": by, "says": says}) is None


def give(stage: Stage, name: str, points: int) -> None:
    record = stage.world.records.get("players", name) or {}
    stage.world.records.put("players", name, {**record, "points": points})


def wait(stage: Stage, until: str) -> None:
    assert stage.step({"clock": until}) is None


def points(stage: Stage) -> list[int]:
    return [(stage.world.records.get("players", name) or {})["points"] for name in PURSES]


def test_a_tax_takes_no_more_than_there_is_and_nothing_where_it_is_one_of_none() -> None:
    for share, left, taken in ((0.5, [0, 0, 0], 30), (2.5, [12, 6, 0], 12), (0, [20, 10, 0], 0), (-3, [20, 10, 0], 0)):
        stage = amended("treasury", share=share)
        wait(stage, "2026-01-12T12:00:00Z")
        assert points(stage) == left
        assert (stage.world.records.get("game", "game") or {})["treasury"] == taken


def test_what_is_not_counted_cannot_be_owned_and_holds_up_no_tax() -> None:
    stage = amended("treasury", coin="active", share=10)
    wait(stage, "2026-01-12T12:00:00Z")
    assert (stage.world.records.get("game", "game") or {})["treasury"] == 0
    stage = amended("timer", coin="login", hours_of_digging=8, luck="1d1")
    do(stage, ("cy", "/dig"))
    wait(stage, "2026-01-05T20:00:00Z")
    assert stage.world.records.keys("timers") == []


def test_a_loan_that_costs_less_than_nothing_leaves_nothing_owed_and_is_settled_in_its_time() -> None:
    stage = amended("loan", interest=-150, weeks=2)
    do(stage, ("ana", "/lend 10 to bo"), ("bo", "/borrow 1"))
    wait(stage, "2026-01-19T12:00:00Z")
    assert points(stage) == [10, 20, 0]
    assert stage.world.records.get("loans", "1") is None


def test_interest_in_parts_of_a_hundred_is_rounded_down() -> None:
    stage = amended("loan", interest=12.5, weeks=2)
    do(stage, ("ana", "/lend 10 to bo"), ("bo", "/borrow 1"), ("bo", "/repay 1"))
    assert points(stage) == [21, 9, 0]


def test_parts_of_one_are_reckoned_as_they_are_written() -> None:
    """And not as the nearest fraction that a computer knows, which may be a little more or less."""
    stage = amended("loan", interest=0.57, weeks=2)
    give(stage, "ana", 10_000)
    do(stage, ("ana", "/lend 10000 to bo"), ("bo", "/borrow 1"))
    assert (stage.world.records.get("loans", "1") or {})["owed"] == 10_057
    stage = amended("treasury", share=1.1)
    give(stage, "ana", 55)
    wait(stage, "2026-01-12T12:00:00Z")
    assert points(stage)[0] == 5
    stage = amended("shop", price=1.4, delivery=5)
    do(stage, ("ana", "/shop 5 lamps"))
    assert points(stage)[0] == 13


def test_who_has_taken_a_loan_owes_what_was_said_then_whatever_becomes_of_the_interest() -> None:
    stage = amended("loan", interest=10, weeks=2)
    do(stage, ("ana", "/lend 10 to bo"), ("bo", "/borrow 1"))
    usury = {"loan": {"parameters": {"coin": "points", "interest": 100, "weeks": 2}}}
    stage.step({"by": "ana", "opens": {"pull": 12, "title": "Usury", "changes": usury}})
    for by, says in (("ana", "/open"), ("ana", "yay"), ("cy", "yay"), ("ana", "/resolve")):
        assert stage.step({"by": by, "says": says, "on": 12}) is None
    wait(stage, "2026-01-09T12:00:00Z")
    assert stage.world.book.documents["loan"].parameters["interest"] == 100
    do(stage, ("bo", "/repay 1"))
    assert points(stage) == [21, 9, 0]


def test_a_shop_from_which_more_is_taken_than_there_is_stands_empty() -> None:
    stage = amended("shop", price=3, delivery=-7)
    wait(stage, "2026-01-12T08:00:00Z")
    assert (stage.world.records.get("game", "game") or {})["stock"] == 0


def test_who_digs_where_it_may_cost_something_stops_digging_and_pays_no_more_than_there_is() -> None:
    stage = amended("timer", hours_of_digging=8, luck="1d1-6")
    do(stage, ("bo", "/dig"), ("cy", "/dig"))
    wait(stage, "2026-01-05T20:00:00Z")
    assert points(stage) == [20, 5, 0]
    assert stage.world.records.keys("timers") == []


def test_a_plain_number_in_the_place_of_dice_is_found_by_whoever_digs() -> None:
    stage = amended("timer", hours_of_digging=8, luck=3)
    do(stage, ("cy", "/dig"))
    wait(stage, "2026-01-05T20:00:00Z")
    assert points(stage) == [20, 10, 3]


def test_what_may_last_for_ever_can_be_begun() -> None:
    for_ever = 10**12
    do(amended("timer", hours_of_digging=for_ever, luck="1d1"), ("cy", "/dig"))
    do(amended("loan", interest=10, weeks=for_ever), ("ana", "/lend 10 to bo"), ("bo", "/borrow 1"))


def test_a_map_of_two_and_a_half_places_is_drawn_with_the_whole_ones() -> None:
    stage = amended("map", size=2.5)
    do(stage, ("ana", "/look"))
    assert stage.said[-1].startswith("| | |\n|---|---|\n")


def test_a_wait_that_no_calendar_ends_is_not_put_to_the_vote_where_the_law_has_to_stay_changeable() -> None:
    """An adopted change would never take effect, nor would one that repeals the wait."""
    stage = Stage({"scene": "three"}, {**CREDO, "rules/credo/400-timelock.md": TIMELOCK}, "credo", HOST)
    for pull, hours in ((12, 10**12), (13, 10**4)):
        title, change = f"900 {hours}", {"timelock": {"parameters": {"hours_to_wait": hours, "enough": 2}}}
        stage.step({"by": "ana", "opens": {"pull": pull, "title": title, "changes": change}})
        refused = stage.step({"by": "ana", "says": "/open", "on": pull})
        assert ("no rule-change could be adopted any more" in str(refused)) == (hours > 10**4)
    assert stage.world.poll("13")["status"] == "open"


def test_a_price_in_parts_of_one_is_rounded_up_and_told_so() -> None:
    stage = amended("shop", price=2.5, delivery=5)
    do(stage, ("ana", "/shop 1 lamp"), ("ana", "/shop 2 lamps"), ("ana", "/status"))
    assert points(stage) == [12, 10, 0]
    assert "2.5 points" in stage.said[-1]


def test_a_map_larger_than_a_comment_is_shown_as_far_as_it_fits_around_whoever_looks() -> None:
    for size in (100, 10**12):
        stage = amended("map", size=size)
        do(stage, ("ana", "/step north"), ("ana", "/step east"), ("ana", "/look"))
        rows = stage.said[-1].splitlines()
        assert len(rows) < 40 and [row for row in rows if row.startswith("| . | ana |")]


def test_no_number_makes_a_vote_weigh_more_than_can_be_counted() -> None:
    for votes, yay in ((10**12, 10**9), (-(10**12), -(10**9))):
        stage = amended("weighted-vote", rich=5, votes=votes)
        stage.step({"by": "ana", "opens": {"pull": 12, "title": "Choirs", "changes": {"choirs.md": CHOIRS}}})
        for says in ("/open", "/stake 3", "yay"):
            assert stage.step({"by": "ana", "says": says, "on": 12}) is None
        assert tally(stage.world, "12")["yay"] == yay
