"""The guarded loader: 1.2's core schema, lines for messages, and whatever hostile people may send."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml import main

from engine.store import canon, guard
from engine.store.guard import YamlProblem
from tests.pace import within
from tests.shares import share, tries

FRONT = """\
rule: 328
title: Farm purchases
history:
  - enacted: 328
  - {amended: 340}
parameters:
  price: 10    # points

commands:
  - usage: /buy [<count>] farm|farms
    arguments: {count: {type: integer,
                        minimum: 1}}
    run: buy_farms
"""


def test_a_problem_says_its_line_wherever_it_is_told() -> None:
    with pytest.raises(YamlProblem, match="^line 2: ") as problem:
        guard.load("a: 1\nb: ]\n")
    assert (problem.value.line, str(problem.value)) == (2, f"line 2: {problem.value.message}")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("NO", "NO"),
        ("yes", "yes"),
        ("on", "on"),
        ("y", "y"),
        ("12:30:45", "12:30:45"),
        ("2026-01-05", "2026-01-05"),
        ("2026-01-05T12:00:00Z", "2026-01-05T12:00:00Z"),
        ("1_000", "1_000"),
        ("0b1", "0b1"),
        ("1e5x", "1e5x"),
        ("+", "+"),
        (".", "."),
        ("e5", "e5"),
        ("a\u0661", "a\u0661"),
        ("\u0661", "\u0661"),
        ("true", True),
        ("True", True),
        ("TRUE", True),
        ("false", False),
        ("False", False),
        ("FALSE", False),
        ("tRUE", "tRUE"),
        ("~", None),
        ("null", None),
        ("", None),
        ("'null'", "null"),
        ('"1"', "1"),
        ("007", 7),
        ("-12", -12),
        ("+12", 12),
        ("0o17", 15),
        ("0x1F", 31),
        ("1e5", 100000.0),
        ("1.", 1.0),
        ("-.5", -0.5),
        ("[http://x.example, a:b]", ["http://x.example", "a:b"]),
        ('{"a":1}', {"a": 1}),
        ("<<", "<<"),
    ],
)
def test_scalars_follow_the_core_schema(text: str, value: Any) -> None:
    found = guard.load(text)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize("key", ["318", "true", "null", "~", "1.5", "2026-01-05", "NO", "'318'", "0x1F"])
def test_every_key_is_a_text_as_it_was_written(key: str) -> None:
    assert guard.load(f"{key}: 1") == {key.strip("'"): 1}


def test_a_number_of_a_hundred_digits_is_too_large_whatever_it_is() -> None:
    assert guard.load("0" * 98 + "7") == 7
    with pytest.raises(YamlProblem, match="too large"):
        guard.load("0" * 99 + "7")


def test_each_path_has_its_line() -> None:
    value, lines = guard.load_with_lines(FRONT, 2)
    assert value["commands"][0]["arguments"]["count"] == {"type": "integer", "minimum": 1}
    assert lines == {
        (): 2,
        ("rule",): 2,
        ("title",): 3,
        ("history",): 4,
        ("history", 0): 5,
        ("history", 0, "enacted"): 5,
        ("history", 1): 6,
        ("history", 1, "amended"): 6,
        ("parameters",): 7,
        ("parameters", "price"): 8,
        ("commands",): 10,
        ("commands", 0): 11,
        ("commands", 0, "usage"): 11,
        ("commands", 0, "arguments"): 12,
        ("commands", 0, "arguments", "count"): 12,
        ("commands", 0, "arguments", "count", "type"): 12,
        ("commands", 0, "arguments", "count", "minimum"): 13,
        ("commands", 0, "run"): 14,
    }


@pytest.mark.parametrize("text", ["a: 1\n", "a: [http://x]\n"])
def test_no_folder_is_looked_through_for_a_text(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The parser looked for what else is installed each time that one was made, which took longer than to read most texts."""
    looked: list[object] = []
    monkeypatch.setattr(main.glob, "glob", lambda where: looked.append(where) or [])
    assert list(guard.load(text)) == ["a"] and looked == []


def test_windows_line_ends_count_once() -> None:
    assert guard.load_with_lines(FRONT.replace("\n", "\r\n"), 2) == guard.load_with_lines(FRONT, 2)


def test_lines_are_the_same_from_the_slow_parser() -> None:
    """`[a:b]` is beyond the fast one."""
    assert guard.load_with_lines("x: 1\ny: [a:b]\nz:\n  w: 2\n")[1][("z", "w")] == 4


