"""What does not fit is told in an order that no process changes: a refusal is written down, and replayed elsewhere."""

from __future__ import annotations

from engine.law.documents import misfits
from engine.law.documents.schemas import Schema

WORDS = [f"word {n}" for n in range(40, 0, -1)]


def test_the_values_of_a_map_are_told_in_the_order_of_the_map() -> None:
    schema = Schema(
        {"type": "object", "properties": {"word 7": {"type": "string"}}, "additionalProperties": {"type": "integer"}}
    )
    found = [error.path[-1] for error in schema.errors(dict.fromkeys(WORDS, "x"))]
    assert found == [word for word in WORDS if word != "word 7"]


def test_fields_that_nobody_knows_are_told_in_one_order() -> None:
    schema = Schema({"type": "object", "properties": {}, "additionalProperties": False})
    (error,) = schema.errors(dict.fromkeys(WORDS, 1))
    assert error.message.startswith("Additional properties are not allowed ('word 1', 'word 10', 'word 11'")
    assert [*Schema({"type": "object", "additionalProperties": True}).errors({"a": 1})] == []


def test_of_a_long_value_it_is_still_told_what_is_wrong_with_it() -> None:
    (error,) = Schema({"type": "string", "maxLength": 120}).errors("x" * 500)
    assert misfits.told(error).endswith("x... is too long: at most 120 characters, and it has 500")
    assert len(misfits.told(error)) == misfits.LONGEST
    (error,) = Schema({"type": "string", "maxLength": 2}).errors("long")
    assert misfits.told(error) == "'long' is too long: at most 2 characters, and it has 4"
