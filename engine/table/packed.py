"""How much a push would unpack to, counted before git does it: a few bytes can stand for an hour of work, and all wait meanwhile."""

import zlib
from typing import Final

PIECE: Final = 4_096  # bytes that are looked at together: an object ends within one, and the next begins
HEADER: Final = 12  # bytes: PACK, the version, how many objects
BY_PLACE, BY_NAME = 6, 7  # kinds of objects that are told as changes of another
MOST_BITS: Final = 63  # of a number: more makes one that is longer than what is counted


class TooLong(ValueError):
    """A number that goes on and on."""


def is_more(push: bytes, most: int) -> bool:
    """Whether the objects of a push, as its client sends it, have more bytes than that, or say so without end. What git cannot
    read is none.
    """
    try:
        at = _pack(push)
        count = int.from_bytes(push[at + 8 : at + HEADER]) if push[at : at + 4] == b"PACK" else 0
        at, found = at + HEADER, 0
        for _ in range(count):
            size, at = _object(push, at, most - found)
            found += size
            if found > most:
                return True
    except TooLong:
        return True
    except (ValueError, IndexError, zlib.error):
        return False
    return False


def _pack(push: bytes) -> int:
    """Where the pack begins: after the lines that say what is to be moved, each with its length, and one that is none."""
    at = 0
    while (length := int(push[at : at + 4], 16)) > 4:
        at += length
    return at + 4


def _object(push: bytes, at: int, most: int) -> tuple[int, int]:
    """Its size and where the next one begins. A change counts with what it makes."""
    kind, told, at = push[at] >> 4 & 7, *_number(push, at, first=4)
    if kind == BY_PLACE:
        at = _number(push, at)[1]
    elif kind == BY_NAME:
        at += 20
    size, at, begins = _inflated(push, at, most)
    made = _number(begins, _number(begins, 0)[1])[0] if kind in (BY_PLACE, BY_NAME) else 0
    return max(told, size) + made, at


def _number(data: bytes, at: int, first: int = 7) -> tuple[int, int]:
    """A number of as many bytes as have their highest bit set and one more, least bits first; and where it ends. Raises TooLong."""
    found, bits = data[at] & (1 << first) - 1, first
    while data[at] & 0x80:
        if bits > MOST_BITS:
            raise TooLong
        at += 1
        found |= (data[at] & 0x7F) << bits
        bits += 7
    return found, at + 1


def _inflated(push: bytes, at: int, most: int) -> tuple[int, int, bytes]:
    """The size of what is packed there, where it ends, and how it begins. Beyond `most` it is not counted to its end."""
    stream, size, begins = zlib.decompressobj(), 0, b""
    while not stream.eof and size <= most:
        piece = push[at : at + PIECE]
        if not piece:
            raise ValueError("it ends within an object")
        found = stream.decompress(piece)
        at, size, begins = at + len(piece), size + len(found), (begins + found)[:20]
    return size, at - len(stream.unused_data), begins
