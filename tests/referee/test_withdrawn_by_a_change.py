"""A vote that a change of its pull request has stopped: the pull request stays open, and its author puts it to the vote again."""

from __future__ import annotations

import pytest

from tests.island import rule, with_rules
from tests.referee.in_memory import Table

SONG = "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"
MOOT = rule(
    130,
    "Moot",
    front="on: {pull_changed: stop}\n",
    code='def stop(poll, what):\n    withdraw(poll["thread"], "It was changed: `/open` submits it again.")\n',
)


@pytest.mark.parametrize("changed", ["commits", "title"])
def test_what_was_withdrawn_since_it_was_changed_is_opened_again_by_a_word(changed: str) -> None:
    table = Table(with_rules({"130-moot.md": MOOT}))
    pull = table.island.propose("ana", "Songs", {"rules/island/300-songs.md": SONG})
    table.say("ana", "/open", pull)
    table.run()
    if changed == "commits":
        table.island.push("ana", pull, {"rules/island/300-songs.md": SONG.replace("sing", "hum")})
    else:
        table.island.model.update_thread(table.island.id("ana"), pull, title="Hymns")
    table.run()
    assert table.read(f"state/polls/{pull}.yaml")["status"] == "withdrawn"
    table.run()
    assert table.island.model.thread(pull).state == "open"
    table.say("ana", "/open", pull)
    table.run()
    assert table.read(f"state/polls/{pull}.yaml")["status"] == "open"
    assert table.findings() == []
