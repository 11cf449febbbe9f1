"""What an act cost its writer, and what is left: the numbers of their own records, before and after."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.game.replies import lookups
from engine.game.replies.moments import is_time
from engine.game.world import transaction
from engine.game.world.facts import login_of
from engine.game.world.records import PRIVATE
from engine.game.world.world import World

NOT_OWNED: Final = frozenset({*PRIVATE, "polls", "timers", "game"})
Change = tuple[str, int | float, int | float]


def tell(world: World, point: transaction.Savepoint) -> None:
    """Adds it to what is answered already; where nothing of the writer's changed, nothing."""
    changes = list(_changes(world, point))
    if not changes:
        return
    line = lookups.balance(login_of(world, world.moment.writer), changes)
    if world.moment.replies:
        world.moment.replies.append(line)
    elif world.moment.said and world.moment.thread == world.table:
        world.moment.said.append(line)


def _changes(world: World, point: transaction.Savepoint) -> Iterator[Change]:
    """(field, before, after); a record that is new has been told of by the rule that made it, and so has one that is gone.

    What is not there in a map is 0; a field that is null on one side had, or has, no amount at all.
    """
    writer = world.moment.writer
    places = [place for place in world.records.changed_since(point.records) if place[1] == writer]
    for place in sorted(places, key=lambda place: (place[0] != "players", place[0])):
        before, after = world.records.before(point.records, place), world.records.get(*place)
        if place[0] not in NOT_OWNED and before is not None and after is not None:
            untold = world.book.schemas.untold(place[0])
            was, now = (dict(numbers(part, untold)) for part in _differing(before, after))
            null = {name for record in (before, after) for name, value in record.items() if value is None}
            names = [name for name in {**now, **was} if name not in null and was.get(name, 0) != now.get(name, 0)]
            yield from ((name, was.get(name, 0), now.get(name, 0)) for name in names)


def _differing(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Of both records the fields that are not the very same."""
    same = {name for name, value in after.items() if name in before and before[name] is value}
    return ({name: value for name, value in record.items() if name not in same} for record in (before, after))


def numbers(record: Mapping[str, Any], untold: frozenset[str]) -> Iterator[tuple[str, int | float]]:
    """The numbers of a record, and of the maps in it, by their fields; no times, and no bookkeeping."""
    for field, value in record.items():
        if field in untold:
            continue
        parts = value.items() if isinstance(value, Mapping) else [("", value)]
        for part, amount in parts:
            if type(amount) in (int, float) and not is_time(field, amount) and field != "id":
                yield f"{field} {part}".strip(), amount
