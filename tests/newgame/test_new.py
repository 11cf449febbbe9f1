"""`nomic new` makes a whole repository, keeps the dice key out of it, and refuses with what there is instead."""

from __future__ import annotations

import hashlib
import re
import stat
import subprocess
import sys
from pathlib import Path

import click
import pytest
from ruamel.yaml import YAML

from engine.cli.folders import filled
from engine.store import canon
from engine.template import shipped
from tests.newgame.games import new
from tests.newgame.locks import runtime_part

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("new") / "meadow"
    done = new(folder, "--timezone", "Europe/Berlin", "--repository", "ana/meadow")
    assert done.exit_code == 0, done.output
    return folder


def git(folder: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, check=True).stdout.strip()


def test_everything_is_in_one_commit_on_main(made: Path) -> None:
    assert git(made, "status", "--porcelain") == ""
    assert git(made, "log", "--format=%B", "main") == "Begin the game\n\nNomic-Entry: genesis"
    there = set(git(made, "ls-files").split("\n"))
    assert there >= {
        *("README.md", ".gitignore", ".gitattributes", "proposals/.gitkeep", "state/game.yaml", "state/engine.yaml"),
        *(".github/engine.txt", ".github/engine.lock", ".github/CODEOWNERS", ".github/pull_request_template.md"),
        *(".github/workflows/referee.yml", ".github/workflows/check.yml", ".github/ISSUE_TEMPLATE/1-join.yml"),
    }
    assert {p for p in there if p.startswith("rules/")} == set(shipped.law("credo"))
    assert not any(p.startswith("engine/") for p in there)


def test_the_state_is_that_of_a_game_nobody_has_played_yet(made: Path) -> None:
    game = canon.read((made / "state/game.yaml").read_text())
    assert (game["name"], game["ruleset"], game["timezone"], game["table"]) == ("meadow", "credo", "Europe/Berlin", 1)
    verified = subprocess.run([BIN / "nomic", "verify", made], capture_output=True, text=True)
    assert verified.stdout.endswith(" entries replayed: every byte is as it should be.\n")


def test_the_dice_key_is_committed_to_and_never_committed(made: Path) -> None:
    hidden = made / ".git" / "nomic-dice-key"
    key = hidden.read_text()
    assert stat.S_IMODE(hidden.stat().st_mode) == 0o600
    assert len(key) >= 43
    engine = canon.read((made / "state/engine.yaml").read_text())
    assert engine["dice"]["commitment"] == hashlib.sha256(key.encode()).hexdigest()
    everything = subprocess.run(["git", "grep", "-F", "-e", key, "main"], cwd=made, capture_output=True, check=False)
    assert everything.returncode == 1


def test_two_games_share_neither_key_nor_id(made: Path, tmp_path: Path) -> None:
    assert new(tmp_path / "other").exit_code == 0
    one, two = (canon.read((f / "state/engine.yaml").read_text()) for f in (made, tmp_path / "other"))
    assert one["game"] != two["game"]
    assert one["dice"] != two["dice"]


def test_the_steps_are_said_with_the_commands_to_paste_and_without_the_key(tmp_path: Path) -> None:
    said = new(tmp_path / "it's here", "--repository", "ana/meadow", "--name", "The Meadow").output
    for words in (
        f"cd '{tmp_path}/it'\\''s here'",
        "gh repo create ana/meadow --public --source . --push",
        "gh secret set NOMIC_DICE_KEY < .git/nomic-dice-key",
        "repos/ana/meadow/actions/permissions ",
        "repos/ana/meadow/rulesets",
        "gh issue create --title 'The table of The Meadow'",
        "Settings, Pages",
        "gh workflow run referee.yml",
    ):
        assert words in said
    assert (tmp_path / "it's here" / ".git" / "nomic-dice-key").read_text() not in said
    lines = [line for line in said.splitlines() if line.startswith("     ")]
    shell = subprocess.run(["bash", "-n"], input="\n".join(lines), capture_output=True, text=True, check=False)
    assert shell.returncode == 0, shell.stderr


def test_the_owner_is_asked_about_the_program_only(made: Path, tmp_path: Path) -> None:
    assert "\n/.github/ @ana\n" in (made / ".github/CODEOWNERS").read_text()
    assert new(tmp_path / "x").exit_code == 0
    lines = (tmp_path / "x" / ".github/CODEOWNERS").read_text().splitlines()
    assert [line for line in lines if not line.startswith("#")] == []


