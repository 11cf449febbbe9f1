"""A rule or another document as rules are told of it: everything that it says and does, as plain data."""

from typing import Any, Final

from engine.game.refusal import Refusal
from engine.game.replies import refusals
from engine.game.world.world import World
from engine.law.documents import profile
from engine.law.documents.document import Document, parse
from engine.law.documents.problems import LawProblems
from engine.law.running.texts import put_all_in_order, put_in_order
from engine.store import splice
from engine.store.layout import LIBRARY

# Of a rule in force, in order.
FACTS: Final = tuple("code front history immutable kind number path slug strings text title words".split())


def as_it_is(world: World, path: str, text: str, after: dict[str, Any] | None = None) -> dict[str, Any]:
    """A rule that is law, or was, or is voted on; of one that cannot be read what its file's name says. Its class is `after`'s then."""
    try:
        return described(world, path, text)
    except Refusal:
        slug, above = splice.slug_of(path), bool(after and after["immutable"])
        number = splice.number_of_name(path)
        bare = {"slug": slug, "kind": "rule", "title": slug, "number": number, "immutable": above, "path": path}
        return put_in_order(_blank() | bare | {"text": text, "history": []})


def described(world: World, path: str, text: str) -> dict[str, Any]:
    """The facts of a text of law at this path. Raises Refusal if it cannot be read."""
    if path.startswith(LIBRARY):
        slug = splice.slug_of(path)
        return put_in_order(_blank() | {"slug": slug, "kind": "library", "title": slug, "code": text, "path": path})
    try:
        return document_facts(world.book.named(parse(path, text)))
    except LawProblems as error:
        raise refusals.bad_rule([str(p) for p in error.problems]) from None


def _blank() -> dict[str, Any]:
    return {"number": None, "immutable": None, "text": "", "code": "", "words": [], "strings": [], "front": {}}


def document_facts(document: Document) -> dict[str, Any]:
    return {
        "code": document.code,
        "front": put_all_in_order(_front(document)),
        "history": [put_in_order(dict(entry)) for entry in document.history],
        "immutable": bool(document.immutable),
        "kind": document.kind,
        "number": document.number,
        "path": document.path,
        "slug": document.slug,
        "strings": list(profile.strings(document.code)),
        "text": document.prose,
        "title": document.title,
        "words": sorted(document.words),
    }


def _front(document: Document) -> dict[str, Any]:
    """The front matter as it is written, without number and history, which the engine sets; it always has these two."""
    written = {name: value for name, value in document.front.items() if name not in ("rule", "history")}
    return {"parameters": {}, "by_hand": False, **written}
