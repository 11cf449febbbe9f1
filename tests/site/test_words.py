"""Values as words, and Markdown of strangers as harmless HTML."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game.calendar import from_stamp
from engine.game.happening import RANKS
from engine.game.replies import hidden
from engine.site import words
from engine.site.chronicle import _WHAT
from engine.site.game import Game
from engine.site.pages import headline
from engine.store import canon, records
from tests.pace import within
from tests.site.boards import game, pages, player

ASKS = """---
rule: 120
title: Questions
by_hand: true
state:
  asks:
    name: {type: string}
    state: {type: string}
show:
  asks:
    title: Questions
    page: judgments
    columns: [name]
    badge: {field: state, marks: [{is: [open], shape: triangle, word: open, urgent: true}]}
---
Whoever asks is answered.
"""
ALLOWED = {
    *("p", "strong", "em", "code", "pre", "a", "ul", "ol", "li", "blockquote", "hr", "br", "h4", "details", "summary"),
    *("table", "thead", "tbody", "tr", "th", "td"),
}
NASTY = st.lists(
    st.sampled_from(
        [
            "<",
            ">",
            "&",
            '"',
            "'",
            "[x](",
            ")",
            "javascript:",
            "data:",
            "<script>",
            "</details>",
            "<details><summary>",
            "</summary>",
            "<!--",
            "-->",
            "\n\n",
            "\n",
            "`",
            "```\n",
            "| a |\n|---:|\n",
            "# ",
            "![p](http://e.test/x)",
            "onerror=x",
            "*",
            "- ",
            "a",
        ]
    ),
    max_size=30,
).map("".join)


def test_what_two_maps_of_a_record_hold_is_told_apart() -> None:
    """Who was offered 1 wheat for 1 wood read Wheat 1, Wood 1: nothing said which of both was asked for."""
    offer = {"by": "ana", "food": 2, "gives": {"food": 2}, "wants": {"fish_oil": 1}}
    assert [name for name, _, _ in words.fields(offer)] == ["By", "Food", "Gives food", "Wants fish oil"]
    assert [name for name, _, _ in words.fields({"people": {"farming": 2, "general": 9}})] == ["Farming", "General"]
    assert [name for name, _, _ in words.fields({"gives": {"food": 2}, "wants": {}})] == ["Gives food"]


def test_what_is_a_number_is_known_also_in_a_map_of_a_record() -> None:
    values = {"food": 2.5, "farms": 3, "open": True, "name": "Ur"}
    told = {"Food": True, "Farms": True, "Open": False, "Name": False}
    assert {name: is_number for name, _, is_number in words.fields(values)} == told
    assert {name: is_number for name, _, is_number in words.fields({"held": values})} == told


def test_a_parameter_that_holds_nothing_says_so() -> None:
    assert [words.told(empty) for empty in ([], {}, None)] == ["nothing"] * 3
    assert words.told([1, [], {"a": [2]}]) == "1, (nothing), (a: (2))"


@given(NASTY)
def test_markdown_of_strangers_has_no_tags_but_those_of_markdown(text: str) -> None:
    shown = str(words.markdown(text))
    tags = re.findall(r"<\s*/?\s*([A-Za-z0-9]+)([^>]*)>", shown)
    assert {name for name, _ in tags} <= ALLOWED
    for _, rest in tags:
        assert not re.search(r"\bon\w+\s*=|style\s*=|src\s*=", re.sub(r'"[^"]*"', '""', rest))
    assert not re.search(r'href="\s*(javascript|data|vbscript):', shown, re.IGNORECASE)


def test_what_github_folds_is_folded_on_pages() -> None:
    """Forty examples that there was no time to play stood line by line on the first page of whoever had opened a proposal."""
    shown = words.markdown(
        "Open.\n\n<details><summary>Of the examples, `2` <b></summary>\n\n- one\n- two\n</details>\n\nThen."
    )
    assert shown == (
        "<p>Open.</p>\n<details><summary>Of the examples, <code>2</code> &lt;b&gt;</summary><ul>\n<li>one</li>\n<li>two</li>\n</ul>\n"
        "</details><p>Then.</p>\n"
    )
    assert (
        words.markdown("`<details><summary>`, as one writes it")
        == "<p><code>&lt;details&gt;&lt;summary&gt;</code>, as one writes it</p>\n"
    )


def test_a_column_without_a_name_has_no_empty_heading() -> None:
    shown = words.markdown("| who | | |\n|---|---|---:|\n| ana | yay | 1 |")
    assert "<th>who</th>" in shown and "<th></th>" not in shown and '<td></td>\n<td class="n"></td>' in shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Leave: `/forfeit for good`.", "Leave: <code>/forfeit for good</code>."),
        ("One.\n\n<b>Two</b>", "One.\n\n&lt;b&gt;Two&lt;/b&gt;"),
        ("# No <p>", "# No &lt;p&gt;"),
        ("", ""),
    ],
)
def test_help_shows_what_one_writes_as_code_and_stays_in_its_paragraph(text: str, shown: str) -> None:
    assert words.inline(text) == shown


def test_numbers_and_spans_read_as_people_write_them() -> None:
    assert [words.number(n) for n in (-47, 12345, True)] == ["−47", "12\N{NARROW NO-BREAK SPACE}345", "yes"]
    assert [words.span(n) for n in (5, 60, 7_300, 200_000)] == ["a moment", "1 minute", "2 hours", "2 days"]


def test_an_hour_below_a_day_says_its_weekday_where_it_is_another_day_there() -> None:
    monday = from_stamp("2026-01-05T00:30:00Z")
    assert ">00:30<" in words.hour_tag(monday, "UTC", "2026-01-05")
    assert ">Sun 19:30<" in words.hour_tag(monday, "America/Lima", "2026-01-05")
    assert ">Tue 05:15<" in words.hour_tag(monday + 82_800, "Asia/Kathmandu", "2026-01-05")


def test_the_headline_says_what_is_to_be_known_first() -> None:
    law = {"stands": ["The game has not begun: people `/join`. Then it goes on.", "More."]}
    held = {"players": {"ana": player("ana", 1)}}
    assert headline(game(held, law=law)) == "No votes are open. The game has not begun: people /join."
    tide, landing = {"slug": "", "title": "Tide", "at": 1}, {"slug": "landing", "title": "Landing", "at": 1}
    assert headline(game(held, law={**law, "due": [tide]})) == "No votes are open. Next comes Tide."
    next_comes = headline(game(held, law={**law, "due": [landing]}))  # such a title alone may be `Feed the people`
    assert next_comes == "No votes are open. Next comes rule 101 (Landing)."
    marked = {"120-asks.md": ASKS}
    asked = {**held, "asks": {"1": {"name": "May I?", "state": "open"}}}
    assert headline(game(asked, marked)) == "No votes are open; open among questions: May I?"
    nameless = {"120-asks.md": ASKS.replace("columns: [name]", "columns: [{field: state, as: text}]")}
    assert nameless != marked
    said = "No votes are open; open among questions: number 1"
    assert headline(game(asked, nameless)) == f"{said}.", "which was read as one question"


def test_what_has_a_comma_in_it_is_told_apart_in_a_row() -> None:
    """A path of places was `0,0, 1,0, 1,1`, and nobody saw where one ended."""
    assert words.fields({"path": ["0,0", "1,0"], "hand": ["ace", "king"]}) == [
        ("Path", "0,0; 1,0", False),
        ("Hand", "ace, king", False),
    ]
    assert words.told(["0,0", "1,0"]) == "0,0; 1,0"


def test_the_headline_says_who_has_won_also_where_the_game_goes_on() -> None:
    """Of who had won by a rule that ends nothing no page said so; and of three it said `ana and bo and cy`."""
    held = {"players": {name: player(name, number) for number, name in enumerate(("ana", "bo", "cy"), 1)}}

    def told(*winners: str, **more: str) -> str:
        found = game(held)
        begun = canon.read(found.files[records.GAME])
        texts = {**found.files, records.GAME: canon.emit({**begun, "winners": list(winners), **more})}
        return headline(Game(texts, found.law))

    assert told("ana").startswith("ana won. No votes are open.")
    assert told("ana", "bo", "cy", over="All is said.") == "The game is over. ana, bo and cy won."
    assert told(over="All is said.") == "The game is over. Nobody won."
    assert told(*(f"p{number}" for number in range(20))).startswith("p0, p1"), "however many they are"
    assert " p11 and 8 more won. " in told(*(f"p{number}" for number in range(20)))


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Kish", "Kish"),
        ("Constantinople", "Constantinople"),
        ("Llanfairpwllgwyngyll", "Llanfairpwllg…"),
        ("W" * 14, "WWWWWWW…"),
        ("\N{HEBREW LETTER SHIN}" * 14, "\N{HEBREW LETTER SHIN}" * 11 + "…"),
        ("\N{CJK UNIFIED IDEOGRAPH-6751}" * 14, "\N{CJK UNIFIED IDEOGRAPH-6751}" * 6 + "…"),
        ("e\N{COMBINING ACUTE ACCENT}" * 14, "e\N{COMBINING ACUTE ACCENT}" * 14),
        ("", ""),
    ],
)
def test_a_name_in_a_drawing_is_as_long_as_there_is_room_however_broad_its_letters_are(name: str, shown: str) -> None:
    """Fourteen broad letters went over into the next village."""
    assert words.fitting(name, 14) == shown


def test_one_player_and_nobody_are_told_in_their_own_words() -> None:
    for many, told in ((0, "Nobody plays at present"), (1, "One player makes"), (2, "Two players make")):
        held = {"players": {f"p{n}": player(f"p{n}", n, active=n < many) for n in range(3)}}
        assert told in pages(game(held))[0]["index.html"]


def test_everything_that_can_happen_has_words() -> None:
    assert RANKS.keys() == _WHAT.keys()


@pytest.mark.parametrize(
    "piece", ["<!--", "<details><summary>", "<!-- <details> <summary>", "\n<details><summary>", "\n<details>\n"]
)
def test_what_begins_over_and_over_and_never_ends_is_shown_in_a_moment(piece: str) -> None:
    """Looked for to the end of the text from each of them, it took seconds for everybody who opened the page."""
    text = piece * (64_000 // len(piece))
    within(1, lambda: (words.markdown(text), hidden.without_lines(text)))
    assert words.markdown(f"a {piece}") != words.markdown("a ") and words.markdown("a <!-- b --> c") == words.markdown(
        "a  c"
    )


WIDE = "|".join("a" * 1_500) + "\n" + "|".join("-" * 1_500) + "\n" + "x\n" * 28_000
SMALL = "|".join("a" * 250) + "\n" + "|".join("-" * 250) + "\n" + "x\n" * 250


@pytest.mark.parametrize(
    "text", [WIDE, WIDE.replace("\n", "\r"), f"{SMALL}\n \n" * 40], ids=["wide", "returns", "many"]
)
def test_a_table_whose_rows_would_be_filled_up_to_a_thousand_columns_is_shown_as_it_is_written(text: str) -> None:
    shown = within(1, lambda: words.markdown(text))
    assert len(shown) < 2 * len(text) and "<table>" not in shown


def test_a_long_table_is_one_still() -> None:
    table = "| who | what |\n|---|---|\n" + "| ana | fish |\n" * 1_000
    assert words.markdown(f"{table}\n\n{'Words. ' * 5}\n" * 3).count("<tr>") == 3 * 1_001


def test_of_the_marks_of_the_engine_nothing_is_left_with_their_lines() -> None:
    assert hidden.without_lines("Done.\n\n<!-- nomic:reply/comment/5:00000000 -->\n") == "Done."
    assert hidden.without_lines("Write `<!--` so.") == "Write `<!--` so."


@pytest.mark.parametrize("form", ["full", "day", "short"])
def test_a_day_is_shown_with_its_year_for_a_game_goes_on_for_years(form: str) -> None:
    first, second = (from_stamp(f"{year}-12-16T21:38:00Z") for year in (2026, 2032))
    assert "December 2026" in words.time_tag(first, "UTC", form) and "December 2032" in words.time_tag(
        second, "UTC", form
    )


def test_what_was_said_keeps_its_lines_and_the_prose_of_a_rule_does_not() -> None:
    """GitHub shows each line of a comment as one, and of a file none: at a table three ships stood in one line."""
    said = "The ships:\n(1,1): ana\n(1,1): bo"
    assert words.spoken(said).count("<br") == 2
    assert "<br" not in words.markdown(said)
    assert "<br" not in words.spoken("```\n1\n2\n```\n\n- one\n- two"), "what is apart by itself needs none"
