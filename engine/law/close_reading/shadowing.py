"""Names that hide one another: the code means one thing, such as a word of the engine, and gets its own."""

import ast
from collections.abc import Iterator
from typing import Final

from engine.law.documents.document import Document
from engine.law.documents.problems import Problem
from engine.law.documents.profile import called, nodes_of
from engine.law.documents.vocabulary import WORDS
from engine.law.rulebook import Rulebook

# Functions that Starlark brings, which code commonly calls.
_BUILTIN: Final = frozenset(
    """
    abs all any bool dict dir enumerate fail float getattr hasattr int
    len list max min range repr reversed sorted str tuple type zip
    """.split()
)


def warnings(book: Rulebook) -> Iterator[Problem]:
    """One for each parameter that is called like a function, at the parameter's line, and for each call of what is hidden."""
    for document in book.ranked:
        nodes = nodes_of(document.code)
        yield from _parameters(document, nodes)
        yield from _hidden(document, nodes)


def _parameters(document: Document, nodes: list[ast.AST]) -> Iterator[Problem]:
    own = {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
    calls = [node for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    loaded = {name for call in calls for name in _brought(call)}
    names = {called(call) for call in calls}
    inner = {id(node) for function in nodes if isinstance(function, ast.FunctionDef) for node in ast.walk(function)}
    outer = [node for node in nodes if isinstance(node, ast.Assign | ast.AugAssign) and id(node) not in inner]
    given = {name for assignment in outer for node in ast.walk(assignment) for name in _names(node)}
    for name in document.parameters:
        what = "a function of this rule" if name in own else "what is loaded" if name in loaded else ""
        what = what or ("a function of the language" if name in _BUILTIN & names else "")
        what = what or ("what the code sets to a value of its own" if name in given else "")
        if what:
            message = f"the parameter `{name}` has the name of {what}, and one hides the other: give it another name"
            yield document.doubt("parameters", name, message=message)


def _hidden(document: Document, nodes: list[ast.AST]) -> Iterator[Problem]:
    """Calls of a word that this rule, or the function where it is called, has given another meaning; one for each name."""
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
    own = {function.name: function for function in functions}
    inside = {id(node) for function in functions for node in ast.walk(function) if node is not function}
    outer = {name for node in nodes if id(node) not in inside for name in _names(node)}
    told: set[str] = set()
    for function in functions:
        within = _arguments(function) | {
            name for node in ast.walk(function) if node is not function for name in _names(node)
        }
        for call in ast.walk(function):
            name = called(call)
            if not isinstance(call, ast.Call) or name in told or name not in (outer | within) & (WORDS | _BUILTIN):
                continue
            if name not in within and name in own and name != function.name and _takes(own[name], call):
                continue  # a function of its own that the rule means
            told.add(name)
            kind = "a word of the engine" if name in WORDS else "a function of the language"
            message = f"`{name}` is {kind}, and here it is the rule's own: give its own another name"
            yield document.warning(call.lineno, message)


def _takes(function: ast.FunctionDef, call: ast.Call) -> bool:
    """Whether the function takes what the call gives it, by their number."""
    most = len(_arguments(function))
    optional = [default for default in (*function.args.defaults, *function.args.kw_defaults) if default is not None]
    given = len(call.args) + len(call.keywords)
    return bool(function.args.vararg) or most - len(optional) <= given <= most


def _names(node: ast.AST) -> set[str]:
    """The names that a node gives a meaning."""
    if isinstance(node, ast.FunctionDef):
        return {node.name}
    return {node.id} if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) else set()


def _arguments(function: ast.FunctionDef) -> set[str]:
    taken = function.args
    return {one.arg for one in [*taken.posonlyargs, *taken.args, *taken.kwonlyargs]}


def _brought(call: ast.Call) -> set[str]:
    """The names that a `load` brings in."""
    if called(call) != "load":
        return set()
    return {str(one.value) for one in call.args[1:] if isinstance(one, ast.Constant)} | {
        str(keyword.arg) for keyword in call.keywords
    }
