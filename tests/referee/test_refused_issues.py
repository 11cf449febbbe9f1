"""An issue whose command is refused is answered once, however often it is seen again."""

from __future__ import annotations

from tests.referee.in_memory import Table


def test_a_command_in_an_issue_is_refused_once() -> None:
    table = Table()
    table.wait()
    island = table.island
    number = island.model.open_thread(island.id("ana"), "Please", "/give 9 shells to bo").number
    for _ in range(4):
        table.run()
    assert len(table.answers(number)) == 1
    assert "shells" in table.answers(number)[0]
    assert table.read(f"state/threads/{number}.yaml")["title"] == "Please"
    assert table.findings() == []
