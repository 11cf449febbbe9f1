"""Nothing left unsaid: whatever the state still wishes for stands on the forge; it leaves the outbox with the next commit."""

from __future__ import annotations

from collections.abc import Iterator

from engine.hub.threads import Thread
from tests.storms import posts
from tests.storms.evidence import Evidence, Record
from tests.storms.island import TABLE


def findings(evidence: Evidence) -> Iterator[str]:
    yield from (f"left unsaid: {key}" for key in left(evidence))


def left(evidence: Evidence) -> Iterator[str]:
    """The keys of the wishes that nothing on the forge fulfils."""
    for key, wanted in sorted((evidence.engine.get("outbox") or {}).items()):
        if not _stands(evidence, key, wanted):
            yield key


def _stands(evidence: Evidence, key: str, wanted: Record) -> bool:
    kind, _, rest = key.partition("/")
    if kind == "issue":
        return any(_is_as_wished(thread, wanted) for thread in _own(evidence, key))
    if _is_about_a_new_issue(evidence, wanted):
        return True
    thread = evidence.island.model.threads.get(TABLE if kind == "table" else _place(evidence, wanted) or 0)
    if thread is None:
        return False
    if thread.number in evidence.ledger.elsewhere:
        return True
    if kind == "labels":
        return set(thread.labels) & set(wanted["own"]) == set(wanted["set"])
    if kind == "close":
        return thread.state == "closed"
    if kind == "assign":
        return _is_assigned(evidence, thread, wanted["login"])
    if kind == "twin":
        return wanted["comment"] not in evidence.island.model.comments
    texts = [comment.body for comment in posts.about(evidence.island.model, thread.number, key)]
    if kind == "status":
        return any(_state(evidence, rest) in text.split("\n", 1)[0] for text in texts)
    return any(wanted["text"] in text for text in texts)


def _is_about_a_new_issue(evidence: Evidence, wanted: Record) -> bool:
    """An issue that the last pass itself opened: its number is learnt by the next reading, and then the rest follows."""
    issue = evidence.issues.get(str(wanted.get("tag")))
    opened = [thread.created_at for thread in _own(evidence, f"issue/{wanted.get('tag')}")]
    return issue is not None and issue["number"] is None and opened == [evidence.island.clock.now]


def _own(evidence: Evidence, key: str) -> Iterator[Thread]:
    return (thread for thread in posts.issues(evidence.island.model) if key in posts.keys(thread.body))


def _is_as_wished(thread: Thread, wanted: Record) -> bool:
    return bool(thread.title == wanted["title"] and (thread.state == "open") == wanted["open"])


def _place(evidence: Evidence, wanted: Record) -> int | None:
    """The number of the thread; an issue of the engine's is known by its tag."""
    if wanted.get("thread") is not None:
        return int(wanted["thread"])
    return next((thread.number for thread in _own(evidence, f"issue/{wanted['tag']}")), None)


def _is_assigned(evidence: Evidence, thread: Thread, login: str) -> bool:
    """GitHub drops without a word whom it cannot assign: who has another name by now, and who never spoke in the thread."""
    model = evidence.island.model
    accounts = {account.login: account.id for account in model.accounts.values() if not account.deleted}
    spoke = {thread.author, *(comment.author for comment in model.comments_of(thread.number))}
    return accounts.get(login) not in spoke or accounts[login] in thread.assignees


def _state(evidence: Evidence, key: str) -> str:
    """What the first line of a status comment has: of a pull request that is no poll yet, that it is not."""
    if key not in evidence.polls:
        is_law = "rescued" in (evidence.state.thread(int(key)) or {})
        return "by rescue" if is_law else "Not open for voting yet"
    status = evidence.polls[key]["status"]
    return ": open for voting" if status == "open" else f": {status}"
