"""Rule files taken apart: front matter, prose and blocks, each with its line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.store import rulefile
from engine.store.rulefile import Block, RuleFileProblem, split
from tests.pace import within

RULE = """\
---
rule: 328
title: Farm purchases
---
An active player may buy farms.

```starlark
def buy_farms(player, count):
    pass
```

More prose.

```python
this is shown, not run
```

````example
name: a case
changes: |
  ```starlark
  ```
````
"""


def test_every_part_comes_with_its_line() -> None:
    parts = split(RULE)
    assert (parts.front, parts.front_line) == ("rule: 328\ntitle: Farm purchases\n", 2)
    assert parts.blocks == (
        Block("starlark", "def buy_farms(player, count):\n    pass\n", 8),
        Block("python", "this is shown, not run\n", 15),
        Block("example", "name: a case\nchanges: |\n  ```starlark\n  ```\n", 19),
    )
    lines = RULE.split("\n")
    for block in parts.blocks:
        assert lines[block.line - 1] == block.text.split("\n")[0]


def test_prose_is_what_is_neither_code_nor_example() -> None:
    prose = split(RULE).prose
    assert prose.startswith("An active player")
    assert "More prose." in prose
    assert "this is shown" in prose
    assert "def buy_farms" not in prose
    assert "a case" not in prose


def test_windows_line_ends_make_no_difference() -> None:
    assert split(RULE.replace("\n", "\r\n")) == split(RULE)


@pytest.mark.parametrize("text", ["", "We sing.\n", "# Songs\n\nWe sing.\n"])
def test_whoever_writes_nothing_but_the_text_of_a_rule_is_shown_what_stands_before_it(text: str) -> None:
    with pytest.raises(RuleFileProblem, match="such as `rule: next` and `title: Songs`"):
        split(text)


def test_a_file_may_be_front_matter_alone() -> None:
    parts = split("---\ntitle: A\n---")
    assert (parts.front, parts.prose, parts.blocks) == ("title: A\n", "", ())


def test_tildes_and_long_fences_are_fences_and_indented_code_is_not() -> None:
    body = "~~~starlark\na = 1\n~~~\n\n    ```starlark\n    b = 2\n    ```\n\n> ```starlark\n> c = 3\n> ```\n"
    assert [block.text for block in split(f"---\ntitle: A\n---\n{body}").blocks] == ["a = 1\n"]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "begins with front matter"),
        ("# Title\n", 1, "begins with front matter"),
        ("\n---\ntitle: A\n---\n", 1, "begins with front matter"),
        ("\ufeff---\ntitle: A\n---\n", 1, "begins with front matter .* without a byte-order mark"),
        ("<<<<<<< HEAD\n---\na\n=======\n---\nb\n>>>>>>> songs\n", 1, "git could not merge two texts here: keep one"),
        (
            "version https://git-lfs.github.com/spec/v1\noid sha256:aa\nsize 1\n",
            1,
            "Git LFS keeps .* `git lfs untrack`",
        ),
        ("---\ntitle: A\n", 1, "no end"),
        ("---\ntitle: A\n--- #\n", 1, "no end"),
        ("---\ntitle: A\n---\nab\x00c\n", 4, "NUL"),
        ("---\ntitle: A\n---\nab\rc\n", 4, "carriage return"),
        ("---\ntitle: A\n---\n" + "x" * rulefile.LONGEST, 1, "characters"),
    ],
)
def test_what_is_no_rule_file_is_told_with_its_line(text: str, line: int, message: str) -> None:
    with pytest.raises(RuleFileProblem, match=message) as caught:
        split(text)
    assert caught.value.line == line


@given(
    st.lists(
        st.sampled_from(["text", "", "```", "```starlark", "~~~", "- item", "> quote", "    code", "````", "<div>"])
    )
)
def test_a_block_is_found_where_it_says(body: list[str]) -> None:
    text = "---\ntitle: A\n---\n" + "\n".join(body)
    lines = text.split("\n")
    for block in split(text).blocks:
        inside = block.text.split("\n")[:-1]
        assert lines[block.line - 1 : block.line - 1 + len(inside)] == inside


@pytest.mark.parametrize(
    "unit", ["> ", "- ", "* a\n", "[", "](", "`", "``` \n", "*a_ ", "<", "[a]: b\n", "1. ", "> - "]
)
def test_hostile_markdown_is_taken_apart_soon(unit: str) -> None:
    text = "---\ntitle: A\n---\n" + unit * (130_000 // len(unit))
    assert within(3, lambda: split(text)).front == "title: A\n"


@pytest.mark.parametrize("tail", ["> - <pre>\n>", "> - <pre>\n> ", "> 1. <!--\n>", "> - <?\n>"])
def test_a_file_that_ends_within_a_list_in_a_quote_is_taken_apart_like_any_other(tail: str) -> None:
    """The parser looks behind the end of such a text."""
    parts = split(f"---\nrule: 1\ntitle: A\n---\nSo it is.\n\n{tail}")
    assert (parts.prose, parts.blocks) == (f"So it is.\n\n{tail}".strip(), ())


@pytest.mark.parametrize("sign", ["\x07", "\u202e", "\u2066"])
def test_a_hidden_character_is_told_by_its_line(sign: str) -> None:
    with pytest.raises(RuleFileProblem) as found:
        split(f"---\nrule: 1\ntitle: A\n---\nWe {sign}sing.\n")
    assert (found.value.line, f"(U+{ord(sign):04X})" in str(found.value)) == (5, True)
