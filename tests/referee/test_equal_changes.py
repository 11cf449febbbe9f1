"""The same change, proposed again when the rule has another number: equal as law, other bytes."""

from __future__ import annotations

from tests.referee.in_memory import Table


def adopt(table: Table, minutes: int) -> str:
    """Both say yay to dives of so many minutes; returns the path of the rule then."""
    path = next(p for p in table.island.files() if p.endswith("-dives.md"))
    text = table.island.files()[path]
    was = next(line for line in text.split("\n") if line.startswith("  minutes:"))
    number = table.island.propose("ana", f"{minutes} minutes", {path: text.replace(was, f"  minutes: {minutes}")})
    for who, words in (("ana", "/open"), ("ana", "yay"), ("bo", "yay"), ("ana", "/resolve")):
        table.say(who, words, number)
        table.run()
    assert table.read(f"state/polls/{number}.yaml")["status"] == "adopted"
    return next(p for p in table.island.files() if p.endswith("-dives.md"))


def test_a_change_made_back_and_forth_lands_each_time_and_replays() -> None:
    table = Table()
    paths = [adopt(table, minutes) for minutes in (45, 30, 45)]
    assert len(set(paths)) == 3
    text = table.island.files()[paths[-1]]
    assert "minutes: 45\n" in text
    assert f"rule: {paths[-1].rsplit('/', 1)[1].split('-')[0]}\n" in text
    assert text.count("amended:") == 3
    assert table.findings() == []
