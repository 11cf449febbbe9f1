"""The rules in force, in their order of precedence: who answers a question, who hears of an occasion, who may forbid.

A rulebook is made from texts alone and never changes; another law is another rulebook. Rules that do not load stay in it:
they claim what they claimed, and whoever asks is told that they are broken.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final, TypeVar

from engine.law import display, precedence
from engine.law.composing import compose
from engine.law.documents import profile
from engine.law.documents.document import Command, Document, parse
from engine.law.documents.fields import Base, Schemas, value_problems
from engine.law.documents.problems import LawProblems, Problem
from engine.law.running.blame import RuleFault
from engine.law.running.host import Host, Loaded
from engine.store import splice
from engine.store.layout import LIBRARY, folder_of

Made = TypeVar("Made")
# Rulebooks, and schemas, that a host remembers: a change is tried, judged and adopted under the same texts.
MOST_KEPT: Final = 16


@dataclass(frozen=True)
class Rulebook:
    """Everything the rules in force say. `unreadable` are files whose front matter cannot be read at all."""

    ruleset: str
    documents: Mapping[str, Document]
    order: tuple[str, ...]
    loaded: Loaded
    schemas: Schemas
    unreadable: Mapping[str, tuple[Problem, ...]]
    library: Mapping[str, str] = field(repr=False)

    @cached_property
    def broken(self) -> dict[str, str]:
        """slug -> why, for every rule that does not load."""
        found = {slug: str(problems[0]) for slug, problems in self.unreadable.items()}
        return found | {slug: f"line {fault.line}: {fault.why}" for slug, fault in self.loaded.broken.items()}

    def unread_examples(self, *, but: Collection[str] = ()) -> list[Problem]:
        """What stands in the way of reading the examples of these rules, `but` those of the given texts."""
        problems: list[Problem] = []
        for document in (d for d in self.documents.values() if d.text not in but):
            try:
                document.examples  # noqa: B018 - kept for whoever plays them next
            except LawProblems as error:
                problems += error.problems
        return problems

    @cached_property
    def codes(self) -> tuple[str, ...]:
        """That of each document, and what they may share."""
        return (*(document.code for document in self.documents.values()), *self.library.values())

    @cached_property
    def ranked(self) -> tuple[Document, ...]:
        """The documents, strongest first."""
        return tuple(self.documents[slug] for slug in self.order)

    @property
    def whole(self) -> tuple[Document, ...]:
        """The same, where every rule can be read. Else none: for who looks for what is nowhere, which may be in the one that cannot."""
        return () if self.unreadable else self.ranked

    @cached_property
    def _file_names(self) -> dict[str, str]:
        return {d.slug: d.path.rpartition("/")[2] for d in self.documents.values() if d.kind == "rule"}

    def linked(self, text: str) -> str:
        """A text with links to these rules by the names of their files: others may have renumbered them since it was written."""
        return splice.relink(text, self._file_names)

    @cached_property
    def commands(self) -> tuple[tuple[str, Command], ...]:
        """(slug, command), strongest rule first."""
        return tuple((document.slug, command) for document in self.ranked for command in document.commands)

    @cached_property
    def schedule(self) -> tuple[tuple[str, int, dict[str, str]], ...]:
        """(slug, place in the rule's own list, {cron, run, timezone}), by slug: what is due at once is ordered by whoever plays it."""
        return tuple(
            (slug, i, dict(entry))
            for slug in sorted(self.documents)
            for i, entry in enumerate(self.documents[slug].schedule)
        )

    @cached_property
    def runs(self) -> Mapping[tuple[str, str], tuple[tuple[int, dict[str, str]], ...]]:
        """(slug, function) -> (place, entry) of each entry of the schedule that runs it, in the rule's own order."""
        found: dict[tuple[str, str], tuple[tuple[int, dict[str, str]], ...]] = {}
        for slug, place, entry in self.schedule:
            found[slug, entry["run"]] = (*found.get((slug, entry["run"]), ()), (place, entry))
        return found

    def answering(self, question: str) -> list[tuple[str, str]]:
        """(slug, function) of the rules that settle a question, prevailing rule first."""
        return self._table("answers", question)

    def adjusting(self, question: str) -> list[tuple[str, str]]:
        """(slug, function) of the rules that adjust an answer, weakest first: the strongest has the last word."""
        return self._table("adjusts", question)[::-1]

    def speaking_of(self, question: str) -> list[tuple[str, str]]:
        """(slug, function) of the rules that settle a question or adjust its answer."""
        return [*self.answering(question), *self.adjusting(question)]

    def forbidding(self, act: str, of: str = "") -> list[tuple[str, str]]:
        """(slug, function) of the rules that may forbid an act, strongest first. `of` is the rule whose command it is."""
        found = self._table("forbids", act)
        own = self._table("forbids", f"{of}.{act}") if of else []
        return sorted([*found, *own], key=lambda owner: self.order.index(owner[0])) if own else found

    def hearing(self, occasion: str) -> list[tuple[str, str]]:
        return self._table("on", occasion)

    def prevails(self, one: str, other: str) -> bool:
        """Whether a rule in force stands before another, which may be in force no more."""
        return one in self.order and other not in self.order[: self.order.index(one) + 1]

    def is_above(self, slug: str) -> bool:
        """Whether a rule is of the higher class, that of the immutable rules."""
        document = self.documents.get(slug)
        return document is not None and bool(document.immutable)

    def may_turn(self, slug: str, settled: str) -> bool:
        """Whether one rule may alter what another has settled (empty: nobody has): not if that one's class is higher."""
        return self.is_above(slug) or not self.is_above(settled)

    def _table(self, part: str, name: str) -> list[tuple[str, str]]:
        table = self._tables.get(part)
        if table is None:
            table = self._tables[part] = {}
            for document in self.ranked:
                for named, function in getattr(document, part).items():
                    table.setdefault(named, []).append((document.slug, function))
        return table.get(name, [])

    @cached_property
    def kept(self) -> dict[Any, Any]:
        """What others found out about it (`once`): it never changes."""
        return {}

    @cached_property
    def _tables(self) -> dict[str, dict[str, list[tuple[str, str]]]]:
        return {}

    @cached_property
    def one_file(self) -> dict[str, str]:
        """collection -> file name, for collections that rules keep in one file."""
        return {c: str(name) for document in self.ranked for c, name in document.files.items()}

    def named(self, document: Document) -> Document:
        """The document with the kind that its folder stands for; a folder no rule governs keeps its own name."""
        kind = next((kind for kind, folder in self.kinds.items() if folder == document.kind), None)
        return document if kind is None else replace(document, kind=kind)

    @cached_property
    def kinds(self) -> dict[str, str]:
        """kind of document -> folder below the ruleset."""
        return {kind: str(where) for document in self.ranked for kind, where in document.documents.items()}


def read(ruleset: str, texts: Mapping[str, str], host: Host, base: Base) -> tuple[Rulebook, list[Problem]]:
    """The rulebook of these texts (path -> text), and every problem found on the way. Never raises for what a rule says.

    `base` are the fields that the engine itself keeps in collections.
    """
    book, problems = _once(host, (ruleset, id(base), *texts.items()), lambda: _read(ruleset, texts, host, base))
    return book, [*problems]


def _once(host: Host, key: tuple[object, ...], make: Callable[[], Made]) -> Made:
    known: Made = host.books.pop(key, None) or make()
    host.books[key] = known  # the last to be needed is the last to be forgotten
    if len(host.books) > MOST_KEPT:
        del host.books[next(iter(host.books))]
    return known


def _schemas(documents: Iterable[Document], host: Host, base: Base) -> tuple[Schemas, list[Problem]]:
    """As `compose`. Most laws differ from the one before in no rule that says anything of records."""
    mine = tuple(document for document in documents if document.state or document.records)
    return _once(host, ("schemas", id(base), *mine), lambda: compose(mine, base))


def _read(ruleset: str, texts: Mapping[str, str], host: Host, base: Base) -> tuple[Rulebook, list[Problem]]:
    documents, unreadable, problems = _documents(ruleset, texts)
    documents, strays = _kinds_known(documents)
    problems += strays
    schemas, clashes = _schemas(documents.values(), host, base)
    problems += clashes + _files_apart(documents.values()) + display.problems(documents.values(), schemas)
    order = _order(documents.values())
    library = {splice.slug_of(p): t for p, t in texts.items() if p.startswith(LIBRARY) and p.endswith(".star")}
    loaded = host.load([documents[slug] for slug in order], library)
    problems += [_problem(documents[slug], fault) for slug, fault in loaded.broken.items()]
    problems += _shared_code(texts)
    problems += [_shadow(documents[slug]) for slug in order if slug in library and documents[slug].code.strip()]
    book = Rulebook(ruleset, documents, tuple(order), loaded, schemas, unreadable, library)
    return book, problems


def _documents(
    ruleset: str, texts: Mapping[str, str]
) -> tuple[dict[str, Document], dict[str, tuple[Problem, ...]], list[Problem]]:
    documents: dict[str, Document] = {}
    unreadable: dict[str, tuple[Problem, ...]] = {}
    problems: list[Problem] = []
    folder = folder_of(ruleset)
    for path in sorted(p for p in texts if p.startswith(folder) and p.endswith(".md")):
        slug = splice.slug_of(path)
        try:
            document = parse(path, texts[path])
        except LawProblems as error:
            unreadable[slug] = tuple(error.problems)
            problems += error.problems
            continue
        if slug in documents:
            problems.append(
                Problem(
                    path,
                    1,
                    f"the slug `{slug}` is already that of {documents[slug].path}: call the file of a new rule otherwise",
                )
            )
        else:
            documents[slug] = document
    return documents, unreadable, problems + _same_numbers(documents.values())


def _shared_code(texts: Mapping[str, str]) -> list[Problem]:
    """What no rule could load, whether or not one does."""
    problems: list[Problem] = []
    for path in sorted(p for p in texts if p.startswith(LIBRARY) and p.endswith(".star")):
        try:
            profile.tree(texts[path])
        except profile.Unfit as error:
            problems += [Problem(path, line, message) for line, message in error.problems[:20]]
    return problems


def _shadow(document: Document) -> Problem:
    return Problem(document.path, document.code_line, f"code that rules share is called `{document.slug}` already")


def _kinds_known(documents: dict[str, Document]) -> tuple[dict[str, Document], list[Problem]]:
    """Documents under the kinds that rules give their folders, and those in folders that no rule governs."""
    kinds = {str(folder): kind for d in documents.values() for kind, folder in d.documents.items()}
    found = {s: d if d.kind == "rule" else replace(d, kind=kinds.get(d.kind, d.kind)) for s, d in documents.items()}
    strays = [d for d in documents.values() if d.kind != "rule" and d.kind not in kinds]
    problems = [Problem(d.path, 1, f"no rule governs documents in the folder `{d.kind}`") for d in strays]
    declared = {kind: of_kind for d in documents.values() for kind, of_kind in d.document_fields.items()}
    return found, problems + [p for d in found.values() if d.kind in declared for p in _extra(d, declared[d.kind])]


def _extra(document: Document, declared: Mapping[str, Any]) -> Iterator[Problem]:
    """What is wrong with the fields of a document that the rule declares which governs its kind."""
    for name, value in document.extra.items():
        if name not in declared:
            known = ", ".join(sorted(declared)) or "none"
            yield Problem(
                document.path, document.line_of(name), f"unknown key `{name}`; documents of this kind have {known}"
            )
        else:
            for message in value_problems(declared[name], value):
                yield Problem(document.path, document.line_of(name), f"{name}: {message}")


def _files_apart(documents: Iterable[Document]) -> list[Problem]:
    """Two collections cannot be kept in one file, nor one in two, or in a file that is called like another."""
    collections = {name for d in documents for name in (*d.state, *d.records)}
    owners: dict[str, str] = {}
    kept: dict[str, str] = {}
    problems = []
    for document in documents:
        for collection, name in document.files.items():
            if (before := kept.setdefault(collection, str(name))) != name:
                message = f"`{collection}` cannot be kept in `{name}`, since another rule keeps it in `{before}`"
                problems.append(Problem(document.path, 1, message))
                continue
            taken = owners.setdefault(str(name), collection) != collection
            if taken or (name != collection and name in collections):
                problems.append(
                    Problem(document.path, 1, f"`{collection}` cannot be kept in `{name}`, where something else is")
                )
    return problems


def _same_numbers(documents: Iterable[Document]) -> list[Problem]:
    seen: dict[int, Document] = {}
    problems = []
    for document in documents:
        if document.kind != "rule" or document.number is None:
            continue
        other = seen.setdefault(document.number, document)
        if other is not document:
            problems.append(Problem(document.path, 1, f"the number {document.number} is already that of {other.path}"))
    return problems


def _order(documents: Iterable[Document]) -> Sequence[str]:
    return precedence.order(
        [precedence.Claim(d.slug, d.number, bool(d.immutable), d.overrides, d.defers_to) for d in documents]
    )


def _problem(document: Document, fault: RuleFault) -> Problem:
    return Problem(document.path, fault.line, fault.why)
