"""The code that the host loads: of rules, moved to the lines of their files, and of the library."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.law.documents.document import Document
from engine.law.documents.fractions import written_well
from engine.store.layout import shared_path


@dataclass(frozen=True)
class Source:
    """Code to load: `text` is the whole file, of which `code` and the parameters are parts."""

    slug: str
    path: str
    text: str
    code: Callable[[], str]
    given: Mapping[str, object]

    def below(self, first: str) -> tuple[str, int]:
        """The code with a line above it, and by how many lines that moves it: by none where front matter leaves one free."""
        return _below(first, self.code())

    def to_load(self, first: str) -> tuple[str, int]:
        """The same with fractions written well."""
        return _below(first, written_well(self.code()))


def _below(first: str, code: str) -> tuple[str, int]:
    return (first + code, 0) if code.startswith("\n") else (f"{first}\n{code}", 1)


def source_of(document: Document) -> Source:
    """A rule's code, moved down so that its lines are those of the Markdown file."""

    def code() -> str:
        return "\n" * (document.code_line - 1) + document.code

    return Source(document.slug, document.path, document.text, code, document.parameters)


def source_of_library(slug: str, text: str) -> Source:
    return Source(slug, shared_path(slug), text, lambda: text, {})


def sources(documents: Mapping[str, Document], library: Mapping[str, str]) -> dict[str, Source]:
    """slug -> what `load` finds under it: a rule that has code, else the library's."""
    shared = {slug: source_of_library(slug, text) for slug, text in library.items()}
    return shared | {slug: source_of(document) for slug, document in documents.items() if document.code.strip()}
