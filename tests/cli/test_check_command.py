"""`nomic check` of records and of files that are no text: all problems at once, each with its place."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from engine.cli.check import command
from engine.cli.examples import command as examples_command
from tests.begun import begun
from tests.island import rule
from tests.site.boards import committed

NOMIC = Path(sys.executable).parent / "nomic"
ISLAND = Path(__file__).parents[1] / "island"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game on the island that has just begun."""
    shutil.copytree(ISLAND / "rules", tmp_path / "rules")
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "game.yaml").write_text("ruleset: island\nname: Island\n")
    return tmp_path


def check(root: Path, *more: str) -> tuple[int, str]:
    done = CliRunner().invoke(command, ["--root", str(root), "--no-examples", *more])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.output


def write(root: Path, path: str, text: str | bytes) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_bytes(text if isinstance(text, bytes) else text.encode())


@pytest.mark.parametrize(
    ("path", "text", "where"),
    [
        ("state/game.yaml", b"ruleset: island\nname: \xff\n", "state/game.yaml:2: this is not UTF-8 text"),
        ("state/game.yaml", "ruleset: island\ntable: one\n", "state/game.yaml:1: table: 'one' is not of type"),
        ("state/engine.yaml", "position: later\n", "state/engine.yaml:1: position: 'later' is not of type"),
    ],
)
def test_what_is_no_record_of_the_games_own_is_named_like_any_other(
    game: Path, path: str, text: str | bytes, where: str
) -> None:
    write(game, path, text)
    code, said = check(game)
    assert code == 1 and where in said


def test_a_sound_game_has_no_problems(game: Path) -> None:
    write(game, "state/players/ana.yaml", "id: 1001\nlogin: ana\nactive: true\nshells: 5\n")
    assert check(game) == (0, "1 ruleset: 0 errors, 0 warnings.\n")


def test_a_rule_that_makes_what_nobody_can_count_is_no_traceback(game: Path) -> None:
    """Starlark panics there, which is none of Python's exceptions."""
    large = "---\nrule: 150\ntitle: Large\n---\nIt is large.\n\n```starlark\nALL = (1,) * 536870912\n```\n"
    write(game, "rules/island/150-large.md", large)
    done = subprocess.run([NOMIC, "check", game], check=False, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1 and "\nError: A rule makes a list or text that is larger than" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("asked", [command, examples_command])
def test_a_games_folder_is_taken_for_the_game_as_by_the_other_commands(game: Path, asked: click.Command) -> None:
    """Its README was said to be a bad rule, and a table to hold none and nothing wrong."""
    write(game, "README.md", "# Island\n")
    write(game, "rules/island/101-x.md", "---\nrule: 101\ntitle: X\nby_hand: true\n---\nWords.\n")
    shutil.rmtree(game / "rules/library", ignore_errors=True)
    for path in [p for p in (game / "rules/island").iterdir() if p.name != "101-x.md"]:
        path.unlink()
    done = CliRunner().invoke(asked, [str(game)])
    assert (done.exit_code, done.output) == (0, CliRunner().invoke(asked, ["--root", str(game)]).output), done.output
    assert "README" not in done.output


@pytest.mark.parametrize("asked", [command, examples_command])
def test_a_folder_without_a_rule_is_not_said_to_be_well(tmp_path: Path, asked: click.Command) -> None:
    done = CliRunner().invoke(asked, [str(tmp_path)])
    assert done.exit_code == 2 and "There is no rule in" in done.output


def test_of_several_rulesets_the_one_that_is_named_is_looked_at(game: Path) -> None:
    write(game, "rules/other/101-bad.md", "no front matter")
    assert check(game, "--ruleset", "island") == (0, "1 ruleset: 0 errors, 0 warnings.\n")
    code, said = check(game, "--ruleset", "other")
    assert code == 1
    assert "rules/other/101-bad.md:1:" in said
    assert "there is no rules/island/" not in said
    code, said = check(game, "--ruleset", "nowhere")
    assert code == 2
    assert "There is no ruleset 'nowhere'. There are: island, other." in said


def test_a_file_directly_below_rules_is_none_and_said_to_be_none(game: Path) -> None:
    write(game, "rules/352-songs.md", "no rule at all")
    write(game, "rules/README.md", "What lies here.")
    line = "rules/352-songs.md:1: lies in no ruleset, so it is no rule: put it into rules/NAME/\n"
    assert check(game) == (1, f"{line}1 ruleset: 1 error, 0 warnings.\n")
    shutil.rmtree(game / "rules" / "island")
    shutil.rmtree(game / "state")
    assert check(game) == (1, f"{line}0 rulesets: 1 error, 0 warnings.\n")


def test_a_whole_number_is_not_written_with_a_point(game: Path) -> None:
    write(game, "state/players/ana.yaml", "id: 1001\nlogin: ana\nactive: true\nshells: 5.0\n")
    assert "state/players/ana.yaml:4: shells of players ana: must be a whole number, and is 5.0" in check(game)[1]


def test_every_record_that_breaks_the_law_is_named_with_its_line_and_rule(game: Path) -> None:
    write(game, "state/players/ana.yaml", "id: 1001\nlogin: ana\nactive: 3\nshells: -5\n")
    write(game, "state/players/bo.yaml", "id: 1002\nlogin: bo\nactive: true\nshells: many\n")
    code, said = check(game)
    assert code == 1
    assert "state/players/ana.yaml:3: active of players ana: must be true or false, and is 3\n" in said
    assert "state/players/ana.yaml:4: shells of players ana: -5 is less than the minimum of 0; rule " in said
    assert "state/players/bo.yaml:4: shells of players bo: must be a whole number, and is 'many'; rule " in said
    assert said.endswith("3 errors, 0 warnings.\n")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("shells: [\n", "state/players/ana.yaml:2: "),
        ("- 1\n", "state/players/ana.yaml:1: this holds no record"),
        (b"shells: 1\nlogin: \xff\n", "state/players/ana.yaml:2: this is not UTF-8 text"),
    ],
)
def test_a_file_that_holds_no_record_is_named(game: Path, content: str | bytes, says: str) -> None:
    write(game, "state/players/ana.yaml", content)
    write(game, "state/players/bo.yaml", "id: 1002\nlogin: bo\nactive: true\nshells: -1\n")
    code, said = check(game)
    assert code == 1
    assert says in said
    assert "bo.yaml:4: shells" in said


