"""`nomic rule new`: a rule to begin from, fitted to the ruleset one is in, or told what it lacks there."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from engine.cli.check import command as check
from engine.cli.rule import command as rule
from engine.template import shipped
from engine.template.shelf import WISHES

ISLAND = Path(__file__).parents[1] / "island"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(rule, [str(a) for a in arguments])


def test_the_shelf_is_listed_as_what_one_wants_and_holds_what_it_lists() -> None:
    listed = run("shelf").output
    assert [name for name in WISHES if f"I want to {WISHES[name]}." not in listed] == []
    there = {Path(path).stem.partition("-")[2] for path in shipped.law(shipped.SHELF) if path.endswith(".md")}
    assert there == {*WISHES, "beginning", "proposals"}
    assert shipped.SHELF not in shipped.rulesets()


def test_a_rule_that_fits_is_ready_to_be_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("new", "Pick & pockets", "--like", "shop", "--ruleset", "credo")
    assert done.exit_code == 0 and "It fits the ruleset credo" in done.output, done.output
    (file,) = tmp_path.glob("*-pick-pockets.md")
    text = file.read_text()
    assert 'title: "Pick & pockets"' in text and "rule: next" in text and "history" not in text
    assert run("new", "Pick pockets", "--like", "shop", "--ruleset", "credo").exit_code == 2


def test_what_a_ruleset_lacks_is_told_and_how_to_mend_it(tmp_path: Path) -> None:
    shutil.copytree(ISLAND / "rules", tmp_path / "rules")
    shutil.copytree(shipped.RULES / "library", tmp_path / "rules" / "library", dirs_exist_ok=True)
    done = run("new", "A stall", "--like", "shop", "--root", tmp_path)
    assert "players have no points here. They have fish, shells: give one with --coin." in done.output
    (tmp_path / "rules" / "island" / "108-a-stall.md").unlink()
    done = run("new", "A stall", "--like", "shop", "--coin", "shells", "--root", tmp_path)
    assert "It fits the ruleset island" in done.output, done.output
    file = tmp_path / "rules" / "island" / "108-a-stall.md"
    assert "3 shells each" in file.read_text()
    assert CliRunner().invoke(check, [str(file)]).exit_code == 0


def test_what_is_not_on_the_shelf_is_told() -> None:
    done = run("new", "War", "--like", "war")
    assert done.exit_code == 2 and "There are: treasury" in done.output
