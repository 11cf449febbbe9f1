"""Values as records hold them, for the property tests of this room."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

AWKWARD = [
    *("", " ", "~", "null", "Null", "true", "True", "yes", "No", "on", "OFF", "y", "n", "NaN", ".nan", ".inf", "-.inf"),
    *("1", "-1", "+1", "007", "0x1F", "0o17", "0b1", "1_000", "1e5", "1E5", "1.", ".5", "-.5", "1.0", "12:30", "12:30:45"),
    *("2026-01-05", "2026-01-05T12:00:00Z", "-", "- a", "--", "---", "...", "?", "? a", ":", ": a", "a:", "a: b", "a:b"),
    *("#", "# a", "a #b", "a#b", "&a", "*a", "!a", "!!str a", "|", ">", "|-", "%a", "@a", "`a`", "'a'", '"a"', "'", '"'),
    *("[", "]", "{", "}", "[]", "{}", "[a]", "{a: b}", ",", "a, b", "<<", "=", "\\", "a\\", "\\U0001f600", "\\\\U0001f600"),
    *(" a", "a ", "a  b", "\t", "a\tb", "a\n", "\na", "a\n\n", "\n", "\n\n", "a\nb", "a\nb\n", "  a\nb", "a\n  b", "a \nb"),
    *("a\n\nb", "a\r\nb", "a\rb", "\x0b", "\x0c", "\x1f", "\x7f", "\x85", "\xa0", "\xad", "\u2028", "\u202e", "\ufeff"),
    *("\ufffe", "\uffff", "\ufffd", "\U0001f600", "\U000e0001", "\U0010ffff", "Zürich", "日本語", "❤\ufe0f", "a\u2028b\nc"),
    *("---\na", "a\n---\nb\n", "a\n...\n", "# a\nb", "- a\n- b\n", "a: b\nc: d\n", "```\ncode\n```\n", "%YAML 1.1\n---\n"),
]

characters = st.characters(exclude_categories=["Cs"], exclude_characters="\x00")
texts = st.one_of(
    st.sampled_from(AWKWARD),
    st.text(characters, max_size=20),
    st.text("ab:-#\n\t \"'[]{},\\|>&*!%@?0.1e+~", max_size=12),
    st.lists(st.sampled_from(["a", "  b", "", "# c", "- d", "e: f", "---", "g "]), max_size=5).map("\n".join),
)
keys = st.one_of(st.text(characters, max_size=8), st.integers(-5, 5000).map(str), st.sampled_from(AWKWARD))
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(1 - 10**18, 10**18 - 1),
    st.floats(allow_nan=False, allow_infinity=False),
    texts,
)
values: st.SearchStrategy[Any] = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(keys, inner, max_size=4)),
    max_leaves=15,
)
records = st.dictionaries(keys, values, max_size=6)
