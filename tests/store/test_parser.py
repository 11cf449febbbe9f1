"""Markdown is read as its parser reads it, and given up where a little text is very much to look at."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from engine.game.fold import markup
from engine.site import rewriting, words
from engine.store import links, rulefile
from engine.store.parser import TooTangled, parser
from tests.pace import within
from tests.shares import tries

OPTIONS = {"maxNesting": 20}
PIECES = st.sampled_from([">", "> ", "- ", "1. ", "  ", "    ", "a", "```", "#", "---", "<!--", "[a]:", "\n", "\n\n"])
MUCH = 126_000
TANGLED = [
    ">```\nx\n",
    ">" * 9 + "```\n" + ">" * 8 + "x\n",
    '---a"\n> <div>    \n',
    "-->  \n  > <!--\n",
    "> > > > > > > > > a\n" + "b\n" * 400,
]


@settings(max_examples=tries(100), deadline=None)
@given(st.lists(PIECES, max_size=40).map("".join))
def test_what_is_not_too_much_is_read_as_the_parser_reads_it(text: str) -> None:
    plainly = MarkdownIt("commonmark", OPTIONS)
    try:
        known = [token.as_dict() for token in plainly.parse(text)]
    except IndexError:
        return
    assert [token.as_dict() for token in parser(OPTIONS).parse(text)] == known


@pytest.mark.parametrize("piece", TANGLED)
def test_what_ends_and_begins_over_and_over_is_given_up_in_a_moment(piece: str) -> None:
    """It took minutes: in the judge, on each page of it, and wherever the rule was asked for."""
    text = piece * (MUCH // len(piece))

    def read() -> int:
        with pytest.raises(TooTangled) as given_up:
            rulefile.tokens(text)
        return given_up.value.line

    assert within(1, read) < text.count("\n")


def test_a_rule_of_it_is_told_where_it_is_too_much() -> None:
    text = f"---\nrule: next\ntitle: x\n---\nWe sing.\n\n{TANGLED[0] * 9_000}"
    with pytest.raises(rulefile.RuleFileProblem, match="an empty line before and behind each") as told:
        rulefile.split(text)
    assert told.value.line > 6


def test_a_comment_of_it_is_read_in_less_than_a_moment() -> None:
    """Anybody may write them, and each took as long as a rule may run."""
    assert within(0.2, lambda: markup.read((TANGLED[0] * 1_000)[:4_000])) == ""


def test_long_quotes_that_people_write_are_none_of_it() -> None:
    text = ("> Who sang it first?\n>> Nobody knows.\nSo it is said.\n\n- a list\n  > with a quote\n\n" * 1_400)[:MUCH]
    assert len(rulefile.tokens(text)) > 10_000


def test_wherever_it_stands_it_is_shown_as_it_is_written() -> None:
    text = TANGLED[0] * 9_000
    assert "&gt;```\nx\n&gt;```" in within(2, lambda: str(words.markdown(text)))
    linked = f"[a](1-a.md)\n\n{text}"
    assert links.renamed(linked, lambda name: "2-b.md") == linked
    cases = f"```yaml example\nx\n```\n{text}"
    assert rewriting.unfenced(cases) == within(2, lambda: rewriting._cases(cases))
