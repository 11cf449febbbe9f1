"""The board in a game's README, between two marks, and its small map: Markdown and SVG that GitHub shows. Pure texts."""

import re
from collections.abc import Mapping
from typing import Any, Final

from jinja2 import Environment
from markupsafe import Markup

from engine.site import cells, maps, pages, tables, words
from engine.site.game import Game
from engine.store.clipped import clipped

BEGIN, END = "<!-- board -->", "<!-- /board -->"
README: Final = "README.md"
MAP: Final = "board/map.svg"
ROWS: Final = 8
COLUMNS: Final = 4
POLLS: Final = 8
WAITING: Final = 6
TABLES: Final = 3
DUE: Final = 4
LONGEST: Final = 60
LONGEST_TALLY: Final = 200
# What works inside a line, links without marks among it
_MARKS: Final = re.compile(r"[\\`*_\[\]#!|~$^]|[<>&@]|[.:](?=\S)")
_HTML: Final = {"<": "&lt;", ">": "&gt;", "&": "&amp;", "@": "&#64;"}
_BETWEEN: Final = re.compile(f"(?s){re.escape(BEGIN)}.*?{re.escape(END)}")


def has_place(readme: str) -> bool:
    """Whether a board is drawn in this README: between the two marks, which stand there in this order."""
    return END in readme.partition(BEGIN)[2]


def drawn(game: Game, before: Mapping[str, str]) -> dict[str, str | None]:
    """path -> text of what is to be otherwise than `before`; nothing where the README has no place for a board."""
    readme = before.get(README, "")
    if not has_place(readme):
        return {}
    env = words.environment()
    picture = _picture(game, env)
    board = env.get_template("board/readme.md").render(_given(game, picture is not None))
    after = {README: _BETWEEN.sub(lambda _: f"{BEGIN}\n{board.strip()}\n{END}", readme, count=1), MAP: picture}
    return {path: text for path, text in after.items() if text != before.get(path)}


def _picture(game: Game, env: Environment) -> str | None:
    """The map as a picture of its own, with the style it needs; None where there is nothing to draw."""
    plane, named = maps.of(game)
    if plane is None and not named:
        return None
    env.globals |= {"number": words.number}
    svg = env.get_template("board/map.svg").render({"plane": plane, "named": named[:1], "game": game})
    return words.readable(svg).strip() + "\n"


def _given(game: Game, mapped: bool) -> dict[str, Any]:
    ranked = [name for name, each in game.shown.items() if each.order and game.records.get(name)]
    polls = pages.open_polls(game)
    return {
        "headline": plain(pages.headline(game), 400),
        "over": bool(game.game.get("over")),
        "polls": [_poll(game, each) for each in polls[:POLLS]],
        "more": max(0, len(polls) - POLLS),
        "standings": [_standing(game, name) for name in ranked[:TABLES]],
        "due": [(plain(each["title"]), _moment(each["at"], game.zone)) for each in game.law["due"][:DUE]],
        "mapped": mapped,
        "as_of": _moment(game.now, game.zone),
    }


def _poll(game: Game, each: pages.Open) -> dict[str, Any]:
    count, waiting = each["count"], [game.login(key) for key in pages.waits_for(game, each["key"])]
    more = f" and {len(waiting) - WAITING} more" if len(waiting) > WAITING else ""
    stands = f"{words.tallied(count)}; {count['voters']} of {count['electorate']} voted" if count else "–"
    thread = each["poll"].get("thread")
    return {
        "name": plain(f"{each['number'] or ''} {each['title']}"),
        "link": Markup(f"../../issues/{int(thread)}") if isinstance(thread, int) else "",  # noqa: S704 - a number
        "stands": plain(stands, LONGEST_TALLY),
        "waits": Markup(", ").join(plain(name) for name in waiting[:WAITING]) + more or "–",
    }


def _standing(game: Game, name: str) -> dict[str, Any]:
    it = tables.table(game, name, 0, ROWS)
    kept = [place for place in range(len(it["columns"])) if not _is_prose(it["rows"], place)][:COLUMNS]
    heads = [(plain(it["first"]), False), *((plain(it["columns"][i][0]), it["columns"][i][1]) for i in kept)]
    rows = [
        [plain(row["name"]), *(_cell(game, row["cells"][i]) for i in kept)]
        + ([plain(row["badge"].text) if row["badge"] else Markup("")] if it["badge"] else [])
        for row in it["rows"]
    ]
    return {
        "title": plain(it["title"]),
        "order": plain(it["order"].lower()),
        "heads": heads + ([(Markup("As it stands"), False)] if it["badge"] else []),
        "rows": rows,
        "more": max(0, it["all"] - len(rows)),
    }


def _is_prose(rows: list[dict[str, Any]], place: int) -> bool:
    return any(row["cells"][place].kind == "prose" for row in rows)


def _cell(game: Game, it: cells.Cell) -> Markup:
    if it.kind == "players":
        return Markup(", ").join(plain(login) for _, login in it.value)
    return Markup(_moment(it.value, game.zone)) if it.kind == "time" else plain(it.value)  # noqa: S704 - a time


def _moment(time: int, zone: str) -> str:
    at = words.dated(time, zone)
    if at is None:
        return words.number(time)
    return f"{at:%a} {at.day} {at:%B} {at.year}, {at:%H:%M} {at.tzname()}"


def plain(text: object, longest: int = LONGEST) -> Markup:
    """What somebody wrote as Markdown that shows it to the letter: one line, no mark of it works."""
    flat = " ".join("".join(c if c.isprintable() else " " for c in str(text)).split())
    cut = clipped(flat, longest)
    return Markup(_MARKS.sub(lambda found: _HTML.get(found[0], f"\\{found[0]}"), cut))  # noqa: S704 - each mark is escaped
