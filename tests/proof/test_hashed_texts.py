"""Texts that came to nothing are kept as hashes; where a rule may have read them and something followed, they are kept as they are."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.island import rule, with_rules
from tests.playthroughs.hub_stage import entries
from tests.referee.in_memory import Table
from tests.referee.test_edited_votes import edited, opened

FIELD = "state:\n  players:\n    words: {type: integer, minimum: 0, default: 0}\n"
LONG = "x" * 5_000


def law(occasion: str, code: str) -> dict[str, str]:
    return with_rules({"109-talkers.md": rule(109, "Talkers", front=f"{FIELD}on: {{{occasion}: noted}}\n", code=code)})


def read_by(handed: str, who: str) -> str:
    return f"""def noted({handed}):
    if get("players", {who}) != None and len(here()["text"]) > 6:
        put("players", {who}, get("players", {who}) | {{"words": len(here()["text"])}})
"""


def refused_and_long(table: Table) -> None:
    table.say("bo", f"/{LONG}")


def talk_under_another_name(table: Table) -> None:
    account = table.island.model.account("bo")
    account.login = "bob"
    table.wait()
    table.island.model.comment(account.id, 1, "I am bob now")


def edited_to_long(table: Table) -> None:
    number = opened(table)
    vote = table.say("bo", "yay", number)
    table.run()
    edited(table, "bo", vote, LONG)
    table.run()
    edited(table, "bo", vote, LONG.upper())


def failed_over(table: Table) -> None:
    table.say("bo", "hello there")


FAILS = """def noted(player):
    if player == "bo" and len(here()["text"]) > 6:
        return {}["x"]
"""
CASES: list[tuple[str, str, Callable[[Table], None]]] = [
    ("seen", read_by("player", "player"), refused_and_long),
    ("changed", read_by("records", '"bo"'), talk_under_another_name),
    ("comment_edited", read_by("voter, poll, ballot", "voter"), edited_to_long),
    ("seen", FAILS, failed_over),
]


@pytest.mark.parametrize(("occasion", "code", "act"), CASES, ids=[act.__name__ for _, _, act in CASES])
def test_what_a_rule_made_of_them_is_proved(occasion: str, code: str, act: Callable[[Table], None]) -> None:
    table = Table(law(occasion, code))
    table.say("ana", "/help")
    table.run()
    act(table)
    table.say("ana", "/help")
    table.run()
    table.run()
    assert table.findings() == []


def test_what_nobody_made_anything_of_is_kept_as_a_hash() -> None:
    table = Table()
    said = [table.say("bo", "hello there"), table.say("bo", f"/{LONG}")]
    table.say("ana", "/help")
    table.run()
    kept = {entry["id"]: entry["text"] for entry in entries(table.island.files()) if "text" in entry}
    assert [list(kept[f"comment/{comment}"]) for comment in said] == [["redacted"], ["redacted"]]
    assert table.findings() == []
