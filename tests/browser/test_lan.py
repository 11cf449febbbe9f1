"""Two machines on a network, in a real browser: a seat by a name, a link of one's own, and nobody else's seat by any trick."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.playing import WHOLE, Served, browser, fits, picture, serious, until

pytestmark = pytest.mark.skipif(not WHOLE, reason="`make test-browser` runs the whole")
# What somebody who knows how browsers work would send from a page of theirs, with the proof of their own forms.
SEND = """async ([path, fields]) => {
  const proof = document.querySelector('input[name=proof]');
  const body = new URLSearchParams({...(proof ? {proof: proof.value} : {}), ...fields});
  return (await fetch(path, {method: 'POST', body, redirect: 'manual'})).status;
}"""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browser() as found:
        yield found


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Served]:
    served = Served(tmp_path / "meadow", ("--players", "ana,bo", "--host", "0.0.0.0", "--clock", "table"))
    served.start()
    yield served
    served.stop()


def entered(chromium: Any, link: str, name: str = "") -> Any:
    """A browser of somebody else's that has opened this link, and taken the seat of this name."""
    page = chromium.new_context(viewport={"width": 375, "height": 800}).new_page()
    page.goto(link)
    if name:
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Take a seat").click()
    return page


def link(page: Any, place: int) -> str:
    return str(page.locator("code.link").nth(place).inner_text())


def said(page: Any, address: str) -> str:
    page.goto(f"{address}/threads/1")
    return str(page.locator("main").inner_text())


def test_each_acts_for_one_seat_by_a_link_that_the_host_can_issue_again(chromium: Any, table: Served) -> None:
    host = chromium.new_context().new_page()
    host.goto(table.link)
    host.goto(f"{table.address}/table")
    invitation, watching = link(host, 0), link(host, 1)
    assert "127.0.0.1" not in invitation, "it is reached from other machines"
    lan = invitation.partition("/enter/")[0]

    guest = entered(chromium, invitation, "cy")
    mine = link(guest, 0)
    fits(guest)
    assert serious(guest) == []
    picture(guest, "lan-welcome")
    taken = entered(chromium, invitation, "ana")
    assert "is taken" in taken.locator("main").inner_text()
    assert "is taken" in entered(chromium, invitation, "CY").locator("main").inner_text()

    guest.goto(f"{lan}/threads/1")
    forged = {"thread": "1", "text": "/join Ur", "seat": "ana", "login": "ana", "asker": "host"}
    assert guest.evaluate(SEND, ["/say", forged]) < 400
    until(guest, lambda: "/join Ur" in said(guest, lan))
    articles = guest.locator("article.talk").all_inner_texts()
    assert next(text for text in articles if "/join Ur" in text).startswith("cy"), "as whoever has the link"
    for path, fields in (
        ("/seat", {"seat": "ana"}),
        ("/clock", {"by": "week"}),
        ("/seats", {"issue": "ana"}),
        ("/seats", {"renew": "invitation"}),
    ):
        guest.goto(f"{lan}/threads/1")
        assert guest.evaluate(SEND, [path, fields]) == 403, path
    own = next(cookie["name"] for cookie in guest.context.cookies() if cookie["name"].startswith("nomic-"))
    guest.context.add_cookies([{"name": f"{own}-sits", "value": "ana", "url": lan}])
    guest.goto(lan)
    assert "You act as cy" in guest.locator("body").inner_text()

    watcher = entered(chromium, watching)
    watcher.goto(f"{lan}/threads/1")
    assert "/join Ur" in watcher.locator("main").inner_text() and watcher.locator("form[method=post]").count() == 0
    assert watcher.evaluate(SEND, ["/say", {"thread": "1", "text": "/join Eridu"}]) == 403

    host.goto(f"{table.address}/table")
    host.get_by_role("row", name="cy").get_by_role("button", name="Issue again").click()
    fresh = link(host, 0)
    guest.get_by_text("opens nothing any more").wait_for(
        timeout=60_000
    )  # whose page stands open, and would wait for ever
    for old in (guest, entered(chromium, mine)):
        old.goto(lan)
        assert "This table is private" in old.locator("body").inner_text()
    again = entered(chromium, fresh)
    again.goto(lan)
    assert "You act as cy" in again.locator("body").inner_text()


def test_a_long_name_leaves_the_buttons_beside_it_their_words(chromium: Any, table: Served) -> None:
    """On a phone *Issue a link* stood letter below letter."""
    host = chromium.new_context(viewport={"width": 360, "height": 800}).new_page()
    host.goto(table.link)
    host.goto(f"{table.address}/table")
    host.get_by_label("Another seat").fill("a" * 39)
    host.get_by_role("button", name="Add it").click()
    button = host.get_by_role("row", name="a" * 39).get_by_role("button").bounding_box()
    assert button["height"] < 90 and button["width"] > 60
    fits(host)


def test_no_form_on_somebody_elses_page_seats_a_guest_anew(chromium: Any, table: Served) -> None:
    """On a network without TLS a browser says nothing of where a form was but an address, which a page can have it keep back."""
    host = chromium.new_context().new_page()
    host.goto(table.link)
    host.goto(f"{table.address}/table")
    invitation = link(host, 0)
    lan, _, secret = invitation.partition("/enter/")
    guest = entered(chromium, invitation, "cy")
    fields = f'<input name="invitation" value="{secret}"><input name="name" value="mallory">'
    form = f'<meta name="referrer" content="no-referrer"><form method="post" action="{lan}/enter">{fields}</form>'
    elsewhere = guest.context.new_page()
    elsewhere.route("http://evil.test/**", lambda route: route.fulfill(body=form, content_type="text/html"))
    elsewhere.goto("http://evil.test/")
    with elsewhere.expect_navigation():
        elsewhere.evaluate("document.forms[0].submit()")
    assert "not sent from here" in elsewhere.locator("body").inner_text()
    guest.goto(lan)
    assert "You act as cy" in guest.locator("body").inner_text()
