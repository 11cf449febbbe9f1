"""Talk, and what is too long for a command, is kept as its hash where nothing came of it. What something hangs on is kept whole, and
comes out again."""

from __future__ import annotations

from typing import Final

import pytest

from tests.island import rule, with_rules
from tests.referee.in_memory import Table

LONG: Final = "Yay, " + "and so on " * 500
STILL: Final = rule(
    120,
    "Still",
    front="on: {comment_edited: no}\n",
    code='def no(player, poll, ballot):\n    refuse("Votes are not edited here.")\n',
)
SEEN: Final = rule(
    120,
    "Seen",
    front="state:\n  players:\n    last: {type: integer, default: 0}\non: {seen: note}\n",
    code='def note(player):\n    put("players", player, get("players", player) | {"last": now()})\n',
)


def test_a_vote_that_is_edited_into_a_long_text_which_a_rule_refuses() -> None:
    table = Table(with_rules({"120-still.md": STILL}))
    table.say("ana", "/council Shall we?")
    table.run()
    number = max(table.island.model.threads)
    vote = table.say("ana", "yay", number)
    table.run()
    table.wait()
    table.island.model.edit_comment(table.island.id("ana"), vote, LONG)
    table.run()
    table.run()
    assert [ballot["choice"] for ballot in table.read("state/polls/council/1.yaml")["ballots"]] == [""]
    assert "Rule 120" in "".join(table.answers(number))
    assert table.findings() == []


def test_long_words_for_a_rescue_of_somebody_whom_the_rules_see() -> None:
    table = Table(with_rules({"120-seen.md": SEEN}))
    song = rule(121, "Songs").replace("rule: 121", "rule: next")
    number = table.island.propose("ana", "Songs", {"rules/island/121-songs.md": song})
    table.run()
    table.say("ana", "/rescue", number)
    table.run()
    table.say("bo", LONG, number)
    table.run()
    assert "is not counted as a vote" in table.answers(number)[-1]
    assert table.findings() == []


GREETS: Final = 'announce("Good day, %s." % player)'
THROWS: Final = 'roll("1d6")\n    refuse("No.")'


@pytest.mark.parametrize("deed", [GREETS, THROWS], ids=["says something", "throws, and refuses"])
@pytest.mark.parametrize("text", ["Good day!", f"/{LONG}"], ids=["talk", "long words"])
def test_words_of_a_player_whom_a_rule_sees_and_does_no_more_than_that(text: str, deed: str) -> None:
    greeting = rule(120, "Greeting", front="on: {seen: greet}\n", code=f"def greet(player):\n    {deed}\n")
    table = Table(with_rules({"120-greeting.md": greeting}))
    table.say("ana", text)
    table.run()
    table.run()
    if deed == GREETS:
        assert "".join(table.answers()).count("Good day, ana.") == 2, "once as she joined, and once now"
    table.say("bo", "/build")
    table.run()
    assert table.findings() == []


def test_a_long_text_on_which_nothing_hangs_is_kept_as_its_hash() -> None:
    table = Table()
    table.say("ana", f"/{LONG}")
    table.run()
    assert "may have 4,000 characters" in table.answers()[-1]
    assert not any(LONG in text for text in table.island.files().values())
    assert table.findings() == []
