"""Forms reach the game as comments do, whoever sends them."""

from __future__ import annotations

import pytest

from tests.referee.in_memory import Table


@pytest.mark.parametrize(
    "body", ["/pause", "### Command\n\n/pause", "### Command\n\npause", "### /pause\n\n_No response_"]
)
@pytest.mark.parametrize("role", ["admin", "triage"])
def test_a_collaborators_form_is_carried_out_where_the_same_comment_is(body: str, role: str) -> None:
    table = Table()
    table.island.model.roles[table.island.id("bo")] = role
    table.wait()
    table.island.model.open_thread(table.island.id("bo"), "A form", body)
    table.run()
    assert (table.read("state/engine.yaml").get("paused_at") is not None) == (role == "admin")
    assert table.findings() == []
