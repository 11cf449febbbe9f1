"""What is drawn has limits of its own each, and what waits for a first word comes first."""

from __future__ import annotations

from typing import Any

from engine.game.examples.example_stage import Stage
from engine.game.prospects import boards
from engine.game.prospects.boards import MOST_GREETED
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


class Burning:
    """A fuse of which a second is burnt each time that it is lit."""

    burnt, is_low = 0.0, False

    def light(self) -> None:
        self.burnt += 1.0

    def quench(self) -> None: ...

    def grant(self) -> None: ...


def test_what_waits_has_time_of_its_own_after_what_is_voted_on_and_the_rest_waits_for_the_next_pass() -> None:
    pulls = range(12, 20)
    stage = proposed(*pulls)
    assert stage.step({"by": "ana", "says": "/open", "on": 12}) is None
    for shown in pulls[1:]:
        stage.world.patch("threads", str(shown), status_comment=1_000 + shown)
    stage.world.host.fuse = Burning()
    drawn = list(boards.draw(stage.world, map(str, pulls), stage.now))
    assert drawn[0] == "12", "what is voted on is drawn whatever waits"
    assert drawn[1] == "19" and 1 < len(drawn) < len(pulls), "and of the rest the newest"


def test_what_nothing_was_said_of_yet_comes_before_what_is_only_said_anew() -> None:
    pulls = range(12, 12 + MOST_GREETED + 2)
    stage = proposed(*pulls)
    for shown in pulls[:-1]:
        stage.world.patch("threads", str(shown), status_comment=1_000 + shown)
    drawn = boards.draw(stage.world, map(str, pulls), stage.now)
    assert str(pulls[-1]) in drawn and len(drawn) == MOST_GREETED
