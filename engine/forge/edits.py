"""Who edited what, and when: told by GitHub's GraphQL interface alone. Its questions, and how its answers are read."""

from typing import Any, Final

from engine.forge.shapes import Malformed, items, member, moment
from engine.referee.ports import Gone, Rationed

ISSUE: Final = """query($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) { issue(number: $number) { lastEditedAt
    timelineItems(itemTypes: [TRANSFERRED_EVENT], last: 1) { nodes { ... on TransferredEvent { createdAt } } }
  } }
}"""
COMMENTS: Final = """query($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) { issueOrPullRequest(number: $number) {
    ... on Issue { comments(last: 100) { nodes { ...dates } } }
    ... on PullRequest { comments(last: 100) { nodes { ...dates } } }
  } }
}
fragment dates on IssueComment { fullDatabaseId createdAt updatedAt lastEditedAt }"""
NOT_TOLD: Final = ("NOT_FOUND", "FORBIDDEN")  # types of errors that say something of a thread, and not of the moment
SPENT: Final = ("RATE_LIMIT", "RATE_LIMITED")  # GitHub has had both words for it


def last_edited(raw: object, number: int) -> int | None:
    """When the text of an issue was last edited, or it was brought here from another repository, where it may have been judged already.

    Raises Gone where there is none, or it cannot be told.
    """
    issue, came = _of(raw, "issue", number), brought(raw, number)
    edited = None if member(issue, "lastEditedAt") is None else moment(issue, "lastEditedAt")
    return max((at for at in (edited, came) if at is not None), default=None)


def brought(raw: object, number: int) -> int | None:
    """When an issue was brought here from another repository, if it was. Raises the same."""
    came = items(member(_of(raw, "issue", number), "timelineItems"), "nodes")
    return max((moment(each, "createdAt") for each in came), default=None)


def never_edited(raw: object, number: int) -> dict[int, tuple[int, int]]:
    """id -> (written, touched last) of the comments listed that nobody ever edited. Raises the same."""
    listed = items(member(_of(raw, "issueOrPullRequest", number), "comments"), "nodes")
    return {_id(c): (moment(c, "createdAt"), moment(c, "updatedAt")) for c in listed if _is_as_written(c)}


def _is_as_written(comment: object) -> bool:
    return comment is not None and member(comment, "lastEditedAt") is None


def _id(comment: object) -> int:
    """GraphQL's whole numbers end at 2 ** 31; larger ones it gives as text."""
    found = str(member(comment, "fullDatabaseId"))
    if not (found.isascii() and found.isdigit() and len(found) < 18):
        raise Malformed("'fullDatabaseId' is no number")
    return int(found)


def _of(raw: object, what: str, number: int) -> Any:
    """What GraphQL answers about a thread. Raises Gone where there is none, or it cannot be told, and Rationed.

    It answers with success where it fails, too, and says so beside what it could find: then nothing is known.
    """
    errors = items(raw, "errors") if isinstance(raw, dict) and raw.get("errors") is not None else []
    if any(isinstance(error, dict) and error.get("type") in SPENT for error in errors):
        raise Rationed("GraphQL: its rate limit is used up", "A later pass asks.")
    if not all(isinstance(error, dict) and error.get("type") in NOT_TOLD for error in errors):
        raise Malformed("GraphQL failed")
    if not errors and (not isinstance(raw, dict) or not raw.get("data")):
        raise Malformed("GraphQL told nothing")
    repository = member(member(raw, "data"), "repository") if isinstance(raw, dict) and raw.get("data") else None
    found = repository.get(what) if isinstance(repository, dict) else None
    if found is None:
        raise Gone(f"GitHub tells nothing of edits of #{number}", "Go on without it.")
    return found
