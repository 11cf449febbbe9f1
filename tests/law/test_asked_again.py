"""A prohibition of `open` that is meant for the opening alone is warned of: it is asked again before the change lands."""

from __future__ import annotations

import pytest

from engine.game.words.registry import new_host
from engine.game.world.engine_fields import FIELDS
from engine.law.close_reading import asked_again
from engine.law.rulebook import read
from tests.island import failures, rule, with_rules

SUNDAY = 'return "It is Sunday: open it tomorrow." if date(now())["weekday"] == 7 else None'
ONE = 'return "One at a time." if polls("rule-change") else None'
OPEN = '    if (get("polls", proposal["thread"]) or {}).get("status") in ("open", "adopted"):\n        return None\n'
TITLE = 'return "Say it shorter." if len(proposal["title"]) > 40 else None'
ASKED = 'return ask("too_late", now())'


def forbidding(body: str) -> str:
    front = "forbids: {open: not_now}\n"
    return rule(130, "Quiet", front=front, code=f"def not_now(player, proposal):\n{body}\n")


@pytest.mark.parametrize(
    ("body", "warned"),
    [(f"    {SUNDAY}", True), (f"    {ONE}", True), (f"{OPEN}    {SUNDAY}", False), (f"    {TITLE}", False)]
    + [(f"    {ASKED}", False)],
)
def test_what_is_said_of_the_moment_is_told_with_how_to_say_it_of_the_opening_alone(body: str, warned: bool) -> None:
    law = {"rules/x/130-quiet.md": forbidding(body)}
    told = [str(problem) for problem in asked_again.warnings(read("x", law, new_host(), FIELDS)[0])]
    assert len(told) == warned
    assert all("`not_now` is asked again" in problem and '.get("status")' in problem for problem in told)


# Opened on a Saturday, and complete on a Sunday.
CASE = """now: 2026-01-10T12:00:00Z
given: {players: {ana: {active: true}, bo: {active: true}}}
when:
  - {by: ana, opens: {pull: 12, title: Pearls, changes: {pearls.md: "---\\nrule: next\\ntitle: Pearls\\nby_hand: true\\n---\\nx\\n"}}}
  - {by: ana, says: /open, on: 12}
  - {clock: 2026-01-11T12:00:00Z}
  - {by: ana, says: yay, on: 12}
  - {by: bo, says: yay, on: 12}
  - {by: ana, says: /resolve, on: 12}
  - {by: ana, opens: {pull: 13, title: Songs, changes: {songs.md: "---\\nrule: next\\ntitle: Songs\\nby_hand: true\\n---\\nx\\n"}}}
  - {by: ana, says: /open, on: 13, refused: Sunday}
then: {polls: {12: {status: adopted}, 13: null}}
"""


def test_what_lets_pass_what_is_open_forbids_the_opening_and_not_the_landing() -> None:
    assert failures(CASE, law=with_rules({"130-quiet.md": forbidding(f"{OPEN}    {SUNDAY}")})) == []
    assert failures(CASE, law=with_rules({"130-quiet.md": forbidding(f"    {SUNDAY}")})) != []
