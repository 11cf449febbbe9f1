"""A new game: the files it starts from, made from the texts of a ruleset and a name."""

from collections.abc import Mapping
from typing import Any

from engine.game.proposals import landing
from engine.game.words.registry import new_host
from engine.game.world.world import SEMANTICS, Law, World
from engine.law.running.host import Host
from engine.store import canon, digest
from engine.store.layout import LAW
from engine.store.records import GAME, NOTES


def genesis(
    texts: Mapping[str, str],
    *,
    ruleset: str,
    name: str,
    game_id: str,
    start: int,
    timezone: str = "UTC",
    commitment: str | None = None,
    records: Mapping[str, Mapping[str, Any]] | None = None,
    host: Host | None = None,
    waits: bool = False,
) -> dict[str, str]:
    """state/ of a fresh game under these rule texts (path -> text). `start` is when its clock begins, in seconds.

    A game that `waits` is a template: its clock begins, and its dice have a key, with the first pass.
    """
    game = {
        "ruleset": ruleset,
        "name": name,
        "timezone": timezone,
        "table": 1,
        "winners": [],
        "over": None,
        "last_number": 0,
    }
    world = World({**texts, GAME: canon.emit(game)}, host or new_host())
    numbers = [d.number for d in world.book.documents.values() if d.number is not None]
    world.patch("game", "game", **{**_defaults(world, "game"), "last_number": max(numbers, default=0)})
    landing.first_records(world, _lawless(world), world.law)
    for collection, given in (records or {}).items():
        lay(world, collection, given)
    notes = world.notes
    notes.game, notes.semantics = game_id, SEMANTICS
    notes.position, notes.cursor, notes.head = [start, 9, ""], start, ""
    world.notes.dice = {"commitment": commitment}
    if waits:
        world.notes.waits = True
    else:
        world.notes.rules = digest.tree_id({p.removeprefix(LAW): t for p, t in world.law.texts.items()})
    files = {p: t for p, t in world.records.files(world.book.one_file).items() if t is not None}
    return {**files, NOTES: world.records.engine_file()}


def _defaults(world: World, collection: str) -> dict[str, Any]:
    return {**world.book.schemas.defaults(collection), **(world.records.get(collection, "game") or {})}


def _lawless(world: World) -> Law:
    empty = {p: t for p, t in world.law.texts.items() if not p.startswith(LAW)}
    return world.law_of(world.book.ruleset, empty)


def lay(world: World, collection: str, given: Mapping[str, Any]) -> None:
    """Lays given records over the defaults of their fields."""
    if collection == "game":
        world.records.put("game", "game", merged(world.game, given))
        return
    defaults = world.book.schemas.defaults(collection)
    for key, record in given.items():
        world.records.put(collection, str(key), merged(defaults, record or {}))


def merged(below: Any, above: Any) -> Any:
    """Maps laid over maps, key by key; anything else replaces what was there."""
    if isinstance(below, Mapping) and isinstance(above, Mapping):
        return {**below, **{str(key): merged(below.get(key), value) for key, value in above.items()}}
    return above
