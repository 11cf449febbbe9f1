"""`nomic upgrade` moves the pin and the workflows, says what changes, and loses nobody's work."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from engine.cli.main import nomic
from engine.doctor.case import Case
from engine.doctor.on_disk import pin, workflows
from engine.forge.folder import texts
from engine.game.world.world import SEMANTICS
from engine.store import canon
from engine.store.told import Told
from engine.template import shipped
from engine.template.pins import age, origin, pinned
from engine.template.pins import pin as pin_file
from engine.template.upgrade import changes
from tests.newgame.games import new

LOG = """# Changelog

## Unreleased

- newest

## [0.10.0] - 2026-03-01

### Added

- ten

## 0.9.0

- nine

## 0.2.0

- two
"""


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A game at an older version, whose workflow is that version's."""
    folder = tmp_path / "game"
    assert new(folder).exit_code == 0
    (folder / ".github/engine.txt").write_text("nomic-engine==0.0.1\n")
    referee = folder / ".github/workflows/referee.yml"
    referee.write_text(referee.read_text().replace("timeout-minutes: 20", "timeout-minutes: 5"))
    (folder / ".github/workflows/doctor.yml").unlink()
    commit(folder)
    return folder


def commit(folder: Path) -> None:
    who = ["-c", "user.name=ana", "-c", "user.email=ana@example.invalid"]
    subprocess.run(["git", *who, "commit", "--quiet", "--all", "--message", "Older"], cwd=folder, check=True)


def upgrade(folder: Path, *options: str) -> Result:
    return CliRunner().invoke(nomic, ["upgrade", str(folder), *options])


def ill(folder: Path) -> list[str]:
    case = Case(texts(folder), 0)
    return [finding.cause for check in (pin, workflows) for finding in check(case)]


def test_it_moves_the_pin_and_the_workflows_and_says_so(old: Path) -> None:
    assert len(ill(old)) == 3
    done = upgrade(old)
    assert done.exit_code == 0, done.output
    assert done.output.splitlines()[:4] == [
        f"Engine 0.0.1 -> {shipped.version()}.",
        f".github/engine.txt changes. It asks for nomic-engine=={shipped.version()}.",
        ".github/workflows/doctor.yml is new.",
        ".github/workflows/referee.yml changes.",
    ]
    assert f"What is new in {shipped.version()}:" in done.output
    assert ill(old) == []
    assert pinned((old / ".github/engine.txt").read_text()) == shipped.version()


def test_again_there_is_nothing_to_do(old: Path) -> None:
    assert upgrade(old).exit_code == 0
    commit(old)
    assert upgrade(old).output == f"Nothing to do: the game is at {shipped.version()}.\n"


def test_a_dry_run_changes_nothing(old: Path) -> None:
    before = texts(old)
    assert upgrade(old, "--dry-run").output.endswith("Nothing was changed.\n")
    assert texts(old) == before


def test_what_is_in_no_commit_is_not_overwritten(old: Path) -> None:
    referee = old / ".github/workflows/referee.yml"
    referee.write_text("mine\n")
    done = upgrade(old)
    assert done.exit_code == 1
    assert ".github/workflows/referee.yml has changes that are in no commit." in str(done.exception)
    assert referee.read_text() == "mine\n"


@pytest.mark.parametrize("below", ["workflows/referee.yml", "workflows"])
def test_nothing_is_written_through_a_link_that_somebody_committed(old: Path, tmp_path: Path, below: str) -> None:
    linked, elsewhere = old / ".github" / below, tmp_path / "elsewhere"
    linked.rename(elsewhere)
    linked.symlink_to(elsewhere)
    subprocess.run(["git", "add", "--all"], cwd=old, check=True)
    commit(old)
    before = texts(old)
    done = upgrade(old)
    assert done.exit_code == 1
    assert str(done.exception) == f".github/{below} is a link."
    assert texts(old) == before


@pytest.mark.parametrize("way", ["link", "folder", "file"])
def test_what_is_in_the_way_of_a_file_is_taken_away_by_the_line_that_is_told(old: Path, way: str) -> None:
    """Of a folder it was said to look at the path and the disk, when some of the files were written."""
    workflows = old / ".github/workflows"
    place = workflows if way == "file" else workflows / "referee.yml"
    shutil.rmtree(place) if place.is_dir() else place.unlink()
    if way == "link":
        place.symlink_to("check.yml")
    elif way == "file":
        place.write_text("")
    else:
        place.mkdir()
        (place / "notes.txt").write_text("")
    subprocess.run(["git", "add", "--all"], cwd=old, check=True)
    commit(old)
    before = texts(old)
    done = upgrade(old)
    assert str(done.exception) == f"{place.relative_to(old)} is a {way}."
    assert texts(old) == before
    (line,) = re.findall("`(.*?)`", done.exception.remedy)
    subprocess.run(["sh", "-ec", line], cwd=old, check=True, capture_output=True)
    commit(old)
    assert upgrade(old).exit_code == 0
    assert ill(old) == []


