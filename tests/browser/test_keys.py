"""Whoever has no mouse: after each deed one goes on from its answer, and the page is not taken away under one's fingers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.playing import WHOLE, Served, browser

pytestmark = pytest.mark.skipif(not WHOLE, reason="`make test-browser` runs the whole")
FOCUSED = "document.activeElement.id || document.activeElement.innerText || document.activeElement.tagName"


@pytest.fixture
def page(table: Served) -> Iterator[Any]:
    with browser() as chromium:
        found = chromium.new_page(viewport={"width": 360, "height": 740})
        found.goto(table.link)
        yield found


def go_to(page: Any, name: str) -> None:
    """By the tabulator, as somebody who has no mouse."""
    for _ in range(120):
        page.keyboard.press("Tab")
        if page.evaluate(FOCUSED).startswith(name):
            return
    raise AssertionError(f"no way to {name}")


def press(page: Any, key: str = "Enter") -> None:
    with page.expect_navigation(timeout=120_000):
        page.keyboard.press(key)


def join(page: Any) -> None:
    go_to(page, "To the page")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.type("Ur")
    go_to(page, "Join")
    press(page)


def test_one_joins_by_keys_and_is_at_the_answer(page: Any) -> None:
    join(page)
    assert page.evaluate(FOCUSED) == "said"
    assert page.locator("#said").bounding_box()["y"] < 200, "it is seen on a phone"


def test_news_that_loads_the_page_again_leaves_one_at_the_answer(page: Any, table: Served) -> None:
    join(page)
    page.goto(f"{table.address}/threads/1#say")
    page.keyboard.type("/status")
    page.keyboard.press("Tab")
    press(page)
    assert page.evaluate(FOCUSED) == "said"
    page.reload()
    assert page.evaluate(FOCUSED) == "said"


def test_news_does_not_load_the_page_again_under_the_keys_and_is_shown_when_asked_for(page: Any, table: Served) -> None:
    page.goto(f"{table.address}/rules")
    go_to(page, "To the page")
    page.keyboard.press("Enter")
    go_to(page, "Find")
    page.evaluate("window.mine = true")
    page.route("**/pulse", lambda route: route.fulfill(json={"mark": "another", "tab": "News", "seat": "ana"}))
    page.get_by_text("Something has happened.").wait_for(timeout=20_000)
    assert page.title() == "News: Rulebook"
    assert page.evaluate("window.mine") is True
    page.unroute("**/pulse")
    go_to(page, "Show it")
    press(page)
    assert page.evaluate("window.mine") is None


@pytest.mark.parametrize(("place", "button"), [("propose", "Take this one"), ("rules", "Find")])
def test_what_was_chosen_or_sought_leaves_one_at_the_page_and_not_above_it(
    page: Any, table: Served, place: str, button: str
) -> None:
    """Whoever chose a rule to change went by all of the navigation once more to the box beside the button."""
    page.goto(f"{table.address}/{place}")
    go_to(page, button)
    press(page)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")
    assert page.locator("main").bounding_box()["y"] < 200, "it is seen on a phone"


@pytest.mark.parametrize("place", ["rules#main", "threads/1#talk"])
def test_news_leaves_one_where_a_deed_without_an_answer_led(page: Any, table: Served, place: str) -> None:
    """The next step by the tabulator began at the top again."""
    page.goto(f"{table.address}/{place}")
    page.reload()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest(location.hash) !== null")


def test_news_makes_no_page_of_one_seat_the_page_of_another(page: Any, table: Served) -> None:
    """Two seats in two tabs: at the next news the one page was the other's, and whoever looked away voted for another."""
    mine = page.context.browser.new_context(storage_state=page.context.storage_state())
    first, other = mine.new_page(), mine.new_page()
    first.goto(table.address)
    other.goto(table.address)
    other.get_by_role("button", name="bo").first.click()
    first.bring_to_front()
    told = "Another page of this browser is bo’s now. This one is still ana’s, as it stands."
    first.get_by_text(told).wait_for(timeout=20_000)
    other.get_by_role("button", name="ana").first.click()
    first.reload()
    assert "You act as ana." in first.locator("footer").inner_text()
