"""What is found out of something that never changes: found once, and kept with it."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, cast


class Keeping(Protocol):
    """It never changes, and has a place for what others find out of it."""

    @property
    def kept(self) -> dict[Any, Any]: ...


Of = TypeVar("Of", bound=Keeping)
More = ParamSpec("More")
Found = TypeVar("Found")


def once(find: Callable[Concatenate[Of, More], Found]) -> Callable[Concatenate[Of, More], Found]:
    """The function, which looks once for the same of the same; what it gives is not to be changed."""

    @wraps(find)
    def known(of: Of, /, *more: More.args, **named: More.kwargs) -> Found:
        place = (find, *more, *named.items())
        if place not in of.kept:
            of.kept[place] = find(of, *more, **named)
        return cast(Found, of.kept[place])

    return known
