"""Who hears of changes can be told what was there before the happening."""

from __future__ import annotations

from tests.island import failures, rule, with_rules

CODE = """def compare(records, before):
    for player in records.get("players", []):
        was, now = before["players"][player], get("players", player)
        announce("%s: %s, then %d" % (player, "nobody" if was == None else was["shells"], now["shells"]))
"""
LAW = with_rules({"120-ledger.md": rule(120, "Ledger", front="on: {changed: compare}\n", code=CODE)})


def test_the_records_before_are_told_and_none_where_there_was_none() -> None:
    case = """
given: {players: {ana: {active: true, shells: 3}, bo: {active: true}}}
when:
  - {by: ana, says: /give 2 shells to bo}
  - {by: cy, says: /join}
then: {replies: ["ana: 3, then 1", "bo: 0, then 2", "cy: nobody, then 5"]}
"""
    assert failures(case, LAW) == []
