"""A game of two at a table of its own, for whoever looks at it in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.playing import Served


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Served]:
    served = Served(tmp_path / "meadow", ("--players", "ana,bo", "--clock", "table"))
    served.start()
    yield served
    served.stop()
