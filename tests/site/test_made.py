"""Pages made over several processes: the same bytes, and a page that cannot be made is no success."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from engine.cli.made import MANY, write_all


def text(number: int) -> str:
    if number < 0:
        raise ValueError("no such page")
    return f"page {number}\n"


@pytest.mark.parametrize("cores", [1, 3])
def test_each_page_is_written_once_whoever_makes_it(tmp_path: Path, cores: int) -> None:
    write_all(tmp_path, [(f"a/{n}.html", partial(text, n)) for n in range(MANY + 5)], cores)
    assert {p.name: p.read_text() for p in tmp_path.rglob("*.html")} == {f"{n}.html": text(n) for n in range(MANY + 5)}


def test_what_fails_beside_is_told(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    wanted = [(f"{n}.html", partial(text, n if n != 7 else -1)) for n in range(MANY)]
    with pytest.raises((RuntimeError, ValueError)):
        write_all(tmp_path, wanted, 3)
    capfd.readouterr()
