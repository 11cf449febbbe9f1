"""The questions of GitHub's other interface that the referee asks: what was edited, and who asks."""

from typing import Any

from engine.hub.model import Missing, Model
from engine.hub.shapes import stamp
from engine.hub.threads import Comment


def answer(model: Model, body: dict[str, Any], account: int) -> dict[str, Any]:
    """GitHub answers in its own way, with 200 even where there is no such issue."""
    asked = body["variables"]
    if "viewer" in body["query"] and account in model.accounts:
        return {"data": {"viewer": {"login": model.accounts[account].login}}}
    if "lastEditedAt" not in body["query"]:
        return {"errors": [{"message": "The hub knows no such query"}]}
    if (asked["owner"], asked["name"]) != (model.owner, model.name):
        return _none(None, "repository")
    what = "issueOrPullRequest" if "issueOrPullRequest" in body["query"] else "issue"
    try:
        thread = model.thread(int(asked["number"]))
    except Missing:
        return _none({what: None}, what)
    if what == "issue":
        return _found(what, {"lastEditedAt": stamp(thread.edited_at), "timelineItems": {"nodes": []}})
    return _found(what, {"comments": {"nodes": [_dates(each) for each in model.comments_of(thread.number)[-100:]]}})


def _dates(comment: Comment) -> dict[str, Any]:
    times = {"createdAt": comment.created_at, "updatedAt": comment.updated_at, "lastEditedAt": comment.edited_at}
    return {"fullDatabaseId": str(comment.id), **{name: stamp(time) for name, time in times.items()}}


def _found(what: str, value: dict[str, Any]) -> dict[str, Any]:
    return {"data": {"repository": {what: value}}}


def _none(repository: dict[str, Any] | None, what: str) -> dict[str, Any]:
    error = {"type": "NOT_FOUND", "path": ["repository", what], "message": f"Could not resolve to {what}."}
    return {"data": {"repository": repository}, "errors": [error]}
