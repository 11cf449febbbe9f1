"""Usages: any line is one or is said not to be; what is written as it says is understood as it was meant, however it is spaced."""

from __future__ import annotations

from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from engine.law.documents.usage import TYPES, BadUsage, parse_usage
from tests.hostile.fuzz.looking import looked_at, texts
from tests.pace import within

PIECES = [
    *(
        "/x",
        "/buy ",
        "<a>",
        "<b>",
        "<count>",
        "<text>",
        "<player>",
        "[",
        "]",
        "|",
        "a|b",
        " ",
        "  ",
        "to",
        "(",
        ")",
        ",",
        ":",
        "<",
        ">",
        "=",
        ".",
    ),
    *("\\", "\\d", "(?P<a>", "*", "+", "{1}", "^", "$", "<a", "<A>", "<a-b>", "<>", "[<a>]", "[ <b> ]", "-"),
]
WORDS = st.from_regex(r"[a-z]{1,8}", fullmatch=True)
VALUES = st.from_regex(r"[A-Za-z0-9_-]{1,8}", fullmatch=True)
SPACES = st.sampled_from([" ", "  ", "\t", "\n", " \r\n "])


@looked_at(150)
@given(texts(PIECES, 8), st.dictionaries(st.sampled_from(["a", "b", "count"]), st.sampled_from(TYPES)), texts(PIECES))
def test_any_line_is_a_usage_or_said_not_to_be(line: str, types: dict[str, str], written: str) -> None:
    try:
        usage = parse_usage(line[:200], {name: {"type": kind} for name, kind in types.items()})
    except BadUsage as error:
        assert str(error)
        return
    found = usage.match(written)
    assert found is None or set(found) <= set(usage.arguments_in_order)
    assert 0.0 <= usage.nearest(written) <= 1.0
    corrected = usage.corrected(written)
    assert corrected is None or usage.match(corrected) is not None


@st.composite
def said(draw: st.DrawFn) -> tuple[str, str, dict[str, str]]:
    """A usage of words and arguments in turns, a line that follows it, and what was meant."""
    pieces: list[tuple[str, str]] = [("/" + draw(WORDS), "")]
    meant: dict[str, str] = {}
    for place in range(draw(st.integers(0, 4))):
        if draw(st.booleans()):
            name = f"n{place}"
            meant[name] = draw(VALUES)
            pieces.append((f"<{name}>", meant[name]))
        else:
            pieces.append((draw(WORDS), ""))
    usage = " ".join(piece for piece, _ in pieces)
    line = pieces[0][0] + "".join(draw(SPACES) + (value or piece) for piece, value in pieces[1:])
    return usage, line, meant


@looked_at(100)
@given(said(), st.booleans(), SPACES)
def test_what_follows_a_usage_is_understood_as_it_was_meant(
    case: tuple[str, str, dict[str, str]], loud: bool, blank: str
) -> None:
    text, line, meant = case
    usage = parse_usage(text, {})
    shouted = line.upper() if loud else line
    found = usage.match(f"{blank}{shouted}{blank}")
    assert found == {name: value.upper() if loud else value for name, value in meant.items()}


@looked_at(50)
@given(said(), WORDS)
def test_a_word_too_many_is_not_overlooked(case: tuple[str, str, dict[str, str]], word: str) -> None:
    text, line, _ = case
    assert parse_usage(text, {}).match(f"{line} {word} ") is None


@looked_at(30)
@given(
    st.lists(
        st.sampled_from(["<a>", "<b>", "<c>", "<d>", "x", "y", ",", "[z]", "[y]"]), min_size=1, max_size=9, unique=True
    ),
    st.data(),
)
def test_no_line_takes_long(pieces: list[str], data: Any) -> None:
    types = {name: {"type": data.draw(st.sampled_from(["text", "word"]))} for name in "abcd"}
    try:
        usage = parse_usage("/x " + " ".join(pieces), types)
    except BadUsage:
        assume(False)
        return
    unit = data.draw(st.sampled_from(["x ", "y ", "x y ", ",", "x,", "a ", "z y x "]))
    line = "/x " + unit * (200 // len(unit)) + data.draw(st.sampled_from(["", "!", "\n"]))
    within(1.0, lambda: usage.match(line[:200]))
