"""The workflows hold to what is known of the platform: least rights, pinned actions, one pass at a time."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from ruamel.yaml import YAML

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / ".github" / "workflows"
GAMES = ROOT / "engine" / "template" / "game" / ".github" / "workflows"  # what `nomic new` gives a game
FILES = sorted([*FOLDER.glob("*.yml"), *GAMES.glob("*.yml")])
BIN = Path(sys.executable).parent


def test_zizmor_finds_nothing_in_its_strictest_persona() -> None:
    done = subprocess.run(
        [BIN / "zizmor", "--offline", "--persona", "auditor", "--no-progress", *FILES], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout


def test_the_schema_of_workflows_is_kept() -> None:
    command = [BIN / "check-jsonschema", "--builtin-schema", "vendor.github-workflows", *FILES]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_the_forms_of_this_repository_are_githubs() -> None:
    forms = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("[0-9]*.yml"))
    assert len(forms) == 3
    command = [BIN / "check-jsonschema", "--builtin-schema", "vendor.github-issue-forms", *forms]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_nothing_is_granted_at_the_top_and_every_action_is_pinned(path: Path) -> None:
    workflow = YAML(typ="safe").load(path)
    assert workflow["permissions"] == {}
    for job in workflow["jobs"].values():
        assert job["timeout-minutes"] <= 30
        for step in job["steps"]:
            assert "uses" not in step or re.search(r"@[0-9a-f]{40}$", step["uses"])
            assert "${{" not in step.get("run", "")


@pytest.mark.parametrize("folder", [FOLDER, GAMES], ids=["this repository", "a new game"])
def test_the_referee_runs_alone_on_main_and_is_never_cancelled(folder: Path) -> None:
    workflow = YAML(typ="safe").load(folder / "referee.yml")
    assert workflow["concurrency"]["queue"] == "single"
    assert "cancel-in-progress" not in workflow["concurrency"]
    checkout = workflow["jobs"]["referee"]["steps"][0]["with"]
    assert checkout == {"ref": "main", "persist-credentials": False}


def test_a_game_keeps_its_installed_engine_by_its_lock_and_before_any_rule_has_run() -> None:
    steps = YAML(typ="safe").load(GAMES / "referee.yml")["jobs"]["referee"]["steps"]
    places = {step.get("uses", step.get("name", "")).partition("@")[0]: place for place, step in enumerate(steps)}
    restored, saved = (steps[places[f"actions/cache/{deed}"]] for deed in ("restore", "save"))
    assert "hashFiles('.github/engine.lock', '.github/engine.txt')" in restored["with"]["key"]
    assert "${{ github.workspace }}" in restored["with"]["key"], (
        "programs in it name the folder: renamed, it is no more"
    )
    assert saved["with"] == {"path": restored["with"]["path"], "key": "${{ steps.kept.outputs.cache-primary-key }}"}
    assert """contains(fromJSON('["schedule", "workflow_dispatch"]'), github.event_name)""" in saved["if"], (
        "GitHub denies it to runs that anybody can start, and warns in each of them"
    )
    assert places["Install the engine this game is pinned to"] + 1 == places["actions/cache/save"]
    assert places["actions/cache/save"] + 1 == places["Make a pass"] == len(steps) - 1
    others = [path.read_text() for path in FILES if path != GAMES / "referee.yml"]
    assert not any("actions/cache" in text for text in others)


@pytest.mark.parametrize("folder", [FOLDER, GAMES], ids=["this repository", "a new game"])
def test_a_proposal_is_checked_again_once_it_is_called_or_meant_otherwise(folder: Path) -> None:
    """What is wrong with a title, or with the branch it is meant for, is put right without a commit; run again, a run goes by the old."""
    started = YAML(typ="safe").load(folder / "check.yml")["on"]["pull_request"]
    assert {"opened", "synchronize", "reopened", "edited"} == set(started["types"])


@pytest.mark.parametrize("folder", [FOLDER, GAMES], ids=["this repository", "a new game"])
def test_a_pass_that_changed_nothing_ends_no_publishing_that_is_under_way(folder: Path) -> None:
    """What enters a group ends, or takes the place of, what is in it: only whoever has something to publish may."""
    workflow = YAML(typ="safe").load(folder / "board.yml")
    jobs = workflow["jobs"]
    assert "concurrency" not in workflow and "github.run_id" in jobs["look"]["concurrency"]["group"]
    assert jobs["make"]["needs"] == "look" and jobs["make"]["if"] == "needs.look.outputs.changed == 'yes'"
    assert jobs["publish"]["needs"] == "make" and not jobs["publish"]["concurrency"]["cancel-in-progress"]


@pytest.mark.parametrize("folder", [FOLDER, GAMES], ids=["this repository", "a new game"])
def test_what_a_pass_has_committed_that_failed_afterwards_is_published_too(folder: Path) -> None:
    """Where one thing cannot be said each time, every pass ends so, and decides all the same."""
    when = YAML(typ="safe").load(folder / "board.yml")["jobs"]["look"]["if"]
    assert """contains(fromJSON('["success", "failure"]'), github.event.workflow_run.conclusion)""" in when


@pytest.mark.parametrize("folder", [FOLDER, GAMES], ids=["this repository", "a new game"])
def test_no_run_of_a_fork_ends_a_publishing_that_is_under_way(folder: Path) -> None:
    """`workflow_run` goes by the name of a workflow and of a branch: a pull request from a fork can bring both."""
    when = YAML(typ="safe").load(folder / "board.yml")["jobs"]["look"]["if"]
    _, either, passes = when.partition("||")
    assert either and "github.event.workflow_run.head_repository.full_name == github.repository" in passes


@pytest.mark.parametrize("folder", [FOLDER, GAMES], ids=["this repository", "a new game"])
@pytest.mark.parametrize(
    ("repository", "address"),
    [
        ("Ana/credo", "https://ana.github.io/credo"),
        ("Ana/Credo.Game", "https://ana.github.io/Credo.Game"),
        ("Ana/ana.github.io", "https://ana.github.io"),  # the site of an account lies in no folder of it
        ("ana/Ana.GitHub.io", "https://ana.github.io"),
    ],
)
def test_the_board_is_told_the_address_at_which_it_is_published(
    folder: Path, repository: str, address: str, tmp_path: Path
) -> None:
    steps = YAML(typ="safe").load(folder / "board.yml")["jobs"]["make"]["steps"]
    [script] = [step["run"] for step in steps if step.get("name") == "Make the pages"]
    told = tmp_path / ".venv" / "bin" / "nomic"
    told.parent.mkdir(parents=True)
    told.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    told.chmod(0o755)
    given = {"GITHUB_REPOSITORY": repository, "GITHUB_REPOSITORY_OWNER": repository.partition("/")[0]}
    done = subprocess.run(
        ["bash", "-e", "-c", script],
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"], "RUNNER_TEMP": str(tmp_path), **given},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[-2:] == ["--address", address]


@pytest.mark.parametrize("folder", [FOLDER, GAMES], ids=["this repository", "a new game"])
def test_the_check_of_a_proposal_is_called_as_newcomers_are_told(folder: Path) -> None:
    """A repository made of this one as a template has its workflows, one that `nomic new` makes has the others."""
    [job] = YAML(typ="safe").load(folder / "check.yml")["jobs"].values()
    assert f"the check *{job['name']}*" in (ROOT / "docs" / "play.md").read_text(encoding="utf-8")


def test_every_ignore_says_why() -> None:
    for path in FILES:
        for line in path.read_text().splitlines():
            found = re.search(r"zizmor: ignore\[[\w-]+\](.*)", line)
            assert found is None or len(found[1].split()) >= 4, line
