"""Records that code misuses: fields that no rule declares, copies that nobody puts back, parts put as if they were the whole."""

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from engine.law.documents.document import MADE_BY_PLAY, Document
from engine.law.documents.problems import Problem, meant, there_are
from engine.law.documents.profile import called, every_node, functions, nodes_of
from engine.law.rulebook import Rulebook
from engine.store.joined import joined

_LOOSE = frozenset({"polls", "timers"})  # rules see more of them than their records hold


@dataclass(frozen=True)
class Read:
    """A field read at a line (within the code)."""

    line: int
    collection: str
    field: str


def undeclared(book: Rulebook) -> Iterator[Problem]:
    """Fields that code reads and nobody declares: there the rule would fail, once it comes so far. Nothing while a rule cannot be read.

    Seen is what is read of `get(...)` at once, or of a name that the function gives to nothing else.
    """
    for document in book.whole:
        for read in reads(document.code):
            fields = book.schemas.fields(read.collection)
            if fields and read.field not in fields and read.collection not in _LOOSE:
                message = f"get: no rule declares the field `{read.field}` of {read.collection}"
                near, beside = meant(read.field, fields), there_are(read.field, fields)
                yield replace(document.warning(read.line, message + near), beside=beside)


@lru_cache(maxsize=1024)
def reads(code: str) -> tuple[Read, ...]:
    """What the code reads by names that are written out, in the order of the text."""
    return tuple(sorted({read for function in functions(code) for read in _of(function)}, key=lambda one: one.line))


def _of(function: ast.FunctionDef) -> Iterator[Read]:
    nodes = every_node(function)
    known = dict(known_records(nodes))
    given = Counter(node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
    given.update(node.arg for node in nodes if isinstance(node, ast.arg))
    for node in nodes:
        match node:
            case ast.Subscript(value=value, slice=ast.Constant(value=str(field)), ctx=ast.Load()):
                collection = collection_of(value)
                if isinstance(value, ast.Name) and given[value.id] == 1:
                    collection = known.get(value.id, "")
                if collection:
                    yield Read(node.lineno, collection, field)


def known_records(nodes: list[ast.AST]) -> Iterator[tuple[str, str]]:
    """Names that a record is given to, with its collection."""
    for node in nodes:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if collection_of(value):
                yield name, collection_of(value)


def collection_of(node: ast.expr) -> str:
    """Of which collection this is a record; empty where it is none, or may be something else."""
    match node:
        case ast.Call(func=ast.Name(id="get"), args=[ast.Constant(value=str(name)), *_]):
            return name
    return ""


COPY: Final = "what `get` gives is a copy: what is written into it is kept only if the record is `put`"


def copies(book: Rulebook) -> Iterator[Problem]:
    """Lines that write into the copy that `get` gives, which nobody puts back."""
    for document in book.ranked:
        if document.code and document.slug not in book.loaded.broken:
            yield from (document.warning(line, COPY) for line in sorted(set(_lines(document))))


def _lines(document: Document) -> Iterator[int]:
    for function in functions(document.code):
        nodes = every_node(function)
        lost = _lost(nodes)
        for node in nodes:
            if isinstance(node, ast.Assign | ast.AugAssign):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                yield from (node.lineno for target in targets if _is_into_a_copy(target, lost))


def _is_into_a_copy(target: ast.expr, lost: set[str]) -> bool:
    if not isinstance(target, ast.Subscript):
        return False
    inmost: ast.expr = target
    while isinstance(inmost, ast.Subscript):
        inmost = inmost.value
    return called(inmost) == "get" or (isinstance(inmost, ast.Name) and inmost.id in lost)


def _lost(nodes: list[ast.AST]) -> set[str]:
    """The names of a function that stand for what `get` gave alone, and that are never used as a whole."""
    within = {id(node.value) for node in nodes if isinstance(node, ast.Subscript)}
    got: set[str] = set()
    otherwise: set[str] = set()
    for node in nodes:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if called(value) == "get":
                got.add(name)
                within.add(id(node.targets[0]))
            case ast.arg(arg=name):
                otherwise.add(name)
    used = {node.id for node in nodes if isinstance(node, ast.Name) and id(node) not in within}
    return got - used - otherwise


# Collections that many rules keep something in; of a poll only its data are put.
_SHARED: Final = MADE_BY_PLAY - {"polls"}
_LOST: Final = (
    "`put` writes the whole record, and {fields}, which {rules}, would be set back: write "
    "`put({where}, get({where}) | {{...}})`"
)
_ALL: Final = '`get("{collection}")` is the record `game` of {collection}, which there is not: `keys("{collection}")` are all of them'
MOST_NAMED: Final = 3


def wholes(book: Rulebook) -> Iterator[Problem]:
    """One for each `put` of a map that is written out, and for each `get` of a collection without a key."""
    for document in book.ranked:
        for node in nodes_of(document.code):
            if isinstance(node, ast.Call) and (
                message := _of_put(book, document.slug, node) if called(node) == "put" else _of_get(node)
            ):
                yield document.warning(node.lineno, message)


def _of_put(book: Rulebook, slug: str, call: ast.Call) -> str:
    match call:
        case ast.Call(args=[ast.Constant(value=str(collection)), _, ast.Dict(keys=keys)]) if collection in _SHARED:
            named = {key.value for key in keys if isinstance(key, ast.Constant)}
            own = book.schemas.declared(collection)
            if named & (book.schemas.fields(collection) - own):
                return ""  # it says what the engine keeps of each, so it is begun with it
            others = sorted(f for f in own - named if book.schemas.owner(collection, f) != slug)
            return _told(book, collection, others) if others else ""
    return ""


def _told(book: Rulebook, collection: str, fields: list[str]) -> str:
    rules = sorted({book.schemas.owner(collection, field) for field in fields})
    return _LOST.format(
        where='"game", "game"' if collection == "game" else f'"{collection}", key',
        fields=_named(fields),
        rules=f"{_named(rules)} declare{'s' if len(rules) == 1 else ''}",
    )


def _named(names: list[str]) -> str:
    more = ["others"] if len(names) > MOST_NAMED else []
    return joined([*(f"`{name}`" for name in names[:MOST_NAMED]), *more])


def _of_get(call: ast.Call) -> str:
    match call:
        case ast.Call(
            func=ast.Name(id="get"), args=[ast.Constant(value="players" | "polls" as collection)], keywords=[]
        ):
            return _ALL.format(collection=collection)
    return ""
