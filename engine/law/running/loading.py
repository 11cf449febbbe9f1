"""Loading the code of a whole set of rules: each after those it loads from, and what one lacks breaks that one alone."""

import re
from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Protocol

import starlark

from engine.law.documents.document import Document
from engine.law.running.blame import RuleFault, loading_fault
from engine.law.running.sources import Source, source_of, source_of_library
from engine.law.running.stumbles import NOT_FOUND
from engine.law.running.values import MissingLoad
from engine.store.joined import in_code

MOST_NAMED = 12
MOST_OF_ONE_NAME = 4  # functions, of which one may be meant
_NO_SYMBOL = re.compile(r"Module has no symbol `(\w+)`(, did you mean .*)?")
_OF_THE_ENGINE = ("players", "polls", "game")
_FILE = re.compile(r"^[0-9]+-|\.(?:star|bzl|md|py)$")
_LOADS = re.compile(r'^load\(\s*"([^"]+)"', re.MULTILINE)
_DEFINED = re.compile(r"^def (\w+)", re.MULTILINE)
Loads = Callable[[str], starlark.FrozenModule]


class Compiler(Protocol):
    """Who makes modules of sources: the host."""

    ticks: int

    @property
    def watch(self) -> Callable[[str, str, int], None] | None: ...

    def module(self, source: Source, loads: Loads) -> starlark.FrozenModule: ...

    def place(self, text: str) -> tuple[str, int] | None: ...


@dataclass(frozen=True)
class Loaded:
    """Modules by slug, and for each rule that does not load the reason."""

    modules: Mapping[str, starlark.FrozenModule]
    documents: Mapping[str, Document]
    broken: Mapping[str, RuleFault]

    def missing(self, slug: str, function: str) -> RuleFault:
        """Why a rule has no code to call: another each time, for what is raised is marked on its way."""
        return copy(self.broken.get(slug)) or RuleFault(slug, function, 1, "it has no code")


class Loading:
    """One loading of a whole set of documents: each after those it loads from."""

    def __init__(self, host: Compiler, documents: Mapping[str, Document], library: Mapping[str, str]) -> None:
        self.host, self.documents, self.library = host, documents, library
        self.modules: dict[str, starlark.FrozenModule] = {}
        self.shared: dict[str, starlark.FrozenModule] = {}
        self.broken: dict[str, RuleFault] = {}
        self.under_way: list[str] = []

    def run(self) -> Loaded:
        for slug, document in self.documents.items():
            if document.code.strip() and slug not in self.modules and slug not in self.broken:
                self.rule(slug)
        return Loaded(self.modules, self.documents, self.broken)

    def rule(self, slug: str) -> None:
        document = self.documents[slug]
        self.under_way.append(slug)
        spent, self.host.ticks = self.host.ticks, 0
        if self.host.watch is not None:
            self.host.watch(slug, "load", document.code_line)
        try:
            self.modules[slug] = self.host.module(source_of(document), self.load)
        except starlark.StarlarkError as error:
            self.broken[slug] = loading_fault(
                document, self.host.place(str(error)), self._named(document.code, str(error))
            )
        except MissingLoad as error:
            self.broken[slug] = RuleFault(slug, "load", document.code_line, str(error))
        finally:
            self.host.ticks = spent
            self.under_way.pop()

    def _named(self, code: str, text: str) -> str:
        """The failure, in words of ours where it is a name that what is loaded does not have."""
        missing = _NO_SYMBOL.search(text)
        codes = {name: document.code for name, document in self.documents.items()} | dict(self.library)
        if missing is None:
            return self._had_elsewhere(text, codes)
        known = {name for loaded in _LOADS.findall(code) for name in _DEFINED.findall(codes.get(loaded, ""))}
        near = missing[2] or f"; there are {', '.join(sorted(known)[:MOST_NAMED])}"
        return _NO_SYMBOL.sub(f"no code that is loaded here has a function `{missing[1]}`{near}", text)

    def _had_elsewhere(self, text: str, codes: Mapping[str, str]) -> str:
        """The failure, with what to load where it is a name of shared codes, or of one other rule, and how records are had."""
        unknown = NOT_FOUND.search(text)
        name = unknown[1] if unknown is not None else "_"
        if name in _OF_THE_ENGINE or any(name in document.state for document in self.documents.values()):
            one = f'`get("{name}", key)`, with a key out of `keys("{name}")`,' if name != "game" else '`get("game")`'
            return NOT_FOUND.sub(f"`{name}` is no variable: {one} gives a record of it", text)
        has = [slug for slug, code in codes.items() if not name.startswith("_") and name in _DEFINED.findall(code)]
        whose = sorted(slug for slug in has if slug in self.library) or (has if len(has) == 1 else [])
        if not 1 <= len(whose) <= MOST_OF_ONE_NAME:
            return text
        loads = in_code((f'load("{slug}", "{name}")' for slug in whose), " or ")
        return NOT_FOUND.sub(
            f"`{name}` is a function of {in_code(whose, ' and of ')}: write {loads} above the code", text
        )

    def load(self, name: str) -> starlark.FrozenModule:
        if name in self.under_way:
            raise MissingLoad(f"`{name}` loads itself, by way of {', '.join(self.under_way)}")
        document = self.documents.get(name)
        if document is not None and document.code.strip() and not self.comes_first(name):
            above = next((d.slug for d in self._waiting() if d.immutable), None)
            if above is not None and not document.immutable:
                raise MissingLoad(f"`{above}` is immutable, and stands on no code of a rule that is not: `{name}`")
            if name not in self.modules and name not in self.broken:
                self.rule(name)
            if name in self.broken:
                raise MissingLoad(f"it loads `{name}`, which is broken")
            return self.modules[name]
        if name not in self.library:
            raise MissingLoad(f"it loads `{name}`, and no such rule with code is in force{self._meant(name)}")
        return self.from_library(name)

    def _meant(self, name: str) -> str:
        """What can be loaded and is nearly called so: most who come from elsewhere write the name of the file."""
        slug = _FILE.sub("", name.rpartition("/")[2])
        coded = [slug for slug, document in self.documents.items() if document.code.strip()]
        near = get_close_matches(slug, sorted({*coded, *self.library} - {*self.under_way}), 1)
        return "".join(f': write `load("{one}", ...)`' for one in near)

    def comes_first(self, name: str) -> bool:
        """Whether shared code goes before a rule of the same name: a rule cannot put itself in the place of what others share."""
        shares = bool(self.under_way) and self.under_way[-1] not in self.documents
        return name in self.library and (shares or any(d.immutable for d in self._waiting()))

    def _waiting(self) -> list[Document]:
        """The rules that are being loaded, each for the one before."""
        return [self.documents[slug] for slug in self.under_way if slug in self.documents]

    def from_library(self, name: str) -> starlark.FrozenModule:
        if name not in self.shared:
            self.under_way.append(name)
            try:
                self.shared[name] = self.host.module(source_of_library(name, self.library[name]), self.load)
            finally:
                self.under_way.pop()
        return self.shared[name]
