"""The guard: any text is a value that can be written down, or a problem on a line that is there."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.store import canon, guard
from engine.store.guard import YamlProblem
from tests.hostile.fuzz.looking import looked_at, texts

PIECES = [
    *(
        "a",
        "b",
        "a: ",
        "b: ",
        "- ",
        "? ",
        ": ",
        "\n",
        "\n  ",
        "\n    ",
        " ",
        "{",
        "}",
        "[",
        "]",
        ",",
        "'",
        '"',
        "|\n",
        ">\n",
        "|2-\n",
        "&x ",
        "*x",
        "!!str ",
        "! ",
    ),
    *(
        "!!python/object:x ",
        "<<: ",
        "%YAML 1.2\n",
        "---\n",
        "...\n",
        "# c",
        "~",
        "null",
        "true",
        "no",
        "1",
        "-1.5e3",
        "0x1F",
        "0o17",
        ".inf",
        ".nan",
        "1_0",
        "12:30",
    ),
    *(
        '"\\x41"',
        '"\\u0000"',
        '"\\ud800"',
        "\\",
        "\t",
        "\r\n",
        "@",
        "`",
        "=",
        "http://x",
        "[http://x]",
        "key: [1, 2]\n",
        "  - {a: 1}\n",
    ),
]


def differing(one: object, other: object) -> bool:
    """True is not 1, nor 1 the same as 1.0; the order of keys is nothing."""
    return one != other or canon.emit(one) != canon.emit(other)


@looked_at(200)
@given(texts(PIECES, 14), st.integers(1, 50))
def test_any_text_is_a_value_or_a_problem(text: str, first: int) -> None:
    lines = range(first, first + text.count("\n") + 1)
    try:
        value, where = guard.load_with_lines(text, first)
    except YamlProblem as error:
        assert error.line in lines and error.message.strip()
        return
    assert all(line in lines for line in where.values())
    written = canon.emit(value)
    assert not differing(guard.load(written), value)
    assert not differing(canon.read(written), value)
    assert canon.emit(canon.read(written)) == written


@looked_at(50)
@given(st.lists(texts(PIECES, 5), max_size=4))
def test_any_documents_are_read_each_on_its_line(parts: list[str]) -> None:
    text = "\n---\n".join(parts)
    try:
        found = guard.load_all(text)
    except YamlProblem as error:
        assert 1 <= error.line <= text.count("\n") + 1
        return
    assert [line for line, _ in found] == sorted(line for line, _ in found)


@looked_at(50)
@given(texts(PIECES, 14), st.integers(1, 200), st.integers(1, 6), st.integers(1, 30))
def test_its_bounds_hold(text: str, most_bytes: int, depth: int, nodes: int) -> None:
    try:
        value = guard.load(text, max_bytes=most_bytes, max_depth=depth, max_nodes=nodes)
    except YamlProblem:
        return
    assert len(text.encode()) <= most_bytes
    assert deep(value) <= depth + 1 and count(value) <= nodes


def deep(value: object) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + max(map(deep, inner), default=0)


def count(value: object) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + sum(map(count, inner))
