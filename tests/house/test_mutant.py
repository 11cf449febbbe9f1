"""Which tests are near a mutant: those that import its module in one way or another."""

from __future__ import annotations

import pytest

from tests.mutants.mutant import Mutant

HOST = Mutant("engine/law/host.py", "core/AddNot", 0, (1, 0))


@pytest.mark.parametrize(
    "test",
    [
        "from engine.law.host import Host\n",
        "from engine.law import host\n",
        "from engine.law import blame, host as hosts\n",
        "from engine.law import (\n    blame,\n    host,\n)\n",
        'monkeypatch.setattr("engine.law.host.MAX_DEPTH", 3)\n',
    ],
)
def test_a_test_names_a_module_by_importing_it_whole_or_out_of_its_folder(test: str) -> None:
    assert HOST.is_named_in(test)


@pytest.mark.parametrize(
    "test",
    [
        "from engine.law import blame\nhost = 3\n",
        "from engine.law import (\n    blame,\n)\nhost = 3\n",
        "from engine.law import hosts\n",
        "from engine.hub import host\n",
    ],
)
def test_and_not_by_a_word_of_its_own(test: str) -> None:
    assert not HOST.is_named_in(test)
