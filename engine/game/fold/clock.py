"""The clock: cron periods and timers that fall due between two happenings, each judged once and in order after any gap.

Whether one is due follows from positions alone: what stands after the last position judged and not after the next is due.
So a late run gives what a punctual one would have given, and nothing is closed twice.
"""

from bisect import bisect_right
from collections.abc import Mapping
from heapq import heappop, heappush, nsmallest
from itertools import islice
from operator import itemgetter
from typing import Any, Final

from engine.game.calendar import next_of
from engine.game.consulting import asking
from engine.game.exhibits import Due
from engine.game.happening import Happening, Position, position
from engine.game.proposals import later, rank, rescue
from engine.game.refusal import Refusal
from engine.game.world.memos import Instant
from engine.game.world.transaction import supposing
from engine.game.world.world import World
from engine.law.documents.mentioned import idle
from engine.law.running.blame import RuleFault

MOST_LOOKED_AT: Final = 20  # of the timers ahead: of none that comes later is told before one of them has rung
ENGINES_OWN: Final = ("resumed", "lapsed")  # no rule's, and nothing that is announced
RUNG: Final = ("period", "timer", "rescue", *ENGINES_OWN)  # kinds that nobody but the clock brings


def next_due(world: World, until: Position) -> Happening | None:
    """The first period or timer after the last position judged and before `until`; None if there is none."""
    if world.notes.waits:
        return None
    last: Position = tuple(world.notes.position)
    found = [*_first_period(world, last), *_timers(world), *_rescues(world, last), *_resumed(world)]
    found += _lapsed(world, last[0], until[0])
    due = [(p, h) for p, h in ((position(h), h) for h in found) if last < p < until]
    return min(due, key=lambda pair: pair[0])[1] if due else None


def ahead(world: World) -> list[Happening]:
    """The next of each period, the next timer, the next ends of rescues and of days to vote, and the second after a pause.

    They are in no order. Nothing in a game that waits to begin.
    """
    if world.notes.waits:
        return []
    last: Position = tuple(world.notes.position)
    by_rules = [*_periods(world, last), *_timers(world)]
    return [*by_rules, *_rescues(world, last), *_resumed(world), *_lapsed(world, last[0])]


def upcoming(world: World) -> list[Due]:
    """What the clock will do next, the soonest first. Of a rule's timers the first from which something follows, as things stand."""
    if world.notes.paused_at is not None or world.game.get("over"):
        return []
    found: list[Due] = []
    others = [each for each in ahead(world) if each["kind"] not in ("timer", *ENGINES_OWN)]
    for happening in [*(each for each in others if each["time"] > world.now), *_timers_to_come(world)]:
        timer = world.records.get("timers", happening.get("timer", ""))
        slug = happening.get("rule") or (timer["rule"] if timer is not None else "")
        document = world.book.documents.get(str(slug))
        title = "a rescue" if document is None else document.title
        found.append({"at": happening["time"], "title": title, "slug": slug, "what": happening["kind"]})
    return sorted(found, key=lambda due: (due["at"], due["title"]))


def _periods(world: World, last: Position) -> list[Happening]:
    found: dict[str, Happening] = {}
    rung = _rung(world, last[0])
    for slug, place, entry in world.book.schedule:
        at = _fire(world, entry, last, _period(world, slug, place, entry, 0)["order"])
        run = f"period/{slug}/{entry['run']}"
        if at == last[0] and (f"{run}/{at}" in rung or _is_twin(world, slug, place, entry, at)):
            at = _next(world, entry, last[0])
        if at is not None:
            found.setdefault(f"{run}/{at}", _period(world, slug, place, entry, at))
    return [*found.values()]


def _first_period(world: World, last: Position) -> list[Happening]:
    """The first of `_periods`. What is due at an instant is found out once, and not after each period of it: many may be."""
    known = world.memos.instant
    if known is None or known.law is not world.law or known.zone != world.timezone or not known.holds_at(last[0]):
        known = world.memos.instant = _instant(world, last[0])
    if known.at == last[0] and known.due:
        rung = _rung(world, last[0])
        for _, happening in islice(known.due, bisect_right(known.due, last, key=lambda pair: pair[0]), None):
            if happening["id"] not in rung:
                return [{**happening}]
    return [] if known.later is None else [{**known.later}]


def _instant(world: World, at: int) -> Instant:
    """What is due at this time, in order, and what is the first to be due after it."""
    due: list[tuple[Position, Happening]] = []
    later: list[tuple[Position, Happening]] = []
    for slug, place, entry in world.book.schedule:
        if _next(world, entry, at - 1) == at and not _is_twin(world, slug, place, entry, at):
            period = _period(world, slug, place, entry, at)
            due.append((position(period), period))
        if (following := _next(world, entry, at)) is not None:
            period = _period(world, slug, place, entry, following)
            later.append((position(period), period))
    by_position = itemgetter(0)
    first = min(later, key=by_position)[1] if later else None
    return Instant(world.law, world.timezone, at, sorted(due, key=by_position), first)


def _period(world: World, slug: str, place: int, entry: Mapping[str, str], at: int) -> Happening:
    run, order = entry["run"], f"{world.book.documents[slug].number or 0:08d}/{place:03d}"
    return {"id": f"period/{slug}/{run}/{at}", "kind": "period", "time": at, "rule": slug, "run": run, "order": order}


def _is_twin(world: World, slug: str, place: int, entry: dict[str, str], at: int) -> bool:
    """Whether an earlier entry of the same rule lets the same function run at that very time: then it runs once."""
    earlier = [twin for other, twin in world.book.runs[slug, entry["run"]] if other < place]
    return any(next_of(twin, twin.get("timezone") or world.timezone, at - 1) == at for twin in earlier)