def test_a_version_that_there_never_was_is_taken_back_as_the_history_shows(old: Path) -> None:
    """As where somebody mistyped it: it was said to install that one, and nothing else."""
    (old / ".github/engine.txt").write_text("nomic-engine==99.0\n")
    commit(old)
    (found,) = pin(Case(texts(old), 0))
    for remedy in (found.remedy, upgrade(old).exception.remedy):
        (line,) = re.findall("`(git .*?)`", remedy)
        shown = subprocess.run(["sh", "-ec", line], cwd=old, check=True, capture_output=True, text=True).stdout
        assert "\n-nomic-engine==0.0.1\n" in shown


def test_rules_that_the_new_engine_cannot_run_are_named(old: Path) -> None:
    farms = old / "rules/credo/328-farms.md"
    farms.write_text(farms.read_text().replace('load("villages"', 'load("hamlets"'))
    assert "The rule `farms` does not work with this version" in upgrade(old).output


def test_other_semantics_are_said(old: Path) -> None:
    engine = old / "state/engine.yaml"
    engine.write_text(canon.emit({**canon.read(engine.read_text()), "semantics": SEMANTICS - 1}))
    assert f"Semantics {SEMANTICS - 1} -> {SEMANTICS}: " in upgrade(old).output


def test_a_newer_pin_and_a_folder_without_a_game_are_refused(old: Path, tmp_path: Path) -> None:
    (old / ".github/engine.txt").write_text("nomic-engine==99.0\n")
    assert "pinned to 99.0" in str(upgrade(old).exception)
    (tmp_path / "empty").mkdir()
    assert "There is no game here" in str(upgrade(tmp_path / "empty").exception)
    assert list((tmp_path / "empty").iterdir()) == []


@pytest.mark.parametrize("path", ["state/engine.yaml", "state/game.yaml"])
@pytest.mark.parametrize(
    "text",
    [
        *(b"{\n", b"- 1\n", b"7\n", b"\xff\n", b"semantics: [1]\nposition: x\ndice: 3\nruleset: [a]\n", None),
        *(b"position: [0, 9, x]\nruleset: [a]\n" + odd for odd in (b"roles: 1.5\n", b"seen: x\n", b"outbox: null\n")),
    ],
)
def test_a_game_whose_own_files_are_damaged_is_refused_by_the_name_of_the_file(
    old: Path, path: str, text: bytes | None
) -> None:
    if text is None:
        (old / path).unlink()
    else:
        (old / path).write_bytes(text)
    before = (old / ".github/engine.txt").read_bytes()
    refused = upgrade(old).exception
    assert path in str(refused) and path.split("/")[0] in getattr(refused, "cause", "")
    assert "restore" in getattr(refused, "remedy", "").lower()
    assert (old / ".github/engine.txt").read_bytes() == before


def test_a_pin_of_ones_own_is_left_alone(old: Path) -> None:
    own = "nomic-engine @ https://example.invalid/nomic_engine-0.1.0-py3-none-any.whl\n"
    (old / ".github/engine.txt").write_text(own)
    assert upgrade(old).exit_code == 0
    assert (old / ".github/engine.txt").read_text() == own
    assert ill(old) == []


def test_an_address_moves_when_the_next_one_is_named(old: Path) -> None:
    (old / ".github/engine.txt").write_text("nomic-engine @ git+https://example.invalid/engine@v0.0.1\n")
    commit(old)
    assert ill(old)[0].startswith("The game is pinned to engine 0.0.1")
    assert "engine.txt gives an address and is left as it is: name the new one with `--engine`." in upgrade(old).output
    commit(old)
    done = upgrade(old, "--engine", f"git+https://example.invalid/engine@v{shipped.version()}")
    assert f"Engine 0.0.1 -> {shipped.version()}." in done.output
    assert f"It asks for nomic-engine @ git+https://example.invalid/engine@v{shipped.version()}." in done.output
    assert ill(old) == []


