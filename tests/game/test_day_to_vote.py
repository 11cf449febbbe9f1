"""The day to vote on the higher class: when it ends the clock looks again, so that no poll waits for somebody to say a word."""

from __future__ import annotations

from typing import Any, Final

from engine.game.examples.example_stage import Stage
from tests.game.test_rank import HELP, TRANSMUTED, YAYS, one, played, transmutation

AWAY: Final = one(
    "commands: [{usage: /away, run: go_away, who: players}]\n", HELP + "def go_away(player):\n    retire([player])\n"
)
QUIET: Final = {"clock": "2026-01-08T12:00:00Z"}


def rings(stage: Stage) -> list[str]:
    return [str(outcome["id"]) for outcome in stage.folding.plan.outcomes if str(outcome["id"]).startswith("lapsed/")]


def absent(*more: dict[str, Any], votes: list[tuple[str, str]] = YAYS[:2]) -> Stage:
    """Cy goes away once the vote is open; the others vote as is said here, and say nothing more."""
    steps = transmutation(votes)
    return played(AWAY, [*steps[:2], {"by": "cy", "says": "/away"}, *steps[2:], *more], roles={"adm": "administrator"})


def test_when_the_day_to_vote_ends_a_poll_that_is_complete_by_that_is_decided_though_nobody_says_a_word() -> None:
    stage = absent(QUIET)
    poll = stage.world.poll("12")
    ended = poll["opened_at"] + 86_400
    assert (poll["status"], rings(stage)) == ("adopted", [f"lapsed/12/{ended}"])


def test_until_that_day_has_ended_it_is_open() -> None:
    stage = absent()
    ended = stage.world.poll("12")["opened_at"] + 86_400
    for at, status in ((ended - 1, "open"), (ended, "open"), (ended + 1, "adopted")):
        stage.now = at
        stage.folding.clock((at, 0, ""))
        assert stage.world.poll("12")["status"] == status


def test_the_end_of_the_day_rings_once_where_others_are_waited_for() -> None:
    """Bo is active, and has not voted: the poll waits on, and the clock does not ask again."""
    stage = absent(QUIET, {"by": "ana", "says": "/status"}, {"clock": "2026-01-20T12:00:00Z"}, votes=YAYS[:1])
    assert (stage.world.poll("12")["status"], len(rings(stage))) == ("open", 1)


def test_a_day_to_vote_that_takes_nobodys_vote_away_rings_for_nobody() -> None:
    stage = played({}, [*transmutation(YAYS[:2]), QUIET])
    assert (stage.world.poll("12")["status"], rings(stage)) == ("open", [])


def test_a_pause_puts_the_end_of_the_day_off_by_as_long_as_it_was() -> None:
    pause = [{"by": "adm", "says": "/pause"}, QUIET, {"by": "adm", "says": "/resume"}]
    stage = absent(*pause)
    poll = stage.world.poll("12")
    ended = poll["opened_at"] + poll["paused"] + 86_400
    assert (poll["status"], rings(stage), ended > stage.now) == ("open", [], True)
    stage.step({"clock": "2026-01-12T12:00:00Z"})
    assert (stage.world.poll("12")["status"], rings(stage)) == ("adopted", [f"lapsed/12/{ended}"])


def test_new_commits_put_the_end_of_the_day_off() -> None:
    changed = {"112-old.md": TRANSMUTED.replace("So it is.", "So it is.\n\nAnd so.")}
    stage = absent(
        {"by": "ana", "pushes": 12, "changes": changed},
        *({"by": who, "says": "yay", "on": 12} for who in ("ana", "bo")),
        {"clock": "2026-01-06T22:00:00Z"},
    )
    assert (stage.world.poll("12")["status"], rings(stage)) == ("open", [])
    stage.step({"clock": "2026-01-07T00:00:00Z"})
    since = stage.world.poll("12")["since"]
    assert (stage.world.poll("12")["status"], rings(stage)) == ("adopted", [f"lapsed/12/{since + 86_400}"])
