"""Answers that are never asked for: an earlier rule answers the same question always, and None would mean "not mine"."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache

from engine.law.blame import line_of
from engine.law.problems import Problem
from engine.law.profile import Unfit, tree
from engine.law.rulebook import Rulebook


def warnings(book: Rulebook) -> Iterator[Problem]:
    """One for each answer of a rule that stands behind one that never gives None."""
    questions = {question for document in book.documents.values() for question in document.answers}
    for question in sorted(questions):
        first = None
        for slug, function in book.answering(question):
            document = book.documents[slug]
            if first is not None:
                other = book.documents[first[0]]
                place = f"line {line_of(other, first[1])} of {other.path}"
                message = (
                    f"`{question}` is never asked here: `{first[1]}` of `{first[0]}` goes before it and answers always ({place}). "
                    f"Let that give None for what is not its own, or write `overrides: [{first[0]}]`"
                )
                yield Problem(document.path, document.line_of("answers", question), message, "warning")
            elif function in _always(document.code):
                first = (slug, function)


@lru_cache(maxsize=1024)
def _always(code: str) -> frozenset[str]:
    """The functions that give something else than None, whatever they are given, as far as the text shows it."""
    try:
        functions = [node for node in tree(code).body if isinstance(node, ast.FunctionDef)]
        sure = [node.name for node in functions if _ends(node.body) and all(map(_is_something, _returned(node)))]
    except (Unfit, RecursionError):  # what is nested so deeply is not read as far as that
        return frozenset()
    return frozenset(sure)


def _returned(node: ast.FunctionDef) -> list[ast.expr | None]:
    return [one.value for one in ast.walk(node) if isinstance(one, ast.Return)]


def _ends(body: list[ast.stmt]) -> bool:
    """Whether nobody falls off the end of it."""
    match body[-1]:
        case ast.Return():
            return True
        case ast.If(body=then, orelse=other):
            return bool(other) and _ends(then) and _ends(other)
    return False


def _is_something(node: ast.expr | None) -> bool:
    match node:
        case ast.Constant(value=value):
            return value is not None
        case ast.IfExp(body=one, orelse=other):
            return _is_something(one) and _is_something(other)
        case ast.BoolOp(values=values):
            return all(map(_is_something, values))
        case ast.Compare() | ast.UnaryOp() | ast.BinOp() | ast.List() | ast.ListComp() | ast.Dict():
            return True
    return False
