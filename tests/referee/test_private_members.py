"""Members of an organization who keep that private: GitHub shows a workflow's token that they are nobody, until it is asked."""

from __future__ import annotations

import pytest

from engine.referee.ports import ForgeError, Gone, Permission, Unreachable
from tests.referee.in_memory import Table


@pytest.fixture
def table() -> Table:
    """bo administers the repository, and no list tells it."""
    table = Table()
    table.island.model.roles[table.island.id("bo")] = "admin"
    table.island.model.association = lambda account: "NONE"  # type: ignore[method-assign]
    return table


def asked(table: Table, *fails: ForgeError) -> list[str]:
    """Whose role was asked for, from now on; `fails` meets each of these requests."""
    found: list[str] = []
    ask = table.island.forge.permission

    def permission(login: str) -> Permission:
        found.append(login)
        if fails:
            raise fails[0]
        return ask(login)

    table.island.forge.permission = permission  # type: ignore[method-assign]
    return found


def is_paused(table: Table) -> bool:
    return "paused_at" in table.read("state/engine.yaml")


def test_one_who_administers_may_do_what_administrators_may(table: Table) -> None:
    table.say("bo", "/pause")
    table.run()
    assert is_paused(table)
    table.say("ana", "hello")
    table.say("bo", "/resume")
    table.run()
    assert not is_paused(table)
    assert table.findings() == []


def test_nobody_else_may_and_who_asks_for_nothing_of_the_kind_is_not_asked_about(table: Table) -> None:
    names = asked(table)
    for who, text in (("ana", "/build"), ("eve", "/help"), ("eve", "/nonsense"), ("bo", "yay")):
        table.say(who, text)
    table.run()
    assert names == []
    table.say("eve", "/pause")
    table.say("eve", "/pause")
    table.run()
    assert names == ["eve"] and not is_paused(table)
    assert "Only an administrator" in table.answers()[-1]
    assert table.findings() == []


@pytest.mark.parametrize("error", [Gone("no such user"), Unreachable("500")])
def test_where_it_cannot_be_told_nobody_waits_for_it(table: Table, error: ForgeError) -> None:
    asked(table, error)
    table.say("eve", "/pause")
    table.say("ana", "/build")
    table.run()
    assert not is_paused(table)
    assert table.read("state/huts.yaml") == {"ana": {"size": 1}}
