"""Records that a command is offered for by one of their fields, while its function never looks at that field: anybody takes them."""

from __future__ import annotations

from collections.abc import Iterator

from engine.law import reach
from engine.law.documents.document import Command
from engine.law.documents.problems import Problem, meant
from engine.law.rulebook import Rulebook


def warnings(book: Rulebook) -> Iterator[Problem]:
    """One for each argument with `whose` whose field is written nowhere in what the command runs, or in what may forbid it."""
    for document in book.ranked:
        for place, command in enumerate(document.commands):
            for name, spec in command.arguments.items():
                field = str(spec.get("whose", ""))
                if field and field not in book.schemas.fields(f"{name}s"):
                    message = (
                        f"`whose: {field}` of `<{name}>`: no rule declares that field of `{name}s`, so no page offers the command "
                        f"to anybody{meant(field, book.schemas.fields(f'{name}s'))}; where all may, `whose` is left out"
                    )
                    yield document.doubt("commands", place, "usage", message=message)
                elif field and not _looks(book, document.slug, command, field):
                    message = (
                        f"`whose: {field}` of `<{name}>` only offers the command, and `{command.run}` never looks at `{field}`: "
                        "whoever writes by hand can name any, so let it refuse who may not"
                    )
                    yield document.doubt("commands", place, "usage", message=message)


def _looks(book: Rulebook, slug: str, command: Command, field: str) -> bool:
    """Other rules that are asked may look as well."""
    functions = [(slug, command.run), *book.forbidding(command.run, slug)]
    return any(reach.names(book, at, function, field) for at, function in functions)
