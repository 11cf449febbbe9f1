"""Numbers, histories and links set by line; and what of a text is law, to which ballots are bound."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it.token import Token

from engine.store import guard, rulefile, splice
from engine.store.splice import as_law, number_of_name, relink, slug_of, stamp
from tests.pace import within

HISTORY = [{"enacted": 328}, {"amended": 352}]
STAMPED = "history:\n  - enacted: 328\n  - amended: 352\n"
BODY = "See [the quorum](311-quorum.md).\n"


def rule(front: str, body: str = BODY) -> str:
    return f"---\n{front}---\n{body}"


@pytest.mark.parametrize(
    ("front", "stamped"),
    [
        ("rule: next\ntitle: A\n", "rule: 352\ntitle: A\n" + STAMPED),
        ("title: A\n", "rule: 352\ntitle: A\n" + STAMPED),
        ("title: A\nby_hand: true\n", "rule: 352\ntitle: A\n" + STAMPED + "by_hand: true\n"),
        ("by_hand: true\n", "rule: 352\n" + STAMPED + "by_hand: true\n"),
        ("title: A\nrule: 7\n", "title: A\n" + STAMPED + "rule: 352\n"),
        ("rule: next  # mine\ntitle: A\n", "rule: 352  # mine\ntitle: A\n" + STAMPED),
        ("rule: 'next'\ntitle: A\n", "rule: 352\ntitle: A\n" + STAMPED),
        ('"rule": "next"\ntitle: A\n', '"rule": 352\ntitle: A\n' + STAMPED),
        ("rule :   next\ntitle: A\n", "rule :   352\ntitle: A\n" + STAMPED),
        ("rule:\n  next\ntitle: A\n", "rule: 352\ntitle: A\n" + STAMPED),
        ("rule: 328\n\n# why\ntitle: A\n", "rule: 352\n\n# why\ntitle: A\n" + STAMPED),
        ("title: >\n  long\n  title\nrule: 1\n", "title: >\n  long\n  title\n" + STAMPED + "rule: 352\n"),
        ("rule: 1\nhistory:\n  - enacted: 328\ntitle: A\n", "rule: 352\n" + STAMPED + "title: A\n"),
        ("rule: 1\nhistory:\n- enacted: 328\n- amended: 1\ntitle: A\n", "rule: 352\n" + STAMPED + "title: A\n"),
        ("rule: 1\nhistory:\n-\n  enacted: 328\ntitle: A\n", "rule: 352\n" + STAMPED + "title: A\n"),
        ("rule: 1\nhistory: [{enacted: 328}]\ntitle: A\n", "rule: 352\n" + STAMPED + "title: A\n"),
        ("rule: 1\nhistory: [\n  {enacted: 328}\n]\ntitle: A\n", "rule: 352\n" + STAMPED + "title: A\n"),
        ("rule: 1\nhistory: []\n\ntitle: A\n", "rule: 352\n" + STAMPED + "\ntitle: A\n"),
        ("rule: 1\nhistory:\n  - enacted: 328\n\n# on\ntitle: A\n", "rule: 352\n" + STAMPED + "\n# on\ntitle: A\n"),
        ("history:\ntitle: A\n", "rule: 352\n" + STAMPED + "title: A\n"),
        ("title: 'A\n  # b'\n# on\nrule: 1\n", "title: 'A\n  # b'\n# on\n" + STAMPED + "rule: 352\n"),
        ("title: |-\n  A\n  # b\nrule: 1\n", "title: |-\n  A\n  # b\n" + STAMPED + "rule: 352\n"),
        ("# top\n\nrule: 1\ntitle: A\n# end\n", "# top\n\nrule: 352\ntitle: A\n" + STAMPED + "# end\n"),
        ("rule: 1\ntitle: A\n...\n", "rule: 352\ntitle: A\n" + STAMPED + "...\n"),
        (
            "rule: 1\ntitle: |\n  A\n  ...\n\n... # end\n",
            "rule: 352\ntitle: |\n  A\n  ...\n" + STAMPED + "\n... # end\n",
        ),
        ("title: A\nrule: 1\n...\n", "title: A\n" + STAMPED + "rule: 352\n...\n"),
    ],
)
def test_a_stamp_sets_number_and_history_and_touches_nothing_else(front: str, stamped: str) -> None:
    assert stamp(rule(front), 352, HISTORY) == rule(stamped)
    windows = stamp(rule(front).replace("\n", "\r\n"), 352, HISTORY)
    assert windows == rule(stamped).replace("\n", "\r\n")


def test_what_no_line_can_be_taken_from_without_changing_another_is_written_anew() -> None:
    """The comment in the history would become a part of the title before it."""
    front = "title: >\n  A\nhistory:\n  - enacted: 1\n  # on\nrule: 1\n"
    assert stamp(rule(front), 2, []) == rule("rule: 2\ntitle: |\n  A\n")


def test_what_would_become_a_part_of_another_text_is_law() -> None:
    """Else votes for a comment would count for a text."""
    comment = "title: >\n  A\nhistory:\n  - enacted: 1\n  # on\nrule: 1\n"
    assert as_law(rule(comment)) != as_law(rule("title: >\n  A\n  # on\nrule: 1\n"))
    assert as_law(rule("title: A\nhistory:\n  - enacted: 1\n  # on\n")) == as_law(rule("title: A\n  # on\nrule: 2\n"))


def test_a_blank_line_behind_two_lines_of_the_engines_is_no_part_of_the_text_before_them() -> None:
    kept = "title: |+\n  A\nrule: 1\nhistory: []\n\nby_hand: true\n"
    assert as_law(rule(kept)) != as_law(rule("title: |+\n  A\n\nby_hand: true\n"))


def test_the_same_is_stamped_once_and_another_number_or_history_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    text, read = rule("rule: next\ntitle: Stamped once\n"), list[str]()

    def loading(front: str) -> Any:
        read.append(front)
        return load(front)

    load = guard.load
    monkeypatch.setattr(guard, "load", loading)
    first = stamp(text, 352, HISTORY)
    many = len(read)
    assert stamp(text, 352, [dict(entry) for entry in HISTORY]) == first and len(read) == many > 0
    assert stamp(text, 353, HISTORY) == first.replace("rule: 352", "rule: 353")
    assert stamp(text, 352, HISTORY[:1]) == first.replace("  - amended: 352\n", "")
    assert len(read) > many


def test_without_history_none_is_written() -> None:
    assert stamp(rule("rule: 1\nhistory:\n  - enacted: 1\ntitle: A\n"), 2, []) == rule("rule: 2\ntitle: A\n")


@pytest.mark.parametrize(
    "front", ["{rule: next, title: A}\n", "{\nrule: next, title: A}\n", "? rule\n: next\n? title\n: A\n"]
)
def test_a_front_matter_that_cannot_be_edited_by_line_is_written_anew(front: str) -> None:
    stamped = stamp(rule(front), 352, HISTORY)
    assert stamped == rule(STAMPED + "rule: 352\ntitle: A\n")


@pytest.mark.parametrize("text", ["", "no front matter\n", "---\ntitle: A\n", rule("title: [\n"), rule("- rule\n")])
def test_what_is_no_rule_stays_as_it_is(text: str) -> None:
    assert stamp(text, 352, HISTORY) == text
    assert relink(text, {}) == text


KEYS = {
    "rule": ["rule: 7\n", "rule: next # soon\n", "rule:\n    8\n"],
    "title": [
        "title: A\n",
        "title: >-\n  rule: 5\n  history:\n",
        'title: "a\n  rule: 3"\n',
        'title: "a\n  # b"\n',
        "title: |\n  a\n\n  # b\n",
        "title: |+\n  a\n\n",
    ],
    "history": [
        "history: []\n",
        "history: [{enacted: 3}]\n",
        "history:\n- enacted: 3\n",
        "history:\n  - amended: 3\n\n",
    ],
    "parameters": [
        "parameters: {rule: 5, price: 10}\n",
        "parameters:\n  history: 3\n  rule: |\n    x\n",
        "parameters: {}\n",
    ],
    "on": ["on:\n  joined: history\n", "on: # rule: 5\n  rule: a\n"],
}
bodies = st.lists(
    st.sampled_from(["text", "", "---", "rule: 5", "```starlark", "```", "[q](311-quorum.md)", "`[q](311-quorum.md)`"])
).map(lambda lines: "".join(line + "\n" for line in lines))


@st.composite
def fronts(draw: st.DrawFn) -> str:
    keys = draw(st.lists(st.sampled_from(list(KEYS)), unique=True, min_size=1))
    parts = [draw(st.sampled_from(KEYS[key])) + draw(st.sampled_from(["", "\n", "# note\n"])) for key in keys]
    return "".join(parts)


histories = st.lists(st.tuples(st.sampled_from(["enacted", "amended", "transmuted"]), st.integers(1, 999))).map(
    lambda entries: [{word: number} for word, number in entries]
)


@given(fronts(), bodies, st.integers(1, 99999), histories, st.sampled_from(["\n", "\r\n"]))
@example("history: []\n\nrule: 7\n", "", 1, [], "\n")
def test_a_stamp_changes_number_and_history_alone(
    front: str, body: str, number: int, history: list[dict[str, int]], end: str
) -> None:
    text = rule(front, body).replace("\n", end)
    stamped = stamp(text, number, history)
    before, after = (guard.load(rulefile.split(t).front) for t in (text, stamped))
    owned = {"rule": number} | ({"history": history} if history else {})
    assert after == {key: value for key, value in before.items() if key not in splice.OWNED} | owned
    assert as_law(stamped) == as_law(text)
    assert stamp(stamped, number, history) == stamped
    assert stamped.endswith(body.replace("\n", end))


def replaced(text: str, at: int, character: str) -> str:
    return text[:at] + character + text[at + 1 :]


def law_of(text: str) -> Any:
    """What a text says as law, by the parsers that the law is read with; None if it cannot be read."""
    try:
        parts = rulefile.split(text)
        front = guard.load(parts.front)
    except (rulefile.RuleFileProblem, guard.YamlProblem):
        return None
    if not isinstance(front, dict):
        return None
    return {key: value for key, value in front.items() if key not in splice.OWNED}, [b.text for b in parts.blocks]


@given(fronts(), bodies, st.data())
def test_no_changed_character_alters_the_law_and_not_its_text_as_law(
    front: str, body: str, data: st.DataObject
) -> None:
    """Ballots are bound to the text as law: nothing that counts may change while that stays."""
    text = rule(front, body)
    at = data.draw(st.integers(0, len(text) - 1))
    changed = replaced(text, at, data.draw(st.sampled_from(list("\n 5r:#-{}[]\"'`~,|>\u2028\x0b"))))
    one, other = law_of(text), law_of(changed)
    if one is not None and other is not None and one != other:
        assert as_law(text) != as_law(changed)


HIDDEN = [
    ("parameters: {\nhistory:\n  {rate: NN}, price: 10}\ntitle: A\n", BODY),
    ("parameters: {\nrule: NN, price: 10}\ntitle: A\n", BODY),
    ('title: "A\nrule: NN"\n', BODY),
    ("title: A\nparameters: {a: 1,\nhistory: [NN]}\n", BODY),
    ("title: |\n  a\n  rule: NN\n", BODY),
    ('title: A\n"r\\u0075le": NN\n', BODY),
    ("title: A\n", "```starlark\n~~~\nx = '](3NN-quorum.md)'\n```\n"),
    ("title: A\n", "````starlark\n```\nx = '](3NN-quorum.md)'\n````\n"),
    ("title: A\n", "    ```\n\n```starlark\nx = '](3NN-quorum.md)'\n```\n"),
    ("title: A\n", "- a\n  ```starlark\n  x = '](3NN-quorum.md)'\n  ```\n"),
    ("title: A\n", "a\u2028```\n```starlark\nx = '](3NN-quorum.md)'\n```\n"),
    ("title: A # \u2028---\nparameters: {p: '](3NN-quorum.md)'}\n", BODY),
]


@pytest.mark.parametrize(("front", "body"), HIDDEN)
def test_nothing_that_counts_hides_behind_what_the_engine_owns(front: str, body: str) -> None:
    one, other = (rule(front, body).replace("NN", number) for number in ("11", "12"))
    assert as_law(one) != as_law(other)


def test_number_history_and_numbers_in_links_are_not_law() -> None:
    one = rule("rule: 311\ntitle: A\nhistory:\n  - enacted: 311\n", "See [the quorum](311-quorum.md#votes).\n")
    other = rule("title: A\n", "See [the quorum](412-quorum.md#votes).\n")
    assert as_law(one) == as_law(other) == rule("title: A\n", "See [the quorum](quorum#votes).\n")


@pytest.mark.parametrize(
    "body", ["See [q](311-quota.md).\n", "See rule 312.\n", "See [q](311-quorum.md) .\n", "`311-quorum.md`\n"]
)
def test_all_else_is_law_white_space_included(body: str) -> None:
    assert as_law(rule("title: A\n", body)) != as_law(rule("title: A\n", "See [q](311-quorum.md).\n"))


def test_shared_code_is_law_to_the_last_byte() -> None:
    code = 'x = "](311-quorum.md)"\nrule: 5\n'
    assert as_law(code) == code
    assert relink(code, {"quorum": "412-quorum.md"}) == code


NAMES = {"quorum": "412-quorum.md"}


@pytest.mark.parametrize(
    ("body", "linked"),
    [
        ("[q](311-quorum.md)", "[q](412-quorum.md)"),
        ("[q](../credo/311-quorum.md#votes)", "[q](../credo/412-quorum.md#votes)"),
        ("[q](./311-quorum.md)", "[q](./412-quorum.md)"),
        ("[q](<311-quorum.md>)", "[q](<412-quorum.md>)"),
        ('[q](311-quorum.md "Quorum")', '[q](412-quorum.md "Quorum")'),
        ("a [q](311-quorum.md), b\n[q](311-quorum.md)", "a [q](412-quorum.md), b\n[q](412-quorum.md)"),
        ("# On [q](311-quorum.md)", "# On [q](412-quorum.md)"),
        ("- > [q](311-quorum.md)\n  > [q](311-quorum.md)", "- > [q](412-quorum.md)\n  > [q](412-quorum.md)"),
        ("See [q].\n\n[q]: 311-quorum.md", "See [q].\n\n[q]: 412-quorum.md"),
        ("[q]: <../credo/311-quorum.md#a> 'Quorum'", "[q]: <../credo/412-quorum.md#a> 'Quorum'"),
        ("`a` [q](311-quorum.md) `b`", "`a` [q](412-quorum.md) `b`"),
        ("\\` [q](311-quorum.md) `b", "\\` [q](412-quorum.md) `b"),
        ("`` ` [q](311-quorum.md)", "`` ` [q](412-quorum.md)"),
    ],
)
def test_links_to_rule_files_follow_their_new_names(body: str, linked: str) -> None:
    text = rule("title: A\n", body + "\n")
    assert relink(text, NAMES) == rule("title: A\n", linked + "\n")
    assert relink(text.replace("\n", "\r\n"), NAMES) == rule("title: A\n", linked + "\n").replace("\n", "\r\n")


@pytest.mark.parametrize(
    "body",
    [
        "[q](311-quota.md)",
        "[q](https://example.org/311-quorum.md)",
        "[q](311-quorum.star)",
        "[q](311-Quorum.md)",
        "[311-quorum.md](other.md)",
        "311-quorum.md and rule 311",
        "`[q](311-quorum.md)`",
        "`` ` [q](311-quorum.md) ``",
        "`over\nlines [q](311-quorum.md)`",
        "```\n[q](311-quorum.md)\n```",
        "~~~starlark\n```\n[q](311-quorum.md)\n~~~",
        "````example\n```\n[q](311-quorum.md)\n```\n[q]: 311-quorum.md\n````",
        "```\n[q](311-quorum.md)",
        "- a\n\n      [q](311-quorum.md)",
        "    [q](311-quorum.md)",
        "<div>\n[q](311-quorum.md)\n</div>",
    ],
)
def test_everything_else_stays_when_links_are_renamed(body: str) -> None:
    text = rule("title: '[q](311-quorum.md)'\n", body + "\n")
    assert relink(text, NAMES) == text


@given(bodies)
@example("[q](311-quorum.md)")
def test_renaming_links_and_back_restores_every_byte(body: str) -> None:
    text = rule("title: A\n", body)
    there = relink(text, NAMES)
    assert relink(there, {"quorum": "311-quorum.md"}) == text
    assert as_law(there) == as_law(text)


@given(st.lists(st.sampled_from(["a", "\\", "`", "``", "\n", "x"]), max_size=12).map("".join))
def test_code_between_backticks_is_found_as_markdown_finds_it(before: str) -> None:
    """An independent witness: Markdown's own inline parser says whether the link is one."""
    body = f"{before}[q](311-quorum.md)`` a `"
    tokens = rulefile._MARKDOWN.parse(body)
    is_link = any(child.type == "link_open" for token in tokens for child in token.children or ())
    is_escaped = before.endswith("\\")
    if not is_escaped:
        assert (relink(rule("title: A\n", body), NAMES) != rule("title: A\n", body)) == is_link


