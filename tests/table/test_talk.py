"""A thread's page is there in a moment, however much was said in it and however long."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from engine.game.replies import foretelling
from engine.hub.accounts import BOT_ID
from engine.table import sight, talk
from engine.table.game import Game
from tests.pace import within
from tests.table.tables import Browser, Time, island, opened, served

SLOW = "|".join("a" * 1_500) + "\n" + "|".join("-" * 1_500) + "\n" + "x\n" * 28_000


@pytest.fixture(scope="module")
def spoken(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Game, Browser]]:
    with pytest.MonkeyPatch.context() as patch:
        island(patch)
        with opened(tmp_path_factory.mktemp("talk") / "game", Time()) as game, served(game) as (house, enter):
            yield game, enter(house.seats.links["host"])


def say(game: Game, texts: list[str], thread: int = 1) -> list[int]:
    return game.act(lambda: [game.people.comment("bo", thread, text).id for text in texts])


def thread(game: Game, body: str = "") -> int:
    return game.act(lambda: game.people.open_issue("bo", "Long", body).number)


def ids(page: str) -> list[int]:
    return [int(found) for found in re.findall(r'id="comment-(\d+)"', page)]


def test_of_many_words_the_newest_are_shown_and_a_link_leads_to_those_before(spoken: tuple[Game, Browser]) -> None:
    game, me = spoken
    number = thread(game)
    said = say(game, [f"Word {n}." for n in range(2 * talk.MOST + 5)], number)
    found: list[int] = []
    page = me.look(f"/threads/{number}")
    assert f"<small>{len(said)}</small>" in page
    while True:
        shown = ids(page)
        assert len(shown) <= talk.MOST
        found = shown + found
        link = re.search(r'href="(/threads/\d+\?before=\d+)">Earlier words<', page)
        if link is None:
            break
        page = me.look(link[1])
    assert found == said


@pytest.mark.parametrize("odd", ["", "x", "²", "-1", "0", "9" * 30, "%00"])
def test_what_is_no_comment_leads_to_the_newest_words(spoken: tuple[Game, Browser], odd: str) -> None:
    game, me = spoken
    number = thread(game)
    said = say(game, ["One.", "Two."], number)
    assert ids(me.look(f"/threads/{number}?before={odd}&whole={odd}")) == said and me.status == 200


def test_long_words_begin_on_the_page_and_are_shown_whole_where_that_is_asked(spoken: tuple[Game, Browser]) -> None:
    game, me = spoken
    text = f"begin {'much ' * 4_000}end"
    number = thread(game, f"first {'more ' * 4_000}last")
    (said,) = say(game, [text], number)
    page = me.look(f"/threads/{number}")
    assert ">begin much" in page and "much end</p>" not in page and ">first more" in page and "more last" not in page
    links = [link.replace("&amp;", "&") for link in re.findall(r'href="(/threads/\d+\?whole=\w+)#', page)]
    assert links == [f"/threads/{number}?whole=first", f"/threads/{number}?whole={said}"]
    assert "more last</p>" in me.look(links[0]) and "much end</p>" not in me.page
    assert "much end</p>" in me.look(links[1]) and "more last" not in me.page


def test_words_that_are_slow_to_show_keep_nobody_waiting(spoken: tuple[Game, Browser]) -> None:
    game, me = spoken
    number = thread(game)
    say(game, [f"{SLOW}{n}" for n in range(10)], number)
    within(4, lambda: me.look(f"/threads/{number}"), tries=1)
    assert me.status == 200


def test_a_mark_of_the_engines_is_not_cut_in_two() -> None:
    shown, more = talk.said("x" * (talk.LONGEST - 5) + "<!-- nomic:reply/comment/1: -->", whole=False)
    assert more == 0 and "nomic" not in shown


def test_of_an_issue_that_was_given_to_somebody_the_first_words_begin_where_it_waits(
    spoken: tuple[Game, Browser],
) -> None:
    game, me = spoken
    number = thread(game, f"begin {'much ' * 4_000}end")
    game.act(lambda: game.model.set_assignees(game.model.account("ana").id, number, ["ana"]))
    me.look("/")
    me.send("/act", usage="/join")
    page = me.look("/")
    assert ">begin much" in page and "much end" not in page and f'href="/threads/{number}"' in page


def test_what_a_proposal_would_change_stands_whole_on_its_page_and_is_left_out_in_a_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its heading and its table were taken away with those of the votes: `Since this was made` followed nothing."""
    row = {"name": "ana", "field": "Shells", "now": "1", "without": "2", "with_": "3", "certain": False}
    row |= {"by": "1 more", "more": 12, "fewer": 0, "dots": "●○", "words": "more in 12 of 20 runs"}
    told = {"weeks": 8, "seeds": 20, "trouble": "", "exact": [], "rows": [row], "at": 0}
    forecast = foretelling.foretold(told, ["votes"], "UTC")
    votes = "### Proposal 108: open for voting\n\n**1 yay**; 1 of 2 has voted.\n\n| who | vote | |\n|---|---|---|\n| ana | yay | |"
    said = SimpleNamespace(author=BOT_ID, body=f"{votes}\n\n{forecast}\n\n{sight.STATUS}2:0 -->")
    monkeypatch.setattr(sight, "comments", lambda game, thread: [said])
    whole = forecast.replace("#### What it would change in 8 weeks", "**What it would change in 8 weeks**")
    assert sight.standing(None, 2) == f"**1 yay**; 1 of 2 has voted.\n\n{whole}"
    assert "| **ana** | `Shells` |" in forecast
    assert sight.standing(None, 2, foretold=False) == "**1 yay**; 1 of 2 has voted."
    late = foretelling.foretold({**told, "trouble": foretelling.LATE}, [], "UTC")
    said.body = said.body.replace(forecast, late)
    assert sight.standing(None, 2) == "**1 yay**; 1 of 2 has voted.", "a command of the terminal alone would tell more"
