"""Every command judged once, none by an edit, and each at its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tests.storms.evidence import Evidence, Record, there


def findings(evidence: Evidence) -> Iterator[str]:
    for said in evidence.ledger.comments.values():
        entries = evidence.judged.get(said.id, [])
        times = len([e for e in entries if e["kind"] == "said"])
        if times > 1:
            yield f"comment {said.id} was judged {times} times"
        is_command = said.versions[0][1].startswith("/") and len(said.versions) == 1
        if is_command and there(said, evidence.ledger) and not times:
            yield f"the command {said.text!r} of comment {said.id} was never judged"
        if any("command" in e["outcome"] for e in entries if e["kind"] == "edited" or e.get("edited")):
            yield f"comment {said.id} was edited into a command, and that was carried out"
    # The same wish can be made, and so be seen fulfilled, more than once; and what a broken rule stopped, that nobody
    # said, is tried again until the rule is mended.
    ids = Counter(e["id"] for e in evidence.entries if e["kind"] != "delivered" and not _waits_for_mending(e))
    yield from (f"{id_} was judged {times} times" for id_, times in ids.items() if times > 1)


def _waits_for_mending(entry: Record) -> bool:
    return bool(entry["kind"] != "said" and entry["outcome"].get("code") == "rule_fault")
