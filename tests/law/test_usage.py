from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.law.documents.usage import MOST_LOOSE, MOST_OPTIONS, BadUsage, parse_usage
from tests.pace import within

BUY = parse_usage("/buy [<count>] farm|farms", {"count": {"type": "integer"}})
MOVE = parse_usage("/move <count> people to <player> [for <points> points]", {})
SHIP = parse_usage("Moving Ship from (<x1>,<y1>) to (<x2>,<y2>)", {})
JOIN = parse_usage("/join <village>", {"village": {"type": "text"}})


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("/buy farm", {}),
        ("/BUY   3  Farms ", {"count": "3"}),
        ("/buy three farms", {"count": "three"}),
        ("/buy farms farms", {"count": "farms"}),
        ("/buy 3 barns", None),
        ("buy farm", None),
        ("/buy farm please", None),
    ],
)
def test_case_and_white_space_do_not_matter_and_the_rest_does(text: str, found: dict[str, str] | None) -> None:
    assert BUY.match(text) == found


def test_a_sign_that_is_folded_to_a_plain_letter_is_not_that_letter() -> None:
    """The small i without a dot, the long s, and the sign of the kelvin; letters of other alphabets have their capitals."""
    walk = parse_usage("/risk <what>", {})
    assert [walk.match(f"{said} it") is not None for said in ("/RISK", "/rısk", "/ri\u017fk", "/ris\u212a")] == [
        True,
        *[False] * 3,
    ]
    assert parse_usage("/öffne <what>", {}).match("/ÖFFNE it") == {"what": "it"}


def test_optional_parts_and_bounded_arguments() -> None:
    assert MOVE.match("/move 5 people to @bo") == {"count": "5", "player": "@bo"}
    assert MOVE.match("/move 5 people to bo for 7 points") == {"count": "5", "player": "bo", "points": "7"}
    assert SHIP.match("moving ship from ( 1, 2 ) to (3 ,4)") == {"x1": "1", "y1": "2", "x2": "3", "y2": "4"}


def test_words_need_a_space_between_them_and_no_more() -> None:
    assert parse_usage("/give <count> <what>", {}).match("/give 3 fish") == {"count": "3", "what": "fish"}
    five = parse_usage("/trip <a> to <b> by <c> at <d> for <e> coins", {})
    assert five.match("/trip ur to uruk by boat at noon for 3 coins") == {
        "a": "ur",
        "b": "uruk",
        "c": "boat",
        "d": "noon",
        "e": "3",
    }


def test_a_text_takes_the_rest_with_its_lines() -> None:
    assert JOIN.match("/join Ur\nof the Chaldees") == {"village": "Ur\nof the Chaldees"}
    assert JOIN.match("/join") is None


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("/set x:=y", {"name": "x", "value": "y"}),
        ("/set x := y", {"name": "x", "value": "y"}),
        ("/set x=1:=y", {"name": "x=1", "value": "y"}),
        ("/set x:1:=y", None),
        ("/set x=y", None),
    ],
)
def test_a_mark_of_several_signs_ends_the_word_before_it_by_its_first(text: str, found: dict[str, str] | None) -> None:
    assert parse_usage("/set <name>:=<value>", {}).match(text) == found


@pytest.mark.parametrize(
    ("usage", "why"),
    [
        *[(usage, "a usage begins with a word of its own") for usage in ("", "  ", "<a>", "[x] y", "<a> b")],
        ("/a <b> <b>", "the argument <b> is there twice"),
        ("/a <b><c>", "<b> and <c> need a space or a word between them"),
        ("/a [b", "a [ without its ]"),
        ("/a b]", "a ] without its ["),
        ("/a [b [c]]", "an optional part cannot hold another"),
        *[(usage, "a | stands between two words") for usage in ("/a |b", "/a b|", "/a b||c")],
        (
            "/go <north|south>",
            "in the place of <north|south> stands the name of an argument, as <one>, with "
            "`arguments: {one: {type: choice, values: [north, south]}}`",
        ),
        *[(usage, "an argument is written <name>, in small letters") for usage in ("/a <B>", "/a <", "/a > b")],
    ],
)
def test_a_usage_that_means_nothing_is_refused_for_what_is_wrong_with_it(usage: str, why: str) -> None:
    with pytest.raises(BadUsage) as refused:
        parse_usage(usage, {})
    assert str(refused.value) == why


