"""Words for records: get, put, remove, keys, find, column, next_key."""

from collections.abc import Iterable
from typing import Any

from engine.game.proposals import expelled
from engine.game.proposals.tally import decided_above
from engine.game.words.checked import as_whole, must_be_key, must_write, name_of
from engine.game.world.engine_fields import READ_ONLY
from engine.game.world.facts import poll_facts, poll_key
from engine.game.world.records import PRIVATE, Place
from engine.game.world.room import must_fit
from engine.game.world.world import World
from engine.law.documents.problems import meant
from engine.law.rulebook import Rulebook
from engine.law.running.texts import Text
from engine.law.running.values import WrongUse
from engine.store.canon import NotCanonical, alike
from engine.store.once import once

ENGINES_OWN = frozenset({"polls", "timers"})
ONE = "game"


def _known(world: World, collection: str) -> None:
    if collection in PRIVATE or not (world.book.schemas.fields(collection) or collection in ENGINES_OWN):
        near = meant(collection, world.book.schemas.declared_collections())
        raise WrongUse(f"no rule in force declares the collection {collection!r}{near}")


def _declared(world: World, word: str, collection: str, names: Iterable[str]) -> None:
    """Raises WrongUse for a field that nobody declares: it would be lost."""
    fields = world.book.schemas.fields(collection)
    for field in names:
        if field not in fields:
            raise WrongUse(
                f"{word}: no rule in force declares the field {field!r} of {collection}{meant(field, fields)}"
            )


def get(world: World, collection: str, key: object = "game") -> object:
    """A copy of a record, or None. Dormant fields are not seen."""
    _known(world, collection)
    if collection == "polls":
        return poll_facts(world, poll_key(world, as_whole(key))) or None
    name = str(as_whole(key))
    record = world.records.get(collection, name)
    return _as_text(world, (collection, name), record) or visible(world, collection, record)


def _as_text(world: World, place: Place, record: dict[str, Any] | None) -> Text | None:
    """The text of a record of which rules see all, kept until it is another: most are asked for again before they change."""
    if record is None or not record.keys() <= world.book.schemas.fields(place[0]):
        return None
    kept = world.memos.texts.get(place)
    if kept is None or kept.value is not record:
        kept = world.memos.texts[place] = Text.of(record)
    return kept


def visible(world: World, collection: str, record: dict[str, Any] | None) -> dict[str, Any] | None:
    """What rules see of a record: the fields that rules in force declare, and the engine's own."""
    if record is None:
        return None
    fields = world.book.schemas.fields(collection)
    if record.keys() <= fields:
        return record
    return {name: value for name, value in record.items() if name in fields}


def put(world: World, collection: str, key: object, record: dict[str, object]) -> None:
    """Writes a record. What is left out gets its default; dormant fields and the engine's own stay as they are."""
    must_write(world, "put")
    _known(world, collection)
    name = name_of(key)
    if collection in ENGINES_OWN and collection != "polls":
        raise WrongUse(f"{collection} are the engine's own: use its words for them")
    if collection == "polls":
        name = poll_key(world, key)
    must_be_key(name)
    if collection == ONE and name != ONE:  # there is no file for another
        raise WrongUse(f"put: the game has one record: put({ONE!r}, {ONE!r}, ...)")
    before = world.records.get(collection, name)
    if before is None and collection == "polls":
        raise WrongUse("a poll is begun with open_poll")
    if collection != "polls":  # its facts come with more than its record holds
        _declared(world, "put", collection, record)
    kept = _kept(world, collection, before)
    new = kept if before is not None else {**kept, **_identity(world, collection, name)}
    if collection == "polls":
        data = _data(world, name, record, before or {})
        own = world.book.schemas.declared("polls")
        record = {field: value for field, value in record.items() if field in own} | {"data": data}
    given = {field: _whole(world, collection, field, value) for field, value in record.items()}
    new |= _of_the_higher_class(world, collection, before, given)
    writable = {field: value for field, value in given.items() if field not in new}
    defaults = world.book.schemas.defaults(collection)
    try:
        world.records.put(collection, name, {**defaults, **writable, **new})
    except NotCanonical as error:
        raise WrongUse(f"put: {error}") from None
    must_fit(world, collection, name)


def _data(world: World, key: str, record: dict[str, object], before: dict[str, Any]) -> object:
    """What the rules keep with a poll, which they may change; of a poll that the higher class decides, that class alone."""
    data = record.get("data", before["data"])
    if not alike(data, before["data"]):
        if not isinstance(data, dict):
            raise WrongUse("put: the data of a poll are a map")
        if decided_above(world, poll_facts(world, key)) and not world.book.is_above(world.host.running):
            raise WrongUse("put: the data of a poll that the immutable rules decide are theirs")
    return data


