"""What is wrong with a board: its pages read as programs read them, and compared with the files of the game it is of."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from typing import Any, Final
from xml.etree import ElementTree

from engine.site import cells, tables
from engine.site.game import Game
from engine.store import canon

HOME: Final = 200_000  # bytes
VOID: Final = frozenset({"meta", "link", "br", "hr", "input", "img"})
KNOWN: Final = VOID | frozenset(
    "html head title script body a nav main footer header section article div span p h1 h2 h3 h4 ul ol li dl dt dd b i em strong"
    " small code pre table caption thead tbody tr th td time details summary figure figcaption form label del ins blockquote s"
    " svg symbol use path g rect circle text polyline polygon title".split()
)
HANDS: Final = re.compile(
    r"\b(?:None\b(?! yet)|undefined|Traceback|Markup\(|nan)\b|\{&#39;|\[&#39;|<built-in|&lt;class"
)
WORDS: Final = re.compile(
    r"<(code|pre)\b.*?</\1>|<p class=\"(?:was|new)\">.*?</p>|<div class=\"prose.*?</div>", re.DOTALL
)


class Page(HTMLParser):
    """The elements of a page: what is open when it ends, what it names, where it leads, its tables and drawings."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.ids: list[str] = []
        self.leads: list[str] = []
        self.scripts = 0
        self.feed(text)
        self.close()
        self.wrong += [f"<{tag}> stays open" for tag in self.open]
        self.wrong += [f"the id {name} is there twice" for name, many in Counter(self.ids).items() if many > 1]

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        if tag not in KNOWN or len(given) < len(attributes):
            self.wrong.append(f"<{tag}> with {attributes}")
        self.wrong += [f"{name} of <{tag}>" for name in given if name.startswith("on") or name == "style"]
        self.ids += [given["id"] or ""] if "id" in given else []
        self.leads += [given[name] or "" for name in ("href", "src") if name in given]
        self.scripts += tag == "script"
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if self.open[-1:] == [tag]:
            self.open.pop()
        else:
            self.wrong.append(f"</{tag}> within {self.open[-1:]}")


def wrong_with(made: Mapping[str, str], game: Game) -> list[str]:
    """Everything that is wrong with the pages `made` of a game."""
    read = {path: Page(text) for path, text in made.items() if path.endswith(".html")}
    found = [f"{path}: {what}" for path, page in read.items() for what in page.wrong]
    found += [f"{path}: {page.scripts} scripts" for path, page in read.items() if page.scripts != 1]
    found += [f"{path}: shows {what}" for path in read for what in HANDS.findall(WORDS.sub("", made[path]))]
    found += [f"the first page has {len(made['index.html'].encode())} bytes"] * (
        len(made["index.html"].encode()) > HOME
    )
    return [*found, *_dead(made, read), *_drawings(made), *_numbers(made, game), *_funnels(made), *_feeds(made)]


def _dead(made: Mapping[str, str], read: Mapping[str, Page]) -> Iterator[str]:
    """Links that lead nowhere, fragments included."""
    for path, page in read.items():
        for lead in page.leads:
            if re.match(r"[a-z][a-z0-9+.-]*:", lead):
                if not lead.startswith(("https://", "http://")):
                    yield f"{path}: leads to {lead}"
                continue
            file, _, fragment = lead.partition("#")
            target = (
                posixpath.normpath(posixpath.join(posixpath.dirname(path), file.partition("?")[0])) if file else path
            )
            if target not in made:
                yield f"{path}: there is no {lead}"
            elif (
                fragment
                and target.endswith(".html")
                and fragment not in read[target].ids
                and not _drawn(made[target], fragment)
            ):
                yield f"{path}: {lead} is not on that page"


def _drawn(text: str, fragment: str) -> bool:
    return f'id="{fragment}"' in text


DRAWING: Final = re.compile(r"<svg\b(?![^>]* hidden>).*?</svg>", re.DOTALL)  # those that are hidden hold symbols


