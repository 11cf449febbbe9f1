"""Amounts below 0: whoever may write `-5` for what a command reckons with has the contrary of it done."""

import ast
from collections.abc import Iterator
from typing import Final

from engine.law.documents.document import Command
from engine.law.documents.problems import Problem
from engine.law.documents.profile import called, every_node, functions
from engine.law.documents.usage import type_of
from engine.law.rulebook import Rulebook

_BOUNDED: Final = frozenset({"min", "max", "abs", "range"})


def warnings(book: Rulebook) -> Iterator[Problem]:
    """One for each numeric argument without a `minimum` that its function adds or takes away, and looks at nowhere."""
    for document in book.ranked:
        own = {function.name: function for function in functions(document.code)}
        for place, command in enumerate(document.commands):
            for name in _reckoned(command, own[command.run]) if command.run in own else ():
                message = (
                    f"whoever writes `-5` for `<{name}>` has the contrary done of what the command is for: give the argument a "
                    "`minimum`, such as `minimum: 1`"
                )
                yield document.doubt("commands", place, "arguments", name, message=message)


def _reckoned(command: Command, function: ast.FunctionDef) -> Iterator[str]:
    nodes = every_node(function)
    for name, parameter in zip(command.usage.arguments_in_order, function.args.args[1:], strict=False):
        spec = command.arguments.get(name, {})
        if type_of(name, spec) not in ("integer", "number") or "minimum" in spec:
            continue
        if any(_adds(node, parameter.arg) for node in nodes) and not any(_bounds(n, parameter.arg) for n in nodes):
            yield name


def _adds(node: ast.AST, name: str) -> bool:
    match node:
        case ast.BinOp(op=ast.Add() | ast.Sub(), left=left, right=right):
            return any(isinstance(each, ast.Name) and each.id == name for each in (left, right))
        case ast.AugAssign(value=ast.Name(id=one)) | ast.UnaryOp(op=ast.USub(), operand=ast.Name(id=one)):
            return one == name
    return False


def _bounds(node: ast.AST, name: str) -> bool:
    """Whether the code says itself how much it may be."""
    if not isinstance(node, ast.Compare) and called(node) not in _BOUNDED:
        return False
    return any(isinstance(each, ast.Name) and each.id == name for each in every_node(node))
