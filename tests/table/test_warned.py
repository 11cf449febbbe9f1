"""What a proposal is warned of, read before it is opened."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.table.tables import island, joined

DRAFT = {"rule": "", "title": "108 Songs", "prose": "Who sings gets 3 shells.", "do": "open"}
FRONT = "rule: next\ntitle: Songs\nparameters: {gift: 2}\n"


def test_a_proposal_with_warnings_is_opened_once_they_were_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Words that said 8 were opened for voting with a price of 10 by who pressed the button before the check had answered."""
    island(monkeypatch)
    with joined(tmp_path) as (game, _, me):
        me.look("/propose")
        me.send("/propose", front=FRONT, **DRAFT)
        assert "Not opened yet." in me.page and 2 not in game.model.threads
        seen = re.search(r'form="draft" name="heeded" value="([^"]+)"', me.page)
        assert seen is not None
        me.send("/propose", front=FRONT.replace("gift", "prize"), heeded=seen[1], **DRAFT)
        assert "Not opened yet." in me.page and 2 not in game.model.threads, "others were shown"
        me.send("/propose", front=FRONT, heeded=seen[1], **DRAFT)
        assert 2 in game.model.threads


def test_a_proposal_without_warnings_is_opened_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    island(monkeypatch)
    with joined(tmp_path) as (game, _, me):
        me.look("/propose")
        me.send("/propose", front=FRONT.replace("2", "3"), **DRAFT)
        assert 2 in game.model.threads


@pytest.mark.parametrize(
    ("title", "warned"),
    [("{next} Songs", False), ("Songs", False), ("{other} Songs", True), ("36 hours are too few", False)],
)
def test_a_number_in_the_title_that_it_will_not_get_is_told_before_it_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, title: str, warned: bool
) -> None:
    """In Frontier a draft from before another proposal was voted on as `311, 310 Better harvest`."""
    island(monkeypatch)
    with joined(tmp_path) as (game, _, me):
        number = re.search(r"The next number is (\d+)", me.look("/propose"))
        assert number is not None
        given = title.format(next=number[1], other=int(number[1]) - 1)
        me.send("/propose", **{**DRAFT, "title": given}, front=FRONT.replace("2", "3"))
        told = f"The title begins with {int(number[1]) - 1}, and this will be proposal {number[1]}"
        assert (told in me.page, 2 in game.model.threads) == (warned, not warned)


def test_a_title_as_long_as_its_box_takes_is_not_refused_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The box took 200 characters, and the law 120."""
    island(monkeypatch)
    with joined(tmp_path) as (_, _, me):
        box = re.search(r'name="title" value="([^"]*)"[^>]* maxlength="(\d+)"', me.look("/propose"))
        assert box is not None
        title = (box[1] + "La " * 100)[: int(box[2])]
        me.send("/propose", rule="", title=title, front="rule: next\ntitle: Songs\n", prose="We sing.", do="check")
        assert "too long" not in me.page and "Would be accepted." in me.page
