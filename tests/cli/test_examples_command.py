"""`nomic examples`: what it plays, and what it says of files it cannot play."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from engine.cli.examples import command

ISLAND = Path(__file__).parents[1] / "island"
HOLDS = "name: a day goes by\nwhen: [{clock: 2026-01-06T00:00:00Z}]\n"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(command, [str(a) for a in arguments])


@pytest.fixture
def written(tmp_path: Path) -> Path:
    return tmp_path / "cases.yaml"


def test_cases_of_a_file_are_played_under_the_ruleset_named(written: Path) -> None:
    written.write_text(HOLDS)
    done = run("--root", ISLAND, "--ruleset", "island", written)
    assert (done.exit_code, done.output) == (0, "1 of 1 examples hold.\n")


def test_a_case_that_fails_is_named_with_its_line_and_what_was_found(written: Path) -> None:
    written.write_text(f"{HOLDS}---\nname: too much\nwhen:\n  - {{by: ana, says: /nonsense}}\n")
    done = run("--root", ISLAND, written)
    assert done.exit_code == 1
    assert f"{written}:4: too much: step 1: refused: I do not know the command" in done.output
    assert done.output.endswith("1 of 2 examples hold.\n")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"name: x\nwhen: [\n", ":3: "),
        (b"\xff\xfe", ":1: this is not UTF-8 text"),
        (b"name: &a x\nwhen: []\n", ":1: anchors (&) and aliases (*) are not allowed"),
    ],
)
def test_a_file_that_cannot_be_read_is_named_and_the_others_are_played(
    written: Path, tmp_path: Path, content: bytes, says: str
) -> None:
    written.write_bytes(content)
    good = tmp_path / "good.yaml"
    good.write_text(HOLDS)
    done = run("--root", ISLAND, written, good)
    assert done.exit_code == 1
    assert f"{written}{says}" in done.output
    assert done.output.endswith("1 of 1 examples hold; 1 file could not be read.\n")


def test_a_rule_file_that_is_none_is_told_by_its_problems(tmp_path: Path) -> None:
    rule = tmp_path / "rules" / "x" / "101-a.md"
    rule.parent.mkdir(parents=True)
    rule.write_text("---\nrule: 101\ntitel: A\n---\nText.\n")
    done = run("--root", tmp_path, rule)
    assert done.exit_code == 1
    assert "rules/x/101-a.md:3: unknown key `titel`" in done.output


def test_of_every_rule_whatever_else_lies_beside_the_rulesets(tmp_path: Path) -> None:
    """In the engine's own repository the lessons and seasons do, which are no examples and name no ruleset."""
    for name in ("island", "peninsula"):
        (tmp_path / "rules" / name).mkdir(parents=True)
        (tmp_path / "rules" / name / "101-rest.md").write_text(
            f"---\nrule: 101\ntitle: Rest\nby_hand: true\n---\nWe rest.\n\n```example\n{HOLDS}```\n"
        )
    (tmp_path / "rules" / "lessons").mkdir()
    (tmp_path / "rules" / "lessons" / "island.yaml").write_text("friends: [bo]\n")
    done = run("--root", tmp_path)
    assert (done.exit_code, done.output) == (0, "2 of 2 examples hold.\n")


def test_a_folder_stands_for_the_files_in_it() -> None:
    done = run("--root", ISLAND, ISLAND / "rules")
    assert done.exit_code == 0, done.output
    assert done.output == run("--root", ISLAND).output


def test_a_ruleset_that_is_not_there_is_wrong_usage_or_a_case_that_fails(written: Path) -> None:
    written.write_text(HOLDS)
    done = run("--root", ISLAND, "--ruleset", "atlantis", written)
    assert done.exit_code == 2
    assert "There is no ruleset 'atlantis'. There are: island." in done.output
    written.write_text(f"ruleset: atlantis\n{HOLDS}")
    done = run("--root", ISLAND, written)
    assert done.exit_code == 1
    assert "cannot be played: there is no ruleset 'atlantis'" in done.output


def test_where_no_game_is_the_rulesets_of_the_engine_are_played(
    written: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    written.write_text("ruleset: credo\nname: a village\nwhen:\n  - {by: ana, says: /join Ur}\n")
    done = run(written)
    assert (done.exit_code, done.output) == (0, "1 of 1 examples hold.\n")


def test_where_no_game_is_it_is_said_whose_rules_are_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes minutes, and whoever meant their own game stands in another folder."""
    monkeypatch.chdir(tmp_path)
    done = run("--ruleset", "wayfarers")
    assert done.stderr == "There is no game here: the rules that come with the engine are played.\n"
    assert _played(done.stdout) > 0
    assert run("--root", ISLAND, ISLAND / "rules").stderr == ""


def test_without_files_those_of_the_ruleset_that_is_named_are_played(tmp_path: Path) -> None:
    for name in ("north", "south"):
        shutil.copytree(Path(ISLAND) / "rules" / "island", tmp_path / "rules" / name)
    both, one = (run("--root", tmp_path, *named).output for named in ((), ("--ruleset", "south")))
    assert _played(both) == 2 * _played(one) > 0
    assert run("--root", tmp_path, "--ruleset", "west").exit_code == 2


def _played(told: str) -> int:
    """`3 of 4 examples hold.`"""
    return int(told.splitlines()[-1].split()[2])
