"""Where a refusal can follow a roll: whoever dislikes the roll could make the command fail, and have another."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Final

from engine.law import profile
from engine.law.host import Source
from engine.law.problems import Problem

CHANCE: Final = frozenset({"roll", "dice", "choose", "shuffle"})
REFUSING: Final = frozenset({"refuse"})
MESSAGE: Final = "a refusal can follow the roll in line {line}: who dislikes the roll can have another; refuse first"
Place = tuple[str, str]


def warnings(sources: Mapping[str, Source]) -> Iterator[Problem]:
    """One for each function in which, as the lines stand, something that may refuse comes after something that rolls."""
    trees = {slug: profile.tree(source.code()) for slug, source in sources.items()}
    functions = {(slug, node.name): node for slug, tree in trees.items() for node in _functions(tree)}
    calls = {place: _calls(place[0], node, trees[place[0]]) for place, node in functions.items()}
    rolls, refuses = _closure(calls, CHANCE), _closure(calls, REFUSING)
    for (slug, name), called in sorted(calls.items()):
        found = _first_after(called, rolls, refuses)
        if found is not None:
            yield Problem(sources[slug].path, found[1], f"{name}: {MESSAGE.format(line=found[0])}", "warning")


def _functions(tree: ast.Module) -> list[ast.FunctionDef]:
    return [node for node in tree.body if isinstance(node, ast.FunctionDef)]


def _calls(slug: str, node: ast.AST, tree: ast.Module) -> list[tuple[int, Place]]:
    """(line, function called), in the order of the text; words have the slug "" and loaded names that of their rule."""
    own = {function.name: (slug, function.name) for function in _functions(tree)}
    known = _loads(tree) | own
    found = [(c.lineno, c.col_offset, c.func.id) for c in ast.walk(node) if _is_plain_call(c)]  # type: ignore[attr-defined]
    return [(line, known.get(name, ("", name))) for line, _, name in sorted(found)]


def _is_plain_call(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name)


def _loads(tree: ast.Module) -> dict[str, Place]:
    """Local name -> (slug, name there) of everything the code loads."""
    found: dict[str, Place] = {}
    for node in tree.body:
        call = node.value if isinstance(node, ast.Expr) else None
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "load":
            slug, *names = [str(a.value) for a in call.args if isinstance(a, ast.Constant)]
            found |= {name: (slug, name) for name in names}
            found |= {
                str(k.arg): (slug, str(k.value.value)) for k in call.keywords if isinstance(k.value, ast.Constant)
            }
    return found


def _closure(calls: Mapping[Place, list[tuple[int, Place]]], words: frozenset[str]) -> set[Place]:
    """The words themselves and every function that comes to use one of them, whoever it is by."""
    found: set[Place] = {("", word) for word in words}
    while True:
        more = {place for place, called in calls.items() if place not in found and {w for _, w in called} & found}
        if not more:
            return found
        found |= more


def _first_after(calls: list[tuple[int, Place]], rolls: set[Place], refuses: set[Place]) -> tuple[int, int] | None:
    """(line of the roll, line of the refusal) of the first refusal behind a roll."""
    rolled = None
    for line, where in calls:
        if rolled is not None and where in refuses:
            return rolled, line
        if rolled is None and where in rolls:
            rolled = line
    return None
