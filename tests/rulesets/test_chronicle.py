"""`git log` is a chronicle in each law: a command that changes something says so in words of its rule."""

from __future__ import annotations

import pytest

from engine.game.words.registry import new_host
from engine.game.world.engine_fields import FIELDS
from engine.law.reach import reaches
from engine.law.rulebook import read
from engine.template import shipped

CHANGES = ("put", "open_poll", "enact", "roll", "withdraw", "resolve")
# Commands whose title comes from a rule that hears of them, or from the engine's own words for a vote and a verdict.
ELSEWHERE = {
    "assembly": {"open_it"},
    "credo": {"call_off", "from_the_body", "join", "resolve_it", "roll_for_show"},
    "frontier": {"open_it"},
    "starfarers": {"throw_freely"},
    "wayfarers": {"open_it"},
}


@pytest.mark.parametrize("ruleset", sorted(ELSEWHERE))
def test_what_changes_something_is_told_in_the_title_of_its_commit(ruleset: str) -> None:
    book = read(ruleset, shipped.law(ruleset), new_host(), FIELDS)[0]
    silent = {
        command.run
        for slug, command in book.commands
        if reaches(book, slug, command.run, CHANGES) and not reaches(book, slug, command.run, "headline")
    }
    assert silent == ELSEWHERE[ruleset]
