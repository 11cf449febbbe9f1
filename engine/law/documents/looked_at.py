"""Which fields functions look at of the maps that they are handed: whatever else these hold is nothing to them.

Found in the text, without running it. A function that hands on a map, goes through it or writes into it looks at all of it.
"""

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache

from engine.law.documents.mentioned import given_here, named_once
from engine.law.documents.profile import every_node

Fields = tuple[str, ...]
Looks = tuple[Fields | None, ...]  # of each of its parameters; None: all of it


@lru_cache(maxsize=2048)
def looked_at(code: str) -> Mapping[str, Looks]:
    """Function -> what it looks at. Left out is one that looks at all it is handed, and one of which that cannot be told."""
    found = {node.name: _looks(node) for node in named_once(code)}
    return {name: looks for name, looks in found.items() if any(fields is not None for fields in looks)}


def _looks(function: ast.FunctionDef) -> Looks:
    nodes = every_node(function)
    uses = Counter(node.id for node in nodes if isinstance(node, ast.Name))
    given = Counter(name for node in nodes for name in given_here(node))
    looks = [look for node in nodes for look in _look(node)]
    seen = Counter(name for name, _ in looks)
    fields: dict[str, set[str]] = {}
    for name, field in looks:
        fields.setdefault(name, set()).update(field)
    names = [one.arg for one in function.args.args]
    return tuple(
        tuple(sorted(fields.get(name, ()))) if given[name] == 1 and uses[name] == seen[name] else None for name in names
    )


def _look(node: ast.AST) -> Iterator[tuple[str, Fields]]:
    """The name of a map, and the field of it, that is looked at here; no field where it is held against what is no map."""
    match node:
        case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=str(field)), ctx=ast.Load()):
            yield name, (field,)
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id=name), attr="get"),
            args=[ast.Constant(value=str(field))] | [ast.Constant(value=str(field)), _],
            keywords=[],
        ):
            yield name, (field,)
        case ast.Compare(left=ast.Constant(value=str(field)), comparators=[ast.Name(id=name)]):
            yield name, (field,)
        case ast.Compare(left=ast.Name(id=name), comparators=[ast.Constant()]):
            yield name, ()
