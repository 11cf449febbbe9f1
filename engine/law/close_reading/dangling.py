"""Declarations that lead nowhere: a question nobody asks, an occasion nobody tells, an act nobody performs, a rule nobody knows.

A rule that names one was misspelt, or needs another rule that is not in force; either way it would do nothing, in silence.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from engine.law.documents import crondays
from engine.law.documents.document import Document
from engine.law.documents.fields import Schemas
from engine.law.documents.mentioned import ANY, Mentioned, Name, Parameters, mentioned, takes
from engine.law.documents.problems import Problem, meant, there_are
from engine.law.reach import loaded_from
from engine.law.rulebook import Rulebook
from engine.store.counted import counted
from engine.store.joined import in_code
from engine.store.once import once


def _unscheduled(document: Document) -> Iterator[Problem]:
    """The first entry of a rule's schedule that never comes: what to look for in vain would be looked for in each pass."""
    for place, entry in enumerate(document.schedule):
        if "cron" in entry and not crondays.ever(crondays.days_of(entry["cron"])):
            message = f"`schedule`: {entry['cron']!r} never comes: no year has such a day"
            yield _at(document, ("schedule", place, "cron"), message)
            return


@dataclass(frozen=True, eq=False)
class Known:
    """What the engine asks, tells and lets rules forbid: names -> what is given with them; and its own usages.

    It is known again by itself.
    """

    questions: Mapping[str, tuple[str, ...]]
    occasions: Mapping[str, tuple[str, ...]]
    acts: Mapping[str, tuple[str, ...]]
    usages: tuple[str, ...]


def problems(book: Rulebook, known: Known) -> list[Problem]:
    """Every declaration of the rules in force that names nothing. Nothing is said while a rule cannot be read: it may declare it."""
    if book.unreadable:
        return []
    found = _found(tuple(filter(_declares, book.ranked)), book.schemas, tuple(book.library.items()), known)
    slugs, numbers = set(book.documents), {d.number for d in book.ranked}
    return [
        problem
        for document in book.ranked
        for problem in (
            *found.get(document, _NONE)[0],
            *_claimed(document, slugs, numbers),
            *found.get(document, _NONE)[1],
        )
    ]


_NONE: Final = ((), ())


def _declares(document: Document) -> bool:
    """Whether a document says anything that others may lack, or that may lack others; what it claims of its rank aside."""
    return bool(
        document.code
        or document.commands
        or document.schedule
        or document.records
        or document.files
        or document.answers
        or document.adjusts
        or document.forbids
        or document.on
    )


@lru_cache(maxsize=32)
def _found(
    documents: tuple[Document, ...], schemas: Schemas, library: tuple[tuple[str, str], ...], known: Known
) -> Mapping[Document, tuple[tuple[Problem, ...], tuple[Problem, ...]]]:
    """Document -> what to tell of it before what it claims, and behind. A rule in plain words leaves all that as it was."""
    checking = _Checking(documents, schemas, dict(library), known)
    return {document: (tuple(checking.first(document)), tuple(checking.then(document))) for document in documents}


