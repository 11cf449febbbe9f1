"""An example that names what nobody declares, or throws what the dice cannot show, shows nothing and says so."""

from __future__ import annotations

import pytest

from tests.island import failures, rule, with_rules

FRONT = "commands:\n  - {usage: /try, run: attempt, help: x}\n"
DRAWS = {
    "roll": 'reply("%d" % roll("2d6+1"))',
    "dice": 'reply(str(dice("2d6")))',
    "choose": 'reply(choose(["red", "blue"]))',
    "choose nothing": 'reply(str(choose([None, {"chosen": 1}])))',
    "choose a truth": "reply(str(choose([True, False])))",
    "shuffle": "reply(str(shuffle([1, 2, 2])))",
}
WRONG = {
    "given: {playerz: {ana: {active: true}}}": "given: no rule declares the collection 'playerz'; did you mean `players`?",
    "given: {players: {ana: {activ: true}}}": "given: players ana: no rule declares the field 'activ'; did you mean `active`?",
    "given: {game: {over: null, tern: 3}}": "given: game game: no rule declares the field 'tern'",
    "then: {game: {game: {tide: 3}}}": "then: game game: `game` is one record and has no key: write its fields at once",
    "then: {players: {ana: {shels: null}}}": "then: players ana: no rule declares the field 'shels'; did you mean `shells`?",
    "then: {hut: {ana: null}}": "then: no rule declares the collection 'hut'; did you mean `huts`?",
    "then: {reply: [x]}": "did you mean `replies`?",
    "roles: {ana: admin}": "roles: ana is 'admin'; there are administrator, moderator, player",
}


@pytest.mark.parametrize("part", WRONG)
def test_a_name_that_nobody_declares_is_told(part: str) -> None:
    found = failures(f"{part}\nwhen:\n  - {{by: zoe, says: hello, ignored: true}}\n")
    assert len(found) >= 1 and WRONG[part] in found[0]


def test_what_a_case_brings_into_the_law_is_declared_and_what_it_takes_away_was() -> None:
    pearls = rule(120, "Pearls", front="state: {players: {pearls: {type: integer, default: 0}}}\n").replace("\n", "\\n")
    case = f"""
given:
  players: {{ana: {{active: true, pearls: 2}}}}
  rules: {{120-pearls.md: "{pearls}"}}
when:
  - {{by: ana, opens: {{pull: 12, title: No huts, changes: {{105: null}}}}}}
  - {{by: ana, says: /open, on: 12}}
  - {{by: ana, says: yay, on: 12}}
  - {{by: ana, says: /resolve, on: 12}}
then:
  players: {{ana: {{pearls: 2}}}}
  huts: {{ana: null}}
"""
    assert failures(case) == []


def test_who_names_a_new_rule_by_its_number_is_told_how_it_is_named() -> None:
    (said,) = failures("when:\n  - {by: ana, opens: {pull: 12, title: Songs, changes: {120: Words.}}}\n")
    assert "there is no rule 120; a new one is named as its file, such as `120-songs.md`" in said


ROLLS = {
    ("roll", "[14]"): "gives 14 for 2d6+1, which shows 3 to 13",
    ("roll", "[2]"): "shows 3 to 13",
    ("dice", "[[7, 1]]"): "each of which shows 1 to 6",
    ("dice", "[[1]]"): "wants a list of 2",
    ("dice", "[3]"): "wants a list of 2",
    ("choose", "[green]"): "which is none of",
    ("shuffle", "[[1, 1, 2]]"): "no order of",
    ("shuffle", "[[1, 2]]"): "no order of",
    ("shuffle", "[{1: 1, 2: 2, 3: 2}]"): "no order of",
    ("shuffle", "[[1, 2, 2, 2]]"): "no order of",
    ("roll", "[3, 4, 5]"): "rolls: 2 of them are left over: [4, 5]",
    ("roll", "[]"): "fewer rolls than are thrown",
    ("roll", "[13]"): "",
    ("dice", "[[6, 1]]"): "",
    ("choose", "[blue]"): "",
    ("roll", "[null]"): "gives None for roll, which wants a total",
    ("dice", "[null]"): "wants a list of 2",
    ("shuffle", "[null]"): "no order of",
    ("choose", "[null]"): "gives None for choose, which is none of",
    ("choose nothing", "[null]"): "",
    ("choose nothing", "[{chosen: 1}]"): "",
    ("choose nothing", "[1]"): "which is none of",
    ("shuffle", "[[2, 1, 2]]"): "",
    ("choose a truth", "[1]"): "gives 1 for choose, which is none of",
    ("choose a truth", "[true]"): "",
    ("shuffle", "[[2, true, 2]]"): "no order of",
}


@pytest.mark.parametrize(("word", "rolls"), ROLLS)
def test_a_throw_shows_what_dice_can_show(word: str, rolls: str) -> None:
    law = with_rules({"120-try.md": rule(120, "Try", front=FRONT, code=f"def attempt(player):\n    {DRAWS[word]}\n")})
    case = f"given: {{players: {{ana: {{active: true}}}}}}\nrolls: {rolls}\nwhen:\n  - {{by: ana, says: /try}}\n"
    found = failures(case, law)
    assert [ROLLS[word, rolls] in text for text in found] == ([True] if ROLLS[word, rolls] else [])
