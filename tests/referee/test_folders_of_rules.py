"""Where a rule lies: only a rule that the engine numbers has a number, so a proposal brings none in any other place."""

from __future__ import annotations

from typing import Final

from tests.referee.in_memory import Table

PATH: Final = "rules/island/rule/song.md"
SONG: Final = "---\nrule: 900\ntitle: Song\nby_hand: true\n---\nWe sing.\n"


def test_no_rule_below_a_folder_has_the_number_that_somebody_gave_it_before_it_was_proposed() -> None:
    table = Table()
    table.island.propose(
        "bo", "Mine", {PATH: SONG.replace("900", "1")}
    )  # equal as law: it would be kept as it was read first
    table.run()
    number = table.island.propose("ana", "Song", {PATH: SONG})
    for who, words in (("ana", "/open"), ("ana", "yay"), ("bo", "yay"), ("ana", "/resolve")):
        table.say(who, words, number)
        table.run()
    assert not any(path.endswith("song.md") for path in table.island.files() if path.startswith("rules/"))
    assert any("rules lie directly in the ruleset's folder" in answer for answer in table.answers(number))


def test_what_is_committed_into_another_rulesets_folder_is_no_rule_of_this_game_and_stays() -> None:
    table = Table()
    notes = "Nobody plays by this.\n"
    table.by_hand({"rules/elsewhere/notes.md": notes})
    table.run()
    assert table.island.files()["rules/elsewhere/notes.md"] == notes
    assert table.findings() == []


def test_what_is_no_rule_does_not_stay_in_the_folder_of_this_game_when_it_is_committed_there() -> None:
    table = Table()
    table.by_hand({"rules/island/notes.md": "Nobody plays by this.\n"})
    table.run()
    assert "rules/island/notes.md" not in table.island.files()
    assert any("rules/island/notes.md" in answer for answer in table.answers())
    assert table.findings() == []
