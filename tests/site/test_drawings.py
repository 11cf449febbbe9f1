"""Each kind of drawing by its hash: one that changes is named here, looked at, and its new hash written down."""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from xml.etree import ElementTree

import pytest

from engine.site import frontpage, maps, words
from tests import island
from tests.site.boards import START, game, pages, player

SHOW = """show:
  players:
    columns: [shells, fish]
    chart: [shells, fish]
    order: shells
    badge:
      field: fish
      marks:
        - {below: 0, shape: triangle, word: starves, urgent: true}
        - {shape: disc, word: fed}
    map: MAP
"""
HELD = {
    "players": {
        "ana": player("ana", 1, shells=4, fish=-3),
        "bo": player("bo", 2, shells=3, fish=2),
        "cy": player("cy", 3, shells=6, fish=3),
    }
}
WEEKS = tuple(
    (START - weeks * 604_800, {"players": {"ana": {"shells": 30 - weeks, "fish": weeks - 4}, "bo": {"shells": weeks}}})
    for weeks in range(6, 0, -1)
)
HASHES = {
    "area": "e0c136e69aaaf170",
    "bars": "8dab077d081329c9",
    "spark": "efcd88fdc54cc9af",
    "squares": "a518213917e22a77",
    "named": "4155f11b3ed4b32d",
    "picture": "af29f1605cafb473",
    "card": "9962dabc252f7f19",
}


@lru_cache
def made(where: str) -> dict[str, str]:
    rule = island.rule(120, "S", front=SHOW.replace("MAP", where))
    return pages(game(HELD, {"120-s.md": rule}, past=WEEKS))[0]


def picture() -> str:
    rule = island.rule(120, "S", front=SHOW.replace("MAP", "{at: [fish, shells], size: shells}"))
    readme = f"{frontpage.BEGIN}{frontpage.END}"
    drawn = frontpage.drawn(game(HELD, {"120-s.md": rule}), {"README.md": readme})
    return str(drawn["board/map.svg"])


def svgs(page: str, mark: str) -> str:
    """The first drawing of a page that has such a mark."""
    return next(svg for svg in re.findall(r"(?s)<svg.*?</svg>", page) if mark in svg)


def drawings() -> dict[str, str]:
    squares, named = made("{at: [fish, shells], size: shells}"), made("{at: login}")
    return {
        "area": svgs(squares["players/ana.html"], "polygon"),
        "bars": svgs(squares["players/ana.html"], "bar bad"),
        "spark": svgs(squares["players.html"], "polyline"),
        "squares": svgs(squares["map.html"], 'class="plot"'),
        "named": svgs(named["map.html"], 'class="plot"'),
        "picture": picture(),
        "card": squares["card.svg"],
    }


@pytest.mark.parametrize("name", HASHES)
def test_a_drawing_is_as_it_was_looked_at(name: str) -> None:
    drawing = drawings()[name]
    assert hashlib.sha256(drawing.encode()).hexdigest()[:16] == HASHES[name], f"{name} changed: look at it\n{drawing}"


@pytest.mark.parametrize("name", HASHES)
def test_a_drawing_is_small_and_well_formed(name: str) -> None:
    drawing = drawings()[name]
    ElementTree.fromstring(drawing)
    assert len(drawing) < (2_000 if name in ("area", "bars", "spark") else 8_000)


def test_what_lies_far_apart_is_drawn_small() -> None:
    far = {"players": {"ana": player("ana", 1, shells=1), "bo": player("bo", 2, shells=500)}}
    rule = island.rule(120, "S", front=SHOW.replace("MAP", "{at: [fish, shells], size: shells}"))
    assert len(svgs(pages(game(far, {"120-s.md": rule}))[0]["map.html"], "class")) < 8_000


@pytest.mark.parametrize("sizes", [(-3, 8), (-3, -8), (0, -3)])
def test_what_is_less_than_nothing_is_drawn_as_small_as_nothing_is_and_without_a_house(sizes: tuple[int, int]) -> None:
    held = {name: player(name, at, shells=4, fish=at, owed=sizes[at]) for at, name in enumerate("ab")}
    where = "{at: [fish, shells], size: owed}\nstate: {players: {owed: {type: integer, default: 0}}}"
    one = game({"players": held}, {"120-s.md": island.rule(120, "S", front=SHOW.replace("MAP", where))})
    plane, _ = maps.of(one)
    assert plane is not None and "map.html" in pages(one)[0]
    least = round((maps.PLOT - 4) * 0.15, 1)
    drawn = [(spot.side, bool(spot.houses)) for _, spot in plane.spots]
    assert drawn == [(maps.PLOT - 4, True) if size > 0 else (least, False) for size in sizes]


def test_whatever_stands_in_a_drawing_is_escaped() -> None:
    odd = {"players": {"ana": player('"><script>&\x0b', 1, shells=4, fish=1)}}
    rule = island.rule(120, "S", front=SHOW.replace("MAP", "{at: [fish, shells], size: shells}"))
    one = game(odd, {"120-s.md": rule})
    drawn = frontpage.drawn(one, {"README.md": f"{frontpage.BEGIN}{frontpage.END}"})
    ElementTree.fromstring(str(drawn["board/map.svg"]))
    assert "<script" not in str(drawn) and "<script>" not in words.readable(pages(one)[0]["map.html"])


def test_a_ground_that_has_a_size_is_drawn_with_its_houses_and_said_in_words() -> None:
    """Below the map stood what a house is, and none was drawn."""
    front = "show:\n  fields:\n    columns: [crop, people]\n    map: {at: key, size: people, each: 10}\n"
    fields = {"2,-1": {"crop": "Oats", "people": 35}, "0,0": {"crop": "", "people": 0}}
    drawn = pages(game({"fields": fields}, {"120-f.md": island.rule(120, "Fields", front=front)}))[0]["map.html"]
    assert svgs(drawn, 'class="plot"').count('href="#house"') == 4
    said = " ".join(re.sub(r"<[^>]+>", " ", drawn).split())
    assert "2, −1 Oats 35" in said and "0, 0 0" in said
