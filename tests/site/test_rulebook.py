"""The rulebook's pages: parameters of any shape, links from rule to rule, examples that anybody may have spoilt."""

from __future__ import annotations

import json
import re
from typing import Final

import pytest

from engine.game.exhibits import SILENT
from engine.site import lawpages, words
from engine.site.differences import differences
from engine.site.game import Game
from engine.store import canon
from tests.site.boards import files, game, pages, player, poll

SONGS: Final = "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"
HELD: Final = {"players": {"ana": player("ana", 1)}}
RULE: Final = "---\nrule: {number}\ntitle: {title}\nby_hand: true\nparameters:\n  costs: {costs}\n---\n{prose}\n"


def rule(number: int, title: str, costs: str = "1", prose: str = "So it is.") -> str:
    return RULE.format(number=number, title=title, costs=costs, prose=prose)


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ({"timber": 20, "iron": 2}, "timber: 20, iron: 2"),
        ({"Axe": {"Smith": {"iron": 1}, "Anyone": {"timber": 2}}}, "Axe: (Smith: (iron: 1), Anyone: (timber: 2))"),
        (["wood", "metal"], "wood, metal"),
        ([[1, 2], [3]], "(1, 2), (3)"),
        ([], "nothing"),
        (None, "nothing"),
        (True, "yes"),
        (-2, "-2"),
        (0.5, "0.5"),
        ("<b>", "<b>"),
    ],
)
def test_a_parameter_is_told_as_people_write_whatever_it_is(value: object, told: str) -> None:
    assert words.told(value) == told


def test_a_parameter_that_is_a_map_is_told_on_the_page_of_its_rule() -> None:
    made, _ = pages(game(HELD, {"120-harvest.md": rule(120, "Harvest", "{Hill: iron, Field: [wheat, <b>]}")}))
    assert "<td>Hill: iron, Field: (wheat, &lt;b&gt;)</td>" in made["rules/harvest.html"]


def test_a_change_within_a_map_is_a_change() -> None:
    before, after = (rule(120, "Harvest", f"{{timber: {amount}, iron: 2}}") for amount in (20, 30))
    path = "rules/island/120-harvest.md"
    (found,) = differences({path: before}, {path: after})
    assert found["parameters"] == [("costs", "timber: 20, iron: 2", "timber: 30, iron: 2")]


def test_no_parameter_is_told_as_a_change_that_stays_as_it_is() -> None:
    """Below *What changes* stood each of them, as it is now and, proposed, the same."""
    path, before = "rules/island/120-harvest.md", rule(120, "Harvest", "3\n  kept: 7")
    (told,) = differences({path: before}, {path: before.replace("title: Harvest", "title: Reaping")})
    (priced,) = differences({path: before}, {path: before.replace("costs: 3", "costs: 4")})
    assert (told["parameters"], priced["parameters"]) == ([], [("costs", 3, 4)])


def test_an_amendment_of_a_title_is_a_change() -> None:
    """Voters were told of it that nothing is changed."""
    path, songs = "rules/island/120-songs.md", "---\nrule: 120\ntitle: {}\nby_hand: true\n---\nWe sing.\n"
    (found,) = differences({path: songs.format("Songs")}, {path: songs.format("Silence")})
    shown = ["".join(text for _, text in line.spans) for line in found["front"] if line.kind in ("was", "new")]
    assert shown == ["title: Songs", "title: Silence"]
    (louder,) = differences({path: songs.format("Songs")}, {path: songs.format("Songs").replace("sing", "shout")})
    (begun,) = differences({}, {path: songs.format("Songs")})
    (numbered,) = differences({path: songs.format("Songs")}, {path: songs.format("Songs").replace("120", "121")})
    assert louder["front"] == [] == numbered["front"] and "title" not in str(begun["front"])


def test_a_link_to_the_file_of_a_rule_leads_to_its_page_and_one_to_nothing_is_none() -> None:
    prose = (
        "See [landing](109-landing.md), [it](../island/109-landing.md#x), [gone](7-gone.md), [a file](../README.md),\n"
        "[the web](https://example.org/a.md) and [above](#top)."
    )
    page = pages(game(HELD, {"120-see.md": rule(120, "See", prose=prose)}))[0]["rules/see.html"]
    told = '<a href="landing.html">landing</a>, <a href="landing.html">it</a>, gone, a file,\n<a href="https://example.org/a.md">'
    assert told in page and '<a href="#top">above</a>' in page