@pytest.mark.parametrize(
    "noted",
    [
        "",
        '{"url": "file:///home/ana/engine", "dir_info": {}}',
        '{"url": "https://example.invalid/e.whl", "archive_info": {}}',
    ],
)
def test_a_game_whose_engine_lies_beside_it_is_left_alone(
    old: Path, monkeypatch: pytest.MonkeyPatch, noted: str
) -> None:
    monkeypatch.setattr(shipped, "noted_origin", lambda: noted)
    (old / ".github/engine.txt").write_text("# This repository.\n.\n")
    commit(old)
    before = texts(old)
    done = upgrade(old)
    assert isinstance(done.exception, Told)
    assert "lies in its own repository" in done.exception.cause
    assert "with git (docs/operate.md)" in done.exception.remedy
    assert texts(old) == before
    named = upgrade(old, "--engine", "git+https://example.invalid/engine@v0.1.0")
    assert "It asks for nomic-engine @ git+https://example.invalid/engine@v0.1.0." in named.output


def test_the_doctor_sends_such_a_game_to_its_own_history(old: Path) -> None:
    (old / ".github/engine.txt").write_text(".\n")
    (found,) = workflows(Case(texts(old), 0))
    assert found.cause.startswith(".github/workflows/doctor.yml is missing")
    assert "`git log -- .github/workflows/doctor.yml`" in found.remedy
    assert "upgrade" not in found.remedy


@pytest.mark.parametrize(
    ("noted", "is_told"),
    [
        ("", False),
        ('{"url": "file:///home/ana/engine", "dir_info": {}}', True),
        ('{"url": "https://example.invalid/e.whl", "archive_info": {}}', False),
    ],
)
def test_an_engine_from_a_folder_says_that_an_index_may_have_something_else_of_its_name(
    old: Path, monkeypatch: pytest.MonkeyPatch, noted: str, is_told: bool
) -> None:
    monkeypatch.setattr(shipped, "noted_origin", lambda: noted)
    words = f"they install nomic-engine=={shipped.version()} from the package index."
    assert (words in upgrade(old).output) == is_told
    assert words not in upgrade(old, "--engine", "git+https://example.invalid/engine@v0.1.0").output
    commit(old)


@pytest.mark.parametrize(
    ("asks", "version"),
    [
        ("==0.1.0", "0.1.0"),
        (" == 0.1.0.dev2", "0.1.0.dev2"),
        (" @ https://example.invalid/a/nomic_engine-0.1.0-py3-none-any.whl#sha256=0123", "0.1.0"),
        (" @ https://example.invalid/nomic_engine-1.10.tar.gz", "1.10"),
        (" @ git+https://example.invalid/o/r@v0.2.0", "0.2.0"),
        (" @ git+https://example.invalid/o/r@" + "12" * 20, None),
        (" @ git+https://example.invalid/o/r", None),
    ],
)
def test_a_pin_names_a_version(asks: str, version: str | None) -> None:
    assert pinned(f"# The engine.\nnomic-engine{asks}\n") == version


@pytest.mark.parametrize(
    ("noted", "address"),
    [
        ("", ""),
        ('{"url": "file:///home/ana/engine", "dir_info": {"editable": true}}', ""),
        ('{"url": "file:///tmp/nomic_engine-1.0-py3-none-any.whl", "archive_info": {"hashes": {"sha256": "ab"}}}', ""),
        ('{"url": "https://example.invalid/e.whl", "archive_info": {}}', "https://example.invalid/e.whl"),
        (
            '{"url": "https://example.invalid/e.whl", "archive_info": {"hashes": {"sha256": "ab"}}}',
            "https://example.invalid/e.whl#sha256=ab",
        ),
        (
            '{"url": "https://example.invalid/o/r", "vcs_info": {"vcs": "git", "commit_id": "a1"}}',
            "git+https://example.invalid/o/r@a1",
        ),
    ],
)
def test_an_engine_is_had_from_where_it_was_installed_from(noted: str, address: str) -> None:
    assert origin(noted) == address
    assert pinned(pin_file("1.0", "")) == "1.0"
    assert not address or pin_file("1.0", address).endswith(f"\nnomic-engine @ {address}\n")


@pytest.mark.parametrize(
    ("before", "after", "new_lines"),
    [
        ("0.2.0", "0.9.0", ["What is new in 0.9.0:", "- nine"]),
        ("0.9.0", "0.10.0", ["What is new in 0.10.0:", "### Added", "- ten"]),
        ("0.10.0", "0.11.0.dev1", ["What is new in 0.11.0.dev1:", "- newest"]),
        ("0.2.0", "0.2.0", []),
        ("0.9.0", "0.2.0", []),
    ],
)
def test_the_lines_between_two_versions(before: str, after: str, new_lines: list[str]) -> None:
    found = list(changes(LOG, before, after))
    assert found[: len(new_lines)] == new_lines if new_lines else found == []


def test_versions_are_sorted_by_their_numbers() -> None:
    mixed = ["0.10.0", "1.0", "0.2.0", "0.10.0.dev1"]
    assert sorted(mixed, key=age) == ["0.2.0", "0.10.0.dev1", "0.10.0", "1.0"]
