"""The journal in words, a day to a page. Words that were deleted, or taken out of the journal, are not in it."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

from engine.game.calendar import from_stamp
from engine.site.notes import DayTold
from engine.site.votes import plain
from engine.site.words import dated
from engine.store import journal
from engine.store.blocks import BlockReader
from engine.store.clipped import clipped
from engine.store.scalars import NotOurs, value_of

MOST_ROLLS: Final = 12
LONGEST: Final = 160
MOST_FACES: Final = 40
LONGEST_DRAWN: Final = 60
_FILE: Final = re.compile(r"state/journal/([0-9]{4})/([0-9]{2})/([0-9]{2})(?:_[0-9]{4})?\.yaml")
_IGNORED: Final = "\n  outcome:\n    is: ignored\n"
_COMMENT: Final = re.compile(r"^  comment: ([0-9]+)$", re.MULTILINE)
_RULE: Final = re.compile(r"^ {2,4}rule: \"?(.+?)\"?$", re.MULTILINE)
_TAKEN: Final = re.compile(r"\n  kind: (?:deleted|edited)\n")
_ID: Final = re.compile(r"^  id: \"?(.+?)\"?$", re.MULTILINE)
# What no page shows
_ASIDE: Final = frozenset({"hash", "previous", "seen_at", "said_at", "time", "edited", "rules", "semantics"})
_FIELD: Final = re.compile(r"(?m)^(?=  \S)")
_ROLL: Final = re.compile(r"(?m)^(?=    - (?:faces|throw|chosen|shuffled):)")
_WHAT: Final = {
    "said": "writes",
    "edited": "edits a comment",
    "deleted": "deletes a comment",
    "opened": "opens",
    "head": "The text of a proposal is read",
    "administered": "A change by hand.",
    "rotated": "The dice have a new key.",
    "moved": "The game has moved.",
    "rescue": "A rescue.",
    "resumed": "The game goes on after a pause.",
    "lapsed": "Who is waited for is another.",
    "upgraded": "The engine is a newer one.",
    "redacted": "Words were taken out.",
    "thread": "The thread was changed",
    "checks": "Checks of what is proposed have ended",
    "unmergeable": "What is proposed could not be merged",
    "unread": "GitHub shows a pull request no more, or again",
    "observed": "The engine looked anew at what it had written",
    "delivered": "What the engine had to say is said",
    "twice": "The engine said something twice",
    "timer": "A term ends.",
    "period": "The clock.",
}
_KINDS: Final = {"comment": int, "actor": dict, "facts": dict, "rolls": list}  # of what an entry may have
Day = tuple[str, list[dict[str, Any]]]  # the day, and what happened on it as it is told
Hidden = Mapping[Any, str]  # comment -> the last entry that changed or took away its words


def days(paths: Iterable[str]) -> dict[str, list[str]]:
    """`2026-01-05` -> the files of that day, in their order; the newest day first. What is called like no day is left out."""
    found: dict[str, list[str]] = {}
    for path in sorted(paths):
        match = _FILE.fullmatch(path)
        if match is not None:
            found.setdefault("-".join(match.groups()), []).append(path)
    return {day: found[day] for day in sorted(found, reverse=True) if _is_day(day)}


def _is_day(text: str) -> bool:
    try:
        return from_stamp(text) is not None
    except ValueError:
        return False


def first(most: int, told: Iterable[Day]) -> list[Day]:
    """So many happenings of these days; of what comes behind them nothing is read."""
    found: list[Day] = []
    for day, entries in told:
        found += [(day, entries[:most])] if entries else []
        most -= len(entries)
        if most <= 0:
            break
    return found


def read(text: str) -> DayTold:
    """What is to be known of a file by other pages: what a comment said before it was edited or deleted is not shown any more."""
    comments, rules = dict.fromkeys(_COMMENT.findall(text)), dict.fromkeys(_RULE.findall(text))
    return DayTold(tuple(_gone(text)), tuple(map(int, comments)), tuple(rules))


def _gone(text: str) -> Iterator[tuple[int, str]]:
    """(comment, entry) of what was edited or deleted."""
    for entry in _pieces(text) if _TAKEN.search(text) else ():
        if _TAKEN.search(entry):
            comment, named = _COMMENT.search(entry), _ID.search(entry)
            if comment and named:
                yield int(comment[1]), named[1]


def _pieces(text: str) -> list[str]:
    """The texts of the entries of a file, read without taking them apart."""
    return [f"- {piece}" for piece in ("\n" + text).split("\n- ")[1:]]


def told(texts: Iterable[str], hidden: Hidden, titles: Mapping[str, str]) -> list[dict[str, Any]]:
    """What happened, in order, of the files of a day; `titles` are those of rules by slug."""
    pieces = [piece if piece.endswith("\n") else f"{piece}\n" for text in texts for piece in _pieces(text)]
    counted = [piece for piece in pieces if _IGNORED not in piece]
    return [_told(entry, hidden, titles) for piece in counted for entry in _entries(_cut(piece)) if _is_one(entry)]


def _entries(piece: str) -> list[Mapping[str, Any]]:
    """What an entry says. Whether it is written as it should be is for `nomic verify` to find: a page only shows it."""
    try:
        return [_fields(piece)]
    except (NotOurs, IndexError, ValueError):
        pass
    try:
        return list(journal.entries(piece))
    except ValueError:
        return []


def _is_one(entry: Any) -> bool:
    """Whether it has what every entry has, and all that is shown of it is of its kind."""
    if not isinstance(entry, dict) or not isinstance(entry.get("outcome"), dict):
        return False
    at = entry.get("at")
    timed = isinstance(at, int) and dated(at, "UTC") is not None
    whole = {"is"} <= entry["outcome"].keys() and {"id", "kind"} <= entry.keys() and timed
    fit = all(entry.get(name) is None or isinstance(entry[name], kind) for name, kind in _KINDS.items())
    return whole and fit and all(map(_is_roll, entry.get("rolls") or ()))


def _is_roll(roll: Any) -> bool:
    return isinstance(roll, dict) and isinstance(roll.get("faces") or [], list)


def _fields(piece: str) -> dict[str, Any]:
    """The fields of an entry, in the form in which they are written, but for what is left aside."""
    found = {}
    for text in _FIELD.split(f"  {piece[2:]}")[1:]:
        line, _, more = text.partition("\n")
        name, colon, value = line[2:].partition(": ")
        if name in _ASIDE:
            continue
        if more or not colon or value[:1] in ("|", "") or name[:1] == '"':
            known, whole = _block(text)
            found[known] = whole
        else:
            found[name] = value_of(value)
    return found


@lru_cache(maxsize=4096)
def _block(text: str) -> tuple[str, Any]:
    """The same of a field of several lines, which nobody changes: most are like one of another entry, who and what came of it."""
    ((name, value),) = BlockReader(text).block(2).items()
    return name, value


def _cut(piece: str) -> str:
    """Of many rolls one more than is shown is left, so that it is seen that there are more."""
    if piece.count("\n    - ") <= MOST_ROLLS:
        return piece
    first, *rolls = _ROLL.split(piece)
    if len(rolls) <= MOST_ROLLS:
        return piece
    last, after = re.split(r"(?m)^(?=  \S)", rolls[-1] + "  .", maxsplit=1)
    return first + "".join(rolls[:MOST_ROLLS]) + last + after.removesuffix("  .")


def _told(entry: Mapping[str, Any], hidden: Hidden, titles: Mapping[str, str]) -> dict[str, Any]:
    outcome, kind = entry["outcome"], str(entry["kind"])
    rule = str(entry.get("rule") or outcome.get("rule") or "")
    rolls = entry.get("rolls") or []
    withdrawn = kind in ("said", "edited") and hidden.get(entry.get("comment"), entry["id"]) != entry["id"]
    reason = outcome.get("reason", "") if outcome["is"] == "refused" else ""
    return {
        "id": str(entry["id"]),
        "at": int(entry["at"]),
        "who": str((entry.get("actor") or {}).get("login", "")),
        "what": f"{titles[rule]}." if kind in ("period", "timer") and rule in titles else _WHAT.get(kind, kind),
        "text": "" if withdrawn else _words(entry, kind),
        "withdrawn": withdrawn,
        "taken_out": journal.is_redacted(entry.get("text")) or journal.is_redacted(outcome.get("reason")),
        "thread": entry.get("thread"),
        "rule": rule if rule in titles else "",
        "refused": "" if withdrawn or not isinstance(reason, str) else plain(reason),
        "is_refused": outcome["is"] == "refused",
        "rolls": [shown_roll(roll) for roll in rolls[:MOST_ROLLS]],
        "more": len(rolls) > MOST_ROLLS,
    }


def _words(entry: Mapping[str, Any], kind: str) -> str:
    said = entry.get("text") if kind != "opened" else (entry.get("facts") or {}).get("title")
    return clipped(said, LONGEST) if isinstance(said, str) else ""


def shown_roll(roll: Mapping[str, Any]) -> dict[str, Any]:
    """A draw as it is shown: `dice` is what was done, `faces` what came, `total` the sum where there is one, else None."""
    for name in ("chosen", "shuffled"):
        if name in roll:
            found = roll[name]
            many = found if name == "shuffled" and isinstance(found, list) else [found]
            of = f" of {roll['of']}" if "of" in roll else ""
            return {"dice": f"{name}{of}", "faces": [_plain(one) for one in many[:MOST_FACES]], "total": None}
    return {
        "dice": str(roll.get("throw", "")),
        "faces": list(roll.get("faces") or ())[:MOST_FACES],
        "total": roll.get("total"),
    }


def _plain(value: object) -> str:
    return clipped(", ".join(map(str, value)) if isinstance(value, list) else str(value), LONGEST_DRAWN)
