"""Signs of all scripts in commands: one game is folded alike under each Python, and nobody is refused for an emoji."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.fold.folding import fold
from engine.store import seen
from tests.begun import START, begun
from tests.island import failures, rule, with_rules

ECHO = 'def echo(player, words):\n    reply("You said: " + words)\n    put("echoes", words, {"by": player})\n'
FRONT = (
    "commands: [{usage: '/echo <words>', arguments: {words: {type: text}}, who: anyone, run: echo}]\n"
    "state: {echoes: {by: {type: string}}}\n"
)


def came_of(text: str) -> tuple[dict[str, Any], str]:
    """The outcome of somebody's words, and what was answered."""
    actor = {"id": 11, "login": "ana", "role": "player"}
    at = {"time": START + 60, "seen_at": START + 60, "thread": 1, "comment": 7, "edited": False}
    said = {"id": "comment/7", "kind": "said", "actor": actor, "text": text, **at}
    files = dict(begun(with_rules({"130-echo.md": rule(130, "Echo", front=FRONT, code=ECHO)})))
    plan = fold(files, [said], START + 3_600, lambda id_: b"seed")
    answers = "".join(t for s in plan.segments for p, t in s.files.items() if t and p.startswith("state"))
    return dict(plan.outcomes[0]), answers


@pytest.mark.parametrize("sign", ["\U0001fae8", "\U0001fabf", "\U0001fae9", "\U00010d50"], ids=ascii)
def test_a_command_with_a_sign_that_this_python_does_not_know_is_done(sign: str) -> None:
    outcome, answers = came_of(f"/echo It shakes {sign}")
    assert outcome["is"] == "done", outcome
    assert f"It shakes {sign}" in answers


@pytest.mark.parametrize("sign", ["\U0001fae8", "\U0001fae9"], ids=ascii)
def test_what_is_quoted_of_a_wrong_command_keeps_such_a_sign(sign: str) -> None:
    assert sign in came_of(f"/frobnicate {sign}")[0]["reason"]


def test_a_letter_that_this_python_does_not_know_begins_a_command_like_any_other() -> None:
    assert came_of("/\U00010d50")[0]["code"] == "unknown_command"


@pytest.mark.parametrize("blank", ["\xa0", "\u202f", "\u3000", "\u2800", "\u3164", "\uffa0"], ids=ascii)
def test_a_blank_of_another_script_is_a_blank(blank: str) -> None:
    outcome, answers = came_of(f"/echo{blank}sea{blank}village")
    assert outcome["is"] == "done", outcome
    assert "You said: sea village" in answers


@pytest.mark.parametrize(
    "text", ["U\u200br", "Ur\u200d", "\u202eUr", "Ur\x07", "Ur\u1160", "U\u115fr", "U\u034fr", "Ur\u180b"], ids=ascii
)
def test_what_is_not_seen_is_refused(text: str) -> None:
    assert came_of(f"/echo {text}")[0]["code"] == "characters"


def test_nor_is_it_taken_for_an_argument_of_a_command_without_a_slash() -> None:
    """A number that somebody had pasted was said to be none, and looked like one."""
    front = "commands: [{usage: sell <count> fish, arguments: {count: {type: integer}}, run: sell}]\n"
    law = with_rules(
        {"130-fish.md": rule(130, "Fish", front=front, code="def sell(player, count):\n    reply('Sold.')\n")}
    )
    told = 'given: {players: {ana: {active: true}}}\nwhen:\n  - {by: ana, says: "sell 3%s fish"%s}\n'
    assert failures(told % ("\\u200b", ", refused: invisible"), law) == failures(told % ("", ""), law) == []


@pytest.mark.parametrize(
    "sign", ["\U0001f469\u200d\U0001f33e", "\u0645\u06cc\u200c\u062e\u0646\u062f\u062f"], ids=ascii
)
def test_what_joins_the_parts_of_an_emoji_or_of_a_persian_word_is_taken_even_for_a_name(sign: str) -> None:
    outcome, answers = came_of(f"/echo {sign}")
    assert outcome["is"] == "done", outcome
    assert "You said: " in answers


@pytest.mark.parametrize("blank", ["\u2800", "\u3164", "\uffa0"], ids=ascii)
def test_blanks_alone_are_talk_and_around_a_command_no_part_of_it(blank: str) -> None:
    assert came_of(blank)[0]["is"] == "ignored"
    assert came_of(f"{blank}\n{blank}")[0]["is"] == "ignored"
    for text in (f"/echo Ur{blank}", f"{blank}/echo Ur"):
        outcome, answers = came_of(text)
        assert outcome["is"] == "done", text
        assert "You said: Ur" in answers


@pytest.mark.parametrize("sign", ["\u3164", "\uffa0", "\u2800", "\u115f", "\u1160", "\u17b4", "\u034f"], ids=ascii)
def test_no_record_tag_or_title_is_called_by_a_letter_that_looks_like_nothing(sign: str) -> None:
    """They are letters or signs by their class, and a village of that name would be nobody's to point at."""
    assert not seen.is_name(sign)
    assert not seen.is_name(f"Ur{sign}")
    assert not seen.all_seen(f"Songs{sign}")
    assert seen.bared(f"yay{sign}").strip() == "yay"


@pytest.mark.parametrize(
    "text", ["\u1112\u1161\u11ab\u1100\u1173\u11af", "\ud55c\uae00", "\u1780\u17d2\u1798"], ids=ascii
)
def test_letters_of_korea_and_cambodia_are_seen(text: str) -> None:
    assert seen.is_name(text)
    assert seen.all_seen(text)
