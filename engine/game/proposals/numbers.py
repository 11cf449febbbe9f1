"""Numbers of rules and proposals: each is given once, and is always one that the name of a file can bear.

As a rule the next is the one after all given so far. Where the highest there is was given, it is the one after the highest
that has a free one behind it, so that what is new still ranks behind what has a number in the usual course.
"""

from collections.abc import Collection, Iterator

from engine.game.proposals import proposal_record
from engine.game.replies import limit_refusals, refusals
from engine.game.world.world import World
from engine.store import splice
from engine.store.layout import folder_of
from engine.store.splice import LARGEST_NUMBER


def last(world: World) -> int:
    """The last number given, which may be one that nobody can bear: by a hand, or by an engine that knew no bound."""
    return int(world.game.get("last_number") or 0)


def coming(world: World, first: int = 1, besides: Collection[int] = ()) -> int | None:
    """The next number, not below `first`; `besides` are taken as well. None if there is none left."""
    number = max(first, last(world) + 1)
    if number <= LARGEST_NUMBER:
        taken = _taken(world).union(besides)
        number = next((n for n in range(number, LARGEST_NUMBER + 1) if n not in taken), LARGEST_NUMBER + 1)
    return number if number <= LARGEST_NUMBER else _behind_others(_taken(world).union(besides), first)


def must_come(world: World, besides: Collection[int] = ()) -> int:
    """The next number. Raises Refusal if there is none left."""
    number = coming(world, 1, besides)
    if number is None:
        raise limit_refusals.numbers_enough(LARGEST_NUMBER)
    return number


def give(world: World, besides: Collection[int] = ()) -> int:
    """The next number; it is given now. Raises Refusal if there is none left."""
    number = must_come(world, besides)
    given(world, number)
    return number


def reached(world: World, number: int) -> None:
    """Remembers that the law gave it to a proposal: what was given before may be higher."""
    before = last(world) if last(world) < LARGEST_NUMBER else must_come(world) - 1
    given(world, max(number, before))


def given(world: World, number: int) -> None:
    """Remembers that it was given last. If it is the highest there is, the next one comes behind others."""
    if number >= LARGEST_NUMBER:
        number = (_behind_others(_taken(world) | {number}, 1) or number + 1) - 1
    world.patch("game", "game", last_number=number)


def is_borne(number: int | None) -> bool:
    """Whether a number was given, and one that a file can bear."""
    return number is not None and 1 <= number <= LARGEST_NUMBER


def of_another(world: World, number: int, slugs: Collection[object]) -> bool:
    """Whether a rule in force has the number that is none of these."""
    rules = (d for d in world.book.documents.values() if d.kind == "rule")
    return any(d.number == number and d.slug not in slugs for d in rules)


def is_unused(world: World, number: int, slug: str) -> bool:
    """Whether this rule can have a number that somebody chose for it: no other rule has it, and it was given to no proposal."""
    polls = (poll["number"] for _, poll in world.records.items("polls"))
    given = number in polls or number in proposal_record.listed(world)
    return is_borne(number) and not given and not of_another(world, number, {slug})


def _behind_others(taken: Collection[int], first: int) -> int | None:
    found = {number + 1 for number in taken} | {first}
    return max((n for n in found if first <= n <= LARGEST_NUMBER and n not in taken), default=None)


def _taken(world: World) -> set[int]:
    """What rules are called by, or were, and what files below the law and proposals are."""
    law: frozenset[int | None] | None = world.book.kept.get("numbers")
    if law is None:
        law = world.book.kept["numbers"] = frozenset(_of_law(world))
    found = law.union((poll["number"] for _, poll in world.records.items("polls")), proposal_record.listed(world))
    return {number for number in found if number is not None}


def _of_law(world: World) -> Iterator[int | None]:
    folder = folder_of(world.book.ruleset)
    names = (path for path in world.law.texts if path.startswith(folder) and "/" not in path[len(folder) :])
    yield from map(splice.number_of_name, names)
    for document in world.book.documents.values():
        if document.kind == "rule":
            yield document.number
            yield from (number for entry in document.history for number in entry.values())


def must_be_free(world: World, thread: int, number: int) -> None:
    """Raises Refusal for the number of another proposal that is voted on."""
    for key in world.records.keys("polls"):
        poll = world.poll(key)
        if poll["number"] == number and key != str(thread) and poll["status"] == "open":
            raise refusals.number_taken(number, poll)
