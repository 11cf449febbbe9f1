"""What rules add to /status: every rule its lines, for whoever asks, whatever another rule does."""

from __future__ import annotations

import pytest

from engine.game.consulting import asking
from engine.game.consulting.coming_back import of_inactive
from engine.game.examples.example_stage import Stage
from tests.island import RULESET, failures, rule, texts, with_rules

ANA = "given: {players: {ana: {active: true, shells: 3}, bo: {active: true, shells: 7}}}\n"
ADDS = "adjusts: {status_lines: mine}\n"
SHELLS = rule(
    120,
    "Purses",
    front=ADDS,
    code=(
        "def mine(lines, player):\n"
        '    record = get("players", player)\n'
        '    return lines + ["%s has %d shells." % (player, record["shells"]) if record else "Strangers have no purse."]\n'
    ),
)
WEATHER = rule(121, "Weather", front=ADDS, code='def mine(lines, player):\n    return lines + ["The sun shines."]\n')


def said(asker: str, *lines: str, **more: str) -> list[str]:
    law = with_rules({"120-purses.md": SHELLS, "121-weather.md": WEATHER, **more})
    wanted = ", ".join(f"'{line}'" for line in lines)
    return failures(f"{ANA}when:\n  - {{by: {asker}, says: /status}}\nthen: {{replies: [{wanted}]}}\n", law)


def test_each_rule_adds_its_lines_for_whoever_asks() -> None:
    assert said("ana", "The sun shines", "ana has 3 shells") == []
    assert said("bo", "The sun shines", "bo has 7 shells") == []
    assert said("zoe", "The sun shines", "Strangers have no purse") == []


def test_without_a_rule_that_answers_there_is_no_line() -> None:
    case = f"{ANA}when:\n  - {{by: ana, says: /status}}\nthen: {{replies: [active]}}\n"
    assert failures(case) == []
    assert failures(case.replace("[active]", "[purse]")) != []


def test_an_answer_comes_first_and_of_several_the_prevailing_one() -> None:
    first = rule(
        119, "First", front="answers: {status_lines: all}\n", code='def all(player):\n    return ["To begin with."]\n'
    )
    second = first.replace("119", "122").replace("First", "Second").replace("To begin with", "Never")
    told = said("ana", "To begin with", "The sun shines", **{"119-first.md": first, "122-second.md": second})
    assert told == []
    assert said("ana", "Never", **{"119-first.md": first, "122-second.md": second}) != []


def test_where_the_prevailing_one_has_nothing_to_say_the_next_one_is_asked() -> None:
    silent = rule(119, "First", front="answers: {status_lines: all}\n", code="def all(player):\n    return None\n")
    second = silent.replace("119", "122").replace("First", "Second").replace("None", '["Here I am."]')
    assert said("ana", "Here I am", "The sun shines", **{"119-first.md": silent, "122-second.md": second}) == []


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ('def mine(lines, player):\n    return lines + [{}["x"]]\n', "not found"),
        ('def mine(lines, player):\n    return "many"\n', "list of texts"),
        ("def mine(lines, player):\n    return lines + [7]\n", "list of texts"),
        ('def mine(lines, player):\n    refuse("Ask me later.")\n', "Ask me later"),
        ('def mine(lines, player):\n    reply("Hear me!")\n    return lines\n', "only read"),
        ("def mine(lines, player):\n    for i in range(99999999):\n        pass\n    return lines\n", "too long"),
    ],
)
def test_of_a_rule_that_fails_the_failure_is_shown_and_the_others_are_heard(code: str, why: str) -> None:
    bad = {"130-bad.md": rule(130, "Bad", front=ADDS, code=code)}
    told = said("ana", "The sun shines", "ana has 3 shells", "`bad` has to say cannot be shown", why, **bad)
    assert [each.partition(" failed at ")[0] for each in told] == (
        [] if "refuse(" in code else ["step 1: a rule failed over it: Rule 130 (Bad)"]
    )


def test_a_rule_that_does_not_load_keeps_nobody_from_hearing_the_others() -> None:
    gone = {
        "130-gone.md": rule(130, "Gone", front=ADDS, code='load("nowhere", "x")\n\ndef mine(lines, player):\n    x()\n')
    }
    assert said("ana", "The sun shines", "`gone` does not work", **gone) == []


def test_a_line_is_one_line_and_wakes_nobody_who_does_not_play() -> None:
    loud = {
        "130-loud.md": rule(
            130,
            "Loud",
            front=ADDS,
            code='def mine(lines, player):\n    return lines + ["a\\n\\n# b @ghost " + 900 * "x"]\n',
        )
    }
    assert said("ana", "- a # b @\u200bghost xxx", **loud) == []
    assert said("ana", 500 * "x", **loud) != []


@pytest.mark.parametrize(("players", "more"), [(20, None), (21, "and 1 more"), (25, "and 5 more")])
def test_of_those_who_are_waited_for_it_is_said_how_many_more_there_are(players: int, more: str | None) -> None:
    names = ", ".join(f"p{n:02}: {{active: true}}" for n in range(players))
    steps = "  - {by: p00, says: /council Why?}\n  - {by: p00, says: /status}\n"
    case = f"given: {{players: {{{names}}}}}\nwhen:\n{steps}then: {{replies: [waiting for"
    assert failures(f"{case}, {more}]}}\n" if more else f"{case}]}}\n") == []
    assert more or failures(f"{case}, more]}}\n") != []


SINKS = rule(
    123,
    "Sinks",
    front="commands:\n  - {run: sink, usage: /sink, help: The end.}\n",
    code='def sink(player):\n    end_game("The tide came.")\n',
)


def test_after_the_end_it_tells_how_things_stood_and_of_nothing_to_come() -> None:
    def told(line: str, *before: str) -> bool:
        steps = "".join(f"  - {{by: ana, says: {text}}}\n" for text in ("/council Why?", *before, "/status"))
        case = f"{ANA}when:\n{steps}then: {{replies: ['{line}']}}\n"
        return not failures(case, with_rules({"123-sinks.md": SINKS}))

    assert told("The game is over: The tide came. This is how it stood when it ended:", "/sink")
    assert told("**ana** has shells 3") and told("**ana** has shells 3", "/sink")
    assert told("waiting for") and not told("waiting for", "/sink")
    assert told("Next, ") and not told("Next, ", "/sink")


def test_who_asks_while_rules_only_read_is_told_the_same_way_back() -> None:
    """As where it is tried for a board what a vote would come to."""
    world = Stage({"given": {"players": {"ana": {"active": False}}}, "when": []}, texts(), RULESET).world
    told = of_inactive(world, "ana")
    assert "`" in told
    with asking.reading(world):
        assert of_inactive(world, "ana") == told
