"""What the law says of things as they stand, asked of a child: a rule that is broken, slow or deadly spoils one answer and no page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.game.forecasting import WEEK
from engine.game.replies import board
from engine.game.words.registry import new_host
from engine.game.world.world import World
from engine.store import canon, records
from engine.table.counsel import Counsel
from engine.table.counsel_main import _in_turns, answer
from tests.begun import START, begun
from tests.island import rule, with_rules
from tests.referee.in_memory import Table
from tests.referee.test_too_much import in_force
from tests.site.test_forecast import proposing

RULE = "---\nrule: 120\ntitle: Moods\nadjusts: {{status_lines: mood}}\n---\nMoods.\n\n```starlark\ndef mood(lines, player):\n{0}\n```\n"
GLAD = '    return lines + ["You are glad."]'
SLOW = "    for i in range(100000):\n        for j in range(100000):\n            lines = lines\n    return lines"


@pytest.fixture
def counsel() -> Iterator[Counsel]:
    found = Counsel()
    yield found
    found.close()


def world(body: str) -> dict[str, str]:
    law = with_rules({"120-moods.md": RULE.format(body)})
    players = {"ana": {"id": 1, "login": "ana", "active": True}}
    return begun(law, name="I", records={"players": players})


def test_rules_are_asked_and_answer(counsel: Counsel) -> None:
    found = counsel.ask(world(GLAD), START, {"ana": 1, "bo": 2})
    assert found["lines"]["ana"] == ["You are glad."]
    assert "active" in found["kinds"]["ana"] and found["kinds"]["bo"] == ["anyone"]
    assert found["trouble"] == ""
    assert all(due["at"] > START for due in found["due"]) and found["due"]


def test_of_a_rule_the_sentences_with_its_numbers_are_told_beside_the_commands_that_reckon_with_them(
    counsel: Counsel,
) -> None:
    front = "parameters: {price: 3, share: 0.5, open: true, coin: shells}\ncommands: [{usage: /tend, run: tend}]\n"
    code = "def tend(player):\n    reply(str([price, share, open, coin]))\n"
    prose = "Who tends pays 3 shells; half of it, 0.5, is kept. Everyone has 1 garden."
    law = with_rules({"120-tending.md": rule(120, "Tending", front=front, code=code, prose=prose)})
    found = counsel.ask(
        begun(law, name="I", records={"players": {"ana": {"id": 1, "login": "ana", "active": True}}}), START, {"ana": 1}
    )
    (tending,) = (command for command in found["commands"] if command["slug"] == "tending")
    assert tending["numbers"] == ["Who tends pays 3 shells; half of it, 0.5, is kept."], "open is no 1"


def test_what_is_kept_for_no_rule_that_is_in_force_is_untold(counsel: Counsel) -> None:
    front = "state: {players: {pearls: {type: integer, default: 4}}, reefs: {depth: {type: integer, default: 3}}}\n"
    people = {
        "players": {"ana": {"id": 1, "login": "ana", "active": True, "pearls": 4}},
        "reefs": {"ana": {"depth": 3}},
    }
    files = begun(with_rules({"140-pearls.md": rule(140, "Pearls", front=front)}), name="I", records=people)

    def untold() -> tuple[list[str], list[str]]:
        found = counsel.ask(files, START, {"ana": 1})["untold"]
        return found["players"], found["reefs"]

    assert untold() == ([], [])
    files = {path: text for path, text in files.items() if not path.endswith("140-pearls.md")}
    assert untold() == (["pearls"], ["depth"])


BEADS = "---\nrule: 123\ntitle: Beads\nschedule:\n  - {cron: '0 6 * * 1', run: strike}\n---\nAt six.\n\n```starlark\ndef strike():\n    announce('Six.')\n```\n"


def test_what_the_clock_has_done_at_the_very_second_that_is_looked_at_is_not_to_come(counsel: Counsel) -> None:
    """The pages of a game are of its last entry: where that was a strike of the clock, the same strike was still told as the next."""
    files = begun(with_rules({"123-beads.md": BEADS}), name="I", records={})
    struck = next(due["at"] for due in counsel.ask(files, START, {})["due"] if due["slug"] == "beads")
    engine = canon.read(files[records.NOTES])
    judged = {**files, records.NOTES: canon.emit({**engine, "position": [struck, 1, "00000123/000"]})}
    assert [due["at"] for due in counsel.ask(judged, struck, {})["due"] if due["slug"] == "beads"] == [struck + WEEK]
    still = {**files, records.NOTES: canon.emit({**engine, "position": [struck - 1, 9, ""]})}
    assert [due["at"] for due in counsel.ask(still, struck, {})["due"] if due["slug"] == "beads"] == [struck]


BELL = """---
rule: 122
title: The bell
commands:
  - {usage: /ring, who: players, run: ring}
  - {usage: /mend, who: players, run: mend}
  - {usage: /paint <colour>, who: players, run: paint}
  - {usage: "/cast [of <weight>] with <words>", who: players, run: cast, arguments: {weight: {type: integer}, words: {type: text}}}
  - {usage: /hang in <where>, who: players, run: hang, help: "Hang it: /hang in tower"}