def _kept(world: World, collection: str, before: dict[str, Any] | None) -> dict[str, Any]:
    """Fields that a rule's put does not touch: the engine's own, and dormant ones."""
    if before is None:
        return {}
    if collection == "polls":
        free = world.book.schemas.declared("polls") | {"data"}
        return {name: value for name, value in before.items() if name not in free}
    own = READ_ONLY.get(collection, frozenset())
    fields = world.book.schemas.fields(collection)
    return {name: value for name, value in before.items() if name in own or name not in fields}


def _of_the_higher_class(
    world: World, collection: str, before: dict[str, Any] | None, given: dict[str, Any]
) -> dict[str, Any]:
    """Fields that rules of the higher class declare: others leave them as they are. Raises WrongUse for one that does not."""
    kept = _guarded(world, collection, before)
    for field in [field for field in kept if field in given and given[field] != kept[field]]:
        owner = world.book.schemas.owner(collection, field)
        raise WrongUse(
            f"put: {field} of {collection} is a field of `{owner}`, which is immutable; no mutable rule writes it"
        )
    return kept


def _guarded(world: World, collection: str, before: dict[str, Any] | None) -> dict[str, Any]:
    """What stands in the fields that are not for the rules that are running."""
    if world.book.is_above(world.host.running):
        return {}
    above = _fields_of_the_higher_class(world.book, collection)
    stands = {**world.book.schemas.defaults(collection), **(before or {})} if above else {}
    return {field: value for field, value in stands.items() if field in above}


@once
def _fields_of_the_higher_class(book: Rulebook, collection: str) -> frozenset[str]:
    """The fields of which a rule of that class is the first to declare them."""
    schemas = book.schemas
    return frozenset(f for f in schemas.fields(collection) if book.is_above(schemas.owner(collection, f)))


def _identity(world: World, collection: str, key: str) -> dict[str, Any]:
    """A new player is whoever acts: or someone who has acted before."""
    if collection != "players":
        return {}
    actor = world.moment.happening.get("actor")
    if actor is not None and key == world.moment.writer:
        return {"id": actor["id"], "login": actor["login"]}
    known = world.entry("strangers", key)
    if known is None:
        raise WrongUse("only someone who has written something that counted can become a player")
    return dict(known)


def _whole(world: World, collection: str, field: str, value: object) -> object:
    """6.0 is written as 6 where the schema wants a whole number: division in Starlark gives floats."""
    if isinstance(value, float) and value.is_integer() and world.book.schemas.is_integer(collection, field):
        return int(value)
    return value


def remove(world: World, collection: str, key: object) -> None:
    """Takes a record away."""
    must_write(world, "remove")
    _known(world, collection)
    if collection in ENGINES_OWN or collection == "game":
        raise WrongUse(f"{collection} cannot be removed")
    name = name_of(key)
    before, defaults = world.records.get(collection, name), world.book.schemas.defaults(collection)
    for field, value in _guarded(world, collection, before).items():
        if before is not None and value != defaults[field]:
            raise WrongUse(
                f"remove: {field} of {collection} is a field of an immutable rule; no mutable rule takes it away"
            )
    if collection == "players":
        expelled.note(world, name)
        _keep_the_name(world, name, before)
    world.records.remove(collection, name)


def _keep_the_name(world: World, key: str, before: dict[str, Any] | None) -> None:
    """What stands under the key of a player who is taken away stays that account's, whoever has the login by then."""
    if before is not None and isinstance(before.get("id"), int) and isinstance(before.get("login"), str):
        world.set_entry("strangers", key, {"id": before["id"], "login": before["login"]})


def keys(world: World, collection: str) -> list[str]:
    """Sorted, whole numbers from 0 on by value."""
    _known(world, collection)
    return list(world.records.keys(collection))


def next_key(world: World, collection: str) -> str:
    """The number after the greatest key that is a whole number, as a key: records numbered from 1 on."""
    _known(world, collection)
    return str(
        max((int(key) for key in world.records.keys(collection) if key.isdecimal() and key.isascii()), default=0) + 1
    )


def find(world: World, collection: str, field: str, value: object) -> list[str]:
    """Keys of the records whose field has the value."""
    _known(world, collection)
    _declared(world, "find", collection, [field])
    return [key for key, held in world.records.column(collection, field).items() if held == value]


def column(world: World, collection: str, field: str) -> dict[str, object]:
    """What each record holds in the field, by its key, in the order of `keys`."""
    _known(world, collection)
    _declared(world, "column", collection, [field])
    return world.records.column(collection, field)
