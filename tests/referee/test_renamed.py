"""A rule renamed by hand to what no rule is called: nobody has repealed it, so it stays in force, and the table says why."""

from __future__ import annotations

import pytest

from engine.store import canon
from tests.referee.in_memory import ANA, Table

OLD = "rules/island/107-councils.md"
NO_NAMES = (
    "rules/island/109-councils.md",
    "rules/island/107-councils.md\x7f",
    "rules/island/councils/107-councils.md",
    "rules/island/107 Councils.txt",
    "rules/island/107-councils.md.bak",
    "rules/island/old.txt",
    "rules/107-councils.md",
    "rules/Island/107-councils.md",
)


def law(table: Table) -> dict[str, str]:
    return {path: text for path, text in table.island.files().items() if path.startswith("rules/island/")}


@pytest.mark.parametrize("new", NO_NAMES)
def test_a_rule_with_a_new_name_that_no_rule_can_have_stays_in_force_under_the_old_one(new: str) -> None:
    table = Table()
    before = law(table)
    sha = table.by_hand({OLD: None, new: before[OLD], ANA: canon.emit({**table.read(ANA), "shells": 7})})
    table.run()
    assert law(table) == before
    assert table.shells() == 7
    (told,) = [text for text in table.answers() if sha[:10] in text]
    assert f"`{OLD}` (what it is called in that commit is no rule's name; to take it away, take it away alone)" in told
    assert table.findings() == []


def test_so_does_one_of_which_the_text_was_changed_with_the_name() -> None:
    table = Table()
    before = law(table)
    table.by_hand({OLD: None, "rules/island/107 Moots.txt": before[OLD].replace("ouncil", "oot")})
    table.run()
    assert law(table) == before
    assert table.findings() == []


def test_one_that_has_a_new_name_that_a_rule_can_have_has_it() -> None:
    table = Table()
    text = law(table)[OLD]
    table.by_hand({OLD: None, "rules/island/107-moots.md": text})
    table.run()
    assert OLD not in law(table) and law(table)["rules/island/107-moots.md"] == text
    assert table.findings() == []


@pytest.mark.parametrize("beside", [{}, {"rules/island/picture.txt": "A hut.\n"}, {"rules/island/110-x.md": "none"}])
def test_one_that_is_taken_away_beside_something_unlike_it_is_gone(beside: dict[str, str | None]) -> None:
    table = Table()
    table.by_hand({OLD: None, **beside})
    table.run()
    assert OLD not in law(table)
    assert table.findings() == []


def test_one_is_gone_also_where_what_is_called_alike_elsewhere_is_changed_with_it() -> None:
    """That stood there before, so nothing was renamed to it."""
    table, other = Table(), "rules/atoll/107-councils.md"
    table.by_hand({other: "The atoll has councils.\n"})
    table.run()
    table.by_hand({OLD: None, other: "The atoll has two councils.\n"})
    table.run()
    assert OLD not in law(table)
    assert table.findings() == []


def test_what_was_put_back_is_taken_away_by_a_commit_of_its_own() -> None:
    table = Table()
    text = law(table)[OLD]
    table.by_hand({OLD: None, "rules/island/107 Councils.txt": text})
    table.run()
    table.by_hand({OLD: None})
    table.run()
    assert OLD not in law(table)
    assert table.findings() == []