def _rung(world: World, at: int) -> frozenset[str]:
    """The periods of an instant that have been judged, if the law changed within it: their rules may have other numbers since."""
    noted = world.notes.rung
    return frozenset(noted["ids"]) if noted.get("at") == at else frozenset()


def note_rung(world: World, happening: Happening, *, changed: bool) -> None:
    """A period was judged. Where it `changed` the law, those of the same instant are kept, that none of them comes again."""
    if happening["kind"] != "period":
        return
    at, ids = world.memos.rung
    ids = ids.union({happening["id"]}) if at == happening["time"] else frozenset({happening["id"]})
    world.memos.rung = happening["time"], ids
    noted = world.notes.rung
    if changed or noted.get("at") == happening["time"]:
        world.notes.rung = {"at": happening["time"], "ids": sorted({*ids, *_rung(world, happening["time"])})}
    elif "at" in noted:
        world.notes.rung = None


def note_unfinished(world: World) -> None:
    """A segment ends. Where more is due at the instant of the period judged last, whoever goes on has to know which were before."""
    at, ids = world.memos.rung
    last: Position = tuple(world.notes.position)
    due = _first_period(world, last) if at == world.now else []
    if any(each["time"] == at for each in due):
        world.notes.rung = {"at": at, "ids": sorted({*ids, *_rung(world, at)})}


def _fire(world: World, entry: dict[str, str], last: Position, order: str) -> int | None:
    """The next time of an entry: at the very instant of the last position only if its place there is still to come."""
    same_instant = (last[0], 1, order) > last
    return _next(world, entry, last[0] - 1 if same_instant else last[0])


def _next(world: World, entry: dict[str, str], after: int) -> int | None:
    """`next_of`, found once until it has passed: of a rare entry it takes long, and it is asked after every happening."""
    zone = entry.get("timezone") or world.timezone
    key = (entry.get("cron"), entry.get("every"), entry.get("from"), zone)
    known = world.memos.due.get(key)
    if known is None or after < known[0] or (known[1] is not None and after >= known[1]):
        known = world.memos.due[key] = after, next_of(entry, zone, after)
    return known[1]


def _timers(world: World) -> list[Happening]:
    if world.notes.paused_at is not None:
        return []  # they wait: /resume gives each as long as it had
    # By their places, as all that happens: were one judged before its place, those between would never be due.
    pending = world.memos.timers
    for key in world.records.news("timers"):
        if (ringing := _of(world, key)) is not None:
            heappush(pending, (position(ringing), key))
    while pending:
        first = _of(world, pending[0][1])
        if first is not None and position(first) == pending[0][0]:
            return [first]
        heappop(pending)
    return []


def _timers_to_come(world: World) -> list[Happening]:
    """Of each rule the next timer that has something left to do, if it is among the first of all."""
    if world.notes.waits:
        return []
    found: dict[str, Happening] = {}
    coming = (_ringing(key, record) for key, record in world.records.items("timers") if record["at"] > world.now)
    for happening in nsmallest(MOST_LOOKED_AT, coming, key=position):
        timer = world.records.get("timers", happening["timer"])
        if timer is not None and timer["rule"] not in found and not _is_moot(world, timer):
            found[timer["rule"]] = happening
    return [*found.values()]


def _of(world: World, key: str) -> Happening | None:
    record = world.records.get("timers", key)
    return None if record is None else _ringing(key, record)


def _ringing(key: str, record: Mapping[str, Any]) -> Happening:
    return {"id": f"timer/{key}/{record['serial']}", "kind": "timer", "time": record["at"], "timer": key}


def _rescues(world: World, last: Position) -> list[Happening]:
    return [
        {"id": f"rescue/{thread}/{at}", "kind": "rescue", "time": at, "thread": int(thread)}
        for at, thread in rescue.due(world, last[0])
    ]


def _resumed(world: World) -> list[Happening]:
    """Polls that were complete when a pause ended are decided a second later."""
    at = world.notes.resumed_at
    return [] if at is None else [{"id": f"resumed/{at}", "kind": "resumed", "time": at + 1}]


def _lapsed(world: World, since: int, until: int | None = None) -> list[Happening]:
    """When a poll may be complete by the end of a day to vote, or by a vote said then; not while the game is paused."""
    if world.notes.paused_at is not None or world.game.get("over"):
        return []
    return [
        {"id": f"lapsed/{key}/{at}", "kind": "lapsed", "time": at, "key": key}
        for at, key in [*rank.lapses(world, since, until), *later.due(world)]
    ]


def shift_timers(world: World, seconds: int) -> None:
    """After a pause every timer has as long to go as it had when the pause began."""
    for key, record in list(world.records.items("timers")):
        world.records.put("timers", key, {**record, "at": record["at"] + seconds})


def _is_moot(world: World, timer: Mapping[str, Any]) -> bool:
    """Whether nothing follows from a timer (a record) if all stays as it is now: its function would change and say nothing.

    A function without a statement is called for the sake of its time alone: polls are looked at after it.
    """
    rule, run = timer["rule"], timer["run"]
    if not asking.can_run(world.book, rule, run):
        return True
    if rule in world.book.broken or run in idle(world.book.documents[rule].code):
        return False
    with supposing(world, now=max(timer["at"], world.now), reading=world.moment.reading + 1):
        try:
            asking.run(world, rule, run, **timer["data"])
        except (Refusal, RuleFault):  # it would change something, or say what is wrong
            world.host.relieve()
            return False
    return True
