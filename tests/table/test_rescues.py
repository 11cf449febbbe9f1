"""A way out of a law that is locked, by the pages alone: a pull request that no rule lets be opened, and everybody's yay."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.table.tables import island, joined

DAY = 86_400


def test_a_game_that_its_rules_have_ended_is_rescued_by_clicking(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page Propose made no pull request of what would be refused, and where all is refused nothing could be rescued."""
    island(monkeypatch)
    with joined(tmp_path) as (game, house, me):
        me.look("/")
        me.send("/seat", seat="bo", back="/")
        me.look("/")
        me.send("/act", usage="/join")
        game.act(lambda: game.people.comment("ana", 1, "/correct game game over it is locked because a test ends it"))
        assert game.settle() is not None
        draft = {"rule": "", "title": "190 Songs", "front": "rule: next\ntitle: Songs\nby_hand: true\n", "prose": "La."}
        assert me.look("/propose") and 'value="make"' in me.send("/propose", do="open", **draft)
        made = max(game.model.threads)
        me.send("/propose", do="make", **draft)
        assert made + 1 == max(game.model.threads) and 'value="/open"' not in me.page
        assert 'value="/rescue"' in me.page and 'value="yay"' not in me.page
        assert me.page.index("<h2>The change</h2>") < me.page.index("<h2>When no rule can be changed any more"), (
            "seldom needed"
        )
        me.send("/say", thread=str(made + 1), text="/rescue", back=f"/threads/{made + 1}")
        for seat in ("ana", "bo"):
            me.send("/seat", seat=seat, back="/")
            assert f"Agree to the rescue of #{made + 1}" in me.look("/") and 'value="nay"' in me.page
            me.look(f"/threads/{made + 1}")
            assert "Waiting for: " in me.page and 'value="/rescue"' not in me.page
            me.send("/say", thread=str(made + 1), text="yay", back=f"/threads/{made + 1}")
            assert "Agreed: " in me.page and "Agree to the rescue" not in me.look("/")
        game.move_clock(4 * DAY)
        assert house.passes.settle(60)
        assert "La." in me.look("/rules/songs")


def test_an_open_poll_offers_nothing_where_the_game_is_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its thread had buttons for votes, and words that would end it, all of which were refused."""
    island(monkeypatch)
    with joined(tmp_path) as (game, _, me):
        me.look("/propose")
        draft = {"rule": "", "title": "120 Songs", "front": "rule: next\ntitle: Songs\nby_hand: true\n", "prose": "La."}
        me.send("/propose", do="open", **draft)
        assert 'value="yay"' in me.page
        game.act(lambda: game.people.comment("ana", 1, "/correct game game over it is done because a test ends it"))
        assert game.settle() is not None
        me.look("/threads/2")
        assert "The game is over." in me.page and 'value="yay"' not in me.page and "End it otherwise" not in me.page
