"""A compiled schema and jsonschema agree about every value."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.law import compiled, fields

TYPES = ["integer", "number", "string", "boolean", "array", "object", "null"]
SMALL = (
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from([0.0, 1.0, 1.5, -0.0]) | st.text("ab", max_size=3)
)
VALUES = st.recursive(
    SMALL, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3)
)


def schemas(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
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
            "properties": st.dictionaries(st.sampled_from("abc"), inner, max_size=2),
            "additionalProperties": inner | st.booleans(),
            "required": st.lists(st.sampled_from("abc"), max_size=2, unique=True),
            "default": VALUES,
        },
    )


SCHEMAS = st.recursive(schemas(st.just({})), schemas, max_leaves=6)


@settings(max_examples=300, deadline=None)
@given(SCHEMAS, st.lists(VALUES, min_size=1, max_size=6))
def test_a_value_fits_where_jsonschema_finds_nothing_wrong(schema: dict[str, Any], values: list[Any]) -> None:
    fits = compiled.fits(schema, fields._alike)
    for value in values:
        assert fits(value) == (fields.value_problems(schema, value) == [])
