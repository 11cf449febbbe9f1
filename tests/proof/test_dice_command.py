"""`nomic dice`: what it prints lets anyone make a throw again, and another key is committed to while the old one is revealed."""

from __future__ import annotations

import resource
import shlex
import subprocess
from pathlib import Path

import pytest

from engine.cli.dice import _keep
from engine.game.dice import commitment
from engine.referee.throws import Thrown, told
from tests.proof.played import FRIDAY, KEY, Copy
from tests.proof.test_verify_command import nomic

FISHING = "period/fishing/fish_all/1767960000"


def rotate(game: Copy, *words: str, key: bytes = KEY) -> tuple[subprocess.CompletedProcess[str], Path]:
    file = game.directory / "new key"
    told = ("dice", "rotate", "--repository", str(game.git.directory), "--new-key", str(file), *words)
    return nomic(*told, NOMIC_DICE_KEY=key.decode()), file


def test_a_throw_is_shown_so_that_openssl_makes_it_again(game: Copy) -> None:
    done = nomic("dice", "show", FISHING, str(game.git.directory), NOMIC_DICE_KEY=KEY.decode())
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0] == f"happening  {FISHING}"
    assert lines[2] == f"key        {KEY.hex()} (given in NOMIC_DICE_KEY)"
    assert lines[3].endswith(commitment(KEY))
    seed, block = (line.split()[at] for line, at in ((lines[4], 1), (lines[6], 2)))
    for printed, command in ((seed, lines[5]), (block, lines[7])):
        made = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True).stdout
        assert made.split()[-1] == printed
    faces = [roll["faces"][0] for e in game.entries() if e["id"] == FISHING for roll in e["rolls"]]
    values = [int(byte, 16) for byte in (block[0:2], block[2:4])]
    assert [value % 6 + 1 for value in values] == faces
    assert [line for line in lines if line.startswith("1d6")] == [
        f"1d6       : {face}, in all {face} (each is its remainder and 1)" for face in faces
    ]


def test_a_name_of_the_game_is_one_word_of_the_shell_whoever_chose_it() -> None:
    name = "island'$(echo 1); `echo 2`"
    thrown = Thrown("comment/5", [], name, None, b"key", "given")
    command = next(line for line in told(thrown) if "printf" in line)
    assert shlex.split(command.partition("|")[0])[2:] == [name, "comment/5"]


def test_without_the_key_it_says_what_is_known(game: Copy) -> None:
    for key in ({}, {"NOMIC_DICE_KEY": "another"}):
        done = nomic("dice", "show", FISHING, str(game.git.directory), **key)
        assert f"key        not revealed yet; its SHA-256 is {commitment(KEY)}" in done.stdout
        assert "1d6       : 5, in all 5, as the journal has it" in done.stdout


def test_what_was_not_thrown_is_explained(game: Copy) -> None:
    thrown = nomic("dice", "show", "comment/1", str(game.git.directory))
    assert thrown.stderr == "Error: The journal has no happening `comment/1`.\nLook its id up in state/journal/.\n"
    said = next(e["id"] for e in game.entries() if e.get("text") == "/build")
    assert nomic("dice", "show", said, str(game.git.directory)).stderr.startswith(
        f"Error: No dice were thrown in {said}."
    )


def test_another_key_reveals_the_old_one_and_everything_thrown_so_far_is_checked(game: Copy) -> None:
    done, file = rotate(game)
    assert done.returncode == 0, done.stderr
    new = file.read_text()
    assert file.stat().st_mode & 0o777 == 0o600
    assert new not in done.stdout
    assert game.record("state/engine.yaml")["dice"] == {"commitment": commitment(new.encode())}
    last = game.entries()[-1]
    assert (last["kind"], last["revealed"]) == ("rotated", KEY.hex())
    proof = game.proof()
    assert proof.findings == []
    assert "the dice of 1 entry were thrown again" in proof.notes
    shown = nomic("dice", "show", FISHING, str(game.git.directory)).stdout
    assert f"key        {KEY.hex()} (revealed by {last['id']})" in shown


def test_a_forged_roll_is_found_when_the_key_is_revealed(game: Copy) -> None:
    game.rewrite(
        lambda commit, files: {FRIDAY: files[FRIDAY].replace("- 5\n", "- 6\n", 1)} if FRIDAY in files else {},
        first=game.ending_with(FISHING),
    )
    assert "was changed after it was written" in game.findings()[0]


def test_only_the_key_committed_to_can_be_revealed(game: Copy) -> None:
    head = game.git.head()
    done, file = rotate(game, key=b"another")
    assert done.returncode == 1
    assert done.stderr == (
        f"Error: The key revealed is not the one whose SHA-256 is `{commitment(KEY)}`.\n"
        "Give the key the dice were thrown with.\n"
    )
    assert game.git.head() == head
    assert not file.exists()


