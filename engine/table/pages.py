"""The pages that are looked at: each reads, and changes nothing."""

import secrets
import shlex
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from starlette.responses import JSONResponse, Response

from engine.game.exhibits import OpenPoll
from engine.game.owned import OWN_CHOICES
from engine.game.replies import titles
from engine.hub.threads import Thread
from engine.referee.preview import Preview
from engine.site import differences, lawbook, rewriting, words
from engine.site.filed import next_number
from engine.table import (
    chronicle,
    collected,
    compared,
    duties,
    forms,
    listings,
    offers,
    places,
    proposing,
    rescues,
    sight,
    talk,
)
from engine.table.collected import MOST_ROWS
from engine.table.rehearsing import NONE_PLAYED, Rehearsal
from engine.table.visit import Visit

MOST_WORDS: Final = 6  # that count as a vote, named beside a comment
_KINDS: Final = {
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
    "json": "application/json",
    "xml": "application/atom+xml",
    "ics": "text/calendar",
}


def your_move(visit: Visit) -> Response:
    seat, now = visit.asker.seat, visit.sight.now
    mine = visit.waiting.get(seat or "", [])
    playing = seat is not None and visit.sight.player(seat) is not None
    lines = visit.sight.law["lines"].get(seat, []) if seat else []
    named = forms.named(forms.forms(visit.sight, seat), lines) if seat and playing and not visit.sight.over else []
    able = [word for word in named if not any(word in duty.offered for duty in mine)]
    led = able or [line for line in lines if visit.ways.lead(words.spoken(line))]
    stands = f"{visit.sight.name}, as it {'ended' if visit.sight.over else 'stands'}"
    return visit.page(
        "move.html",
        "/",
        headline=duties.headline(seat, mine, led, playing=playing) if seat and not visit.sight.over else stands,
        mine=mine[: duties.MOST],
        more=len(mine[duties.MOST :]),
        own=own(visit),
        lines=lines,
        able=able,
        under_way=duties.under_way(visit.sight, seat) if seat else [],
        asked_for=duties.asked_for(visit.game, visit.sight, seat) if seat else [],
        recent=visit.recent if seat and not visit.said else [],
        meanwhile=_meanwhile(visit, seat) if seat and playing and not (visit.said or visit.brought) else [],
        duty_span=lambda duty: words.span(now - duty.since),
        status_of=lambda duty: sight.standing(visit.game, duty.thread or 0),
    )


def _meanwhile(visit: Visit, seat: str) -> list[str]:
    return sight.meanwhile(visit.game, visit.sight.table, visit.sight.people[seat])


def own(visit: Visit) -> list[tuple[str, dict[str, Any]]]:
    """What this seat has: the records of its own, by collection."""
    if visit.asker.seat is None:
        return []
    told = visit.sight.own(visit.sight.key(visit.asker.seat))
    shown = sorted(told, key=lambda each: (-len(words.fields(each[1])), each[0]))
    return [(words.named(name.removesuffix("s")), record) for name, record in shown]


def act(visit: Visit) -> Response:
    still = visit.sight.over or visit.sight.paused_at is not None
    found = forms.forms(visit.sight, visit.asker.seat) if visit.asker.seat and not still else []
    chosen = visit.ways.filled(visit.query.get("write", ""))
    found = [chosen if chosen and form.id == chosen.id else form for form in found]
    groups: dict[str, dict[str, Any]] = {}
    for form in found:
        group = groups.setdefault(form.verb, {"forms": [], "rules": []})
        group["forms"].append(form)
        if (form.rule, form.slug, form.title) not in group["rules"]:
            group["rules"].append((form.rule, form.slug, form.title))
    table = visit.sight.table
    there = [t for t in sight.threads(visit.game) if t.state == "open" and t.number != table]
    listed = {
        places.ISSUE: [t for t in there if t.pull is None][:MOST_ROWS],
        places.PROPOSAL: [t for t in there if t.pull is not None][:MOST_ROWS],
    }
    order = sorted(groups.items(), key=lambda each: not any(form.open for form in each[1]["forms"]))
    able = sum(any(form.open for form in group["forms"]) for group in groups.values())
    return visit.page("act.html", "/act", groups=order, able=able, own=own(visit), places=listed)


