"""What a proposal's record shows of what it changes."""

from __future__ import annotations

from typing import Any

from engine.game.replies import changed, record

PRICE: dict[str, Any] = {
    "op": "amend",
    "title": "Farms",
    "front": {"parameters": {"price": 8, "hands": 2}},
    "text": "A farm costs 8 points.\n\nIt feeds.",
    "code": "",
    "was": {
        "front": {"parameters": {"price": 10, "hands": 2}},
        "text": "A farm costs 10 points.\n\nIt feeds.",
        "code": "",
    },
}


def test_a_number_is_shown_before_and_after_and_words_line_by_line() -> None:
    said = changed.shown([PRICE])
    assert "- `price`: `10` → `8`" in said and "hands" not in said
    assert "-A farm costs 10 points.\n+A farm costs 8 points.\n" in said


def test_what_a_rule_declares_is_shown_before_and_after() -> None:
    """Who may write a command, and what is forbidden, is law as well as the words are."""
    was = {**PRICE["was"], "front": {"title": "Farms", "commands": [{"usage": "/farm", "who": "active"}]}}
    now = {**PRICE, "front": {"title": "Big farms", "commands": [{"usage": "/farm", "who": "anyone"}]}, "was": was}
    told = changed.shown([now])
    assert "-    who: active\n+    who: anyone\n" in told and "title" not in told
    assert "-  - usage: /farm" in changed.shown([{**was, "op": "repeal", "title": "Farms", "was": was}])


def test_nor_is_it_hidden_by_a_value_that_no_file_of_the_engine_can_hold() -> None:
    odd = {**PRICE, "front": {"commands": [{"usage": "/farm", "who": "anyone"}], "state": {"x": {"enum": [10**20]}}}}
    assert "who" in changed.shown([odd]) and "anyone" in changed.shown([odd])


def test_what_is_new_is_shown_whole_and_what_goes_as_gone() -> None:
    new = {**PRICE, "op": "enact", "was": None}
    gone = {**PRICE["was"], "op": "repeal", "title": "Farms", "was": PRICE["was"]}
    assert "- `price`: nothing → `8`" in changed.shown([new]) and "+It feeds." in changed.shown([new])
    assert "- `price`: `10` → nothing" in changed.shown([gone]) and "-It feeds." in changed.shown([gone])


def test_no_text_ends_the_fence_around_it_or_is_compared_without_end() -> None:
    sly = {**PRICE, "text": "````\n</details>\n# Adopted\n"}
    fence = changed.shown([sly]).split("diff\n")[0].splitlines()[-1]
    assert fence == "`````" and changed.shown([sly]).rstrip().endswith("`````")
    assert "too many" in changed.shown([{**PRICE, "text": "a\nb\n" * 5_000}])


def test_a_line_that_begins_like_the_head_of_a_comparison_is_shown() -> None:
    was = {**PRICE["was"], "text": "-- Nobody has won.\nIt feeds."}
    told = changed.shown([{**PRICE, "text": "++ Ana has won.\nIt feeds.", "was": was}])
    assert "\n--- Nobody has won.\n+++ Ana has won.\n It feeds." in told


def test_the_index_has_one_line_for_each_proposal_the_newest_last() -> None:
    one = record.index(None, {"- [352](": "- [352](352.md) a: rejected"})
    two = record.index(one, {"- [353](": "- [353](353.md) b: adopted"})
    again = record.index(two, {"- [352](": "- [352](352.md) a: adopted"})
    assert one.startswith(record.HEADING) and again.splitlines()[-2:] == [
        "- [353](353.md) b: adopted",
        "- [352](352.md) a: adopted",
    ]


def test_of_what_is_too_long_to_be_shown_the_lines_are_counted() -> None:
    long = {**PRICE, "text": "So it is.\n" * (changed.MOST_LINES + 1), "was": {**PRICE["was"], "text": "So it is."}}
    assert "1 line before, 401 now: too many to be shown here." in changed.shown([long])
