"""The whole board as files: equal input gives equal bytes, and a page whose words have not changed is not made again."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache, partial
from typing import Any, Final

from jinja2 import Environment, Template
from markupsafe import Markup

from engine.game.calendar import from_stamp, local
from engine.site import HERE, chronicle, feeds, inputs, lawbook, lawpages, pages, tables, words
from engine.site.filed import next_number
from engine.site.game import Game
from engine.site.notes import DayTold, Notes, digest, templates

NAV: Final = (
    ("index.html", "Board"),
    ("players.html", "Players"),
    ("map.html", "Map"),
    ("records.html", "Records"),
    ("rulebook.html", "Rulebook"),
    ("proposals.html", "Proposals"),
    ("judgments.html", "Judgments"),
    ("chronicle.html", "Chronicle"),
)
STATIC: Final = {
    "board.css": "board.css",
    "site.css": "static/site.css",
    "board.js": "static/board.js",
    "mark.svg": "static/mark.svg",
}
LATELY: Final = 12
CARD_LINE, CARD_LINES = 42, 4
Planned = tuple[str, Callable[[], str] | None]


@dataclass(frozen=True)
class Journal:
    """The files of the journal, read when they are needed: path -> hash, and how to get the text of one."""

    hashes: Mapping[str, str]
    text: Callable[[str], str]


class Board:
    """One making of the board. `address` is where it will be on the web, or empty; `home` the page that it belongs to.

    `own_time`: the game's clock is another than the reader's, who is not told how far away things are.
    """

    def __init__(
        self, game: Game, journal: Journal, before: Notes, address: str = "", home: str = "", *, own_time: bool = False
    ) -> None:
        self.home, self.own_time = home, own_time
        self.game, self.journal, self.before, self.address = game, journal, before, address.rstrip("/")
        self.made: dict[str, str] = {}
        self.days = chronicle.days(journal.hashes)
        self.titles = game.titles

    def files(self) -> Iterator[tuple[str, str | None]]:
        """(path, text) of everything there is to be; None for what is as it was. Afterwards `notes` are the new ones."""
        return ((path, make() if make is not None else None) for path, make in self.plan())

    def plan(self) -> Iterator[Planned]:
        """The same with a way to make each text, which reads nothing any more: it can be made in another process."""
        for path, source in STATIC.items():
            yield self._plain(path, (HERE / source).read_text("utf-8"))
        lately = {"lately": self.lately, "decided": self.decided, "site_address": self.address}
        yield self._page("index.html", "home", "Board", pages.home(self.game) | lately)
        yield from self._players()
        yield self._page("map.html", "map", "Map", pages.the_map(self.game))
        yield from self._records()
        yield from self._law()
        yield self._page("judgments.html", "judgments", "Judgments", lawpages.judgments(self.game))
        yield from self._chronicle()
        yield from self._feeds()

    @property
    def notes(self) -> Notes:
        return Notes(self.made, {self.journal.hashes[path]: found for path, found in self.told.items()})

    @cached_property
    def environment(self) -> Environment:
        found = words.environment()
        game = self.game
        nav = [item for item in NAV if self._is_of_use(item[1])]
        parts: Any = found.get_template("parts.html").module
        found.globals |= {
            "parts": parts,
            "game": game,
            "home": self.home,
            "own_time": self.own_time,
            "symbols": Markup(found.get_template("board/symbols.html").render()),  # noqa: S704 - our own drawings
            "mast": cache(lambda root, here: parts.mast(game.name, f"{root}index.html", nav, here, root)),
            "login": game.login,
            "thread": game.thread,
            "page_name": tables.page_name,
            "version_page": self._version_page,
            "rule_page": lambda slug: f"{slug}.html" if slug in self.known else "",
            "listing": lambda name: "players.html" if name == "players" else f"records/{name}.html",
            "number": words.number,
            "in_words": words.in_words,
            "plain_day": lambda time: f"{local(time, game.zone).day} {local(time, game.zone):%b}",
            "day_tag": day_tag,
            "number_rows": lambda values: _number_rows(values, game.zone),
        }
        for name in ("page", "bits"):  # brought by the others
            found.get_template(f"board/{name}.html")
        return found

    def _version_page(self, slug: str, number: int | None) -> str:
        """The permanent page of a rule as a proposal left it; empty where it left none: it may be adopted and not merged."""
        there = any(version.number == number for version in self.known.get(slug, ()))
        return f"rules/{lawbook.page_of(slug, number)}" if there and number else ""

    @cached_property
    def _globals(self) -> dict[str, Any]:
        return dict(self.environment.globals)

    def _is_of_use(self, name: str) -> bool:
        shown = self.game.shown.values()
        if name == "Map":
            return any(each.map is not None for each in shown)
        return name != "Judgments" or any(each.page == "judgments" for each in shown)

    @cached_property
    def _frame(self) -> str:
        """What every page depends on beside its own words."""
        game = self.game
        frame = [
            self.home,
            self.own_time,
            game.name,
            game.zone,
            game.address,
            [n for n in NAV if self._is_of_use(n[1])],
            game.shown,
            templates(),
        ]
        return digest(frame)

    def _page(
        self, path: str, template: str, here: str, given: Mapping[str, Any] | Callable[[], Any], of: Any = None
    ) -> Planned:
        """`of` stands for what is given, where that costs much to find out (see `sources`): it is then called, when the page is made."""
        if not self._is_new(path, here, given if of is None else of):
            return path, None
        whole = self.environment.get_template(f"board/{template}.html")  # before there are several processes
        return path, partial(self._made, path, whole, here, given)

    def _is_new(self, path: str, here: str, of: Any) -> bool:
        """Whether a page is of something else than before; notes what it is of."""
        self.made[path] = digest([self._frame, path, here, of])
        return self.before.made.get(path) != self.made[path]

    def _made(self, path: str, template: Template, here: str, given: Any) -> str:
        own = {"root": "../" * path.count("/"), "here": here, **(given() if callable(given) else given)}
        whole = template.new_context({**self._globals, **own}, shared=True)  # what all pages share is gathered once
        return "".join(template.root_render_func(whole))

    def _plain(self, path: str, text: str) -> Planned:
        return path, (lambda: text) if self._is_new(path, "", text) else None

    def _players(self) -> Iterator[Planned]:
        game = self.game
        for page in range(_pages(game, "players")):
            path = tables.list_page("players", page)
            make = partial(pages.collection, game, "players", page)
            yield self._page(path, "collection", "Players", make, inputs.collection(game, "players", page))
        for key in game.players:
            path, of = f"players/{tables.page_name(key)}.html", inputs.player(game, key)
            yield self._page(path, "player", "Players", partial(pages.player, game, key), of)

    def _records(self) -> Iterator[Planned]:
        game = self.game
        yield self._page("records.html", "records", "Records", pages.collections(game))
        for name in (each for each in tables.listed(game) if each != "players"):
            for page in range(_pages(game, name)):
                path = f"records/{tables.list_page(name, page)}"
                make = partial(pages.collection, game, name, page)
                yield self._page(path, "collection", "Records", make, inputs.collection(game, name, page))
            for key in game.records[name] if tables.has_page(game, name) else ():
                if key not in game.players:
                    path, of = f"records/{name}.{tables.page_name(key)}.html", inputs.record(game, name, key)
                    yield self._page(path, "record", "Records", partial(_record, game, name, key), of)

    @cached_property
    def known(self) -> dict[str, list[lawbook.Version]]:
        """slug -> the versions of every rule that is in force or was adopted."""
        return lawbook.versions(self.game)

    def _law(self) -> Iterator[Planned]:
        game = self.game
        known, precedents = self.known, lawbook.precedents(game)
        of = [game.law_text, game.law["broken"], sorted(known)]
        yield self._page("rulebook.html", "rules", "Rulebook", partial(lawpages.rules, game, known), of)
        yield "search.json", partial(_index, game) if self._is_new("search.json", "", game.law_text) else None
        for slug, file in game.law_files.items():
            of = [inputs.rule(game, slug, known, precedents.get(file.number or -1, []))]
            make = partial(lawpages.rule, game, slug, known, precedents)
            yield self._page(f"rules/{slug}.html", "rule", "Rulebook", make, of)
        for slug, versions in known.items():
            for each in versions:
                yield self._version(f"rules/{lawbook.page_of(slug, each.number)}", slug, each)
            if slug not in game.law_files:
                yield self._version(f"rules/{slug}.html", slug, versions[-1])
        yield from self._proposals()

    def _version(self, path: str, slug: str, version: lawbook.Version) -> Planned:
        of = [version, slug, self.game.law_files.get(slug), inputs.linked(version.text or "", self.known)]
        return self._page(path, "version", "Rulebook", partial(lawpages.version, self.game, slug, version), of)

    def _proposals(self) -> Iterator[Planned]:
        game = self.game
        listed = [game.law_text, pages.open_polls(game), [inputs.poll(game, key) for key in game.polls]]
        make: Callable[[], Any] = partial(lawpages.proposals, game)
        yield self._page(
            "proposals.html", "proposals", "Proposals", make, [listed, next_number(game.law, game.game), game.is_still]
        )
        for key, poll in game.polls.items():
            path, make = (
                f"proposals/{pages.poll_page(game, key)}.html",
                partial(lawpages.proposal, game, key, frozenset(self.hidden)),
            )
            of = [
                inputs.poll(game, key),
                sorted(self.hidden.keys() & {b.get("comment") for b in poll.get("refused") or ()}),
            ]
            yield self._page(
                path,
                "proposal",
                "Proposals",
                make,
                [make(), pages.people(game, key)] if poll["status"] == "open" else of,
            )

    @cached_property
    def told(self) -> dict[str, DayTold]:
        """Journal file -> what is to be known of it."""
        known = self.before.told
        return {p: known.get(h) or chronicle.read(self.journal.text(p)) for p, h in self.journal.hashes.items()}

    @cached_property
    def hidden(self) -> dict[int, str]:
        """Comment -> the last entry that changed or took away its words."""
        return {number: by for path in sorted(self.told) for number, by in self.told[path].gone}

    def _entries(self, day: str) -> list[dict[str, Any]]:
        return chronicle.told(self._texts(day), self.hidden, self.titles)

    def _texts(self, day: str) -> list[str]:
        return [self.journal.text(path) for path in self.days[day]]

    @cached_property
    def latest(self) -> list[chronicle.Day]:
        """The latest happenings, by day, the newest first: as many as programs are told that come by now and then."""
        return chronicle.first(feeds.MOST, ((day, self._entries(day)[::-1]) for day in self.days))

    @property
    def lately(self) -> list[chronicle.Day]:
        """The few of them that stand on the first page."""
        return chronicle.first(LATELY, self.latest)

    @cached_property
    def decided(self) -> dict[str, list[dict[str, Any]]]:
        return lawpages.decided_by_day(self.game)

    def _chronicle(self) -> Iterator[Planned]:
        months: dict[str, list[str]] = {}
        for day in self.days:
            months.setdefault(f"{local(from_stamp(day), 'UTC'):%B %Y}", []).append(day)
        listed = [(month, found[::-1]) for month, found in months.items()]
        yield self._page("chronicle.html", "chronicle", "Chronicle", {"months": listed})
        named = list(self.days)
        for place, day in enumerate(named):
            beside = {
                "day": day,
                "decided": self.decided.get(day, []),
                "newer": named[place - 1] if place else "",
                "older": named[place + 1] if place + 1 < len(named) else "",
            }
            path = f"chronicle/{day}.html"
            files = self.days[day]
            told = inputs.day([self.told[path] for path in files], self.hidden, self.titles)
            of = [beside, [self.journal.hashes[path] for path in files], told]
            texts = self._texts(day) if self._is_new(path, "Chronicle", of) else []
            yield self._page(path, "day", "Chronicle", partial(self._day, beside, texts), of)

    def _day(self, beside: dict[str, Any], texts: list[str]) -> dict[str, Any]:
        return beside | {"entries": chronicle.told(texts, self.hidden, self.titles)}

    def _feeds(self) -> Iterator[Planned]:
        game = self.game
        entries = [entry for _, found in self.latest for entry in found]
        which = str(game.engine.get("game", ""))
        yield self._plain(feeds.FEED, feeds.atom(game.name, which, self.address, entries, game.now))
        yield self._plain("calendar.ics", feeds.calendar(game.name, which, game.law["due"], game.now))
        shown = {
            "lines": _lines(pages.headline(game)),
            "rules": sum(file.kind == "rule" for file in game.law_files.values()),
            "players": pages.playing(game),
        }
        make = partial(self._card, shown)
        yield "card.svg", make if self._is_new("card.svg", "", shown) else None

    def _card(self, shown: Mapping[str, Any]) -> str:
        return self.environment.get_template("board/card.svg").render(shown)


def _index(game: Game) -> str:
    return json.dumps(lawbook.index(game), sort_keys=True, separators=(",", ":")) + "\n"


def _record(game: Game, name: str, key: str) -> dict[str, Any]:
    return tables.record(game, name, key) | {"collection": name}


def _pages(game: Game, collection: str) -> int:
    return -(-len(game.records.get(collection, {})) // tables.ROWS) or 1


def day_tag(day: str) -> Markup:
    """`2026-01-05` as Monday 5 January 2026."""
    return words.time_tag(from_stamp(day), "UTC", "day")


def _number_rows(values: Sequence[tuple[int, int | float]], zone: str) -> Markup:
    """The rows of a chart's table, the newest first; not by a template, since a large game has tens of thousands."""
    rows = "".join([f"{_row_of(at, zone)}{words.number(n)}</td></tr>" for at, n in values[::-1]])
    return Markup(rows)  # noqa: S704 - times and numbers


@lru_cache(maxsize=4096)
def _row_of(at: int, zone: str) -> str:
    return f'<tr><th scope="row">{words.time_tag(at, zone, "day")}</th><td class="n">'


def _lines(text: str) -> list[str]:
    """A sentence in lines that fit the card."""
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) >= CARD_LINE:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()[:CARD_LINE]
    return lines[:CARD_LINES]
