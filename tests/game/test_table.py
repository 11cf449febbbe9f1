"""Where the game is talked of: the issue that the game's record names, or the first one."""

from __future__ import annotations

from typing import Any

import pytest

from tests.island import failures, rule, with_rules

CODE = 'def look(player):\n    reply("%s %d" % (here()["kind"], here()["number"]))\n\ndef late(**known):\n    announce("%s %d" % (here()["kind"], here()["number"]))\n\ndef set_it(player):\n    set_timer("t", now() + 60, "late")\n'
FRONT = "commands:\n  - {usage: /look, run: look, help: Where am I?}\n  - {usage: /wait, run: set_it, help: Wait.}\n"
LAW = with_rules({"120-look.md": rule(120, "Look", front=FRONT, code=CODE)})


def of(table: int | None, *steps: dict[str, Any], replies: str) -> list[str]:
    given = {"players": {"ana": {"active": True}}, "game": {"table": table}}
    return failures({"given": given, "when": [*steps], "then": {"replies": [replies]}}, LAW)


@pytest.mark.parametrize(
    ("table", "on", "kind"),
    [(7, 7, "table"), (7, 1, "issue"), (1, 1, "table"), (1, 2, "issue"), (None, 1, "table"), (None, 2, "issue")],
)
def test_a_rule_is_told_whether_something_was_said_on_the_table(table: int | None, on: int, kind: str) -> None:
    assert of(table, {"by": "ana", "says": "/look", "on": on}, replies=f"{kind} {on}") == []


@pytest.mark.parametrize(("table", "number"), [(7, 7), (1, 1), (None, 1)])
def test_what_happens_in_no_thread_happens_on_the_table(table: int | None, number: int) -> None:
    steps = ({"by": "ana", "says": "/wait"}, {"clock": "2026-01-05T13:00:00Z"})
    assert of(table, *steps, replies=f"table {number}") == []


def test_a_pull_request_is_none() -> None:
    opens = {"by": "ana", "opens": {"pull": 12, "title": "Songs", "changes": {"104-gifts.md": None}}}
    assert of(7, opens, {"by": "ana", "says": "/look", "on": 12}, replies="pull 12") == []


def test_nobody_who_says_yay_on_the_table_is_sent_to_open_it_where_it_was_made_a_pull_request() -> None:
    opens = {"by": "ana", "opens": {"pull": 7, "title": "The table", "changes": {"104-gifts.md": None}}}
    assert (
        of(7, opens, {"by": "ana", "says": "yay", "on": 7}, {"by": "ana", "says": "/look", "on": 7}, replies="7") == []
    )
