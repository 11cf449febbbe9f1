"""Texts of fractions, as Python writes them.

The interpreter gives a fraction from a million on, and one below a hundred thousandth, six digits at most, and some of these
wrong: 9999999.5 is `9e+06` there. So the code of a rule is loaded with other functions in the places where numbers become text,
`str`, `repr`, `%` and `format`, which write such a fraction first and leave all else to the interpreter. No line moves.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from engine.law.documents.profile import RESERVED, Unfit, every_node, names_called, nodes_of

TEXT, REPR, PERCENT, SHOWN = (f"{name}{RESERVED}" for name in ("text", "repr", "percent", "shown"))
NAMES: Final = (TEXT, REPR, PERCENT, SHOWN)
_INSTEAD: Final = {"str": TEXT, "repr": REPR}
_CHANGED: Final = frozenset({ast.BinOp, ast.AugAssign, ast.Call})
_NUMBERS_TO_TEXT: Final = re.compile(r"\b(?:str|repr|format)\b|%")

# `_written` is Python's own writer, lent by the host. What is no number any more is left to the interpreter.
CODE: Final = f"""
_DEEP = 9
_HOLDING = {{"list": 1, "tuple": 1, "dict": 1, "float": 1}}

def _far(value, left):
    kind = type(value)
    if kind not in _HOLDING or left == 0:
        return False
    if kind == "float":
        return value != 0.0 and not (1e-5 <= abs(value) and abs(value) < 1e6) and abs(value) <= 1.7976931348623157e308
    for item in value.values() if kind == "dict" else value:
        if _far(item, left - 1):
            return True
    return False

def _near(value, whole, left):
    kind = type(value)
    if kind not in _HOLDING or left == 0:
        return value
    if kind == "float":
        if not _far(value, 1):
            return value
        return int(value) if whole and abs(value) < 1e18 and value == int(value) else _written(value)
    if kind == "dict":
        return {{key: _near(item, whole, left - 1) for key, item in value.items()}}
    items = [_near(item, whole, left - 1) for item in value]
    return items if kind == "list" else tuple(items)

def {SHOWN}(value):
    return _near(value, False, _DEEP) if _far(value, _DEEP) else value

def {TEXT}(value):
    return str({SHOWN}(value))

def {REPR}(value):
    return {TEXT}(value) if type(value) == "float" else repr({SHOWN}(value))

def {PERCENT}(left, right):
    if type(left) != "string" or not _far(right, _DEEP):
        return left % right
    bare = left.replace("%%", "")
    if "%e" in bare or "%g" in bare:
        fail("`%e` and `%g` are not known here: write `%s`")
    if "%f" in bare:
        return left % right
    return left % _near(right, "%d" in bare or "%x" in bare, _DEEP)
"""


@lru_cache(maxsize=2048)
def written_well(code: str) -> str:
    """The code with those functions in place of the interpreter's. As it is where it is no Starlark of rules."""
    bare = code.lstrip("\n")  # as it stands in the rule, which has been parsed before
    if not _NUMBERS_TO_TEXT.search(bare):
        return code
    try:
        return "\n" * (len(code) - len(bare)) + _Rewriting(bare).done()
    except Unfit:  # told by whoever loads it
        return code


class _Rewriting:
    """Edits by places in the text: what ends there, what begins there, and what stands instead of so many characters."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.nodes = nodes_of(code)  # the outer before the inner
        self.lines = code.splitlines(keepends=True) or [""]
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))
        self.ends: dict[int, list[str]] = defaultdict(list)
        self.begins: dict[int, list[str]] = defaultdict(list)
        self.instead: dict[int, tuple[int, str]] = {}

    def done(self) -> str:
        instead = {name: other for name, other in _INSTEAD.items() if name in names_called(self.code)}
        instead = {name: other for name, other in instead.items() if name not in _own_names(self.nodes)}
        for node in self.nodes:
            if type(node) is ast.Name and node.id in instead:
                self.instead[self._at(node.lineno, node.col_offset)] = (len(node.id), instead[node.id])
            if type(node) not in _CHANGED:
                continue
            match node:
                case ast.BinOp(op=ast.Mod()) if _may_be_text(node):
                    self._call(node, PERCENT)
                    self.instead[self._operator("%", node.left)] = (1, ",")
                case ast.AugAssign(target=target, op=ast.Mod()) if not _calls(target):
                    self.ends[self._end(node.value)].insert(0, "))")
                    again = self.code[self._at(target.lineno, target.col_offset) : self._end(target)]
                    self.instead[self._operator("%=", target)] = (2, f"= {PERCENT}({again}, (")
                case ast.Call(func=ast.Attribute(attr="format")):
                    for value in _given(node):
                        self._call(value, SHOWN)
        return "".join(self._pieces())

    def _call(self, node: ast.expr, function: str) -> None:
        self.begins[self._at(node.lineno, node.col_offset)].append(f"{function}(")
        self.ends[self._end(node)].insert(0, ")")

    def _operator(self, sign: str, left: ast.expr) -> int:
        """Where the operator stands: behind the left side and whatever brackets and remarks follow it."""
        found = re.compile(rf"(?:[\s)\\]|#[^\n]*)*({sign})").match(self.code, self._end(left))
        if found is None:
            raise Unfit([(left.end_lineno or 1, f"there is no `{sign}` where one is")])
        return found.start(1)

    def _pieces(self) -> Iterator[str]:
        at = 0
        for place in sorted({*self.ends, *self.begins, *self.instead}):
            yield self.code[at:place]
            yield from self.ends.get(place, ())
            yield from self.begins.get(place, ())
            length, text = self.instead.get(place, (0, ""))
            yield text
            at = place + length
        yield self.code[at:]

    def _end(self, node: ast.expr) -> int:
        return self._at(node.end_lineno or node.lineno, node.end_col_offset or node.col_offset)

    def _at(self, line: int, column: int) -> int:
        """The place of a line and a column, which the parser counts in bytes."""
        text = self.lines[line - 1]
        return self.starts[line - 1] + (column if text.isascii() else len(text.encode()[:column].decode()))


def _may_be_text(node: ast.BinOp) -> bool:
    """Whether the operator may put something into a text: not beside a number that is written out."""
    numbers = (one for one in (node.left, node.right) if isinstance(one, ast.Constant))
    return not any(isinstance(one.value, int | float) for one in numbers)


def _calls(node: ast.expr) -> bool:
    """Whether it does something to look at it twice."""
    return any(isinstance(one, ast.Call) for one in every_node(node))


def _given(call: ast.Call) -> Iterator[ast.expr]:
    for value in (*call.args, *(keyword.value for keyword in call.keywords)):
        inner = value.value if isinstance(value, ast.Starred) else value
        if not isinstance(inner, ast.Constant):
            yield inner


def _own_names(nodes: Iterable[ast.AST]) -> set[str]:
    """Names that the code gives to something of its own."""
    found: set[str] = set()
    for node in nodes:
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name) | ast.FunctionDef(name=name):
                found.add(name)
            case ast.Call(func=ast.Name(id="load"), args=loaded, keywords=renamed):
                found |= {str(one.value) for one in loaded if isinstance(one, ast.Constant)}
                found |= {str(keyword.arg) for keyword in renamed}
    return found
