"""What a rule's code mentions by name in so many words: questions it asks, occasions it tells, records and fields it writes.

Found in the text, without running it. A name that is put together while the code runs is known as far as it is written out.
"""

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from engine.law.documents.profile import Unfit, every_node, functions, nodes_of, tree

ANY = ""  # the beginning of a name of which nothing is written out


@dataclass(frozen=True)
class Name:
    """A name as far as the code says it: whole, or only how it begins."""

    text: str
    whole: bool = True
    # How many values go with it; None where that is not written out
    given: int | None = field(default=None, compare=False)

    def may_be(self, name: str) -> bool:
        return name == self.text if self.whole else name.startswith(self.text)


@dataclass(frozen=True)
class Use:
    """A word called at a line (within the code) with a collection, and the fields that are named with it."""

    line: int
    word: str
    collection: str
    fields: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Parameters:
    """How many values a function takes."""

    least: int
    most: int
    names: tuple[str, ...]
    needed: frozenset[str] = frozenset()  # of all that it takes by name, what has no value of its own
    known: frozenset[str] | None = None  # all that it takes by name; None where it takes any

    def take(self, count: int) -> bool:
        return self.least <= count <= self.most

    def take_named(self, given: Iterable[str]) -> bool:
        """Whether it can be called with these, each by its name, and nothing else."""
        names = frozenset(given)
        return self.needed <= names and (self.known is None or names <= self.known)


@dataclass(frozen=True)
class Mentioned:
    """`handed` are functions given to a word by themselves where their name is wanted: (line, word, function)."""

    asked: tuple[Name, ...] = ()
    told: tuple[Name, ...] = ()
    uses: tuple[Use, ...] = ()
    handed: tuple[tuple[int, str, str], ...] = ()


_RECORDS = ("get", "put", "remove", "keys", "find", "column", "next_key")
_NAMED = {"set_timer": 2, "call": 1}  # the word -> the place of the name of a function
_ENDLESS = 1_000
_DATA = (ast.Constant, ast.List, ast.Dict, ast.Tuple, ast.ListComp, ast.DictComp)  # what nobody can call


@lru_cache(maxsize=2048)
def mentioned(code: str, parameters: tuple[tuple[str, str], ...] = ()) -> Mentioned:
    """What the code mentions; `parameters` are the rule's own texts by name. Nothing if the code cannot be parsed."""
    try:
        body = tree(code).body
    except Unfit:
        return Mentioned()
    return _CodeReading(body, dict(parameters), takes(code)).found()


@lru_cache(maxsize=2048)
def takes(code: str) -> Mapping[str, Parameters]:
    """What each function at the top level takes. Nothing if the code cannot be parsed."""
    return {function.name: _parameters(function) for function in _functions(code)}


def idle(code: str) -> frozenset[str]:
    """The functions in which nothing is done, whoever calls them."""
    return frozenset(function.name for function in _functions(code) if _does_nothing(function))


def callables(code: str) -> frozenset[str]:
    """The names that whoever calls this code can call. None if it cannot be parsed."""
    try:
        body = tree(code).body
    except Unfit:
        return frozenset()
    return frozenset(name for node in body for name in _may_be_called(node))


@lru_cache(maxsize=2048)
def weighs(code: str) -> bool:
    """Whether a weight is written anywhere that may be another than one for some votes and not for others."""
    try:
        nodes = nodes_of(code)
    except Unfit:
        return False
    return any(_is_weight(node) for node in nodes) and any(_weighs(node) for node in nodes)


class _CodeReading:
    def __init__(self, body: list[ast.stmt], parameters: dict[str, str], functions: Mapping[str, Parameters]) -> None:
        self.functions = functions
        nodes = [node for one in body for node in every_node(one)]
        self.calls: list[Any] = [node for node in nodes if _is_call(node)]
        self.own = {name for node in nodes for name in given_here(node)}
        self.names = [node for node in nodes if isinstance(node, ast.Name)]
        known = parameters | dict(_constants(body))
        otherwise = _bound_within(body)
        self.known = {name: text for name, text in known.items() if name not in otherwise}

    def found(self) -> Mentioned:
        return Mentioned(
            tuple(self._names("ask")),
            tuple(self._names("tell")),
            tuple(use for call in self.calls for use in self._use(call)),
            tuple(found for call in self.calls for found in self._handed(call)),
        )

    def _names(self, word: str) -> Iterator[Name]:
        plain = [call for call in self.calls if call.func.id == word and call.args]
        yield from (replace(self._name(call.args[0]), given=_given(call)) for call in plain)
        if sum(name.id == word for name in self.names) > len(plain):
            yield Name(ANY, whole=False)  # called by another name, or with its values named: then with any

    def _name(self, node: ast.expr) -> Name:
        whole = True
        while isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            node, whole = node.left, False
        found = self._said(node)
        return found if whole else Name(found.text, whole=False)

    def _said(self, node: ast.expr) -> Name:
        match node:
            case ast.Constant(value=str(text)):
                return Name(text)
            case ast.Name(id=name) if name in self.known:
                return Name(self.known[name])
            case ast.BinOp(left=ast.Constant(value=str(text)), op=ast.Mod()):
                return Name(text.partition("%")[0], whole=False)
        return Name(ANY, whole=False)

    def _use(self, call: Any) -> Iterator[Use]:
        word, given = call.func.id, [*call.args, *(k.value for k in call.keywords if k.arg == "collection")]
        if word not in _RECORDS or word in self.own or not given:
            return
        name = self._name(given[0])
        if name.whole:
            yield Use(call.lineno, word, name.text, tuple(self._fields(word, call)))

    def _fields(self, word: str, call: Any) -> Iterator[tuple[str, int]]:
        if word == "put" and len(call.args) == 3:
            yield from _keys(call.args[2])
        if word in ("find", "column") and len(call.args) >= 2 and isinstance(call.args[1], ast.Constant):
            yield str(call.args[1].value), call.args[1].lineno

    def _handed(self, call: Any) -> Iterator[tuple[int, str, str]]:
        place = _NAMED.get(call.func.id)
        if place is None or call.func.id in self.own:
            return
        given = [*call.args[place : place + 1], *(k.value for k in call.keywords if k.arg in ("run", "function"))]
        for node in given:
            if isinstance(node, ast.Name) and node.id in self.functions:
                yield node.lineno, call.func.id, node.id


