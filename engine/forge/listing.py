"""Whole lists or none: pages are read so that nothing is lost when people act meanwhile.

Page numbers are offsets. When an item moves to the end of a list sorted by `updated_at`, all behind it move up and one
slips over the border of a page that was read before. So the next page is page 1 again, from the last time seen.
"""

from dataclasses import dataclass, field
from typing import Any

from engine.forge.errors import LATER
from engine.forge.shapes import Malformed, Raw, moment, whole
from engine.forge.wire import PER_PAGE, Answer, Wire
from engine.game.calendar import stamp
from engine.referee.ports import Unreachable

MOST_REQUESTS = 2_000  # for one list: twice what GitHub allows in an hour


@dataclass(slots=True)
class Found:
    """id -> item in its newest form."""

    items: dict[int, Raw] = field(default_factory=dict)

    def add(self, page: list[Raw]) -> bool:
        """True if the page brought anything new."""
        fresh = [raw for raw in page if self._is_news(raw)]
        self.items.update({whole(raw, "id"): raw for raw in fresh})
        return bool(fresh)

    def _is_news(self, raw: Raw) -> bool:
        known = self.items.get(whole(raw, "id"))
        return known is None or moment(raw, "updated_at") > moment(known, "updated_at")


def page_of(answer: Answer, key: str | None = None) -> list[Any]:
    data = answer.data.get(key) if key is not None and isinstance(answer.data, dict) else answer.data
    if not isinstance(data, list):
        raise Malformed("a list expected")
    return data


def changed_since(wire: Wire, path: str, since: int | None, **query: object) -> list[Raw]:
    """Every item with updated_at >= since (all if None), each once, by (updated_at, id).

    Only where more than a page was changed within a second do page numbers lead on; then the walk is repeated until it
    brings nothing new.
    """
    found, cursor, page, news = Found(), since, 1, False
    for _ in range(MOST_REQUESTS):
        answer = wire.read(path, list_of_all=True, **query, **window(cursor, page))
        items = page_of(answer)
        news = found.add(items) or news
        more = bool(items) and "next" in answer.links
        onward = moment(items[-1], "updated_at") - 1 if more else None  # a second back: is `since` inclusive?
        if onward is not None and cursor is not None and onward <= cursor:
            page += 1
        elif page > 1 and news:
            page, news = 1, False
        elif onward is None:
            return sorted(found.items.values(), key=lambda raw: (moment(raw, "updated_at"), whole(raw, "id")))
        else:
            cursor, page, news = onward, 1, False
    raise Unreachable(f"GET {path}: the list does not end", LATER)


def window(cursor: int | None, page: int) -> dict[str, object]:
    since = {} if cursor is None else {"since": stamp(cursor)}
    return {"sort": "updated", "direction": "asc", "per_page": PER_PAGE, "page": page, **since}


def whole_list(wire: Wire, path: str, key: str | None = None) -> list[Raw]:
    """Every item of a list sorted by age, oldest first, each once.

    A deletion moves what follows one place up. Read from the last page to the first, an item can then be met twice but
    not missed; the first page, which tells how many there are, is read once more at the end.
    """
    first = wire.read(path, per_page=PER_PAGE, page=1)
    found = Found()
    found.items.update({whole(raw, "id"): raw for raw in page_of(first, key)})
    last = first.links.get("last") or _walked(wire, path, first)
    if last > MOST_REQUESTS:
        raise Unreachable(f"GET {path}: the list does not end", LATER)
    for page in range(last, 0, -1) if last > 1 else ():
        items = page_of(wire.read(path, per_page=PER_PAGE, page=page), key)
        found.items.update({whole(raw, "id"): raw for raw in items})
    return [found.items[identity] for identity in sorted(found.items)]


def _walked(wire: Wire, path: str, first: Answer) -> int:
    """The last page of a list of which GitHub does not say how long it is: it leaves `last` out where it cannot tell."""
    page, answer = 1, first
    while "next" in answer.links and page <= MOST_REQUESTS:
        page += 1
        answer = wire.read(path, per_page=PER_PAGE, page=page)
    return page
