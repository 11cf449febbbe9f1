from __future__ import annotations

from pathlib import Path

import pytest

from tests.proof.played import Copy, copied, play


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("played")
    play(folder)
    return folder


@pytest.fixture
def game(played: Path, tmp_path: Path) -> Copy:
    return copied(played, tmp_path)
