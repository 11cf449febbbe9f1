"""Words for chance: roll, dice, choose, shuffle. Every result is kept for the journal."""

from __future__ import annotations

from typing import Final, cast

from engine.game import dice as throws
from engine.game.owned import Drawn
from engine.game.words.checked import must_write
from engine.game.world.room import bytes_of
from engine.game.world.world import World
from engine.law.host import Fault
from engine.store import canon

MOST_DRAWN: Final = 2_000_000  # bytes; ten thousand villages throw for five eighths of it


def roll(world: World, notation: str) -> int:
    """The total of a throw such as 2d6+1."""
    throw = _parse(world, "roll", notation)
    scripted = _scripted(world)
    if isinstance(scripted, dict):
        world.moment.rolls.append(cast("Drawn", scripted))
        return int(scripted["total"])
    if scripted is not None:
        if type(scripted) is not int:
            raise Fault(f"the example gives {scripted!r} for roll, which wants a total")
        _must_show(throw, scripted - throw.added, throw.count, f"{scripted}")
        _keep(world, {"throw": notation, "total": scripted})
        return scripted
    faces = world.moment.stream.faces(throw)
    total = sum(faces) + throw.added
    _keep(world, {"throw": notation, "faces": faces, "total": total})
    return total


def dice(world: World, notation: str) -> list[int]:
    """The faces of a throw; nothing is added."""
    throw = _parse(world, "dice", notation)
    scripted = _scripted(world)
    if scripted is not None and not isinstance(scripted, dict):
        _must_be_faces(throw, scripted)
    scripted = _replayed(scripted, "faces")
    faces = list(scripted) if isinstance(scripted, list) else world.moment.stream.faces(throw)
    _keep(world, {"throw": notation, "faces": faces})
    return faces


def choose(world: World, options: list[object]) -> object:
    """One of the list, by chance."""
    must_write(world, "choose")
    if not options:
        raise Fault("choose: the list is empty")
    options = canon.normal(options)  # what is drawn is written into the journal
    scripted = _scripted(world)
    if scripted is not None and not _is_drawn(scripted, "chosen") and scripted not in options:
        raise Fault(f"the example gives {scripted!r} for choose, which is none of {options!r}")
    scripted = _replayed(scripted, "chosen")
    chosen = scripted if scripted is not None else options[world.moment.stream.below(len(options))]
    _keep(world, {"chosen": chosen, "of": len(options)})
    return chosen


def shuffle(world: World, items: list[object]) -> list[object]:
    """The list in an order of chance."""
    must_write(world, "shuffle")
    items = canon.normal(items)
    scripted = _scripted(world)
    if scripted is not None and not _is_drawn(scripted, "shuffled") and not _same_items(scripted, items):
        raise Fault(f"the example gives {scripted!r} for shuffle, which is no order of {items!r}")
    scripted = _replayed(scripted, "shuffled")
    shuffled = list(scripted) if isinstance(scripted, list) else world.moment.stream.shuffled(items)
    _keep(world, {"shuffled": shuffled})
    return shuffled


def _must_show(throw: throws.Throw, total: int, count: int, given: str) -> None:
    if not count <= total <= count * throw.sides:
        least, most = count + throw.added, count * throw.sides + throw.added
        raise Fault(f"the example gives {given} for {throw}, which shows {least} to {most}")


def _must_be_faces(throw: throws.Throw, given: object) -> None:
    if not isinstance(given, list) or len(given) != throw.count:
        raise Fault(f"the example gives {given!r} for the dice of {throw}, which wants a list of {throw.count}")
    for face in given:
        if type(face) is not int or not 1 <= face <= throw.sides:
            raise Fault(f"the example gives {given!r} for the dice of {throw}, each of which shows 1 to {throw.sides}")


def _is_drawn(scripted: object, name: str) -> bool:
    """Whether a result is out of the journal: what was drawn once was possible then."""
    return isinstance(scripted, dict) and name in scripted


def _same_items(given: object, items: list[object]) -> bool:
    if not isinstance(given, list) or len(given) != len(items):
        return False
    rest = list(items)
    for item in given:
        if item not in rest:
            return False
        rest.remove(item)
    return True


def _keep(world: World, drawn: Drawn) -> None:
    """Notes a draw for the journal. Raises Fault where the entry of the happening would become too large."""
    world.moment.drawn += bytes_of(drawn)
    if world.moment.drawn > MOST_DRAWN:
        raise Fault("more is drawn in one happening than the journal can hold")
    world.moment.rolls.append(drawn)


def _parse(world: World, word: str, notation: str) -> throws.Throw:
    must_write(world, word)
    try:
        return throws.parse(notation)
    except throws.BadThrow as error:
        raise Fault(f"{word}: {error}") from None


def _replayed(scripted: object, name: str) -> object:
    """A result out of the journal is there with its name."""
    return scripted[name] if isinstance(scripted, dict) and name in scripted else scripted


def _scripted(world: World) -> object:
    """The next result that an example prescribes or the journal holds, if there is such a script."""
    script = world.moment.script
    if script is None:
        return None
    if not script:
        raise Fault("the example prescribes fewer rolls than are thrown")
    found: object = script.pop(0)
    return found
