"""A clone on this machine: its commits are brought, it is left alone, and what is missing is said with a remedy."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from engine.forge import git_process
from engine.forge.checkout import Checkout
from engine.forge.repository import GitRepository
from engine.forge.still import StillRepository
from engine.referee.ports import ForgeError


def git(folder: Path, *words: str) -> str:
    who = ("-c", "user.name=ana", "-c", "user.email=ana@example.invalid")
    return subprocess.run(["git", *who, *words], cwd=folder, capture_output=True, text=True, check=True).stdout.strip()


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    folder = tmp_path / "clone"
    folder.mkdir()
    git(folder, "init", "--quiet", "--initial-branch=main")
    for name in ("one", "two"):
        (folder / name).write_text(name)
        git(folder, "add", "--all")
        git(folder, "commit", "--quiet", "--message", f"Add {name}\n\nAnd why.")
    return folder


def partial(clone: Path, folder: Path) -> None:
    git(clone, "config", "uploadpack.allowFilter", "true")
    git(folder, "clone", "--quiet", "--no-checkout", "--filter=blob:none", f"file://{clone}", "partial")


def test_commits_are_brought_by_their_names(clone: Path, tmp_path: Path) -> None:
    git(clone, "branch", "old", "HEAD~1")
    before = git(clone, "for-each-ref")
    with Checkout(clone, tmp_path / "copy") as checkout:
        old, head = checkout.bring("old", "HEAD")
        assert (old, head) == (git(clone, "rev-parse", "HEAD~1"), git(clone, "rev-parse", "HEAD"))
        assert checkout.merge_base(old, head) == old
        assert set(checkout.tree(head)) == {"one", "two"}
        assert checkout.subject(head) == "Add two"
    assert git(clone, "for-each-ref") == before
    assert git(clone, "status", "--porcelain") == ""


def test_a_work_tree_of_a_clone_is_one_too(clone: Path, tmp_path: Path) -> None:
    git(clone, "worktree", "add", "--quiet", str(tmp_path / "more"), "HEAD~1")
    with Checkout(tmp_path / "more", tmp_path / "copy") as checkout:
        assert checkout.bring("HEAD", "main") == [git(clone, "rev-parse", "HEAD~1"), git(clone, "rev-parse", "main")]


def test_it_is_read_where_it_is_too(clone: Path, tmp_path: Path) -> None:
    git(clone, "worktree", "add", "--quiet", str(tmp_path / "more"), "HEAD~1")
    with StillRepository(tmp_path / "more") as repository:
        assert list(repository.files(repository.commit("HEAD"))) == ["one"]


def test_a_branch_is_meant_where_somebody_made_a_tag_of_its_name(clone: Path) -> None:
    newest = git(clone, "rev-parse", "refs/heads/main")
    git(clone, "tag", "main", "HEAD~1")
    with StillRepository(clone) as repository:
        assert repository.commit("main", "HEAD") == newest


def test_what_reads_like_an_id_is_one_whatever_tags_are_called(clone: Path) -> None:
    """The board of a commit was that of a tag called like it."""
    newest = git(clone, "rev-parse", "HEAD")
    git(clone, "tag", newest[:10], "HEAD~1")
    with StillRepository(clone) as still:
        assert still.commit(newest[:10]) == newest


@pytest.mark.parametrize("how", ["part", "damaged", "settings"])
def test_a_repository_that_cannot_be_read_whole_is_told_so_with_what_to_do(
    clone: Path, tmp_path: Path, how: str
) -> None:
    """Of one on this machine no token tells, no later pass, and no copy that could be thrown away."""
    place = clone
    if how == "part":
        partial(clone, tmp_path)
        place = tmp_path / "partial"
    elif how == "damaged":
        blob = git(clone, "rev-parse", "HEAD:two")
        (clone / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    else:
        with (clone / ".git" / "config").open("a") as config:
            config.write("[core")
    for read in (_texts, _fetched):
        with pytest.raises(ForgeError) as caught:
            read(place, tmp_path)
        assert ("--filter" if how == "part" else "git fsck") in caught.value.remedy
        assert "pass" not in caught.value.remedy and "token" not in caught.value.remedy


def test_of_one_that_belongs_to_another_user_it_is_said_so_and_not_that_it_is_broken(
    clone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a clone on a shared disk, or from outside of a container. Git has a word by which its own tests bring it about."""
    word = "GIT_TEST_ASSUME_DIFFERENT_OWNER"
    monkeypatch.setenv(word, "1")
    monkeypatch.setattr(git_process, "KEPT", (*git_process.KEPT, word))
    with pytest.raises(ForgeError) as caught:
        _fetched(clone, tmp_path)
    assert "another user" in caught.value.remedy and "fsck" not in caught.value.remedy


def _texts(place: Path, tmp_path: Path) -> None:
    with StillRepository(place) as repository:
        repository.texts(repository.files(repository.commit("HEAD")))


def _fetched(place: Path, tmp_path: Path) -> None:
    with GitRepository(str(place), tmp_path / "another") as repository:
        repository.blobs(entry.blob for entry in repository.tree(repository.fetch()).values())


@pytest.mark.parametrize(
    ("where", "name", "cause", "remedy"),
    [
        ("clone", "nowhere", "There is no commit nowhere in this clone.", "git fetch origin"),
        ("clone", "--output=/tmp/x", "There is no commit --output=/tmp/x in this clone.", "git fetch origin"),
        ("empty", "HEAD", "is no clone of a game.", "--root"),
        ("shallow", "HEAD", "This clone holds only the newest commits.", "git fetch --unshallow"),
        ("partial", "HEAD", "This clone holds only some of its files.", "without `--filter`"),
    ],
)
def test_what_is_missing_is_said(clone: Path, tmp_path: Path, where: str, name: str, cause: str, remedy: str) -> None:
    (tmp_path / "empty").mkdir()
    git(tmp_path, "clone", "--quiet", "--depth=1", f"file://{clone}", "shallow")
    partial(clone, tmp_path)
    with Checkout(tmp_path / where, tmp_path / "copy") as checkout, pytest.raises(ForgeError) as error:
        checkout.bring(name)
    assert cause in error.value.cause
    assert remedy in error.value.remedy


@pytest.mark.parametrize("url", ["{}", "file://{}"])
@pytest.mark.parametrize(
    ("where", "cause"),
    [("shallow", "This clone holds only the newest commits."), ("partial", "This clone holds only some of its files.")],
)
def test_no_copy_is_made_of_a_part(clone: Path, tmp_path: Path, where: str, cause: str, url: str) -> None:
    """git would look for what is missing in the part itself, one process in another, until the time is up."""
    git(tmp_path, "clone", "--quiet", "--depth=1", f"file://{clone}", "shallow")
    partial(clone, tmp_path)
    source = url.format(tmp_path / where)
    with GitRepository(source, tmp_path / "copy", timeout=5) as game, pytest.raises(ForgeError) as error:
        game.fetch()
    assert error.value.cause == cause
    assert not (tmp_path / "copy").exists()
