"""What is meant as a command in a new issue, or looks like a vote and is none: it is answered, and nothing follows from it."""

from __future__ import annotations

import pytest

from tests.referee.in_memory import Table

SONG = {"rules/island/200-song.md": "---\nrule: next\ntitle: Song\nby_hand: true\n---\nWe sing.\n"}


def opened(title: str, body: str) -> list[str]:
    table = Table()
    table.wait()
    number = table.island.model.open_thread(table.island.id("ana"), title, body).number
    table.run()
    assert "state/huts.yaml" not in table.island.files()
    assert table.findings() == []
    return table.answers(number)


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("Question", "hello all\n\n/build"),
        ("A hut", "build"),
        ("A hut", "`/build`"),
    ],
)
def test_a_command_in_signs_or_below_other_words_is_answered_with_how_to_write_it(title: str, body: str) -> None:
    (answer,) = opened(title, body)
    assert "write: `/build`" in answer


@pytest.mark.parametrize("below", ["Thanks!", "-- \nAna", "On Monday the referee wrote:\n\n> `/join`", "\r\n> nay\r\n"])
def test_a_command_with_other_lines_below_it_is_told_that_they_are_what_is_wrong(below: str) -> None:
    """As what is sent by e-mail has them, and whoever sent it may not know of them."""
    table = Table()
    table.say("ana", f"/build\n\n{below}")
    table.run()
    assert "`/build` has other lines below it" in table.answers()[-1]
    table.say("ana", "/build a hut\nThanks!")
    table.run()
    assert "`/build` is written alone, with nothing behind it" in table.answers()[-1]
    assert "state/huts.yaml" not in table.island.files()
    assert table.findings() == []


@pytest.mark.parametrize("body", ["", "Please."])
def test_a_command_that_is_the_title_is_answered_with_where_it_belongs(body: str) -> None:
    (answer,) = opened("/build", body)
    assert "A title is not read as a command" in answer
    assert "`/build`" in answer and "written as a comment" in answer


def test_a_title_that_begins_like_a_command_is_answered_like_one() -> None:
    (answer,) = opened("/biuld", "")
    assert "Did you mean `/build`" in answer


@pytest.mark.parametrize(
    ("title", "body"), [("Build", "Let us build."), ("Help", "I like it here."), ("Rules", ""), ("a/build", "> /build")]
)
def test_an_issue_that_is_talk_stays_talk(title: str, body: str) -> None:
    assert opened(title, body) == []


LIKENESSES = {
    "yay\u200b": "invisible",
    "\u200byay": "invisible",
    "y\u00aday": "invisible",
    "\u2066yay\u2069": "invisible",
    "\uff59\uff41\uff59": "Write only `yay`",
    "y\u0430y": "Write only `yay`",
    "\u0443\u0430\u0443": "Write only `yay`",
    "\u039d\u0391\u03a5": "Write only `NAY`",
}


@pytest.mark.parametrize("text", LIKENESSES, ids=ascii)
def test_what_looks_like_a_vote_and_is_none_is_refused_each_time(text: str) -> None:
    table = Table()
    table.wait()
    number = table.island.propose("ana", "Song", SONG)
    table.say("ana", "/open", number)
    table.run()
    for _ in range(2):
        table.say("bo", text, number)
        table.run()
    assert table.read(f"state/polls/{number}.yaml")["ballots"] == []
    assert [LIKENESSES[text] in answer for answer in table.answers(number)[-2:]] == [True, True]
    assert table.findings() == []


def test_where_no_vote_is_open_it_is_told_so_each_time() -> None:
    table = Table()
    table.wait()
    number = table.island.propose("ana", "Song", SONG)
    table.run()
    for _ in range(2):
        table.say("bo", "yay\u200b", number)
        table.run()
    assert ["No vote is open" in answer for answer in table.answers(number)[-2:]] == [True, True]
