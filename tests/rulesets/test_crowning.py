"""Who wins a game of turns, and what is said of code that may decide it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.examples.example_stage import Stage
from tests.rulesets.texts import HOST, TEXTS

WARNING = "make someone win otherwise than by points"
BEGUN = {
    "game": {"turn": {"player": "ana", "number": 1, "round": 1}, "turn_order": ["ana", "bo"]},
    "players": {"ana": {"active": True}, "bo": {"active": True}},
}


def proposed(code: str, front: str = "commands: [{usage: /sing, run: sing, help: Sing.}]", *votes: str) -> Stage:
    text = f"---\nrule: next\ntitle: Songs\n{front}\n---\nWhoever likes may sing.\n\n```starlark\n{code}```\n"
    steps: list[dict[str, Any]] = [
        {"by": "ana", "opens": {"pull": 12, "title": "Songs", "changes": {"310-songs.md": text}}},
        {"by": "ana", "says": "/open", "on": 12},
        *({"by": voter, "says": "yay", "on": 12} for voter in votes),
    ]
    stage = Stage({"given": BEGUN, "when": steps}, TEXTS, "frontier", HOST)
    assert stage.play() == []
    return stage


@pytest.mark.parametrize(
    "told",
    [
        '    tell("sung", player)\n',
        "    tell(\n        'sung',\n        player,\n    )\n",
        '    # They tell the others, in tellings of their own.\n    retell = player\n    tell("sung", retell)\n',
    ],
)
def test_of_what_is_told_in_so_many_words_nothing_is_said(told: str) -> None:
    assert not any(WARNING in said for said in proposed(f"def sing(player):\n{told}").said)


def test_a_field_that_says_who_won_makes_nobody_win() -> None:
    match = 'def sing(player):\n    put("matches", "1", {"won": player})\n'
    front = "state: {matches: {won: {type: string}}}\ncommands: [{usage: /sing, run: sing, help: Sing.}]"
    assert not any(WARNING in said for said in proposed(match, front).said)
    assert any(WARNING in said for said in proposed(match + '    tell("won", [player], "Sung.")\n', front).said)


@pytest.mark.parametrize(
    "told",
    [
        '    tell("".join(["w", "on"]), [player], "")\n',
        '    tell("wo%s" % "n", [player], "")\n',
        '    speak = tell if(player) else None\n    speak("now"[::-1], [player], "")\n',
        '    [each("now"[::-1], [player], "") for each in [tell]]\n',
    ],
)
def test_a_name_that_is_put_together_may_be_any_and_that_is_said(told: str) -> None:
    assert any(WARNING in said for said in proposed(f"def sing(player):\n{told}").said)


@pytest.mark.parametrize(
    ("written", "is_said"),
    [
        ('    put("judgments", "7", {"turn": 1})\n', True),
        ("    put(\n        'judgments',\n        \"7\",\n        {},\n    )\n", True),
        ('    put("judg" + "ments", "7", {})\n', True),
        ('    note = put\n    note("judgments", "7", {})\n', True),
        (
            '    seen = get("judgments", "7")\n    put("players", player, get("players", player) | {"bio": "I sing."})\n',
            False,
        ),
        ('    # What one may put into a song, one may put elsewhere.\n    output = keys("judgments")\n', False),
    ],
)
def test_who_writes_what_a_rule_goes_by_that_names_winners_can_make_someone_win(written: str, is_said: bool) -> None:
    assert any(WARNING in said for said in proposed(f"def sing(player):\n{written}").said) == is_said


@pytest.mark.parametrize(
    ("loaded", "name"), [("judgment", "consent_to_the_end"), ("judging", "give_consent"), ("text", "counted")]
)
def test_who_has_it_written_by_what_others_wrote_can_make_someone_win_as_well(loaded: str, name: str) -> None:
    code = f'load("{loaded}", "{name}")\n\ndef sing(player):\n    song = {name}\n'
    assert any(WARNING in said for said in proposed(code).said) == (loaded != "text")


def test_once_the_game_is_over_nobody_is_told_that_they_may_harvest() -> None:
    crown = 'def crown(change, poll):\n    tell("won", ["ana"], "A crown.")\n'
    stage = proposed(crown, "on: {enacted: crown}", "ana", "bo")
    assert stage.world.game["over"] == "A crown."
    assert not any("may harvest" in said for said in stage.said)