def _given(call: Any) -> int | None:
    return None if call.keywords or any(isinstance(one, ast.Starred) for one in call.args) else len(call.args) - 1


def _functions(code: str) -> list[ast.FunctionDef]:
    try:
        return functions(code)
    except Unfit:
        return []


def named_once(code: str) -> list[ast.FunctionDef]:
    """The functions at the top level whose names have no other meaning anywhere in the code. None if it cannot be parsed."""
    found = _functions(code)
    bound = Counter(name for node in (nodes_of(code) if found else ()) for name in given_here(node))
    return [function for function in found if bound[function.name] == 1]


def _does_nothing(function: ast.FunctionDef) -> bool:
    """Whether there is only a text in it, or `pass`."""
    return all(
        isinstance(each, ast.Pass) or (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))
        for each in function.body
    )


def _weighs(node: ast.AST) -> bool:
    """Whether here a weight is written that varies; or, where only some come to it, that is another than one."""
    if isinstance(node, ast.If | ast.IfExp) or (isinstance(node, ast.ListComp | ast.DictComp) and _chooses(node)):
        return any(_number(weight) != 1 for inner in every_node(node) for weight in _weights(inner))
    return any(_number(weight) is None for weight in _weights(node))


def _chooses(node: ast.ListComp | ast.DictComp) -> bool:
    return any(part.ifs for part in node.generators)


def _is_weight(node: ast.AST) -> bool:
    return isinstance(node, ast.Dict | ast.keyword | ast.Subscript) and any(True for _ in _weights(node))


def _weights(node: ast.AST) -> Iterator[ast.AST]:
    """What is written as the weight of a vote."""
    match node:
        case ast.Dict(keys=keys, values=values):
            pairs = zip(keys, values, strict=True)
            yield from (value for key, value in pairs if isinstance(key, ast.Constant) and key.value == "weight")
        case ast.keyword(arg="weight", value=value):
            yield value
        case ast.Subscript(slice=ast.Constant(value="weight"), ctx=ast.Store()):
            yield node


def _number(node: ast.AST) -> object:
    """The number that stands there; None where it varies."""
    return node.value if isinstance(node, ast.Constant) else None


def given_here(node: ast.AST) -> tuple[str, ...]:
    """The names to which code gives a meaning of its own here: what is called by one of them is no word."""
    match node:
        case ast.FunctionDef(name=name) | ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()):
            return (name,)
        case ast.Call(func=ast.Name(id="load"), args=[_, *loaded], keywords=renamed):
            plain = [str(one.value) for one in loaded if isinstance(one, ast.Constant)]
            return (*plain, *(str(keyword.arg) for keyword in renamed))
    return ()


def _may_be_called(node: ast.stmt) -> Iterator[str]:
    """What a line at the top gives a name to that may be a function."""
    match node:
        case ast.FunctionDef() | ast.Expr(value=ast.Call()):
            yield from given_here(node.value if isinstance(node, ast.Expr) else node)
        case ast.Assign(targets=targets, value=value) if not isinstance(value, _DATA):
            yield from (name for target in targets for part in every_node(target) for name in given_here(part))


def _is_call(node: ast.AST) -> Any:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name)


def _keys(node: ast.expr) -> Iterator[tuple[str, int]]:
    """The keys written out in a map, and in maps that are laid over each other, however many."""
    waiting = [node]
    while waiting:
        match waiting.pop():
            case ast.Dict(keys=keys):
                for key in keys:
                    if isinstance(key, ast.Constant) and isinstance(key.value, str):
                        yield key.value, key.lineno
            case ast.BinOp(left=left, op=ast.BitOr(), right=right):
                waiting += [right, left]


def _constants(body: Iterable[ast.stmt]) -> Iterator[tuple[str, str]]:
    for statement in body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=str(text))):
                yield name, text


def _bound_within(body: Iterable[ast.stmt]) -> set[str]:
    """The names that stand for something of its own in a function."""
    inside = [n for one in body if isinstance(one, ast.FunctionDef) for n in every_node(one)]
    bound = {n.id for n in inside if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    return bound | {n.arg for n in inside if isinstance(n, ast.arg)}


def _parameters(node: ast.FunctionDef) -> Parameters:
    named = [*node.args.posonlyargs, *node.args.args]
    least = len(named) - len(node.args.defaults)
    alone = zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
    needed = [*(one.arg for one in named[:least]), *(one.arg for one, default in alone if default is None)]
    known = None if node.args.kwarg else frozenset(one.arg for one in [*named, *node.args.kwonlyargs])
    most = _ENDLESS if node.args.vararg else len(named)
    return Parameters(least, most, tuple(one.arg for one in named), frozenset(needed), known)
