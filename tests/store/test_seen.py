"""What is seen is said by one table, whatever Python's own says: a game is the same under each."""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path

import pytest

import engine
from engine.store import seen

FACE_OF_15, FACE_OF_16, LETTER_OF_16 = "\U0001fae8", "\U0001fae9", "\U00010d50"
FARMER = "\U0001f469\u200d\U0001f33e"
HEART = "\u2764\ufe0f\u200d\U0001f525"
PERSIAN = "\u0645\u06cc\u200c\u062e\u0646\u062f\u062f"
FILLERS = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"  # letters, marks and a sign by their class
ROOMS = ("store", "law", "game", "referee")


@pytest.mark.parametrize("sign", [FACE_OF_15, FACE_OF_16, LETTER_OF_16], ids=ascii)
def test_a_sign_that_is_younger_than_the_table_is_one_like_any_other(sign: str) -> None:
    assert seen.all_seen(sign) and seen.is_plain(sign) and seen.blanked(sign) == sign


@pytest.mark.skipif(unicodedata.unidata_version != "14.0.0", reason="the table was made beside this one")
def test_of_what_had_a_meaning_when_the_table_was_made_it_says_what_python_said() -> None:
    known = [chr(point) for point in range(sys.maxunicode + 1) if unicodedata.category(chr(point)) != "Cn"]
    assert [ascii(sign) for sign in known if seen.all_seen(sign) != sign.isprintable()] == [
        ascii(filler) for filler in FILLERS
    ]


@pytest.mark.parametrize(
    "text", [FARMER, HEART, PERSIAN, "a\xa0b", "\u6d77\u306e\u3000\u6751", "two\n\tlines\r\n"], ids=ascii
)
def test_what_joins_the_parts_of_a_sign_and_blanks_of_all_scripts_hide_nothing(text: str) -> None:
    assert seen.is_plain(text)


@pytest.mark.parametrize(
    "text",
    [
        "Ur\u200d",
        "U\u200cr",
        "\u200dUr",
        "U\u200br",
        "\u202eUr",
        "U\x07r",
        "Ur\u2028",
        "Ur\ufeff",
        "\u06cc\u200c\u200c",
    ],
    ids=ascii,
)
def test_what_hides_among_letters_is_found(text: str) -> None:
    assert not seen.is_plain(text) and not seen.all_seen(text)


def test_quoted_words_keep_what_is_seen_of_them() -> None:
    assert seen.blanked(f"{FARMER}\u202eUr\u200d\x07") == f"{FARMER} Ur  "
    assert seen.spaced("a\xa0b\u3000c\u202fd") == "a b c d"


def test_a_letter_and_the_signs_on_it_are_one_character_where_there_is_one() -> None:
    assert seen.composed("Re\u0301 \u212a\u212b") == "R\xe9 K\xc5"
    assert seen.composed("Vie\u0323\u0302t") == seen.composed("Vi\u1ec7t") == "Vi\u1ec7t"
    assert seen.composed("x\u0301 \u0301 1\u0301 Ur") == "x\u0301 \u0301 1\u0301 Ur"


def test_what_joins_the_parts_of_an_emoji_may_be_in_a_name_and_nothing_else_that_is_not_seen() -> None:
    assert all(map(seen.is_name, ["ana", "z\xfcrich", FARMER]))
    assert not any(map(seen.is_name, ["a\x07", "z\xfc\u202e", "a\u200db", f"{FARMER}\u200b"]))


def test_a_letter_is_one_in_every_alphabet_of_every_version() -> None:
    assert all(map(seen.is_letter, ["a", "Z", "\xfc", "\u0436", "\u05d0", "\u0645", "\u6751", "\ud55c", LETTER_OF_16]))
    assert not any(map(seen.is_letter, ["1", "/", " ", "\xd7", "\u2014", "\u3000", "\U0001f44d", FACE_OF_15, "\u200b"]))


def test_no_room_asks_python_what_can_be_printed() -> None:
    """But of plain letters, about which all versions agree."""
    rooms = [Path(engine.__file__).parent / room for room in ROOMS]
    lines = [line.strip() for room in rooms for file in room.rglob("*.py") for line in file.read_text().splitlines()]
    assert [line for line in lines if ".isprintable()" in line and ".isascii()" not in line] == []


def test_a_full_width_sign_is_at_a_glance_the_plain_one_of_its_meaning() -> None:
    wide = [chr(code) for code in range(0xFF01, 0xFF5F)]
    assert [seen.bared(sign) for sign in wide] == [unicodedata.normalize("NFKC", sign) for sign in wide]
    assert seen.bared("\uff5f\uff00") == "\uff5f\uff00"
