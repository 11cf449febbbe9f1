"""What is told of the clock is what something follows from: no timer of what is over, and none of a rule that is gone."""

from __future__ import annotations

import pytest

from tests.island import failures, rule, with_rules

FRONT = """commands:
  - {usage: /set <hours>, arguments: {hours: {type: integer}}, run: begin, help: x}
  - {usage: /stop, run: stop, help: x}
"""
CODE = """def begin(player, hours):
    put("game", "game", get("game") | {"kettle": True})
    set_timer("t%d" % hours, now() + 3600 * hours, "ring", player = player)

def stop(player):
    put("game", "game", get("game") | {"kettle": False})

def ring(player):
"""
WHISTLES = '    if get("game")["kettle"]:\n        announce("The kettle of %s whistles." % player)\n'
STATE = "state: {game: {kettle: {type: boolean, default: false}}}\n"


def kettle(number: int, title: str, rings: str = WHISTLES) -> str:
    front = (STATE if number == 120 else "") + FRONT.replace("/s", f"/{title.lower()}s")
    return rule(number, title, front=front, code=CODE + rings)


LAW = with_rules({"120-tea.md": kettle(120, "Tea"), "121-mate.md": kettle(121, "Mate", '    announce("Mate.")\n')})


def told(*says: str, law: dict[str, str] = LAW) -> str:
    """What `/status` says after these words of ana."""
    steps = "".join(f"  - {{by: ana, says: {each}}}\n" for each in (*says, "/status"))
    (found,) = failures(
        f"given: {{players: {{ana: {{active: true}}}}}}\nwhen:\n{steps}then: {{replies: [no such thing]}}\n", law
    )
    return found


def test_a_timer_that_has_something_to_do_is_told() -> None:
    assert "Next, Tea: Mon 2026-01-05 14:00" in told("/teaset 2")


def test_the_next_one_of_each_rule_is_told_and_no_other_of_it() -> None:
    """Whose turn ends in a day and a half did not read so where somebody else joins in a day."""
    found = told("/teaset 2", "/teaset 4", "/mateset 3")
    assert "Next, Tea: Mon 2026-01-05 14:00" in found and found.count("Next, Tea") == 1
    assert "Next, Mate: Mon 2026-01-05 15:00" in found


def test_one_of_what_is_over_is_not() -> None:
    assert "Next, Tea" not in told("/teaset 2", "/teastop")


def test_it_hides_no_other() -> None:
    found = told("/teaset 2", "/mateset 3", "/teastop")
    assert "Next, Mate: Mon 2026-01-05 15:00" in found and "Next, Tea" not in found


def test_what_is_looked_at_is_not_done() -> None:
    assert "whistles" not in told("/teaset 2", "/status", "/status")


@pytest.mark.parametrize("rings", ["    pass\n", '    """So that polls are looked at then."""\n'])
def test_a_function_without_a_statement_is_called_for_its_time(rings: str) -> None:
    law = with_rules({"120-tea.md": kettle(120, "Tea", rings)})
    assert "Next, Tea: Mon 2026-01-05 14:00" in told("/teaset 2", law=law)


def test_one_that_would_fail_is_told() -> None:
    law = with_rules({"120-tea.md": kettle(120, "Tea", "    fail(player)\n")})
    assert "Next, Tea: Mon 2026-01-05 14:00" in told("/teaset 2", law=law)


def test_the_time_is_that_of_the_timer() -> None:
    law = with_rules({"120-tea.md": kettle(120, "Tea", '    if now() == 1767621600:\n        announce("Two.")\n')})
    assert "Next, Tea: Mon 2026-01-05 14:00" in told("/teaset 2", law=law)
    assert "Next, Tea" not in told("/teaset 3", law=law)


def test_one_whose_rule_is_gone_is_no_rescue() -> None:
    case = (
        "given: {players: {ana: {active: true}}}\nwhen:\n"
        "  - {by: ana, says: /mateset 9}\n"
        "  - {by: ana, opens: {pull: 12, title: No mate, changes: {121: null}}}\n"
        "  - {by: ana, says: /open, on: 12}\n  - {by: ana, says: yay, on: 12}\n  - {by: ana, says: /resolve, on: 12}\n"
        "  - {by: ana, says: /status}\n"
        "then: {rules: {mate: null}, replies: [no such thing]}\n"
    )
    (found,) = failures(case, LAW)
    assert "No mate" not in found and "Next, Fishing" in found and "a rescue" not in found and "Next, Mate" not in found
