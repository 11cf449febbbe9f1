"""What does not fit its form is told in one line, in words of a rule's author."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from engine.law.documents import misfits

WORD = {"type": "string", "pattern": "^[a-z]+$", "minLength": 2, "description": "small letters"}


@pytest.mark.parametrize(
    ("schema", "value", "said"),
    [
        (WORD, "Ab", "'Ab' cannot stand here: small letters"),
        (WORD, "a", "'a' is too short"),
        ({"pattern": "^[a-z]+$"}, "Ab", "'Ab' does not match '^[a-z]+$'"),
        ({"minimum": 3}, 2, "must be at least 3, and is 2"),
        ({"maximum": 3}, 4, "must be at most 3, and is 4"),
        ({"required": ["a" * 161]}, {}, f"`{'a' * 160}` is missing"),
    ],
)
def test_it_is_told_what_is_wrong(schema: dict[str, Any], value: object, said: str) -> None:
    (error,) = Draft202012Validator(schema).iter_errors(value)
    assert misfits.told(error) == said


def test_of_forty_values_that_might_stand_there_all_are_named_and_of_more_the_first() -> None:
    for many, end in ((40, "39"), (41, "39, ...")):
        (error,) = Draft202012Validator({"enum": list(range(many))}).iter_errors("x")
        assert f"{end}, and is 'x'" in misfits.told(error)
