"""Planting: a piece of source text is replaced by another in the program that runs, and nowhere on disk.

Of the engine the bodies of functions are exchanged: whoever has imported one has the planted one from then on. Other files
(rules) are read with the replacement. A plant whose place is not there, once, or that does not change what runs, is an error.
It cannot be taken out again: it is made in a process of its own, which ends with it.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Iterator
from dataclasses import dataclass
from inspect import CO_OPTIMIZED, getattr_static
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

ROOT = Path(__file__).parents[3]


class CannotPlant(Exception):
    """The place that the plant is for is not there any more, or planting there has no effect."""


@dataclass(frozen=True)
class Plant:
    """In the file at `path` (from the root of the repository) `new` stands for `old`, which is there exactly once."""

    path: str
    old: str
    new: str


def plant(made: Plant) -> None:
    """Raises CannotPlant."""
    if not (ROOT / made.path).is_file():
        raise CannotPlant(f"{made.path} is not there")
    before = (ROOT / made.path).read_text()
    times = before.count(made.old)
    if times != 1:
        raise CannotPlant(f"{made.path} has {made.old!r} {times} times")
    after = before.replace(made.old, made.new)
    if made.path.startswith("engine/") and made.path.endswith(".py"):
        _exchange(made.path, before, after)
    else:
        _read_as(ROOT / made.path, after)


def _read_as(path: Path, text: str) -> None:
    read = Path.read_text

    @functools.wraps(read)
    def planted(self: Path, *how: Any, **more: Any) -> str:
        return text if self.resolve() == path else read(self, *how, **more)

    Path.read_text = planted  # type: ignore[method-assign]


def _exchange(path: str, before: str, after: str) -> None:
    module = importlib.import_module(path.removesuffix(".py").replace("/", "."))
    was, will = (compile(text, str(ROOT / path), "exec", dont_inherit=True) for text in (before, after))
    if _shape(was, bodies=False) != _shape(will, bodies=False):
        raise CannotPlant(f"{path}: only the bodies of functions can be exchanged")
    pairs = list(zip(_functions(was), _functions(will), strict=True))
    changed = [(one, other) for one, other in pairs if _shape(one) != _shape(other)]
    if not changed:
        raise CannotPlant(f"{path}: the plant changes nothing")
    for one, other in changed:
        function = _running(module, other.co_qualname)
        if _shape(function.__code__) != _shape(one):
            raise CannotPlant(f"{path}: {other.co_qualname} runs otherwise than it is written")
        function.__code__ = other


def _functions(code: CodeType) -> Iterator[CodeType]:
    """The functions of a module, or of a class, from the outside: those within others belong to them."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            if constant.co_flags & CO_OPTIMIZED:
                yield constant
            else:
                yield from _functions(constant)


def _shape(code: CodeType, bodies: bool = True) -> object:
    """What code does, wherever its lines stand; without `bodies`, all but what its functions do."""
    constants = []
    for constant in code.co_consts:
        if not isinstance(constant, CodeType):
            constants.append((type(constant).__name__, repr(constant)))
        elif bodies or not constant.co_flags & CO_OPTIMIZED:
            constants.append(("code", repr(_shape(constant, bodies))))
        else:
            constants.append(("function", constant.co_qualname))
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    return code.co_code, names, code.co_argcount, code.co_kwonlyargcount, constants


def _running(module: ModuleType, qualname: str) -> FunctionType:
    """The function that runs under a name, out of whatever decorators wrapped it in."""
    found: Any = module
    for name in qualname.split("."):
        found = getattr_static(found, name, None)
    while not isinstance(found, FunctionType):
        inner = ("__wrapped__", "__func__", "fget", "func", "callback")
        found = next((getattr(found, name) for name in inner if getattr(found, name, None) is not None), None)
        if found is None:
            raise CannotPlant(f"{module.__name__}.{qualname} is no function")
    return found