def test_an_empty_text_is_nothing() -> None:
    assert guard.load_with_lines("", 7) == (None, {(): 7})
    assert guard.load("# only a comment\n") is None
    assert guard.load_all("") == []
    assert guard.load_with_lines("---", 7) == (None, {(): 7})


def test_several_documents_come_with_their_lines() -> None:
    assert guard.load_all("name: a\n---\nname: b\n---\n- 1\n", 40) == [
        (40, {"name": "a"}),
        (42, {"name": "b"}),
        (44, [1]),
    ]


@given(st.lists(st.dictionaries(st.text("abc", min_size=1), st.integers(0, 9)), max_size=4))
def test_canonical_documents_come_back_each(documents: list[dict[str, int]]) -> None:
    text = "".join("---\n" + canon.emit(document) for document in documents)
    assert [value for _, value in guard.load_all(text)] == documents


LINES = (
    "--- --- a|---|----| ---|--- # c|...|... a|%YAML 1.2|# c||a: 1|b: |'two|lines'|- {at: 06T12:00:00Z}|- [x:y, z]|{a: b:c}"
    "|b: >-|  text|--- >|--- {c: 1:2}|- &x 1|? k|!t a|---\t1|>|- >|>-|\u00a0|a: 1:2|- b|--- 'two|a: 1 # c|\t|}|--- |: 1"
).split("|")


def read_by(parser: Any, text: str, nodes: int) -> Any:
    """The documents, or what is wrong with them; None if that is for another parser to say."""
    try:
        limits = guard._Limits(7, guard.MAX_BYTES, guard.MAX_DEPTH, nodes)
        return [(document.line, document.value) for document in parser(text, limits, text.count("\n") + 7)]
    except guard.YamlProblem as problem:
        return problem.message
    except guard._NotYaml:
        return None


@settings(max_examples=tries(1000))
@given(st.lists(st.sampled_from(LINES), max_size=9), st.integers(1, 12))
def test_where_the_fast_parser_does_not_know_one_document_the_slow_one_finds_the_same_in_it(
    lines: list[str], nodes: int
) -> None:
    text = "\n".join([*lines, "# " + "c" * guard.LEAST_DOCUMENT * len(lines)])
    one_by_one, whole = read_by(guard._one_by_one, text, nodes), read_by(partial(guard._read, pure=True), text, nodes)
    assert one_by_one == whole or None in (one_by_one, whole)


