"""Records of which a part is put as if it were the whole: what other rules keep in them is set back to its beginning."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from engine.law.documents.document import MADE_BY_PLAY
from engine.law.documents.problems import Problem
from engine.law.documents.profile import called, nodes_of
from engine.law.rulebook import Rulebook
from engine.store.joined import joined

# Collections that many rules keep something in; of a poll only its data are put.
_SHARED: Final = MADE_BY_PLAY - {"polls"}
_LOST: Final = (
    "`put` writes the whole record, and {fields}, which {rules}, would be set back: write "
    "`put({where}, get({where}) | {{...}})`"
)
_ALL: Final = '`get("{collection}")` is the record `game` of {collection}, which there is not: `keys("{collection}")` are all of them'
MOST_NAMED: Final = 3


def warnings(book: Rulebook) -> Iterator[Problem]:
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
