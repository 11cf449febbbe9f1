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
