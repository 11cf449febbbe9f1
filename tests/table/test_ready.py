"""The child that waits: taken once, replaced when it has died, and gone when the table is closed."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from engine.forge.repository import GitRepository
from engine.table.game import Ready
from tests.table.tables import Time, island, opened


def test_each_child_is_taken_once_and_a_dead_one_never() -> None:
    ready = Ready()
    first = ready.take()
    waiting = ready.waiting
    second = ready.take()
    assert second is waiting and first.process.pid != second.process.pid
    assert ready.waiting is not None
    ready.waiting.process.kill()
    ready.waiting.process.wait()
    third = ready.take()
    assert third.process.poll() is None
    last = ready.waiting
    ready.close()
    assert last is not None and last.process.poll() is not None
    for child in (first, second, third):
        child.end_it()


def test_a_pass_reads_of_the_game_what_the_one_before_has_not_read(tmp_path: Path, monkeypatch: Any) -> None:
    asked: list[int] = []
    read = GitRepository.blobs

    def watched(self: GitRepository, ids: Iterable[str], along: Iterable[str] = ()) -> dict[str, bytes]:
        found = read(self, ids, along)
        asked.append(len(found))
        return found

    island(monkeypatch)
    monkeypatch.setattr(GitRepository, "blobs", watched)
    counts = []
    with opened(tmp_path / "game", Time()) as game:
        game.settle()
        for text in ("/join", "hello", "hello again"):
            asked.clear()
            game.act(lambda text=text: game.people.comment("ana", 1, text))
            game.settle()
            counts.append(sum(asked))
        listed = game.git.run("ls-tree", "-r", "--name-only", "main", "--", "rules", "state").split()
    assert max(counts) < 8 < len(listed)
