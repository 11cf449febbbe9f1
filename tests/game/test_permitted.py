"""A vote that a rule permits: none over which that rule prevails refuses it as it hears of it, and nobody is asked about it before."""

from __future__ import annotations

from typing import Any

import pytest

from tests.island import failures, rule, with_rules

PEOPLE = {"ana": {"active": True, "shells": 5}, "bo": {"active": True, "shells": 5}}
SONG = "---\nrule: next\ntitle: Choirs\nby_hand: true\n---\nWe sing.\n"
PERMITS = rule(
    120,
    "Free votes",
    front="forbids: {vote: free}\n",
    code='def free(player, poll, choice):\n    return False if get("players", player)["active"] else "You sleep."\n',
)
WRITES = '    put("players", player, get("players", player) | {"active": False})\n'


def gag(occasion: str, before: str = "") -> str:
    handed = "player, poll, choice" if occasion == "voting" else "player, poll"
    code = f'def gag({handed}):\n{before}    refuse("Nobody votes.", "Be silent.")\n'
    return rule(121, "Gag", front=f"'on': {{{occasion}: gag}}\n", code=code)


def voted(by: str, comes_to: dict[str, str], **rules: str) -> list[str]:
    """What is wrong with it where a vote of theirs is to come to that."""
    law = with_rules({f"{name}.md": text for name, text in rules.items()})
    vote: dict[str, Any] = {"by": by, "says": "yay", "on": 12, **comes_to}
    opens = {"by": "ana", "opens": {"pull": 12, "title": "900 Choirs", "changes": {"900-choirs.md": SONG}}}
    steps = [opens, {"by": "ana", "says": "/open", "on": 12}, vote]
    return failures({"name": "vote", "given": {"players": PEOPLE}, "when": steps, "then": {}}, law)


@pytest.mark.parametrize("occasion", ["voting", "voted"])
@pytest.mark.parametrize("before", ["", WRITES])
def test_what_a_rule_permits_none_below_it_refuses_whatever_it_does_before(occasion: str, before: str) -> None:
    assert voted("bo", {"fails": "Nobody votes"}, **{"120-free": PERMITS, "121-gag": gag(occasion, before)}) == []
    assert voted("bo", {"refused": "Nobody votes"}, **{"121-gag": gag(occasion, before)}) == []


def test_who_is_no_player_is_told_so_by_a_law_whose_rule_on_votes_knows_players_alone() -> None:
    """It was asked before it was looked who votes, and failed at each stranger's vote."""
    assert voted("zoe", {"refused": "not a player"}, **{"120-free": PERMITS}) == []
