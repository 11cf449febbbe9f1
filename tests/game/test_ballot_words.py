"""Where a rule takes other words than yay and nay for votes, whoever seems to vote is told those words, and they count."""

from __future__ import annotations

import pytest

from engine.game.examples.example_stage import Stage
from tests.island import RULESET, rule, with_rules

ASKS = "commands: [{usage: /ask, run: ask_all}]\noverrides: all\nanswers: {ballot: which}\n"
AYE_OR_NO = """def ask_all(player):
    open_poll("chat", "Why?")

def which(poll, text):
    return {"aye": "yay", "aye aye": "yay", "no": "nay"}.get(text.lower(), False) if poll["kind"] == "chat" else None
"""
COLOURS = """def ask_all(player):
    open_poll("chat", "Which?", colours = {"red": "Red", "blue": "Blue"}, least = 2)

def which(poll, text):
    if text == "green":
        refuse("Nobody likes green.", "Choose another.")
    if "colours" not in poll["data"]:
        return None
    return text if text in poll["data"]["colours"] else False
"""
NUMBERS = """def ask_all(player):
    open_poll("chat", "How many?")

def which(poll, text):
    return text if text.isdigit() else False
"""


def asked(code: str) -> Stage:
    """A poll in #101, with ana and bo."""
    people = {"ana": {"active": True}, "bo": {"active": True}}
    law = with_rules({"130-chats.md": rule(130, "Chats", front=ASKS, code=code)})
    stage = Stage({"given": {"players": people}}, law, RULESET)
    assert stage.step({"by": "ana", "says": "/ask"}) is None
    return stage


def answer(code: str, text: str, on: int = 101) -> str:
    stage = asked(code)
    before = len(stage.said)
    refused = stage.step({"by": "bo", "says": text, "on": on})
    return refused or "\n".join(stage.said[before:])


SEEMS_ONE = ["yay", "ok", "LGTM", "I vote aye", "/vote aye", "/yay", "/aye"]


@pytest.mark.parametrize("text", SEEMS_ONE)
def test_who_seems_to_vote_is_told_the_words_that_count(text: str) -> None:
    assert "rite `aye` or `no`, the word alone" in answer(AYE_OR_NO, text)


@pytest.mark.parametrize("word", ["aye", "no"])
def test_and_they_count(word: str) -> None:
    stage = asked(AYE_OR_NO)
    assert stage.step({"by": "bo", "says": word, "on": 101}) is None
    assert [b["voter"] for b in stage.world.poll("chat/1")["ballots"]] == ["bo"]


@pytest.mark.parametrize("text", ["aye!", "No, never"])
def test_who_writes_more_than_the_word_is_told_the_word_as_it_counts_and_not_what_it_stands_for(text: str) -> None:
    assert f"Write only `{text.split()[0].strip('!,')}`, and the rest" in answer(AYE_OR_NO, text)


def test_what_the_poll_itself_offers_is_found_and_what_a_rule_refuses_is_not_offered() -> None:
    assert "write `blue` or `red`, the word alone" in answer(COLOURS, "ok")
    assert "Write `blue` or `red`, the word alone" in answer(COLOURS, "/help vote", on=1)
    assert (
        answer(COLOURS, "I like green")
        == "nobody takes this for a command or a vote here; if that is meant, say `ignored: true`"
    )


def test_an_example_calls_it_ignored_where_one_was_only_told_what_counts() -> None:
    for text, holds in (("yay", True), ("ok", True), ("aye", False)):
        found = asked(AYE_OR_NO).step({"by": "bo", "says": text, "on": 101, "ignored": True})
        assert (found is None) == holds, found


def test_where_no_word_is_found_the_rules_are_named() -> None:
    assert "write what the rules count as one (`/rules`), the word alone" in answer(NUMBERS, "ok")
    assert "Write what the rules count as a vote (`/rules`), the word alone" in answer(NUMBERS, "/help vote", on=1)


