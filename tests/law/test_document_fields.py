"""Documents that are no rules: called by name, with fields that the rule declares which governs their kind, and no others."""

from __future__ import annotations

import pytest

from engine.game.words.registry import new_host
from engine.game.world.engine_fields import FIELDS
from engine.law.rulebook import read
from tests.island import failures, rule, with_rules

GOVERNS = rule(
    120,
    "Cards",
    front="documents:\n  card: {folder: cards, fields: {copies: {type: integer, minimum: 0, maximum: 9, default: 1}}}\non: {enacted: count}\n",
    code='def count(change, poll):\n    reply("%s: %d" % (change["title"], change["front"].get("copies", 1)))\n',
)


def problems(card: str) -> list[str]:
    law = with_rules({"120-cards.md": GOVERNS, "cards/ace.md": card})
    return [p.message for p in read("island", law, new_host(), FIELDS)[1]]


def test_a_document_is_called_by_its_name_and_has_declared_fields() -> None:
    law = with_rules({"120-cards.md": GOVERNS, "cards/ace.md": "---\nname: Ace\ncopies: 2\n---\nThe highest.\n"})
    book, found = read("island", law, new_host(), FIELDS)
    assert found == []
    assert (book.documents["ace"].title, book.documents["ace"].kind, dict(book.documents["ace"].extra)) == (
        "Ace",
        "card",
        {"copies": 2},
    )


@pytest.mark.parametrize(
    ("front", "said"),
    [
        ("copies: 2", "`title` is missing, or `name`"),
        ("name: Ace\ncoppies: 2", "unknown key `coppies`; documents of this kind have copies"),
        ("name: Ace\ncopies: 10", "copies: 10 is greater than the maximum"),
        ("name: Ace\ncopies: many", "copies: 'many' is not of type 'integer'"),
        ("name: Ace\nrule: 12", "only rules have a number"),
        ("name: Ace\nhistory: [{enacted: 12}]", "only rules have a history"),
    ],
)
def test_anything_else_in_its_head_is_an_error(front: str, said: str) -> None:
    assert any(said in message for message in problems(f"---\n{front}\n---\nThe highest.\n"))


def test_a_rule_has_no_fields_of_its_own() -> None:
    law = with_rules(
        {"120-cards.md": GOVERNS, "121-ace.md": "---\nrule: 121\ntitle: Ace\ncopies: 2\n---\nThe highest.\n"}
    )
    assert any("unknown key `copies`" in p.message for p in read("island", law, new_host(), FIELDS)[1])


def test_a_word_of_every_front_matter_is_no_field() -> None:
    wrong = GOVERNS.replace("copies: {type: integer", "title: {type: integer")
    assert any(
        "`title` is a word of every front matter" in p.message
        for p in read("island", with_rules({"120-cards.md": wrong}), new_host(), FIELDS)[1]
    )


CASE = """
given: {{players: {{ana: {{active: true}}}}}}
when:
  - {{by: ana, opens: {{pull: 12, title: 121 An ace, changes: {{cards/ace.md: "---\\nname: Ace\\n{extra}---\\nThe highest.\\n"}}}}}}
  - {{by: ana, says: /open, on: 12{refused}}}
{more}
"""


def test_a_proposal_with_an_unknown_field_is_refused_before_anyone_votes() -> None:
    case = CASE.format(extra="coppies: 2\\n", refused=", refused: unknown key", more="")
    assert failures(case, with_rules({"120-cards.md": GOVERNS})) == []


def test_a_rule_hears_what_an_adopted_document_says() -> None:
    more = "  - {by: ana, says: yay, on: 12}\n  - {by: ana, says: /resolve, on: 12}\nthen: {replies: ['Ace: 3']}"
    case = CASE.format(extra="copies: 3\\n", refused="", more=more)
    assert failures(case, with_rules({"120-cards.md": GOVERNS})) == []
