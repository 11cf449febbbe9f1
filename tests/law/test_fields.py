"""Fields that rules declare: what may be said of one, what a fresh one holds, and whose constraint is whose."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.words.registry import new_host
from engine.game.world.engine_fields import FIELDS
from engine.law.documents.fields import Schemas, check_field, value_problems
from engine.law.rulebook import read
from engine.store import canon


def declaring(**rules: dict[str, Any]) -> Schemas:
    """The schemas of huts under rules that declare these fields of them, from number 101 on."""
    texts = {}
    for number, (slug, fields) in enumerate(rules.items(), start=101):
        front = canon.emit({"rule": number, "title": slug, "by_hand": True, "state": {"huts": fields}})
        texts[f"rules/x/{number}-{slug}.md"] = f"---\n{front}---\nText.\n"
    book, problems = read("x", texts, new_host(), FIELDS)
    assert problems == []
    return book.schemas


@pytest.mark.parametrize(
    ("schema", "fresh"),
    [
        ({"type": "integer"}, 0),
        ({"type": "number"}, 0),
        ({"type": "string"}, ""),
        ({"type": "boolean"}, False),
        ({"type": "array"}, []),
        ({"type": "object"}, {}),
        ({"type": "integer", "default": 3}, 3),
        ({"type": "integer", "default": 0}, 0),
        ({"enum": ["reef", "bay"]}, "reef"),
        ({"enum": ["reef", "bay"], "default": "bay"}, "bay"),
        ({"type": ["integer", "null"]}, None),
        ({"type": ["null", "string"]}, None),
        ({"type": ["string", "integer"]}, ""),
        ({"type": ["integer", "null"], "default": 2}, 2),
    ],
)
def test_a_fresh_record_has_the_default_of_each_field_or_nothing_of_its_kind(
    schema: dict[str, Any], fresh: Any
) -> None:
    found = declaring(size={"size": schema}).defaults("huts")
    assert found == {"size": fresh}
    assert type(found["size"]) is type(fresh)


def test_no_two_fresh_records_share_a_list() -> None:
    schemas = declaring(log={"log": {"type": "array"}, "map": {"type": "object", "default": {"a": [1]}}})
    schemas.defaults("huts")["log"].append(1)
    schemas.defaults("huts")["map"]["a"].append(2)
    assert schemas.defaults("huts") == {"log": [], "map": {"a": [1]}}


LET_CODE = "; let the code that writes the field refuse what it may not hold"


@pytest.mark.parametrize(
    ("schema", "wrong"),
    [
        ({"type": "integer", "default": 0, "minimum": 0, "maximum": 9, "told": False}, []),
        ("integer", ["the field must be a map such as {type: integer, default: 0}"]),
        ({"type": "integer", "pattern": "a"}, [f"the field: `pattern` is not allowed in a field{LET_CODE}"]),
        ({"type": "array", "maxItems": 3}, [f"the field: `maxItems` is not allowed in a field{LET_CODE}"]),
        ({"type": "array", "item": {}}, ["the field: `item` is not allowed in a field; did you mean `items`?"]),
        ({"type": "integer", "told": 1}, ["the field: `told` is true or false"]),
        ({"enum": []}, ["the field: `enum` needs a value at least"]),
        (
            {"type": "array", "items": {"told": False}},
            [".items: `told` belongs to a whole field"],
        ),
        ({"type": "array", "items": {"enum": []}}, [".items: `enum` needs a value at least"]),
        (
            {"type": "object", "properties": {"a": {"pattern": "a"}, "b": {"enum": []}}},
            [f".a: `pattern` is not allowed in a field{LET_CODE}", ".b: `enum` needs a value at least"],
        ),
        (
            {"type": "object", "additionalProperties": {"type": "array", "items": {"pattern": "a"}}},
            [f".additionalProperties.items: `pattern` is not allowed in a field{LET_CODE}"],
        ),
        ({"type": "object", "additionalProperties": False}, []),
        ({"default": {"a": 1}}, []),
    ],
)
def test_what_is_wrong_with_a_field_is_told_with_its_place(schema: Any, wrong: list[str]) -> None:
    assert check_field(schema) == wrong


@pytest.mark.parametrize("schema", [{"type": "integer"}, {"enum": [1, 2]}])
def test_a_default_that_does_not_fit_is_told(schema: dict[str, Any]) -> None:
    found = check_field(schema | {"default": "three"})
    assert len(found) == 1
    assert found[0].startswith("the default does not fit: it ")
    assert check_field(schema | {"default": 1}) == []


@pytest.mark.parametrize(
    ("bound", "told"),
    [
        ({"minimum": 5}, "must be at least 5, and is 3"),
        ({"maximum": 2}, "must be at most 2, and is 3"),
    ],
)
def test_a_default_out_of_bounds_is_told_by_its_bound(bound: dict[str, int], told: str) -> None:
    assert check_field({"type": "integer", **bound, "default": 3}) == [f"the default does not fit: it {told}"]


NAMES = [f"a{i}" for i in range(400)]


@pytest.mark.parametrize(
    ("items", "value"),
    [
        ({"enum": NAMES}, ["b"] * 400),
        ({"type": "object", "required": NAMES}, [{}] * 400),
        ({"enum": ["a" * 9_000]}, ["b"]),
    ],
)
def test_of_much_that_does_not_fit_the_first_is_told_in_short(items: dict[str, Any], value: Any) -> None:
    """Each of it could name the whole schema: 26 KB of a rule took minutes, and 47 KB became 245 million characters."""
    schema = {"type": "array", "items": items}
    for found in (check_field(schema | {"default": value}), value_problems(schema, value)):
        assert 1 <= len(found) <= 3
        assert sum(map(len, found)) < 2_000


def test_a_value_that_is_none_of_many_is_told_the_first_of_them() -> None:
    (told,) = check_field({"enum": NAMES, "default": "b"})
    assert told.startswith("the default does not fit: it must be one of a0, a1, a2")
    assert told.endswith("a39, ..., and is 'b'")


def test_a_keyword_with_a_wrong_value_is_named() -> None:
    assert [told.partition(" must")[0] for told in check_field({"type": "integer", "minimum": "low"})] == [
        "the field: `minimum`"
    ]


def test_a_value_that_does_not_fit_is_told() -> None:
    assert value_problems({"type": "integer"}, 3) == []
    assert len(value_problems({"type": "integer"}, "three")) == 1


def test_a_constraint_is_that_of_the_rule_that_made_it() -> None:
    schemas = declaring(
        base={"size": {"type": "integer", "minimum": 0}},
        narrow={"size": {"maximum": 5}},
        other={"deep": {"type": "integer"}},
    )
    assert schemas.check("huts", {"size": 3, "deep": 1}) == []
    assert [(v.field, v.slug, v.path) for v in schemas.check("huts", {"size": 6})] == [("size", "narrow", ("size",))]
    assert [(v.field, v.slug) for v in schemas.check("huts", {"size": -1})] == [("size", "base")]
    assert [(v.field, v.slug) for v in schemas.check("huts", {"deep": "x"})] == [("deep", "other")]
    assert (schemas.owner("huts", "size"), schemas.owner("huts", "deep"), schemas.owner("huts", "gone")) == (
        "base",
        "other",
        "",
    )


@pytest.mark.parametrize(
    ("one", "other", "inside", "outside"),
    [
        ({"minimum": 1}, {"minimum": 3}, 3, 2),
        ({"minimum": 3}, {"minimum": 1}, 3, 2),
        ({"maximum": 3}, {"maximum": 5}, 3, 4),
        ({"maximum": 5}, {"maximum": 3}, 3, 4),
    ],
)
def test_of_two_bounds_the_stricter_one_holds(
    one: dict[str, Any], other: dict[str, Any], inside: int, outside: int
) -> None:
    schemas = declaring(base={"size": {"type": "integer", "default": 3} | one}, narrow={"size": other})
    assert schemas.check("huts", {"size": inside}) == []
    assert len(schemas.check("huts", {"size": outside})) == 1


def test_of_two_bounds_of_a_text_the_stricter_one_holds() -> None:
    loose, strict = {"minLength": 1, "maxLength": 9}, {"minLength": 3, "maxLength": 5}
    for one, other in ((loose, strict), (strict, loose)):
        schemas = declaring(base={"name": {"type": "string"} | one}, narrow={"name": other})
        assert [len(schemas.check("huts", {"name": "n" * length})) for length in (2, 3, 5, 6)] == [1, 0, 0, 1]


def test_a_field_that_only_narrows_anothers_that_is_gone_holds_anything_and_is_told() -> None:
    text = "---\nrule: 101\ntitle: Narrow\nby_hand: true\nstate:\n  huts:\n    size: {maximum: 5}\n---\nText.\n"
    book, problems = read("x", {"rules/x/101-narrow.md": text}, new_host(), FIELDS)
    assert [(p.line, p.message, p.severity) for p in problems] == [
        (7, "`size` of huts has no type: no rule in force declares one", "warning")
    ]
    assert book.schemas.check("huts", {"size": "large"}) == []
    assert len(book.schemas.check("huts", {"size": 6})) == 1


def test_what_is_known_of_a_field_is_asked_by_name() -> None:
    schemas = declaring(
        base={
            "size": {"type": "integer"},
            "kind": {"enum": ["reef", "bay"]},
            "note": {"type": "string", "told": False},
            "open": {"type": "boolean", "told": True},
        }
    )
    assert [schemas.is_integer("huts", name) for name in ("size", "kind", "gone")] == [True, False, False]
    assert [schemas.choices("huts", name) for name in ("kind", "size", "gone")] == [["reef", "bay"], [], []]
    assert schemas.untold("huts") == {"note"}
    assert schemas.untold("boats") == frozenset()
    assert schemas.fields("huts") == {"size", "kind", "note", "open"}
    assert schemas.declared("players") == frozenset()
    assert "login" in schemas.fields("players")
