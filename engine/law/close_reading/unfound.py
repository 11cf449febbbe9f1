"""Records that a command looks up by what somebody wrote, and that need not be there: the rule fails, where it might refuse."""

import ast
from collections.abc import Iterator

from engine.law.documents.document import Command, Document
from engine.law.documents.problems import Problem
from engine.law.documents.profile import called, every_node, functions
from engine.law.documents.usage import type_of
from engine.law.rulebook import Rulebook

MESSAGE = "`{}` is whatever somebody writes: without such a record `get` gives None, and this fails. Test it for `== None`, and refuse"
_WRITTEN = ("word", "text", "integer", "number")  # others are what they say: a player, or one of so many
# What is handed to these is not looked at by it
_LEADS_NOWHERE = frozenset("get put remove reply announce headline str int".split())


def warnings(book: Rulebook) -> Iterator[Problem]:
    """One for each function that a command runs and that takes a field of such a record without ever having looked."""
    for document in book.ranked:
        bodies = {function.name: function for function in functions(document.code)}
        for command in document.commands:
            function = bodies.get(command.run)
            if function is not None:
                yield from _of(document, function, _written(command, function))


def _written(command: Command, function: ast.FunctionDef) -> set[str]:
    """The parameters of the function that hold what somebody wrote."""
    arguments = zip(function.args.args[1:], command.usage.arguments_in_order, strict=False)
    return {a.arg for a, name in arguments if type_of(name, command.arguments.get(name, {})) in _WRITTEN}


def _of(document: Document, function: ast.FunctionDef, written: set[str]) -> Iterator[Problem]:
    nodes = every_node(function)
    unseen = written - _looked_at(nodes)
    found = {name: key for node in nodes for name, key in _got(node) if key in unseen}
    unsure = found.keys() - _looked_at(nodes)
    for node in nodes:
        key = _taken_from(node)
        key = found[key] if key in unsure else key
        if key in unseen:
            yield document.warning(getattr(node, "lineno", 1), MESSAGE.format(key))
            return


def _taken_from(node: ast.AST) -> str:
    """Of what a field is taken, or over what something is laid: a name, or the key by which it is looked up there; empty for others."""
    match node:
        case (
            ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=str()))
            | ast.BinOp(left=ast.Name(id=name), op=ast.BitOr())
        ):
            return name
        case (
            ast.Subscript(value=ast.Call(args=[_, ast.Name(id=key)]) as call, slice=ast.Constant(value=str()))
            | ast.BinOp(left=ast.Call(args=[_, ast.Name(id=key)]) as call, op=ast.BitOr())
        ) if called(call) == "get":
            return key
    return ""


def _got(node: ast.AST) -> Iterator[tuple[str, str]]:
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(args=[_, ast.Name(id=key)]) as call) if (
            called(call) == "get"
        ):
            yield name, key


def _looked_at(nodes: list[ast.AST]) -> set[str]:
    """Names that are compared, tested or handed to a function that may look: what follows may be sure."""
    seen: set[str] = set()
    for node in nodes:
        match node:
            case ast.Compare() | ast.BoolOp() | ast.UnaryOp():
                seen |= _names(node)
            case ast.If(test=test) | ast.IfExp(test=test):
                seen |= _names(test)
            case ast.Call() if called(node) not in _LEADS_NOWHERE:
                seen |= {name for argument in node.args for name in _names(argument)}
    return seen


def _names(node: ast.AST) -> set[str]:
    """Without those of which only a part is taken: that is no look at whether they are there."""
    within = {id(part.value) for part in ast.walk(node) if isinstance(part, ast.Subscript)}
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and id(part) not in within}
