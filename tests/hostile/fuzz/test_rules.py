"""Rule files: any text is a rule or a list of what is wrong with it, each on a line that is there; what the engine owns can be set."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine.law.documents import frontmatter
from engine.law.documents.document import Document, parse
from engine.law.documents.problems import LawProblems
from engine.store import splice
from tests.hostile.fuzz.looking import looked_at, readable, texts, values

PATH = "rules/island/120-case.md"
FRONT = [
    *(
        "rule: next\n",
        "rule: 120\n",
        "title: x\n",
        'title: ""\n',
        "history:\n  - enacted: 120\n",
        "by_hand: true\n",
        "immutable: true\n",
    ),
    *(
        "parameters: {price: 10}\n",
        "parameters:\n  price: 10\n",
        "state: {a: {b: {type: integer, default: 0}}}\n",
        "records: {a: {x: {b: 1}}}\n",
    ),
    *(
        "commands:\n  - {usage: /x <a>, run: f}\n",
        "on: {acted: f}\n",
        "answers: {quorum: f}\n",
        'schedule: [{cron: "0 0 * * *", run: f}]\n',
    ),
    *(
        "overrides: all\n",
        "defers_to: [101]\n",
        "files: {a: a}\n",
        "# a comment\n",
        "\n",
        "? ",
        ": ",
        "- ",
        "{",
        "}",
        "[",
        "]",
        "&a ",
        "*a",
        "!!x ",
        "'",
        '"',
        "|\n ",
        "...\n",
    ),
]
BODY = [
    *(
        "So it is.\n",
        "```starlark\n",
        "```\n",
        "~~~\n",
        "def f(p, a):\n    pass\n",
        "X = 1\n",
        "```example\n",
        "name: x\nwhen: []\n",
        "---\n",
        "> ",
        "- ",
        "\n>",
        "<pre>",
        "> - <pre>\n>",
    ),
    *(
        "[a](101-landing.md)",
        "[a]: 101-landing.md\n",
        "<!--",
        "-->",
        "`",
        "    ",
        "\r\n",
        "\r",
        "while True: pass\n",
        'load("villages", "x")\n',
        "(",
        "[",
        "{",
        '"""',
    ),
]
WHOLE = [
    "rule: next\ntitle: x\n",
    "title: x\nrule: 120 # here\nhistory:\n  - enacted: 120\n\n# below\non: {acted: f}\n",
    "'rule': next\n\"title\": x\nhistory: []\nparameters: {price: 10}\n",
    "{rule: 120, title: x, history: [{enacted: 120}]}\n",
    "rule: next\r\ntitle: |\r\n  x\r\nanswers:\r\n  quorum: f\r\n",
    "rule: next\ntitle: x\n...\n",
    "title: |\n  x\nhistory:\n  - enacted: 120\n  # x\nrule: 120\n",
]
CODE = "So it is.\n\n```starlark\ndef f(p, a):\n    pass\n```\n"
FILES = st.one_of(
    st.tuples(texts(FRONT, 7), texts(BODY, 8)).map(lambda parts: f"---\n{parts[0]}---\n{parts[1]}"),
    st.tuples(texts(FRONT, 3), texts(BODY, 8)).map(
        lambda parts: f"---\nrule: next\ntitle: x\n{parts[0]}\n---\n{parts[1]}"
    ),
    st.tuples(st.sampled_from(WHOLE), texts(FRONT, 1), texts(BODY, 5)).map(
        lambda p: f"---\n{p[0]}{p[1]}\n---\n{CODE}{p[2]}"
    ),
    st.tuples(st.sampled_from(WHOLE), texts(FRONT, 1), texts(BODY, 2)).map(
        lambda p: f"---\n{p[0]}{p[1]}\n---\n{CODE}{p[2]}"
    ),
    texts(FRONT + BODY),
)
HISTORY = [{"enacted": 120}, {"amended": 340}]


def read(text: str) -> Document | None:
    try:
        return parse(PATH, text)
    except LawProblems as error:
        say_where(error, text)
        return None


def lines_of_examples(document: Document, text: str) -> list[int]:
    """Of a rule that is read its examples may still be what nobody can read: they are read when they are played."""
    try:
        return [line for line, _ in document.examples]
    except LawProblems as error:
        say_where(error, text)
        return []


def say_where(error: LawProblems, text: str) -> None:
    most = text.count("\n") + 1
    assert error.problems
    for problem in error.problems:
        assert problem.path == PATH and problem.message.strip()
        assert 1 <= problem.line <= most, (problem, most)


@looked_at(150)
@given(FILES)
def test_any_text_is_a_rule_or_a_list_of_what_is_wrong(text: str) -> None:
    document = read(text)
    if document is not None:
        assert all(1 <= line <= text.count("\n") + 1 for line in document.lines.values())
        assert all(1 <= line <= text.count("\n") + 1 for line in lines_of_examples(document, text))
        assert all(
            command.usage.match(command.usage_text) is None or command.usage_text for command in document.commands
        )


@looked_at(100)
@given(FILES, st.integers(1, 99_999))
def test_number_and_history_can_be_set_and_are_no_law(text: str, number: int) -> None:
    stamped = splice.stamp(text, number, HISTORY)
    document = read(text)
    assert splice.stamp(stamped, number, HISTORY) == stamped
    if document is not None:
        again = parse(f"rules/island/{number}-case.md", stamped)
        assert again.number == number and list(again.history) == HISTORY
        assert splice.as_law(splice.stamp(stamped, 7, [])) == splice.as_law(stamped)
        if splice.as_law(text).count("rule") < text.count(
            "rule"
        ):  # else it cannot be edited by line, and is written anew
            assert splice.as_law(stamped) == splice.as_law(text)
        assert (again.title, again.prose, again.code, again.parameters) == (
            *(document.title, document.prose, document.code, document.parameters),
        )


@looked_at(80)
@given(FILES)
def test_links_are_renamed_and_nothing_else_is_touched(text: str) -> None:
    assert splice.relink(text, {}) == text or "101-landing.md" in text
    assert splice.as_law(splice.relink(text, {"landing": "377-landing.md"})) == splice.as_law(text)


@st.composite
def fronts(draw: st.DrawFn) -> dict[str, Any]:
    """Front matters whose keys are those that there are, with anything for values."""
    names = st.sampled_from([*frontmatter.PROPERTIES, "unknown"])
    found = draw(st.dictionaries(names, values(st.sampled_from(["next", 120, "all", "f", {"f": "g"}])), max_size=6))
    return {"rule": "next", "title": draw(readable(8)) or "x", **found}


def ends(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every path that a value has."""
    yield path
    if isinstance(value, dict):
        for key, item in value.items():
            yield from ends(item, (*path, key))
    if isinstance(value, list):
        for place, item in enumerate(value):
            yield from ends(item, (*path, place))


@looked_at(100)
@given(st.one_of(fronts(), values()), st.sampled_from(["rule", "card"]))
def test_any_front_matter_is_right_or_the_place_is_named(front: Any, kind: str) -> None:
    places = set(ends(front))
    for path, message in frontmatter.problems(front, kind):
        assert message.strip()
        assert path in places or path in (("rule",), ()), (path, message)
    if (
        kind == "rule" and isinstance(front, dict) and "unknown" in front
    ):  # of others the rule says it that governs them
        assert ("unknown",) in [path for path, _ in frontmatter.problems(front, kind)]
