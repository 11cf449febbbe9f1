"""The hub on disk: what was answered is there after any end of the process."""

from __future__ import annotations

import dataclasses
import sqlite3
from pathlib import Path

import pytest

from engine.hub import keeping
from engine.hub.keeping import Keeper, NotKept, NotNow, UnreadableTable
from engine.hub.threads import Review
from engine.store.told import Told
from tests.github.hub import Hub
from tests.github.people import People

NOW = 1_767_571_200


def model_of(hub: Hub) -> dict[str, object]:
    model = hub.model
    names = ("owner", "name", "accounts", "roles", "threads", "comments", "statuses", "labels", "newest_id")
    return {name: getattr(model, name) for name in names}


def made(folder: Path) -> tuple[Hub, People, Keeper]:
    hub = Hub(folder, "owner", "kept", lambda: NOW)
    return hub, People(hub), Keeper(folder / "hub.sqlite", hub.model)


def closed(hub: Hub, keeper: Keeper) -> None:
    keeper.close()
    hub.server.server_close()


def test_everything_is_read_again_as_it_was(tmp_path: Path) -> None:
    hub, people, keeper = made(tmp_path)
    people.commit("owner", {"a.txt": "a"}, "first")
    people.join("ana", "triage")
    number = people.open_issue("ana", "A thread", "with words", labels=("one",)).number
    comment = people.comment("ana", number, "said").id
    hub.model.react(hub.model.account("owner").id, comment, "+1")
    hub.model.set_status("a" * 40, "success", "check", "well")
    pull = people.open_pull("ana", "A change", {"a.txt": "b"}).number
    hub.model.thread(pull).reviews.append(Review(hub.model.new_id(), 7, "LGTM", "APPROVED", "b" * 40, NOW))
    keeper.notes["clock"] = {"at": 5}
    keeper.save()
    people.comment("ana", pull, "and more")
    people.delete_comment("ana", comment)
    people.edit_comment("ana", max(hub.model.comments), "otherwise")
    keeper.save()
    before = {name: dataclasses.asdict(v) if dataclasses.is_dataclass(v) else v for name, v in model_of(hub).items()}
    closed(hub, keeper)
    again, _, kept = made(tmp_path)
    assert model_of(again) == before
    assert kept.notes == {"clock": {"at": 5}}
    assert keeping.named(tmp_path / "hub.sqlite") == ("owner", "kept")
    closed(again, kept)


def test_what_was_not_saved_is_as_if_it_had_not_been_said(tmp_path: Path) -> None:
    hub, people, keeper = made(tmp_path)
    people.open_issue("owner", "A thread")
    keeper.save()
    people.comment("owner", 1, "never answered")
    closed(hub, keeper)
    again, _, kept = made(tmp_path)
    assert list(again.model.threads) == [1]
    assert again.model.comments == {}
    closed(again, kept)


def test_a_push_that_git_took_in_before_the_end_is_told_afterwards(tmp_path: Path) -> None:
    """Killed between git and the model: the head has moved and was merged, and nobody knows."""
    hub, people, keeper = made(tmp_path)
    people.commit("owner", {"a.txt": "a"}, "first")
    number = people.open_pull("owner", "A change", {"a.txt": "b"}).number
    keeper.save()
    pull = hub.model.threads[number].pull
    assert pull is not None
    later = hub.git.commit([pull.head], {"b.txt": "b"}, "more", "owner", NOW + 1)
    hub.git.move(f"refs/heads/{pull.branch}", later)
    hub.git.move("refs/heads/main", later)
    closed(hub, keeper)
    again, _, kept = made(tmp_path)
    keeping.fit(again.model, again.git, again.forks)
    found = again.model.threads[number]
    assert found.pull is not None and found.pull.head == later
    assert found.pull.merged_at == NOW and found.state == "closed"
    assert again.git.run("rev-parse", f"refs/pull/{number}/head") == later
    closed(again, kept)


def test_a_folder_of_a_later_engine_is_left_alone(tmp_path: Path) -> None:
    hub, people, keeper = made(tmp_path)
    people.open_issue("owner", "A thread")
    keeper.save()
    keeper.base.execute("UPDATE kept SET value = '99' WHERE kind = 'format'")
    closed(hub, keeper)
    other = Hub(tmp_path, "owner", "kept", lambda: NOW)
    with pytest.raises(Told, match="later version"):
        Keeper(tmp_path / "hub.sqlite", other.model)
    other.server.server_close()


