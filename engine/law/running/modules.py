"""Rule code made into modules: each once for the same text and the same loaded modules, with the lines of its file kept."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import starlark

from engine.law.running import crossing
from engine.law.running.blame import place_of
from engine.law.running.sources import Source

Loads = Callable[[str], starlark.FrozenModule]
Lit = Callable[[], AbstractContextManager[None]]


class Modules:
    """The modules of one host. `words` is the module of what they may call, which begins at `first_line`."""

    def __init__(self, words: Any, first_line: str, options: Any, dialect: Any) -> None:
        self._words, self._first_line, self._options, self._dialect = words, first_line, options, dialect
        self._globals = starlark.Globals.standard()
        self._made: dict[tuple[object, ...], starlark.FrozenModule] = {}
        self._moved: dict[str, int] = {}
        self._loads: dict[tuple[str, str], tuple[str, ...]] = {}

    def made(self, source: Source, loads: Loads, lit: Lit) -> starlark.FrozenModule:
        """One frozen module; `lit` is around the code of the rule while it runs."""
        known, ast = self._loads.get((source.path, source.text)), None
        if known is None:
            ast = self._parse(source)
            known = self._loads[(source.path, source.text)] = tuple(one.module_id for one in ast.loads())[1:]
        key = (source.path, source.text, *(id(loads(name)) for name in known))
        if key not in self._made:
            self._made[key] = self._evaluate(source, ast or self._parse(source), loads, lit)
        return self._made[key]

    def _evaluate(self, source: Source, ast: starlark.AstModule, loads: Loads, lit: Lit) -> starlark.FrozenModule:
        module = starlark.Module()
        for parameter, value in source.given.items():
            module[parameter] = value
        words = self._words
        loader = starlark.FileLoader(lambda name: words if name == crossing.WORDS else loads(name))
        with lit():
            starlark.eval_with(self._options, module, ast, self._globals, loader)
        return module.freeze()

    def _parse(self, source: Source) -> starlark.AstModule:
        code, self._moved[source.path] = source.to_load(self._first_line)
        return starlark.parse(source.path, code, self._dialect)

    def place(self, text: str) -> tuple[str, int] | None:
        """(path, line of the file) of a failure."""
        found = place_of(text)
        return found and self.moved_back(found)

    def moved_back(self, place: tuple[str, int]) -> tuple[str, int]:
        return place[0], place[1] - self._moved.get(place[0], 0)
