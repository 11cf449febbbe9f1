"""The questions of GitHub's other interface that the referee asks: when the text of an issue was last edited, and who asks."""

from __future__ import annotations

from typing import Any

from engine.hub.model import Missing, Model
from engine.hub.shapes import stamp


def answer(model: Model, body: dict[str, Any], account: int) -> dict[str, Any]:
    """GitHub answers in its own way, with 200 even where there is no such issue."""
    asked = body["variables"]
    if "viewer" in body["query"] and account in model.accounts:
        return {"data": {"viewer": {"login": model.accounts[account].login}}}
    if "lastEditedAt" not in body["query"]:
        return {"errors": [{"message": "The hub knows no such query"}]}
    if (asked["owner"], asked["name"]) != (model.owner, model.name):
        return _none(None, "repository")
    try:
        edited = model.thread(int(asked["number"])).edited_at
    except Missing:
        return _none({"issue": None}, "issue")
    return {"data": {"repository": {"issue": {"lastEditedAt": None if edited is None else stamp(edited)}}}}


def _none(repository: dict[str, Any] | None, what: str) -> dict[str, Any]:
    error = {"type": "NOT_FOUND", "path": ["repository", what], "message": f"Could not resolve to {what}."}
    return {"data": {"repository": repository}, "errors": [error]}
