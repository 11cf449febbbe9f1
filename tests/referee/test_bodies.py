"""Answers put together into comments: what is longer than one comes to its end between two paragraphs."""

from __future__ import annotations

from engine.referee.answering.bodies import LARGEST, bodies
from tests.hostile.inert import offences

MARK = "<!-- nomic:reply/comment/7:00000000 -->"


def test_an_answer_that_is_cut_short_wakes_nobody_whose_name_was_code() -> None:
    text = f"{'words ' * 9_900}\n\n`{'a' * 300} @stranger {'b' * 900}` said."
    assert offences(f"{text[-1_300:]}\n\n{MARK}", []) == []
    (body,) = bodies([(text, MARK)])
    assert len(body) <= LARGEST + 2 and body.startswith("words ") and offences(body, []) == []


def test_one_without_paragraphs_is_cut_where_it_is_full() -> None:
    (body,) = bodies([("x" * 70_000, MARK)])
    assert len(body) == LARGEST + 2 and body.endswith(f"x\n\n{MARK}")
