"""What does not fit its form is told in one line, in words of a rule's author."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from engine.law.documents import misfits
from engine.law.documents.document import parse
from engine.law.documents.problems import LawProblems

WORD = {"type": "string", "pattern": "^[a-z]+$", "minLength": 2, "description": "small letters"}


@pytest.mark.parametrize(
    ("schema", "value", "said"),
    [
        (WORD, "Ab", "'Ab' cannot stand here: small letters"),
        (WORD, "a", "'a' is too short: at least 2 characters, and it has 1"),
        ({"pattern": "^[a-z]+$"}, "Ab", "'Ab' does not match '^[a-z]+$'"),
        ({"minimum": 3}, 2, "must be at least 3, and is 2"),
        ({"maximum": 3}, 4, "must be at most 3, and is 4"),
        ({"required": ["a" * 161]}, {}, f"`{'a' * 160}` is missing"),
    ],
)
def test_it_is_told_what_is_wrong(schema: dict[str, Any], value: object, said: str) -> None:
    (error,) = Draft202012Validator(schema).iter_errors(value)
    assert misfits.told(error) == said


@pytest.mark.parametrize(
    "front",
    ["by_hand: “true”", "immutable: ‘false’", "rule: “next”", "overrides: [“one-vote”]", "answers: {quorum: „half“}"],
)
def test_of_what_stands_in_quotation_marks_as_phones_make_them_it_is_said_that_they_are_part_of_it(front: str) -> None:
    """`must be true or false, and is '“true”'` said not what to do, and editors of texts make these by themselves."""
    text = f"---\nrule: 120\ntitle: Songs\n{front}\n---\nWe sing.\n".replace(
        "rule: 120\n", "" if "rule" in front else "rule: 120\n"
    )
    with pytest.raises(LawProblems) as raised:
        parse("rules/island/120-songs.md", text)
    told = "quotation marks of this kind are part of the text: leave them out"
    assert [problem.message.count(told) for problem in raised.value.problems if told in problem.message] == [1]


def test_of_forty_values_that_might_stand_there_all_are_named_and_of_more_the_first() -> None:
    for many, end in ((40, "39"), (41, "39, ...")):
        (error,) = Draft202012Validator({"enum": list(range(many))}).iter_errors("x")
        assert f"{end}, and is 'x'" in misfits.told(error)
