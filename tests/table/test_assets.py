"""What pages bring along is asked for once: what every tab opens connections for, at a full table, is what others wait for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.table import assets
from tests.table.tables import Time, island, opened, served


def test_whatever_a_page_brings_along_is_kept_by_the_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With thirty players some pages came without style or script whenever something had happened: each asked for all of it anew."""
    island(monkeypatch)
    with opened(tmp_path / "game", Time()) as game, served(game) as (whole, enter):
        host = enter(whole.seats.links["host"])
        brought = re.findall(r'(?:href|src)="(/static/[^"]+)"', host.look("/"))
        assert [path.rpartition("/")[2] for path in brought] == ["board.css", "table.css", "mark.svg", "table.js"]
        for path in brought:
            answer = host.session.get(host.address + path, timeout=60)
            assert answer.status_code == 200 and "immutable" in answer.headers["cache-control"]
        assert "no-store" in host.session.get(f"{host.address}/", timeout=60).headers["cache-control"]


def test_with_another_version_it_has_another_address(tmp_path: Path) -> None:
    style = tmp_path / "table.css"
    found = []
    for words in ("a", "b"):
        style.write_text(words)
        found.append(assets.address({"table.css": style}))
    assert found[0] != found[1] and assets.address() == assets.address()
