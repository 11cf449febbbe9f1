"""Ids for what comes back to what it was before while that is still remembered: a head taken back, checks that fail again."""

from collections.abc import Mapping
from typing import Any

from engine.game.happening import Happening
from engine.store import canon, digest


def thread(seen: Mapping[str, int], number: int, touched: int, facts: Mapping[str, Any], cursor: int, time: int) -> str:
    """The id under which a thread (facts), touched last at one time and news of another `time`, is news.

    What was touched no later than anything was judged may have been read otherwise, within that very second. What is dated
    back is forgotten sooner than what else may become of the thread in the second in which it was touched.
    """
    plain = f"thread/{number}/{touched}"
    if touched > cursor and plain not in seen and time == touched:
        return plain
    return f"{plain}/{digest.sha256(canon.emit(dict(facts)))[:8]}"


def edit(seen: Mapping[str, int], comment: int, touched: int, text: str) -> Happening:
    """The id of an edit (its time, the text). Where one of the same second was judged, this one is read `again` in its place."""
    plain = f"comment/{comment}/{touched}"
    return {"id": f"{plain}/{digest.sha256(text)[:8]}", "again": True} if plain in seen else {"id": plain}


def head(seen: Mapping[str, int], number: int, known: str | None, head: str, touched: int | None) -> str | None:
    """The id under which a head is news; None if it is the `known` one, or was judged, and refused, already.

    `touched` is when the thread was touched last, if it was of late.
    """
    plain = f"head/{number}/{head}"
    if head == known or plain not in seen:
        return None if head == known else plain
    returned = touched is not None and _last(seen, f"head/{number}/{known}") >= _last(seen, plain)
    return f"{plain}/{touched}" if returned else None


def _last(seen: Mapping[str, int], plain: str) -> int:
    """When a head was judged last; before all times if that is not remembered."""
    return max((at for id_, at in seen.items() if id_ == plain or id_.startswith(f"{plain}/")), default=-1)


def checks(seen: Mapping[str, int], key: str, head: str, found: str, now: int) -> str:
    """The id under which checks other than the known ones are news."""
    plain = f"checks/{key}/{head}/{found}"
    return f"{plain}/{now}" if plain in seen else plain
