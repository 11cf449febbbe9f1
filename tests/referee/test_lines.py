"""What is written to a process: all of it, or up to the deadline where nobody reads."""

from __future__ import annotations

import mmap
import os
import threading
import time

import pytest

from engine.referee.judging import lines

MUCH = b"x" * 1_000_000  # more than any pipe holds


def test_who_reads_nothing_is_not_waited_for_beyond_the_deadline() -> None:
    reading, writing = os.pipe()
    came_to: list[str] = []

    def send() -> None:
        try:
            lines.send(writing, MUCH, time.monotonic() + 0.1)
        except TimeoutError:
            came_to.append("too late")

    sender = threading.Thread(target=send, daemon=True)
    sender.start()
    sender.join(20)
    assert came_to == ["too late"]
    os.close(reading)
    os.close(writing)


def test_who_reads_a_little_at_a_time_gets_all() -> None:
    reading, writing = os.pipe()
    sender = threading.Thread(target=lines.send, args=(writing, MUCH, time.monotonic() + 20), daemon=True)
    sender.start()
    got = 0
    while got < len(MUCH):
        got += len(os.read(reading, 10_000))
    sender.join(20)
    os.close(reading)
    os.close(writing)
    assert got == len(MUCH)


def test_what_a_child_has_written_down_is_read_whatever_signs_are_in_it_until_it_says_that_no_rule_runs() -> None:
    place = lines.shared_memory()
    memory = mmap.mmap(place, lines.CRUMB)
    lines.leave(memory, "songs", "größer", "\udc80", 3)
    assert lines.crumb(place) == ["songs", "größer", "\udc80", 3]
    lines.leave(memory, "ß" * 2_000)  # two bytes each, and six where they are written by their numbers
    assert lines.crumb(place) == ["ß" * 2_000]
    lines.leave(memory)
    assert lines.crumb(place) == []


@pytest.mark.parametrize("written", ['{"rule": "songs"}', "5", '"songs"', "null", "[", "\xff"])
def test_what_no_child_of_ours_has_written_down_is_nothing(written: str) -> None:
    place = lines.shared_memory()
    os.pwrite(place, written.encode("latin-1"), 0)
    assert lines.crumb(place) == []
