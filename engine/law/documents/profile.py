"""The profile of Starlark that rules may use, checked on the text before anything runs it.

Starlark is almost a part of Python's grammar, so Python's parser finds the names and the shapes; size and nesting are
bounded first, for parsers crash on what is nested too deeply.
"""

import ast
import re
import warnings
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import accumulate
from typing import Any, Final

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
Problem = tuple[int, str] | None
_BRACKETS = re.compile(r"[][(){}]")
_DEEPER: Final = dict.fromkeys("([{", 1) | dict.fromkeys(")]}", -1)
_SIGNS = re.compile(r"\bnot\b|\blambda\b|\belse\b|[-+~]")
# Which fields of a node may hold nodes, by its kind; what only says whether a name is read or written is none of them.
_PLAIN: Final = frozenset({"ctx", "id", "arg", "attr", "name", "kind", "type_comment"})
WITHIN: Final[Mapping[type[ast.AST], tuple[str, ...]]] = {
    kind: () if kind is ast.Constant else tuple(name for name in kind._fields if name not in _PLAIN)
    for kind in vars(ast).values()
    if isinstance(kind, type) and issubclass(kind, ast.AST)
}
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


def every_node(top: ast.AST, within: Mapping[type[ast.AST], tuple[str, ...]] = WITHIN) -> list[ast.AST]:
    """A node and all below it, the outer before the inner, without what only says whether a name is read or written.

    As `ast.walk` finds them, in a fifth of the time, of which every pass takes some for every rule. Only what is `within` is looked into.
    """
    return _walked(top, within)[0]


def _walked(top: ast.AST, within: Mapping[type[ast.AST], tuple[str, ...]] = WITHIN) -> tuple[list[ast.AST], int]:
    """The same, and how deep it goes: level by level, `following` being where the next one begins."""
    found, following, deep = [top], 1, 1
    for place, node in enumerate(found):
        if place == following:
            following, deep = len(found), deep + 1
        for name in within[type(node)]:
            value = getattr(node, name)
            if isinstance(value, ast.AST):
                found.append(value)
            elif value and type(value) is list:
                found += [each for each in value if isinstance(each, ast.AST)]
    return found, deep


def _must_be_small(code: str) -> None:
    if len(code) > MAX_CODE:
        raise Unfit([(1, f"the code of a rule may have {MAX_CODE} characters")])
    plain = code.isascii() and code.replace("\n", "").isprintable()  # as nearly all is: no blanks but spaces
    if not plain and (hidden := _UNSEEN.search(code)):
        at, sign = code.count("\n", 0, hidden.start()) + 1, f"U+{ord(hidden[0]):04X}"
        raise Unfit([(at, f"there is a hidden character in the code ({sign})")])
    bare = _bare(code)
    if not plain or " " * MOST_BLANKS in code:
        _must_be_in_sight(code)
    deepest = max(accumulate(map(_DEEPER.__getitem__, _BRACKETS.findall(bare))), default=0)
    longest = max(map(len, bare.split("\n")))
    if not plain or " " * MOST_BLANKS in bare or deepest > MAX_NESTING or longest > MAX_SIGNS:
        _must_be_flat(bare)


def _must_be_flat(bare: str) -> None:
    """Raises Unfit for the first line in which something is nested too deeply."""
    depth = 0
    for number, line in enumerate(bare.split("\n"), start=1):
        indent = len(line) - len(line.lstrip())
        for bracket in _BRACKETS.findall(line):
            depth += _DEEPER[bracket]
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


def _forbidden(node: Any, part: Any = None) -> Problem:
    """What no rule may use; an operator, which knows no line, is a `part` of the node."""
    name = _FORBIDDEN.get(type(part or node))
    return (node.lineno, f"rules cannot use {name}") if name else None


def _of_an_operator(node: Any) -> Problem:
    return _forbidden(node, node.op)


def _of_a_comparison(node: Any) -> Problem:
    if found := next(filter(None, (_forbidden(node, op) for op in node.ops)), None):
        return found
    if len(node.ops) > 1:
        return node.lineno, "rules cannot compare three in a row: write `a < b and b < c`"
    return None


def _of_a_constant(node: Any) -> Problem:
    if isinstance(node.value, bytes | complex):
        return node.lineno, "rules cannot use this kind of value"
    if type(node.value) is int and abs(node.value) > 10**18:
        return node.lineno, "the number is too large"
    return None


def _of_a_name(node: Any, name: str) -> Problem:
    if name.endswith(RESERVED):
        return node.lineno, f"names that end with `{RESERVED}` are the engine's own: call `{name}` otherwise"
    return None


def _of_a_function(node: Any) -> Problem:
    if found := _of_a_name(node, node.name):
        return found
    if node.decorator_list or node.returns or _annotated(node.args):
        return node.lineno, "rules cannot use decorators or type annotations: leave them out"
    if node.args.posonlyargs:
        return node.lineno, "rules cannot use `/` among what a function takes: leave it out"
    return None


def _annotated(taken: ast.arguments) -> bool:
    every = [*taken.posonlyargs, *taken.args, *taken.kwonlyargs, taken.vararg, taken.kwarg]
    return any(one is not None and one.annotation is not None for one in every)


# What Python reads and Starlark does not, where Starlark says no more than which signs it would have read there:


def _of_an_assignment(node: Any) -> Problem:
    if len(node.targets) > 1:
        return node.lineno, "rules cannot use `a = b = 1`: assign on a line each"
    if isinstance(node.targets[0], ast.Subscript) and isinstance(node.targets[0].slice, ast.Slice):
        return node.lineno, "rules cannot assign to a part of a list: put lists together, `l[:2] + [x]`"
    return None


def _of_a_list(node: Any) -> Problem:
    if any(isinstance(one, ast.Starred) for one in node.elts):
        return (
            node.lineno,
            "rules cannot use `*` within a list: put lists together, `a + b`, and take parts, `l[1:]`",
        )
    return None


def _of_a_map(node: Any) -> Problem:
    return (
        (node.lineno, "rules cannot use `**` within a map: lay maps over each other, `a | b`")
        if None in node.keys
        else None
    )


def _of_a_loop(node: Any) -> Problem:
    return (node.lineno, "rules cannot use `else` behind a loop: use `if` after it") if node.orelse else None


_LOOKS: Final[Mapping[type[ast.AST], Callable[[Any], Problem]]] = {
    **dict.fromkeys((kind for kind in _FORBIDDEN if not issubclass(kind, ast.operator | ast.cmpop)), _forbidden),
    **dict.fromkeys((ast.BinOp, ast.AugAssign), _of_an_operator),
    **dict.fromkeys((ast.List, ast.Tuple), _of_a_list),
    ast.Compare: _of_a_comparison,
    ast.Constant: _of_a_constant,
    ast.Name: lambda node: _of_a_name(node, node.id),
    ast.arg: lambda node: _of_a_name(node, node.arg),
    ast.FunctionDef: _of_a_function,
    ast.Assign: _of_an_assignment,
    ast.Dict: _of_a_map,
    ast.For: _of_a_loop,
}


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
