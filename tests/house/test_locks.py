"""What is locked is installed as it stands: nothing is looked for beside it."""

from __future__ import annotations

import re

from packaging.utils import canonicalize_name

from tests.house.test_house import ROOT, TRACKED
from tests.newgame.locks import needed


def test_whoever_installs_a_lock_asks_for_nothing_beside_it() -> None:
    """The pip that comes with Python 3.11 refuses a lock as soon as what it names with an extra has a newer release."""
    texts = {path.relative_to(ROOT).as_posix(): path.read_text(errors="replace") for path in TRACKED}
    installs = {name: re.findall(r"--require-hashes\W.*?\.lock", text) for name, text in texts.items()}
    found = {name: lines for name, lines in installs.items() if lines and not name.startswith("tests/house/")}
    assert {"Makefile", "engine/referee/judging/cluster.py", "tests/proof/pythons.py"} < {*found}
    assert [name for name, lines in found.items() if not all("--no-deps" in line for line in lines)] == []


def test_the_lock_holds_all_that_the_engine_needs_and_what_that_needs() -> None:
    lock = (ROOT / "requirements.lock").read_text()
    assert needed() <= {canonicalize_name(name) for name in re.findall(r"^([\w.-]+)==", lock, re.MULTILINE)}
