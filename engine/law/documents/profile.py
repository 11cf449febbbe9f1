"""The profile of Starlark that rules may use, checked on the text before anything runs it.

Starlark is almost a part of Python's grammar, so Python's parser finds the names and the shapes; size and nesting are
bounded first, for parsers crash on what is nested too deeply.
"""

import ast
import re
import warnings
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from engine.law.documents import misread

_WALRUS: Final = " or ':='"  # which Python's parser proposes, and Starlark does not know
# Of the code, where people count those of the file.
_LINE: Final = re.compile(r" \(detected at line \d+\)| on line \d+")
MAX_CODE: Final = 65_536
MAX_NESTING: Final = 60
MAX_INDENT: Final = 40
MAX_SIGNS: Final = 2_000  # in a line, of what a parser goes one deeper for
# Of the tree: Python's own bound for it hangs on how deep the call is in which the code is read, and on the version of Python.
MAX_DEPTH: Final = 1_500
INVOLVED: Final = (
    f"the code is too involved: it is put together more than {MAX_DEPTH:,} deep, such as a sum of so many parts"
)
MOST_BLANKS: Final = 80  # before a sign of a line: what stands behind more of them is out of sight on many screens
RESERVED: Final = "__"  # what names of the engine's own end with in the code of rules
# In prose a soft hyphen or a joiner may be meant; code has no use for what nobody sees, and for another look of a plain letter.
_UNSEEN = re.compile(
    "[\x01-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff"
    "\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff]|(?<=[A-Za-z_])[\ufe00-\ufe0f]"
)
_FAR = re.compile(rf"(?<=\S)\s{{{MOST_BLANKS + 1},}}(?=\S)")
# What no quotation mark ends goes on to the end: looked for anew from each mark in it, it would take a minute.
_STRINGS = re.compile(
    r"(?s)#[^\n]*|\"\"\".*?(?:\"\"\"|\Z)|\'\'\'.*?(?:\'\'\'|\Z)|\"(?:\\.|[^\"\\\n])*(?:\"|\\?\Z|(?=\n))|'(?:\\.|[^'\\\n])*(?:'|\\?\Z|(?=\n))"
)
Looks = dict[type[ast.AST], Callable[[ast.AST], tuple[int, str] | None]]
_BRACKETS = re.compile(r"[][(){}]")
_SIGNS = re.compile(r"\bnot\b|\blambda\b|\belse\b|[-+~]")
_FORBIDDEN: Final[dict[type[ast.AST], str]] = {
    ast.While: "`while`: use `for i in range(n)`, with `break`",
    ast.ClassDef: "`class`: use functions and maps",
    ast.Import: '`import`: use load("slug", "name")',
    ast.ImportFrom: '`import`: use load("slug", "name")',
    ast.Try: "`try`: test first, for what fails undoes all",
    ast.With: "`with`: leave it out",
    ast.AsyncFunctionDef: "`async`: leave it out",
    ast.AsyncFor: "`async`: leave it out",
    ast.AsyncWith: "`async`: leave it out",
    ast.Await: "`await`: leave it out",
    ast.Yield: "`yield`: give a list back",
    ast.YieldFrom: "`yield`: give a list back",
    ast.Global: "`global`: keep it in a record, with put(...)",
    ast.Nonlocal: "`nonlocal`: hand it over and give it back",
    ast.Delete: "`del`: use .pop(...), or remove(...) of a record",
    ast.Pow: "`**`: multiply",
    ast.MatMult: "`@`: multiply",
    ast.LShift: "`<<`, which loses what grows beyond 32 bits: multiply",
    ast.NamedExpr: "`:=`: assign on a line before",
    ast.Match: "`match`: use `if` and `elif`",
    ast.Set: "a set: use a list",
    ast.SetComp: "a set: use a list",
    ast.GeneratorExp: "a generator: use a list in brackets",
    ast.Raise: "`raise`: use refuse(...)",
    ast.Assert: "`assert`: use `if` and refuse(...)",
    ast.Is: "`is`: use ==",
    ast.IsNot: "`is not`: use !=",
    ast.AnnAssign: "a type annotation: leave it out",
    ast.JoinedStr: 'an f-string: write "%s has %d" % (player, count)',
}


class Unfit(ValueError):
    """Code outside the profile: (line within the code, message) for each problem."""

    def __init__(self, problems: list[tuple[int, str]]) -> None:
        super().__init__("; ".join(f"line {line}: {message}" for line, message in problems))
        self.problems = problems


def tree(code: str) -> ast.Module:
    """The syntax tree of code within the profile. Raises Unfit."""
    return _parsed(code)[0]