@pytest.mark.parametrize(
    ("text", "is_one"), [("blu", True), ("redd", True), ("bleu", True), ("purple", False), ("hello", False)]
)
def test_a_slip_is_known_where_a_vote_is_another_word(text: str, is_one: bool) -> None:
    assert ("write `blue` or `red`" in heard(COLOURS, text)) is is_one


def heard(code: str, text: str) -> str:
    """All that was said to bo, who writes it under the poll."""
    stage = asked(code)
    before = len(stage.said)
    stage.step({"by": "bo", "says": text, "on": 101, "ignored": True})
    return "\n".join(stage.said[before:])


def test_one_word_of_talk_asks_the_rules_no_more_than_any_talk() -> None:
    """Under a slow rule a `hello` would else take as long as all words that its code writes out."""
    stage = asked(COLOURS.replace('    if text == "green"', '    players = keys("players")\n    if text == "green"'))
    used = []
    for text in ("?!", "hello", "blu"):
        stage.step({"by": "bo", "says": text, "on": 101, "ignored": True})
        used.append(stage.world.host.words_used)
    assert 0 < used[1] <= used[0] < used[2]


@pytest.mark.parametrize("text", ["yay", "Why not?"])
def test_an_example_that_expects_what_is_no_vote_to_be_refused_is_told_that_it_is_talk(text: str) -> None:
    wrong = asked(AYE_OR_NO).step({"by": "bo", "says": text, "on": 101, "refused": "vote"})
    assert wrong is not None and wrong.startswith(
        "expected a refusal, but nobody takes this for a command or a vote here"
    )
    assert (
        asked(AYE_OR_NO).step({"by": "bo", "says": "aye", "on": 101, "refused": ""}) == "expected a refusal, found done"
    )


def test_who_asks_how_to_vote_is_told_the_words_of_each_poll_that_has_others() -> None:
    stage = asked(COLOURS)
    assert stage.step({"by": "ana", "says": "/council Why?"}) is None
    assert "Write `blue` or `red`, the word alone" in answered(stage, 101)
    assert "#102 `Why?` (there `yay` or `nay`)" in answered(stage, 101)
    assert "Write `yay` or `nay`, the word alone" in answered(stage, 102)
    assert "#101 `Which?` (there `blue` or `red`)." in answered(stage, 102)


def test_a_rule_that_fails_over_one_poll_keeps_nobody_from_asking_how_to_vote() -> None:
    stage = asked(COLOURS.replace('    if "colours" not in poll["data"]:\n        return None\n', ""))
    assert stage.step({"by": "ana", "says": "/council Why?"}) is None
    assert "#102 `Why?` (there what the rules count as a vote (`/rules`))." in answered(stage, 101)


def test_what_waits_for_ones_vote_is_told_with_the_words_that_count_in_it() -> None:
    assert "has not voted on #101, `Why?`: `aye` or `no` there, the word alone" in answer(AYE_OR_NO, "/me")


def answered(stage: Stage, on: int) -> str:
    """What `/help vote` says in a thread."""
    before = len(stage.said)
    assert stage.step({"by": "bo", "says": "/help vote", "on": on}) is None
    return "\n".join(stage.said[before:])


@pytest.mark.parametrize("text", ["...", "***", "I vote: ...", "> :"])
def test_no_rule_is_asked_what_a_comment_stands_for_in_which_nothing_is_said(text: str) -> None:
    """Rules look at the first word of what they are asked."""
    code = 'def pick(poll, text):\n    return text.split()[0] if text.split()[0] in ("red", "blue") else None\n'
    law = with_rules({"120-picks.md": rule(120, "Picks", front="answers: {ballot: pick}\n", code=code)})
    stage = Stage({"given": {"players": {"ana": {"active": True}}}}, law, RULESET)
    assert stage.step({"by": "ana", "says": "/council Which?"}) is None
    assert stage.step({"by": "zoe", "says": text, "on": 101, "ignored": True}) is None
    assert stage.world.notes.faulted == {}
