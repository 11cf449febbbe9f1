"""What somebody writes on a page is not lost by a slip: a seat changed, a link followed, a check that gets no answer, the way back, a table that has ended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.playing import WHOLE, Served, browser

pytestmark = pytest.mark.skipif(not WHOLE, reason="`make test-browser` runs the whole")


@pytest.fixture
def page(table: Served) -> Iterator[Any]:
    with browser() as chromium:
        found = chromium.new_page()
        found.goto(table.link)
        found.get_by_label("Village").fill("Ur")
        found.get_by_role("button", name="Join").click()
        found.get_by_role("heading", name="Welcome").or_(found.get_by_text("is founded")).first.wait_for()
        found.goto(table.address + "/propose")
        found.get_by_label("Title of the proposal").fill("352 Songs")
        found.get_by_label("The rule, in words").fill("We sing.")
        yield found


def words(page: Any) -> str:
    return str(page.get_by_label("The rule, in words").input_value())


def test_who_would_lose_a_draft_is_asked_first(page: Any) -> None:
    asked: list[str] = []

    def stay(dialog: Any) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    page.get_by_role("button", name="bo", exact=False).first.click(no_wait_after=True)
    page.wait_for_timeout(1_000)
    assert (asked, words(page)) == (["beforeunload"], "We sing.")
    page.get_by_role("button", name="Open for voting").click()
    page.wait_for_url("**/threads/*", timeout=120_000)
    assert asked == ["beforeunload"], "who sends it is not asked"


def test_a_check_leaves_the_page_and_says_so_where_it_gets_no_answer(page: Any) -> None:
    page.get_by_role("button", name="Check").click()
    page.get_by_text("Would be accepted.").wait_for(timeout=120_000)
    page.get_by_role("link", name="Rulebook").click()
    page.go_back()
    assert words(page) == "We sing."
    page.route("**/propose/check", lambda route: route.abort())
    page.get_by_label("The rule, in words").fill("We sing more.")
    page.get_by_text("The table gave no answer").wait_for()
    assert page.get_by_text("Would be accepted.").count() == 0


def test_while_something_is_checked_nothing_that_was_said_before_is_taken_for_the_answer(page: Any) -> None:
    """For as long as a check took, what was said of the words before stood there as if it were said of these."""
    held: list[Any] = []
    page.get_by_text("Would be accepted.").wait_for(timeout=120_000)
    page.route("**/propose/check", lambda route: held.append(route))
    page.get_by_label("The rule, in words").fill("We sing more.")
    page.get_by_text("What you changed is being checked.").wait_for()
    assert page.get_by_text("Would be accepted.").count() == 1
    held[0].continue_()
    page.get_by_text("What you changed is being checked.").wait_for(state="detached", timeout=120_000)
    assert page.get_by_text("Would be accepted.").count() == 1


def test_one_comes_back_to_a_draft_that_was_refused(page: Any) -> None:
    page.get_by_label("Title of the proposal").fill("Songs")
    with page.expect_navigation(wait_until="load", timeout=120_000):
        page.get_by_role("button", name="Open for voting").click()
    assert page.get_by_text("Would be refused.").count() == 1
    page.get_by_role("link", name="Rulebook").click()
    page.go_back()
    assert words(page) == "We sing."


def test_a_page_says_that_the_table_does_not_answer_and_keeps_what_was_written(page: Any) -> None:
    page.route("**/pulse", lambda route: route.abort())
    page.get_by_text("The table does not answer.").wait_for(timeout=20_000)
    assert words(page) == "We sing."
    page.unroute("**/pulse")
    page.get_by_text("The table does not answer.").wait_for(state="detached", timeout=20_000)


def test_news_does_not_take_the_place_of_an_answer_that_is_on_its_way(page: Any, table: Served) -> None:
    """The words themselves are news as soon as they are kept, and the answer comes after the pass."""
    page.goto(table.address)
    page.route(
        "**/pulse",
        lambda route: route.fulfill(json={"mark": "another", "tab": "Something has happened", "seat": "ana"}),
    )
    held: list[Any] = []
    page.route("**/clock", lambda route: held.append(route))
    page.get_by_role("button", name="+1 hour").click(no_wait_after=True)
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url) if request.is_navigation_request() else None)
    page.wait_for_timeout(6_000)
    assert (len(held), loaded) == (1, [f"{table.address}/clock"])
    page.unroute("**/clock")


def test_what_is_wrong_with_a_draft_is_read_in_lines(page: Any) -> None:
    """Each thing that is wrong stood in the narrow column of the sign beside it, two letters to a line."""
    page.locator("summary", has_text="Front matter").click()
    page.get_by_label("Front matter").fill(
        "rule: next\ntitle: Songs\nparameters: {sung: 123456789012345678901234567890}\n"
    )
    cause = page.get_by_text("the number is too large")
    cause.wait_for(timeout=120_000)
    box = cause.bounding_box()
    assert box["width"] > 3 * box["height"], box
