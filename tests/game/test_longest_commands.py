"""A comment is a command up to a length; what is longer is none, however it begins, and its author is told so."""

from __future__ import annotations

from engine.game.consulting import commands
from engine.game.examples.example_stage import Stage
from tests.island import RULESET, rule, with_rules

LAW = with_rules(
    {
        "120-songs.md": rule(
            120,
            "Songs",
            front="commands:\n  - {usage: /sing <song>, run: sing, arguments: {song: {type: text}}, help: x}\n",
            code='def sing(player, song):\n    reply("La.")\n',
        )
    }
)


def test_four_thousand_characters_are_a_command_and_one_more_is_none() -> None:
    stage = Stage({"given": {"players": {"ana": {"active": True}}}, "when": []}, LAW, RULESET)
    song = "/sing " + "la" * 1_997
    assert len(song) == 4_000
    assert commands.match(stage.world, song) is not None
    assert commands.match(stage.world, song + "a") is None
    assert commands.match(stage.world, song + " la la la") is None
    assert stage.step({"by": "ana", "says": song}) is None
    assert stage.step({"by": "ana", "says": song + "a", "refused": "4,000"}) is None


def test_however_much_of_it_is_not_seen_it_is_told_to_be_a_command_with_hidden_signs() -> None:
    """It was talk from there on, though it looks like a command to all who read it."""
    stage = Stage({"given": {"players": {"ana": {"active": True}}}, "when": []}, LAW, RULESET)
    for length in (4_000, 4_001, 65_536):
        said = "/" + "\u200b" * (length - 5) + "help"
        assert stage.step({"by": "ana", "says": said, "refused": "invisible"}) is None, length
