"""What functions look for in what they are handed first, and do nothing where none of it is there.

Found in the text, without running it: whoever hears of every change looks first whether it is one of theirs, and most are not.
"""

import ast
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from engine.law.documents.mentioned import named_once

Names = frozenset[str]
_NONE: Final[Names] = frozenset()


@lru_cache(maxsize=2048)
def looked_for(code: str) -> Mapping[str, Names]:
    """Function -> the names without which it does nothing; left out is one of which that cannot be told."""
    found = {
        node.name: _of(node.body, node.args.args[0].arg) for node in named_once(code) if _takes_one_or_two(node.args)
    }
    return {name: names for name, names in found.items() if names is not None}


def _takes_one_or_two(given: ast.arguments) -> bool:
    """Another fails, whatever it would do."""
    return len(given.args) in (1, 2) and not (given.posonlyargs or given.kwonlyargs or given.vararg or given.kwarg)


def _of(body: list[ast.stmt], given: str) -> Names | None:
    found = _NONE
    for each in body:
        match each:
            case ast.Pass() | ast.Expr(value=ast.Constant()):
                continue
            case ast.Return(value=None):
                return found
            case ast.If(test=test, body=[ast.Return(value=None)]) if (names := _true(test, given)) is not None:
                return found | names
            case ast.For(iter=items):
                names = _no_items(items, given)
            case ast.If(test=test, orelse=[]):
                names = _false(test, given)
            case _:
                return None
        if names is None:
            return None
        found |= names
    return found


def _no_items(node: ast.expr, given: str) -> Names | None:
    """The names without which there is nothing to go through, and nothing is done to find that out."""
    match node:
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id=name), attr="get"),
            args=[ast.Constant(value=str(wanted)), ast.List(elts=[]) | ast.Tuple(elts=[]) | ast.Dict(keys=[])],
            keywords=[],
        ) if name == given:
            return frozenset({wanted})
        case ast.BinOp(op=ast.Add()):
            parts = _summed(node)
            return _all([_no_items(part, given) if _is_list(part) else None for part in parts])
        case ast.IfExp(test=test, orelse=ast.List(elts=[]) | ast.Tuple(elts=[]) | ast.Dict(keys=[])):
            return _false(test, given)
        case ast.ListComp(generators=[first, *_]) | ast.DictComp(generators=[first, *_]):
            return _no_items(first.iter, given)
    return None


def _summed(node: ast.expr) -> list[ast.expr]:
    """The parts of a sum, of which there may be more than Python calls deep."""
    found, waiting = list[ast.expr](), [node]
    while waiting:
        match waiting.pop():
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                waiting += [left, right]
            case part:
                found.append(part)
    return found


def _is_list(node: ast.expr) -> bool:
    """Whether it comes to a list where it comes to nothing: with a tuple or a map added to it, it would fail."""
    match node:
        case ast.Call(args=[_, ast.List()]) | ast.IfExp(orelse=ast.List()) | ast.ListComp():
            return True
    return False


def _false(node: ast.expr, given: str) -> Names | None:
    """The names without which it is false, and nothing is done to find that out."""
    match node:
        case ast.Compare(left=ast.Constant(value=str(wanted)), ops=[ast.In()], comparators=[ast.Name(id=name)]):
            return frozenset({wanted}) if name == given else None
        case ast.BoolOp(op=ast.And(), values=[first, *_]):
            return _false(first, given)
        case ast.BoolOp(op=ast.Or(), values=values):
            return _all([_false(value, given) for value in values])
    return _no_items(node, given)


def _true(node: ast.expr, given: str) -> Names | None:
    """The names without which it is true, likewise."""
    match node:
        case ast.Compare(left=ast.Constant(value=str(wanted)), ops=[ast.NotIn()], comparators=[ast.Name(id=name)]):
            return frozenset({wanted}) if name == given else None
        case ast.BoolOp(op=ast.Or(), values=[first, *_]):
            return _true(first, given)
        case ast.BoolOp(op=ast.And(), values=values):
            return _all([_true(value, given) for value in values])
    return None


def _all(every: list[Names | None]) -> Names | None:
    known = [names for names in every if names is not None]
    return _NONE.union(*known) if len(known) == len(every) else None
