"""Commits by whose words GitHub would close an issue: no more is obeyed than a proposal says."""

from __future__ import annotations

import pytest

from engine.referee.commits import closing
from engine.referee.ports import CommitInfo

OBEYED = (
    "Fixes #1",
    "A song\n\nIt is sung.\ncloses: #7, and more",
    "RESOLVED owner/island#1",
    "(fix https://github.com/owner/island/issues/1)",
    "Close GH-7",
    "closed\n#7",
)
NOT_OBEYED = ("A song, see #1", "Prefixes #1", "Fixes rule 108", "Fixed: the #1 song", "It closes; #1 is next", "Fix#1")


def told(message: str) -> list[str]:
    return closing.commits([CommitInfo("0123456789abcdef" * 2 + "01234567", (), "", 0, "", message)])


@pytest.mark.parametrize("message", OBEYED)
def test_what_github_takes_for_an_order_to_close_is_found(message: str) -> None:
    assert told(message) == ["0123456789"]


@pytest.mark.parametrize("message", NOT_OBEYED)
def test_what_only_names_an_issue_is_none(message: str) -> None:
    assert told(message) == []
