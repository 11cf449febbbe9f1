"""How much of what rules keep fits into a file; beyond it is the fault of the rule that keeps it."""

from __future__ import annotations

import marshal
from typing import Any, Final

from engine.game.replies import refusals
from engine.game.world.world import World
from engine.law.host import Fault
from engine.store import canon

LARGEST_RECORD: Final = 500_000  # bytes, as it is written
LARGEST_FILE: Final = 4_000_000  # of a collection in one file; half of what the referee takes
_TIMES: Final = 60  # what is written is never so much larger than what is packed


def bytes_of(drawn: dict[str, Any]) -> int:
    """Bytes, at most, of a throw or another draw as the journal has it."""
    return 100 + 12 * len(drawn["faces"]) if "faces" in drawn else _written([[drawn]])


def must_fit(world: World, collection: str, key: str) -> None:
    """Raises Fault if a record that was just written, or the one file it stands in, has become too large."""
    packed = len(marshal.dumps(world.records.get(collection, key)))
    if packed * _TIMES > LARGEST_RECORD and _written(world.records.get(collection, key)) > LARGEST_RECORD:
        raise Fault(f"the record {key!r} of {collection} would be larger than {LARGEST_RECORD} bytes")
    if collection in world.book.one_file and not _has_room(world, collection, 8 * packed):
        raise Fault(f"{collection} would be larger than {LARGEST_FILE} bytes, and it is kept in one file")


def _has_room(world: World, collection: str, more: int) -> bool:
    """What is left is reckoned on from record to record, and looked up again only where it seems to be used up."""
    left = world.room
    left[collection] = left.get(collection, 0) - more
    if left[collection] < 0:
        left[collection] = LARGEST_FILE - _written(dict(world.records.items(collection)))
    return left[collection] >= 0


def _written(value: Any) -> int:
    return len(canon.emit_dated(value).encode())


def check_files(world: World) -> None:
    """Raises the Refusal of a law under which a collection does not fit into its one file."""
    for collection in world.book.one_file:
        if _written(dict(world.records.items(collection))) > LARGEST_FILE:
            raise refusals.too_large(collection, LARGEST_FILE)


def check_record(collection: str, key: str, record: dict[str, Any]) -> None:
    """Raises the Refusal of a record that has grown too large for a file, by defaults or by what people write."""
    if len(marshal.dumps(record)) * _TIMES > LARGEST_FILE and _written(record) > LARGEST_FILE:
        raise refusals.too_large(f"{collection} {key}", LARGEST_FILE)