def _drawings(made: Mapping[str, str]) -> Iterator[str]:
    """Drawings that are no XML, or have neither words for those who do not see nor a table that says the same."""
    for path, text in made.items():
        if path.endswith(".svg"):
            ElementTree.fromstring(text)
        for place in DRAWING.finditer(text) if path.endswith(".html") else ():
            try:
                drawing = ElementTree.fromstring(place[0])
            except ElementTree.ParseError as error:
                yield f"{path}: {error} in {place[0][:80]}"
                continue
            if drawing.get("role") == "img":
                said = drawing.get("aria-label") or drawing.get("aria-labelledby")
                after = text[place.end() : place.end() + 4_000]
                if not said or not any(words in after for words in ("<table", "has voted", "have voted")):
                    yield f"{path}: nothing says in words what {place[0][:80]} shows"
            elif drawing.get("aria-hidden") != "true" and drawing.get("hidden") is None:
                yield f"{path}: {place[0][:80]} is neither named nor left out"


ROW: Final = re.compile(r'<tr><th scope="row">(.*?)</th>(.*?)</tr>', re.DOTALL)
CELL: Final = re.compile(r"<td[^>]*>(.*?)</td>", re.DOTALL)


def _numbers(made: Mapping[str, str], game: Game) -> Iterator[str]:
    """Numbers in the tables of collections that are not those of the files of the state."""
    for name in tables.listed(game):
        first = "players.html" if name == "players" else f"records/{name}.html"
        later = [p for p in made if re.fullmatch(rf"{re.escape(first.removesuffix('.html'))}\.[0-9]+\.html", p)]
        rows = [
            row
            for path in (first, *sorted(later, key=lambda p: int(p.split(".")[-2])))
            for row in ROW.findall(made.get(path, ""))
        ]
        stored = tables.ordered(game, name)
        shown = tables.columns(game, name)
        named = (
            bool(game.shown.get(name)) and bool(game.shown[name].columns) and not shown[0].form and name != "players"
        )
        if first in made and len(rows) != len(stored):
            yield f"{first}: {len(rows)} rows of {len(stored)}"
        for (_, cellular), (key, record) in zip(rows, stored, strict=False):
            texts = CELL.findall(cellular)
            for text, column in zip(texts, shown[1:] if named else shown, strict=False):
                wanted = cells.amount(_plain(game, name, key, record), key, column.field)
                if column.form or wanted is None:
                    continue
                if text.replace("\N{NARROW NO-BREAK SPACE}", "").replace("−", "-") != str(wanted):
                    yield f"{first}: {key}'s {column.field} is {wanted} and shown as {text}"


def _plain(game: Game, name: str, key: str, record: Mapping[str, Any]) -> Mapping[str, Any]:
    """The record from its own file, where it has one."""
    path = f"state/{name}/{key}.yaml"
    found = canon.read(game.files[path]) if path in game.files else record
    return found if isinstance(found, dict) else record


COUNT: Final = re.compile(r"<dt>(added|received|counted|superseded|refused)</dt><dd>(?:<i>.</i>)?(\d+)</dd>")


def _funnels(made: Mapping[str, str]) -> Iterator[str]:
    """Tallies that do not add up, or count otherwise than their list of votes tells."""
    for path, text in made.items():
        counts = {name: int(many) for name, many in COUNT.findall(text)} if path.startswith("proposals/") else {}
        if counts:
            got = counts["received"] + counts.get("added", 0)
            if got != counts["counted"] + counts["superseded"] + counts["refused"]:
                yield f"{path}: {counts} do not add up"


ATOM: Final = "{http://www.w3.org/2005/Atom}"
MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


def _feeds(made: Mapping[str, str]) -> Iterator[str]:
    """What RFC 4287 and RFC 5545 ask for and is not there."""
    feed = ElementTree.fromstring(made["feed.xml"])
    for each in (feed, *feed.findall(f"{ATOM}entry")):
        for name in ("id", "title", "updated"):
            if len(each.findall(ATOM + name)) != 1:
                yield f"feed.xml: {len(each.findall(ATOM + name))} {name} in {each.tag}"
        if not MOMENT.fullmatch(each.findtext(f"{ATOM}updated", "")):
            yield f"feed.xml: {each.findtext(f'{ATOM}updated')} is no moment"
    ids = [each.findtext(f"{ATOM}id") for each in feed.findall(f"{ATOM}entry")]
    if len(set(ids)) < len(ids):
        yield "feed.xml: two entries have one id"
    lines = made["calendar.ics"].split("\r\n")
    if "\n" in "".join(lines) or max(len(line.encode()) for line in lines) > 75:
        yield "calendar.ics: lines end otherwise, or are too long"
    uids = [line for line in lines if line.startswith("UID:")]
    if len(set(uids)) < len(uids) or lines.count("BEGIN:VEVENT") != len(uids):
        yield "calendar.ics: events without a name of their own"
