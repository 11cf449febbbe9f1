"""Whose fault a failure is, in one line."""

from __future__ import annotations

from engine.law.running.blame import RuleFault, brief, shortened


def test_a_failure_says_where_it_was_and_how_it_came_there_if_anybody_called_anybody() -> None:
    fault = RuleFault("tax", "pay", 9, "division by zero")
    assert str(fault) == "tax, line 9: division by zero"
    fault.way = (("shop", 12), ("tax", 9))
    assert str(fault) == "tax, line 9: division by zero (shop line 12, then tax line 9)"


def test_of_a_long_way_the_beginning_and_the_end_are_kept() -> None:
    way = tuple((f"rule{n}", n) for n in range(1, 21))
    assert shortened(way) == (*way[:4], *way[-4:])
    assert (shortened(way[:8]), shortened(way[:1])) == (way[:8], ())


def test_of_what_a_rule_fails_with_three_hundred_characters_are_kept() -> None:
    assert brief("x" * 300) == "x" * 300
    assert brief("x" * 301) == "x" * 300 + " ..."
    assert RuleFault("tax", "pay", 9, "x" * 301).why == "x" * 300 + " ..."
