"""A first round at a table, page by page, without JavaScript; and who may do what there."""

from __future__ import annotations

import asyncio
import contextlib
import re
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import requests

from engine.table import collected, duties, identity, listings, terminal, web
from engine.table.game import Game
from engine.table.house import House
from engine.table.web import BURST, LARGEST, Rates
from engine.template import shipped
from tests.github.people import People
from tests.island import rule, with_rules
from tests.table.tables import Browser, Time, island, joined, opened, served, under

SONGS = "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"
Enter = Callable[[str], Browser]
FISH = "---\nrule: 103\ntitle: Fishing\n"


@pytest.fixture(scope="module")
def at_table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Game, House, Enter]]:
    with a_table(tmp_path_factory.mktemp("table")) as found:
        yield found


@pytest.fixture
def at_a_new_table(tmp_path: Path) -> Iterator[tuple[Game, House, Enter]]:
    """At which nobody has done anything."""
    with a_table(tmp_path) as found:
        yield found


@contextlib.contextmanager
def a_table(place: Path) -> Iterator[tuple[Game, House, Enter]]:
    with pytest.MonkeyPatch.context() as patch:
        island(patch)
        patch.setattr(web, "Rates", Generous)  # these tests are quicker than any hand
        with opened(place / "game", Time()) as game, served(game) as (house, enter):
            yield game, house, enter


class Generous(Rates):
    def allows(self, address: str) -> bool:
        return True


def host(house: House, enter: Enter) -> Browser:
    return enter(house.seats.links["host"])


def test_a_first_round_is_played_by_forms_alone(at_a_new_table: tuple[Game, House, Enter]) -> None:
    game, house, enter = at_a_new_table
    me = host(house, enter)
    assert "Welcome, ana. Take your place." in me.look("/")
    assert "Done" in me.send("/act", usage="/join")
    me.look("/")
    me.send("/seat", seat="bo", back="/")
    assert "Welcome, bo" in me.look("/")
    me.send("/act", usage="/join")
    page = me.look("/propose?rule=gifts")
    prose = re.search(r'name="prose"[^>]*>([^<]*)<', page)
    assert prose is not None
    title = re.search(r'name="title" value="([^"]*)"', page)
    assert title is not None
    page = me.send("/propose", rule="gifts", title=title[1], prose=f"{prose[1]} Gladly.", do="check")
    assert "Would be accepted" in page and "<ins>" in page
    page = me.send("/propose", rule="gifts", title=title[1], prose=f"{prose[1]} Gladly.", do="open")
    number = max(game.model.threads)
    assert "Not voted yet" in me.look(f"/threads/{number}")
    for seat in ("ana", "bo"):
        me.send("/seat", seat=seat, back=f"/threads/{number}")
        for page in (me.look(f"/threads/{number}"), me.look("/")):
            assert 'value="yay"' in page and 'value="nay"' in page, "whatever the others have said"
        assert "is not counted" not in me.send("/say", thread=str(number), text="yay")
    assert "2 yay" in me.look(f"/threads/{number}")
    came = me.send("/say", thread=str(number), text="/resolve")
    assert "<strong>adopted</strong>" in came.partition("<h2>Done</h2>")[2].partition("</section>")[0]
    assert game.model.threads[number].pull is not None
    assert "Gladly." in me.look("/rules/gifts")
    assert "Gladly." in me.look(f"/threads/{number}").partition("<h2>The change</h2>")[2].partition("</section>")[0]
    told = re.search(rf'<p><a href="/threads/{number}">\d+ [^<]+</a> is adopted\.</p>', me.look("/chronicle"))
    assert told, "the words of the journal are those that brought it about, and not what came of it"


def test_every_page_is_there_and_names_the_player_who_looks(at_table: tuple[Game, House, Enter]) -> None:
    _, house, enter = at_table
    me = host(house, enter)
    for path in (
        "/",
        "/act",
        "/threads",
        "/threads/1",
        "/issues",
        "/propose",
        "/rules",
        "/players",
        "/chronicle",
        "/table",
    ):
        page = me.look(path)
        assert me.status == 200, path
        assert "You act as <strong>ana</strong>" in page, path
        assert 'aria-current="page"' in page or path == "/table", path
    assert me.look("/threads/999") and me.status == 404
    assert me.look("/rules/nothing") and me.status == 404
    for nowhere in ("/nowhere", "/nowhere%0A", "/no%0Awhere"):
        assert "There is no such page" in me.look(nowhere) and me.status == 404


def test_who_has_no_link_sees_nothing_and_does_nothing(at_table: tuple[Game, House, Enter]) -> None:
    game, _, enter = at_table
    stranger = enter("")
    for path in ("/", "/threads/1", "/table", "/pulse", "/chronicle"):
        assert "This table is private" in stranger.look(path)
        assert stranger.status == 403
    before = len(game.model.comments)
    stranger.send("/say", thread="1", text="/join")
    assert (stranger.status, len(game.model.comments)) == (403, before)
    assert "opens nothing" in stranger.look("/enter/anything-at-all")


def test_an_invitation_gives_a_seat_and_a_link_and_no_other_seat(at_table: tuple[Game, House, Enter]) -> None:
    game, house, enter = at_table
    guest = enter(house.seats.links["invitation"])
    page = guest.send("/enter", invitation=house.seats.links["invitation"], name="Cy")
    link = re.search(r"http://table.test/enter/([\w-]+)", page)
    assert "Welcome, Cy" in page and link is not None
    assert "You act as <strong>Cy</strong>" in guest.look("/")
    assert guest.look("/table") and guest.status == 403
    guest.look("/")
    for path, fields in (("/seat", {"seat": "ana"}), ("/clock", {"by": "1h"}), ("/seats", {"issue": "ana"})):
        guest.send(path, **fields)
        assert guest.status == 403, path
        guest.look("/")
    guest.session.cookies.set(house.seats.sits, "ana")
    guest.look("/threads/1")
    guest.send("/say", thread="1", text="/dive", seat="ana", login="ana")
    newest = game.model.comments[max(c.id for c in game.model.comments.values() if c.body == "/dive")]
    assert game.model.accounts[newest.author].login == "Cy"
    other = enter(house.seats.links["invitation"])
    for name in ("cy", "ANA"):
        assert "is taken" in other.send("/enter", invitation=house.seats.links["invitation"], name=name)
    assert "cannot be a name" in other.send("/enter", invitation=house.seats.links["invitation"], name="../etc")
    assert 'action="/enter"' in other.page and 'value="../etc"' in other.page, (
        "the form stands there with what was typed"
    )
    assert "In this browser you are Cy." in guest.look(f"/enter/{house.seats.links['invitation']}")
    assert "In this browser" not in other.look(f"/enter/{house.seats.links['invitation']}")
    assert "You act as <strong>Cy</strong>" in enter(link[1]).look("/")


