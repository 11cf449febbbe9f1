"""What landed is what was voted on, on top of what it was to change; of two that change the same, one at most."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from tests.storms.evidence import Evidence
from tests.storms.ledger import Proposed

_NAME = re.compile(r"^(rules/[^/]+/)(?:.*/)?(?:\d+-)?([^/]+\.(?:md|star))$")
_PEDIGREE = re.compile(r"^rule:.*\n|^history:\n(?:  - .*\n)+", re.MULTILINE)
_LINK = re.compile(r"\(\d+-([^)/]+\.md)\)")


def findings(evidence: Evidence) -> Iterator[str]:
    for commit, before, head in evidence.merges:
        proposed = next((p for p in evidence.ledger.proposals.values() if head in [sha for _, sha in p.heads]), None)
        if proposed is not None:
            yield from _landed(evidence, proposed, commit, before, head)


def _landed(evidence: Evidence, proposed: Proposed, commit: str, before: str, head: str) -> Iterator[str]:
    law, was, voted = (_law(evidence.files_at(sha)) for sha in (commit, before, head))
    for path, (base, _) in proposed.changes.items():
        slug = _slug(path)
        if law.get(slug) != voted.get(slug):
            yield f"#{proposed.thread}: what landed for {slug} is not what was voted on"
        if was.get(slug) != (None if base is None else as_law(base)):
            yield f"#{proposed.thread}: {slug} landed on another text than it was to change"


def _law(files: Mapping[str, str]) -> dict[str, str]:
    return {_slug(path): as_law(text) for path, text in files.items() if path.startswith("rules/")}


def _slug(path: str) -> str:
    """Its name without the number, in its ruleset: two of those that ship have rules of the same name."""
    found = _NAME.search(path)
    return found[1] + found[2] if found else path


def as_law(text: str) -> str:
    """A rule's text without its number and pedigree, which the engine writes."""
    front, line, rest = text.removeprefix("---\n").partition("\n---\n")
    return _LINK.sub(r"(\1)", _PEDIGREE.sub("", f"{front}\n") + line + rest)
