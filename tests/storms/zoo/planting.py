"""Planting: another function runs in the place of one in the program, and nowhere on disk.

Of the engine the place is named, `engine.game.dice:Stream.below`, and what is planted is handed the sound function first, then what
that is called with. Whoever has imported it has the planted one from then on. Of a rule's code a function is written anew; it may
call the sound one, `_sound_<name>`. A place that is not there is an error. A plant cannot be taken out again: it is made in a
process of its own, which ends with it.
"""

from __future__ import annotations

import functools
import importlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from inspect import getattr_static
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, Final

ROOT = Path(__file__).parents[3]
_PLANTED: Final = "_planted_in_place_of_{}"


class CannotPlant(Exception):
    """The place that the plant is for is not there any more."""


@dataclass(frozen=True)
class Plant:
    """`instead` runs for the function of this module and name."""

    place: str
    instead: Callable[..., Any]

    def find(self) -> FunctionType:
        """The function as it is written there, out of whatever wraps it. Raises CannotPlant."""
        module, _, name = self.place.partition(":")
        try:
            found: Any = importlib.import_module(module)
        except ModuleNotFoundError:
            raise CannotPlant(f"{module} is not there") from None
        for part in name.split("."):
            found = getattr_static(found, part, None)
        while not isinstance(found, FunctionType):
            inner = ("__wrapped__", "__func__", "fget", "func", "callback")
            found = next((getattr(found, at) for at in inner if getattr(found, at, None) is not None), None)
            if found is None:
                raise CannotPlant(f"{self.place} is no function")
        if found.__module__ != module:
            raise CannotPlant(f"{self.place} is a function of {found.__module__}")
        return found

    def make(self) -> None:
        """Raises CannotPlant."""
        place = self.find()
        sound = FunctionType(place.__code__, place.__globals__, place.__name__, place.__defaults__, place.__closure__)
        sound.__kwdefaults__ = place.__kwdefaults__
        name = _PLANTED.format(place.__qualname__.replace(".", "_"))
        place.__globals__[name] = functools.partial(self.instead, sound)
        place.__defaults__ = place.__kwdefaults__ = None
        place.__code__ = _calling(name).replace(co_freevars=place.__code__.co_freevars)


@dataclass(frozen=True)
class RulePlant:
    """In the rule's file, or the library's, `code` stands for the function whose name it has."""

    path: str
    code: str

    def find(self) -> re.Match[str]:
        """Where that function begins. Raises CannotPlant."""
        name = re.match(r"def (\w+)\(", self.code)
        assert name is not None, "the code of one function"
        path = ROOT / self.path
        if not path.is_file():
            raise CannotPlant(f"{self.path} is not there")
        found = [*re.finditer(rf"^def ({name[1]})\(", path.read_text(), re.MULTILINE)]
        if len(found) != 1:
            raise CannotPlant(f"{self.path} has {len(found)} functions {name[1]}")
        return found[0]

    def make(self) -> None:
        """Raises CannotPlant."""
        at, text = self.find(), (ROOT / self.path).read_text()
        _read_as(ROOT / self.path, f"{text[: at.start()]}{self.code}\n\ndef _sound_{at[1]}({text[at.end() :]}")


def _calling(name: str) -> CodeType:
    """Code that hands on whatever it is called with."""
    module = compile(f"def planted(*given, **named):\n    return {name}(*given, **named)\n", "<zoo>", "exec")
    return next(constant for constant in module.co_consts if isinstance(constant, CodeType))


def _read_as(path: Path, text: str) -> None:
    read = Path.read_text

    @functools.wraps(read)
    def planted(self: Path, *how: Any, **more: Any) -> str:
        return text if self.resolve() == path else read(self, *how, **more)

    Path.read_text = planted  # type: ignore[method-assign]
