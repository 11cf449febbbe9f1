"""Players' words do nothing where the engine repeats them, in a table as elsewhere."""

from __future__ import annotations

from typing import Any

import pytest
from markdown_it import MarkdownIt

from engine.game.replies.board import _row
from engine.game.replies.foretelling import foretold
from engine.game.replies.inert import person
from engine.game.replies.record import _ballots

MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable("table")
VOTE: Any = {
    "voter": "a|@everyone b",
    "choice": "x|@everyone <b>y",
    "comment": 7,
    "at": 0,
    "weight": 1,
    "deleted": False,
}
VOTE |= {"edited": False, "first": 0}


def alive(markdown: str) -> list[str]:
    """The pieces of a text that are words to Markdown, and no code."""
    tokens = [child for token in MARKDOWN.parse(markdown) for child in token.children or []]
    assert not [token for token in tokens if token.type == "html_inline"]
    return [token.content for token in tokens if token.type == "text" and token.content.strip()]


def test_a_bar_in_a_choice_or_a_name_wakes_nobody_in_a_table() -> None:
    """A rule says what a choice is, and a rule names whoever it lends a vote: both may be a player's words."""
    table = f"| who | vote | |\n|---|---|---|\n{_row(VOTE, 'counted')}\n"
    assert alive(table) == ["who", "vote", "counted"]


def test_nor_in_the_record_of_a_proposal() -> None:
    count: Any = {"ballots": [VOTE]}
    assert "@everyone" not in "".join(alive(_ballots({"ballots": [VOTE]}, count)))  # type: ignore[typeddict-item]
    assert "| yay |" in _ballots({"ballots": [VOTE | {"choice": "yay"}]}, count)  # type: ignore[typeddict-item]


def test_nor_in_a_forecast() -> None:
    row = {"name": "Ur|@everyone b", "field": "wood|@everyone c", "certain": False, "more": 3, "fewer": 1, "now": 5}
    row |= {"without": 5, "with_": 6, "dots": "..", "words": "more"}
    told = foretold({"seeds": 6, "weeks": 4, "trouble": "", "rows": [row], "exact": [], "at": 0}, (), "UTC")
    assert "@everyone" not in "".join(alive(told))


@pytest.mark.parametrize("name", ["www.example.com", "the www.example.com", "GH-12", "party:gh-12", "__init__", "_x_"])
def test_a_name_that_a_forge_makes_a_link_or_stress_of_is_quoted(name: str) -> None:
    assert person(name) == f"**`{name}`**"


@pytest.mark.parametrize("name", ["ana", "ana-b", "octo_cat", "github-actions[bot]", "party:the reds", "ghost-1"])
def test_other_names_are_not(name: str) -> None:
    assert person(name) == f"**{name}**"