def test_a_full_disk_is_told_and_what_was_done_is_kept_when_there_is_room(tmp_path: Path) -> None:
    hub, people, keeper = made(tmp_path)
    keeper.save()
    (pages,) = keeper.base.execute("PRAGMA page_count").fetchone()
    keeper.base.execute(f"PRAGMA max_page_count = {pages}")
    people.open_issue("owner", "A thread " * 10_000)
    for _ in range(2):
        with pytest.raises(NotKept) as told:
            keeper.save()
        assert "full" in told.value.cause and "Make room" in told.value.remedy
    keeper.base.execute("PRAGMA max_page_count = 100000")
    keeper.save()
    closed(hub, keeper)
    again, _, kept = made(tmp_path)
    assert model_of(again) == model_of(hub)
    closed(again, kept)


@pytest.mark.parametrize("damage", [b"no database at all" * 100, b"SQLite format 3\0" + b"\xff" * 5000])
def test_what_is_no_database_is_told(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / "hub.sqlite").write_bytes(damage)
    with pytest.raises(UnreadableTable) as told:
        keeping.named(tmp_path / "hub.sqlite")
    assert "hub.sqlite cannot be read" in told.value.cause


def test_of_a_file_that_somebody_else_has_open_it_is_said_what_to_do() -> None:
    locked, full = (NotKept(Path("hub.sqlite"), why).remedy for why in ("database is locked", "disk is full"))
    assert locked.startswith("Close what else has it open.") and full.startswith("Make room on the disk.")


@pytest.mark.parametrize("opening", ["named", "kept"])
def test_of_a_file_that_is_whole_nobody_is_told_to_put_back_a_copy(
    tmp_path: Path, opening: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "PATIENCE", 0.1)
    hub, _, keeper = made(tmp_path)
    keeper.save()
    closed(hub, keeper)
    other = sqlite3.connect(tmp_path / "hub.sqlite", isolation_level=None)
    other.execute("PRAGMA locking_mode=EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(NotNow) as told:
        _ = keeping.named(tmp_path / "hub.sqlite") if opening == "named" else Keeper(tmp_path / "hub.sqlite", hub.model)
    assert "locked" in told.value.cause
    assert "else has it open" in told.value.remedy and "copy" not in told.value.remedy
    other.close()
    assert keeping.named(tmp_path / "hub.sqlite") == ("owner", "kept")


@pytest.mark.parametrize("damage", [b"no database at all" * 100, b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_keeper_tells_of_a_broken_file_as_well(tmp_path: Path, damage: bytes) -> None:
    hub, _, keeper = made(tmp_path)
    closed(hub, keeper)
    for each in tmp_path.glob("hub.sqlite*"):
        each.unlink()
    (tmp_path / "hub.sqlite").write_bytes(damage)
    with pytest.raises(UnreadableTable):
        Keeper(tmp_path / "hub.sqlite", hub.model)


def test_what_it_is_called_is_read_without_writing(tmp_path: Path) -> None:
    hub, _, keeper = made(tmp_path)
    keeper.save()
    closed(hub, keeper)
    before = (tmp_path / "hub.sqlite").read_bytes()
    base = sqlite3.connect(tmp_path / "empty.sqlite")
    base.execute("CREATE TABLE other (a)")
    base.close()
    assert keeping.named(tmp_path / "empty.sqlite") is None
    (tmp_path / "none.sqlite").touch()
    assert keeping.named(tmp_path / "none.sqlite") is None
    assert (tmp_path / "none.sqlite").read_bytes() == b""
    assert keeping.named(tmp_path / "hub.sqlite") == ("owner", "kept")
    assert (tmp_path / "hub.sqlite").read_bytes() == before


@pytest.mark.parametrize(
    ("code", "first"),
    [
        (sqlite3.SQLITE_FULL, "Make room on the disk"),
        (sqlite3.SQLITE_IOERR, "Make room on the disk"),
        (sqlite3.SQLITE_READONLY, "Look at who may write there"),
        (sqlite3.SQLITE_CANTOPEN, "Look at who may write there"),
        (sqlite3.SQLITE_BUSY, "Close what else has it open"),
    ],
)
def test_what_is_to_be_done_follows_from_what_is_the_matter(code: int, first: str) -> None:
    error = sqlite3.OperationalError("something")
    error.sqlite_errorcode = code | (1 << 8)
    told = keeping.trouble(Path("hub.sqlite"), error)
    assert isinstance(told, NotNow) and told.remedy.startswith(first)
