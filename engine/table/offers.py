"""What the page of a thread offers to whoever looks at it: votes, the words that decide or end one, closing and opening once more."""

import re
from dataclasses import replace
from typing import Any, Final

from engine.game.exhibits import OpenPoll
from engine.hub.threads import Thread
from engine.site import votes
from engine.table import forms, sight
from engine.table.forms import Form
from engine.table.visit import Visit

_NUMBER: Final = re.compile(r"#([1-9][0-9]*)")


def buttons(visit: Visit, live: OpenPoll | None) -> list[str]:
    """The votes that would be taken; for whoever has one, what takes it back, say; for whoever may decide it, the word that does."""
    if live is None or visit.sight.is_still:
        return []
    key = visit.sight.key(visit.asker.seat or "")
    cast = [ballot["choice"] for ballot in live["count"]["ballots"] if ballot["voter"] == key] if live["count"] else []
    others = [word for choice, word in live.get("by_command", {}).items() if cast and choice not in cast]
    taken = votes.taken(live, key)
    return [*taken, *(word for word in others if word not in taken), *votes.deciding(live, key, visit.sight.now)]


def shut(visit: Visit, live: OpenPoll | None) -> list[str]:
    """Why votes would be refused of who looks."""
    closed = {} if live is None else votes.closed(live, visit.sight.key(visit.asker.seat or ""))
    return list(dict.fromkeys(why for word, why in closed.items() if live and word in live["offered"]))


def endings(visit: Visit, live: OpenPoll | None) -> list[tuple[str, str]]:
    """For whoever opened it: the other words by which a poll can come to an end, with their help."""
    if live is None or visit.sight.is_still or live["facts"]["author"] != visit.sight.key(visit.asker.seat or ""):
        return []
    known = {*buttons(visit, live), *votes.closed(live, live["facts"]["author"])}
    return [(c["usage"], c["help"]) for c in visit.sight.law["commands"] if c["ends"] and c["usage"] not in known]


def written(visit: Visit, found: Thread) -> list[Form]:
    """The commands whose help says that they are written in such a thread, and that would not be refused in this one."""
    return [replace(form, threads=(found.number,)) for form in _forms(visit, found) if found.number in form.threads]


def named(visit: Visit, found: Thread) -> list[str]:
    """The whole commands that rules name to who looks in a line of the status about this thread."""
    lines = visit.sight.law["lines"].get(visit.asker.seat or "", [])
    about = [line for line in lines if str(found.number) in _NUMBER.findall(line)]
    there = (replace(form, refused="") for form in _forms(visit, found))  # that was tried on the table
    return forms.named(there, about)


def _forms(visit: Visit, found: Thread) -> list[Form]:
    seat, closed = visit.asker.seat, found.state == "closed" or found.number == visit.sight.table
    return [] if seat is None or closed or visit.sight.is_still else forms.forms(visit.sight, seat)


def turns(visit: Visit, found: Thread, record: dict[str, Any], live: OpenPoll | None) -> str:
    """Whether who looks can close a pull request, or open it once more. A verdict is final, and the rules' own word goes first."""
    if found.pull is None or found.pull.merged_at is not None or record.get("status") in ("adopted", "rejected"):
        return ""
    if found.state == "closed":
        return "reopen" if may_turn(visit, found) and not visit.sight.is_still else ""
    return "close" if may_turn(visit, found) and not endings(visit, live) else ""


def may_turn(visit: Visit, found: Thread) -> bool:
    """Its author, and where no rule's word is heard any more the host, who administers the repository."""
    seat = visit.asker.seat
    is_author = seat is not None and sight.author(visit.game, found.author) == seat
    return is_author or (visit.sight.is_still and seat == visit.game.host)
