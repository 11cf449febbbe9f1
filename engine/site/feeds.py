"""What programs subscribe to: the latest happenings as Atom, and what is due as a calendar. Pure texts."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from html import escape
from typing import Any, Final

from engine.game.calendar import stamp
from engine.site.words import readable

MOST: Final = 50
FEED: Final = "feed.xml"  # beside the first page
FOLD: Final = 73  # octets of a line before it is folded (RFC 5545, 3.1)

ZONE: Final = [
    "BEGIN:VTIMEZONE",
    "TZID:UTC",
    "BEGIN:STANDARD",
    "DTSTART:19700101T000000",
    "TZOFFSETFROM:+0000",
    "TZOFFSETTO:+0000",
    "END:STANDARD",
    "END:VTIMEZONE",
]


def atom(name: str, game: str, address: str, entries: Iterable[Mapping[str, Any]], now: int) -> str:
    """RFC 4287. `entries` are as the chronicle tells them, the newest first, `MOST` or fewer; `address` is where the board is, or empty.

    Where it has none, the game's own id tells its entries from those of another game, whose comments have the same numbers.
    """
    base = address or f"urn:nomic:{game}"
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        f"<title>{_text(name)}</title>",
        f"<id>{_text(base)}</id>",
        f"<updated>{stamp(now)}</updated>",
        f"<author><name>{_text(name)}</name></author>",
    ]
    if address:
        lines += [f'<link href="{escape(address)}"/>', f'<link rel="self" href="{escape(f"{address}/{FEED}")}"/>']
    for entry in entries:
        title = " ".join(part for part in (entry["who"], entry["what"], entry["text"]) if part)
        said = f"Refused: {entry['refused']}" if entry["refused"] else title
        lines += [
            "<entry>",
            f"<title>{_text(title)}</title>",
            f"<id>{_text(base)}#{_text(entry['id'])}</id>",
            f"<updated>{stamp(entry['at'])}</updated>",
            f'<content type="text">{_text(said)}</content>',
            "</entry>",
        ]
    return "\n".join([*lines, "</feed>", ""])


def _text(text: str) -> str:
    return escape(readable(str(text)), quote=False)


def calendar(name: str, game: str, due: Iterable[Mapping[str, Any]], now: int) -> str:
    """RFC 5545: an event for each thing that is due; where nothing is, the zone alone, since a calendar may not be empty (3.6)."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//nomic//board//EN", f"X-WR-CALNAME:{_escaped(name)}"]
    told = list(due)
    lines += [] if told else ZONE
    for place, each in enumerate(told):
        same = [other for other in told[:place] if (other["slug"], other["at"]) == (each["slug"], each["at"])]
        which = f"-{len(same) + 1}" if same else ""
        lines += [
            "BEGIN:VEVENT",
            f"UID:{_escaped(game)}-{_escaped(each['slug'] or each['what'])}-{each['at']}{which}@nomic",
            f"DTSTAMP:{_moment(now)}",
            f"DTSTART:{_moment(each['at'])}",
            f"SUMMARY:{_escaped(name)}: {_escaped(each['title'])}",
            "END:VEVENT",
        ]
    return "".join(_folded(line) for line in [*lines, "END:VCALENDAR"])


def _moment(time: int) -> str:
    return datetime.fromtimestamp(time, UTC).strftime("%Y%m%dT%H%M%SZ")


def _escaped(text: Any) -> str:
    plain = readable(str(text)).replace("\\", "\\\\")
    return plain.replace(";", "\\;").replace(",", "\\,").replace("\r", "").replace("\n", "\\n")


def _folded(line: str) -> str:
    parts, rest = [], line.encode()
    while len(rest) > FOLD:
        cut = FOLD
        while rest[cut] & 0xC0 == 0x80:
            cut -= 1
        parts.append(rest[:cut])
        rest = b" " + rest[cut:]
    return "\r\n".join(part.decode() for part in [*parts, rest]) + "\r\n"
