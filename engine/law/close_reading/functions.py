"""Functions that come to nothing: nobody calls them, a later one takes their place, or they give nothing back."""

import ast
from collections.abc import Iterator
from typing import Final

from engine.law import reach
from engine.law.close_reading.clashes import forms_of
from engine.law.documents.document import Document
from engine.law.documents.problems import Problem
from engine.law.documents.profile import Unfit, called, every_node, functions, nodes_of
from engine.law.rulebook import Rulebook

_SAYS: Final = frozenset({"refuse", "fail"})  # what ends it without giving anything back
_NOTHING: Final = {
    "answers": "`{}` never gives anything back, which means that the question is none of this rule's: end it with `return`",
    "adjusts": "`{}` gives nothing back, and what it is given is lost: end it with `return` and the new answer",
    "forbids": "`{}` never gives anything back, so it forbids nothing: `return` a text that says why not",
}
_TRUTH: Final = "`{}` gives {} back: a text forbids and says why, None leaves it to others, and False permits"


def giving(book: Rulebook) -> Iterator[Problem]:
    """Functions of the front matter that are asked and give nothing back, or, of an act that they are to forbid, no reason."""
    for document in book.ranked:
        own = {function.name: function for function in functions(document.code)}
        for part in _NOTHING:
            for name in dict.fromkeys(getattr(document, part).values()):
                if name in own:
                    yield from _of(document, part, own[name])


def _of(document: Document, part: str, function: ast.FunctionDef) -> Iterator[Problem]:
    nodes = every_node(function)
    given = [node for node in nodes if isinstance(node, ast.Return) and node.value is not None and not _is(node, None)]
    if not given and not any(called(node) in _SAYS for node in nodes):
        yield document.warning(function.lineno, _NOTHING[part].format(function.name))
    for node in [node for node in given if part == "forbids" and node.value is not None and _is_truth(node.value)]:
        found = "True" if _is(node, True) else "True or False"
        yield document.warning(node.lineno, _TRUTH.format(function.name, found))


def _is_truth(value: ast.expr) -> bool:
    """Whether it is surely True at times: who writes a comparison there means that True forbids, and it is a fault of the rule's."""
    if isinstance(value, ast.BoolOp):
        return _is_truth(value.values[-1])
    negated = isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not)
    return negated or isinstance(value, ast.Compare) or (isinstance(value, ast.Constant) and value.value is True)


def _is(node: ast.Return, value: object) -> bool:
    return isinstance(node.value, ast.Constant) and node.value.value is value


def idle(book: Rulebook) -> Iterator[Problem]:
    """One for each rule with functions that nothing comes to. Where some rule calls by a name that is worked out, none is told."""
    named = _named(book)
    if named is None:
        return
    for slug, document in zip(book.order, book.ranked, strict=True):
        if document.kind == "rule" and slug not in named and not _is_called(document) and reach.functions(book, slug):
            message = (
                "nothing in the law calls this code: the front matter names none of its functions, under `commands`, `on`, "
                "`schedule`, `answers`, `adjusts` or `forbids`, and no other rule loads it"
            )
            yield document.warning(1, message)


def _is_called(document: Document) -> bool:
    own = (document.commands, document.on, document.schedule, document.answers, document.adjusts, document.forbids)
    return any(own)


def _named(book: Rulebook) -> set[str] | None:
    """The slugs of which some code loads, or calls a function; None where that cannot be told."""
    found: set[str] = set()
    for code in book.codes:
        try:
            nodes = nodes_of(code)
        except Unfit:
            return None
        named = [slug for node in nodes for slug in _written_out(node)]
        if sum(isinstance(node, ast.Name) and node.id in ("load", "call") for node in nodes) != len(named):
            return None
        found.update(named)
    return found


def _written_out(node: ast.AST) -> tuple[str, ...]:
    match node:
        case ast.Call(func=ast.Name(id="load" | "call"), args=[ast.Constant(value=str(slug)), *_]):
            return (slug,)
    return ()


def doubles(book: Rulebook) -> Iterator[Problem]:
    """One for each usage that an earlier command of its rule has, and for each function that a later one takes the place of."""
    for document in book.ranked:
        yield from _usages(document)
        yield from _functions(document)


def _usages(document: Document) -> Iterator[Problem]:
    """What an argument is called tells no two usages apart."""
    before: set[object] = set()
    for place, command in enumerate(document.commands):
        forms = forms_of(command)
        if before.issuperset(forms):
            message = (
                f"whatever is `{command.usage_text}` is a command of this rule already, further up, and that one is run"
            )
            message += ": take one out, or begin it with another word"
            yield document.doubt("commands", place, "usage", message=message)
        before.update(forms)


def _functions(document: Document) -> Iterator[Problem]:
    defined = functions(document.code)
    last = {node.name: node for node in defined}
    for node in defined:
        if last[node.name] is not node:
            message = (
                f"`{node.name}` is defined once more further down, and that one is run: take one out, or rename it"
            )
            yield document.warning(node.lineno, message)