def test_a_rule_that_is_no_text_is_named_beside_everything_else(game: Path) -> None:
    write(game, "rules/island/999-odd.md", b"---\nrule: 999\n\xff")
    write(game, "rules/island/998-other.md", "---\nrule: 998\ntitel: A\n---\nText.\n")
    code, said = check(game)
    assert code == 1
    assert "rules/island/999-odd.md:3: this is not UTF-8 text" in said
    assert "rules/island/998-other.md:3: unknown key `titel`" in said


def test_a_game_without_its_rules_says_so(game: Path) -> None:
    write(game, "state/game.yaml", "ruleset: atlantis\nname: A\n")
    code, said = check(game)
    assert code == 1
    assert "state/game.yaml:1: the game is played by 'atlantis', and there is no rules/atlantis/" in said


def test_an_example_that_no_longer_holds_is_a_warning_in_a_game_under_way_and_an_error_elsewhere(game: Path) -> None:
    gifts = game / "rules" / "island" / "104-gifts.md"
    gifts.write_text(gifts.read_text().replace("players: {ana: {shells: 1}", "players: {ana: {shells: 7}"))
    done = CliRunner().invoke(command, ["--root", str(game)])
    assert done.exit_code == 0
    assert "shells: expected 7, found 1 (warning)" in done.output
    (game / "state" / "game.yaml").unlink()
    assert CliRunner().invoke(command, ["--root", str(game)]).exit_code == 1


def test_a_rule_that_is_in_no_commit_yet_is_said_not_to_have_been_looked_at(tmp_path: Path) -> None:
    """It was said that nothing is changed, to who had just written the rule."""
    committed(tmp_path, begun())
    song = "rules/island/108-songs.md"
    write(tmp_path, song, rule(108, "Songs").replace("rule: 108", "rule: next"))
    found = CliRunner().invoke(command, ["--root", str(tmp_path), "--against", "main"])
    assert f"Not looked at, for it is in no commit yet: {song}. Commit it, and ask again." in found.output
    assert "nothing to propose: main has every commit that HEAD has" in found.output
    assert found.exit_code == 1 and "would be accepted" not in found.output
    committed(tmp_path, {})
    found = CliRunner().invoke(command, ["--root", str(tmp_path), "--against", "main~1"])
    assert "would be accepted" in found.output and "in no commit yet" not in found.output
