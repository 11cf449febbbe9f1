"""A plugin for pytest: only the tests whose ids stand in a file are run, in its order."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import pytest

PLACE: Final = "NOMIC_TESTS_ASKED"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Those that are not named are left out."""
    order = {test: number for number, test in enumerate(Path(os.environ[PLACE]).read_text().splitlines())}
    left_out = [item for item in items if item.nodeid not in order]
    items[:] = sorted((item for item in items if item.nodeid in order), key=lambda item: order[item.nodeid])
    config.hook.pytest_deselected(items=left_out)
