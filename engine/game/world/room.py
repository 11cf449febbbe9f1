"""How much of what rules keep fits into a file; beyond it is the fault of the rule that keeps it.

What is decided follows from the records alone: not from what else a pass has done, or a replay.
"""

import marshal
from typing import Any, Final

from engine.game.owned import Drawn
from engine.game.replies import limit_refusals, refusals
from engine.game.world import sizes
from engine.game.world.world import World
from engine.law.running.values import WrongUse
from engine.store.canon import NotCanonical

LARGEST_RECORD: Final = 500_000  # bytes, as it is written
LARGEST_FILE: Final = 4_000_000  # of a collection in one file; half of what the referee takes
_NO_LARGER: Final = 7_900_000  # beyond it nothing makes a file larger, whoever writes: the referee takes no more
LARGEST_BALLOTS: Final = 4_000_000  # of the votes in one poll; with all else that is kept of it they fit into its file
_BESIDE: Final = 10_000  # bytes that a landing itself may write down in a file that was too large before
_VOTES: Final = ("ballots", "refused", "roster")  # what the engine keeps of a poll itself
_TIMES_OF_BALLOTS: Final = 10  # the same of a flat map whose names are packed with it: texts at worst tenfold
LARGEST_KEPT: Final = sizes.LARGEST_KEPT  # bytes of all that rules keep: each pass reads it
RESERVE: Final = 10_000_000  # beyond it, for collections that hold no more than is left of it
_ALWAYS: Final = 500  # what holds no more than this part of all there may be always has room
A_LITTLE: Final = 10_000  # bytes; a player's record of so many is never too much


def bytes_of(drawn: Drawn) -> int:
    """Bytes, at most, of a throw or another draw as the journal has it, as deep in lists and maps as it stands there.

    Raises NotCanonical for what is nested too deeply for that.
    """
    return 100 + 12 * len(drawn["faces"]) if "faces" in drawn else sizes.written([[[drawn]]])


def weighed(collection: str, record: dict[str, Any]) -> dict[str, Any]:
    """What rules and people answer for in a record: of a poll not the votes, which the engine keeps and bounds itself."""
    if collection != "polls":
        return record
    return {name: value for name, value in record.items() if name not in _VOTES}


def must_fit(world: World, collection: str, key: str) -> None:
    """Raises WrongUse if a record that was just written, or the one file it stands in, has become too large."""
    record = world.records.get(collection, key)
    kept = {} if record is None else weighed(collection, record)
    if sizes.at_most(kept) > LARGEST_RECORD:
        size = sizes.written(kept)
        if size > LARGEST_RECORD:
            raise WrongUse(f"the record {key!r} of {collection} would be larger than {LARGEST_RECORD:,} bytes")
        world.records.measured(collection, key, size)
    _must_fit_with_all(world, collection, kept)
    if not _is_in_one_file(world, collection):
        return
    try:
        whole = world.records.bytes_in_one_file(collection)
    except NotCanonical as error:
        raise WrongUse(f"the record {key!r} of {collection} cannot stand in one file with others: {error}") from None
    if whole > LARGEST_FILE:
        raise WrongUse(f"{collection} would be larger than {LARGEST_FILE:,} bytes, and it is kept in one file")


def _must_fit_with_all(world: World, collection: str, record: dict[str, Any]) -> None:
    """Raises WrongUse if all that rules keep has become too large, larger than it was, and where this stands is much of it.

    What holds less than is still left of the reserve goes on: whoever hoards is refused long before the others, and leaves them room.
    """
    if not sizes.is_rules(collection) or not world.records.bytes_beyond(LARGEST_KEPT):
        return
    if collection == "players" and sizes.written(record) <= A_LITTLE:
        return
    kept = world.records.kept
    whose = sizes.holder(collection, record)
    holds, left = kept.by_holder[whose], LARGEST_KEPT + RESERVE - sum(kept.by_holder.values())
    if holds > max(left, LARGEST_KEPT // _ALWAYS, kept.had.get(whose, 0)):
        largest = max(sorted(kept.by_holder), key=lambda name: kept.by_holder[name])
        raise WrongUse(
            f"all that rules keep would be larger than {LARGEST_KEPT:,} bytes, and {kept.by_holder[largest]:,} of them are {largest}; "
            "it takes other records to be removed first"
        )


def _is_in_one_file(world: World, collection: str) -> bool:
    return collection in world.book.one_file or collection in world.records.named_files


def check_files(world: World) -> None:
    """Raises the Refusal of a law under which a collection does not fit into its one file.

    One that is in one file already, and was too large for it before, keeps no law from landing that lets it be.
    """
    for collection in sorted({*world.book.one_file, *world.records.named_files}):
        whole = _whole(world, collection)
        if whole > LARGEST_FILE:
            was = _was_too_large(world, collection, whole)
            if was is None or whole > was + (_BESIDE if whole <= _NO_LARGER else 0):
                raise refusals.too_large(collection, LARGEST_FILE)
    if world.records.bytes_beyond(LARGEST_KEPT + RESERVE) > _BESIDE:
        raise limit_refusals.too_much_kept(LARGEST_KEPT)


def check_growth(world: World, collection: str) -> None:
    """Raises Refusal if a happening has made a collection in one file larger than any file may become, whoever wrote in it."""
    if _is_in_one_file(world, collection):
        whole = _whole(world, collection)
        if whole > _NO_LARGER:
            was = _was_too_large(world, collection, whole)
            if was is None or whole > was:
                raise refusals.too_large(collection, _NO_LARGER)


def _whole(world: World, collection: str) -> int:
    try:
        return world.records.bytes_in_one_file(collection)
    except NotCanonical:
        raise limit_refusals.too_deep(collection) from None


def _was_too_large(world: World, collection: str, whole: int) -> int | None:
    """Bytes of its file before the happening, None if it was not too large then, or in files of its records' own."""
    changed = world.records.as_they_were()
    if not changed or not world.records.stands_in_one_file(collection):
        return None
    for (where, key), was in changed.items():
        if where == collection:
            now = world.records.get(collection, key)
            whole += (sizes.in_file(key, was) if was else 0) - (sizes.in_file(key, now) if now else 0)
    return whole if whole > LARGEST_FILE else None


def check_record(collection: str, key: str, record: dict[str, Any]) -> None:
    """Raises the Refusal of a record that has grown too large for a file, by defaults or by what people write."""
    kept = weighed(collection, record)
    if sizes.at_most(kept) > LARGEST_FILE and sizes.written(kept) > LARGEST_FILE:
        raise refusals.too_large(f"{collection} {key}", LARGEST_FILE)


def check_ballots(key: str, record: dict[str, Any], before: dict[str, Any] | None) -> None:
    """Raises the Refusal of a vote for which a poll has no room. What makes its votes no longer than they were goes on."""
    ballots, were = record["ballots"], [] if before is None else before["ballots"]
    if ballots is were or len(marshal.dumps(ballots, 2)) * _TIMES_OF_BALLOTS <= LARGEST_BALLOTS:
        return
    size = sizes.written(ballots)
    if size > LARGEST_BALLOTS and size > sizes.written(were):
        raise refusals.too_large(f"the votes of poll {key}", LARGEST_BALLOTS)
