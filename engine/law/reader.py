"""A host that runs no code: for whoever only wants what the rules declare, in a process that is no sealed one."""

from collections.abc import Iterable, Mapping

from engine.law.documents.document import Document
from engine.law.running.host import Host
from engine.law.running.loading import Loaded


class CodelessHost(Host):
    """Rulebooks of it have documents, declarations and schemas, and no modules; no rule is broken, as none was loaded."""

    def load(self, documents: Iterable[Document], library: Mapping[str, str]) -> Loaded:
        return Loaded({}, {document.slug: document for document in documents}, {})
