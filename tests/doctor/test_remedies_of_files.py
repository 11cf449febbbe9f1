"""What is said to do about a file is a line that can be pasted as it stands, and that makes the folder well."""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from engine.cli.main import nomic
from engine.doctor import on_disk
from tests.doctor.conftest import Patient

FARMS = "rules/credo/328-farms.md"
WELL = ": nothing is wrong.\n"


@pytest.fixture
def clone(patient: Patient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The game after a pass, as its operator has it; GitHub is not asked."""
    monkeypatch.delenv("GITHUB_TOKEN", raising=False)
    monkeypatch.setenv("NOMIC_DICE_KEY", patient.game.key)
    patient.game.say("ana", "/status")
    assert patient.game.run().returncode == 0
    patient.game.clone(tmp_path / "clone")
    return tmp_path / "clone"


def told(folder: Path) -> str:
    return CliRunner().invoke(nomic, ["doctor", str(folder)]).output


def change(folder: Path) -> None:
    notes = folder / "state" / "engine.yaml"
    notes.write_text(notes.read_text().replace("semantics: 1", "semantics: 0"))


def take_away(folder: Path) -> None:
    next((folder / "state" / "journal").rglob("*.yaml")).unlink()


def leave_a_picture(folder: Path) -> None:
    (folder / "rules" / "credo" / ".DS_Store").write_bytes(b"\0\0\0\1Bud1\xff")


def leave_half_a_record(folder: Path) -> None:
    (folder / "state" / "players").mkdir(exist_ok=True)
    (folder / "state" / "players" / "it's $(touch x).yaml").write_text("id: [\n")


def break_a_rule(folder: Path) -> None:
    (folder / FARMS).write_text((folder / FARMS).read_text().replace('load("villages"', 'load("hamlets"'))


@pytest.mark.parametrize("damage", [break_a_rule, change, take_away, leave_a_picture, leave_half_a_record])
def test_what_is_amiss_in_the_folder_alone_is_put_aside_by_the_line_that_is_told(
    clone: Path, damage: Callable[[Path], None]
) -> None:
    """No pass mends it, and no commit has it: it was said to write `/status`, or to look into a history without it."""
    assert told(clone).endswith(WELL)
    damage(clone)
    (line,) = re.findall(r"`(git stash .*)`", told(clone))
    me = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b"}
    subprocess.run(["sh", "-ec", line], cwd=clone, env={"PATH": "/usr/bin:/bin", **me}, check=True, capture_output=True)
    assert told(clone).endswith(WELL)


@pytest.mark.parametrize("path", ["state/players/a;touch x.yaml", "state/players/$(touch x).yaml", "rules/`id`.md"])
def test_a_name_of_a_file_is_one_word_of_the_shell_whoever_committed_it(patient: Patient, path: str) -> None:
    ill = patient.with_file(path, "id: [\n").but(no_texts=[path], altered=[path])
    found = [finding for name, finding in ill.seen().findings if name in ("game", "engine's own files")]
    assert len(found) == 2
    assert all(f"git log -- {shlex.quote(path)}`" in finding.remedy for finding in found)


def test_so_is_the_name_of_a_ruleset_that_is_none(patient: Patient) -> None:
    game = patient.case.files["state/game.yaml"].replace("ruleset: credo", "ruleset: a;touch x")
    ((_, finding),) = [f for f in patient.with_file("state/game.yaml", game).seen().findings if f[0] == "rules"]
    assert "git log -- 'rules/a;touch x/' state/game.yaml`" in finding.remedy


def test_of_more_records_than_are_named_it_is_said_how_many_there_are() -> None:
    wrong = [("players", f"p{number}", "It is too deep.") for number in range(on_disk.MOST + 2)]
    for more, told in ((1, "1 more record breaks constraints."), (2, "2 more records break constraints.")):
        lawful = {"wrong": wrong[: on_disk.MOST + more]}
        assert [each.cause for each in on_disk.records(SimpleNamespace(lawful=lawful))][-1] == told
