"""Which tests are near a mutant: those that import its module in one way or another."""

from __future__ import annotations

import pytest

from tests.mutants.mutant import Mutant, lines_to_ask

HOST = Mutant("engine/law/running/host.py", "core/AddNot", 0, (1, 0))


@pytest.mark.parametrize(
    "test",
    [
        "from engine.law.running.host import Host\n",
        "from engine.law.running import host\n",
        "from engine.law.running import blame, host as hosts\n",
        "from engine.law.running import (\n    blame,\n    host,\n)\n",
        'monkeypatch.setattr("engine.law.running.host.MAX_DEPTH", 3)\n',
    ],
)
def test_a_test_names_a_module_by_importing_it_whole_or_out_of_its_folder(test: str) -> None:
    assert HOST.is_named_in(test)


@pytest.mark.parametrize(
    "test",
    [
        "from engine.law import blame\nhost = 3\n",
        "from engine.law.running import (\n    blame,\n)\nhost = 3\n",
        "from engine.law import hosts\n",
        "from engine.hub import host\n",
    ],
)
def test_and_not_by_a_word_of_its_own(test: str) -> None:
    assert not HOST.is_named_in(test)


TEXT = """MOST = 3  # line 1
FEW: int = 2


def first(one, most=1):
    if (
        one < MOST
    ):
        return one
    return FEW


def second():
    return [
        MOST,
    ]
"""


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        (1, {1, 7, 15}),
        (2, {2, 10}),
        (5, {5, 6, 7, 8, 9, 10}),
        (7, {6, 7, 8}),
        (9, {9}),
        (15, {14, 15, 16}),
    ],
)
def test_whoever_runs_a_statement_is_asked_and_of_what_only_an_import_runs_whoever_uses_it(
    line: int, asked: set[int]
) -> None:
    assert lines_to_ask(TEXT, (line, 0)) == asked
