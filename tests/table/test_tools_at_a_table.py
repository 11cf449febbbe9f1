"""The tools for a game's repository, given the folder of a table: they read the git in it, or say where it is and what works."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from engine.cli import laid, rules_on_disk, table_git
from engine.cli.main import nomic
from engine.game.catalogue import QUESTIONS
from engine.hub import own_git
from engine.referee.ports import ForgeError
from engine.store.told import Told
from engine.table.folder import Foreign
from tests.island import RULESET, texts
from tests.table.tables import Time, island, opened

SONGS = "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with pytest.MonkeyPatch.context() as patched:
        island(patched)
        place = tmp_path_factory.mktemp("begun") / "tisch"
        with opened(place, Time()) as game:
            assert game.settle() is not None
            game.act(lambda: game.people.comment("ana", 1, "/join"))
            assert game.settle() is not None
    return place


@pytest.fixture
def table(begun: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(begun, tmp_path / "tisch"))


def run(*words: object) -> Result:
    return CliRunner().invoke(nomic, [str(word) for word in words])


def test_the_git_of_a_table_is_found_beside_a_copy_made_for_github(table: Path) -> None:
    (table / "to-github.git").mkdir()
    git = table_git.of_table(table)
    assert git is not None and git.suffix == ".git" and git != table / "to-github.git"
    assert table_git.git_of(git) == git and table_git.of_table(git) is None
    assert table_git.meant(table.parent) == table.parent


def test_a_file_called_like_a_tables_is_none_and_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "hub.sqlite").write_bytes(b"somebody's")
    (tmp_path / "songs.md").write_text(SONGS)
    assert run("check", "--ruleset", "credo", tmp_path / "songs.md").output == "1 rule: 0 errors, 0 warnings.\n"
    assert (tmp_path / "hub.sqlite").read_bytes() == b"somebody's"


def test_the_examples_of_the_law_at_a_table_are_played(table: Path) -> None:
    done = run("examples", "--root", table)
    assert done.exit_code == 0 and done.output.endswith("examples hold.\n") and "0 of 0" not in done.output


def test_a_table_is_proved_by_its_folder(table: Path) -> None:
    done = run("verify", table)
    assert done.exit_code == 0 and "every byte is as it should be" in done.output, done.output
    assert done.output == run("verify", table_git.of_table(table)).output
    assert run("verify", "--from", "main", table).exit_code == 0


def test_rules_and_records_of_a_table_are_checked_where_they_are_committed(table: Path) -> None:
    git = table_git.of_table(table)
    for root in (table, git):
        done = run("check", "--no-examples", "--root", root)
        assert (done.exit_code, done.output) == (0, "1 ruleset: 0 errors, 0 warnings.\n")
    assert rules_on_disk.read(table) == {path: text for path, text in texts().items() if path.startswith("rules/")}
    assert "state/players/ana.yaml" in rules_on_disk.state(table)[0]


def test_a_file_is_checked_in_the_law_of_the_table_it_lies_at_or_that_one_is_in(
    table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (table / "songs.md").write_text(SONGS)
    (table.parent / "broken.md").write_text("---\nrule: next\n---\n")
    assert run("check", table / "songs.md").output == "1 rule: 0 errors, 0 warnings.\n"
    monkeypatch.chdir(table)
    done = run("check", "../broken.md")
    assert done.exit_code == 1 and f"the law of {RULESET} in {table_git.of_table(table)}" in done.output, done.output


def test_a_question_is_asked_of_the_game_at_a_table(table: Path) -> None:
    done = run("why", "--question", "electorate", "--root", table)
    assert done.exit_code == 2 and "say which poll" in done.output
    assert "No game is played" not in done.output


def test_throws_are_shown_from_the_journal_of_the_game_at_a_table(table: Path) -> None:
    error = run("dice", "show", "comment/999", table).exception
    assert "The journal has no happening" in getattr(error, "cause", "")


def test_a_question_is_asked_about_a_proposal(table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    island(monkeypatch)
    with opened(table, Time()) as game:
        songs = {f"rules/{RULESET}/190-songs.md": SONGS}
        number = game.act(lambda: game.people.open_pull("ana", "190 Songs", songs).number)
        game.act(lambda: game.people.comment("ana", number, "/open"))
        assert game.settle() is not None
    git = table_git.of_table(table)
    subprocess.run(["git", "clone", "-q", str(git), str(tmp_path / "clone")], check=True)
    for root in (table, git, tmp_path / "clone"):
        for question in QUESTIONS:
            about = ["--poll", number, "--player", "ana", "--text", "yay"]
            done = run("why", "--question", question, "--root", root, *about)
            assert done.exit_code == 0 and "the answer: " in done.output, (question, done.exception)
        done = run("why", "--question", "quorum", "--root", root, "--poll", "99")
        assert done.exit_code == 2 and f"Open are: {number} (proposal 108)." in done.output
    for change in (tmp_path / "clone" / "proposals" / "changes").glob("*.yaml"):
        change.unlink()  # as somebody may by hand
    done = run("why", "--question", "quorum", "--root", tmp_path / "clone", "--poll", number)
    assert isinstance(done.exception, rules_on_disk.NoTexts) and "is not there" in done.exception.cause


def test_what_is_no_record_or_no_text_is_told_as_that_to_whoever_asks_why(table: Path, tmp_path: Path) -> None:
    subprocess.run(["git", "clone", "-q", str(table_git.of_table(table)), str(tmp_path / "clone")], check=True)
    for text, told in ((b"ruleset: [\n", "state/game.yaml:"), (b"junk\n", "no record"), (b"\xff", "not UTF-8")):
        (tmp_path / "clone" / "state" / "game.yaml").write_bytes(text)
        done = run("why", "--question", "electorate", "--root", tmp_path / "clone")
        assert isinstance(done.exception, rules_on_disk.NoTexts) and told in done.exception.cause
    (tmp_path / "songs.md").write_bytes(b"\xff")
    done = run("why", "--root", table, tmp_path / "songs.md")
    assert done.exit_code == 2 and "not UTF-8" in done.output


def test_no_board_is_made_among_what_is_none(table: Path, tmp_path: Path) -> None:
    """Among a game's own files, say, where `rules/` would get pages."""
    (tmp_path / "rules").mkdir()
    before = sorted(tmp_path.rglob("*"))
    done = run("site", tmp_path, "--root", table)
    assert done.exit_code == 2 and "Name a folder that is not there yet" in done.output
    assert sorted(tmp_path.rglob("*")) == before
    pages = tmp_path / "pages"
    (pages / ".git").mkdir(parents=True)
    (pages / "CNAME").write_text("nomic.example")
    for _ in range(2):
        assert run("site", pages, "--root", table).exit_code == 0, "a branch of pages is a place for one"


