"""Credo's rule against laws aimed at a player takes no fact and no key for a name: its lists have all of the engine's."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from engine.forge.reading import Verdict
from engine.game.owned import Ballot, Change, PollFacts, ProposalFacts, Status, Tally
from engine.law.documents.fields import KEYWORDS
from engine.law.documents.frontmatter import MEANINGS

ROOT = Path(__file__).parents[2]
RULE = (ROOT / "rules" / "credo" / "316-no-target.md").read_text(encoding="utf-8")
REFERENCE = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
FACTS = REFERENCE[REFERENCE.index("## Facts") : REFERENCE.index("## Examples")]
TOLD = (Ballot, Change, PollFacts, ProposalFacts, Tally)


def listed() -> set[str]:
    """The words that name nobody, whatever the law in force says."""
    lists = re.findall(r'^(?:NEVER|FACTS) = """(.*?)"""', RULE, re.DOTALL | re.MULTILINE)
    assert len(lists) == 2
    return set(" ".join(lists).split())


def documented(fact: str) -> set[str]:
    found = re.search(rf"^- a \*{fact}\*: `([^`]+)`", FACTS, re.MULTILINE)
    assert found is not None
    return set(found[1].split())


@pytest.mark.parametrize("fact", ["change", "proposal", "poll", "ballot", "tally"])
def test_no_fact_of_the_reference_is_taken_for_a_name(fact: str) -> None:
    assert documented(fact) - listed() == set()


@pytest.mark.parametrize("told", TOLD, ids=lambda told: told.__name__)
def test_no_field_that_rules_are_told_is_taken_for_a_name(told: type) -> None:
    fields = {
        name for kind in (told, *getattr(told, "__orig_bases__", ())) for name in getattr(kind, "__annotations__", {})
    }
    assert fields - listed() == set()


def test_no_status_of_a_poll_or_of_its_checks_is_taken_for_a_name() -> None:
    assert {*get_args(Status), *get_args(Verdict)} - listed() == set()


def test_no_key_of_the_front_matter_or_of_a_field_is_taken_for_a_name() -> None:
    assert {*MEANINGS, *(word.lower() for word in KEYWORDS)} - listed() == set()