def thread(visit: Visit) -> Response:
    number = visit.parts["number"]
    found = visit.game.model.threads.get(int(number)) if len(number) < 9 else None
    if found is None:
        return visit.door("There is no such thread", "Look among the proposals and the judgments.", status=404)
    record = listings.record(visit, found)
    live = next((p for p in visit.sight.polls.values() if p["facts"]["thread"] == found.number), None)
    author = sight.author(visit.game, found.author)
    comments, said, earlier = talk.newest(visit, found.number)
    first, more = talk.first(visit, found)
    rescue = rescues.rescues(visit.sight).get(found.number)
    standing = sight.standing(visit.game, found.number, voters=_tells_voters(live))
    return visit.page(
        "thread.html",
        "/threads" if found.pull else "/issues",
        thread=found,
        author=author,
        owns=author == visit.asker.seat,
        turns=offers.turns(visit, found, record, live),
        number=record.get("number") if found.pull else None,
        opens=record.get("status", "withdrawn") == "withdrawn",  # what was taken back may be opened for voting again
        title=_title(found, record),
        called=found.title,
        state=listings.state(visit, found, record),
        decided=record.get("status", "open"),
        poll=live,
        standing=standing,
        buttons=offers.buttons(visit, live),
        shut=[why for why in offers.shut(visit, live) if why not in standing],
        endings=offers.endings(visit, live),
        written=offers.written(visit, found),
        named=offers.named(visit, found),
        rescue=rescue,
        votes=live["offered"][:MOST_WORDS] if live and not visit.sight.is_still else OWN_CHOICES if rescue else (),
        openers=[c["usage"] for c in visit.sight.law["commands"] if c["opens"]],
        changes=_changes(visit, found),
        first=first,
        more=more,
        comments=comments,
        said_there=said,
        earlier=earlier,
    )


def _tells_voters(live: OpenPoll | None) -> bool:
    """Whether a page has to say who voted what in a table: as long as every vote counts, it draws them while the poll is open."""
    return live is None or live["count"] is None or live["count"]["refused"] > 0


def _title(found: Thread, record: dict[str, Any]) -> str:
    return titles.bare(found.title, record.get("number") if found.pull else None) or found.title


def _changes(visit: Visit, found: Thread) -> list[dict[str, Any]] | None:
    if found.pull is None:
        return []
    with visit.game.hub.server.lock:
        return compared.changes(visit.game.git, found.pull)


def propose(visit: Visit) -> Response:
    return drafting(visit, proposing.blank(visit.sight, visit.query.get("rule", "")))


def drafting(
    visit: Visit,
    draft: proposing.Draft,
    found: Preview | None = None,
    why: str = "",
    hint: str = "",
    played: Rehearsal = NONE_PLAYED,
) -> Response:
    """The page of a draft, with what the check found. It is kept by the browser, so that one can come back to it."""
    page = visit.page(
        "propose.html",
        "/propose",
        back=f"/propose?rule={quote(draft.chosen)}" if draft.chosen else "/propose",
        kinds=proposing.kinds(visit.sight),
        draft=draft,
        document=visit.sight.documents.get(draft.slug),
        numbers=rewriting.parameters(draft.parts.front),
        next_number=next_number(visit.sight.law, visit.sight.game),
        why=why,
        **checking(draft, found, hint, played),
    )
    page.headers["cache-control"] = "private, no-cache"
    return page