def test_two_tables_of_one_machine_in_one_browser_leave_each_other_their_seats(
    at_table: tuple[Game, House, Enter], tmp_path: Path
) -> None:
    """Browsers tell addresses apart, and not ports."""
    _, house, enter = at_table
    me = enter(house.seats.links["host"])
    with opened(tmp_path / "other", Time(), players=("cy", "di")) as game, served(game) as (other, enter_there):
        there = enter_there("")
        there.session = me.session
        there.look(f"/enter/{other.seats.links['host']}")
        there.send("/seat", seat="di")
        assert "You act as <strong>di</strong>" in there.look("/")
        assert "You act as <strong>ana</strong>" in me.look("/")


def test_a_form_is_of_the_seat_whose_page_it_stands_on_whatever_another_tab_does(
    at_table: tuple[Game, House, Enter],
) -> None:
    game, house, enter = at_table
    me = host(house, enter)
    me.look("/threads/1")
    first_tab = me.page
    assert "Your comment, as ana" in first_tab
    me.send("/seat", seat="bo", back="/threads/1")
    assert "Your comment, as bo" in me.page
    me.page = first_tab
    me.send("/say", thread="1", text="said in the first tab", back="/threads/1")
    (said,) = [each for each in game.model.comments.values() if each.body == "said in the first tab"]
    assert game.model.accounts[said.author].login == "ana" and "Your comment, as ana" in me.page
    assert me.session.get(f"{me.address}/pulse", timeout=60).json()["seat"] == "ana", (
        "so that a page loads itself for its own seat alone"
    )
    guest = enter(house.seats.issue("bo"))
    guest.look("/threads/1")
    guest.send("/say", thread="1", text="said by a guest", sits="ana")
    (said,) = [each for each in game.model.comments.values() if each.body == "said by a guest"]
    assert game.model.accounts[said.author].login == "bo", "only the host has all seats"


def test_a_change_of_a_rule_that_was_repealed_meanwhile_is_no_new_rule_unasked(
    at_table: tuple[Game, House, Enter],
) -> None:
    game, house, enter = at_table
    me, before = host(house, enter), len(game.model.threads)
    me.look("/propose?rule=gifts")
    page = me.send("/propose", rule="gone", title="190 Gone", prose="We give.", do="open")
    assert "is in force no more" in page and "We give." in page
    assert len(game.model.threads) == before


def test_what_was_adopted_while_a_draft_stood_open_is_not_taken_back_unasked(
    at_table: tuple[Game, House, Enter],
) -> None:
    game, house, enter = at_table
    me = host(house, enter)
    me.look("/")
    me.send("/act", usage="/join")
    page = me.look("/propose?rule=gifts")
    fields = dict(re.findall(r'name="(front|prose|code|examples)"[^>]*>([^<]*)</textarea>', page))
    fields |= {"rule": "gifts", "title": "190 Gifts", "do": "open"}
    fields["was"] = re.search(r'name="was" value="([^"]*)"', page)[1]  # type: ignore[index]
    path = next(path for path in house.looking.sight().files if path.endswith("-gifts.md"))
    adopted = house.looking.sight().files[path].replace("\n---\n", "\n---\nGifts are given gladly.\n", 1)
    game.people.commit("ana", {path: adopted}, "As if it had been adopted")
    game.settle()
    before = set(game.model.threads)
    page = me.send("/propose", **{**fields, "prose": fields["prose"] + " Often."})
    assert "was changed since you began" in page and "Gifts are given gladly." in page and "Often." in page
    assert set(game.model.threads) == before
    fields["was"] = re.search(r'name="was" value="([^"]*)"', page)[1]  # type: ignore[index]
    me.send("/propose", **{**fields, "prose": fields["prose"] + " Often."})
    assert len(game.model.threads) == len(before) + 1, me.page


def test_nobody_votes_for_what_was_pushed_after_their_page_was_loaded(at_table: tuple[Game, House, Enter]) -> None:
    game, house, enter = at_table
    number = game.act(lambda: game.people.open_pull("ana", "Songs", {"rules/island/190-songs.md": SONGS})).number
    bo = enter(house.seats.issue("bo"))
    bo.look(f"/threads/{number}")
    game.act(
        lambda: People(game.hub).push("ana", number, {"rules/island/190-songs.md": SONGS + "For a million points.\n"})
    )
    before = len(game.model.comments)
    assert "was changed while your page stood open" in bo.send("/say", thread=str(number), text="yay")
    assert len(game.model.comments) == before
    bo.look(f"/threads/{number}")
    bo.send("/say", thread=str(number), text="yay")
    assert bo.status == 200 and "yay" in [each.body for each in game.model.comments_of(number)]


def test_nor_does_anybody_by_an_edit(at_table: tuple[Game, House, Enter]) -> None:
    game, house, enter = at_table
    number = game.act(lambda: game.people.open_pull("ana", "Dances", {"rules/island/191-dances.md": SONGS})).number
    said = game.act(lambda: game.people.comment("bo", number, "Let me think.")).id
    bo = enter(house.seats.issue("bo"))
    page = bo.look(f"/threads/{number}")
    seen = re.search(rf'name="comment" value="{said}"><input type="hidden" name="seen" value="([0-9a-f]+)"', page)
    assert seen is not None
    game.act(
        lambda: People(game.hub).push("ana", number, {"rules/island/191-dances.md": SONGS + "For a million points.\n"})
    )
    edit = {"comment": str(said), "text": "yay", "seen": seen[1], "back": f"/threads/{number}#comment-{said}"}
    assert "was changed while your page stood open" in bo.send("/edit", deed="edit", **edit)
    assert game.model.comments[said].body == "Let me think."
    bo.look(f"/threads/{number}")
    bo.send("/edit", deed="delete", **edit)
    assert said not in game.model.comments
    assert bo.there == f"/threads/{number}#talk", "where the words stood, for who goes on by keys"


@pytest.mark.parametrize("names", [("Kim", "Kim"), ("Lee", "lee")])
def test_two_people_who_give_one_name_at_one_moment_share_no_seat(
    at_table: tuple[Game, House, Enter], monkeypatch: pytest.MonkeyPatch, names: tuple[str, str]
) -> None:
    game, house, enter = at_table
    seated, both = game.seated, threading.Barrier(2)

    def slow(name: str) -> str | None:
        found = seated(name)
        with contextlib.suppress(threading.BrokenBarrierError):
            both.wait(0.5)
        return found

    monkeypatch.setattr(game, "seated", slow)
    secret = house.seats.links["invitation"]
    guests = [enter(secret), enter(secret)]
    pages = [re.search(r'name="page" value="([\w-]+)"', guest.page) for guest in guests]
    assert pages[0] is not None and pages[1] is not None and pages[0][1] != pages[1][1]
    sent = [
        {"invitation": secret, "name": name, "page": page[1]} for name, page in zip(names, pages, strict=True) if page
    ]
    with ThreadPoolExecutor() as pool:
        told = list(pool.map(lambda guest, fields: guest.send("/enter", **fields), guests, sent))
    assert sorted(("Welcome" in page, "is taken" in page) for page in told) == [(False, True), (True, False)]
    monkeypatch.undo()
    winner = next(page for page in told if "Welcome" in page)
    link = re.search(r"http://table.test/enter/([\w-]+)", winner)
    assert link is not None and "You act as" in enter(link[1]).look("/")


