"""What rules say stays as it is while it only can be read; what has power over others loses it."""

from __future__ import annotations

import pytest

from engine.game.replies.harmless import harmless, plain, title
from tests.hostile.inert import offences


def friends(login: str) -> bool:
    return login.lower() in ("ana", "bo")


@pytest.mark.parametrize(
    "text",
    [
        "Ur has 3 farms.",
        "Write it like this: `/join <village>`",
        "Well done, @ana and @Bo!",
        "1 < 2 & 3 > 2, a <- b, AT&T",
        "```\n<b>@stranger\n```\nand so on",
        "See <https://example.org> and mail to a@example.org.",
        "| a | b |\n|---|---|\n| 1 | 2 |",
        "`@stranger` in code",
        "    1 < 2 in a block of code of @ana",
        "As is said below[^1].\n\n[^1]: By @ana, as [^2] says in `a[0]`: 1 < 2.",
        "`@stranger` in code, and [^1] of no note",
    ],
)
def test_what_only_can_be_read_stays_as_it_is(text: str) -> None:
    assert harmless(text, friends) == text


@pytest.mark.parametrize(
    ("text", "dead"),
    [
        ("@stranger", "@\u200bstranger"),
        ("@ana and @stranger", "@ana and @\u200bstranger"),
        ("\\@stranger", "\\@\u200bstranger"),
        ("&#64;stranger", "&\u200b#64;stranger"),
        ("@stran\\-ger", "@\u200bstran\\-ger"),
        ("@ana\\-nas", "@\u200bana\\-nas"),
        ("x[^1]\n\n[^1]: @stranger", "x[^1]\n\n[^1]: @\u200bstranger"),
        ("> x[^1]\n>\n> [^1]:@stranger", "> x[^1]\n>\n> [^1]:@\u200bstranger"),
        ("[^1]: x\n\n    @stranger", "[^1]: x\n\n    @\u200bstranger"),
        ("[^1](<`>) @stranger `", "[^1](<`>) @\u200bstranger `"),
        ("[^1]: # `\n    @stranger `", "[^1]: # `\n    @\u200bstranger `"),
        ("[^1]: @ana\\-nas", "[^1]: @\u200bana\\-nas"),
        ("[^1]: &#64;stranger", "[^1]: &\u200b#64;stranger"),
        ("[^1]: <b>", "[^1]: <\u200bb>"),
        ("    @stranger", "    @\u200bstranger"),
        ("  a\n\n    @stranger", "  a\n\n    @\u200bstranger"),
        ("a <b>bold</b> word", "a <\u200bb>bold<\u200b/b> word"),
        ("<!-- gone", "<\u200b!-- gone"),
        ("```\nopen", "`\u200b`\u200b`\nopen"),
        ("x\n\n> ~~~~\n> open\n\n~~~", "x\n\n> ~\u200b~\u200b~\u200b~\n> open\n\n~\u200b~\u200b~"),
        ("\x1b[31mred\x07", " [31mred "),
        ("\u202eturned", " turned"),
    ],
)
def test_what_has_power_loses_it(text: str, dead: str) -> None:
    assert harmless(text, friends) == dead
    assert harmless(dead, friends) == dead


@pytest.mark.parametrize(
    "text", ["> " * 21 + "@stranger", "> " * 400 + "@stranger", "> " * 30 + "<b>", "- " * 30 + "@stranger"]
)
def test_what_is_nested_deeper_than_is_read_is_quoted_as_a_whole(text: str) -> None:
    assert harmless(text, friends) == f"`{' '.join(text.split())}`"


@pytest.mark.parametrize(
    ("before", "text"),
    [
        ("**Not done.** ", "~~~\n@stranger\n~~~"),
        ("**Not done.** ", "~~~\n<b>\n~~~"),
        ("**Not done.** ", "```\n<b>@stranger\n```\nand so on"),
        ("**Not done.** ", "    @stranger"),
        ("- one thing\n\n", "    @stranger"),
        ("- one thing\n\n", "  a\n\n    <b>"),
    ],
)
def test_what_has_power_behind_other_words_alone_loses_it_too(before: str, text: str) -> None:
    """A reason stands behind `Not done.`, and what is said behind a list may go on with it."""
    mark = "\n\n<!-- nomic:reply/x:00000000 -->"
    assert offences(f"{before}{text}{mark}", ["ana"]) != []
    assert offences(f"{before}{harmless(text, friends, behind=not before.endswith(chr(10)))}{mark}", ["ana"]) == []


def test_a_table_ends_a_code_span_at_a_bar() -> None:
    text = "| a | b |\n|---|---|\n| `x | @stranger` |"
    assert "@\u200bstranger" in harmless(text, friends)


def test_a_title_is_one_line_of_a_length_that_github_takes() -> None:
    assert title("a\n b\t\x1bc", "otherwise") == "a b c"
    assert title(" \n", "otherwise") == "otherwise"
    assert len(title("a" * 4_000, "otherwise")) == 200


def test_words_that_mean_something_to_markdown_are_quoted() -> None:
    assert plain("Key 'x' was not found") == "Key 'x' was not found"
    assert plain("Key `@x` was not found") == "`Key '@x' was not found`"
