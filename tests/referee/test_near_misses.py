"""What is meant as a command in a new issue, or looks like a vote and is none: it is answered, and nothing follows from it."""

from __future__ import annotations

import pytest

from tests.referee.in_memory import Table
from tests.storms.island import TABLE

SONG = {"rules/island/200-song.md": "---\nrule: next\ntitle: Song\nby_hand: true\n---\nWe sing.\n"}
MANY = "\u200b" * 4_001  # more than a command may have


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


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("> /build", "write: `/build`"),
        (">/build\r\n>", "write: `/build`"),
        ("> > /build", "write: `/build`"),
        ("\n> /council Shall we?\n", "write: `/council Shall we?`"),
        ("> /biuld", "Did you mean `/build`"),
    ],
)
def test_a_new_issue_that_is_nothing_but_a_quoted_command_is_told_so(body: str, told: str) -> None:
    """As it is copied from a page of help; in a comment it may be an empty answer to what is quoted."""
    (answer,) = opened("A hut", body)
    assert told in answer


@pytest.mark.parametrize("text", [MANY + "/build", "\u2060" * 5_900 + "/build", "\u200b/build" + MANY])
@pytest.mark.parametrize("as_issue", [True, False])
def test_a_command_among_thousands_of_signs_that_nobody_sees_is_told_so(text: str, as_issue: bool) -> None:
    table = Table()
    table.wait()
    if as_issue:
        number = table.island.model.open_thread(table.island.id("ana"), "A hut", text).number
    else:
        number = TABLE
        table.island.say("ana", number, text)
    table.run()
    assert "invisible control characters" in table.answers(number)[-1]
    assert "state/huts.yaml" not in table.island.files()
    assert table.findings() == []


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


def test_a_vote_with_other_lines_below_it_is_told_of_what_e_mail_puts_there() -> None:
    table = Table()
    table.wait()
    number = table.island.propose("ana", "Song", SONG)
    table.say("ana", "/open", number)
    table.run()
    for text, told in (("yay\r\n\r\nOn Monday ana wrote:\r\n> nay\r\n", True), ("yay because", False)):
        table.say("bo", text, number)
        table.run()
        assert "Write only `yay`" in table.answers(number)[-1]
        assert ("Sent by e-mail" in table.answers(number)[-1]) == told
    assert table.read(f"state/polls/{number}.yaml")["ballots"] == []
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
    ("title", "body"),
    [
        ("Build", "Let us build."),
        ("Help", "I like it here."),
        ("Rules", ""),
        ("a/build", "> /build\n\nWhat does that do?"),
        ("Of bo", "> /build\n\n_Originally posted by @bo in #1_"),
        ("Of bo", "> I would build."),
    ],
)
def test_an_issue_that_is_talk_stays_talk(title: str, body: str) -> None:
    assert opened(title, body) == []


LIKENESSES = {
    "yay\u200b": "invisible",
    "yay" + MANY: "invisible",
    "\u200byay": "invisible",
    "y\u00aday": "invisible",
    "\u2066yay\u2069": "invisible",
    "\uff59\uff41\uff59": "Write only `yay`",
    "y\u0430y": "Write only `yay`",
    "\u0443\u0430\u0443": "Write only `yay`",
    "\u039d\u0391\u03a5": "Write only `NAY`",
    "y<!-- <b> -->ay": "Write only `yay`",
    "<!-- or not -->\nYay": "Write only `Yay`",
    "&#121;ay": "Write only `yay`",
    "y[](#)ay": "Write only `yay`",
    "n*a*y": "Write only `nay`",
    "<b>n</b>ay": "Write only `nay`",
    "y\u200b<!-- -->ay": "invisible",
}


@pytest.mark.parametrize("text", LIKENESSES, ids=lambda text: ascii(text[:20]))
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


@pytest.mark.parametrize("text", ["y<!-- -->ay", "y\u0430y", "&#121;ay", "y[](#)ay"], ids=ascii)
def test_an_edit_by_which_a_vote_is_none_and_looks_like_it_as_before_is_told(text: str) -> None:
    """Somebody else may have made it, who may edit what others wrote: everybody who reads the thread would count it."""
    table = Table()
    table.wait()
    number = table.island.propose("ana", "Song", SONG)
    table.say("ana", "/open", number)
    vote = table.say("bo", "yay", number)
    table.run()
    table.wait()
    table.island.model.edit_comment(table.island.id("owner"), vote, text)
    table.run()
    assert [ballot["choice"] for ballot in table.read(f"state/polls/{number}.yaml")["ballots"]] == [""]
    assert "This edit takes your vote back" in table.answers(number)[-1]
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