def test_an_invitation_gives_no_more_seats_than_a_page_can_show(
    at_table: tuple[Game, House, Enter], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, house, enter = at_table
    monkeypatch.setattr(identity, "MOST_SEATS", len(game.seats) + 1)
    guest = enter(house.seats.links["invitation"])
    for name, seated in (("one", True), ("two", False)):
        page = guest.send("/enter", invitation=house.seats.links["invitation"], name=name)
        assert (f"Welcome, {name}" in page) is seated and ("are taken" in page) is not seated
    assert "two" not in game.seats


def test_what_ends_a_vote_is_done_in_its_thread_and_not_on_the_table(at_table: tuple[Game, House, Enter]) -> None:
    _, house, enter = at_table
    me = host(house, enter)
    me.look("/")
    me.send("/act", usage="/join")
    forms = re.findall(r'name="usage" value="([^"]+)"', me.look("/act"))
    assert "/dive" in forms and not {"/open", "/close", "/resolve"} & set(forms), forms


def test_a_link_that_was_lost_is_issued_again_and_opens_nothing_any_more(at_table: tuple[Game, House, Enter]) -> None:
    _, house, enter = at_table
    me = host(house, enter)
    me.look("/table")
    first = re.search(r"enter/([\w-]{20,})</code></p></section>", me.send("/seats", issue="bo"))
    second = re.search(r"enter/([\w-]{20,})</code></p></section>", me.send("/seats", issue="bo"))
    assert first is not None and second is not None
    assert "You act as <strong>bo</strong>" in enter(second[1]).look("/")
    assert "This table is private" in enter(first[1]).look("/")


def test_whoever_loads_a_page_again_that_shows_a_link_once_is_shown_the_same_link(
    at_table: tuple[Game, House, Enter],
) -> None:
    """A guest who did was told that their seat is taken, and by whom else; the host voided the link that a friend had got already."""
    _, house, enter = at_table
    shown = re.compile(r"table.test/enter/([\w-]{20,})</code></p>(?:</section>|<p><a)")
    guest, invitation = enter(house.seats.links["invitation"]), house.seats.links["invitation"]
    form = {"invitation": invitation, "page": re.findall(r'name="page" value="([^"]+)"', guest.page)[0], "name": "Eve"}
    link = shown.findall(guest.send("/enter", **form))
    assert len(link) == 1 and "Welcome, Eve" in guest.page
    assert shown.findall(guest.send("/enter", **form)) == link and "Welcome, Eve" in guest.page
    other = enter(invitation)
    assert "is taken" in other.send("/enter", **(form | {"page": "another"})), "somebody else gives the same name"
    me = host(house, enter)
    me.look("/table")
    form = {"issue": "Eve", "page": re.findall(r'name="page" value="([^"]+)"', me.page)[0]}
    issued = shown.findall(me.send("/seats", **form))
    assert issued != link and shown.findall(me.send("/seats", **form)) == issued
    assert "You act as <strong>Eve</strong>" in enter(issued[0]).look("/")
    assert "is taken" in guest.send("/enter", invitation=invitation, name="Eve", page="x")
    form["page"] = re.findall(r'name="page" value="([^"]+)"', me.page)[0]
    assert shown.findall(me.send("/seats", **form)) != issued, "a button that is pressed on the page issues another"


def test_a_page_that_a_form_was_answered_with_does_not_load_itself_again_and_its_forms_lead_to_a_page(
    at_table: tuple[Game, House, Enter],
) -> None:
    _, house, enter = at_table
    me = host(house, enter)
    for path, fields in (
        ("/seats", {"issue": "bo"}),  # sent again, it would void the link that it shows
        ("/propose", {"rule": "gifts", "title": "190 Gifts", "prose": "We give.", "do": "check"}),
        ("/propose", {"title": "190 Songs", "prose": "We sing.", "do": "check"}),
    ):
        assert re.search(r'data-mark="\w', me.look("/table"))
        page = me.send(path, **fields)
        assert me.status == 200 and 'data-mark=""' in page, path
        backs = set(re.findall(r'name="back" value="([^"]*)"', page))
        assert [me.look(back) and me.status for back in backs] == [200], (path, backs)
        assert "gifts" not in fields.values() or "Change Gifts" in me.page


def test_who_has_a_seat_takes_no_other_by_a_link_unasked(at_table: tuple[Game, House, Enter]) -> None:
    _, house, enter = at_table
    me, bo = host(house, enter), house.seats.issue("bo")
    door = me.look(f"/enter/{bo}")
    assert "You are here as ana" in door and "the place of bo" in door
    assert "You act as <strong>ana</strong>" in me.look("/")
    assert "This page was old" in me.send("/enter", take=bo, proof="forged")
    me.look(f"/enter/{house.seats.links['host']}")
    assert "You act as <strong>ana</strong>" in me.page
    me.look(f"/enter/{bo}")
    assert "You act as <strong>bo</strong>" in me.send("/enter", take=bo)
    assert "You act as <strong>bo</strong>" in me.look("/")


def test_the_link_with_which_a_browser_is_started_opens_once_and_soon(
    at_table: tuple[Game, House, Enter], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everybody on a machine can see with what its programs were started."""
    _, house, enter = at_table
    once = house.seats.once()
    assert "You act as <strong>ana</strong>" in enter(once).look("/")
    assert "This table is private" in enter(once).look("/") and "opens nothing" in enter("").look(f"/enter/{once}")
    monkeypatch.setattr(identity, "ONCE", -1.0)
    assert "opens nothing" in enter("").look(f"/enter/{house.seats.once()}")


@pytest.mark.parametrize("sent", [{"origin": "null"}, {"origin": "http://evil.test"}, {"sec-fetch-site": "cross-site"}])
def test_nor_by_a_form_on_somebody_elses_page(at_table: tuple[Game, House, Enter], sent: dict[str, str]) -> None:
    """A browser sends no cookie along with it: whoever has a seat would be taken for somebody who has none, and get another."""
    game, house, enter = at_table
    given = {"invitation": house.seats.links["invitation"], "name": "mallory"}
    answer = requests.post(f"{enter('').address}/enter", given, headers=sent, timeout=30)
    assert answer.status_code == 403 and "set-cookie" not in answer.headers
    assert game.seated("mallory") is None


def test_a_proxy_may_have_another_address_than_the_table(at_table: tuple[Game, House, Enter]) -> None:
    """Behind one with TLS the browser says itself that a form was on a page of the same address."""
    _, house, enter = at_table
    me = host(house, enter)
    me.look("/threads/1")
    carried = dict(re.findall(r'name="(proof|sits)" value="([^"]*)"', me.page))
    headers = {"origin": "https://table.test", "sec-fetch-site": "same-origin"}
    sent = me.session.post(
        f"{me.address}/say", {**carried, "thread": "1", "text": "Hello"}, headers=headers, timeout=30
    )
    assert sent.status_code == 200


def test_links_that_are_issued_at_one_moment_all_open_their_seats(at_table: tuple[Game, House, Enter]) -> None:
    game, house, _ = at_table
    links = house.seats
    names = [game.seat(f"guest-{number}") for number in range(12)]
    invitation = links.links["invitation"]
    with ThreadPoolExecutor(13) as pool:
        renewed = pool.submit(links.renew, "watcher")
        issued = dict(zip(names, pool.map(links.issue, names), strict=True))
    renewed.result()
    assert {name: links.asker(secret).seat for name, secret in issued.items()} == {name: name for name in names}
    assert links.invites(invitation)


def test_spectators_see_everything_and_have_no_form(at_table: tuple[Game, House, Enter]) -> None:
    _, house, enter = at_table
    watcher = enter(house.seats.links["watcher"])
    for path in (
        "/",
        "/act",
        "/propose",
        "/threads",
        "/threads/1",
        "/issues",
        "/rules",
        "/rules/gifts",
        "/players",
        "/chronicle",
    ):
        page = watcher.look(path)
        assert watcher.status == 200 and 'method="post"' not in page, path
    watcher.session.headers["origin"] = watcher.address
    assert "This page was old" in watcher.send("/say", thread="1", text="/join")


def test_a_spectator_is_offered_no_place_among_the_players(at_a_new_table: tuple[Game, House, Enter]) -> None:
    _, house, enter = at_a_new_table
    page = enter(house.seats.links["watcher"]).look("/players")
    assert "Nobody plays yet" in page and "Whoever has a seat can take it." in page
    assert ">Take it</a>" not in page
    assert ">Take it</a>" in host(house, enter).look("/players")


def test_a_form_from_elsewhere_is_refused(at_table: tuple[Game, House, Enter]) -> None:
    game, house, enter = at_table
    me = host(house, enter)
    me.look("/threads/1")
    before = len(game.model.comments)
    proof = re.search(r'name="proof" value="([0-9a-f]+)"', me.page)
    assert proof is not None
    given = {"thread": "1", "text": "/dive", "proof": proof[1]}
    for headers in (
        {"origin": "http://evil.test"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site", "origin": me.address},
    ):
        assert me.session.post(f"{me.address}/say", data=given, headers=headers, timeout=30).status_code == 403
    for wrong in ("", "0" * 64, proof[1][:-1] + "x"):
        sent = me.session.post(f"{me.address}/say", data=given | {"proof": wrong}, timeout=30)
        assert sent.status_code == 403
    assert len(game.model.comments) == before


def test_words_of_players_are_never_markup(at_table: tuple[Game, House, Enter]) -> None:
    game, house, enter = at_table
    me = host(house, enter)
    me.look("/threads/1")
    nasty = "<script>alert(1)</script> <img src=x onerror=alert(1)> [x](javascript:alert(1)) ![p](http://evil.test/p.png) \"'><b>"
    game.act(lambda: game.people.comment("ana", 1, nasty))
    game.act(lambda: game.people.open_issue("ana", nasty, nasty))
    raw = me.session.get(f"{me.address}/threads/{max(game.model.threads)}", timeout=30)
    pages = [raw.text, me.session.get(f"{me.address}/threads/1", timeout=30).text]
    pages.append(me.session.get(f"{me.address}/issues", timeout=30).text)
    for page in pages:
        assert "<script>alert" not in page and "<img" not in page and 'href="javascript' not in page
        assert "onerror=alert" not in re.sub(r"&lt;.*?&gt;", "", page)
    policy = raw.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    assert not re.search(r"\sstyle=|\son\w+=", re.sub(r"<textarea.*?</textarea>|&[^;]+;[^<]*", "", raw.text))


def test_a_cookie_is_for_the_server_alone(at_table: tuple[Game, House, Enter]) -> None:
    _, house, enter = at_table
    me = enter("")
    answer = me.session.get(f"{me.address}/enter/{house.seats.links['host']}", allow_redirects=False, timeout=30)
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=lax" in cookie and "domain=" not in cookie
    assert answer.headers["referrer-policy"] == "same-origin"


def test_what_is_too_large_is_not_taken(at_table: tuple[Game, House, Enter]) -> None:
    _, house, enter = at_table
    me = host(house, enter)
    me.send("/say", thread="1", text="x" * (LARGEST + 1))
    assert me.status == 413 and f"{LARGEST:,} bytes at most" in me.page
    me.look("/threads/1")
    me.send("/say", thread="1", text="x" * 70_000)
    assert me.status == 422 and "too long" in me.page


def test_one_leads_nowhere_else_from_here(at_table: tuple[Game, House, Enter]) -> None:
    _, house, enter = at_table
    me = host(house, enter)
    for back in (
        "http://evil.test/",
        "//evil.test",
        "/\\evil.test",
        "javascript:alert(1)",
        "/x\r\nset-cookie: a=b",
        "//[",
    ):
        me.look("/")
        proof = re.search(r'name="proof" value="([0-9a-f]+)"', me.page)
        assert proof is not None
        given = {"proof": proof[1], "seat": "ana", "back": back}
        answer = me.session.post(f"{me.address}/seat", data=given, allow_redirects=False, timeout=30)
        assert answer.headers["location"] == "/#main", back


def test_words_of_somebody_else_are_not_edited(at_table: tuple[Game, House, Enter]) -> None:
    game, house, enter = at_table
    me = host(house, enter)
    theirs = game.act(lambda: game.people.comment("bo", 1, "mine alone")).id
    for deed in ("edit", "delete"):
        me.look("/threads/1")
        assert "cannot be done" in me.send("/edit", comment=str(theirs), text="changed", deed=deed)
    assert game.model.comments[theirs].body == "mine alone"


def test_the_clock_of_the_table_is_moved_to_what_is_due(at_table: tuple[Game, House, Enter]) -> None:
    game, house, enter = at_table
    me = host(house, enter)
    before, due = game.clock(), house.looking.sight().law["due"][0]["at"]
    me.look("/")
    me.send("/clock", by="1h", back="/")
    assert 3_600 <= game.clock() - before < 3_700
    me.send("/clock", by="due", back="/")
    assert due <= game.clock() < due + 100
    assert house.looking.sight().law["due"][0]["at"] > due


def test_the_clock_is_moved_to_what_the_button_says_and_not_to_what_came_next_meanwhile(
    at_table: tuple[Game, House, Enter],
) -> None:
    """On a page that stood open the button moved the time to whatever came next by then: days that nobody had meant to skip."""
    game, house, enter = at_table
    me = host(house, enter)
    due = re.findall(r'name="due" value="([0-9]+)"', me.look("/"))[0]
    me.send("/clock", by="due", due=due)
    first = game.clock()
    assert int(due) < first < int(due) + 600
    me.look("/")
    me.send("/clock", by="due", due=due)
    assert me.status == 200 and game.clock() - first < 60, "the same button once more"
    me.send("/clock", by="due", due=re.findall(r'name="due" value="([0-9]+)"', me.look("/"))[0])
    assert game.clock() > first + 3_600


def test_deeds_are_not_done_faster_than_people_do_them() -> None:
    now = 0.0
    rates = Rates(lambda: now)
    assert [rates.allows("one") for _ in range(BURST + 1)] == [True] * BURST + [False]
    assert rates.allows("another")
    now = 1.0
    assert rates.allows("one") and rates.allows("one") and not rates.allows("one")


def test_whoever_has_no_link_uses_up_nobodys_deeds_also_where_all_come_from_one_address(tmp_path: Path) -> None:
    """As behind a proxy with TLS, which is how a table is played on a network where somebody listens."""
    with pytest.MonkeyPatch.context() as patch:
        island(patch)
        patch.setattr(web, "Rates", Rates)
        patch.setattr(web, "A_SECOND", 0.0)
        with opened(tmp_path / "game", Time()) as game, served(game) as (house, enter):
            stranger = f"{enter('').address}/say"
            flood = [requests.post(stranger, data={"text": "hello"}, timeout=30).status_code for _ in range(BURST + 5)]
            assert flood[-1] == 429
            me = host(house, enter)
            me.send("/say", thread="1", text="I am here.")
            assert "I am here." in [comment.body for comment in game.model.comments_of(1)]
            token = {"authorization": f"Bearer {house.seats.issue('bo')}"}
            url = f"{enter('').address}/api/v3/repos/{game.hub.full_name}/issues/1/comments"
            assert requests.post(url, json={"body": "So am I."}, headers=token, timeout=30).status_code == 201
            seats = [requests.post(url, headers=token, timeout=30).status_code for _ in range(BURST + 5)]
            assert seats[-1] == 429


def test_the_secret_of_a_link_is_a_token_for_clients_of_github(at_table: tuple[Game, House, Enter]) -> None:
    game, house, enter = at_table
    address = enter("").address
    token = house.seats.issue("bo")
    repo = f"{address}/api/v3/repos/{game.hub.full_name}"
    mine = {"authorization": f"Bearer {token}"}
    said = requests.post(f"{repo}/issues/1/comments", json={"body": "by a client"}, headers=mine, timeout=30)
    assert said.status_code == 201 and said.json()["user"]["login"] == "bo"
    assert said.json()["url"].startswith("http://table.test/api/v3/")
    for headers in ({}, {"authorization": "Bearer guessed"}, {"authorization": "Basic !!!"}):
        assert requests.get(f"{repo}/issues", headers=headers, timeout=30).status_code == 401
    watching = {"authorization": f"token {house.seats.links['watcher']}"}
    assert requests.get(f"{repo}/issues", headers=watching, timeout=30).status_code == 200
    refused = requests.post(f"{repo}/issues/1/comments", json={"body": "x"}, headers=watching, timeout=30)
    assert refused.status_code == 401
    listed = f"{address}/{game.hub.full_name}.git/info/refs?service=git-receive-pack"
    assert requests.get(listed, auth=("bo", token), timeout=30).status_code == 403
    assert requests.get(listed.replace("receive", "upload"), auth=("bo", token), timeout=30).status_code == 200
    assert requests.get(listed.replace("receive", "upload"), timeout=30).status_code == 401


def test_the_whole_board_is_at_the_table_made_from_the_same_templates(at_table: tuple[Game, House, Enter]) -> None:
    _, house, enter = at_table
    me = host(house, enter)

    def board(path: str) -> Any:
        return me.session.get(f"{me.address}/board/{path}", timeout=60)

    first = board("")
    assert first.status_code == 200 and "Back to the table" in first.text and "Rulebook" in first.text
    for path in ("rulebook.html", "proposals.html", "chronicle.html", "card.svg", "feed.xml"):
        assert board(path).status_code == 200, path
    assert "data-own-time" in first.text, (
        "where the clock is the table's own, nothing is so many days from the reader's"
    )
    assert board("board.css").headers["content-type"].startswith("text/css")
    assert board("%2e%2e/state/engine.yaml").status_code == board("none.html").status_code == 404
    assert enter("").session.get(f"{me.address}/board/", timeout=60).status_code in (401, 403)


def test_a_command_that_begins_an_issue_leads_to_where_one_is_opened(tmp_path: Path) -> None:
    plea = rule(
        120,
        "Pleas",
        front='commands:\n  - {usage: "/plead <question>", arguments: {question: {type: text}}, run: plead, '
        'help: "Plead, as the beginning of a new issue: /plead May I?"}\n',
        code='def plead(player, question):\n    reply("Heard in #%d." % here()["number"])\n',
    )
    with (
        under(with_rules({"120-pleas.md": plea})),
        opened(tmp_path / "game", Time()) as game,
        served(game) as (house, enter),
    ):
        me = host(house, enter)
        me.look("/")
        me.send("/act", usage="/join")
        page = me.look("/act")
        assert 'href="/issues?begin=/plead#new">' in page
        assert 'value="/plead <question>"' not in page
        assert ">/plead </textarea>" in me.look("/issues?begin=/plead")
        assert ">/plead </textarea>" not in me.look("/issues")
        assert (
            "command. Plead, as the beginning of a new issue: /plead May I?</p>" in me.page
            and "<question>" not in me.page
        )
        assert ">/steal </textarea>" not in me.look("/issues?begin=/steal")
        assert 'Heard in <a href="/threads/2">#2</a>.' in me.send("/issue", title="May I?", body="/plead May I?")


def test_a_command_of_an_issue_is_written_in_the_one_that_is_chosen(tmp_path: Path) -> None:
    ruling = rule(
        120,
        "Rulings",
        front='commands:\n  - {usage: "/rule <answer>", arguments: {answer: {type: text}}, run: decide, '
        'help: "Decide the question, in its own issue: /rule Yes."}\n',
        code='def decide(player, answer):\n    reply("Decided in #%d: %s" % (here()["number"], answer))\n',
    )
    with (
        under(with_rules({"120-rulings.md": ruling})),
        opened(tmp_path / "game", Time()) as game,
        served(game) as (house, enter),
    ):
        me = host(house, enter)
        me.look("/")
        me.send("/act", usage="/join")
        assert "No issue is open in which it could be written." in me.look("/act")
        me.send("/issue", title="May I?", body="I ask.")
        assert '<option value="2">#2 May I?</option>' in me.look("/act")
        assert 'Decided in <a href="/threads/2">#2</a>: Yes' in me.send(
            "/act", usage="/rule <answer>", thread="2", f__answer="Yes"
        )
        assert "That is no thread of this game." in me.send("/act", usage="/rule <answer>", thread="../2")


def test_what_would_be_refused_now_is_no_button_and_says_why(tmp_path: Path) -> None:
    bell = rule(
        120,
        "Bells",
        front="commands:\n  - {usage: /ring, who: players, run: ring}\n",
        code='def ring(player):\n    p = get("players", player)\n    if not p["shells"]:\n        refuse("It rang.", "Wait.")\n'
        '    put("players", player, p | {"shells": 0})\n',
    )
    with (
        under(with_rules({"120-bells.md": bell})),
        opened(tmp_path / "game", Time()) as game,
        served(game) as (house, enter),
    ):
        me = host(house, enter)
        me.look("/")
        me.send("/act", usage="/join")
        assert 'value="/ring"' in me.look("/act") and "Not now:" not in me.page
        me.send("/act", usage="/ring")
        assert 'value="/ring"' not in me.look("/act") and "Not now: It rang." in me.page


def test_what_can_be_done_stands_before_what_cannot(tmp_path: Path) -> None:
    """Of 23 forms by the alphabet 14 said why not: what one could do was to be looked for among them."""
    bell = rule(
        120,
        "Bells",
        front='commands:\n  - {usage: /a-bell, who: players, run: ring}\n  - {usage: "/zeal <why>", who: players, run: hail}\n',
        code='def ring(player):\n    refuse("It rang.", "Wait.")\n\ndef hail(player, why):\n    reply(why)\n',
    )
    with joined(tmp_path, with_rules({"120-bells.md": bell})) as (_, _, me):
        page = me.look("/act")
        assert page.index("<h2>Zeal") < page.index("<h2>A-bell") and "cannot be done now stand last, from A" in page


def test_of_the_numbers_that_a_command_reckons_with_the_sentence_of_the_rule_is_shown(tmp_path: Path) -> None:
    """ "(rule 211 has at once 3)" was a riddle, and "(rule 206 has patience 36)" of no concern to whoever says that they are away."""
    bells = rule(
        120,
        "Bells",
        prose="Who hails waits.\n\n- Nobody hails [more](1-x.md) than 3 times\n  a day.\n- A bell rests for 8 hours. After a feast it rests for 8 days. It\n  has 5 clappers.",
        front="parameters: {most: 3, rest: 8, clappers: 5, unsaid: 99}\ncommands:\n  - {usage: /ring, who: players, run: ring}\n"
        '  - {usage: "/hail <why>", who: players, run: hail}\n',
        code="def ring(player):\n    reply(str(rest + unsaid))\n\ndef hail(player, why):\n    reply(times())\n\ndef times():\n    return str(most)\n",
    )
    with joined(tmp_path, with_rules({"120-bells.md": bells})) as (_, _, me):
        page = me.look("/act")
        assert page.count("Rule 120: ") == 1 and "Rule 120: Nobody hails more than 3 times a day.</span>" in page
        assert "8 hours" not in page, "what is said twice may be said of something else"
        assert "clappers" not in page, "it is nothing to these two"


def test_who_is_to_join_reads_no_numbers_of_a_rule_that_they_do_not_know_yet(tmp_path: Path) -> None:
    """The first thing that one read in a game of Frontier was "(rule 214 has patience 24)"."""
    doors = rule(
        120,
        "Doors",
        prose="There is room for at most 3.",
        front="parameters: {most: 3}\ncommands:\n  - {usage: /enter, who: anyone, run: enter, help: Come in.}\n",
        code='def enter(player):\n    room = most\n    put("players", player, {"active": True})\n',
    )
    with (
        under(with_rules({"120-doors.md": doors})),
        opened(tmp_path / "game", Time()) as game,
        served(game) as (house, enter),
    ):
        page = host(house, enter).look("/")
        assert "Come in." in page and "at most 3" not in page


def test_who_has_nothing_due_is_told_first_what_the_rules_name_for_them_to_do(tmp_path: Path) -> None:
    """ "Nothing awaits you" stood over all, and far below, behind whatever one has, that the turn waits for one's consent."""
    bell = rule(
        120,
        "Bells",
        front="commands: [{usage: /ring, run: ring, help: Ring.}]\nadjusts: {status_lines: say}\n",
        code='def ring(player):\n    reply("It rang.")\n\ndef say(lines, player):\n    return lines + ["All wait until you `/ring`."]\n',
    )
    with joined(tmp_path, with_rules({"120-bells.md": bell})) as (_, _, me):
        page = me.look("/")
        assert "Yours to write: <code>/ring</code>." in page and "nothing awaits you" not in page, "all wait for it"
        assert page.index("no vote and no turn awaits you") < page.index("How you stand") < page.index("<h2>You have")


def test_whose_word_all_wait_for_has_a_card_for_it_and_others_see_whom_they_wait_for(tmp_path: Path) -> None:
    """Whom a pirate attacked, and whose consent was missing, was nobody's move in the tabs and at the seats of the others."""
    bell = rule(
        120,
        "Bells",
        front="commands: [{usage: /ring, run: ring, help: Ring.}, {usage: /toll, run: ring, help: Toll.}]\n"
        "adjusts: {status_lines: say}\n",
        code='def ring(player):\n    reply("It rang.")\n\ndef say(lines, player):\n'
        '    asked = "you `/ring`" if player == "ana" else "ana rings"\n'
        '    mine = ["You own a bell: `/toll` it."] if player == "ana" else []\n'
        '    return lines + ["All wait until %s." % asked] + mine\n',
    )
    with joined(tmp_path, with_rules({"120-bells.md": bell})) as (game, house, me):
        page = me.look("/")
        assert "ana, one thing awaits you." in page and 'value="/ring"' in page, page
        assert page.count("All wait until you") == 2 and page.count('value="/ring"') == 1
        assert page.count('value="/toll"') == 1, "what one may do is no card"
        assert duties.tab("Island", None, duties_of(game, house), house.looking.sight().now) == "ana, a moment – Island"
        assert terminal.do(house, {"do": "status"})["acts"]["ana"] == [{"thread": 1, "words": ["/ring"]}]


def test_the_words_of_ones_turn_stand_where_it_is_said_to_be_ones_turn(tmp_path: Path) -> None:
    """In Wayfarers the button to throw stood far below the card of the turn, whose own buttons led to other pages."""
    dice = rule(
        120,
        "Dice",
        front="state: {game: {current: {type: string, default: ''}}}\nadjusts: {status_lines: say}\n"
        "commands: [{usage: /take, run: take, help: Take the turn.}, {usage: /cast, run: cast, help: Throw.}]\n",
        code='def take(player):\n    put("game", "game", get("game") | {"current": player})\n\n'
        'def cast(player):\n    reply("A four.")\n\n'
        'def say(lines, player):\n    return lines + ["It is `/cast`."]\n',
    )
    with joined(tmp_path, with_rules({"120-dice.md": dice})) as (_, _, me):
        assert me.look("/").index("How you stand") < me.page.index('value="/cast"')
        me.send("/say", thread="1", text="/take", back="/")
        page = me.look("/")
        assert page.index("It is your turn") < page.index('value="/cast"') < page.index("How you stand")
        assert page.count('value="/cast"') == 1


def test_how_a_vote_stands_is_said_once_to_whoever_can_vote_and_decide(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same tally and the same sentences stood on two cards below each other, which a phone shows on three screens."""
    island(monkeypatch)
    with joined(tmp_path) as (_, house, me):
        songs = "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"
        for deed in (
            {"do": "say", "who": "bo", "text": "/join"},
            {"do": "propose", "who": "ana", "name": "songs.md", "text": songs},
            {"do": "vote", "who": "bo", "number": "108", "choice": "yay"},
        ):
            terminal.do(house, deed)
        house.game.seat("cy")
        terminal.do(house, {"do": "say", "who": "cy", "text": "/join"})
        terminal.do(house, {"do": "vote", "who": "cy", "number": "108", "choice": "yay"})
        page = me.look("/")
        assert 'value="yay"' in page and 'value="/resolve"' in page
        assert page.count('<ol class="tally">') == 1 and page.count("Not voted yet") == 1
        me.send("/say", thread="2", text="yay", back="/")
        page = me.look("/")
        assert 'value="/resolve"' in page and page.count('<ol class="tally">') == 1


def duties_of(game: Game, house: House) -> dict[str, list[duties.Duty]]:
    sight = house.looking.sight()
    return {seat: duties.duties(game, sight, seat) for seat in sight.people}


def test_of_what_one_has_only_that_is_headed_which_the_rules_tell_of(tmp_path: Path) -> None:
    """In Credo a heading "First point" stood over nothing: that somebody has begun is kept for the rules alone."""
    marks = rule(
        120,
        "Marks",
        front="state:\n  marks: {rank: {type: integer, default: 0, told: false}}\n  crowns: {worn: {type: boolean, default: false}}\n"
        "commands: [{usage: /mark, run: mark, help: Be marked.}]\n",
        code='def mark(player):\n    put("marks", player, {"rank": 3})\n    put("crowns", player, {})\n',
    )
    with joined(tmp_path, with_rules({"120-marks.md": marks})) as (_, _, me):
        me.look("/act")
        me.send("/say", thread="1", text="/mark", back="/")
        page = me.look("/")
        assert "<h3>Player</h3>" in page and "<h3>Crown</h3>" in page and "<h3>Mark</h3>" not in page


def test_a_refused_command_stands_in_a_box_to_be_mended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The form that it came from was empty again: ten lines about a village were to be written anew, or fetched from the thread."""
    island(monkeypatch)
    with joined(tmp_path) as (_, _, me):
        me.look("/act")
        told = "/tell </textarea>\nIt lies by the sea. " + "Far out. " * 40
        page = me.send("/say", thread="1", text=told, back="/act")
        assert "Refused" in page and f">{told}</textarea>" in page and "Write it again" in page
        assert "Write it again" not in me.send("/say", thread="1", text="/dive", back="/act")
        assert "Write it again" not in me.send("/say", thread="1", text="yay", back="/act"), "a vote is quickly written"


def test_so_does_one_that_begins_with_no_slash(tmp_path: Path) -> None:
    front = "commands:\n  - {usage: Moving to <reef>, arguments: {reef: {type: text}}, run: go}\n"
    code = 'def go(player, reef):\n    refuse("The tide is high.", "Wait.")\n'
    law = with_rules({"120-moves.md": rule(120, "Moves", front=front, code=code)})
    with joined(tmp_path, law) as (_, _, me):
        page = me.send("/say", thread="1", text="moving to the northern reef", back="/act")
        assert "The tide is high." in page and ">moving to the northern reef</textarea>" in page


def test_the_page_of_players_leaves_out_nothing_that_they_have(tmp_path: Path) -> None:
    """After the ninth column wheat and professions were cut off without a word."""
    fields = ", ".join(f"crop_{letter}: {{type: integer, default: 0}}" for letter in "abcdefghijklmnop")
    crops = rule(120, "Crops", front=f"state: {{players: {{{fields}}}}}\n")
    with joined(tmp_path, with_rules({"120-crops.md": crops})) as (_, _, me):
        page = me.look("/players")
        assert [letter for letter in "abcdefghijklmnop" if f">Crop {letter}</th>" not in page] == []


def test_nor_does_it_head_what_rules_keep_for_themselves_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """*First descriptions*, and below it names with nothing beside them."""
    front = (
        "state:\n  divings: {{often: {{type: integer, default: 0{}}}}}\nrecords: {{divings: {{ana: {{often: 3}}}}}}\n"
    )
    for told, shown in ((", told: false", False), ("", True)):
        law = with_rules({"120-divings.md": rule(120, "Divings", front=front.format(told))})
        monkeypatch.setattr(shipped, "law", lambda ruleset, law=law: law)
        with joined(tmp_path / str(shown)) as (_, _, me):
            assert (">Divings" in me.look("/players")) is shown


def test_of_what_is_longer_than_a_page_it_is_said_how_much_there_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where there were 340 reefs, `Reefs 200` stood above those that were shown; and so with issues."""
    monkeypatch.setattr(collected, "MOST_ROWS", 3)
    monkeypatch.setattr(listings, "MOST_ROWS", 3)
    reefs = ", ".join(f"r{number}: {{depth: 3}}" for number in range(5))
    front = f"state: {{reefs: {{depth: {{type: integer, default: 0}}}}}}\nrecords: {{reefs: {{{reefs}}}}}\n"
    with joined(tmp_path, with_rules({"120-reefs.md": rule(120, "Reefs", front=front)})) as (game, _, me):
        for number in range(4):
            game.act(lambda: game.people.open_issue("ana", f"Issue {number}", "Why?"))
        assert "Reefs <small>3 of 5</small>" in me.look("/players")
        assert "Open <small>3 of 5</small>" in me.look("/issues"), "the table is one of them"
        assert "Players <small>1</small>" in me.look("/players")


def test_a_long_text_of_a_record_leaves_room_for_the_rest_of_the_page(tmp_path: Path) -> None:
    """On a phone the forms of a page stood below two screens of a village's description."""
    bios = rule(
        120,
        "Bios",
        front='state: {players: {bio: {type: string, default: ""}}}\ncommands:\n  - {usage: "/bio <text>", who: players, run: keep}\n',
        code='def keep(player, text):\n    put("players", player, get("players", player) | {"bio": text})\n',
    )
    with joined(tmp_path, with_rules({"120-bios.md": bios})) as (_, _, me):
        me.look("/act")
        song = "I sing. " + " ".join(["La!"] * 300)
        me.send("/act", usage="/bio <text>", f__text=song)
        for path in ("/", "/act", "/players"):
            assert f"<summary>{song[:119].rstrip()}…</summary>{song}</details>" in me.look(path), path


def test_whoever_adds_a_seat_is_told_how_names_are_written_and_how_others_reach_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of `Zoë` a browser said only: match the requested format."""
    island(monkeypatch)
    with opened(tmp_path / "game", Time()) as game, served(game, reachable=False) as (house, enter):
        page = host(house, enter).look("/table")
        assert 'title="Letters, digits and single hyphens"' in page and "It stays, whether or not" in page
        assert f"nomic play {game.folder.path} --host 0.0.0.0" in page


def test_each_button_that_issues_a_link_says_for_whom(at_a_new_table: tuple[Game, House, Enter]) -> None:
    """Who does not see the table heard *Issue a link* as often as there are seats; and of a first link that one before it was void."""
    _, house, enter = at_a_new_table
    me = enter(house.seats.links["host"])
    assert 'Issue a link<span class="hide"> for bo</span></button>' in me.look("/table")
    me.send("/seats", issue="bo")
    assert "One from before opens nothing any more." in me.page
    assert 'Issue again<span class="hide"> for bo</span></button>' in me.page


def test_who_is_in_finds_the_way_back_from_what_is_not_there_or_was_refused(
    at_table: tuple[Game, House, Enter],
) -> None:
    _, house, enter = at_table
    me = host(house, enter)
    for path in ("/threads/999", "/rules/none", "/nowhere"):
        assert '<a class="button" href="/">To your move</a>' in me.look(path), path
    me.look("/threads/1")
    me.send("/clock", by="1y", back="/threads/1")
    assert '<a class="button" href="/threads/1">Back to the page</a>' in me.page
    assert "To your move" not in enter("").look("/nowhere")


def test_who_opened_a_vote_is_offered_to_end_it_only_by_what_would_not_be_refused(tmp_path: Path) -> None:
    """In the thread of a proposal there was a button for taking back a motion."""
    motions = rule(
        120,
        "Motions",
        front="commands:\n  - {usage: /abandon, run: abandon, help: Take back a motion.}\n",
        code='def abandon(player):\n    if here()["kind"] == "pull":\n        refuse("No motion.", "Look elsewhere.")\n'
        '    withdraw(here()["number"], "")\n',
    )
    with joined(tmp_path, with_rules({"120-motions.md": motions})) as (_, house, me):
        me.look("/propose")
        me.send("/propose", rule="", title="121 Songs", front="rule: next\ntitle: Songs\n", prose="La.", do="open")
        assert {c["usage"] for c in house.looking.sight().law["commands"] if c["ends"]} >= {"/abandon", "/close"}
        page = me.look("/threads/2")
        assert 'name="text" value="/close"' in page and 'value="/abandon"' not in page


@pytest.mark.parametrize("seats", [3, 40])
def test_many_seats_leave_the_page_in_sight_and_one_reads_where_one_sits(tmp_path: Path, seats: int) -> None:
    """On a phone the seats of forty stood a thousand pixels high before every page."""
    names = ("ana", *(f"p{number}" for number in range(seats - 1)))
    with pytest.MonkeyPatch.context() as patch:
        island(patch)
        with opened(tmp_path / "game", Time(), players=names) as game, served(game) as (house, enter):
            page = host(house, enter).look("/")
    assert ('class="seats crowd"' in page) is (seats == 40)
    assert ('Seat at this machine <span class="soft">ana</span>' in page) is (seats == 40)


def test_what_is_found_in_the_rules_is_counted_in_words_that_fit(at_table: tuple[Game, House, Enter]) -> None:
    """One was `1 rules that say`, and of none it was said that any of them can be changed."""
    _, house, enter = at_table
    me = host(house, enter)
    assert "<p>7 rules. Any of them can be changed.</p>" in me.look("/rules")
    assert "<p>1 rule that says “Gifts”. It can be changed.</p>" in me.look("/rules?q=Gifts")
    assert "<p>No rule says “zebra”.</p>" in me.look("/rules?q=zebra")


def test_what_is_not_changed_at_once_is_told_where_one_chooses_what_to_change(tmp_path: Path) -> None:
    """Any of them can be changed, said the rulebook alone; and who had written an amendment learnt then that nobody can."""
    stone = rule(120, "Stones", front="immutable: true\n", code="def lie():\n    pass\n")
    with joined(tmp_path, with_rules({"120-stones.md": stone})) as (_, _, me):
        assert "can be changed; the rules say how an immutable one is.</p>" in me.look("/rules")
        assert re.search(r">Stones <small>immutable(, [^<]*)?</small>", me.page) and me.page.count("immutable") == 2
        page = me.look("/propose?rule=stones")
        assert ">120 Stones, immutable</option>" in page and "Rule 120, immutable. Nothing counts" in page
        assert "immutable" not in me.look("/propose?rule=gifts").replace(">120 Stones, immutable</option>", "")


def test_where_several_votes_await_one_each_button_says_which_it_is_about(at_table: tuple[Game, House, Enter]) -> None:
    """Whoever goes from button to button heard yay, nay, yay, nay."""
    _, house, enter = at_table
    me = host(house, enter)
    for text in ("/join", "/council Why?", "/council How?"):
        me.send("/say", thread="1", text=text)
    page = me.look("/")
    about = re.findall(r'<button name="text" value="yay" aria-describedby="([^"]+)"', page)
    assert len(about) == page.count('<button name="text" value="yay"') == len(set(about))
    told = [re.search(rf'<h2 id="{each}"><a [^>]*>([^<]*)</a>', page) for each in about]
    assert {"Vote on “Why?”", "Vote on “How?”"} <= {each[1] for each in told if each}


def test_a_document_without_a_number_is_not_found_by_the_word_none(tmp_path: Path) -> None:
    """Whoever looked for it found each card there is."""
    cards = "---\nrule: 190\ntitle: Cards\nby_hand: true\ndocuments: {card: {folder: cards}}\n---\nSome lie here.\n"
    law = with_rules({"190-cards.md": cards, "cards/fog.md": "---\nname: Thick fog\n---\nOne waits.\n"})
    with joined(tmp_path, law) as (_, _, me):
        assert "Thick fog" in me.look("/rules?q=thick")
        assert "Thick fog" not in me.look("/rules?q=none")


def test_more_than_fits_the_page_awaits_one_and_it_is_said_how_much(
    at_table: tuple[Game, House, Enter], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`12 things await you` stood there, whoever had how many more votes to cast."""
    _, house, enter = at_table
    me = host(house, enter)
    for text in ("/join", "/council Where?", "/council When?"):
        me.send("/say", thread="1", text=text)
    monkeypatch.setattr(duties, "MOST", 1)
    page = me.look("/")
    known = len(duties.duties(house.game, house.looking.sight(), "ana"))
    assert known > 1 and page.count('<article class="duty"') == 1
    assert f"({known}) Your move" in page and f"And {known - 1} more, which stand here" in page


def test_of_what_awaits_one_what_has_waited_longest_comes_first(at_table: tuple[Game, House, Enter]) -> None:
    game, house, enter = at_table
    me = host(house, enter)
    for text in ("/join", "/council Zither?", "/council Accordion?"):
        game.clock.move(60)
        me.send("/say", thread="1", text=text)
    game.settle()
    titles = [duty.title for duty in duties.duties(house.game, house.looking.sight(), "ana")]
    assert [title for title in titles if title.endswith(("Zither?”", "Accordion?”"))] == [
        "Vote on “Zither?”",
        "Vote on “Accordion?”",
    ]


def test_an_empty_box_says_nothing_and_one_is_told_to_write_something(at_table: tuple[Game, House, Enter]) -> None:
    """GitHub's own words stood there, and that the page is to be loaded again."""
    game, house, enter = at_table
    me = host(house, enter)
    before = len(game.model.comments)
    assert "There is nothing to say in that" in me.send("/say", thread="1", text=" \n ", back="/act")
    assert me.status == 422 and "load the page again" not in me.page
    assert len(game.model.comments) == before


@pytest.mark.parametrize("length", [b"\xb2", b"-1", b"1e3", b"", str(LARGEST + 1).encode()])
def test_a_length_that_is_no_number_or_too_much_lets_nothing_in(length: bytes) -> None:
    """A small two above the line is a digit to Python, and no number."""
    answered: list[Any] = []

    async def answer(message: Any) -> None:
        answered.append(message)

    async def nothing(*_: Any) -> None:
        raise AssertionError("it was let in")

    scope = {"type": "http", "method": "POST", "path": "/say", "headers": [(b"content-length", length)]}
    asyncio.run(web.Bounded(nothing, Rates(), lambda _: "")(scope, nothing, answer))
    assert answered[0]["status"] == 413