class _Checking:
    """`documents` are those that declare anything, strongest first."""

    def __init__(
        self, documents: tuple[Document, ...], schemas: Schemas, library: Mapping[str, str], known: Known
    ) -> None:
        self.documents = {document.slug: document for document in documents}
        self.schemas, self.library, self.known = schemas, library, known
        self.said = {document.slug: of_document(document) for document in documents}
        everything = _mentions(documents, library)
        self.asked = [name for one in everything for name in one.asked]
        self.told = [name for one in everything for name in one.told]
        self.acts = _acts(documents)
        self.collections = {*schemas.declared_collections(), "timers"}

    def first(self, document: Document) -> Iterator[Problem]:
        yield from self._named(document, "answers", self.known.questions, self.asked, "nobody asks")
        yield from self._named(document, "adjusts", self.known.questions, self.asked, "nobody asks")
        yield from self._named(document, "on", self.known.occasions, self.told, "nothing tells of")
        yield from self._forbidden(document)

    def then(self, document: Document) -> Iterator[Problem]:
        yield from self._parameters(document)
        yield from self._records(document)
        yield from self._laid_out(document)
        yield from _unscheduled(document)
        for line, word, function in self.said[document.slug].handed:
            message = f'{word} wants the name of the function, in quotes: "{function}"'
            yield Problem(document.path, document.code_line + line - 1, message)

    def _named(
        self, document: Document, part: str, own: Collection[str], said: Iterable[Name], nobody: str
    ) -> Iterator[Problem]:
        for name in getattr(document, part):
            if name not in own and not any(one.may_be(name) for one in said):
                names = {*own, *(one.text for one in said if one.whole)}
                near = (self._would_tell(name) if part == "on" else "") or meant(name, names)
                yield _at(document, (part, name), f"`{part}`: {nobody} `{name}`{near}")

    def _would_tell(self, name: str) -> str:
        """Where shared code tells it that no rule loads."""
        for slug, code in sorted(self.library.items()):
            if any(told.whole and told.text == name for told in mentioned(code).told):
                return f": `{slug}` of the library does, and no rule in force loads that"
        return ""

    def _forbidden(self, document: Document) -> Iterator[Problem]:
        for name in document.forbids:
            slug, _, act = name.rpartition(".")
            owners = self.acts.get(act, [])
            if slug and slug not in owners:
                whose = [f"{owner}.{each}" for each in ([act] if owners else self.acts) for owner in self.acts[each]]
                near = f"; did you mean `{whose[0]}`?" if len(owners) == 1 else meant(name, whose)
                yield _at(document, ("forbids", name), f"`forbids`: `{slug}` has no command that runs `{act}`{near}")
            elif not slug and act not in self.known.acts and not owners:
                near = self._run_by(name) or meant(name, {*self.known.acts, *self.acts})
                yield _at(document, ("forbids", name), f"`forbids`: no command runs `{name}`{near}")
            elif not slug and len(owners) > 1:
                which = in_code(f"{owner}.{act}" for owner in owners)
                yield _at(document, ("forbids", name), f"`forbids`: several rules have an act `{act}`: say {which}")

    def _run_by(self, word: str) -> str:
        """What the command that is written so runs, which is what its act is called by."""
        for document in self.documents.values():
            for command in document.commands:
                if command.usage_text.split()[0].removeprefix("/") == word:
                    whose = f"{document.slug}." if len(self.acts[command.run]) > 1 else ""
                    return f", but `{command.usage_text}` runs `{whose}{command.run}`"
        return ""

    def _parameters(self, document: Document) -> Iterator[Problem]:
        """Functions that would be called with more or fewer values than they take."""
        functions = takes(document.code)
        for where, name, count, what in self._calls(document):
            taken = functions.get(name)
            if taken is not None and count and not any(taken.take(n) for n in count):
                given = f"{_counted(count[0])}{self._by_name(where)}"
                yield _at(document, where, f"`{name}` takes {_values(taken)}, and {what} {given}")

    def _by_name(self, where: tuple[str | int, ...]) -> str:
        """What the engine gives there, by name; nothing where it is not the engine that gives it."""
        part, name = where[0], str(where[1])
        more = ("the answer so far",) if part == "adjusts" else ()
        tables = {"on": self.known.occasions, "forbids": self.known.acts}
        named = tables.get(str(part), self.known.questions).get(name)
        return f": {', '.join((*more, *named))}" if named else ""

    def _calls(self, document: Document) -> Iterator[tuple[tuple[str | int, ...], str, tuple[int, ...], str]]:
        """(place, function, how many values it may be given (none: nobody knows), who gives them)."""
        known = self.known
        for place, command in enumerate(document.commands):
            count = 1 + len(command.usage.arguments_in_order)
            yield ("commands", place, "run"), command.run, (count,), "the usage, with who writes it, gives"
        for place, entry in enumerate(document.schedule):
            yield ("schedule", place, "run"), entry["run"], (0,), "the clock gives"
        for part, own, more in (("answers", known.questions, 0), ("adjusts", known.questions, 1)):
            for name, function in getattr(document, part).items():
                for count in (len(own[name]),) if name in own else _given(self.asked, name):
                    yield (part, name), function, (count + more,), self._saying(name, count, "asked")
        for name, function in document.on.items():
            if name in known.occasions:
                most = len(known.occasions[name])
                yield ("on", name), function, (most, 1) if name == "changed" else (most,), f"`{name}` gives"
            else:
                for count in _given(self.told, name):
                    yield ("on", name), function, (count,), self._saying(name, count, "told")
        for name, function in document.forbids.items():
            yield from self._of_act(name, function)

    def _saying(self, name: str, count: int, said: Literal["asked", "told"]) -> str:
        """Who goes with so many values, where others say the same name with other numbers of them."""
        for slug, document in self.documents.items() if len(_given(getattr(self, said), name)) > 1 else ():
            if any(one == Name(name) and one.given == count for one in getattr(self.said[slug], said)):
                return f"`{name}`, as {said} by {document.path}, gives"
        return f"`{name}` gives"

    def _of_act(self, name: str, function: str) -> Iterator[tuple[tuple[str | int, ...], str, tuple[int, ...], str]]:
        slug, _, act = name.rpartition(".")
        owners = [slug] if slug else self.acts.get(act, [])
        counts = {
            1 + len(c.usage.arguments_in_order)
            for owner in owners
            if owner in self.documents
            for c in self.documents[owner].commands
            if c.run == act
        }
        if not slug and act in self.known.acts:
            counts.add(len(self.known.acts[act]))
        if len(counts) == 1:
            yield ("forbids", name), function, tuple(counts), f"`{name}` gives"

    def _records(self, document: Document) -> Iterator[Problem]:
        for use in self.said[document.slug].uses:
            line = document.code_line + use.line - 1
            if use.collection not in self.collections:
                message = f"{use.word}: no rule declares the collection `{use.collection}`"
                yield _unknown(document.path, line, message, use.collection, self.collections)
                continue
            fields = self.schemas.fields(use.collection)
            for field, at in use.fields:
                if field not in fields and use.collection != "polls":
                    message = f"{use.word}: no rule declares the field `{field}` of {use.collection}"
                    yield _unknown(document.path, document.code_line + at - 1, message, field, fields)

    def _laid_out(self, document: Document) -> Iterator[Problem]:
        for part, laid in (("files", document.files), ("records", document.records)):
            for collection in [name for name in laid if name not in self.collections]:
                near = meant(collection, self.collections)
                yield _at(document, (part, collection), f"no rule declares the collection `{collection}`{near}")
        for collection in [name for name in document.records if name in self.collections]:
            fields = self.schemas.fields(collection)
            for key, record in document.records[collection].items():
                for field in [field for field in record if field not in fields]:
                    message = f"no rule declares the field `{field}` of {collection}{meant(field, fields)}"
                    yield _at(document, ("records", collection, key), message)