def test_board_and_forecast_of_a_table_are_made_from_its_git(table: Path, tmp_path: Path) -> None:
    made = run("site", tmp_path / "out", "--root", table)
    assert made.exit_code == 0 and (tmp_path / "out" / "index.html").is_file(), made.output
    assert run("forecast", "--root", table).output == "No proposal is open.\n"
    error = run("site", tmp_path / "other", "--root", table, "--at", "nope").exception
    assert isinstance(error, ForgeError) and error.cause.startswith("There is no commit `nope` in "), error
    assert isinstance(error := run("site", tmp_path / "other", "--root", tmp_path).exception, ForgeError)
    assert error.cause.startswith("There is no game's repository in ")


def test_a_rule_begun_at_a_table_fits_its_game_and_the_line_to_try_it_works(
    table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(table)
    done = run("rule", "new", "Lamp oil", "--like", "shop")
    assert done.exit_code == 0 and (file := next(table.glob("*-lamp-oil.md"))), done.output
    assert f"the ruleset {RULESET}" in done.output
    file.unlink()
    monkeypatch.chdir(table.parent)
    done = run("rule", "new", "Lamp oil", "--like", "shop", "--root", "tisch")
    assert done.exit_code == 0 and next(table.parent.glob("*-lamp-oil.md"))


@pytest.mark.parametrize("command", ["doctor", "upgrade"])
def test_what_needs_a_clone_says_where_the_game_is_and_what_works(table: Path, command: str) -> None:
    before = sorted(table.iterdir())
    error = run(command, table).exception
    assert isinstance(error, Told)
    assert f"{table} is a table: its game is in `{table_git.of_table(table)}`." in error.cause
    assert f"`nomic verify {table}`" in error.remedy and f"`nomic check --root {table}`" in error.remedy
    assert sorted(table.iterdir()) == before


@pytest.mark.parametrize("command", ["doctor", "upgrade"])
def test_in_a_bare_repository_it_says_that_nothing_is_checked_out_and_not_that_there_is_no_game(
    table: Path, command: str
) -> None:
    git = table_git.of_table(table)
    error = run(command, git).exception
    assert isinstance(error, Told) and error.cause.startswith(f"{git} is a bare repository: ")
    assert f"`git clone {git} " in error.remedy and f"`nomic verify {git}` proves it" in error.remedy


def test_who_sits_down_in_a_repository_is_told_what_it_is(tmp_path: Path) -> None:
    for name in (".git", "rules"):
        (tmp_path / name).mkdir()
    error = run("play", tmp_path, "--no-browser", "--port", "0").exception
    assert isinstance(error, Foreign) and error.remedy.startswith("That is a game's repository, as GitHub holds it.")


PROGRAM = '[extensions]\n\tpartialClone = origin\n[remote "origin"]\n\turl = .\n\tuploadpack = ./{} #\n'


def _with_a_program(git: Path, ran: Path) -> None:
    """The git of somebody who has its readers run a program: it fetches what it does not have through that."""
    program = git / "run"
    program.write_text(f"#!/bin/sh\ntouch {ran}\nexit 1\n")
    program.chmod(0o755)
    (git / "config").write_text(
        f"[core]\n\trepositoryformatversion = 1\n\tbare = true\n{PROGRAM.format(git.name + '/run')}"
    )
    (git / "refs/heads/main").write_text("1" * 40 + "\n")


def _committed(place: Path) -> Path:
    """A clone in which somebody committed whatever lies there."""
    for words in (
        ("init", "-q"),
        ("add", "-A", "-f"),
        ("-c", "user.name=e", "-c", "user.email=e@x", "commit", "-qm", "Notes"),
    ):
        subprocess.run(["git", *words], cwd=place, check=True)
    return place


@pytest.mark.parametrize(
    "words", [["check"], ["verify"], ["examples"], ["forecast"], ["site", "out"], ["why", "--question", "a"]]
)
def test_no_program_runs_that_the_settings_of_a_table_from_somebody_else_name(
    table: Path, words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git = table_git.of_table(table)
    assert git is not None
    _with_a_program(git, tmp_path / "ran")
    monkeypatch.chdir(table)
    done = run(*words)
    assert done.exit_code != 0 and isinstance(done.exception, own_git.Strange), (done.output, done.exception)
    assert "partialClone" in done.exception.cause
    with pytest.raises(own_git.Strange), opened(table, Time()):
        pass
    assert not (tmp_path / "ran").exists()


def test_a_table_that_somebody_committed_to_a_clone_is_none(table: Path, tmp_path: Path) -> None:
    git = table_git.of_table(table)
    assert git is not None
    _with_a_program(git, tmp_path / "ran")
    clone = tmp_path / "clone"
    (clone / "rules/credo").mkdir(parents=True)
    (clone / "drafts").mkdir()
    for name in ("hub.sqlite", git.name):
        for place in (clone, clone / "drafts"):
            (shutil.copytree if (table / name).is_dir() else shutil.copy)(table / name, place / name)
    (clone / "rules/credo/1-songs.md").write_text(SONGS)
    shutil.copy(clone / "rules/credo/1-songs.md", clone / "drafts/songs.md")
    _committed(clone)
    for place in (clone, clone / "drafts"):
        assert table_git.of_table(place) is None and table_git.meant(place) == place
    assert laid.game_of(clone / "drafts/songs.md") == clone
    assert rules_on_disk.read(clone) == {"rules/credo/1-songs.md": SONGS}
    assert not (tmp_path / "ran").exists()


def test_a_table_beside_the_engine_in_a_clone_is_one(table: Path, tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("The engine.")
    (tmp_path / ".gitignore").write_text("tisch\n")
    for words in (("init", "-q"), ("add", "README.md", ".gitignore")):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    assert table_git.of_table(table) is not None


@pytest.mark.parametrize("below", [".", "sub"])
def test_a_repository_that_somebody_committed_to_a_clone_is_not_read_as_one(tmp_path: Path, below: str) -> None:
    place = tmp_path / below
    for name in ("HEAD", "objects/kept", "refs/kept", "config"):
        (place / name).parent.mkdir(exist_ok=True, parents=True)
        (place / name).write_text("ref: refs/heads/main\n")
    assert table_git.git_of(place) == place
    _committed(tmp_path)
    assert table_git.git_of(place) is None
    tree = tmp_path / "tree"
    subprocess.run(["git", "worktree", "add", "-q", tree], cwd=tmp_path, check=True)
    assert (tree / ".git").is_file() and table_git.git_of(tree / below) is None


@pytest.mark.parametrize(
    "line",
    [
        "\tfsmonitor = ./run",
        "[include]",
        '[core "x"]',
        "[core] fsmonitor = ./run",
        "\tfilemode = true \\",
        "\tname = a\rfsmonitor = b",
    ],
)
def test_a_setting_that_no_game_makes_is_named(table: Path, line: str) -> None:
    git = table_git.of_table(table)
    assert git is not None
    with (git / "config").open("a", newline="") as file:
        file.write('[remote "origin"]\n\turl = https://example.org/a.git\n\tfetch = +refs/*:refs/*\n')
    own_git.must_be_ours(git)
    with (git / "config").open("a", newline="") as file:
        file.write(f"{line}\n")
    with pytest.raises(own_git.Strange):
        own_git.must_be_ours(git)


def test_a_hook_at_a_table_is_named(table: Path) -> None:
    git = table_git.of_table(table)
    assert git is not None
    (git / "hooks").mkdir(exist_ok=True)
    (git / "hooks/post-update.sample").touch()
    own_git.must_be_ours(git)
    (git / "hooks/post-update").touch()
    with pytest.raises(own_git.Strange, match="'post-update'"):
        own_git.must_be_ours(git)
