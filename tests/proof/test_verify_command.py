"""`nomic verify` as people run it: in a clone, with words and exit codes that say what was found."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.forge.whole import commit_called
from engine.referee.proof.findings import NEXT_PASS, Proof
from engine.store import canon
from tests.proof.played import ANA, KEY, Copy

NOMIC = Path(sys.executable).parent / "nomic"


def nomic(*words: str, **env: str) -> subprocess.CompletedProcess[str]:
    whole = {"PATH": os.environ["PATH"], **env}
    return subprocess.run([NOMIC, *words], capture_output=True, text=True, env=whole, check=False, timeout=120)


def test_a_clone_is_proved(game: Copy, tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", game.git.directory, clone], check=True)
    done = nomic("verify", str(clone), NOMIC_DICE_KEY=KEY.decode())
    count = len(game.entries())
    assert done.stdout.splitlines() == [
        "Note: 6 commits of the engine's bear no seal: made before there were any, or without a key.",
        "Note: the dice of 1 entry were thrown again.",
        f"{count} of {count} entries replayed: every byte is as it should be.",
    ]
    assert done.returncode == 0


def test_what_is_found_is_printed_and_the_exit_code_says_so(game: Copy) -> None:
    game.commit({ANA: canon.emit({**game.record(ANA), "shells": 17})})
    done = nomic("verify", str(game.git.directory), "--from", game.commits()[1])
    assert done.returncode == 1
    told, remedy, *_ = done.stdout.splitlines()
    assert told.startswith(f"{ANA}: shells is 17 and should be 4") and told.endswith("which no pass has judged)")
    assert remedy == f"  {NEXT_PASS}"
    count = len(game.entries())
    assert done.stdout.endswith(f"{count - 3} of {count} entries replayed: differences found.\n")


def test_below_each_finding_stands_what_to_do(game: Copy) -> None:
    """It named what was wrong, and left whoever had asked with it."""
    path = max(
        p for p in game.git.run("ls-tree", "-r", "--name-only", "main").split() if p.startswith("state/journal/")
    )
    game.commit({path: "{\n"})
    told = nomic("verify", str(game.git.directory)).stdout.splitlines()[:-1]
    found = [line for line in told if not line.startswith(("  ", "Note: "))]
    below = {line: told[told.index(line) + 1].removeprefix("  ") for line in found}
    assert found and all(told[told.index(line) + 1].startswith("  ") for line in found), told
    assert f"Take it back as it was: `git log -- {path}` shows the commits that changed it." in below.values()


def test_of_a_history_that_was_made_otherwise_the_commit_is_named_to_look_at() -> None:
    proof, other = Proof(), "state/game.yaml: is missing"
    proof.find("commit 0123456789: says it is the engine's, and its seal is not")
    proof.find(other)
    named, unnamed = (proof.remedies[finding] for finding in proof.findings)
    assert named == f"`git show 0123456789` shows what it did. {unnamed}"
    assert unnamed.startswith(
        "Push `main` as it was, from a clone that still has it; where nobody has, `nomic verify --from"
    )


def test_what_an_older_engine_may_have_said_otherwise_is_not_only_called_a_history_made_anew(game: Copy) -> None:
    """Games that had gone on under a newer engine were told to push a history of before, which there was not."""
    notes = "state/engine.yaml"
    game.rewrite(lambda commit, files: {notes: files[notes].replace(" shells", " sea shells")}, first=game.commits()[1])
    game.commit({ANA: canon.emit({**game.record(ANA), "shells": 17})})
    told = game.proof().remedies
    by_version = {finding: "that version proves it" in remedy for finding, remedy in told.items()}
    assert any(finding.startswith(notes) and by_version[finding] for finding in told), told
    assert not any(by_version[finding] for finding in told if finding.startswith(ANA))


@pytest.mark.parametrize("text", ["{\n", "- 1\n", "position: later\nsemantics: [1]\n"])
def test_what_somebody_made_of_the_engines_notes_is_found_or_refused_and_no_bug(game: Copy, text: str) -> None:
    game.commit({"state/engine.yaml": text})
    done = nomic("verify", str(game.git.directory))
    assert (done.returncode, done.stdout.split(":")[0], done.stderr) == (1, "state/engine.yaml", "")
    shown = nomic("dice", "show", "comment/17", str(game.git.directory))
    assert shown.returncode == 1 and shown.stderr.startswith("Error: state/engine.yaml:")
    assert shown.stderr.splitlines()[1].startswith("Restore it")


@pytest.mark.parametrize("path", ["state/game.yaml", "state/engine.yaml"])
def test_a_game_whose_own_file_was_taken_away_is_told_by_whom_and_of_no_new_one(game: Copy, path: str) -> None:
    sha = game.commit({path: None})
    done = nomic("verify", str(game.git.directory))
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith(f"{path}: is missing (commit {sha[:10]} of ")


def test_a_start_that_names_nothing_is_wrong_usage_and_accuses_nobody(game: Copy) -> None:
    done = nomic("verify", str(game.git.directory), "--from", "")
    assert (done.returncode, done.stdout) == (2, "") and "There is no commit" in done.stderr


def test_a_start_that_is_none_of_the_engines_commits_is_explained(game: Copy) -> None:
    ours = game.commits()[-1]
    sha = game.commit({"notes.txt": "x\n"})
    done = nomic("verify", str(game.git.directory), "--from", sha)
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        f"Error: Commit {sha[:10]} is none of the engine's, so no replay can begin there.",
        f"The nearest before it is {ours}.",
    ]


@pytest.mark.parametrize("name", ["main", "HEAD", "main~2"])
def test_a_proof_begins_at_the_commit_that_a_name_of_gits_stands_for(game: Copy, name: str) -> None:
    sha = subprocess.run(
        ["git", "rev-parse", name], cwd=game.git.directory, capture_output=True, text=True, check=True
    ).stdout.strip()
    done = nomic("verify", str(game.git.directory), "--from", name)
    assert done.returncode == 0 and done.stdout.endswith("every byte is as it should be.\n"), done.stdout
    assert done.stdout == nomic("verify", str(game.git.directory), "--from", sha).stdout


def test_a_branch_is_meant_where_somebody_made_a_tag_of_its_name(game: Copy) -> None:
    """Whoever may push may push tags, and git would rather take these."""
    before = nomic("verify", str(game.git.directory), "--from", "main~3").stdout
    game.git.move("refs/tags/main", game.commits()[-2])
    game.git.move("refs/tags/origin/main", game.commits()[-2])
    assert nomic("verify", str(game.git.directory), "--from", "main~3").stdout == before
    game.git.move("refs/remotes/origin/main", game.commits()[-1])
    assert commit_called(game.git.directory, "origin/main") == game.commits()[-1]


@pytest.mark.parametrize("name", ["mian", "main~999", "be", "--all"])
def test_a_name_that_stands_for_no_commit_is_wrong_use_and_accuses_nobody(game: Copy, name: str) -> None:
    done = nomic("verify", str(game.git.directory), f"--from={name}")
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.endswith(f"Error: There is no commit {name} in this clone.\n")


def test_an_id_that_is_nowhere_in_the_clone_is_found_as_that_of_a_history_rewritten(game: Copy) -> None:
    done = nomic("verify", str(game.git.directory), "--from", "0123456789" * 4)
    assert done.returncode == 1
    assert done.stdout.startswith("commit 0123456789: is not in the history of main")


def test_a_folder_without_a_game_is_explained(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "--quiet", "--initial-branch=main", tmp_path], check=True)
    done = nomic("verify", str(tmp_path))
    assert done.returncode == 1
    assert done.stderr.startswith("Error: ")
    assert "Traceback" not in done.stderr


def test_a_clone_of_something_else_is_told_to_name_that_of_a_game(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "--quiet", "--initial-branch=main", tmp_path], check=True)
    me = ("-c", "user.name=ana", "-c", "user.email=ana@example.org")
    subprocess.run(["git", *me, "commit", "--quiet", "--allow-empty", "-m", "Notes"], cwd=tmp_path, check=True)
    done = nomic("verify", str(tmp_path))
    assert (done.returncode, done.stdout) == (1, "")
    assert "Name the folder that a clone of a game begins in" in done.stderr


@pytest.mark.parametrize("below", ["", "rules"])
def test_a_folder_that_is_no_clone_is_told_so(below: str, tmp_path: Path) -> None:
    folder = tmp_path / below
    if below:
        subprocess.run(["git", "init", "--quiet", "--initial-branch=main", tmp_path], check=True)
        folder.mkdir()
    done = nomic("verify", str(folder))
    assert (done.returncode, done.stderr.splitlines()) == (
        1,
        [
            f"Error: There is no game's repository in {folder}.",
            "Run this in the folder that a clone begins in, or name it: `nomic verify FOLDER`.",
        ],
    )


def test_a_machine_without_git_is_told_to_get_it(game: Copy, tmp_path: Path) -> None:
    subprocess.run(["git", "clone", "--quiet", str(game.git.directory), tmp_path / "clone"], check=True)
    done = nomic("verify", str(tmp_path / "clone"), PATH=str(tmp_path))
    assert (done.returncode, done.stderr.splitlines()) == (
        1,
        ["Error: git is not installed.", "Install git 2.39 or newer."],
    )


def test_a_file_that_is_no_repository_is_told_so_and_no_pass_is_spoken_of(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("hello")
    done = nomic("verify", str(tmp_path / "notes.md"))
    assert (done.returncode, done.stderr.splitlines()[0]) == (
        1,
        f"Error: There is no game's repository in {tmp_path / 'notes.md'}.",
    )


def test_a_game_that_git_has_packed_into_one_file_is_proved(game: Copy, tmp_path: Path) -> None:
    game.git.run("bundle", "create", "--quiet", str(tmp_path / "game.bundle"), "main")
    done = nomic("verify", str(tmp_path / "game.bundle"))
    assert done.returncode == 0, done.stderr


def test_a_clone_of_the_newest_commits_is_told_to_bring_the_rest(game: Copy, tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", "--depth=1", f"file://{game.git.directory}", clone], check=True)
    done = nomic("verify", str(clone))
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "Error: This clone holds only the newest commits.",
        "Bring the rest: `git fetch --unshallow`.",
    ]


def test_what_is_printed_of_a_name_in_the_game_is_no_order_to_the_terminal(game: Copy) -> None:
    game.commit({ANA: canon.emit({**game.record(ANA), "shells": 17}), "rules/\x1b[2J\x1b[Hall is well\x1b[8m": ""})
    done = nomic("verify", str(game.git.directory))
    assert done.returncode == 1 and "all is well" in done.stdout
    assert "\x1b" not in done.stdout + done.stderr


def test_a_tag_called_like_the_first_digits_of_a_commit_is_not_taken_for_it(game: Copy) -> None:
    ours, last = game.commits()[-2:]
    game.git.run("update-ref", f"refs/tags/{last[:10]}", ours)
    assert "1 of " not in nomic("verify", str(game.git.directory), "--from", last[:10]).stderr
    game.git.move("refs/heads/main", ours)
    for name in (last[:10], last):
        done = nomic("verify", str(game.git.directory), "--from", name)
        assert done.returncode == 1
        assert done.stdout.startswith(f"commit {last[:10]}: is not in the history of main")