def test_a_lost_key_is_given_up_in_the_open(game: Copy) -> None:
    done, _ = rotate(game, "--lost", key=b"")
    assert done.returncode == 0, done.stderr
    assert (
        "was lost: these throws can never be made again"
        in nomic("dice", "show", FISHING, str(game.git.directory)).stdout
    )
    proof = game.proof()
    assert proof.findings == []
    assert "the dice of 1 entry wait for their key to be revealed" in proof.notes


def test_nothing_is_changed_over_commits_by_hand_that_nobody_judged(game: Copy) -> None:
    game.commit({"state/players/bo.yaml": None})
    done, file = rotate(game)
    assert done.stderr.startswith("Error: There are commits by hand that no pass has judged.")
    assert "gh workflow run referee.yml" in done.stderr, "a pass made by hand speaks under its operator's name"
    assert not file.exists()


def test_with_a_lost_key_they_are_no_hindrance_and_left_to_the_next_pass(game: Copy) -> None:
    game.commit({"state/players/bo.yaml": None})
    last = game.git.head()
    done, _ = rotate(game, "--lost", key=b"")
    assert done.returncode == 0, done.stderr
    assert game.git.run("rev-parse", "main~2").strip() == last
    assert f"Bring what commit {last[:10]} brought" in game.git.run("log", "-1", "--format=%s", "main")
    assert game.git.run("diff", "--name-status", "main~1", "main").split() == ["D", "state/players/bo.yaml"]


def test_with_a_lost_key_what_the_game_cannot_take_of_them_is_put_back_and_told(game: Copy) -> None:
    """No pass finds it any more, behind a commit of the engine's."""
    game.commit({"state/odd.txt": "x", "state/players/bo.yaml": None})
    last = game.git.head()
    done, file = rotate(game, "--lost", key=b"")
    assert done.returncode == 0, done.stderr
    assert shlex.split(done.stdout.splitlines()[-1])[-2:] == ["rm", str(file)]
    assert f"state/odd.txt of commit {last[:10]} is put back: " in done.stdout
    assert "bo.yaml" not in done.stdout
    assert "state/odd.txt" not in game.git.run("ls-tree", "-r", "--name-only", "main")


def test_a_key_is_never_written_over(game: Copy) -> None:
    file = game.directory / "new key"
    file.write_text("precious")
    done, _ = rotate(game)
    assert done.returncode == 2
    assert file.read_text() == "precious"


@pytest.mark.parametrize("name", ["notes.md", "folder"])
def test_what_is_no_repository_is_told_so_and_no_token_is_spoken_of(name: str, tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("hello")
    (tmp_path / "folder").mkdir()
    done = nomic("dice", "show", "comment/1", str(tmp_path / name))
    assert (done.returncode, done.stderr.splitlines()) == (
        1,
        [
            f"Error: There is no game's repository in {tmp_path / name}.",
            "Run this in the folder that a clone begins in, or name it: `nomic dice show HAPPENING FOLDER`.",
        ],
    )


def test_a_repository_on_github_that_is_given_as_a_path_is_told_how_it_is_named(tmp_path: Path) -> None:
    done = nomic(
        "dice", "rotate", "--repository", "ana/meadow", "--new-key", str(tmp_path / "key"), NOMIC_DICE_KEY="old"
    )
    assert (done.returncode, (tmp_path / "key").exists()) == (2, False)
    assert "GITHUB_REPOSITORY=ana/meadow" in done.stderr


def test_no_half_of_a_new_key_is_left_where_it_could_not_be_written(tmp_path: Path) -> None:
    """It was in the way of the next try, under that name."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, hard))
    try:
        with pytest.raises(OSError, match="large"):
            _keep(tmp_path / "key", "0" * 64)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    _keep(tmp_path / "key", "0" * 64)
    assert (tmp_path / "key").read_text() == "0" * 64


def test_what_takes_no_push_is_told_with_what_does(tmp_path: Path) -> None:
    """Of a path that is not there one was told to run `git fsck` in it, and of a clone ten lines of git's advice about its settings."""
    (tmp_path / "empty").mkdir()
    subprocess.run(["git", "init", "-q", str(tmp_path / "clone")], check=True)
    told = {
        "nowhere": "There is no bare repository at",
        "empty": "There is no bare repository at",
        "clone": f"Name the repository that it came from, as `git -C {tmp_path / 'clone'} remote -v` does.",
    }
    for name, words in told.items():
        done = nomic("redact", "comment/9", "--repository", str(tmp_path / name), NOMIC_DICE_KEY="old")
        assert done.returncode == 2 and words in done.stderr and "fsck" not in done.stderr, done.stderr


def test_no_die_is_called_another_where_the_notes_that_name_the_game_are_gone(game: Copy) -> None:
    game.commit({"state/engine.yaml": None})
    done = nomic("dice", "show", FISHING, str(game.git.directory), NOMIC_DICE_KEY=KEY.decode())
    assert (done.returncode, done.stdout) == (1, "")
    assert (
        done.stderr.startswith("Error: state/engine.yaml is missing") and "git log -- state/engine.yaml" in done.stderr
    )
