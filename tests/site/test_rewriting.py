"""Rule files in parts: nothing is lost, and what differs is told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.site import rewriting
from engine.site.rewriting import difference, taken_apart, with_parameters
from tests.island import texts
from tests.pace import within

RULES = sorted((path, text) for path, text in texts().items() if path.endswith(".md"))
LINES = st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), max_size=12), max_size=8)


def test_every_rule_taken_apart_is_put_together_again_byte_for_byte() -> None:
    for path, text in RULES:
        assert taken_apart(text).text == text, path


def test_a_file_that_is_built_otherwise_is_edited_whole() -> None:
    odd = "---\ntitle: Odd\n---\n```starlark\nx = 1\n```\n\nProse below its code.\n"
    assert taken_apart(odd).whole == odd


def test_parameters_are_changed_in_their_own_lines_and_nowhere_else() -> None:
    front = "rule: 7\nparameters:\n  price: 10\n  name: Pearls\nstate:\n  price: {type: integer}\n"
    changed = with_parameters(front, {"price": "8", "name": "Pearls", "other": "3"})
    assert changed == front.replace("price: 10", "price: 8")


def test_parameters_are_changed_however_they_are_laid_out() -> None:
    """What was filled in for those within braces, or below a comment, was left out without a word: nothing was said to be changed."""
    braces = 'title: Süße 🏝\nparameters: {n: 80, name: Pearls, "far": 1}  # how many\nby_hand: true\n'
    changed = with_parameters(braces, {"n": "60", "name": "Fish, fresh", "far": "2"})
    assert changed == braces.replace("80", "60").replace("Pearls", '"Fish, fresh"').replace('"far": 1', '"far": 2')
    lines = "parameters: # of the shop\n  n: 80  # at most\n  told: |\n    Two\n    lines\n  far: 1\n"
    assert with_parameters(lines, {"n": "60", "told": "One", "far": "2"}) == (
        "parameters: # of the shop\n  n: 60  # at most\n  told: One\n  far: 2\n"
    )
    assert (
        with_parameters("at: [http://x]\nparameters: {n: 80}\n", {"n": "60"}) == "at: [http://x]\nparameters: {n: 60}\n"
    )


def test_a_parameter_brings_no_line_of_its_own() -> None:
    assert with_parameters("parameters:\n  price: 10\n", {"price": "8\nby_hand: true"}) == (
        "parameters:\n  price: 8 by_hand: true\n"
    )


def test_a_title_that_yaml_would_take_for_something_else_is_quoted() -> None:
    assert rewriting.titled("title: x\n", "Fish: a right") == 'title: "Fish: a right"\n'
    for title in ("1984", "True", "null", "1e5", "0x1F"):
        assert rewriting.titled("title: x\n", title) == f'title: "{title}"\n'
    assert rewriting.titled("title: x\n", "2nd chance, yes") == "title: 2nd chance, yes\n"


@pytest.mark.parametrize("word", ["1984", "true", "null", "- x", "---", "? x", "a: b", "blue", "light blue"])
def test_a_parameter_that_is_a_text_stays_one_whatever_it_becomes(word: str) -> None:
    front = with_parameters("parameters:\n  colour: red\n  price: 3\n", {"colour": word, "price": "4"})
    assert rewriting.parameters(front) == {"colour": word, "price": 4}


def test_one_fence_around_all_of_a_box_is_none_of_its_text() -> None:
    assert rewriting.unfenced("```starlark\nx = 1\n```\n") == "x = 1\n"
    assert rewriting.unfenced("\n```\n```") == ""
    two = "```example\nwhen: {}\n```\n```example\nthen: {}\n```\n"
    assert rewriting.unfenced(two) == two
    assert rewriting.unfenced("x = 1\n") == "x = 1\n"


def test_boxes_filled_with_what_stands_around_them_in_a_file_make_the_same_file() -> None:
    parts = rewriting.Parts("title: Songs\n", "Sing.", "x = 1\n", "name: one\n")
    around = ("---\ntitle: Songs\n---\n", "Sing.", "```starlark\nx = 1\n```", "```yaml example\nname: one\n```\n")
    assert rewriting.bare(rewriting.Parts(*around)).text == parts.text
    assert rewriting.bare(rewriting.Parts("```yaml\n---\ntitle: Songs\n---\n```\n", *around[1:])).text == parts.text


def test_several_examples_in_the_box_of_examples_are_documents_one_behind_the_other() -> None:
    """Their fences were taken for YAML: "found character '`' that cannot start any token"."""
    two = "```example\nname: one\nwhen: []\n```\n\n```yaml example\n---\nname: two\n```\n"
    assert rewriting.bare(rewriting.Parts("", "", "", two)).examples == "name: one\nwhen: []\n---\nname: two\n"
    for other in (two.replace("yaml example", "starlark"), f"{two}\nand so on\n", "name: one\n---\nname: two\n"):
        assert rewriting.bare(rewriting.Parts("", "", "", other)).examples == other


def test_each_line_of_a_file_is_found_in_the_box_that_it_was_written_in() -> None:
    parts = rewriting.Parts(
        "title: Songs\nby_hand: true\n", "\nSing.\n\nLoudly.\n", "\n\nx = 1\ny = 2\n", "name: one\n"
    )
    for place, line in enumerate(parts.text.splitlines(), 1):
        found = parts.place_of(place)
        around = line in ("---", "```", "```starlark", "```example") or (not line and found is None)
        assert around or (found is not None and getattr(parts, found[0]).splitlines()[found[1] - 1] == line), (
            line,
            found,
        )
    assert parts.place_of(99) is None and rewriting.Parts("", "", "x = 1\n").place_of(7) == ("code", 1)
    assert rewriting.Parts("", "", whole=parts.text).place_of(2) is None


def test_no_part_of_a_rule_as_it_is_loses_anything_by_that() -> None:
    for path, text in RULES:
        assert rewriting.bare(taken_apart(text)) == taken_apart(text), path


@given(LINES, LINES)
def test_a_difference_holds_all_that_was_taken_away_and_all_that_is_new(old: list[str], new: list[str]) -> None:
    lines = difference("\n".join(old), "\n".join(new))
    was = ["".join(text for _, text in line.spans) for line in lines if line.kind == "was"]
    now = ["".join(text for _, text in line.spans) for line in lines if line.kind == "new"]
    kept = ["".join(text for _, text in line.spans) for line in lines if line.kind == "same"]
    assert all(line in "\n".join(old).splitlines() for line in [*was, *kept])
    assert all(line in "\n".join(new).splitlines() for line in [*now, *kept])
    assert (lines == []) == ("\n".join(old).splitlines() == "\n".join(new).splitlines()) or not was + now


def test_a_change_made_of_what_is_the_same_everywhere_is_told_in_a_moment() -> None:
    before = "\n\n".join(f"step {n} of them" for n in range(90))
    afters = ("x\n" + "\n" * 60_000 + "y", before.replace("step 7 of them", "step 7" + " of" * 15_000))
    for lines in within(3, lambda: [difference(before, after) for after in afters]):
        assert "".join(text for line in lines if line.kind == "new" for _, text in line.spans)
    assert [line.kind for line in difference(before, before.replace("step 7 of", "step 7 and"))].count("new") == 1


def test_of_a_long_text_two_lines_around_each_change_are_shown_and_that_others_are_left_out_once_for_each_stretch() -> (
    None
):
    before = "abcdefghijklmnopqrst"
    found = rewriting.difference("\n".join(before), "\n".join(before.replace("e", "E").replace("n", "N")))
    shown = [(line.kind, "".join(text for _, text in line.spans)) for line in found]
    gap, same = ("gap", "…"), lambda letters: [("same", letter) for letter in letters]
    assert shown == [
        *[gap, *same("cd"), ("was", "e"), ("new", "E"), *same("fg")],
        *[gap, *same("lm"), ("was", "n"), ("new", "N"), *same("op"), gap],
    ]
    assert rewriting.difference(before, before) == []
