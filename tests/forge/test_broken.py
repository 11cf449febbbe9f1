"""A copy that a machine left broken: made anew, and told from what is the server's fault or the disk's."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.forge import copying
from engine.forge.broken import is_broken
from engine.forge.checkout import Checkout
from engine.forge.git_process import Done, first_words, transfer_error
from engine.forge.repository import GitRepository
from engine.hub.git_http import Git
from engine.referee.ports import Unreachable

NOTHING = "0" * 40


def emptied(copy: Path) -> None:
    for each in copy.glob("objects/??/*"):
        each.unlink()
        each.touch()


def in_the_way(place: Path) -> None:
    shutil.rmtree(place)
    place.write_text("")


BROKEN: dict[str, Callable[[Path], object]] = {
    "its objects are empty": emptied,
    "its reference is empty": lambda copy: (copy / "refs/remotes/origin/main").write_text(""),
    "its settings are none": lambda copy: (copy / "config").write_text("[[["),
    "its head is none": lambda copy: (copy / "HEAD").write_text(""),
    "its objects are gone": lambda copy: shutil.rmtree(copy / "objects"),
    "a file is in its place": lambda copy: in_the_way(copy),
    "the settings of its view are none": lambda copy: (copy.parent / "view.git" / "config").write_text("[[["),
    "the head of its view is none": lambda copy: (copy.parent / "view.git" / "HEAD").write_text("main"),
    "a file is in the place of its view": lambda copy: in_the_way(copy.parent / "view.git"),
}


@pytest.mark.parametrize("how", BROKEN)
def test_a_copy_that_lost_power_left_broken_is_made_anew(server: Path, tmp_path: Path, how: str) -> None:
    """What was written last is empty then, and no later pass could fetch anything."""
    with GitRepository(server.as_uri(), tmp_path / "copy") as repository:
        first = repository.commit([], {"state/game.yaml": "round: 1\n"}, "Begin", 1000)
        repository.push(NOTHING, first)
        repository.fetch()
    BROKEN[how](tmp_path / "copy" / "copy.git")
    with GitRepository(server.as_uri(), tmp_path / "copy") as repository:
        assert repository.fetch() == first
        (entry,) = repository.tree(first, "state").values()
        assert repository.blobs([entry.blob])[entry.blob] == b"round: 1\n"


@pytest.mark.parametrize("how", [how for how in BROKEN if "reference" not in how])
def test_so_is_the_copy_of_a_clone_on_this_machine(tmp_path: Path, how: str) -> None:
    """One in which drafts of a table are tried: it was broken at each of them."""
    clone, copy = Git(tmp_path / "clone.git"), tmp_path / "copy"
    for text in ("One.", "Two."):
        head = clone.commit([each] if (each := clone.head()) else [], {"a.md": text}, text, "ana", 0)
        clone.move("refs/heads/main", head)
        with Checkout(clone.directory, copy) as checkout:
            assert checkout.bring("main") == [head]
            made = checkout.commit([head], {"b.md": text}, "More", 1)
            assert {*checkout.tree(made)} == {"a.md", "b.md"}
        BROKEN[how](copy / "copy.git")


FULL = (
    "fatal: write error: No space left on device\nfatal: fetch-pack: invalid index-pack output",
    "fatal: sha1 file 'copy.git/objects/pack/tmp_pack_0Uzaol' write error. Out of diskspace",
    "error: cannot update ref 'refs/remotes/origin/main': couldn't write 'copy.git/refs/remotes/origin/main.lock'",
)


@pytest.mark.parametrize("said", FULL)
@pytest.mark.parametrize("at", ["fetch", "init", "fast-import"])
@pytest.mark.parametrize("of", ["https://example.invalid/o/game.git", "a folder"])
def test_where_the_disk_is_full_room_is_to_be_made(
    server: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: str, of: str, said: str
) -> None:
    """It was said to wait for the next pass, to delete the copy, or to look what is amiss in a clone that is well."""
    url = str(server) if of == "a folder" else of
    run = copying.run

    def full(arguments: Sequence[str], *more: Any, **others: Any) -> Done:
        return Done(128, b"", said) if arguments[0] == at else run(arguments, *more, **others)

    monkeypatch.setattr(copying, "run", full)
    with GitRepository(url, tmp_path / "copy") as repository, pytest.raises(Unreachable) as raised:
        repository.commit([], {"a": "1"}, "One", 1) if at == "fast-import" else repository.fetch()
    assert first_words(said) in raised.value.cause
    assert raised.value.remedy.startswith("Make room on this machine's disk")


def test_of_a_server_whose_disk_is_full_nobody_makes_room_here() -> None:
    told = transfer_error("push", Done(128, b"", "remote: fatal: write error: No space left on device"))
    assert "room" not in told.remedy


@pytest.mark.parametrize(
    ("said", "broken"),
    [
        ("error: object file {copy}/objects/22/04 is empty\nfatal: loose object 2204 is corrupt", True),
        ("remote: error: object file {copy}/objects/22/04 is empty", False),
        ("error: object file /srv/game.git/objects/22/04 is empty", False),
        ("error: cannot lock ref 'x': Unable to create '{copy}/refs/x.lock': File exists.", False),
        ("fatal: unable to write {copy}/objects/pack/tmp: No space left on device", False),
        ("fatal: sha1 file '{copy}/objects/pack/tmp_pack_1' write error. Out of diskspace", False),
        ("error: insufficient permission for adding an object to {copy}/objects\nfatal: Permission denied", False),
    ],
)
def test_what_is_the_servers_or_the_disks_fault_is_none_of_the_copys(said: str, broken: bool, tmp_path: Path) -> None:
    assert is_broken(said.format(copy=tmp_path), tmp_path) is broken
