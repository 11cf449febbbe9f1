"""Words for chance: roll, dice, choose, shuffle. Every result is kept for the journal."""

from collections.abc import Callable
from typing import Final, cast

from engine.game import dice as throws
from engine.game.owned import Drawn, JournaledRolls
from engine.game.words.checked import must_write
from engine.game.world.room import bytes_of
from engine.game.world.world import World
from engine.law.documents.compiled import alike
from engine.law.running.values import WrongUse
from engine.store import canon

BY_CHANCE: Final = object()  # neither an example nor the journal says what comes: None may be among what is drawn
MOST_DRAWN: Final = 2_000_000  # bytes; ten thousand villages throw for five eighths of it


def roll(world: World, notation: str) -> int:
    """The total of a throw such as 2d6+1."""
    throw = _parse(world, "roll", notation)
    scripted = _prescribed(world)
    if scripted is not BY_CHANCE:
        if type(scripted) is not int:
            raise WrongUse(f"the example gives {scripted!r} for roll, which wants a total")
        _must_show(throw, scripted - throw.added, throw.count, f"{scripted}")
        _keep(world, {"throw": notation, "total": scripted})
        return scripted
    faces = _faces(world, notation, throw)
    total = sum(faces) + throw.added
    _keep(world, {"throw": notation, "faces": faces, "total": total})
    return total


def dice(world: World, notation: str) -> list[int]:
    """The faces of a throw; nothing is added."""
    throw = _parse(world, "dice", notation)
    scripted = _prescribed(world)
    if scripted is not BY_CHANCE:
        _must_be_faces(throw, scripted, "the example")
    faces: list[int] = _faces(world, notation, throw) if scripted is BY_CHANCE else list(cast("list[int]", scripted))
    _keep(world, {"throw": notation, "faces": faces})
    return faces


def choose(world: World, options: list[object]) -> object:
    """One of the list, by chance."""
    must_write(world, "choose")
    if not options:
        raise WrongUse("choose: the list is empty")
    options = canon.normal(options)  # what is drawn is written into the journal
    chosen = _prescribed(world)
    if chosen is not BY_CHANCE and not any(alike(chosen, option) for option in options):
        raise WrongUse(f"the example gives {chosen!r} for choose, which is none of {options!r}")
    if chosen is BY_CHANCE:
        chosen = _held(world, "chosen", lambda: [{"chosen": option, "of": len(options)} for option in options])
        if chosen is not BY_CHANCE and chosen not in options:
            raise WrongUse(f"the journal gives {chosen!r} for choose, which is none of what is chosen from")
    if chosen is BY_CHANCE:
        chosen = options[world.moment.stream.below(len(options))]
    _keep(world, {"chosen": chosen, "of": len(options)})
    return chosen


def shuffle(world: World, items: list[object]) -> list[object]:
    """The list in an order of chance."""
    must_write(world, "shuffle")
    items = canon.normal(items)
    order = _prescribed(world)
    if order is not BY_CHANCE and not _same_items(order, items):
        raise WrongUse(f"the example gives {order!r} for shuffle, which is no order of {items!r}")
    if order is BY_CHANCE:
        order = _held(world, "shuffled", lambda: [{"shuffled": items}])
        if order is not BY_CHANCE and not _written_alike(order, items):
            raise WrongUse(f"the journal gives {order!r} for shuffle, which is no order of what is shuffled")
    shuffled = list(order) if isinstance(order, list) else world.moment.stream.shuffled(items)
    _keep(world, {"shuffled": shuffled})
    return shuffled


def _faces(world: World, notation: str, throw: throws.Throw) -> list[int]:
    """Of a throw that no example prescribes: those that the journal holds, or new ones."""
    faces = _held(world, "faces", lambda: [{"throw": notation, "faces": [throw.sides] * throw.count}])
    if faces is BY_CHANCE:
        return world.moment.stream.faces(throw)
    _must_be_faces(throw, faces, "the journal")
    return list(cast("list[int]", faces))


def _must_show(throw: throws.Throw, total: int, count: int, given: str) -> None:
    if not count <= total <= count * throw.sides:
        least, most = count + throw.added, count * throw.sides + throw.added
        raise WrongUse(f"the example gives {given} for {throw}, which shows {least} to {most}")


def _must_be_faces(throw: throws.Throw, given: object, whose: str) -> None:
    if not isinstance(given, list) or len(given) != throw.count:
        raise WrongUse(f"{whose} gives {given!r} for the dice of {throw}, which wants a list of {throw.count}")
    for face in given:
        if type(face) is not int or not 1 <= face <= throw.sides:
            raise WrongUse(f"{whose} gives {given!r} for the dice of {throw}, each of which shows 1 to {throw.sides}")


def _same_items(given: object, items: list[object]) -> bool:
    if not isinstance(given, list) or len(given) != len(items):
        return False
    rest = list(items)
    for item in given:
        if item not in rest:
            return False
        rest.remove(item)
    return _truths(given) == _truths(items)


def _truths(items: list[object]) -> list[bool]:
    """In rule code they are no numbers: True is not 1."""
    return sorted(item for item in items if isinstance(item, bool))


def _written_alike(order: object, items: list[object]) -> bool:
    """Whether these are the same items, whatever their order; of many, too, that is seen in a moment."""
    return isinstance(order, list) and sorted(map(_written, order)) == sorted(map(_written, items))


def _written(item: object) -> str:
    return canon.emit([item])


def _keep(world: World, drawn: Drawn) -> None:
    """Notes a draw for the journal. Raises WrongUse where the entry of the happening would become too large."""
    world.moment.drawn += bytes_of(drawn)
    if world.moment.drawn > MOST_DRAWN:
        raise WrongUse("more is drawn in one happening than the journal can hold")
    world.moment.rolls.append(drawn)


def _parse(world: World, word: str, notation: str) -> throws.Throw:
    must_write(world, word)
    try:
        return throws.parse(notation)
    except throws.BadThrow as error:
        raise WrongUse(f"{word}: {error}") from None


def _prescribed(world: World) -> object:
    """The next result that an example prescribes, which may be None; BY_CHANCE where none does."""
    script = world.moment.script
    if script is None or isinstance(script, JournaledRolls):
        return BY_CHANCE
    if not script:
        raise WrongUse("the example prescribes fewer rolls than are thrown")
    found: object = script.pop(0)
    return found


def _held(world: World, name: str, possible: Callable[[], list[Drawn]]) -> object:
    """What the journal holds of the next draw by this name, which may be None; BY_CHANCE where there is no journal to go by.

    The journal holds no draw for which it had no room: of all that were `possible` one was too large then.
    """
    script = world.moment.script
    if not isinstance(script, JournaledRolls):
        return BY_CHANCE
    if not script:
        _keep(world, max(possible(), key=bytes_of))
        raise WrongUse("the journal holds fewer rolls than are thrown")
    found: object = script.pop(0)
    if not isinstance(found, dict) or name not in found:
        raise WrongUse(f"the journal holds {found!r} where something else is drawn")
    return found[name]
