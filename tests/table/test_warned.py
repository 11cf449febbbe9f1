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
