"""What landed is what was voted on, on top of what it was to change; of two that change the same, one at most."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from tests.storms.evidence import Evidence
from tests.storms.ledger import Proposed

_NAME = re.compile(r"^(rules/[^/]+/)(?:.*/)?(?:\d+-)?([^/]+\.(?:md|star))$")
_PEDIGREE = re.compile(r"^rule:.*\n|^history:\n(?:  - .*\n)*", re.MULTILINE)
_LINK = re.compile(r"\(\d+-([^)/]+\.md)\)")


def findings(evidence: Evidence) -> Iterator[str]:
    for commit, before, head in evidence.merges:
        proposed = next((p for p in evidence.ledger.proposals.values() if head in [sha for _, sha in p.heads]), None)
        if proposed is not None:
            yield from _landed(evidence, proposed, commit, before, head)


def _landed(evidence: Evidence, proposed: Proposed, commit: str, before: str, head: str) -> Iterator[str]:
    own = evidence.files_at(head)
    law, was, voted = _law(evidence.files_at(commit)), _law(evidence.files_at(before)), _law(own)
    for path, (base, wanted_text) in proposed.changes.items():
        if _alike(base, wanted_text):
            continue  # nothing of it was to land: another may have changed it since, or taken it away
        slug = _slug(path)
        # A repeal is one of the rule: a file of its name that a hand left beside it, and nobody voted on, goes with it.
        kept = wanted_text is not None or slug in [_slug(other) for other in proposed.changes if other in own]
        wanted = as_law(own[path]) if path in own else voted.get(slug) if kept else None
        if law.get(slug) != wanted:
            yield f"#{proposed.thread}: what landed for {slug} is not what was voted on"
        if was.get(slug) != (None if base is None else as_law(base)):
            yield f"#{proposed.thread}: {slug} landed on another text than it was to change"


def _alike(one: str | None, other: str | None) -> bool:
    return one == other or (one is not None and other is not None and as_law(one) == as_law(other))


def _law(files: Mapping[str, str]) -> dict[str, str]:
    """By name; of two files by one name, which only a hand can leave, the first by path is in force."""
    mine = sorted((path for path in files if path.startswith("rules/")), reverse=True)
    return {_slug(path): as_law(files[path]) for path in mine}


def _slug(path: str) -> str:
    """Its name without the number, in its ruleset: two of those that ship have rules of the same name."""
    found = _NAME.search(path)
    return found[1] + found[2] if found else path


def as_law(text: str) -> str:
    """A rule's text without its number and pedigree, which the engine writes."""
    front, line, rest = text.removeprefix("---\n").partition("\n---\n")
    return _LINK.sub(r"(\1)", _PEDIGREE.sub("", f"{front}\n") + line + rest)
