"""The child that waits: taken once, replaced when it has died, and gone when the table is closed."""

from __future__ import annotations

from engine.table.game import Ready


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
