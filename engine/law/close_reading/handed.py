"""Names of fields that code hands to functions, such as what something is paid in, and that no rule declares.

Shared code lets nobody own what there is not, so that a rule outlives the one that declared it. A rule that is written for a field which
was never there would be adopted, and pay nothing.
"""

import ast
from collections.abc import Iterator, Mapping
from functools import lru_cache

from engine.law.close_reading.records import collection_of, known_records
from engine.law.documents.document import Document
from engine.law.documents.problems import Problem, meant
from engine.law.documents.profile import called, every_node, functions, nodes_of
from engine.law.reach import loads
from engine.law.rulebook import Rulebook

Taken = Mapping[int, frozenset[str]]  # place of a parameter -> the collections of whose records it names a field


def warnings(book: Rulebook) -> Iterator[Problem]:
    """One for each call that hands a function the name of a field which no rule declares. Nothing while a rule cannot be read."""
    for document in book.whole:
        known = {**_known(book, document), **taken(document.code)}
        for node in nodes_of(document.code):
            if isinstance(node, ast.Call) and called(node) in known:
                yield from _of_call(book, document, node, known[called(node)])


def _of_call(book: Rulebook, document: Document, call: ast.Call, places: Taken) -> Iterator[Problem]:
    for place, argument in enumerate(call.args):
        field = _text(document, argument)
        for collection in sorted(places.get(place, ())) if field else ():
            fields = book.schemas.fields(collection)
            if fields and field not in fields:
                message = f"`{called(call)}` is handed `{field}`, and no rule declares that field of {collection}{meant(field, fields)}"
                yield document.warning(call.lineno, message)


def _text(document: Document, argument: ast.expr) -> str:
    """What is handed over, where it is written out, or the rule's own parameter."""
    match argument:
        case ast.Constant(value=str(text)):
            return text
        case ast.Name(id=name) if isinstance(document.parameters.get(name), str):
            return str(document.parameters[name])
    return ""


def _known(book: Rulebook, document: Document) -> dict[str, Taken]:
    """Local name -> what the function of another rule, or of shared code, takes."""
    found = {}
    for name, (slug, function) in loads(document.code).items():
        other = book.documents.get(slug)
        found[name] = taken(other.code if other else book.library.get(slug, "")).get(function, {})
    return found


@lru_cache(maxsize=1024)
def taken(code: str) -> Mapping[str, Taken]:
    """Function -> which of its parameters it takes for the names of fields, by itself or by handing them on in this code."""
    found = {function.name: _at_once(function) for function in functions(code)}
    for _ in found:
        more = {
            function.name: _joined(found[function.name], _handed_on(function, found)) for function in functions(code)
        }
        if more == found:
            break
        found = more
    return found


def _at_once(function: ast.FunctionDef) -> Taken:
    places, found = _places(function), dict[int, frozenset[str]]()
    nodes = every_node(function)
    records = dict(known_records(nodes))
    for node in nodes:
        match node:
            case ast.Subscript(value=value, slice=ast.Name(id=name)) if name in places:
                collection = records.get(value.id, "") if isinstance(value, ast.Name) else collection_of(value)
                if collection:
                    found[places[name]] = found.get(places[name], frozenset()) | {collection}
    return found


def _handed_on(function: ast.FunctionDef, known: Mapping[str, Taken]) -> Taken:
    places, found = _places(function), dict[int, frozenset[str]]()
    for node in every_node(function):
        if isinstance(node, ast.Call):
            for at, collections in known.get(called(node), {}).items():
                match node.args[at : at + 1]:
                    case [ast.Name(id=name)] if name in places:
                        found[places[name]] = found.get(places[name], frozenset()) | collections
    return found


def _joined(one: Taken, other: Taken) -> Taken:
    return {place: one.get(place, frozenset()) | other.get(place, frozenset()) for place in sorted({*one, *other})}


def _places(function: ast.FunctionDef) -> dict[str, int]:
    return {argument.arg: place for place, argument in enumerate(function.args.args)}
