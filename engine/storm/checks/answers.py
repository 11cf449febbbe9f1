"""Every input answered, nothing said twice, nothing left unsaid, and what people put on a thread left alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.hub.accounts import BOT_ID, BOT_LOGIN
from engine.hub.threads import Thread
from engine.referee.markers import marks
from engine.referee.reading import Reader
from engine.store import canon
from engine.storm.evidence import Evidence


def findings(evidence: Evidence) -> Iterator[str]:
    yield from _unsaid(evidence)
    comments = [c for c in evidence.island.model.comments.values() if c.author == BOT_ID]
    said = Counter(_name(key, digest) for c in comments for key, digest in marks(c.body).items())
    threads = [
        t for t in evidence.island.model.threads.values() if t.author == BOT_ID and not _is_closed_twin(evidence, t)
    ]
    issues = Counter(key for t in threads for key in marks(t.body))
    yield from (f"{key} was said {n} times" for key, n in (said + issues).items() if n > 1)
    keys = {key for comment in comments for key in marks(comment.body)}
    yield from _unanswered(evidence, keys)
    yield from _out_of_thin_air(evidence, keys)
    yield from _labels(evidence)


def _is_closed_twin(evidence: Evidence, thread: Thread) -> bool:
    """An issue that was opened twice is closed, and the other goes on."""
    known = [canon.read(text) for path, text in evidence.files.items() if path.startswith("state/issues/")]
    return thread.state == "closed" and thread.number not in {issue["number"] for issue in known}


def _name(key: str, digest: str) -> str:
    """A poll has one status comment, whatever it says; of anything else the same must not be said twice."""
    return key if key.startswith("status/") else f"{key} ({digest})"


def _unsaid(evidence: Evidence) -> Iterator[str]:
    """Wishes leave with the next commit; until then the forge must show each of them fulfilled."""
    island = evidence.island
    left = evidence.engine.get("outbox") or {}
    reader = Reader(island.forge, island.repository, dict(evidence.files), island.store.main, BOT_LOGIN)
    inbox = reader.read().inbox
    for look in reader.posts.long_unseen(reader.since):
        look()
    shown = {h["key"] for h in inbox if h["kind"] == "delivered"}
    yield from (f"left unsaid: {key}" for key in left if key not in shown)


def _unanswered(evidence: Evidence, said: set[str]) -> Iterator[str]:
    """Who is a player gets an answer to everything that was refused; strangers get one a day."""
    for entry in evidence.entries:
        actor = entry.get("actor") or {}
        joined = evidence.joined.get(actor.get("id", 0))
        is_player = joined is not None and joined < entry["time"]
        if entry["outcome"]["is"] == "refused" and is_player and f"reply/{entry['id']}" not in said:
            yield f"{entry['id']} was refused without an answer"


def _out_of_thin_air(evidence: Evidence, said: set[str]) -> Iterator[str]:
    """What was answered stands in the journal as judged."""
    known = {entry["id"] for entry in evidence.entries}
    for key in said:
        kind, _, id_ = key.partition("/")
        if kind in ("reply", "table") and id_ not in known:
            yield f"{key} was said, and nothing of the kind was judged"


def _labels(evidence: Evidence) -> Iterator[str]:
    for number, labels in evidence.ledger.labels.items():
        lost = labels - set(evidence.island.model.threads[number].labels)
        if lost:
            yield f"#{number} has lost the labels {sorted(lost)}"