@pytest.mark.parametrize(
    "example",
    ["- 3", "name: [x]\nwhen: 3", "when: {by: ana}", "when: [1, {says: {a: 1}}, {refused: [1]}]", "a: &x [*x]", "{{{"],
)
def test_examples_of_any_shape_leave_the_page_of_their_rule_whole(example: str) -> None:
    broken = rule(120, "Odd", prose=f"Words.\n\n```example\n{example}\n```")
    made, _ = pages(game(HELD, {"120-odd.md": broken}))
    assert "rules/landing.html" in made and "index.html" in made
    assert "rules/odd.html" not in made or "<h1>Odd</h1>" in made["rules/odd.html"]


@pytest.mark.parametrize("word", ["ölpreis", "правило", "κανόνας", "渔业规则", "farms"])
def test_words_of_any_alphabet_can_be_looked_for(word: str) -> None:
    made, _ = pages(game(HELD, {"120-words.md": rule(120, "Words", prose=f"Of {word.upper()} we sing.")}))
    found = json.loads(made["search.json"])
    assert [found["rules"][place][0] for place in found["words"][word]] == [120]


def test_only_numbers_are_kept_on_one_line_among_parameters() -> None:
    """A list or a long text breaks where it has to: else the page is wider than a phone."""
    rule = "---\nrule: 110\ntitle: A\nparameters: {share: 3, names: [Prairie, Jungle, Mountains, Marsh, City, Desert]}\n---\nA.\n"
    path = "rules/island/110-a.md"
    (found,) = differences({path: rule}, {path: rule.replace("3", "4").replace("Marsh", "Moor")})
    page = (
        words.environment()
        .from_string("{% import 'parts.html' as parts %}{{ parts.change(found) }}")
        .render(found=found)
    )
    assert page.count('<td class="n">') == 2 and "Moor" in page


@pytest.mark.parametrize(
    ("status", "heads"),
    [
        ("open", ["Now", "Proposed"]),
        ("adopted", ["Before", "After"]),
        ("rejected", ["Before", "Proposed"]),
        ("withdrawn", ["Before", "Proposed"]),
    ],
)
def test_what_was_decided_is_not_shown_as_what_there_is_now(status: str, heads: list[str]) -> None:
    """The page of an adopted price called the one before it the price of now."""
    path, change = "rules/island/120-nets.md", "c" * 64
    old = "---\nrule: 120\ntitle: Nets\nparameters: {price: 10}\nby_hand: true\n---\nA net.\n"
    content = {"files": {path: [old, old.replace("10", "8")]}, "paths": [path], "problems": []}
    held = {
        "players": {"ana": player("ana", 1)},
        "polls": {"9": {**poll(109, status), "change": change, "paths": [path]}},
    }
    made, _ = pages(Game({**files(held), f"proposals/changes/{change}.yaml": canon.emit(content)}, SILENT))
    assert re.findall(r'<th scope="col" class="n">(\w+)</th>', made["proposals/109.html"]) == heads


def test_what_was_adopted_and_did_not_land_left_no_text_to_lead_to() -> None:
    """Such a page led to a version that nobody made."""
    change = "c" * 64
    content = {
        "files": {"rules/island/130-songs.md": [None, SONGS]},
        "paths": ["rules/island/130-songs.md"],
        "problems": [],
    }
    for landed in (True, False):
        adopted = {**poll(109, "adopted", ana="yay"), "change": change, "landed": landed, "paths": content["paths"]}
        texts = files({"players": {"ana": player("ana", 1)}, "polls": {"9": adopted}})
        made, _ = pages(Game({**texts, f"proposals/changes/{change}.yaml": canon.emit(content)}, SILENT))
        assert ("as-of-109" in made["proposals/109.html"]) == landed == ("rules/songs.as-of-109.html" in made)


def test_a_judgment_about_a_number_that_two_files_have_leads_to_the_one_that_is_in_force() -> None:
    """Only a hand can leave two: the first by its path is the rule."""
    shown = "---\nrule: 120\ntitle: Court\nby_hand: true\nstate:\n  verdicts:\n    question: {type: string}\n"
    court = shown + "show:\n  verdicts: {page: judgments, columns: [question]}\n---\nIt judges.\n"
    twice = {
        f"121-{name}.md": f"---\nrule: 121\ntitle: {name}\nby_hand: true\n---\nText.\n" for name in ("anew", "before")
    }
    found = lawpages.judgments(
        game({"verdicts": {"1": {"question": "What is rule 121?"}}}, {"120-court.md": court, **twice})
    )
    assert [(number, slug) for number, _, slug, _ in found["by_rule"]] == [(121, "anew")]