---
It hangs, or not.

```starlark
def ring(player):
    refuse("The bell is broken.", "Mend it.")

def mend(player):
    put("game", "game", get("game", "game") | {"over": "It fell."})

def paint(player, colour):
    if colour.lower() != "grey":
        refuse("Not in that.", "Take another.")

def cast(player, weight, words):
    refuse("There is no bronze.", "Wait for some.")

def hang(player, where):
    if where not in ["tower", "hall"]:
        refuse("It hangs nowhere else.", "Name a place.")
```
"""


def test_what_would_be_refused_of_commands_that_are_whole_is_known_and_nothing_comes_of_the_try(
    counsel: Counsel,
) -> None:
    files = begun(with_rules({"122-bell.md": BELL}), name="I", records={"players": {"ana": {"id": 1, "login": "ana"}}})
    for _ in range(2):
        found = counsel.ask(files, START, {"ana": 1, "bo": 2})
        assert found["refused"]["ana"]["/ring"] == "The bell is broken."
        assert not {"/mend", "/paint <colour>", "/hang in <where>"} & set(found["refused"]["ana"])
        assert found["refused"]["ana"]["/cast [of <weight>] with <words>"] == "There is no bronze."
        assert "/ring" not in found["refused"].get("bo", {})


FROM_500 = "---\nrule: 121\ntitle: From 500\nanswers: {proposal_number: of}\noverrides: all\n---\nWords.\n\n```starlark\ndef of(proposal):\n{0}\n```\n"


@pytest.mark.parametrize(
    ("body", "number"),
    [
        ('    return max(500, proposal["number"])', 500),
        ('    return refuse("Not without a title.") if not proposal["title"] else 500', 122),
        ("    return 1 // 0", 122),
    ],
)
def test_the_number_that_a_proposal_would_get_is_the_laws(counsel: Counsel, body: str, number: int) -> None:
    """The page said 116 where the law begins with 201."""
    law = with_rules({"121-numbers.md": FROM_500.replace("{0}", body)})
    assert counsel.ask(begun(law, name="I"), START, {"ana": 1})["next"] == number


def test_a_rule_that_takes_too_long_spoils_one_answer_and_the_next_one_comes(counsel: Counsel) -> None:
    found = counsel.ask(world(SLOW), START, {"ana": 1})
    assert found["trouble"] or "cannot be shown" in found["lines"]["ana"][0]
    again = counsel.ask(world(GLAD), START, {"ana": 1})
    assert again["lines"]["ana"] == ["You are glad."] and again["trouble"] == ""


def test_a_child_that_dies_is_replaced(counsel: Counsel) -> None:
    counsel.warm()
    assert counsel.child is not None
    counsel.child.kill()
    counsel.child.wait()
    assert counsel.ask(world(GLAD), START, {"ana": 1})["trouble"] == ""


def test_a_law_that_the_judge_can_load_can_be_asked(counsel: Counsel) -> None:
    """It takes more memory to load than its questions have: `test_too_much.py` judges under it."""
    found = counsel.ask(in_force(400_000_000), START, {"ana": 1})
    assert found["trouble"] == ""
    assert "/bomb" in [command["usage"] for command in found["commands"]]


def test_a_proposal_that_ends_the_child_as_it_is_tried_out_takes_nobody_the_rest(counsel: Counsel) -> None:
    bang = (
        'def bang(change, poll):\n    s = [0]\n    for i in range(60):\n        s = s + s\n    win(["ana"], "Bang.")\n'
    )
    files = proposing(rule(120, "Bang", front="on: {enacted: bang}\n", code=bang), None, "rules/island/120-bang.md")
    found = counsel.ask(files, START, {"ana": 1})
    assert found["trouble"] == "" and found["commands"]
    assert "takes too long to be tried out" in found["polls"]["5"]["words"]


DEADLY = """    many = [(i * 7919) % 1000003 for i in range(300000)]
    for i in range(90000):
        many = sorted(many, reverse = True)
    return lines"""


def test_a_rule_that_ends_the_child_each_time_it_is_asked_is_asked_no_more_and_takes_nobody_the_rest(
    counsel: Counsel,
) -> None:
    """Every page of the table had nothing on it but that the rules take too long, after twenty seconds."""
    found = counsel.ask(world(DEADLY), START, {"ana": 1})
    assert found["trouble"] == "" and found["commands"]
    assert "cannot be shown" in found["lines"]["ana"][0]
    child = counsel.child
    assert counsel.ask(world(DEADLY), START, {"ana": 1})["commands"] and counsel.child is child
    assert counsel.ask(world(GLAD), START, {"ana": 1})["lines"]["ana"] == ["You are glad."]


def test_who_ends_the_child_from_outside_is_no_rule(counsel: Counsel) -> None:
    counsel.ask(world(GLAD), START, {"ana": 1})
    assert counsel.child is not None
    counsel.child.kill()
    assert counsel.ask(world(GLAD), START, {"ana": 1})["lines"]["ana"] == ["You are glad."]
    assert counsel.unasked == []


def voted_on(*authors: str) -> dict[str, str]:
    """A game of the island in which these have put a proposal each to the vote, in turn."""
    table = Table()
    for number, author in enumerate(authors, start=150):
        song = {f"rules/island/{number}-song.md": rule(number, "Song").replace(f"rule: {number}", "rule: next")}
        table.say(author, "/open", table.island.propose(author, "Song", song))
    table.run()
    return dict(table.island.files())


def test_where_there_is_no_time_left_polls_are_told_as_they_stand_and_all_else_as_ever() -> None:
    """With fifty proposals of one player each click took eight seconds and more, and beyond ten nothing was shown to anybody."""
    job = {"files": voted_on("ana", "bo"), "now": START + 900, "people": {"ana": 1}}
    whole, hurried = (answer({**job, "most": most}, new_host()) for most in (60.0, 0.0))
    for key in ("2", "3"):
        assert (whole["polls"][key]["ahead"] is None, hurried["polls"][key]["ahead"] is None) == (False, True)
        assert hurried["polls"][key]["words"] == board.IN_ITS_THREAD
        assert hurried["polls"][key]["offered"] == whole["polls"][key]["offered"]
        assert hurried["polls"][key]["count"] == whole["polls"][key]["count"]
    assert hurried["commands"] == whole["commands"]


def test_nobodys_proposals_take_the_time_of_anybody_elses() -> None:
    asked = _in_turns(World(voted_on("ana", "ana", "ana", "bo", "ana", "bo"), new_host()))
    assert asked == ["2", "5", "3", "7", "4", "6"]