def checking(
    draft: proposing.Draft, found: Preview | None, hint: str = "", played: Rehearsal = NONE_PLAYED
) -> dict[str, Any]:
    before = {draft.path: draft.before} if draft.before else {}
    changes = differences.differences(before, draft.changes) if draft.path and draft.changed else []
    shown = {"found": found, "changes": changes, "played": played, "heed": proposing.heed(found)}
    return shown | {"hint": hint or "Change something, and it is checked here."}


def rules(visit: Visit) -> Response:
    q = " ".join(visit.query.get("q", "").split())[:100]
    found = [d for d in visit.sight.documents.values() if q.lower() in f"{d.number or ''} {d.title} {d.prose}".lower()]
    enforced = partial(lawbook.enforced, visit.sight.law["broken"])
    return visit.page("rules.html", "/rules", found=found, q=q, enforced=enforced)


def rule(visit: Visit) -> Response:
    found = visit.sight.documents.get(visit.parts["slug"])
    if found is None:
        return visit.door("There is no such rule in force", "The rulebook lists them all.", status=404)
    every = list(visit.sight.documents.values())
    place = every.index(found)
    near = every[max(0, place - 7) : place + 8]
    there, cases = visit.sight.documents, lawbook.examples(found)
    leads = partial(_rule_page, there)
    return visit.page(
        "rule.html",
        "/rules",
        called=found.title,
        rule=found,
        enforced=lawbook.enforced(visit.sight.law["broken"], found),
        cases=cases,
        near=near,
        rule_page=leads,
    )


def _rule_page(there: Mapping[str, Any], slug: str) -> str:
    return f"/rules/{slug}" if slug in there else ""


def players(visit: Visit) -> Response:
    names = [name for name in visit.sight.records if name != "polls"]
    order = sorted(names, key=lambda name: (name != "players", name))
    every = {name: collected.table(visit.sight, name) for name in order if visit.sight.records[name]}
    # of what rules keep for themselves alone nothing is shown, as where one reads what one has
    tables = [each for name, each in every.items() if each["columns"] or not visit.sight.law["untold"].get(name)]
    count = len(visit.sight.records.get("players", {}))
    return visit.page(
        "players.html", "/players", tables=tables, title=f"{words.counted(count, 'player')}, and what they have"
    )


def chronicles(visit: Visit) -> Response:
    days, older = chronicle.days(visit.game.git.directory, visit.sight, visit.query.get("before", ""))
    return visit.page(
        "chronicle.html",
        "/chronicle",
        days=days,
        older=older,
        decided=chronicle.decided(visit.sight),
        brought_by=sight.brought_by(visit.game, visit.sight.table),
    )


def board(visit: Visit) -> Response:
    """A page of the board that a game publishes, as it stands now."""
    path, sight = visit.parts.get("path") or "index.html", visit.sight
    text = visit.house.boards.page(Path(str(visit.game.git.directory)), sight.head, sight.law, path)
    if text is None:
        return visit.door("There is no such page of the board", "Begin at its first page.", status=404)
    return Response(text, media_type=_KINDS.get(path.rpartition(".")[2], "text/html"))


def pulse(visit: Visit) -> Response:
    """For the script of an open page: whether it is old, what the tab is called now, and whose page it would be by now."""
    return JSONResponse({"mark": visit.mark, "tab": visit.tab, "seat": visit.asker.seat or ""})


def table(visit: Visit, fresh: tuple[str, str] | None = None) -> Response:
    """Seats and links, for the host."""
    if not visit.asker.is_host:
        return visit.door("Only the host sees the links", "Ask whoever began the game.", status=403)
    links, address = visit.house.seats.links, visit.house.address
    return visit.page(
        "table.html",
        called="Seats and links",
        back="/table",
        host=visit.game.host,
        linked=visit.game.notes.get("seats", {}),
        fresh=fresh,
        page=secrets.token_urlsafe(8),
        invitation=f"{address}/enter/{links['invitation']}",
        watching=f"{address}/enter/{links['watcher']}",
        reachable=visit.house.reachable,
        folder=shlex.quote(str(visit.game.folder.path)),
    )