def test_of_many_documents_the_slow_parser_reads_those_that_the_fast_one_does_not_know(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read: list[str] = []
    parsed = guard._parsed
    monkeypatch.setattr(
        guard, "_parsed", lambda text, *, pure: (read.append(text) if pure else None, parsed(text, pure=pure))[1]
    )
    text = f"name: a\n---\nwhen: [{{clock: 2026-01-06T12:00:00Z}}]\n---\nname: c\n# {'c' * 3 * guard.LEAST_DOCUMENT}\n"
    assert guard.load_all(text) == [
        (1, {"name": "a"}),
        (3, {"when": [{"clock": "2026-01-06T12:00:00Z"}]}),
        (5, {"name": "c"}),
    ]
    assert read == ["---\nwhen: [{clock: 2026-01-06T12:00:00Z}]\n"]


def test_of_one_document_that_is_no_yaml_each_parser_reads_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[bool] = []
    parsed = guard._parsed
    monkeypatch.setattr(guard, "_parsed", lambda text, *, pure: (read.append(pure), parsed(text, pure=pure))[1])
    with pytest.raises(YamlProblem):
        guard.load(f"title: 'Songs\n# {'c' * 2 * guard.LEAST_DOCUMENT}\n")
    assert read == [False, True]


PROBLEMS = {
    "anchor": ("a: 1\nb: &x 2\n", 2, "anchors"),
    "anchored key": ("a: 1\n&x b: 2\n", 2, "plain word"),
    "alias": ("a: 1\n\nb: *x\n", 3, "aliases"),
    "aliased key": ("a: 1\n*x : 2\n", 2, "plain word"),
    "tag": ("a:\n  - !!str 1\n", 2, "tags"),
    "python tag": ("a: !!python/object/apply:os.system [ls]\n", 1, "tags"),
    "bare tag": ("a: 1\nb: ! x\n", 2, "tags"),
    "tagged map": ("a: 1\nb: !x {c: 1}\n", 2, "tags"),
    "tagged key": ("a: 1\n!x b: 1\n", 2, "plain word"),
    "tag directive": ("%TAG ! tag:x,2000:\n---\na: !b c\n", 3, "tags"),
    "duplicate key": ("a: 1\nb: 2\na: 3\n", 3, "twice"),
    "duplicate after quoting": ("1: a\nb: {'1': 2, 1: 3}\n", 2, "twice"),
    "key that could not be written again": (f"a: 1\n{'k' * 1_001}: 2\n", 2, "a key has 1,000 characters at most"),
    "merge key": ("a: 1\n<<: {b: 1}\n", 2, "a text that begins with a sign stands in quotes"),
    "list as key": ("a: 1\n? [b]\n: 1\n", 2, "plain word"),
    "several documents": ("a: 1\n---\nb: 1\n", 3, "one YAML document"),
    "NUL": ("a: 1\nb: \x00\n", 2, "control character"),
    "escaped NUL": ('a: 1\nb: "\\0"\n', 2, "control character"),
    "escaped NUL in a key": ('a: 1\n"\\0": 1\n', 2, "control character"),
    "escape": ("a: 1\nb: \x1b[31m\n", 2, "control character"),
    "delete": ("a: \x7f\n", 1, "control character"),
    "next line": ("a: 1\nb: x\x85c: 2\n", 2, "control character"),
    "line separator": ("a: 1\nb: x\u2028c: 2\n", 2, "control character"),
    "right-to-left override": ("a: 1\nb: \u202eevil\n", 2, "control character"),
    "isolate": ("a: 1\nb: \u2066evil\n", 2, "control character"),
    "byte order mark": ("\ufeffa: 1\n", 1, "control character"),
    "surrogate": ("a: 1\nb: \ud800\n", 2, "control character"),
    "no character": ("a: 1\nb: \uffff\n", 2, "control character"),
    "bare carriage return": ("a: 1\nb: 2\rc: 3\n", 2, "control character"),
    "infinity": ("a: 1\nb: .inf\n", 2, "quotes"),
    "not a number": ("a: 1\nb: .NaN\n", 2, "quotes"),
    "endless float": ("a: 1\nb: 1e999\n", 2, "too large"),
    "endless exponent": ("a: 1\nb: 1e99999\n", 2, "too large"),
    "large integer": ("a: 1\nb: 1000000000000000000\n", 2, "too large"),
    "huge integer": ("a: 1\nb: -" + "9" * 100_000 + "\n", 2, "too large"),
    "large hexadecimal": ("a: 1\nb: 0xFFFFFFFFFFFFFFFF\n", 2, "too large"),
    "tab": ("a:\n\tb: 1\n", 2, "indent with spaces"),
    "tab in something long": ("a:\n\tb: 1\n" + "# much\n" * 6_000, 2, "indent with spaces"),
    "colon in a text": ("a: 1\nb: Lamps: oil\n", 2, "a text with a colon stands in straight quotes"),
    "colon in a text in braces": ("a: 1\nb: {c: Lamps: oil}\n", 2, "a text with a colon stands in straight quotes"),
    "key too far to the right": ("a:\n- b: c\n   d: e\n", 3, "a key begins below the other keys of its map"),
    "no blank behind a colon": ("a: 1\nb:2\nc: 3\n", 2, "behind a key stand a plain colon and a blank"),
    "a blank of another kind": ("a: 1\nb:\xa02\n", 2, "behind a key stand a plain colon and a blank"),
    "a colon of full width in something long": (
        "a: 1\nb\uff1a 2\n" + "# much\n" * 6_000,
        2,
        "behind a key stand a plain colon and a blank",
    ),
    "no colon in the line above": ("a 1\nb: 2\n", 2, "and the line above it is whole"),
    "key between two places": ("a:\n  b:\n    c: 1\n   d: 2\n", 4, "keys of one map begin one below the other"),
    "key in a list": ("- a\nb: 1\n", 2, "in a list each line begins with `- `, in a map none does"),
    "item too far to the left": ("a:\n  - b\n - c\n", 3, "the `- ` of one list begin one below the other"),
    "item among keys": ("a:\n  b: 1\n  - c\n", 3, "the `- ` of one list"),
    "brace not closed": ("a:\n  - {b: 1\n  - {b: 2}\n", 3, "a bracket that was opened is closed"),
    "one brace too many": ("a: 1\nb: {c: 1}}\n", 2, "a bracket is closed that was not opened"),
    "quotation marks in a text": ('a: 1\nb: "Lamps" oil\n', 2, "a text ends with its quotation marks"),
    "quotation mark not closed": ('a: 1\nb: "oil\n', 3, "a quotation mark that was opened is closed"),
    "sign before a text": ("a: 1\nb: @ana\n", 2, "a text that begins with a sign stands in quotes"),
    "stars of a cron entry": ("a: 1\nb: * * * * 1\n", 2, "a text that begins with a sign stands in quotes"),
    "stars of a cron entry in something long": (
        "a: 1\nb: * * * * 1\n" + "# much\n" * 6_000,
        2,
        "a text that begins with a sign stands in quotes",
    ),
    "star in brackets": ("a: 1\nb: [1, *]\n", 2, "a text that begins with a sign stands in quotes"),
    "stars around a text": ("a: 1\nb: *bold* fish\n", 2, "a text that begins with a sign stands in quotes"),
    "exclamation mark before a text": ("a: 1\nb: !x fish\n", 2, "a text that begins with a sign stands in quotes"),
    "hyphen before a text": ("a: 1\nb: - fish\n", 2, "a text that begins with a sign stands in quotes"),
    "hyphen before a text in something long": (
        "a: 1\nb: - fish\n" + "# much\n" * 6_000,
        2,
        "a text that begins with a sign stands in quotes",
    ),
    "more than before a text": ("a: 1\nb: > 5 fish\n", 2, "a text that begins with a sign stands in quotes"),
    "more than before a text in something long": (
        "a: 1\nb: > 5 fish\n" + "# much\n" * 6_000,
        2,
        "a text that begins with a sign stands in quotes",
    ),
    "question mark before a text": ("a: 1\nb: ? fish\n", 2, "a text that begins with a sign stands in quotes"),
    "backslash in quotation marks": ('a: 1\nb: "x\\d"\n', 2, "a backslash is written twice"),
    "unclosed list": ("a: 1\nb: [1, 2\n", 2, ""),
    "unclosed quotes": ("a: 1\nb: 'x\n", 2, ""),
    "no such character": ('a: 1\nb: "\\U00110000"\n', 1, "not YAML"),  # whoever cannot place it tells its first line
    "bad escape": ('a: 1\nb: "\\z"\n', 2, ""),
    "two values": ("a: 1\nb: c: d\n", 2, ""),
    "version": ("%YAML 3.0\n---\na: 1\n", 1, ""),
}


@pytest.mark.parametrize("name", PROBLEMS)
def test_each_offence_is_told_with_its_line(name: str) -> None:
    text, line, message = PROBLEMS[name]
    with pytest.raises(YamlProblem) as caught:
        guard.load(text)
    assert message in caught.value.message
    assert caught.value.line == line or (not message and line <= caught.value.line <= line + 1)
    with pytest.raises(YamlProblem) as later:
        guard.load_with_lines(text, 101)
    assert later.value.line == caught.value.line + 100


BOMB = "a: &a [x, x]\n" + "".join(
    f"{chr(98 + i)}: &{chr(98 + i)} [*{chr(97 + i)}, *{chr(97 + i)}]\n" for i in range(20)
)
HOSTILE = {
    "brackets": "[" * 30_000,
    "balanced brackets": "[" * 30_000 + "]" * 30_000,
    "brackets on lines": "[\n" * 30_000,
    "brackets behind closing ones in a comment": "# " + "]" * 40_000 + "\n" + "[" * 30_000,
    "brackets each with a closing one in a comment": "[ #]\n" * 30_000,
    "braces": "{a: " * 30_000,
    "braces without keys": "{" * 30_000,
    "dashes": "- " * 30_000 + "a",
    "dashes with tabs": "-\t" * 30_000 + "a",
    "question marks": "? " * 30_000,
    "steps": "".join(" " * i + "a:\n" for i in range(600)),
    "dashed steps": "".join(" " * i + "-\n" for i in range(600)),
    "alias bomb": BOMB,
    "a megabyte": "a: " + "x" * 1_000_000,
    "a megabyte of wide letters": "a: " + "語" * 100_000,
    "many documents": "---\n" * 60_000,
    "many nodes": "- a\n" * 60_000,
    "many nodes in a flow": "[" + "a," * 100_000 + "]",
    "many keys": "".join(f"k{i}: v\n" for i in range(25_000)),
    "many flow keys, broken at the end": "{" + ",".join(f"k{i}: v" for i in range(2_500)),
    "many adjacent keys": "[" + ",".join(f"k{i}:v" for i in range(25_000)),
    "slow keys": "[" + "k:v," * 8_000,
    "slow depth": "[a:b," + "[" * 32_000,
    "slow steps": "[a:b" + ",\n{k: " * 5_000,
    "quotes": "a: " + "'" * 200_001,
    "open quotes": '"' + "\\x41" * 60_000,
    "spaces": " " * 200_000 + "\t[",
    "empty lines": "a: |\n" + "\n" * 200_000 + " x\n\ty",
    "a long key": "x" * 200_000 + ": 1",
    "colons": ":" * 200_000,
    "commas": "[" + "," * 200_000,
    "percents": "%" * 200_000,
    "exclamation marks": "!" * 200_000,
    "ampersands": "&" * 200_000,
    "bars": "|" * 200_000,
    "UTF-16": "a: 1\n".encode("utf-16").decode("latin-1"),
    "UTF-32": "a: 1\n".encode("utf-32-le").decode("latin-1"),
    "half a letter": "a: \udcff\n",
}


@pytest.mark.parametrize("name", share(list(HOSTILE), 2))
def test_hostile_input_ends_in_a_problem_soon(name: str) -> None:
    def loaded() -> int:
        with pytest.raises(YamlProblem) as caught:
            guard.load(HOSTILE[name])
        return caught.value.line

    assert 1 <= within(3, loaded) <= HOSTILE[name].count("\n") + 1


def test_depth_nodes_and_size_are_bounded_exactly() -> None:
    assert guard.load("[" * 4 + "]" * 4, max_depth=3) == [[[[]]]]
    assert guard.load("[a, b]", max_nodes=3) == ["a", "b"]
    assert guard.load("äb", max_bytes=3) == "äb"
    for text, limit in (("[" * 5 + "]" * 5, "max_depth"), ("[a, b, c]", "max_nodes"), ("äbc", "max_bytes")):
        with pytest.raises(YamlProblem):
            guard.load(text, **{limit: 3})


def test_of_several_documents_all_together_have_no_more_nodes_and_bytes_than_one() -> None:
    assert len(guard.load_all("---\n" + "- a\n" * 19_999)[0][1]) == 19_999
    for text in ("---\n" + "- a\n" * 20_000, ("---\n" + "- a\n" * 10_000) * 2):
        with pytest.raises(YamlProblem, match="too much of it"):
            guard.load_all(text)
    assert guard.load_all("a" * 262_144) == [(1, "a" * 262_144)]
    with pytest.raises(YamlProblem, match="longer than 262144 bytes"):
        guard.load_all("a" * 262_145)
    assert guard.load_all("[" * 21 + "]" * 21)
    with pytest.raises(YamlProblem, match="more than 20 deep"):
        guard.load_all("[" * 22 + "]" * 22)


def outcome(text: str) -> tuple[Any, list[int]]:
    """The value and all lines told, or no value and the line of the problem."""
    try:
        value, lines = guard.load_with_lines(text)
    except YamlProblem as problem:
        return None, [problem.line]
    return value, list(lines.values())


def json_like(value: Any) -> bool:
    if isinstance(value, dict):
        return all(type(key) is str and json_like(item) for key, item in value.items())
    if isinstance(value, list):
        return all(map(json_like, value))
    return value is None or type(value) in (str, bool, int, float)


@given(st.text(st.sampled_from("ab1 \n\r\t:-?[]{},#&*!|>'\"%@`<~.0eE+\\x\u2028\ufeff"), max_size=60))
def test_any_text_ends_in_a_value_that_records_can_hold_or_in_a_problem(text: str) -> None:
    value, lines = outcome(text)
    assert lines
    assert all(1 <= line <= text.count("\n") + 1 for line in lines)
    assert json_like(value)
    assert canon.read(canon.emit(value)) == value


@given(st.data())
def test_a_front_matter_with_one_wrong_character_is_a_value_or_a_problem(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(FRONT) - 1))
    text = (
        FRONT[:at]
        + data.draw(st.sampled_from("\n\t :-?[]{},#&*!|>'\"%\\"))
        + FRONT[at + data.draw(st.integers(0, 3)) :]
    )
    value, lines = outcome(text)
    assert json_like(value)
    assert all(1 <= line <= text.count("\n") + 1 for line in lines)


def test_sixty_front_matters_take_no_time() -> None:
    """The budget is 0.3 s; a front matter has 20 lines."""
    texts = [FRONT + f"answers:\n  quorum: q{i}\non:\n  joined: j\n  left: l\n" for i in range(60)]
    within(0.3, lambda: [guard.load_with_lines(text, 2) for text in texts])


def test_many_small_documents_take_no_longer_because_the_fast_parser_does_not_know_them() -> None:
    text = "---\n[:x]\n" * (guard.SLOW_BYTES // 9)
    assert len(within(1.2, lambda: guard.load_all(text))) == guard.SLOW_BYTES // 9
