"""Of posts that stand twice the oldest stays, and nothing else is taken for one."""

from __future__ import annotations

from engine.referee.answering import duplicates
from engine.referee.answering.markers import mark
from engine.referee.ports import Account, Comment, Thread

BOT = Account(1, "bot", bot=True)


def comment(number: int, *keys: str, thread: int = 7, digest: str = "00000000") -> Comment:
    body = "Said.\n\n" + "".join(mark(key, digest) for key in keys)
    return Comment(number, thread, BOT, "NONE", body, number, number)


def issue(number: int, tag: str) -> Thread:
    body = f"Body.\n\n{mark(f'issue/{tag}', '00000000')}"
    return Thread(number, "issue", tag, body, BOT, "NONE", (), (), "open", False, number, number)


def test_the_younger_of_two_that_say_the_same_is_a_twin() -> None:
    assert duplicates.comments([comment(2, "reply/a"), comment(1, "reply/a"), comment(3, "reply/b")]) == [2]


def test_what_says_something_new_as_well_is_none_but_what_it_says_again_is() -> None:
    assert duplicates.comments([comment(1, "reply/a"), comment(2, "reply/a", "reply/b")]) == [1]
    assert duplicates.comments([comment(1, "reply/a", "reply/c"), comment(2, "reply/a", "reply/b")]) == []


def test_what_says_the_same_in_pieces_is_one() -> None:
    assert duplicates.comments([comment(1, "reply/a"), comment(2, "reply/b"), comment(3, "reply/a", "reply/b")]) == [3]


def test_another_wording_of_an_answer_is_none_but_a_thread_has_one_status() -> None:
    assert duplicates.comments([comment(1, "reply/a"), comment(2, "reply/a", digest="11111111")]) == []
    assert duplicates.comments([comment(1, "status/7"), comment(2, "status/7", digest="11111111")]) == [2]


def test_the_same_in_another_thread_and_what_bears_no_mark_are_none() -> None:
    assert duplicates.comments([comment(1, "reply/a"), comment(2, "reply/a", thread=8), comment(3), comment(4)]) == []


def test_the_issue_that_the_state_knows_stays_else_the_oldest() -> None:
    both = [issue(9, "hunger"), issue(8, "hunger"), issue(10, "hut")]
    assert duplicates.issues(both, lambda tag: None) == [9]
    assert duplicates.issues(both, lambda tag: 9 if tag == "hunger" else None) == [8]
    assert duplicates.issues([issue(9, "hunger")], lambda tag: 8) == [9]
