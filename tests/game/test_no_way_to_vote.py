"""Where no rule that works puts a proposal to the vote any more, whoever tries is told of the way that is left."""

from __future__ import annotations

import pytest

from engine.game.replies import greeting, rescue_refusals
from tests.island import failures, texts, with_rules

PROPOSALS = texts()["rules/island/102-proposals.md"]
LAWS = {
    "repealed": with_rules({"102-proposals.md": None}),
    "broken": with_rules(
        {"102-proposals.md": PROPOSALS.replace("```starlark\n", '```starlark\nload("gone", "x")\n', 1)}
    ),
}
CASE = """
given: {players: {ana: {active: true}, bo: {active: true}}}
when:
  - {by: ana, opens: {pull: 12, title: Song, changes: {200-song.md: "---\\nrule: 200\\ntitle: Song\\nby_hand: true\\n---\\nLa.\\n"}}}
  - {by: ana, says: SAYS, on: 12, refused: REFUSED}
"""


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("says", ["/open", "yay"])
def test_who_would_open_a_vote_or_vote_is_told_how_the_law_is_changed_by_all(law: str, says: str) -> None:
    assert failures(CASE.replace("SAYS", says).replace("REFUSED", "write `/rescue`"), LAWS[law]) == []


def test_where_proposals_are_put_to_the_vote_nobody_is_sent_to_a_rescue() -> None:
    assert failures(CASE.replace("SAYS", "yay").replace("REFUSED", "opens the vote with `/open`")) == []
    assert failures(CASE.replace("SAYS", "/opne").replace("REFUSED", "'Did you mean `/open`? All commands'")) == []


def test_who_made_the_pull_request_is_greeted_with_it() -> None:
    assert "`/rescue`" in greeting.proposal(900, "", greeting.Brought([], []), [], rescue_refusals.WAY_LEFT)
    assert "`/rescue`" not in greeting.proposal(900, "", greeting.Brought([], []), ["/open"])