def nodes_of(code: str) -> list[ast.AST]:
    """The nodes of code within the profile, as `every_node` finds them: not to be changed. Raises Unfit."""
    return _parsed(code)[1]


@lru_cache(maxsize=2048)
def _parsed(code: str) -> tuple[ast.Module, list[ast.AST]]:
    _must_be_small(code)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = ast.parse(code)
    except SyntaxError as error:
        raise Unfit([(error.lineno or 1, _unread(code, error))]) from None
    except (RecursionError, MemoryError):
        raise Unfit([(1, INVOLVED)]) from None
    except (ValueError, OverflowError):
        raise Unfit([(1, "this is not Starlark")]) from None
    nodes, deep = _walked(found)
    if deep > MAX_DEPTH:
        raise Unfit([(1, INVOLVED)])
    problems = [problem for node in nodes if (look := _LOOKS.get(type(node))) and (problem := look(node))]
    if problems:
        raise Unfit(sorted(set(problems)))
    return found, nodes


def _unread(code: str, error: SyntaxError) -> str:
    """What Python's parser says of a line it cannot read, and what to write in its place, if that is known."""
    said = _LINE.sub("", error.msg.replace(_WALRUS, ""))
    lines = _bare(code, text="\0").split("\n")
    return (
        f"this is not Starlark: {said}{misread.instead(said, ''.join(lines[(error.lineno or 1) - 1 : error.lineno]))}"
    )


def _bare(code: str, text: str = "") -> str:
    """The code without its remarks and texts, line by line; in the place of each text stands `text`."""
    return _STRINGS.sub(lambda m: "\n" * m[0].count("\n") + (text if m[0][0] != "#" else ""), code)


def every_node(top: ast.AST) -> list[ast.AST]:
    """A node and all below it, the outer before the inner, without what only says whether a name is read or written.

    As `ast.walk` finds them, in a fifth of the time, of which every pass takes some for every rule.
    """
    return _walked(top)[0]


def _walked(top: ast.AST) -> tuple[list[ast.AST], int]:
    """The same, and how deep it goes: level by level, `following` being where the next one begins."""
    found, following, deep = [top], 1, 1
    for place, node in enumerate(found):
        if place == following:
            following, deep = len(found), deep + 1
        for name in node._fields:
            value = getattr(node, name, None)
            if type(value) is list:
                found += [each for each in value if isinstance(each, ast.AST)]
            elif isinstance(value, ast.AST) and name != "ctx":
                found.append(value)
    return found, deep


def _must_be_small(code: str) -> None:
    if len(code) > MAX_CODE:
        raise Unfit([(1, f"the code of a rule may have {MAX_CODE} characters")])
    depth = 0
    bare = _bare(code)
    if hidden := _UNSEEN.search(code):
        at, sign = code.count("\n", 0, hidden.start()) + 1, f"U+{ord(hidden[0]):04X}"
        raise Unfit([(at, f"there is a hidden character in the code ({sign})")])
    _must_be_in_sight(code)
    for number, line in enumerate(bare.split("\n"), start=1):
        indent = len(line) - len(line.lstrip())
        for bracket in _BRACKETS.findall(line):
            depth += 1 if bracket in "([{" else -1
            if depth > MAX_NESTING:
                raise Unfit([(number, f"brackets are nested more than {MAX_NESTING} deep")])
        if line.strip() and indent > MAX_INDENT * 4:
            raise Unfit([(number, f"blocks are nested more than {MAX_INDENT} deep")])
        if len(line) > MAX_SIGNS and len(_SIGNS.findall(line)) > MAX_SIGNS:
            raise Unfit([(number, "the line is too involved")])


def _must_be_in_sight(code: str) -> None:
    """Raises Unfit for what stands far to the right of what is before it, or above it: readers may miss it."""
    above = 0
    for number, line in enumerate(code.split("\n"), start=1):
        indent = len(line) - len(line.lstrip())
        if line.strip() and (indent - above > MOST_BLANKS or _FAR.search(line)):
            raise Unfit(
                [(number, f"more than {MOST_BLANKS} blanks stand before something in this line: readers may miss it")]
            )
        above = indent if line.strip() else above


def _problem(node: ast.AST) -> tuple[int, str] | None:
    line = getattr(node, "lineno", 1)
    for part in (node, *_operators(node)):  # an operator knows no line
        if name := _FORBIDDEN.get(type(part)):
            return line, f"rules cannot use {name}"
    if isinstance(node, ast.Compare) and len(node.ops) > 1:
        return line, "rules cannot compare three in a row: write `a < b and b < c`"
    if isinstance(node, ast.Constant) and isinstance(node.value, (bytes, complex)):
        return line, "rules cannot use this kind of value"
    if isinstance(node, ast.Constant) and type(node.value) is int and abs(node.value) > 10**18:
        return line, "the number is too large"
    if isinstance(node, ast.FunctionDef) and (node.decorator_list or node.returns or _annotated(node.args)):
        return line, "rules cannot use decorators or type annotations: leave them out"
    return _of_python_alone(node)


