"""Words check what rule code hands them, so that a wrong use is that rule's fault and never an error of the engine."""

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, get_type_hints

from engine.game.world.world import World
from engine.law.running.values import WrongUse
from engine.store import records, seen
from engine.store.canon import NotCanonical

MOST_KEY = 200
MOST_FITTING = 100  # kinds of arguments of a word that are remembered
Word = Callable[..., object]
_NAMES = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    list: "a list",
    dict: "a map",
    bool: "True or False",
}


def checked(word: Word) -> Word:
    """The word with its arguments checked against its annotations; the first parameter is the world."""
    signature = inspect.signature(word)
    kinds = {name: _kinds(hint) for name, hint in get_type_hints(word).items()}
    name = word.__name__.rstrip("_")
    fitting: set[tuple[type, ...]] = set()  # kinds of arguments that were found to fit

    def bound(world: World, args: tuple[object, ...], named: dict[str, object]) -> None:
        try:
            arguments = signature.bind(world, *args, **named).arguments
        except TypeError as error:
            raise WrongUse(f"{name}: {error}") from None
        for parameter, value in arguments.items():
            wanted = kinds.get(parameter, ())
            if wanted and parameter != "world" and signature.parameters[parameter].kind not in _VARIABLE:
                _check(name, parameter, value, wanted)

    @wraps(word)
    def checking(world: World, /, *args: object, **named: object) -> object:
        given = tuple(map(type, args))
        if named or given not in fitting:
            bound(world, args, named)
            if len(fitting) == MOST_FITTING:
                fitting.clear()
            if not named:
                fitting.add(given)
        try:
            return word(world, *args, **named)
        except (NotCanonical, ArithmeticError) as error:
            raise WrongUse(f"{name}: {error}") from None

    return checking


_VARIABLE = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


def _check(word: str, parameter: str, value: object, wanted: tuple[type, ...]) -> None:
    if type(value) not in wanted:
        shown = " or ".join(_NAMES.get(kind, "None") for kind in wanted if not (kind is int and float in wanted))
        raise WrongUse(f"{word}: {parameter} must be {shown}")


def _kinds(hint: Any) -> tuple[type, ...]:
    """The plain types of an annotation; empty for `object`, which may be anything."""
    if hint in (object, Any):
        return ()
    options = getattr(hint, "__args__", ()) if "|" in str(hint) or "Union" in str(hint) else (hint,)
    return tuple(getattr(option, "__origin__", None) or option for option in options)


def must_be_names(word: str, parameter: str, names: list[Any] | None) -> None:
    """Raises WrongUse for a list that holds anything but texts, or one that is too long."""
    if not all(isinstance(name, str) for name in names or []):
        raise WrongUse(f"{word}: {parameter} must be a list of names")
    for name in names or []:
        must_be_name(word, parameter, name)


def must_be_name(word: str, parameter: str, name: str) -> None:
    """Raises WrongUse for what is too long to be anybody's name: it would stand in records that are the engine's own."""
    if len(name) > MOST_KEY:
        raise WrongUse(f"{word}: {parameter} must be a name, of at most {MOST_KEY} characters")


def as_whole(key: object) -> object:
    """3.0 is 3: division gives fractions."""
    return int(key) if isinstance(key, float) and key.is_integer() else key


def name_of(key: object) -> str:
    """The key as records are called by it. Raises WrongUse for what is none: it would make a record called `None`."""
    key = as_whole(key)
    if type(key) not in (str, int):
        shown = _NAMES[type(key)] if type(key) in (list, dict) else key
        raise WrongUse(f"a key is a text or a whole number, and this is {shown}")
    return str(key)


def must_be_key(key: str) -> None:
    """Raises WrongUse for what cannot be the name of a record, and of its file."""
    if not 0 < len(key) <= MOST_KEY or not seen.is_name(key) or not records.fits(key):
        raise WrongUse(records.A_KEY)


class OnlyRead(WrongUse):
    """A rule that is asked, or told of what it may forbid, would change something."""


def must_write(world: World, word: str) -> None:
    """Raises OnlyRead where rules do nothing else: answers to the referee, their adjustments, and prohibitions."""
    if world.moment.reading:
        raise OnlyRead(f"{word} may not be used here: answers to the referee and prohibitions only read")
