"""Every refusal answered, nothing said twice or about nothing, and what people put on a thread left alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tests.storms import posts
from tests.storms.evidence import Evidence


def findings(evidence: Evidence) -> Iterator[str]:
    comments = posts.comments(evidence.island.model)
    yield from (f"comment {c.id} of the engine's has no mark" for c in comments if not posts.marked(c.body))
    yield from _twice(evidence)
    said = {key for comment in comments for key in posts.keys(comment.body)}
    yield from _unanswered(evidence, said)
    yield from _out_of_thin_air(evidence, said)
    yield from _labels(evidence)


def _twice(evidence: Evidence) -> Iterator[str]:
    """A poll has one status comment, whatever it says; of anything else the same must not be said twice.

    What stands twice in a thread that went to another repository, nobody here can take away.
    """
    model = evidence.island.model
    said = Counter(
        key if key.startswith("status/") else f"{key} ({digest})"
        for comment in posts.comments(model)
        if comment.thread not in evidence.ledger.elsewhere
        for key, digest in posts.marked(comment.body)
    )
    # An issue that was opened twice is closed, and the other goes on.
    known = {issue["number"] for issue in evidence.issues.values()}
    going_on = [thread for thread in posts.issues(model) if thread.state == "open" or thread.number in known]
    issues = Counter(key for thread in going_on for key in posts.keys(thread.body))
    yield from (f"{key} was said {n} times" for key, n in (said + issues).items() if n > 1)


def _unanswered(evidence: Evidence, said: set[str]) -> Iterator[str]:
    """Who is a player, and was ever since, gets an answer to everything that was refused; others do up to a number a day."""
    for entry in evidence.entries:
        account = (entry.get("actor") or {}).get("id", 0)
        joined = evidence.joined.get(account)
        is_player = joined is not None and joined < entry["time"] and account not in evidence.lost
        if entry["outcome"]["is"] == "refused" and is_player and f"reply/{entry['id']}" not in said:
            yield f"{entry['id']} was refused without an answer"


def _out_of_thin_air(evidence: Evidence, said: set[str]) -> Iterator[str]:
    """What was answered stands in the journal as judged."""
    known = {entry["id"] for entry in evidence.entries}
    for key in sorted(said):
        kind, _, id_ = key.partition("/")
        if kind in ("reply", "table") and id_ not in known:
            yield f"{key} was said, and nothing of the kind was judged"


def _labels(evidence: Evidence) -> Iterator[str]:
    for number, labels in evidence.ledger.labels.items():
        lost = labels - set(evidence.island.model.threads[number].labels)
        if lost:
            yield f"#{number} has lost the labels {sorted(lost)}"
