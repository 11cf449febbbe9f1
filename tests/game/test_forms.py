"""What an issue form sends is the command it stands for; everything else is what its writer wrote."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.consulting.forms import as_command
from engine.game.examples.example_stage import Stage
from tests.island import RULESET, failures, rule, with_rules


@pytest.mark.parametrize(
    ("body", "command"),
    [
        ("### /join\n\nUr", "/join Ur"),
        ("### /join\r\n\r\nUr by the river\r\n", "/join Ur by the river"),
        ("### /join\n\n_No response_", "/join"),
        ("### /join\n\n/join Ur", "/join Ur"),  # as the words beside the field show it: it founded `/join Ur`
        ("### /join\n\n/JOIN  Ur", "/JOIN  Ur"),
        ("### /join\n\n/joined", "/join /joined"),
        ("### /party found\n\n/party found The Reds", "/party found The Reds"),
        ("### /party found\n\n/party", "/party found /party"),
        ("### Command\n\n/give 2 shells to bo", "/give 2 shells to bo"),
        ("### /judgment\n\n### What?\n\nThis.", "/judgment ### What?\n\nThis."),
        ("### /judgment\n\nOne.\n\n### /judgment\n\nTwo.", "/judgment One.\n\n### /judgment\n\nTwo."),
        ("/join Ur", "/join Ur"),
        (" /join Ur\n", "/join Ur"),
        ("### Command\n\nnot one", "not one"),
        ("### Command\n\n_No response_", "### Command\n\n_No response_"),
        ("### Other\n\nnot one", "### Other\n\nnot one"),
        ("### Summary\n\nMay I?\n\n### Rules\n\n/join", "### Summary\n\nMay I?\n\n### Rules\n\n/join"),
        ("## /join\n\nUr", "## /join\n\nUr"),
        ("### /join\nUr", "### /join\nUr"),
        ("", ""),
        ("### \n\n/join", "### \n\n/join"),
    ],
)
def test_a_body_is_read_as(body: str, command: str) -> None:
    assert as_command(body) == command


def test_a_form_and_a_plain_comment_do_the_same() -> None:
    case = """
when:
  - {by: ana, opens: {issue: 12, title: Join, body: "### Command\\n\\n/join"}}
  - {by: bo, opens: {issue: 13, title: Join, body: "### /join\\n\\n_No response_"}}
  - {by: cy, says: /join}
  - {by: ana, opens: {issue: 14, title: Act, body: "### Command\\n\\n/give 2 shells to bo"}}
  - {by: cy, says: /give 1 shell to bo}
  - {by: ana, opens: {issue: 15, title: Act, body: "### Command\\n\\n/join"}, refused: already}
  - {by: ana, opens: {issue: 17, title: Act, body: "### Command\\n\\nhello"}, refused: "I do not know the command `/hello`"}
  - {by: ana, opens: {issue: 18, title: Act, body: "### Command\\n\\ngive 1 shell to cy"}}
  - {by: ana, opens: {issue: 16, title: Chat, body: "### Nice\\n\\nIt is."}, ignored: true}
then:
  players: {ana: {shells: 2}, bo: {shells: 8}, cy: {shells: 5}}
"""
    assert failures(case) == []


def test_a_command_in_plain_words_is_one_in_an_issue_as_in_a_comment() -> None:
    waving = rule(
        190,
        "Waving",
        front="state: {players: {waves: {type: integer, default: 0}}}\ncommands: [{usage: I wave, run: wave, help: Be seen.}]\n",
        code='def wave(player):\n    me = get("players", player)\n    put("players", player, me | {"waves": me["waves"] + 1})\n',
    )
    case = """
given: {players: {ana: {active: true}}}
when:
  - {by: ana, says: I wave}
  - {by: ana, opens: {issue: 12, title: Hello, body: I wave}}
  - {by: ana, opens: {issue: 13, title: Hello, body: Good day.}, ignored: true}
then: {players: {ana: {waves: 2}}}
"""
    assert failures(case, with_rules({"190-waving.md": waving})) == []


@pytest.mark.parametrize(("state", "joined"), [("open", ["dee"]), ("closed", [])])
def test_of_an_issue_that_was_closed_before_anybody_could_read_it_nothing_follows(
    state: str, joined: list[str]
) -> None:
    stage = Stage({"given": {}, "when": []}, with_rules({}), RULESET)
    facts: Any = {"kind": "issue", "title": "Join", "body": "/join", "labels": [], "state": state, "tag": None}
    facts |= {"base": None, "merged": False}
    actor: Any = {"id": 9, "login": "dee", "role": "player"}
    times: Any = {"time": stage.now, "seen_at": stage.now}
    stage.folding.judge({"id": "thread/12", "kind": "opened", **times, "thread": 12, "actor": actor, "facts": facts})
    assert stage.world.records.keys("players") == joined
