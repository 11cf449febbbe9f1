"""Each kind of page of each ruleset's board in a real browser: on a phone, in the dark, without styles and without scripts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.boards import kinds, served
from tests.browser.playing import WHOLE, browser, fits, serious
from tests.island import rule
from tests.site.boards import game, pages, player
from tests.site.played import PLAYED, written
from tests.site.test_board import poll

pytestmark = pytest.mark.skipif(not WHOLE, reason="`make test-browser` runs the whole")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as found:
        yield found


@pytest.mark.parametrize("ruleset", PLAYED)
def test_every_page_fits_a_phone_reads_in_the_dark_and_asks_nobody_else(
    chromium: Any, ruleset: str, tmp_path: Path
) -> None:
    folder = written(ruleset, tmp_path)
    problems: list[str] = []
    with served(folder) as address:
        for scheme, width in (("light", 1280), ("dark", 375)):
            page = chromium.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme).new_page()
            page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
            page.on("pageerror", lambda error: problems.append(str(error)))
            page.on("request", lambda request: problems.append(request.url) if address not in request.url else None)
            for path in kinds(folder).values():
                page.goto(f"{address}/{path}")
                fits(page)
                assert serious(page) == []
    assert problems == []


def test_one_long_word_of_a_players_widens_no_page(chromium: Any, tmp_path: Path) -> None:
    name, word = "W" * 39, "W" * 200
    table = f"| a | b |\n|---|---|\n| {word} | 2 |\n"  # it widened the page, where a word beside it was broken
    song = f"---\nrule: 120\ntitle: {word}\nby_hand: true\n---\n{word}\n\n{table}"
    votes = [poll(number, status, who="yay") for number, status in ((108, "adopted"), (109, "open"))]
    polls = {str(each["number"]): {**each, "subject": f"{each['number']} {word}", "author": "who"} for each in votes}
    held = {
        "players": {"who": player(name, 1)},
        "polls": {**polls, "110": {**polls["109"], "number": None, "thread": 7}},
    }
    made, _ = pages(game(held, {"120-song.md": song}))
    for path, text in made.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    with served(tmp_path) as address:
        page = chromium.new_context(viewport={"width": 360, "height": 800}).new_page()
        for path in sorted(path for path in made if path.endswith(".html")):
            page.goto(f"{address}/{path}")
            fits(page)


def test_words_written_from_the_right_end_at_the_left_and_turn_nothing_beside_them(
    chromium: Any, tmp_path: Path
) -> None:
    """Their full stop stood where they begin, and a number behind a name in front of it."""
    song = "---\nrule: 120\ntitle: Song\nby_hand: true\n---\n\u05e9\u05dc\u05d5\u05dd \u05db\u05d5\u05dc\u05dd.\n\n*\u05e9\u05dc\u05d5\u05dd* 7 goats.\n"
    made, _ = pages(game({}, {"120-song.md": song}))
    for path, text in made.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    left = """([place, letter]) => {
      const words = document.createTreeWalker(document.querySelectorAll('.law p')[place], NodeFilter.SHOW_TEXT);
      while (words.nextNode()) {
        const at = words.currentNode.data.indexOf(letter), range = document.createRange();
        if (at < 0) continue;
        range.setStart(words.currentNode, at);
        range.setEnd(words.currentNode, at + 1);
        return range.getBoundingClientRect().left;
      }
    }"""
    with served(tmp_path) as address:
        page = chromium.new_context(viewport={"width": 1280, "height": 800}).new_page()
        page.goto(f"{address}/rules/song.html")
        assert page.evaluate(left, [0, "."]) < page.evaluate(left, [0, "\u05dd"]) < page.evaluate(left, [0, "\u05e9"])
        assert page.evaluate(left, [1, "\u05dd"]) < page.evaluate(left, [1, "7"]) < page.evaluate(left, [1, "g"])


def test_on_a_phone_the_letters_of_a_map_of_named_places_can_be_read(chromium: Any, tmp_path: Path) -> None:
    """They were seven pixels high."""
    with served(written("frontier", tmp_path)) as address:
        page = chromium.new_context(viewport={"width": 360, "height": 800}).new_page()
        page.goto(f"{address}/map.html")
        fits(page)
        assert min(text.bounding_box()["height"] for text in page.locator("svg text.on").all()) >= 12


SHOWS = "show: {players: {columns: [shells, fish], order: shells}}\n"


def test_on_a_phone_one_long_name_leaves_the_numbers_of_all_in_sight(chromium: Any, tmp_path: Path) -> None:
    """The first page of a game of thirty showed names and no number, for one of them had a long one."""
    held = {"players": {"who": player("W" * 39, 1, shells=7), "ana": player("ana", 2, shells=9)}}
    made, _ = pages(game(held, {"120-shown.md": rule(120, "Shown", front=SHOWS)}))
    for path, text in made.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    with served(tmp_path) as address:
        page = chromium.new_context(viewport={"width": 360, "height": 800}).new_page()
        for path in ("index.html", "players.html"):
            page.goto(f"{address}/{path}")
            cells = [cell.bounding_box() for cell in page.locator(".wide td.n").all()]
            assert cells and all(box["x"] + box["width"] <= 360 for box in cells)


def test_words_are_found_in_the_rulebook_and_times_are_the_readers_own(chromium: Any, tmp_path: Path) -> None:
    with served(written("credo", tmp_path)) as address:
        page = chromium.new_context(timezone_id="Asia/Tokyo").new_page()
        page.goto(f"{address}/rulebook.html")
        page.get_by_label("Words to look for").fill("farm")
        page.wait_for_function("document.getElementById('found').textContent.includes(' of ')")
        shown = page.locator("#rules li:visible").all_inner_texts()
        assert 0 < len(shown) < 20 and any("Farm" in text for text in shown)
        page.goto(f"{address}/index.html")
        assert page.locator(".due time").first.get_attribute("title")
        assert "where you are)" in page.locator(".due time").first.inner_text(), "the game's own time is not Tokyo's"
        page.clock.set_fixed_time("2001-01-01T00:00:00Z")
        page.reload()
        assert "(" not in page.locator(".due time").first.inner_text(), (
            "a table's clock was moved ahead of the reader's"
        )


def test_without_styles_and_scripts_it_reads(chromium: Any, tmp_path: Path) -> None:
    with served(written("credo", tmp_path)) as address:
        context = chromium.new_context(java_script_enabled=False)
        context.route("**/*.css", lambda route: route.abort())
        page = context.new_page()
        page.goto(f"{address}/index.html")
        headings = page.get_by_role("heading").all_inner_texts()
        assert {"Next", "Open votes", "Players", "Join in three steps"} <= {
            each.split("\n")[0].split(" All")[0] for each in headings
        }
        page.goto(f"{address}/map.html")
        assert page.get_by_role("table").count() >= 1
