"""A name in code that leads nowhere is warned of where it is nearly one that leads somewhere, and only there."""

from __future__ import annotations

import pytest

from engine.game.words.registry import new_host
from engine.game.world.engine_fields import FIELDS
from engine.law.close_reading import nearby
from engine.law.rulebook import read
from tests.island import rule

OTHER = rule(
    119,
    "Taxes",
    front="answers: {tax_rate: rate}\nadjusts: {tax_free: free}\non: {paid_in: heard}\n",
    code="def rate(player):\n    return 3\n\ndef free(so_far, player):\n    return so_far\n\ndef heard(player):\n    pass\n",
)


def told(line: str) -> list[str]:
    law = {
        "rules/x/119-taxes.md": OTHER,
        "rules/x/120-songs.md": rule(120, "Songs", front="by_hand: true\n", code=f"def f(player):\n    {line}\n"),
    }
    found = list(nearby.warnings(read("x", law, new_host(), FIELDS)[0], ["paid_out"]))
    assert all((problem.path, problem.line) == ("rules/x/120-songs.md", 10) for problem in found)
    return [problem.message for problem in found]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('ask("tax_rat", player)', "`ask`: no rule answers `tax_rat`; did you mean `tax_rate`?"),
        ('ask("tax_fre", player)', "`ask`: no rule answers `tax_fre`; did you mean `tax_free`?"),
        ('tell("payd_in", player)', "`tell`: no rule hears of `payd_in`; did you mean `paid_in`?"),
        ('call("taxs", "rate", player)', "`call`: nothing in force is called `taxs`; did you mean `taxes`?"),
        ('call("taxes", "rates", player)', "`call`: `taxes` has no function `rates`; did you mean `rate`?"),
    ],
)
def test_a_name_that_is_nearly_another_is_told_with_it(line: str, said: str) -> None:
    assert told(line) == [said]


def test_a_name_that_begins_otherwise_is_another_word_and_no_slip() -> None:
    """Frontier, which hears of `carried`, warned of the shelf's map, which tells `arrived`."""
    assert told('tell("raid_in", player)') == []


WAITS = 'def when(poll):\n    return "%s" if poll["kind"] == "bill" else None\n\ndef bell(player):\n    tell("%s")\n'


@pytest.mark.parametrize(
    ("waits_for", "tells", "said"),
    [
        ("paid_inn", "paid_inn", []),  # it is heard by what waits for it, and not nearly `paid_in`
        ("now", "paid_in", []),
        ("paid_out", "paid_in", []),  # the engine's own
        ("paid_inn", "paid_in", ["no rule tells `paid_inn`: what is adopted and waits for it takes no effect"]),
    ],
)
def test_what_an_adopted_change_waits_for_is_heard_and_has_to_be_told(
    waits_for: str, tells: str, said: list[str]
) -> None:
    late = rule(120, "Late", front="answers: {takes_effect: when}\n", code=WAITS % (waits_for, tells))
    law = {"rules/x/119-taxes.md": OTHER, "rules/x/120-late.md": late}
    assert [p.message for p in nearby.warnings(read("x", law, new_host(), FIELDS)[0], ["paid_out"])] == said


@pytest.mark.parametrize("name", ["electors", "voters"])
def test_voters_that_are_no_electorate_are_told(name: str) -> None:
    (said,) = told(f'open_poll("jury", "Guilty?", {name} = [player])')
    assert said.startswith("`open_poll` takes the names of the voters as `electorate`") and f"`{name}`" in said


@pytest.mark.parametrize(
    "line",
    [
        'ask("tax_rate", player)',
        'ask("toll", player)',
        'tell("paid_in", player)',
        'tell("sung", player)',
        'tell("paid_out", player)',
        'call("taxes", "rate", player)',
        'call("moons", "rate")',
        "ask(player)",
        'call("taxes", player)',
        'open_poll("jury", "Guilty?", electorate = [player], accused = "bo")',
    ],
)
def test_what_leads_somewhere_or_is_like_nothing_is_not(line: str) -> None:
    assert told(line) == []