def _annotated(taken: ast.arguments) -> bool:
    every = [*taken.posonlyargs, *taken.args, *taken.kwonlyargs, taken.vararg, taken.kwarg]
    return any(one is not None and one.annotation is not None for one in every)


def _of_python_alone(node: ast.AST) -> tuple[int, str] | None:
    """What Python reads and Starlark does not, where Starlark says no more than which signs it would have read there."""
    line = getattr(node, "lineno", 1)
    match node:
        case ast.Assign(targets=[_, _, *_]):
            return line, "rules cannot use `a = b = 1`: assign on a line each"
        case ast.Assign(targets=[ast.Subscript(slice=ast.Slice())]):
            return line, "rules cannot assign to a part of a list: put lists together, `l[:2] + [x]`"
        case ast.List(elts=within) | ast.Tuple(elts=within) if any(isinstance(one, ast.Starred) for one in within):
            return line, "rules cannot use `*` within a list: put lists together, `a + b`, and take parts, `l[1:]`"
        case ast.Dict(keys=keys) if None in keys:
            return line, "rules cannot use `**` within a map: lay maps over each other, `a | b`"
        case ast.For(orelse=[_, *_]):
            return line, "rules cannot use `else` behind a loop: use `if` after it"
        case ast.FunctionDef(args=ast.arguments(posonlyargs=[_, *_])):
            return line, "rules cannot use `/` among what a function takes: leave it out"
    return None


def _problem_of_a_name(node: ast.AST) -> tuple[int, str] | None:
    name = _name(node)
    if name.endswith(RESERVED):
        line = getattr(node, "lineno", 1)
        return line, f"names that end with `{RESERVED}` are the engine's own: call `{name}` otherwise"
    return None


def _problem_of_a_function(node: ast.AST) -> tuple[int, str] | None:
    return _problem_of_a_name(node) or _problem(node)


_NAMED: Final[Looks] = dict.fromkeys((ast.Name, ast.arg), _problem_of_a_name)
_LOOKS: Final[Looks] = {
    **dict.fromkeys((kind for kind in _FORBIDDEN if not issubclass(kind, ast.operator | ast.cmpop)), _problem),
    **dict.fromkeys((ast.Constant, ast.BinOp, ast.AugAssign, ast.Compare), _problem),
    **dict.fromkeys((ast.Assign, ast.List, ast.Tuple, ast.Dict, ast.For), _of_python_alone),
    **_NAMED,
    ast.FunctionDef: _problem_of_a_function,
}


def _operators(node: ast.AST) -> list[ast.operator] | list[ast.cmpop]:
    match node:
        case ast.BinOp(op=op) | ast.AugAssign(op=op):
            return [op]
        case ast.Compare(ops=ops):
            return ops
    return []


def _name(node: ast.AST) -> str:
    match node:
        case ast.Name(id=name) | ast.arg(arg=name) | ast.FunctionDef(name=name):
            return name
    return ""


@lru_cache(maxsize=2048)
def names_called(code: str) -> frozenset[str]:
    """Every name the code mentions: to pass a word on is to use it."""
    return frozenset([node.id for node in nodes_of(code) if isinstance(node, ast.Name)])


@lru_cache(maxsize=2048)
def strings(code: str) -> tuple[str, ...]:
    """Every text written out in the code, each once; texts that are added to each other also as the one they make."""
    every = nodes_of(code)
    within = {id(node.left) for node in every if isinstance(node, ast.BinOp)}
    found = [_text(node) for node in every if id(node) not in within or isinstance(node, ast.Constant)]
    return tuple(dict.fromkeys(text for text in found if text is not None))


def _text(node: ast.AST) -> str | None:
    parts: list[str] = []
    while isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        match node.right:
            case ast.Constant(value=str(text)):
                parts.append(text)
            case _:
                return None
        node = node.left
    match node:
        case ast.Constant(value=str(text)):
            return "".join([text, *reversed(parts)])
    return None


def functions(code: str) -> list[ast.FunctionDef]:
    """Functions at the top level, in order. Raises Unfit."""
    return [node for node in tree(code).body if isinstance(node, ast.FunctionDef)]


def called(node: ast.AST) -> str:
    """The name by which something is called here; empty where nothing is, or it has none."""
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
