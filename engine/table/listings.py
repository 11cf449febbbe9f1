"""Proposals and issues as lists, and what is said there of how each stands."""

from collections.abc import Sequence
from typing import Any

from starlette.responses import Response

from engine.hub.threads import Thread
from engine.site import words
from engine.store import canon, records
from engine.table import duties, forms, sight
from engine.table.collected import MOST_ROWS
from engine.table.visit import Visit


def _by_state(visit: Visit, found: list[Thread]) -> list[tuple[str, list[dict[str, Any]], int]]:
    """(heading, rows of the first of them, how many there are) of the threads of each state; apart such as stay open although the
    rules have done with them, if there are any."""
    collections = duties.of_issues(visit.game, visit.sight)
    kept = {thread.number: kept_as(thread, collections) for thread in found}
    groups: dict[str, list[Thread]] = {"Open": [], "Settled": [], "Closed": []}
    for thread in found:
        settled = kept[thread.number] not in ("", "open")
        groups["Closed" if thread.state == "closed" else "Settled" if settled else "Open"].append(thread)
    return [
        (name, [_row(visit, t, kept[t.number]) for t in those[:MOST_ROWS]], len(those))
        for name, those in groups.items()
        if those or name != "Settled"
    ]


def kept_as(thread: Thread, collections: Sequence[duties.Records]) -> str:
    """The `status` that rules keep of an issue, such as a judgment; nothing where they keep none."""
    kept = duties.kept_of(thread, collections) if thread.pull is None else []
    return next((record["status"] for record in kept if isinstance(record.get("status"), str)), "")


def proposals(visit: Visit) -> Response:
    found = [t for t in sight.threads(visit.game) if t.pull is not None]
    lists = _by_state(visit, found)
    return visit.page(
        "threads.html",
        "/threads",
        title="Proposals",
        lede="Each is a change of the rules, with its talk and its votes.",
        lists=lists,
        nothing={"open": "Nothing is up for a vote.", "closed": "None was decided yet, or taken back."},
        opens=False,
    )


def issues(visit: Visit) -> Response:
    found = [t for t in sight.threads(visit.game) if t.pull is None]
    lists = _by_state(visit, found)
    commands = [] if visit.sight.over else visit.sight.law["commands"]
    helps = {forms.beginning(c): str(c["help"]) for c in commands if forms.beginning(c)}
    asked = visit.query.get("begin", "")
    return visit.page(
        "threads.html",
        "/issues",
        title="Judgments and other issues",
        lede="What is disputed, asked for or announced, and the table itself.",
        lists=lists,
        nothing=dict.fromkeys(("open", "closed"), "There is none."),
        opens=True,
        beginnings=[told if word in told else f"`{word}`: {told}" for word, told in sorted(helps.items())],
        begun=f"{asked} " if asked in helps else "",
    )


def _row(visit: Visit, thread: Thread, kept: str) -> dict[str, Any]:
    poll = record(visit, thread)
    note = "Merged" if thread.pull and thread.pull.merged_at else words.named(kept)
    return {
        "number": thread.number,
        "title": thread.title,
        "author": sight.author(visit.game, thread.author),
        "at": thread.updated_at,
        "note": came_out(poll) if poll else note,
    }


def record(visit: Visit, thread: Thread) -> dict[str, Any]:
    """The poll of a thread, as it is filed."""
    note = canon.read(visit.sight.files.get(records.path_of("threads", str(thread.number)), "{}\n"))
    key = str(note.get("tag") or thread.number)
    return visit.sight.records.get("polls", {}).get(key, {})


def state(visit: Visit, found: Thread, record: dict[str, Any]) -> str:
    if record.get("status"):
        return f"{came_out(record)}."
    if found.pull and found.pull.merged_at:
        return "Merged."
    kept = kept_as(found, duties.of_issues(visit.game, visit.sight))
    shown = words.named(kept) if kept not in ("", "open") else ""
    return f"{shown or found.state.capitalize()}."


def came_out(record: dict[str, Any]) -> str:
    return str(record.get("outcome") or words.named(str(record["status"])))
