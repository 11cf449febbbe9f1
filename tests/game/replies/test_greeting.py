"""What is said under a pull request before the vote is as long as people read, however much it changes."""

from __future__ import annotations

from typing import Any

from engine.game.replies import greeting


def told(rules: int, others: int) -> list[str]:
    changed: list[Any] = [{"op": "enact", "kind": "rule", "title": f"Rule {n}", "number": None} for n in range(rules)]
    text = greeting.proposal(301, "", greeting.Brought(changed, [f"notes/{n}.txt" for n in range(others)]), ["/open"])
    return [line for line in text.splitlines() if line.startswith("- ")]


def test_twenty_rules_and_twenty_other_files_are_named() -> None:
    assert len(told(20, 20)) == 40
    assert not any("more" in line for line in told(20, 20))


def test_of_more_the_first_twenty_are_named_and_the_rest_counted() -> None:
    lines = told(23, 21)
    assert lines[:2] == ["- a new rule: `Rule 0`", "- a new rule: `Rule 1`"]
    assert lines[19:21] == ["- a new rule: `Rule 19`", "- `notes/0.txt`"]
    assert lines[39:] == ["- `notes/19.txt`", "- and 4 more"]


def test_a_document_that_rules_declare_is_called_by_its_kind() -> None:
    """Spells were told to be new rules."""
    ops = ("enact", "amend", "repeal")
    changed: list[Any] = [{"op": op, "kind": "spell", "title": "Fire", "number": None} for op in ops]
    text = greeting.proposal(301, "", greeting.Brought(changed, []), ["/open"])
    assert "- a new spell: `Fire`\n- amends the spell: `Fire`\n- repeals the spell: `Fire`" in text
