"""What an event alone tells is looked up in the journal, back to the day before it can have been judged, over days that are damaged."""

from __future__ import annotations

from engine.referee.intake.told_again import was_judged
from engine.store import journal
from tests.referee.in_memory import Table


def test_a_day_that_cannot_be_read_tells_of_nothing_and_hides_no_other() -> None:
    table = Table()
    made = table.say("ana", "/build")
    table.run()
    now, repository = table.island.clock(), table.island.repository
    name = f"comment/{made}"
    assert was_judged(repository, table.island.store.main, name, now, now)
    assert not was_judged(repository, table.island.store.main, name[:-1], now, now), "all of the id"
    yesterday = journal.path_of(now - 86_400)
    table.by_hand({yesterday: f"- id: {name}\n  [\n"})
    assert was_judged(repository, table.island.store.main, name, now, now)
    table.by_hand({journal.path_of(now): f"- id: {name}\n  [\n"})
    assert not was_judged(repository, table.island.store.main, name, now, now)
