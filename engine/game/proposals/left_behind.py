"""What a law to come leaves behind: adopted changes that wait for what no rule of it tells, timers that would call nothing, what is kept
in fields that it does not declare, and open votes of a kind that it does not know.

Told to who opens the change, before anyone votes: the end of an auction is lost with the name of a function, and the stakes with it.
"""

from collections.abc import Iterator, Mapping

from engine.game.consulting.asking import can_run
from engine.game.owned import Timer
from engine.game.replies import leaving
from engine.game.world import wishes
from engine.game.world.facts import poll_facts
from engine.game.world.world import World
from engine.law.close_reading import dangling
from engine.law.documents.mentioned import takes
from engine.law.reach import writes_out
from engine.law.rulebook import Rulebook


def warn(world: World, texts: Mapping[str, str]) -> None:
    """Says of a law to come what is lost by it. Nothing of that keeps it from being adopted."""
    book = world.law_of(world.book.ruleset, texts).book
    awaiting: dict[str, str] = world.notes.awaiting
    lost = [key for key, occasion in awaiting.items() if not dangling.tellers(book, occasion)]
    if lost:
        world.moment.remarks.append(leaving.would_strand([poll_facts(world, key) for key in lost]))
    timers = sorted(_dropped(world, book), key=lambda lost: (lost[0]["at"], lost[0]["serial"]))
    fields = list(_hidden(world, book))
    votes = [poll_facts(world, key) for key in _unknown(world, world.book, book)]
    if timers or fields or votes:
        world.moment.remarks.append(leaving.would_leave_behind(timers, fields, votes, world.timezone))


def _dropped(world: World, book: Rulebook) -> Iterator[tuple[Timer, bool]]:
    """Timers that do something as things stand and would not then; True where the function is there and takes other values."""
    for name in world.records.keys("timers"):
        timer = world.records.get("timers", name)
        if timer is not None and can_run(world.book, timer["rule"], timer["run"]) and _takes(world.book, timer):
            there = can_run(book, timer["rule"], timer["run"])
            if not there or not _takes(book, timer):
                yield timer, there


def _takes(book: Rulebook, timer: Timer) -> bool:
    """Whether its function takes what it carries, as far as that can be read."""
    document = book.documents.get(timer["rule"])
    taken = None if document is None else takes(document.code).get(timer["run"])
    return taken is None or taken.take_named(timer["data"])


def _hidden(world: World, book: Rulebook) -> Iterator[tuple[str, list[str], int]]:
    """(collection, fields, how many records hold something else in them than the default)."""
    schemas = world.book.schemas
    for collection in schemas.collections() if schemas is not book.schemas else ():
        lost = sorted(schemas.declared(collection) - book.schemas.fields(collection) - schemas.untold(collection))
        defaults = schemas.defaults(collection) if lost else {}
        records = [record for _, record in world.records.items(collection)] if lost else []
        held = [[f for f in lost if record.get(f, defaults[f]) != defaults[f]] for record in records]
        if any(held):
            yield collection, sorted({field for fields in held for field in fields}), sum(map(bool, held))


def tell_of_votes(world: World, before: Rulebook, since: int) -> None:
    """Names the votes that a change of the law has left behind and that were opened since it was: who opened it could not be told."""
    lost = [poll_facts(world, key) for key in _unknown(world, before, world.book, since)]
    if lost:
        wishes.announce(world, leaving.left_behind(lost))


def _unknown(world: World, before: Rulebook, book: Rulebook, since: int = 0) -> list[str]:
    """Open polls of a kind that the rules before name and those behind do not: by its name they count and decide it."""
    polls = {key: world.poll(key) for key in world.notes.open_polls}
    open_ = {key: poll["kind"] for key, poll in polls.items() if poll["opened_at"] >= since}
    lost = {kind for kind in open_.values() if writes_out(before, kind) and not writes_out(book, kind)}
    return [key for key, kind in open_.items() if kind in lost]
