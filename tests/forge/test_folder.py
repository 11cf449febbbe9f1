"""A game's folder read from disk: what git has of it, and nothing that lies elsewhere."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from engine.forge.folder import altered, foreign_host, github_name, moved_at, no_texts, readme, texts, unreadable


def test_of_a_link_the_place_it_names_is_read_and_no_file_of_this_machine(tmp_path: Path) -> None:
    secret, game = tmp_path / "secret", tmp_path / "game"
    secret.write_text("NOMIC_DICE_KEY=1234\n")
    (game / "rules" / "credo").mkdir(parents=True)
    (game / "state" / "journal" / "day.yaml").mkdir(parents=True)  # a folder that is called like a file
    (game / "rules" / "credo" / "101-farms.md").symlink_to(secret)
    (game / "state" / "villages").symlink_to(tmp_path)
    (game / "state" / "game.yaml").symlink_to("gone.yaml")
    (game / "state" / "journal" / "2026.yaml").symlink_to("/dev/zero")
    (game / "README.md").symlink_to(secret)
    assert texts(game) == {
        "rules/credo/101-farms.md": str(secret),
        "state/game.yaml": "gone.yaml",
        "state/villages": str(tmp_path),
    }
    assert (readme(game), moved_at(game)) == (str(secret), 0)


def test_what_is_no_text_is_read_with_signs_of_doubt_and_named(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "game.yaml").write_bytes(b"name: \xe9\n")
    (tmp_path / "state" / "huts.yaml").write_bytes("name: \ufffd\n".encode())
    assert texts(tmp_path) == {"state/game.yaml": "name: \ufffd\n", "state/huts.yaml": "name: \ufffd\n"}
    assert no_texts(tmp_path) == ["state/game.yaml"]


@pytest.mark.parametrize("odd", ["at: x", "at: null", "by: eve"])
def test_an_entry_of_the_journal_that_tells_no_time_does_not_hide_when_the_game_was_moved(
    tmp_path: Path, odd: str
) -> None:
    day = tmp_path / "state" / "journal" / "2026" / "01" / "05.yaml"
    day.parent.mkdir(parents=True)
    day.write_text(f"- at: 7\n  kind: moved\n- {odd}\n  kind: moved\n- id: comment/1\n")
    assert moved_at(tmp_path) == 7


def committed(folder: Path, path: str, text: str, message: str) -> None:
    (folder / path).parent.mkdir(parents=True, exist_ok=True)
    (folder / path).write_text(text)
    me = ("-c", "user.name=ana", "-c", "user.email=ana@example.org")
    for words in (("add", "--all"), (*me, "commit", "--quiet", "-m", message)):
        subprocess.run(["git", *words], cwd=folder, check=True)


def test_what_is_otherwise_than_the_last_commit_with_a_trailer_left_it_is_named_whoever_copies_the_trailer(
    tmp_path: Path,
) -> None:
    def found() -> list[str] | None:
        return altered(tmp_path, "Entry", ("state/engine.yaml", "proposals/"))

    assert found() is None
    subprocess.run(["git", "init", "--quiet", "--initial-branch=main", tmp_path], check=True)
    committed(tmp_path, "state/engine.yaml", "a: 1\n", "Begin")
    assert found() is None
    committed(tmp_path, "proposals/1.md", "One\n", "1 is law\n\nEntry: ab")
    assert found() == []
    committed(tmp_path, "state/game.yaml", "b: 1\n", "By hand")
    assert found() == []
    committed(tmp_path, "state/engine.yaml", "a: 2\n", "Merge pull request #2\n\nEntry: cd")
    (tmp_path / "proposals" / "1.md").unlink()
    assert found() == ["proposals/1.md", "state/engine.yaml"]
    committed(tmp_path, "state/game.yaml", "b: 2\n", "1 done\n\nEntry: ef")
    assert found() == []


def test_a_pull_that_put_the_newest_of_them_on_the_second_line_of_a_merge_alters_nothing(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "--quiet", "--initial-branch=main", tmp_path], check=True)
    committed(tmp_path, "state/engine.yaml", "a: 1\n", "1 done\n\nEntry: ab")
    subprocess.run(["git", "branch", "home"], cwd=tmp_path, check=True)
    committed(tmp_path, "state/engine.yaml", "a: 2\n", "1 done\n\nEntry: cd")
    subprocess.run(["git", "checkout", "--quiet", "home"], cwd=tmp_path, check=True)
    committed(tmp_path, "state/game.yaml", "b: 1\n", "At home")
    me = ("-c", "user.name=ana", "-c", "user.email=ana@example.org")
    subprocess.run(["git", *me, "merge", "--quiet", "--no-edit", "main"], cwd=tmp_path, check=True)
    assert altered(tmp_path, "Entry", ("state/engine.yaml",)) == []


@pytest.mark.parametrize(
    ("origin", "name"),
    [
        ("https://github.com/ana/meadow.git", "ana/meadow"),
        ("https://ana@github.com/ana/meadow", "ana/meadow"),
        ("https://x-access-token:secret@github.com/ana/meadow.git", "ana/meadow"),
        ("https://GitHub.com/ana/my.meadow/", "ana/my.meadow"),
        ("git@github.com:ana/meadow.git", "ana/meadow"),
        ("org-7@github.com:ana/meadow.git", "ana/meadow"),
        ("ssh://git@ssh.github.com:443/ana/meadow.git", "ana/meadow"),
        ("https://github.com@example.invalid/ana/meadow.git", ""),
        ("https://example.invalid/github.com/ana/meadow.git", ""),
        ("git@github.com.example.invalid:ana/meadow.git", ""),
        ("/home/ana/meadow", ""),
    ],
)
def test_the_repository_on_github_is_read_off_the_clone_as_whoever_made_it_wrote_it(
    tmp_path: Path, origin: str, name: str
) -> None:
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    subprocess.run(["git", "config", "remote.origin.url", origin], cwd=tmp_path, check=True)
    assert github_name(tmp_path) == name


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("https://github.com/ana/meadow.git", ""),
        ("https://ana:secret@GitHub.com/ana", ""),
        ("git@ssh.github.com:ana/meadow.git", ""),
        ("https://github.com@git.example/ana/meadow.git", "git.example"),
        ("git@work:ana/meadow.git", "work"),
        ("ssh://git@git.example:2222/ana/meadow", "git.example"),
        ("http://[::1", "http://[::1"),
        ("/home/ana/mea:dow", ""),
        ("file:///home/ana/meadow", ""),
        ("", ""),
    ],
)
def test_a_host_that_is_not_githubs_is_read_off_the_clone(tmp_path: Path, origin: str, host: str) -> None:
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    subprocess.run(["git", "config", "remote.origin.url", origin], cwd=tmp_path, check=True)
    assert foreign_host(tmp_path) == host


def test_a_git_that_is_too_old_to_read_a_clone_is_told_as_that(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "clone" / ".git").mkdir(parents=True)
    (tmp_path / "bin" / "git").write_text("#!/bin/sh\necho 'error: unknown option' >&2\nexit 129\n")
    (tmp_path / "bin" / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")
    assert unreadable(tmp_path / "clone") == ("git is too old: error: unknown option", "Install git 2.39 or newer.")
