"""What is drawn has limits of its own each, and what waits for a first word comes first."""

from __future__ import annotations

import itertools
from typing import Any

from engine.game.examples.example_stage import Stage
from engine.game.plan import Fault, board_of
from engine.game.prospects import boards
from engine.game.prospects.boards import MOST_GREETED, MOST_REDRAWN, TOO_SLOW
from engine.game.words.registry import new_host
from engine.law.running.used import MAX_WORDS
from tests.island import RULESET, rule, with_rules

ASKING = f"""
def ask(player, *what):
    for i in range({MAX_WORDS * 3 // 5}):
        get("players", "ana")
    return False
"""
FRONT = "forbids: {open: ask}\ncommands:\n  - {usage: /count, run: ask, help: Count.}\n"
LAW = with_rules({"140-asking.md": rule(140, "Asking", front=FRONT, code=ASKING)})
PEOPLE = {"players": {"ana": {"active": True}}}


def proposed(*pulls: int) -> Stage:
    steps: list[dict[str, Any]] = [
        {
            "by": "ana",
            "opens": {
                "pull": n,
                "title": f"Song {n}",
                "changes": {f"song-{n}.md": rule(1, f"Song {n}").replace("rule: 1", "rule: next")},
            },
        }
        for n in pulls
    ]
    stage = Stage({"given": PEOPLE, "when": steps}, LAW, RULESET, new_host())
    assert stage.play() == []
    return stage


def test_what_a_happening_has_used_is_not_missing_where_something_is_drawn_after_it() -> None:
    stage = proposed(12, 13)
    assert stage.step({"by": "ana", "says": "/count"}) is None
    for key in ("12", "13"):  # what was found as they were made is another thing
        stage.world.patch("threads", key, title=f"{key} songs")
    drawn = boards.draw(stage.world, ["12", "13"], stage.now)
    assert [key for key, board in drawn.items() if "nothing in it would be refused" in str(board["text"])] == [
        "12",
        "13",
    ]


def test_of_what_is_said_anew_some_is_and_each_in_its_turn_after_what_is_voted_on() -> None:
    pulls = range(12, 20)
    stage = proposed(*pulls)
    assert stage.step({"by": "ana", "says": "/open", "on": 19}) is None
    for shown in pulls[:-1]:
        stage.world.patch("threads", str(shown), status_comment=1_000 + shown)
    passes = [list(boards.draw(stage.world, map(str, pulls), stage.now + 60 * n)) for n in range(len(pulls))]
    assert {(drawn[0], len(drawn)) for drawn in passes} == {("19", 1 + MOST_REDRAWN)}
    assert {key for drawn in passes for key in drawn} == set(map(str, pulls))


def test_what_bounds_what_is_shown_bounds_nothing_that_is_judged_after_it() -> None:
    stage = proposed(12)
    assert stage.folding.finish(stage.now).boards
    assert stage.world.showing is None


def test_what_ended_the_judge_twice_is_not_counted_and_what_did_once_is() -> None:
    stage = proposed(12, 13)
    for pull in (12, 13):
        assert stage.step({"by": "ana", "says": "/open", "on": pull}) is None
    died = {board_of(key): Fault("", "", 0, "it died", again=again) for key, again in (("12", True), ("13", False))}
    drawn = boards.draw(stage.world, ["12", "13"], stage.now, died)
    assert [TOO_SLOW in str(drawn[key]["text"]) for key in ("12", "13")] == [True, False]


def test_what_nothing_was_said_of_yet_comes_before_what_is_only_said_anew() -> None:
    pulls = range(12, 12 + MOST_REDRAWN + 2)
    stage = proposed(*pulls)
    for shown in pulls[:-1]:
        stage.world.patch("threads", str(shown), status_comment=1_000 + shown)
    drawn = list(boards.draw(stage.world, map(str, pulls), stage.now))
    assert drawn[0] == str(pulls[-1]) and len(drawn) == 1 + MOST_REDRAWN < MOST_GREETED


def test_what_became_law_by_rescue_is_said_at_once_however_many_wait_to_be_opened_and_whatever_ended_the_judge() -> (
    None
):
    pulls = range(12, 12 + MOST_GREETED)
    stage = proposed(*pulls)
    for shown in pulls:
        stage.world.patch("threads", str(shown), status_comment=1_000 + shown)
    stage.world.patch("threads", str(pulls[-1]), rescued=150)
    died = {board_of(str(pull)): Fault("", "", 0, "it died") for pull in pulls[:3]}
    for n, faults in itertools.product(range(len(pulls)), ({}, died)):
        drawn = boards.draw(stage.world, map(str, pulls), stage.now + 60 * n, faults)
        assert drawn[str(pulls[-1])]["description"] == "law, by rescue"
