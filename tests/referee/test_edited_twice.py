"""A vote edited more than once while it cannot be voted: it stands where it was edited last, and each refusal is told."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.island import rule, with_rules
from tests.referee.in_memory import Table
from tests.referee.test_edited_votes import counted, edited
from tests.referee.test_floods import entries
from tests.referee.test_found_late import unlisted
from tests.referee.test_read_again import playing

CALM = rule(
    130,
    "Calm",
    front="forbids: {vote: calm}\ncommands: [{usage: /calm, run: on, who: players}, {usage: /storm, run: off, who: players}]\n"
    "state:\n  game: {quiet: {type: boolean, default: false}}\n",
    code='def calm(player, poll, choice):\n    return "Quiet now." if get("game", "game")["quiet"] else None\n'
    'def on(player):\n    put("game", "game", dict(get("game", "game"), quiet = True))\n'
    'def off(player):\n    put("game", "game", dict(get("game", "game"), quiet = False))\n',
)
WAYS = {"a pause": (("owner", "/pause"), ("owner", "/resume")), "a rule": (("ana", "/calm"), ("ana", "/storm"))}
REASONS = {"a pause": "paused", "a rule": "Quiet now."}


def between(way: str) -> tuple[Table, int, int]:
    """Where no vote can be cast, with ana's yay, cy's nay and bo's yay."""
    table, number, vote = playing(with_rules({"130-calm.md": CALM}))
    for who, word in (("ana", "yay"), ("cy", "nay")):
        table.say(who, word, number)
    table.run()
    begin(table, way)
    return table, number, vote


def begin(table: Table, way: str) -> None:
    table.say(*WAYS[way][0])
    table.run()


@pytest.mark.parametrize("read", ["each", "the last at the verdict"])
@pytest.mark.parametrize("second", ["nay", "Nay", "yay"])
@pytest.mark.parametrize("way", WAYS)
def test_it_stands_before_what_its_voter_said_since(way: str, second: str, read: str) -> None:
    table, number, vote = between(way)
    edited(table, "bo", vote, "nay" if second != "nay" else "hm")
    table.run()
    edited(table, "bo", vote, second)
    if read == "each":
        table.run()
    else:
        unlisted(table, vote)
    table.say(*WAYS[way][1])
    table.say("bo", "nay" if second == "yay" else "yay", number)
    table.say("ana", "/resolve", number)
    table.run()
    assert [b["choice"] for b in table.read(f"state/polls/{number}.yaml")["ballots"] if b["voter"] == "bo"] == (
        ["yay", "nay"] if second == "yay" else ["nay", "yay"]
    )
    assert counted(table, number)["bo"] == ("nay" if second == "yay" else "yay")
    assert table.findings() == []


@pytest.mark.parametrize("way", WAYS)
def test_each_edit_that_is_refused_is_told(way: str) -> None:
    table, number, vote = between(way)
    for text in ("nay", "Nay"):
        before = len(table.answers(number))
        edited(table, "bo", vote, text)
        table.run()
        assert [REASONS[way] in answer for answer in table.answers(number)[before:]] == [True], text
    before = len(table.answers(number))
    table.run()
    edited(table, "bo", vote, "hm")
    table.run()
    assert table.answers(number)[before:] == []


@pytest.mark.parametrize("later", [60, 20_000])
def test_an_edit_of_what_is_no_vote_any_more_is_judged_once_however_late_the_verdict_comes(later: int) -> None:
    """After a quarter of an hour nobody knew any more that it had been: before the verdict it was judged again under the same name."""
    table, number, vote = playing(with_rules({}))
    for text in ("hm", "well"):
        edited(table, "bo", vote, text)
        table.run()
    for who in ("ana", "cy", "di"):
        table.wait(later)
        table.say(who, "yay", number)
        table.run()
    table.say("ana", "/resolve", number)
    table.run()
    assert table.read(f"state/polls/{number}.yaml")["status"] == "adopted"
    judged = Counter(entry["id"] for entry in entries(table))
    assert [id_ for id_, times in judged.items() if times > 1] == []
    assert table.findings() == []
