"""Whoever goes by keys or by ear knows where they are: each page has a title of its own, and a deed leads to its answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.table.tables import Browser, island, joined

PAGES = (
    "/",
    "/act",
    "/threads",
    "/threads/1",
    "/issues",
    "/propose",
    "/rules",
    "/rules/gifts",
    "/players",
    "/chronicle",
    "/table",
)


@pytest.fixture(scope="module")
def me(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with pytest.MonkeyPatch.context() as patch:
        island(patch)
        with joined(tmp_path_factory.mktemp("table")) as (_, _, found):
            yield found


def title(page: str) -> str:
    found = re.search("<title>([^<]*)</title>", page)
    assert found is not None
    return found[1]


def test_each_page_has_a_title_of_its_own_which_names_the_game(me: Browser) -> None:
    titles = [title(me.look(path)) for path in PAGES]
    assert len(set(titles)) == len(PAGES), titles
    assert all("Island" in each for each in titles), titles
    assert titles[-1].endswith(": Seats and links") and titles[7].endswith(": Gifts"), titles


def test_what_was_said_leads_to_its_answer_which_can_be_focused(me: Browser) -> None:
    me.look("/act")
    page = me.send("/act", usage="/dive", back="/act")
    assert me.there.endswith("#said")
    assert re.search('<section class="answer" id="said" tabindex="-1"', page)


def test_other_deeds_lead_to_where_the_page_begins_and_a_like_to_what_was_liked(me: Browser) -> None:
    me.look("/rules")
    me.send("/seat", seat="ana", back="/rules")
    assert me.there.endswith("/rules#main")
    me.look("/threads/1")
    comment = re.search('name="comment" value="([0-9]+)"', me.page)
    assert comment is not None
    me.send("/react", comment=comment[1], content="+1", back=f"/threads/1#comment-{comment[1]}")
    assert me.there.endswith(f"/threads/1#comment-{comment[1]}")


def test_who_comes_in_by_a_link_begins_at_the_top(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    island(monkeypatch)
    with joined(tmp_path) as (_, house, host):
        host.look(f"/enter/{house.seats.links['host']}")
        assert host.there == "/"


def test_whoever_would_write_on_the_table_is_led_to_where_one_writes_however_much_stands_before_it(me: Browser) -> None:
    assert 'href="/threads/1#say">Write on the table' in me.look("/")
    for n in range(10):
        me.look("/threads/1")
        me.send("/say", thread="1", text=f"Word {n}.")
    assert 'href="#say">To your own comment' in me.look("/threads/1") and 'id="say"' in me.page


def test_who_adds_a_seat_that_is_there_is_told_so_and_led_back(me: Browser) -> None:
    me.look("/table")
    assert "The seat of bo is there already." in me.send("/seats", add="BO", back="/table") and me.status == 422
    assert 'href="/table">Back to the page' in me.page


def test_long_words_that_were_refused_are_not_lost(me: Browser) -> None:
    """The form cut them at 3,800 without a word, and what was refused showed 200 of them."""
    me.look("/act")
    assert 'maxlength="3800"' not in me.page
    long = "Once upon a time. " * 300
    page = me.send("/say", thread="1", text=f"/describe {long}", back="/act")
    link = re.search('href="(/threads/1#comment-[0-9]+)">All of it', page)
    assert "4,000 characters" in page and link is not None
    assert long.strip() in " ".join(me.look(link[1]).split())
    assert "All of it" not in me.send("/say", thread="1", text="/dive", back="/act")
