"""What code reads of a poll, a tally, a ballot, a change or a proposal that it is told of, and that these do not have."""

import ast
from collections.abc import Iterator, Mapping, Sequence

from engine.law.documents.document import Document
from engine.law.documents.problems import Problem, meant
from engine.law.documents.profile import every_node, functions
from engine.law.rulebook import Rulebook

Parameters = Mapping[str, Sequence[str]]  # question, occasion or act -> what its function is given, in order


def warnings(
    book: Rulebook, questions: Parameters, occasions: Parameters, acts: Parameters, fields: Mapping[str, frozenset[str]]
) -> Iterator[Problem]:
    """One for each such field. `fields`: kind of facts -> those it has; of polls rules may declare more."""
    whole = {**fields, "poll": fields["poll"] | frozenset(book.schemas.fields("polls"))}
    for document in book.ranked:
        given = {
            **{function: questions.get(name, ()) for name, function in document.answers.items()},
            **{function: ["", *questions.get(name, ())] for name, function in document.adjusts.items()},
            **{function: occasions.get(name, ()) for name, function in document.on.items()},
            **{function: acts.get(name, ()) for name, function in document.forbids.items()},
        }
        for function in functions(document.code):
            yield from _of(document, function, given.get(function.name, ()), whole)


def _of(
    document: Document, function: ast.FunctionDef, given: Sequence[str], fields: Mapping[str, frozenset[str]]
) -> Iterator[Problem]:
    kinds = {argument.arg: kind for argument, kind in zip(function.args.args, given, strict=False) if kind in fields}
    nodes = every_node(function)
    for node in nodes:  # what is given another value is something else
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            kinds.pop(node.id, None)
    for node in nodes:
        match node:
            case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=str(field)), ctx=ast.Load()) if (
                name in kinds
            ):
                known = fields[kinds[name]]
                if field not in known:
                    near = meant(field, known) or f": it has {', '.join(sorted(known))}"
                    yield document.warning(node.lineno, f"a {kinds[name]} has no `{field}`{near}")
