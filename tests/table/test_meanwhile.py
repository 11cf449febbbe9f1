"""Somebody who comes back to a table: what was decided, and what the clock brought about, since the words they said last."""

from __future__ import annotations

from pathlib import Path

from engine.table import sight
from tests.island import rule, with_rules
from tests.table.tables import joined

BELL = rule(
    120,
    "Bells",
    front="schedule: [{cron: '0 6 * * *', run: toll}]\ncommands: [{usage: /ring, run: ring, help: Ring.}]\n",
    code='def toll():\n    announce("The bell tolled.")\n\ndef ring(player):\n    announce("%s rang." % player)\n',
)


def news(page: str) -> str:
    return page.partition("<h2>Since your last word")[2].partition("</section>")[0]


def test_who_comes_back_is_told_what_happened_since_their_last_word_and_whoever_just_spoke_is_not(
    tmp_path: Path,
) -> None:
    """After three weeks the page began with *Just said* and the words of then, and told nothing of a village that was lost meanwhile."""
    with joined(tmp_path, with_rules({"120-bells.md": BELL})) as (game, house, me):

        def says(who: str, text: str, thread: int = 1) -> None:
            game.act(lambda: game.people.comment(who, thread, text))
            house.passes.settle(60)

        for who, text in (("bo", "/join"), ("bo", "/ring"), ("ana", "/ring")):
            says(who, text)
        assert "<h2>Since" not in me.look("/"), "what answers one's own words stands with these"
        says("ana", "/council Shall we dance?")
        there = next(p["facts"]["thread"] for p in house.looking.sight().polls.values())
        assert there is not None
        says("ana", "yay", there)
        says("bo", "yay", there)
        says("bo", "/ring")
        assert "is <strong>adopted</strong>" in news(me.look("/")) and "bo rang." in news(me.page)
        assert "adopted" not in "".join(sight.meanwhile(game, 1, game.model.account("bo").id)), "it answered their vote"
        me.send("/clock", by="1d", back="/")
        assert "The bell tolled." in me.page and not news(me.page), "the button's own page says it"
        assert "The bell tolled." in news(me.look("/"))
        for _ in range(sight.MOST_NEWS):
            me.send("/clock", by="1d", back="/")
        assert news(me.look("/")).count("The bell tolled.") == sight.MOST_NEWS and "bo rang." not in news(me.page)
        me.send("/say", thread="1", text="Hello again.", back="/")
        assert not news(me.look("/"))


def test_the_chronicle_says_what_the_clock_brought_about(tmp_path: Path) -> None:
    """Of a Wednesday on which three villages starved it had the dice alone, and that the people were to be fed."""
    with joined(tmp_path, with_rules({"120-bells.md": BELL})) as (_, _, me):
        me.send("/say", thread="1", text="/ring", back="/")
        me.send("/clock", by="1d", back="/")
        page = me.look("/chronicle")
        tolled = page.partition("<p>Bells.")[2].partition("</li>")[0]
        assert "<p>The bell tolled.</p>" in tolled and page.count("The bell tolled.") == 1
        assert "ana rang." not in page, "that stands with the words it answers"
