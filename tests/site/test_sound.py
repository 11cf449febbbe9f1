"""Boards of played games hold what is promised of boards: read by program, page by page, and compared with the game's files."""

from __future__ import annotations

import pytest

from engine.game.exhibits import SILENT
from engine.site.game import Game
from tests.shares import share
from tests.site import fresh
from tests.site.boards import files, pages, player
from tests.site.played import PLAYED
from tests.site.played import game as played
from tests.site.sound import wrong_with


@pytest.mark.parametrize("ruleset", share(list(PLAYED), 3))
def test_nothing_is_wrong_with_the_board_of_a_played_game(ruleset: str) -> None:
    assert fresh.wrong_at_the_end(played(ruleset)[0]) == []


SPOILT = {
    "a dead link": ("index.html", 'href="chronicle.html"', 'href="nowhere.html"'),
    "a fragment that is nowhere": ("index.html", 'href="#main"', 'href="#nowhere"'),
    "another number": ("players.html", '<td class="n">5</td>', '<td class="n">6</td>'),
    "an open element": ("index.html", "</main>", ""),
    "a script": ("index.html", "</main>", "<script>alert(1)</script></main>"),
    "a handler": ("index.html", "<main ", '<main onclick="x" '),
    "a feed without a title": ("feed.xml", "<title>", "<subtitle>"),
    "a calendar with other ends": ("calendar.ics", "\r\n", "\n"),
}


@pytest.mark.parametrize("spoilt", list(SPOILT))
def test_what_is_wrong_is_found(spoilt: str) -> None:
    game = Game(files({"players": {"ana": player("ana", 1, shells=5), "bo": player("bo", 2)}}), SILENT)
    made = pages(game)[0]
    assert wrong_with(made, game) == []
    path, text, other = SPOILT[spoilt]
    assert text in made[path]
    changed = made[path].replace(text, other).replace("</title>", "</subtitle>" if "subtitle" in other else "</title>")
    assert wrong_with({**made, path: changed}, game)
