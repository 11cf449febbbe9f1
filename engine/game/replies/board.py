"""The one status comment of a poll, its labels, and the commit status: the live tally and what is still missing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.game.replies.inert import inert, person

Facts = dict[str, Any]


def status(world: Any, poll: Facts, count: Facts | None, quorum: bool, refused: Sequence[Facts]) -> str:
    name = f"Proposal {poll['number']}" if poll.get("number") else "Poll"
    head = f"### {name}: {poll['status']}"
    if count is None:
        return f"{head}\n\nA rule that is needed to count this does not work at the moment."
    parts = [head, _sum(count, quorum), _ballots(count), _fallen(count, refused), _who_is_missing(poll, count)]
    return "\n\n".join(part for part in parts if part)


def _sum(count: Facts, quorum: bool) -> str:
    votes = ", ".join(f"{n} {choice}" for choice, n in count["choices"].items()) or "no votes yet"
    return f"{votes}; {count['cast']} of {count['electorate']} have voted; quorum {'reached' if quorum else 'not reached yet'}."


def _ballots(count: Facts) -> str:
    if not count["ballots"]:
        return ""
    rows = "\n".join(f"| {person(b['voter'])} | {b['choice']} |" for b in count["ballots"])
    return f"| who | vote |\n|---|---|\n{rows}"


def _fallen(count: Facts, refused: Sequence[Facts]) -> str:
    parts = []
    if count["superseded"]:
        parts.append(f"{count['superseded']} superseded by a later vote of the same player.")
    if count["refused"]:
        parts.append(f"{count['refused']} not counted.")
    parts += [f"- {person(r['voter'])}: {inert(r['reason'], 200)}" for r in refused[-10:]]
    return "\n".join(parts)


def _who_is_missing(poll: Facts, count: Facts) -> str:
    voted = {b["voter"] for b in count["ballots"]}
    missing = [e for e in count["electors"] if e not in voted]
    if poll["status"] != "open" or not missing:
        return ""
    return "Not voted yet: " + ", ".join(person(e) for e in missing[:50]) + "."


def labels(poll: Facts, count: Facts | None, quorum: bool) -> list[str]:
    if poll["status"] != "open":
        return [poll["status"]]
    found = ["open for voting"] + (["has quorum"] if quorum else [])
    if count and count["cast"]:
        found.append("passing" if count["yay"] > count["nay"] else "failing" if count["yay"] < count["nay"] else "tied")
    return found


def commit_status(poll: Facts, count: Facts | None, quorum: bool) -> Facts:
    state = {"adopted": "success", "rejected": "failure", "withdrawn": "failure"}.get(poll["status"], "pending")
    text = "cannot be counted now" if count is None else _sum(count, quorum)
    return {"state": state, "text": f"{poll['status']}: {text}"[:140]}
