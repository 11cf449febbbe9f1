"""Catching: whether a seed or a test sees the bug that is planted in this process. Each gives the words it is seen by."""

from __future__ import annotations

import tempfile
from typing import Any

import pytest
from hypothesis import Phase, settings

from tests.storms.laws import play
from tests.storms.season import choice_of
from tests.storms.zoo.bug import Named, Seed
from tests.storms.zoo.planting import ROOT


class NotCaught(Exception):
    """The bug is planted, and nothing is found."""


def catch(by: Seed | Named) -> str:
    """What is found, in a line. Raises NotCaught."""
    return _by_seed(by) if isinstance(by, Seed) else _by_test(by)


def _by_seed(by: Seed) -> str:
    found = play(choice_of(by.seed, by.weeks)).findings
    right = [finding for finding in found if by.sees in finding]
    if not right:
        raise NotCaught(f"{by} finds nothing with {by.sees!r} in it, only {found[:3]}")
    return _line(right[0])


class _Failures:
    """Listens to pytest: the words of the first failure."""

    def __init__(self) -> None:
        self.words = ""

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed and not self.words:
            crash = getattr(report.longrepr, "reprcrash", None)
            self.words = _line(crash.message if crash is not None else str(report.longrepr))


def _by_test(by: Named) -> str:
    # The same examples each time, none kept, and the first that fails is enough: it need not be made small.
    settings.register_profile("zoo", derandomize=True, database=None, phases=[Phase.explicit, Phase.generate])
    settings.load_profile("zoo")
    heard = _Failures()
    quietly = "-q -x --no-header --tb=short -p no:cacheprovider -p no:xdist --rootdir".split()
    with tempfile.TemporaryDirectory() as own:  # else it throws away first what runs before it have left
        ended = pytest.main([*quietly, str(ROOT), str(ROOT / by.test), "--basetemp", own], plugins=[heard])
    if ended == pytest.ExitCode.OK:
        raise NotCaught(f"{by} passes")
    if ended != pytest.ExitCode.TESTS_FAILED:
        raise NotCaught(f"{by} cannot be run: {ended!r}")
    return heard.words


def _line(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= 160 else f"{words[:157]}..."