def _unknown(path: str, line: int, message: str, name: str, known: Collection[str]) -> Problem:
    return Problem(path, line, message + meant(name, known), beside=there_are(name, known))


def _claimed(document: Document, slugs: Collection[str], numbers: Collection[int | None]) -> Iterator[Problem]:
    for part in ("overrides", "defers_to"):
        for named in getattr(document, part):
            if named != "all" and named not in (numbers if isinstance(named, int) else slugs):
                near = meant(str(named), slugs) if isinstance(named, str) else ""
                yield _at(document, (part,), f"`{part}`: no rule {_called(named)} is in force{near}")


def tellers(book: Rulebook, occasion: str) -> list[Name]:
    """What the rules in force tell that may be this occasion; what a rule that cannot be read tells may be any."""
    unread = [Name(ANY, whole=False)] if book.unreadable else []
    return unread + [name for name in _told(book) if name.may_be(occasion)]


@once
def _told(book: Rulebook) -> list[Name]:
    return [name for one in _mentions(book.documents.values(), book.library) for name in one.told]


def _mentions(documents: Collection[Document], library: Mapping[str, str]) -> list[Mentioned]:
    """What the rules in force mention, and the shared code that they load."""
    shared = [mentioned(library[slug]) for slug in loaded_from(documents, library)]
    return [*map(of_document, documents), *shared]


def of_document(document: Document) -> Mentioned:
    texts = tuple((name, value) for name, value in document.parameters.items() if isinstance(value, str))
    return mentioned(document.code, texts)


def _given(said: Iterable[Name], name: str) -> tuple[int, ...]:
    """How many values go with a name wherever rules say it; none where one of them does not write that out, or may mean another."""
    found = {one.given if one.whole else None for one in said if one.may_be(name)}
    return () if None in found else tuple(sorted(n for n in found if n is not None))


def _acts(documents: Iterable[Document]) -> dict[str, list[str]]:
    """The name of an act -> the rules that have a command of that name, strongest first."""
    found: dict[str, list[str]] = {}
    for document in documents:
        for command in document.commands:
            if document.slug not in found.setdefault(command.run, []):
                found[command.run].append(document.slug)
    return found


def _at(document: Document, where: tuple[str | int, ...], message: str) -> Problem:
    return Problem(document.path, document.lines.get(where, 1), message)


def _called(named: int | str) -> str:
    return str(named) if isinstance(named, int) else f"`{named}`"


def _values(taken: Parameters) -> str:
    return f"({', '.join(taken.names)})" if taken.names else "nothing"


def _counted(count: int) -> str:
    return "nothing" if not count else counted(count, "value")
