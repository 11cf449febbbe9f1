"""A compiled schema and jsonschema agree about every value."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator, validators

from engine.law.documents import compiled, fields, schemas
from tests.shares import tries

STRICT = validators.extend(
    Draft202012Validator,
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _, value: type(value) is int),
)
TYPES = ["integer", "number", "string", "boolean", "array", "object", "null"]
SMALL = (
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from([0.0, 1.0, 1.5, -0.0]) | st.text("ab", max_size=3)
)
VALUES = st.recursive(
    SMALL, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3)
)


def written(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(
        {},
        optional={
            "type": st.sampled_from(TYPES) | st.lists(st.sampled_from(TYPES), min_size=1, max_size=3, unique=True),
            "enum": st.lists(VALUES, min_size=1, max_size=3),
            "minimum": st.integers(-2, 2),
            "maximum": st.integers(-2, 2) | st.sampled_from([0.5]),
            "minLength": st.integers(0, 2),
            "maxLength": st.integers(0, 2),
            "items": inner | st.booleans(),
            "prefixItems": st.lists(inner, min_size=1, max_size=2),
            "properties": st.dictionaries(st.sampled_from("abc"), inner, max_size=2),
            "additionalProperties": inner | st.booleans(),
            "required": st.lists(st.sampled_from("abc"), max_size=2, unique=True),
            "default": VALUES,
            "const": VALUES,
            "pattern": st.sampled_from(["a", "^b*$", r"\A[ab]\Z"]),
            "minItems": st.integers(0, 2),
            "maxItems": st.integers(0, 2),
            "minProperties": st.integers(0, 2),
            "maxProperties": st.integers(0, 2),
            "propertyNames": inner,
            "anyOf": st.lists(inner, min_size=1, max_size=2),
            "oneOf": st.lists(inner, min_size=1, max_size=2),
        },
    )


SCHEMAS = st.recursive(written(st.just({})), written, max_leaves=6)


@settings(max_examples=tries(300), deadline=None)
@given(SCHEMAS, st.lists(VALUES, min_size=1, max_size=6))
def test_a_value_fits_where_jsonschema_finds_nothing_wrong(schema: dict[str, Any], values: list[Any]) -> None:
    fits = compiled.fits(schema)
    for value in values:
        assert fits(value) == STRICT(schema).is_valid(value)


@pytest.mark.parametrize("keyword", ["const", "enum"])
@pytest.mark.parametrize(
    ("wanted", "value"),
    [
        (1, 1.0),
        (1.0, 1),
        (1, True),
        (True, 1),
        (0, False),
        (False, 0.0),
        (True, True),
        (True, False),
        (2**70, 2**70 + 1),
    ],
)
def test_one_is_one_whatever_its_kind_and_a_yes_is_no_number(keyword: str, wanted: Any, value: Any) -> None:
    for one, other in [(wanted, value), ([wanted], [value]), ({"a": wanted}, {"a": value})]:
        schema = {keyword: one if keyword == "const" else [one]}
        assert compiled.fits(schema)(other) == STRICT(schema).is_valid(other)


# What people write as a field's schema: near to one, or far from it.
ODD = st.recursive(
    written(st.just({})) | VALUES,
    lambda inner: st.dictionaries(
        st.sampled_from(sorted(fields.KEYWORDS)),
        inner | VALUES | st.lists(st.sampled_from(TYPES), max_size=3) | st.integers(-2, 2).map(float),
        max_size=3,
    ),
    max_leaves=5,
)


@settings(max_examples=tries(300), deadline=None)
@given(ODD)
def test_a_schema_is_taken_for_one_where_jsonschema_takes_it(schema: Any) -> None:
    if isinstance(schema, dict):
        known = schemas.wrong_with(schema) is None
        assert known == Draft202012Validator(Draft202012Validator.META_SCHEMA).is_valid(schema)


@pytest.mark.parametrize(
    ("schema", "is_one"),
    [
        ({"type": ["string", "null"], "required": ["a", "b"]}, True),
        ({"type": ["string", "string"]}, False),
        ({"required": ["a", "a"]}, False),
        ({"properties": {"a": {"items": {"type": ["null", "null"]}}}}, False),
    ],
)
def test_what_is_named_twice_makes_no_schema(schema: dict[str, Any], is_one: bool) -> None:
    assert (schemas.wrong_with(schema) is None) == is_one


READ = """
import sys
import engine.referee.judging.child_main
from engine.game.words.registry import new_host
from engine.game.world.world import World
from tests.island import texts

world = World({**texts(), "state/game.yaml": "ruleset: island\\n"}, new_host())
assert world.book.documents and not world.book.unreadable
world.records.put("huts", "ana", {"size": 2})
sys.exit(bool({"jsonschema", "referencing"} & set(sys.modules)))
"""


def test_a_law_is_read_and_a_record_put_without_jsonschema_which_takes_long_to_import() -> None:
    assert subprocess.run([sys.executable, "-c", READ], check=False).returncode == 0