@pytest.mark.parametrize("ruleset", shipped.rulesets())
def test_every_ruleset_can_be_begun_and_its_forms_are_githubs(ruleset: str, tmp_path: Path) -> None:
    done = new(tmp_path / "game", ruleset=ruleset)
    assert done.exit_code == 0, done.output
    forms = sorted((tmp_path / "game" / ".github/ISSUE_TEMPLATE").glob("[0-9]*.yml"))
    names = [form.stem for form in forms]
    assert {"1-join", "2-act"} <= set(names)
    check = [BIN / "check-jsonschema", "--builtin-schema", "vendor.github-issue-forms", *forms]
    checked = subprocess.run(check, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout
    for form in forms:
        content = YAML(typ="safe").load(form)
        fields = [field for field in content["body"] if field["type"] != "markdown"]
        required = [field["validations"]["required"] for field in fields]
        assert required == [True, *[False] * (len(fields) - 1)], "the engine reads the first field as the command"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--ruleset", "creda"], "there is no ruleset 'creda'. There are: assembly, credo"),
        (["--ruleset", "credo", "--timezone", "Berlin"], "there is no time zone 'Berlin'. Did you mean Europe/Berlin?"),
        (["--ruleset", "credo", "--timezone", "../nowhere"], "Names look like Europe/Berlin, or UTC."),
        (["--ruleset", "credo", "--repository", "meadow"], "it looks like owner/name"),
        (["--ruleset", "credo", "--name", "a\x07b"], "cannot be shown"),
        (["--ruleset", "credo", "--engine", "../engine"], "it looks like git+https://github.com/owner/name@commit"),
        (  # the line to paste, pasted as it is, pinned an engine that is nowhere
            ["--ruleset", "credo", "--engine", "git+https://github.com/OWNER/ENGINE@COMMIT"],
            "put what only you know in the place of OWNER, ENGINE and COMMIT.",
        ),
        ([], "Missing option '--ruleset'. There are: assembly, credo"),
    ],
)
def test_wrong_words_are_refused_with_what_there_is(options: list[str], words: str, tmp_path: Path) -> None:
    done = subprocess.run([BIN / "nomic", "new", tmp_path / "game", *options], capture_output=True, text=True)
    assert done.returncode == 2
    assert words in done.stderr
    assert not (tmp_path / "game").exists()


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    done = new(tmp_path)
    assert done.exit_code == 2
    assert "not empty" in done.output
    assert [p.name for p in tmp_path.iterdir()] == ["mine.txt"]


@pytest.mark.parametrize("there", [False, True])
def test_of_two_that_fill_a_folder_at_once_the_second_is_refused_and_leaves_all_as_it_is(
    tmp_path: Path, *, there: bool
) -> None:
    """Both said that they had made it: with two first commits, and a key that was the one's or the other's."""
    folder = tmp_path / "meadow"
    if there:
        folder.mkdir()
    with filled(folder):
        with pytest.raises(click.UsageError, match="is there already"), filled(folder):
            raise AssertionError("both have it")
        (folder / "law.md").write_text("mine")
    with pytest.raises(click.UsageError, match="not empty"), filled(folder):
        raise AssertionError("it is full by now")
    assert [path.name for path in folder.iterdir()] == ["law.md"]


@pytest.mark.parametrize("there", [False, True])
def test_what_fails_leaves_nothing_behind(tmp_path: Path, *, there: bool) -> None:
    folder = tmp_path / "valley" / "meadow"
    if there:
        folder.mkdir(parents=True)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "git").write_text("#!/bin/sh\necho 'fatal: no space left' >&2\nexit 128\n")
    (tmp_path / "bin" / "git").chmod(0o755)
    command = [BIN / "nomic", "new", "valley/meadow", "--ruleset", "credo"]
    env = {"PATH": f"{tmp_path / 'bin'}:/usr/bin:/bin"}
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True)
    assert done.returncode == 1
    assert "no space left" in done.stderr
    assert sorted(p.name for p in tmp_path.iterdir()) == (["bin", "valley"] if there else ["bin"])
    assert not there or list(folder.iterdir()) == []


def test_the_locked_dependencies_are_those_the_engine_is_tested_with() -> None:
    lock = (ROOT / "requirements.lock").read_text()
    assert (shipped.GAME / ".github/engine.lock").read_text() == runtime_part(lock)
    assert re.search(r"^cryptography==", runtime_part(lock), re.MULTILINE), "what an extra needs is needed too"
