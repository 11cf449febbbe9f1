"""The names in an example: a collection or a field that nobody declares would make a case that shows nothing."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.game.world.engine_fields import half
from engine.game.world.records import PRIVATE
from engine.game.world.world import World
from engine.law.documents.problems import meant

ROLES: Final = ("administrator", "moderator", "player")
_OWN: Final = ("rules", "replies", "issues", "tally", "polls")  # claims of another form


class Names:
    """The collections and fields that the law of a case declares, at its beginning and as it goes on."""

    def __init__(self, world: World) -> None:
        self.fields: dict[str, set[str]] = {}
        self.learn(world)

    def learn(self, world: World) -> None:
        """Takes in the law as it is by now: a case may claim of a field that it is gone, or there."""
        schemas = world.book.schemas
        for collection in [*schemas.collections(), "timers"]:
            self.fields.setdefault(collection, set()).update(schemas.fields(collection))

    def wrong_in(self, part: str, records: Mapping[str, Any]) -> Iterator[str]:
        """What is wrong with the names in `given` or `then`."""
        for collection, found in records.items():
            if collection in _OWN or (part == "given" and collection in PRIVATE):
                continue
            if collection not in self.fields:
                known = {*self.fields, *(_OWN if part == "then" else ("rules",))}
                yield f"{part}: no rule declares the collection {collection!r}{meant(collection, known)}"
            elif isinstance(found, Mapping):
                records_of = {"game": found} if collection == "game" else found
                for key, record in records_of.items():
                    yield from self._fields(f"{part}: {collection} {key}", collection, record)

    def _fields(self, where: str, collection: str, record: object) -> Iterator[str]:
        fields = self.fields[collection]
        for field in record if isinstance(record, Mapping) else ():
            if collection == field == "game" and "game" not in fields:
                yield f"{where}: `game` is one record and has no key: write its fields at once, as in `game: {{phase: idle}}`"
            elif str(field) not in fields:
                yield f"{where}: no rule declares the field {str(field)!r}{meant(str(field), fields)}"


def wrong_kinds(world: World, given: Mapping[str, Any]) -> Iterator[str]:
    """What a case is given of another kind than its field holds: the rule that stumbles over it would be blamed for it.

    Null stands for what is not there.
    """
    schemas = world.book.schemas
    for collection, found in given.items():
        if collection in schemas.collections() and isinstance(found, Mapping):
            for key, record in ({"game": found} if collection == "game" else found).items():
                told = {field: value for field, value in (record or {}).items() if value is not None}
                for field, message in schemas.of_another_kind(collection, told):
                    yield f"given: {collection} {key}: `{field}` {message}"


def must_be_whole(world: World, given: Mapping[str, Any]) -> None:
    """Raises ValueError for half a record of the engine's own in `given`, as it stands in the world: the fold would stumble over it."""
    for collection, found in given.items():
        for key in found if isinstance(found, Mapping) else ():
            if wrong := half(collection, world.records.get(collection, str(key)) or {}):
                raise ValueError(
                    f"given: {collection} {key} is no whole record, as the engine makes them: {wrong}. "
                    "Let a step bring it about in place of giving it, or write all of it"
                )


def wrong_roles(roles: Mapping[str, Any]) -> list[str]:
    return [
        f"roles: {who} is {role!r}; there are {', '.join(ROLES)}" for who, role in roles.items() if role not in ROLES
    ]