@pytest.mark.parametrize(
    ("path", "slug", "number"),
    [
        ("rules/credo/352-beer.md", "beer", 352),
        ("352-free-beer.md", "free-beer", 352),
        ("rules/credo/cards/joker.md", "joker", None),
        ("rules/library/points.star", "points", None),
        ("007-bond.md", "bond", 7),
        ("12.md", "12", None),
        ("123456-x.md", "123456-x", None),
        ("README", "README", None),
        ("rules/credo/352-small.beer.md", "352-small.beer", None),
    ],
)
def test_a_name_has_a_slug_and_maybe_a_number(path: str, slug: str, number: int | None) -> None:
    assert (slug_of(path), number_of_name(path)) == (slug, number)


@pytest.mark.parametrize(
    "unit", ["`", "` ``", "](311-", "[q](311-quorum.md) `", "](" + "a/" * 50, "[a]: ", "> ", "rule: 1\n"]
)
def test_hostile_bodies_are_compared_soon(unit: str) -> None:
    text = rule("title: A\n", "[q](311-quorum.md)\n" + unit * (120_000 // len(unit)))
    assert within(2, lambda: as_law.__wrapped__(text)).startswith("---\ntitle: A\n---\n[q](quorum)")


def test_runs_of_backticks_of_all_lengths_are_compared_soon() -> None:
    runs = " ".join("`" * length for length in range(1, 480))
    assert all(len(one) < len(other) for one, other in pairwise(runs.split()))
    text = rule("title: A\n", runs + " [q](311-quorum.md)\n")
    assert within(2, lambda: as_law.__wrapped__(text)).endswith("[q](quorum)\n")


def test_a_text_is_taken_apart_once_however_often_its_links_are_renamed(monkeypatch: pytest.MonkeyPatch) -> None:
    taken_apart, tokens = list[str](), rulefile.tokens

    def counted(body: str) -> list[Token]:
        taken_apart.append(body)
        return tokens(body)

    monkeypatch.setattr(rulefile, "tokens", counted)
    text = "---\ntitle: x\n---\nOnce and for all: [quorum](311-quorum.md).\n"
    assert "](quorum)" in as_law(text)
    for number in (312, 313, 312):
        assert f"]({number}-quorum.md)" in relink(text, {"quorum": f"{number}-quorum.md"})
    assert len(taken_apart) == 1
