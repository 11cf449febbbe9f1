"""Wrong types and names in rule code, found without running it: Starlark's own type check and lint, as warnings.

Each file is checked against the interfaces of what it loads; the words come as a typed stub, the parameters by their values.
The names of both are loaded on the first line, which the front matter leaves free, so all lines are those of the file.
"""

import json
import re
from collections.abc import Iterator, Mapping

import starlark

from engine.law.documents import vocabulary
from engine.law.documents.problems import Problem
from engine.law.running.sources import Source

_WORDS, _PARAMETERS = "@words", "@parameters"
_DEFINED = re.compile(r"^def (\w+)\(", re.MULTILINE)
_ENDS = re.compile(r"^No `return` at the end, but function `(\w+)` seems to want one due to .*?:(\d+):\d.*$")
_OPEN = "`{}` gives something back in line {}, and nothing where it comes to its end: write `return None` there if that is meant"
_TWICE = "Internal error: Multiple arguments bound to parameter"  # Starlark's words for a mistake of the code's
_SHOWN = ("unreachable", "unused-load", "misplaced-load", "duplicate-key", "missing-return")


def warnings(sources: Mapping[str, Source], words: str) -> Iterator[Problem]:
    """What the rules of one ruleset and the shared code get wrong. `words` is the stub."""
    checking = _TypeChecking(sources, words)
    for slug in sorted(sources):
        checking.interface(slug)
    yield from checking.found


class _TypeChecking:
    def __init__(self, sources: Mapping[str, Source], words: str) -> None:
        self.sources = sources
        self.dialect = starlark.Dialect.extended()
        self.plain = starlark.Globals.standard()
        self.interfaces: dict[str, starlark.Interface | None] = {_WORDS: self._of_stub(words)}
        self.names = _DEFINED.findall(words)
        self.found: list[Problem] = []

    def _of_stub(self, text: str) -> starlark.Interface:
        typed = starlark.Globals.extended_by([starlark.LibraryExtension.Typing])
        interface: starlark.Interface = starlark.parse("words", text, self.dialect).typecheck(typed, {})[1]
        return interface

    def interface(self, slug: str) -> starlark.Interface | None:
        """What a file offers to those who load it; None where that cannot be known."""
        if slug not in self.interfaces:
            self.interfaces[slug] = None  # a circle of loads is found elsewhere
            if slug in self.sources:
                self.interfaces[slug] = self._checked(self.sources[slug])
        return self.interfaces[slug]

    def _checked(self, source: Source) -> starlark.Interface | None:
        try:
            lint = starlark.parse(source.path, source.code(), self.dialect).lint()
        except starlark.StarlarkError:  # shared code that is none: told where the law is read
            return None
        self.found += [_problem(source.path, str(one)) for one in lint if one.short_name in _SHOWN]
        text, moved = source.below(self._first_line(source))
        ast = starlark.parse(source.path, text, self.dialect)
        loads = self._loads(source, [one.module_id for one in ast.loads()])
        if loads is None:
            return None
        errors, interface, _ = ast.typecheck(self.plain, loads)
        self.found += [_problem(source.path, str(error), moved) for error in errors]
        return interface

    def _loads(self, source: Source, names: list[str]) -> dict[str, starlark.Interface] | None:
        """The interfaces of what it loads; None if one of them cannot be known."""
        found: dict[str, starlark.Interface] = {}
        for name in names:
            interface = self._of_parameters(source) if name == _PARAMETERS else self.interface(name)
            if interface is None:
                return None
            found[name] = interface
        return found

    def _of_parameters(self, source: Source) -> starlark.Interface:
        given = "\n".join(f"{name} = {_literal(source.given[name])}" for name in _readable(source))
        interface: starlark.Interface = starlark.parse("parameters", given, self.dialect).typecheck(self.plain, {})[1]
        return interface

    def _first_line(self, source: Source) -> str:
        words = ", ".join(f'"{name}"' for name in self.names)
        given = "".join(f', "{name}"' for name in _readable(source))
        return f'load("{_WORDS}", {words})' + (f'; load("{_PARAMETERS}"{given})' if given else "")


def _readable(source: Source) -> list[str]:
    """The parameters that code can read at all: others are warned of elsewhere."""
    return [name for name in source.given if name not in vocabulary.OF_STARLARK]


def _literal(value: object) -> str:
    return json.dumps(value).replace("true", "True").replace("false", "False").replace("null", "None")


def _problem(path: str, text: str, moved: int = 0) -> Problem:
    """A finding of Starlark's, which names its place in one of two forms, as a problem of ours."""
    place = re.search(r":(\d+):\d+", text)
    lines = [line for line in text.splitlines() if line.strip()]
    message = lines[0].removeprefix("error: ")
    message = re.sub(r"^.*?:\d+:\d+(-[\d:]+)?: ", "", message)
    message = message.replace(_TWICE, "A parameter is given twice, by its place and by its name")
    message = _ENDS.sub(lambda m: _OPEN.format(m[1], int(m[2]) - moved), message)
    return Problem(path, int(place[1]) - moved if place else 1, message, "warning")
