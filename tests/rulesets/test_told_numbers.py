"""What rules tell of their own numbers they take from where these stand: an amendment changes the number, and not each text."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from engine.game.examples.example_stage import Stage
from engine.law.documents.document import Document, parse
from engine.law.documents.profile import tree
from engine.template import shipped
from tests.rulesets.texts import HOST, TEXTS

IN_WORDS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten"}
TO_WRITE = re.compile(r"`[^`]*`|: /.*$")  # an example of what one could write
LAWS = [
    parse(path, text)
    for path, text in TEXTS.items()
    if path.startswith(tuple(f"rules/{ruleset}/" for ruleset in [*shipped.rulesets(), shipped.SHELF]))
    if path.endswith(".md")
]


def told(law: Document) -> Iterator[str]:
    """The texts of its code, and what is said of its commands; not what is said to whoever reads the code."""
    yield from (command.help for command in law.commands)
    nodes = list(ast.walk(tree(law.code)))
    remarks = [node.value for node in nodes if isinstance(node, ast.Expr)]
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value and node not in remarks:
            yield node.value


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.path.removeprefix("rules/"))
def test_no_text_of_a_rule_repeats_one_of_its_parameters(law: Document) -> None:
    numbers = [n for n in law.parameters.values() if type(n) in (int, float) and n != 1]
    own = {str(n) for n in numbers} | {IN_WORDS[n] for n in numbers if n in IN_WORDS}
    said = [text for text in told(law) if own & set(re.findall(r"[\w.]+\b", TO_WRITE.sub("", text)))]
    assert said == []


@pytest.mark.parametrize("law", [law for law in LAWS if law.path.startswith("rules/shelf/")], ids=lambda law: law.slug)
def test_no_text_of_the_shelf_names_a_day_that_an_amendment_may_make_another(law: Document) -> None:
    assert [text for text in told(law) if re.search(r"day\b|noon|midnight", text)] == []


@pytest.mark.parametrize(
    ("ruleset", "rule", "parameters", "says", "refused"),
    [
        ("credo", "award", {"offset": 291, "most_dice": 7, "most_faces": 20}, "/roll 8d6", "up to 7 dice with up to 20 faces"),
        ("frontier", "bio", {"longest": 9}, "/bio I fish too.", "11 characters, and 9 are enough"),
        ("assembly", "order", {"least": 2, "longest": 3}, "/join Lovelace", "at most 3 characters"),
        ("starfarers", "ships", {"longest_title": 5}, "/title Morning Star", "at most 5 characters"),
    ],
)  # fmt: skip
def test_who_is_refused_by_an_amended_number_is_told_that_one(
    ruleset: str, rule: str, parameters: dict[str, object], says: str, refused: str
) -> None:
    given = {"rules": {rule: {"parameters": parameters}}}
    stage = Stage({"scene": "three", "given": given}, TEXTS, ruleset, HOST)
    by = "zoe" if says.startswith("/join") else "ana"
    assert refused in str(stage.step({"by": by, "says": says}))


@pytest.mark.parametrize(
    ("cron", "told"),
    [
        ("0 15 * * 3", "Your people want to eat, every Wednesday at 15:00."),
        ("5 7 * * 0", "Your people want to eat, every Sunday at 07:05."),
        ("0 9 * * *", "Your people want to eat, every day at 09:00."),
        ("0 9 * * 1,4", "Your people want to eat."),
        ("0 9 13 * 5", "Your people want to eat."),
    ],
)
def test_who_joins_is_told_when_hunger_comes_by_the_schedule_there_is(cron: str, told: str) -> None:
    given = {"rules": {"hunger": {"schedule": [{"cron": cron, "run": "hunger_strikes"}]}}}
    stage = Stage({"scene": "three", "given": given}, TEXTS, "credo", HOST)
    assert stage.step({"by": "zoe", "says": "/join Lagash"}) is None
    assert told in "\n".join(stage.said).splitlines()


@pytest.mark.parametrize(
    ("cron", "told"),
    [
        ("0 15 1 * *", "Found another when they grow again: on the first day of the month at 15:00."),
        ("0 15 * * 5", "Found another when they grow again: on Friday at 15:00."),
        ("0 15 2 * *", "Found another when they grow again."),
    ],
)
def test_who_lost_a_village_is_told_when_there_may_be_another_by_the_schedule_there_is(cron: str, told: str) -> None:
    given = {
        "rules": {"villages": {"schedule": [{"cron": cron, "run": "let_them_found"}]}},
        "players": {"zoe": {"active": False, "village_lost": True}},
    }
    stage = Stage({"scene": "three", "given": given}, TEXTS, "credo", HOST)
    assert str(stage.step({"by": "zoe", "says": "/join Lagash"})).endswith(told)


@pytest.mark.parametrize(
    ("cron", "zone", "told"),
    [
        ("0 20 * * *", "Europe/Paris", "20:00 in Paris on Monday, 2026-01-05"),
        ("30 13 * * *", "Europe/Paris", "13:30 in Paris on Monday, 2026-01-05"),
        ("0 13 * * *", "Europe/Paris", "13:00 in Paris on Tuesday, 2026-01-06"),
        ("5 23,7 * * *", "America/New_York", "07:05 in New York on Monday, 2026-01-05"),
        ("0 7,23 * * *", "America/New_York", "23:00 in New York on Monday, 2026-01-05"),
        ("0 20 * * 1-5", "Europe/Paris", "the end of this Legislative Day"),
        ("0 */12 * * *", "Europe/Paris", "the end of this Legislative Day"),
    ],
)
def test_when_a_day_begins_and_a_vote_is_due_is_told_by_the_schedule_there_is(cron: str, zone: str, told: str) -> None:
    """At one in Paris, and seven in New York, on a Monday."""
    days = {"legislative-days": {"schedule": [{"cron": cron, "timezone": zone, "run": "next_day"}]}}
    stage = Stage({"scene": ["three", "songs"], "given": {"rules": days}}, TEXTS, "starfarers", HOST)
    stage.step({"by": "ana", "opens": {"pull": 12, "title": "No songs", "changes": {"sample-songs": None}}})
    for says, on, wanted in (
        ("/open", 12, f"which begins at {told}: then"),
        ("/open", 12, f"The next day begins at {told}."),
        ("/status", 1, f"is voted on from {told}."),
        ("/status", 1, f"Legislative Day 1, until {told}." if "in" in told.split() else "Legislative Day 1. Current"),
    ):
        stage.step({"by": "ana", "says": says, "on": on})
        assert wanted in stage.said[-1]


@pytest.mark.parametrize(
    ("cron", "told", "every"),
    [
        ("0 20 * * 4", "on Thursday at 20:00 in Paris", "every Thursday at 20:00 in Paris"),
        ("0 9 * * *", "every day at 09:00 in Paris", "every day at 09:00 in Paris"),
        ("0 9 * * 1,4", "the next time", "from time to time"),
    ],
)
def test_when_there_are_vouchers_is_told_by_the_schedule_there_is(cron: str, told: str, every: str) -> None:
    schedule = {"schedule": [{"cron": cron, "timezone": "Europe/Paris", "run": "hand_out"}]}
    given = {"rules": {"vouchers": schedule}, "players": {"bo": {"vouchers": 0}}}
    stage = Stage({"scene": ["three", "songs"], "given": given}, TEXTS, "starfarers", HOST)
    stage.step({"by": "bo", "says": "/status"})
    assert f"You have 0 vouchers, and get 3 {told}." in stage.said[-1]
    stage.step({"by": "bo", "opens": {"pull": 12, "title": "No songs", "changes": {"sample-songs": None}}})
    assert f"Each active player gets some {every}." in str(stage.step({"by": "bo", "says": "/open", "on": 12}))