def test_so_many_texts_and_so_many_optional_parts_fit_into_a_usage() -> None:
    names = [f"t{number}" for number in range(MOST_LOOSE + 1)]
    texts = {name: {"type": "text"} for name in names}
    most = ", ".join(f"<{name}>" for name in names[:-1])
    assert parse_usage(f"/a {most}", texts).match("/a " + ", ".join(names[:-1])) == {name: name for name in names[:-1]}
    options = " ".join(f"[o{number}]" for number in range(MOST_OPTIONS))
    assert parse_usage(f"/a {options}", {}).match("/a") == {}
    for usage in (f"/a {most}, <{names[-1]}>", f"/a {options} [more]"):
        with pytest.raises(BadUsage, match=f"at most {MOST_LOOSE} texts and {MOST_OPTIONS} optional parts"):
            parse_usage(usage, texts)


@given(st.text(max_size=200))
def test_no_text_makes_the_matcher_stumble(text: str) -> None:
    for usage in (BUY, MOVE, SHIP, JOIN):
        found = usage.match(text)
        assert found is None or set(found) <= set(usage.arguments_in_order)
        assert 0 <= usage.nearest(text) <= 1


def test_long_texts_are_matched_at_once() -> None:
    texts = ("/buy " * 13_000, "/move 1 people to " + "x for " * 10_000, "/join " + "y" * 65_536)
    within(0.5, lambda: [usage.match(text[:4_000]) for text in texts for usage in (BUY, MOVE, SHIP, JOIN)])


def test_a_slip_of_the_finger_is_nearest_to_what_was_meant() -> None:
    assert BUY.nearest("/bye 3 farms") > 0.6 > MOVE.nearest("/bye 3 farms")


@pytest.mark.parametrize(
    ("line", "near"),
    [("", 0.0), (" ", 0.0), ("/give", 0.75), ("/GIVE shells", 0.875), ("/give 3 shells to to bo", 1.0), ("zzz", 0.0)],
)
def test_the_first_word_counts_most_for_what_a_line_resembles(line: str, near: float) -> None:
    assert parse_usage("/give <n> shells to <player>", {}).nearest(line) == pytest.approx(near)


SIGNS = st.text("/aAkKsS\u017f\u212ai\u0130\u0131\u00df|:(", max_size=3)


@given(SIGNS, SIGNS)
def test_whatever_is_a_usage_may_begin_it(begins: str, text: str) -> None:
    try:
        usage = parse_usage(f"{begins}[<rest>]", {"rest": {"type": "text"}})
    except BadUsage:
        return
    head = text.strip()[:2].lower()
    if head.isascii() and usage.match(text) is not None:
        assert usage.may_begin(head)


def test_what_begins_with_other_signs_need_not_be_matched() -> None:
    assert [BUY.may_begin(head) for head in ("/b", "/", "", "/m", "bu")] == [True, True, True, False, False]


def test_a_usage_of_two_words_is_resembled_fully_by_both() -> None:
    swap = parse_usage("/swap with <player>", {})
    assert swap.nearest("/swap with") == 1
    assert swap.nearest("/swap bo") == pytest.approx(0.75)


@pytest.mark.parametrize(
    ("line", "mended"),
    [
        ("/mvoe 5 people to bo", "/move 5 people to bo"),
        ("/MVOE 5 PEOPEL to bo", "/move 5 people to bo"),
        ("/move 5 people to bo", None),
        ("/mvoe five to bo", None),
    ],
)
def test_slips_in_words_of_its_own_are_put_right_if_it_is_a_use_of_it_then(line: str, mended: str | None) -> None:
    assert MOVE.corrected(line) == mended


def test_of_a_single_letter_nobody_knows_what_it_was_meant_for() -> None:
    assert parse_usage("/go x|yard", {}).corrected("/go xy") is None
    assert parse_usage("/go x|yard", {}).corrected("/go yrad") == "/go yard"
