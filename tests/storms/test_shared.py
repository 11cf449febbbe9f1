"""A record is read once and handed to everyone: nobody changes it, in whatever a season has them do."""

from __future__ import annotations

from typing import Any

import pytest

from engine.store import canon
from tests.storms.laws import play
from tests.storms.season import Choice


def test_what_is_shared_is_after_a_season_what_its_text_says(monkeypatch: pytest.MonkeyPatch) -> None:
    handed: dict[str, Any] = {}
    shared = canon.shared

    def noted(text: str) -> Any:
        return handed.setdefault(text, shared(text))

    monkeypatch.setattr(canon, "shared", noted)
    play(Choice(2, "credo", weeks=5))
    assert len(handed) > 50
    assert [text for text, value in handed.items() if value != canon.read(text)] == []
