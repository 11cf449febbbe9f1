"""A new rule that a merge or commit by hand brings has a number, as one that the engine merges: nobody can speak of one without."""

from __future__ import annotations

import pytest

from tests.referee.in_memory import Table
from tests.referee.test_switched import merge


def song(name: str) -> str:
    return f"---\nrule: next\ntitle: {name.title()}\nby_hand: true\n---\nWe sing {name}, as in [songs](200-songs.md).\n"


def proposed(table: Table, *words: str) -> int:
    number = table.island.propose("ana", "Songs", {"rules/island/200-songs.md": song("songs")})
    for who, text in (("ana", "/open"), ("ana", "yay"), *(pair.split(" ") for pair in words)):
        table.say(who, text, number)
    return number


def rules(table: Table) -> list[str]:
    """The files of rules that the island did not begin with."""
    return [path for path in table.island.files() if path.startswith("rules/island/") and path > "rules/island/108"]


def asked(table: Table, text: str) -> str:
    table.say("ana", text)
    table.run()
    return table.answers()[-1]


@pytest.mark.parametrize("adopted", [True, False])
def test_it_has_the_number_of_its_proposal_whether_that_was_adopted_or_not(adopted: bool) -> None:
    table = Table()
    number = proposed(table, *(["bo yay", "ana /resolve"] if adopted else []))
    table.island.fault_plan.refuse = adopted
    table.run()
    table.island.fault_plan.clear()
    merge(table, number)
    table.run()
    assert rules(table) == ["rules/island/108-songs.md"]
    text = table.island.files()["rules/island/108-songs.md"]
    assert "rule: 108\ntitle: Songs\nhistory:\n  - enacted: 108\n" in text and "(108-songs.md)" in text
    assert any(
        "Numbered, since it said `rule: next`: `rules/island/108-songs.md`" in answer for answer in table.answers()
    )
    assert "- 108: Songs" in asked(table, "/rules") and "We sing songs" in asked(table, "/rule 108")
    assert table.findings() == []


@pytest.mark.parametrize("between", [True, False], ids=["a pass between", "no pass between"])
def test_so_it_has_where_its_commits_come_one_by_one(between: bool) -> None:
    table = Table()
    proposed(table)
    table.run()
    for verse in ("", "And again.\n"):
        table.by_hand({"rules/island/200-songs.md": song("songs") + verse})
        if between:
            table.run()
    table.run()
    assert rules(table) == ["rules/island/108-songs.md"]
    assert "And again" in table.island.files()["rules/island/108-songs.md"]
    assert not any("Not in force" in answer for answer in table.answers())
    assert table.findings() == []


def test_of_several_that_nobody_proposed_each_has_that_of_its_name_or_the_next() -> None:
    table = Table()
    names = ("songs", "200-dances", "104-rites")
    for verse in ("", "And again.\n"):
        table.by_hand({f"rules/island/{name}.md": song(name.split("-")[-1]) + verse for name in names[:2]})
    table.by_hand({f"rules/island/{names[2]}.md": song("rites")})
    table.run()
    assert set(rules(table)) == {f"rules/island/{name}.md" for name in ("109-rites", "200-dances", "songs")}
    assert table.read("state/game.yaml")["last_number"] == 109
    assert "And again" in table.island.files()["rules/island/songs.md"]
    said = asked(table, "/rules")
    assert all(line in said for line in ("- 108: Songs", "- 109: Rites", "- 200: Dances"))
    assert table.findings() == []


def test_a_rule_in_force_that_a_hand_writes_anew_without_it_keeps_its_number_and_pedigree() -> None:
    table = Table()
    table.by_hand({"rules/island/103-fishing.md": song("fish")})
    table.run()
    assert table.island.files()["rules/island/103-fishing.md"].startswith(
        "---\nrule: 103\ntitle: Fish\nhistory:\n  - enacted: 103\n"
    )
    assert table.findings() == []


def test_a_number_that_its_proposal_has_lost_to_another_rule_is_given_to_nobody_again() -> None:
    table = Table()
    number = proposed(table)
    table.run()
    table.by_hand({"rules/island/108-dances.md": song("dances").replace("next", "108")})
    merge(table, number)
    table.run()
    assert rules(table) == ["rules/island/108-dances.md", "rules/island/109-songs.md"]
    assert table.findings() == []


def test_what_says_a_number_or_is_in_no_force_stays_as_it_is() -> None:
    table = Table()
    before = {
        "rules/island/150-dances.md": song("dances").replace("next", "150"),
        "rules/island/152-fishing.md": song("fishing"),
    }
    table.by_hand(dict(before))
    table.run()
    files = table.island.files()
    assert {path: files[path] for path in rules(table)} == before
    assert not any("Numbered" in answer for answer in table.answers())
    assert table.findings() == []
