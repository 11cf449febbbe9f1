"""Words of arithmetic that are answered within Starlark say what they would say if they were asked."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game.words.at_once import AT_ONCE
from engine.game.words.registry import new_host
from engine.law.documents.document import parse
from engine.law.running.host import Host
from engine.law.running.loading import Loaded

LINES = "\n".join(f"def with_{word}(value):\n    return {word}(value)" for word in AT_ONCE)
RULE = f"---\nrule: 101\ntitle: Sums\n---\nIt counts.\n\n```starlark\n{LINES}\n```\n"
NUMBERS = st.one_of(
    st.integers(-5, 5),
    st.integers(-(2**70), 2**70),
    st.sampled_from([2**53 - 1, 2**53, -(2**53)]),
    st.floats(-1e9, 1e9),
)
VALUES = st.one_of(NUMBERS, st.lists(NUMBERS, max_size=5), st.booleans(), st.none(), st.text(max_size=2), st.just({}))


def loaded(host: Host) -> tuple[Host, Loaded]:
    return host, host.load([parse("rules/island/101-sums.md", RULE)], {})


ASKED, AT_HAND = loaded(replace(new_host(), at_once={})), loaded(new_host())


def said(by: tuple[Host, Loaded], word: str, value: Any) -> object:
    host, rules = by
    host.fresh()
    try:
        found = host.call(rules, "sums", f"with_{word}", value)
    except Exception as error:  # noqa: BLE001 - whatever it is, both say it
        return str(error)
    return type(found), found


@pytest.mark.parametrize("word", AT_ONCE)
@given(value=VALUES)
def test_a_word_says_the_same_at_once_and_when_it_is_asked(word: str, value: Any) -> None:
    assert said(AT_HAND, word, value) == said(ASKED, word, value)


@pytest.mark.parametrize("word", AT_ONCE)
def test_what_is_whole_is_answered_without_the_word(word: str) -> None:
    host, _ = AT_HAND
    said(AT_HAND, word, [3, 4] if word == "sum" else 3)
    assert host.words_used == 0
    said(AT_HAND, word, [3, 4.5] if word == "sum" else 3.5)
    assert host.words_used == 1
