"""Timers that are set to a length of time in place of a moment, and would go off within a minute; and those that cannot go off at all."""

import ast
from collections.abc import Iterator, Mapping
from typing import Final

from engine.law.documents.mentioned import Parameters, takes
from engine.law.documents.problems import Problem, meant
from engine.law.documents.profile import called, nodes_of
from engine.law.rulebook import Rulebook

_LENGTHS: Final = frozenset({"hours", "days"})
_LONGEST: Final = 1_000_000_000  # seconds: less is a length of time, or a moment long past
_MESSAGE: Final = "`set_timer` takes a moment, and `{given}` is a length of time: write `now() + {given}`"
_NO_FUNCTION: Final = "`set_timer` wants the name of a function of this rule, and there is no `{run}`{near}"
_UNLIKE: Final = "`{run}` takes ({taken}), and this timer gives ({given}): what it takes is given by name, `lot = n`"
_TAKEN: Final = "`set_timer` takes `{word}` itself: what is handed over to `{run}` needs another name"
_WORDS: Final = ("name", "at", "run")  # what `set_timer` takes itself; all else is for the function


def warnings(book: Rulebook) -> Iterator[Problem]:
    """One for each such timer, where it is set."""
    for document in book.ranked:
        functions = takes(document.code)
        for node in nodes_of(document.code):
            if not isinstance(node, ast.Call) or called(node) != "set_timer":
                continue
            given = _given(node, 1)
            if given is not None and _is_length(given):
                yield document.warning(given.lineno, _MESSAGE.format(given=ast.unparse(given)))
            if told := _cannot_go_off(node, functions):
                yield document.warning(node.lineno, told)


def _given(call: ast.Call, place: int) -> ast.expr | None:
    """What `set_timer` is given at this place, or by its name."""
    named = (keyword.value for keyword in call.keywords if keyword.arg == _WORDS[place])
    return call.args[place] if len(call.args) > place else next(named, None)


def _cannot_go_off(call: ast.Call, functions: Mapping[str, Parameters]) -> str:
    """Why the function that it names cannot be called by this timer; empty where it can, or the name is not written out."""
    named = _given(call, 2)
    if not isinstance(named, ast.Constant) or not isinstance(named.value, str):
        return ""
    run, taken = named.value, functions.get(named.value)
    if taken is None:
        return _NO_FUNCTION.format(run=run, near=meant(run, functions))
    if word := next((keyword.arg for keyword in call.keywords if keyword.arg in _WORDS[: len(call.args)]), None):
        return _TAKEN.format(word=word, run=run)
    given = [keyword.arg for keyword in call.keywords if keyword.arg not in _WORDS]
    if None in given or taken.take_named(name for name in given if name is not None):
        return ""
    return _UNLIKE.format(run=run, taken=", ".join(taken.names), given=", ".join(map(str, given)))


def _is_length(node: ast.expr) -> bool:
    """Whether it is a length as it stands here; what a name stands for is not looked for."""
    if isinstance(node, ast.BinOp):
        return _is_length(node.left) and _is_length(node.right)
    if isinstance(node, ast.Constant):
        return isinstance(node.value, int | float) and node.value < _LONGEST
    return called(node) in _LENGTHS
