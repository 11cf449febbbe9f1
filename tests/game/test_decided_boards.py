"""The board of what is decided tells the count by which it was, whatever has followed from it in the same pass."""

from __future__ import annotations

from typing import Any

from engine.game.examples.example_stage import Stage
from tests.island import RULESET, rule, with_rules

PEOPLE = {name: {"active": True, "shells": 1} for name in ("ana", "bo", "cy")}
SILENT = rule(
    120,
    "Silent",
    front="on: {adopted: send_away, rejected: send_away}\n",
    code=(
        "def send_away(poll, tally):\n"
        '    voted = [b["voter"] for b in tally["ballots"]]\n'
        '    for player in [p for p in tally["electors"] if p not in voted]:\n'
        '        put("players", player, get("players", player) | {"active": False})\n'
    ),
)
NEW_VOTERS = rule(
    120,
    "Ana alone",
    front="adjusts: {electorate: ana_alone}\n",
    code='def ana_alone(electors, poll):\n    return ["ana"]\n',
).replace("rule: 120", "rule: next")


def said(by: str, text: str, on: int | str = 12, **more: Any) -> dict[str, Any]:
    return {"by": by, "says": text, "on": on, **more}


def decided(law: dict[str, str], changes: dict[str, str], *steps: dict[str, Any]) -> Stage:
    """A proposal of ana's in #12, on which she and bo have voted, resolved by her; and the steps."""
    begin = [
        {"by": "ana", "opens": {"pull": 12, "title": "A thing", "changes": changes}},
        *(said("ana", "/open"), said("ana", "yay"), said("bo", "yay", label="bo's"), said("ana", "/resolve")),
    ]
    stage = Stage({"given": {"players": PEOPLE}, "when": [*begin, *steps]}, law, RULESET)
    assert stage.play() == []
    assert stage.world.poll("12")["status"] == "adopted"
    return stage


def board(stage: Stage) -> str:
    return str(stage.folding.finish(stage.now).boards["12"]["text"])


def test_who_is_sent_away_by_the_verdict_had_a_vote_in_it() -> None:
    songs = {"130-songs.md": rule(130, "Songs").replace("rule: 130", "rule: next")}
    assert "2 of 3 have voted" in board(decided(with_rules({"120-silent.md": SILENT}), songs))


def test_what_is_adopted_and_says_who_votes_was_counted_by_the_law_before() -> None:
    shown = board(decided(with_rules({}), {"130-ana.md": NEW_VOTERS}))
    assert "**2 yay**; 2 of 3 have voted" in shown
    assert "has no vote any more" not in shown


def test_a_vote_that_comes_too_late_or_is_deleted_by_then_is_none_of_those_that_were_counted() -> None:
    late = [said("cy", "yay", refused="closed"), {"by": "bo", "deletes": "bo's"}]
    shown = board(decided(with_rules({"120-silent.md": SILENT}), {"130-ana.md": NEW_VOTERS}, *late))
    assert "**2 yay**; 2 of 3 have voted" in shown
    assert "**cy**" not in shown


def test_what_was_withdrawn_and_is_opened_again_is_counted_as_it_is() -> None:
    begin = [
        {"by": "ana", "opens": {"pull": 12, "title": "A thing", "changes": {"130-ana.md": NEW_VOTERS}}},
        *(said("ana", "/open"), said("bo", "nay"), said("ana", "/close"), said("ana", "/open"), said("ana", "yay")),
    ]
    stage = Stage({"given": {"players": PEOPLE}, "when": begin}, with_rules({}), RULESET)
    assert stage.play() == []
    assert "**1 yay**; 1 of 3 has voted" in board(stage)


def test_a_count_too_large_for_the_engines_notes_is_not_kept_until_the_board_is_shown() -> None:
    many = rule(
        120,
        "Many",
        front="adjusts: {counted_ballots: many}\n",
        code='def many(counted, poll, ballots):\n    return counted + [{"voter": "ana", "choice": "yay"} for n in range(3000)]\n',
    )
    songs = {"130-songs.md": rule(130, "Songs").replace("rule: 130", "rule: next")}
    stage = decided(with_rules({"120-many.md": many}), songs)
    assert "count" not in (stage.world.records.get("outbox", "status/12") or {})
    assert "**3002 yay**" in board(stage)
