"""Seasons that `nomic demo` tells are files, and say what is wrong with them."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.cli import scenes
from engine.cli.demo import FIRST, command
from engine.template import shipped

ONE = "ruleset: credo\nnow: 2026-01-05T08:00:00Z\nwhen:\n  - {at: 2026-01-05T09:00:00Z, by: ana, says: /help}\n"


def test_every_season_is_of_a_ruleset_and_goes_forward_in_time() -> None:
    there_are = sorted(path.stem for path in (shipped.RULES / scenes.SEASONS).glob("*.yaml"))
    assert FIRST in there_are
    for ruleset in there_are:
        season = scenes.of_ruleset(ruleset)
        assert season.ruleset == ruleset
        assert ruleset in shipped.rulesets()
        times = [season.start, *(scene.at for scene in season.scenes)]
        assert times == sorted(times)
        assert all(scene.story for scene in season.scenes)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("says: /help", "sings: aloud", "sings cannot be told"),
        ("when:", "then:", "in which `ruleset`, `now` and `when` stand"),
        (ONE, "", "in which `ruleset`, `now` and `when` stand"),
        ("2026-01-05T09:00:00Z", "soon", "another form"),
        ("ruleset: credo", "ruleset: chess", "There is no ruleset chess"),
        ("ruleset: credo", "ruleset: [", "line"),
    ],
)
def test_what_is_no_season_is_refused_with_its_reason(old: str, new: str, told: str, tmp_path: Path) -> None:
    file = tmp_path / "season.yaml"
    file.write_text(ONE.replace(old, new))
    done = CliRunner().invoke(command, ["--season", str(file), "--keep", str(tmp_path / "game")])
    assert done.exit_code == 2
    assert told in done.output
    assert not (tmp_path / "game").exists()


def test_the_lines_to_paste_work_where_the_folder_has_blanks_in_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.cli.demo.play", lambda *_: "0" * 40)
    folder = tmp_path / "my demo"
    done = CliRunner().invoke(command, ["--keep", str(folder)])
    pasted = [shlex.split(line) for line in done.output.splitlines() if line.startswith("  ")]
    assert len(pasted) == 4 and all(str(folder / "demo.git") in words for words in pasted), done.output
