"""A first round by clicking, in a real browser: two seats, a phone, the dark, without styles, and after kill -9."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.playing import PAGES, WHOLE, Served, browser, fits, picture, serious, until

whole = pytest.mark.skipif(not WHOLE, reason="`make test-browser` runs the whole")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as found:
        yield found


def sit(page: Any, seat: str) -> None:
    page.get_by_role("button", name=re.compile(f"^{seat}")).first.click()


def join(page: Any, village: str) -> None:
    page.get_by_label("Village").fill(village)
    page.get_by_role("button", name="Join").click()
    until(page, lambda: page.get_by_role("heading", name="You have").count() > 0)


def test_one_joins_by_clicking_on_a_phone(chromium: Any, table: Served) -> None:
    page = chromium.new_context(viewport={"width": 375, "height": 800}).new_page()
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("request", lambda request: None if request.url.startswith(table.address) else problems.append(request.url))
    page.goto(table.link)
    assert "Your move" in page.title()
    join(page, "Ur")
    fits(page)
    assert serious(page) == []
    assert problems == []


@whole
def test_a_first_round_is_played_by_clicking_and_goes_on_after_kill_9(chromium: Any, table: Served) -> None:
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.goto(table.link)
    picture(page, "begin")
    for seat, village in (("ana", "Ur"), ("bo", "Kish")):
        sit(page, seat)
        join(page, village)
    page.goto(f"{table.address}/propose?rule=farms")
    words = page.get_by_label("The rule, in words")
    words.fill(words.input_value().replace("10 points", "8 points"))
    page.get_by_label("price").fill("8")
    page.get_by_text("Would be accepted.").wait_for(timeout=120_000)
    picture(page, "propose-checked")
    page.get_by_role("button", name="Open for voting").click()
    page.wait_for_url("**/threads/*", timeout=120_000)
    thread = page.url
    until(page, lambda: page.locator("ol.tally").count() > 0)
    table.kill()
    table.start()
    page.goto(table.link)
    for seat in ("bo", "ana"):
        sit(page, seat)
        page.goto(table.address + thread[thread.index("/threads") :].partition("?")[0])
        page.get_by_role("button", name="yay", exact=True).first.click()
        until(page, lambda seat=seat: page.locator("ol.tally li.yay", has_text=seat).count() > 0)
    picture(page, "vote")
    sit(page, "bo")
    until(page, lambda: page.get_by_role("button", name="/resolve").count() > 0)
    page.get_by_role("button", name="/resolve").click()
    until(page, lambda: page.locator("main header .meta", has_text=re.compile(r"\. Adopted\.")).count() > 0)
    page.goto(table.address + "/rules/farms")
    until(page, lambda: page.get_by_text("at 8 points each").count() > 0)
    look_at_everything(chromium, context, table)


def look_at_everything(chromium: Any, context: Any, table: Served) -> None:
    state = context.storage_state()
    for scheme in ("light", "dark"):
        for width in (1280, 375):
            seen = chromium.new_context(
                viewport={"width": width, "height": 900}, color_scheme=scheme, storage_state=state
            )
            page = seen.new_page()
            for path in (*PAGES, "threads/2", "rules/farms", "propose?rule=farms"):
                page.goto(f"{table.address}/{path}")
                fits(page)
                assert serious(page) == []
                picture(page, f"{re.sub('[^a-z0-9]+', '-', path) or 'move'}-{width}-{scheme}")
            seen.close()


@whole
def test_a_short_name_in_a_wide_table_stands_on_one_line_of_a_phone(chromium: Any, table: Served) -> None:
    """`ruling-1` was broken within its first word to make room for columns that do not fit anyway."""
    page = chromium.new_context(viewport={"width": 360, "height": 740}).new_page()
    page.goto(table.link)
    join(page, "Ur")
    page.goto(f"{table.address}/players")
    name = page.locator(".wide-table th[scope=row]").first
    name.evaluate("e => { for (const _ of Array(9)) e.parentNode.insertCell().textContent = 'resources'; }")
    heights = [
        name.evaluate("(e, to) => { e.textContent = to; return e.clientHeight; }", to) for to in ("a", "ruling-1")
    ]
    assert heights[0] == heights[1]


@whole
def test_two_people_play_at_two_machines(chromium: Any, table: Served) -> None:
    host, guest = (chromium.new_context().new_page() for _ in range(2))
    host.goto(table.link)
    join(host, "Ur")
    host.goto(table.address + "/table")
    invitation = host.locator("code.link").first.inner_text()
    guest.goto(table.address + invitation[invitation.index("/enter") :])
    guest.get_by_label("Your name").fill("cy")
    guest.get_by_role("button", name="Take a seat").click()
    picture(guest, "welcome")
    guest.get_by_role("link", name="To the table").click()
    join(guest, "Uruk")
    assert guest.get_by_text("Seat at this machine").count() == 0
    host.goto(table.address + "/players")
    until(host, lambda: host.get_by_text("cy").count() > 0)


@whole
def test_without_styles_and_without_scripts_it_reads_and_plays(chromium: Any, table: Served) -> None:
    context = chromium.new_context(java_script_enabled=False)
    context.route("**/*.css", lambda route: route.abort())
    page = context.new_page()
    page.goto(table.link)
    join(page, "Ur")
    headings = page.get_by_role("heading").all_inner_texts()
    assert "You have" in headings and "What comes next" in headings
    picture(page, "without-styles")
