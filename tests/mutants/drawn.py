"""Which mutants are tried: places of the pure rooms, each as likely as any other, and at each one of its changes."""

from __future__ import annotations

import ast
import random
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

from tests.mutants.mutant import Mutant

ROOMS: Final = ("store", "law", "game", "referee")
# They change nothing but for values that are equal and not the same; and a decorator here registers or makes a dataclass.
IDLE: Final = {
    "core/ReplaceComparisonOperator_Eq_Is",
    "core/ReplaceComparisonOperator_Is_Eq",
    "core/ReplaceComparisonOperator_NotEq_IsNot",
    "core/ReplaceComparisonOperator_IsNot_NotEq",
    "core/RemoveDecorator",
}
# Keywords that change nothing where all is well: how much is kept of what can be found again, that two lists are as long,
# in how little memory the fields of a class are kept, and what of them whoever looks for a mistake is shown.
_ONLY_SAID: Final = {"maxsize", "strict", "slots", "repr"}
# Constants of such a name say the same: how much is kept of what would be found again as it was.
_ONLY_KEPT: Final = {"MOST_KEPT", "LONGEST_KEPT", "MOST_KEYS_KEPT", "MOST_TOLD_KEPT"}
Place = tuple[str, tuple[int, int]]


def drawn(root: Path, count: int, seed: int) -> list[Mutant]:
    """So many mutants of the four rooms, or as many as there are; none that is no Python."""
    places = list(_places(root))
    chance = random.Random(seed)
    found: list[Mutant] = []
    for _, mutants in chance.sample(places, len(places)):
        if len(found) == count:
            break
        mutant = chance.choice(mutants)
        if _can_be_made(root, mutant):
            found.append(mutant)
    return found


def mutated(root: Path, mutant: Mutant) -> str:
    """The text of its file with the change made."""
    text = mutate_code((root / mutant.path).read_text(), get_operator(mutant.operator)(), mutant.occurrence)
    if text is None:
        raise ValueError(f"there is no such mutant: {mutant}")
    return str(text)


def _can_be_made(root: Path, mutant: Mutant) -> bool:
    """Not every operator can make what it names: of `except a.b` it makes nothing, of some lines what is no Python."""
    try:
        ast.parse(mutated(root, mutant))
    except (SyntaxError, AttributeError):
        return False
    return True


def _places(root: Path) -> Iterator[tuple[Place, list[Mutant]]]:
    for room in ROOMS:
        for file in sorted((root / "engine" / room).rglob("*.py")):
            found: dict[Place, list[Mutant]] = defaultdict(list)
            path = file.relative_to(root).as_posix()
            text = file.read_text()
            silent = _annotations(text)
            for mutant in _mutants(path, text):
                if not any(begin <= mutant.place <= end for begin, end in silent):
                    found[path, mutant.place].append(mutant)
            yield from sorted(found.items())


def _mutants(path: str, text: str) -> Iterator[Mutant]:
    nodes = list(ast_nodes(get_ast(text)))
    for name in sorted(set(operator_names()) - IDLE):
        operator = get_operator(name)
        if operator.arguments():
            continue  # those that need to be told a variable's name
        made = operator()
        positions = (at for node in nodes for at in made.mutation_positions(node))
        for occurrence, (begin, _) in enumerate(positions):
            yield Mutant(path, name, occurrence, begin)


def _annotations(text: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Where types are written, which nobody asks when the program runs, and what is only said for whoever breaks it."""
    types: list[ast.expr | None] = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.AnnAssign | ast.arg):
            types.append(node.annotation)
            if isinstance(node, ast.AnnAssign) and getattr(node.target, "id", "") in _ONLY_KEPT:
                types.append(node.value)
        elif isinstance(node, ast.FunctionDef):
            types.append(node.returns)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "cast":
            types.append(node.args[0])
        elif isinstance(node, ast.Assert):
            types.append(node.test)  # what is asserted here tells the type checker what must be so
        elif isinstance(node, ast.keyword) and node.arg in _ONLY_SAID:
            types.append(node.value)
    return [
        ((type_.lineno, type_.col_offset), (type_.end_lineno or 0, type_.end_col_offset or 0))
        for type_ in types
        if type_
    ]
