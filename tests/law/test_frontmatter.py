"""How much a front matter may hold: the most of each thing passes, and one more is told with its key."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from engine.law.documents import frontmatter
from engine.store.splice import LARGEST_NUMBER

COLUMN = {"field": "size"}
MARK = {"shape": "disc"}
COMMAND = {"usage": "/sail", "run": "sail"}


def shown(**words: Any) -> dict[str, Any]:
    return {"show": {"huts": words}}


def badge(marks: list[dict[str, Any]]) -> dict[str, Any]:
    return shown(badge={"field": "size", "marks": marks})


def command(**words: Any) -> dict[str, Any]:
    return {"commands": [COMMAND | words]}


def told(words: dict[str, Any]) -> list[str]:
    """The keys of which something is said, each with its path."""
    found = frontmatter.problems({"rule": 101, "title": "A rule"} | words, "rule")
    return [".".join(map(str, path)) for path, _ in found]


# What may be there, what may not, and the key that is told of it.
BOUNDS: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "the lowest number": ({"rule": 1}, {"rule": 0}, "rule"),
    "the highest number": ({"rule": LARGEST_NUMBER}, {"rule": LARGEST_NUMBER + 1}, "rule"),
    "a number to come": ({"rule": "next"}, {"rule": "last"}, "rule"),
    "some title": ({"title": "A"}, {"title": ""}, "title"),
    "a long title": ({"title": "A" * 120}, {"title": "A" * 121}, "title"),
    "a long parameter": ({"parameters": {"p" * 60: 1}}, {"parameters": {"p" * 61: 1}}, "parameters"),
    "a parameter's first sign": ({"parameters": {"_p": 1}}, {"parameters": {"1p": 1}}, "parameters"),
    "a long collection": ({"state": {"h" * 40: {}}}, {"state": {"h" * 41: {}}}, "state"),
    "a collection's first sign": ({"state": {"huts": {}}}, {"state": {"_huts": {}}}, "state"),
    "a long function": ({"on": {"joined": "f" * 60}}, {"on": {"joined": "f" * 61}}, "on.joined"),
    "an act of a rule": ({"forbids": {"huts.build": "f"}}, {"forbids": {"huts.build.now": "f"}}, "forbids"),
    "a rule's long slug": ({"forbids": {"h" * 100 + ".a": "f"}}, {"forbids": {"h" * 101 + ".a": "f"}}, "forbids"),
    "a claim": ({"overrides": "huts"}, {"overrides": "Huts"}, "overrides"),
    "some usage": (command(usage="/"), command(usage=""), "commands.0.usage"),
    "a long usage": (command(usage="/" * 200), command(usage="/" * 201), "commands.0.usage"),
    "a long help": (command(help="h" * 200), command(help="h" * 201), "commands.0.help"),
    "who may": (command(who=["active"]), command(who=[]), "commands.0.who"),
    "values of an argument": (
        command(arguments={"what": {"values": ["hut"]}}),
        command(arguments={"what": {"values": []}}),
        "commands.0.arguments.what.values",
    ),
    "one thing a line of history": (
        {"history": [{"enacted": 1}]},
        {"history": [{"enacted": 1, "amended": 2}]},
        "history.0",
    ),
    "something in a line of history": ({"history": [{"amended": 2}]}, {"history": [{}]}, "history.0"),
    "some title of a table": (shown(title="H"), shown(title=""), "show.huts.title"),
    "a long title of a table": (shown(title="H" * 60), shown(title="H" * 61), "show.huts.title"),
    "columns": (shown(columns=["size"] * 20), shown(columns=["size"] * 21), "show.huts.columns"),
    "curves": (shown(chart=["size"] * 6), shown(chart=["size"] * 7), "show.huts.chart"),
    "some head of a column": (
        shown(columns=[COLUMN | {"title": "S"}]),
        shown(columns=[COLUMN | {"title": ""}]),
        "show.huts.columns.0",
    ),
    "a long head of a column": (
        shown(columns=[COLUMN | {"title": "S" * 60}]),
        shown(columns=[COLUMN | {"title": "S" * 61}]),
        "show.huts.columns.0",
    ),
    "a mark": (badge([MARK]), badge([]), "show.huts.badge.marks"),
    "marks": (badge([MARK] * 20), badge([MARK] * 21), "show.huts.badge.marks"),
    "what a mark is for": (badge([MARK | {"is": [1]}]), badge([MARK | {"is": []}]), "show.huts.badge.marks.0.is"),
    "a long word of a mark": (
        badge([MARK | {"word": "w" * 30}]),
        badge([MARK | {"word": "w" * 31}]),
        "show.huts.badge.marks.0.word",
    ),
    "two fields of a place": (shown(map={"at": ["x", "y"]}), shown(map={"at": ["x", "y", "z"]}), "show.huts.map.at"),
    "more than one field of a place": (shown(map={"at": "place"}), shown(map={"at": ["x"]}), "show.huts.map.at"),
    "how many each sign stands for": (
        shown(map={"at": "place", "each": 1}),
        shown(map={"at": "place", "each": 0}),
        "show.huts.map.each",
    ),
}


@pytest.mark.parametrize("name", BOUNDS)
def test_the_most_passes_and_one_more_is_told_with_its_key(name: str) -> None:
    most, more, key = BOUNDS[name]
    assert told(most) == []
    assert told(more) == [key]


@pytest.mark.parametrize("name", ["con", "prn", "aux", "nul", "com1", "lpt9"])
def test_no_folder_or_file_of_the_game_has_a_name_that_windows_keeps_for_itself(name: str) -> None:
    assert told({"state": {name: {}}}) == ["state"]
    assert told({"records": {name: {}}}) == ["records"]
    assert told({"files": {"huts": name}}) == ["files.huts"]
    assert told({"documents": {"card": name}}) == ["documents.card"]
    assert told({"documents": {"card": {"folder": name}}}) == ["documents.card"]
    longer = f"{name}s"
    assert told({"state": {longer: {}}, "files": {longer: longer}, "documents": {"card": {"folder": longer}}}) == []


@pytest.mark.parametrize(
    ("words", "key"),
    [
        ({"tittle": "A"}, "tittle"),
        (command(hlep="h"), "commands.0.hlep"),
        (command(arguments={"what": {"kind": "word"}}), "commands.0.arguments.what.kind"),
        ({"schedule": [{"run": "pay", "cron": "0 0 * * *", "at": "noon"}]}, "schedule.0.at"),
        (shown(rows=["size"]), "show.huts.rows"),
        (badge([MARK | {"colour": "red"}]), "show.huts.badge.marks.0.colour"),
        (shown(map={"at": "place", "zoom": 2}), "show.huts.map.zoom"),
    ],
)
def test_a_key_that_nobody_knows_is_told(words: dict[str, Any], key: str) -> None:
    assert told(words) == [key]


@pytest.mark.parametrize(
    ("words", "key"),
    [
        ({"commands": [{"usage": "/sail"}]}, "commands.0"),
        ({"commands": [{"run": "sail"}]}, "commands.0"),
        ({"schedule": [{"cron": "0 0 * * *"}]}, "schedule.0"),
        (badge([{"word": "full"}]), "show.huts.badge.marks.0"),
        (shown(badge={"field": "size"}), "show.huts.badge"),
        (shown(map={"of": "places"}), "show.huts.map"),
        ({"documents": {"card": {"fields": {}}}}, "documents.card"),
    ],
)
def test_a_key_that_is_missing_is_told_where_it_belongs(words: dict[str, Any], key: str) -> None:
    assert told(words) == [key]


def maps_in(schema: object, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Each form of a map with known keys, by where it stands."""
    if isinstance(schema, dict):
        if isinstance(schema.get("properties"), dict) and schema.get("type") == "object":
            yield path, schema
        for key, inner in schema.items():
            yield from maps_in(inner, f"{path}/{key}")
    elif isinstance(schema, list):
        for place, inner in enumerate(schema):
            yield from maps_in(inner, f"{path}/{place}")


MAPS = dict(maps_in(frontmatter.PROPERTIES))


@pytest.mark.parametrize("path", MAPS)
def test_no_map_of_a_front_matter_takes_a_key_that_it_does_not_know(path: str) -> None:
    """A word that is written wrongly is told, and not passed over."""
    wrong = Draft202012Validator(MAPS[path]).iter_errors({"nobodys": 1})
    assert "additionalProperties" in [error.validator for error in wrong]
