"""This repository is a game: what is there until the first pass is the beginning of its law, and the doctor is content."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from engine.cli.main import nomic
from engine.store.layout import folder_of
from engine.template import beginning as template
from tests.newgame.here import ROOT, beginning
from tests.pinned import is_played


@pytest.mark.skipif(is_played(), reason="it is being played: state/ is the players' matter")
def test_state_is_the_beginning_of_the_law_that_is_here() -> None:
    """`make bless` writes it anew."""
    there = {p.relative_to(ROOT).as_posix() for p in (ROOT / "state").rglob("*.yaml")}
    assert there == set(beginning())
    assert {path: (ROOT / path).read_text() for path in there} == beginning()


def test_the_doctor_finds_nothing_wrong_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GITHUB_TOKEN", raising=False)
    found = CliRunner().invoke(nomic, ["doctor", str(ROOT)])
    assert found.exit_code == 0, found.output


def test_nobodys_git_changes_the_ends_of_lines_in_a_game_made_from_this_one() -> None:
    """As in any other new game: on Windows git had changed them, and twenty files of the law were called broken."""
    assert (ROOT / ".gitattributes").read_text() == template.ATTRIBUTES


def test_who_proposes_here_is_sent_to_no_folder_in_which_it_would_be_refused() -> None:
    """`rules/library/` stood there, which comes with the engine."""
    told = (ROOT / ".github" / "pull_request_template.md").read_text()
    named = re.findall(r"\brules/\w+/", told)
    assert named == [folder_of("credo")]
