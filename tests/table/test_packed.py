"""What a push would unpack to is counted before git unpacks it, as git would have it."""

from __future__ import annotations

import subprocess
import time
import zlib
from pathlib import Path

import pytest

from engine.hub.git_http import Git
from engine.table.packed import is_more

MEGABYTE = 1_000_000
LINES = b"000ahello\n0000"
BLOB, BY_PLACE, BY_NAME = 3, 6, 7


def number(value: int) -> bytes:
    found = bytearray()
    while value >= 0x80:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*found, value])


def object_of(kind: int, data: bytes, *, told: int | None = None, base: bytes = b"") -> bytes:
    size = len(data) if told is None else told
    first = kind << 4 | size & 15
    head = bytes([first | 0x80]) + number(size >> 4) if size >> 4 else bytes([first])
    return head + base + zlib.compress(data)


def pack(*objects: bytes) -> bytes:
    return LINES + b"PACK" + (2).to_bytes(4) + len(objects).to_bytes(4) + b"".join(objects) + bytes(20)


def counted(push: bytes) -> int:
    """The most that there is not more than."""
    least, most = 0, 1_000 * MEGABYTE
    while least < most:
        middle = (least + most) // 2
        least, most = (middle + 1, most) if is_more(push, middle) else (least, middle)
    return least


def test_of_files_their_bytes_are_counted_however_few_they_are_sent_as() -> None:
    push = pack(object_of(BLOB, b"short"), object_of(BLOB, bytes(50 * MEGABYTE)), object_of(BLOB, b"x" * 20_000))
    assert len(push) < 100_000
    assert counted(push) == 5 + 50 * MEGABYTE + 20_000


@pytest.mark.parametrize(("kind", "base"), [(BY_PLACE, b"\x81\x00"), (BY_NAME, bytes(20))])
def test_a_change_of_another_counts_with_what_it_makes(kind: int, base: bytes) -> None:
    change = number(1_000) + number(300 * MEGABYTE) + b"\x91\x00\x01" * 1_000
    assert counted(pack(object_of(BLOB, bytes(1_000)), object_of(kind, change, base=base))) == (
        1_000 + len(change) + 300 * MEGABYTE
    )


@pytest.mark.parametrize("told", [900 * MEGABYTE, 1])
def test_what_is_told_of_a_size_is_believed_where_it_is_more_and_not_where_it_is_less(told: int) -> None:
    assert is_more(pack(object_of(BLOB, bytes(2_000), told=told)), 1_999)
    assert is_more(pack(object_of(BLOB, bytes(2_000), told=told)), 2_000) is (told > 2_000)


@pytest.mark.parametrize(
    "push",
    [b"", b"0000", b"zzzz", LINES, LINES + b"PACK", LINES + b"no pack at all", pack(b"\xb5\x01no zlib"), pack(b"\x35")],
)
def test_what_git_cannot_read_is_left_to_git(push: bytes) -> None:
    assert not is_more(push, 0)
    assert not is_more(pack(object_of(BLOB, b"short"))[:-25], 1_000)


@pytest.mark.parametrize("object_", [b"\xbf" + b"\xff" * 300_000, b"\xe0" + b"\x80" * 300_000])
def test_a_number_that_goes_on_and_on_is_too_much_in_a_moment(object_: bytes) -> None:
    """Each byte of it made all that were read before be reckoned with once more: eight megabytes would have taken hours."""
    began = time.process_time()
    assert is_more(pack(object_), 250 * MEGABYTE)
    endless = b"\x80" * 30 + b"\x01"  # git reckons with its last 64 bits, and goes on
    assert is_more(pack(object_of(BLOB, b"short"), object_of(BY_NAME, endless, base=bytes(20))), 250 * MEGABYTE)
    assert time.process_time() - began < 1


def test_it_is_what_git_has_afterwards(tmp_path: Path) -> None:
    git = Git(tmp_path / "some.git")
    text = "".join(f"Line {n} of it\n" for n in range(20_000))
    first = git.commit([], {"a.md": text, "b.md": "short"}, "First", "bo", 0)
    second = git.commit([first], {"a.md": f"{text}More.\n"}, "Second", "bo", 1)
    words = ["git", "pack-objects", "--revs", "--stdout", "--quiet"]
    for more, revs in (([], second), (["--thin", "--delta-base-offset"], f"{second}\n^{first}")):
        sent = subprocess.run(
            [*words, *more], input=f"{revs}\n".encode(), cwd=git.directory, capture_output=True, check=True
        )
        listed = git.run("rev-list", "--objects", "--no-object-names", *revs.split())
        sizes = git.run("cat-file", "--batch-check=%(objectsize)", given=listed.encode()).split()
        whole = sum(map(int, sizes))
        assert whole <= counted(LINES + sent.stdout) <= whole + 1_000
