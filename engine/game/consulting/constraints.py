"""The constraints that the law lays on records: checked over all that a happening changed, or over everything if the law did."""

from collections.abc import Iterable
from typing import Any, Final

from engine.game.refusal import Refusal
from engine.game.replies import limit_refusals, poll_refusals, refusals
from engine.game.world import room, wishes
from engine.game.world.records import PRIVATE, Place
from engine.game.world.transaction import Savepoint
from engine.game.world.waiting import bytes_of_wish
from engine.game.world.world import World
from engine.law.rulebook import Rulebook

_A_WORD: Final = 2_000  # bytes of what waits to be said that a vote or an opening may always add


def check(world: World, point: Savepoint) -> None:
    """Raises Refusal if a record that changed breaks a constraint; all records, if the law changed."""
    places = world.records.changed_since(point.records)
    _check_ballots(world, point, places)
    check_waiting(world, point)
    if world.recheck:
        world.recheck = False
        check_records(world, point.law.book)
        return
    for place in places:
        found = violation(world, place)
        if found is not None:
            raise found
    for collection in sorted({collection for collection, _ in places}.difference(PRIVATE)):
        room.check_growth(world, collection)


def _check_ballots(world: World, point: Savepoint, places: Iterable[Place]) -> None:
    """Raises the Refusal of a vote in a poll that has no room for one more."""
    for collection, key in places:
        record = world.records.get(collection, key)
        if collection == "polls" and record is not None:
            room.check_ballots(key, record, world.records.before(point.records, (collection, key)))


def check_waiting(world: World, point: Savepoint) -> None:
    """Raises Refusal if much more waits to be said since, and more than fits with the engine's notes into their file."""
    records = world.records
    if records.waiting() <= wishes.MOST:
        return
    grown = 0
    for collection, key in records.changed_since(point.records):
        if collection == "outbox":
            grown += bytes_of_wish(key, records.get(collection, key))
            grown -= bytes_of_wish(key, records.before(point.records, (collection, key)))
    if grown > _A_WORD:
        raise limit_refusals.too_much_to_say(wishes.MOST)


def newly_broken(world: World, point: Savepoint) -> Refusal | None:
    """What is wrong with the first record that broke a constraint since; whoever changed the law is checked in the end."""
    try:
        check_waiting(world, point)
    except Refusal as refusal:
        return refusal
    if world.records.begin() == point.records:
        return None
    for place in world.records.changed_since(point.records):
        found = violation(world, place)
        if found is not None and not _was_broken(world, point, place):
            return found
    return None


def _was_broken(world: World, point: Savepoint, place: Place) -> bool:
    before = world.records.before(point.records, place)
    return before is not None and _found(world, place, before) is not None


def violation(world: World, place: Place) -> Refusal | None:
    """The first constraint that a record breaks as it is; None if it breaks none. Raises Refusal if it fits into no file."""
    record = world.records.get(*place)
    if record is not None and place[0] in PRIVATE:  # no constraint of the law's, but it must fit as all others must
        room.check_record(*place, {place[1]: record})
        return None
    return None if record is None else _found(world, place, record)


def _found(world: World, place: Place, record: dict[str, Any]) -> Refusal | None:
    room.check_record(*place, record)
    return _broken(world.book, place, record, world.book.schemas.fields(place[0]))


def _broken(
    book: Rulebook, place: Place, record: dict[str, Any], fields: frozenset[str], before: Rulebook | None = None
) -> Refusal | None:
    """The first constraint that these fields of a record break under a law; `before`: the law that it takes the place of."""
    collection, key = place
    seen = {name: value for name, value in record.items() if name in fields}
    for broken in book.schemas.check(collection, seen):
        document = book.documents.get(broken.slug)
        found = refusals.constraint(collection, key, broken.field, broken.message, document)
        if before is None:
            return found
        return poll_refusals.misfit(found, left=broken.field not in before.schemas.fields(collection))
    return None


def check_records(world: World, before: Rulebook | None = None) -> None:
    """Raises Refusal for the first records that break a constraint of the law in force; `before` is the law it came after."""
    for collection in world.records.collections():
        if collection not in PRIVATE:
            fields = world.book.schemas.fields(collection)
            for key, record in world.records.items(collection):
                room.check_record(collection, key, record)
                found = _broken(world.book, (collection, key), record, fields, before)
                if found is not None:
                    raise found
    room.check_files(world)


def foreseen(world: World, book: Rulebook, before: Rulebook) -> Refusal | None:
    """The first record there is that breaks what a law says otherwise than the one before; None if none does.

    Only the fields that it declares otherwise are looked at: there may be thousands of records.
    """
    for collection in world.records.collections():
        fields = frozenset() if collection in PRIVATE else book.schemas.differing(before.schemas, collection)
        for key, record in world.records.items(collection) if fields else ():
            found = _broken(book, (collection, key), record, fields, before)
            if found is not None:
                return found
    return None


def check_record(world: World, collection: str, key: str, record: dict[str, Any]) -> None:
    """Raises Refusal if the record breaks a constraint."""
    found = _found(world, (collection, key), record)
    if found is not None:
        raise found
