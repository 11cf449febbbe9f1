"""What a comment that is listed again may mean, by what the state knows of it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.state import State
from engine.referee.intake.traces import never_judged
from engine.referee.ports import Account, Comment
from engine.store import canon, records

OPENED = 1_000


def state(*, status: str = "open", judged: list[int] | None = None, **known: Any) -> State:
    """A game with one poll, in the thread 12; `known` are the ids of comments in its ballots and refused ones."""
    poll = {"thread": 12, "status": status, "opened_at": OPENED}
    poll |= {name: [{"comment": one} for one in known.get(name, [])] for name in ("ballots", "refused")}
    held = {("polls", "12"): poll, ("threads", "12"): {"judged": judged or []}}
    return State({records.path_of(*place): canon.emit(record) for place, record in held.items()})


def comment(created_at: int = OPENED, thread: int = 12) -> Comment:
    return Comment(7, thread, Account(1, "ana"), "MEMBER", "yay", created_at, created_at)


@pytest.mark.parametrize("when", [OPENED, OPENED + 1, OPENED + 999_999])
def test_whatever_was_said_while_the_poll_was_open_and_is_nowhere_known_was_never_judged(when: int) -> None:
    assert never_judged(state(), comment(when))
    assert never_judged(state(ballots=[6], refused=[8], judged=[9]), comment(when))


def test_what_was_said_before_or_elsewhere_or_when_it_is_over_is_not_missed() -> None:
    assert not never_judged(state(), comment(OPENED - 1))
    assert not never_judged(state(), comment(thread=13))
    assert not never_judged(state(status="adopted"), comment())


@pytest.mark.parametrize("known", ["ballots", "refused", "judged"])
def test_what_is_known_was_judged(known: str) -> None:
    assert not never_judged(state(**{known: [7]}), comment())
