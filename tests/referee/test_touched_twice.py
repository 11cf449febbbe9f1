"""A thread that changes twice within the second in which a pass reads it."""

from __future__ import annotations

import pytest

from engine.hub.threads import Thread
from engine.store import journal
from engine.store.records import JOURNAL
from tests.referee.in_memory import Table


@pytest.mark.parametrize("later", [60, 7_200], ids=["read again at once", "read again hours later"])
def test_what_it_became_after_it_was_read_is_news_under_a_name_of_its_own(later: int) -> None:
    table, thread = with_a_thread()
    table.say("ana", "/wake")
    model, bo, touched = table.island.model, table.island.id("bo"), table.island.clock.now
    for title, patience in (("Hymns", 60), ("Ballads", later)):
        model.update_thread(bo, thread.number, title=title)
        thread.updated_at = touched
        table.wait(patience)
        table.run()
        assert table.read(f"state/threads/{thread.number}.yaml")["title"] == title
        table.say("ana", "/build")
    assert len(ids_of(table)) == len(set(ids_of(table)))
    assert table.findings() == []


def test_so_it_is_where_the_first_is_dated_back_to_what_was_said_long_before() -> None:
    table, thread = with_a_thread()
    table.island.say("ana", thread.number, "/wake")
    table.wait(3_600)
    table.say("ana", "/build")
    table.wait()
    model, bo, touched = table.island.model, table.island.id("bo"), table.island.clock.now
    for title in ("Hymns", "Ballads"):
        model.update_thread(bo, thread.number, title=title)
        thread.updated_at = touched
        table.run()
        assert table.read(f"state/threads/{thread.number}.yaml")["title"] == title
        table.wait()
        table.say("ana", "/build")
    assert len(ids_of(table)) == len(set(ids_of(table)))
    assert table.findings() == []


def with_a_thread() -> tuple[Table, Thread]:
    """A thread of bo's that a pass has read."""
    table = Table()
    table.wait()
    thread = table.island.model.open_thread(table.island.id("bo"), "Songs", "We might sing.")
    table.say("ana", "/rest")
    table.run()
    table.wait()
    return table, thread


def ids_of(table: Table) -> list[str]:
    files = table.island.files()
    return [e["id"] for path, text in files.items() if path.startswith(JOURNAL) for e in journal.entries(text)]
