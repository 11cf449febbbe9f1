"""How many rescues there may be at once: none can fill the file they stand in, and a crowd of them keeps nobody from one of theirs."""

from __future__ import annotations

import pytest

from engine.game.owned import Rescue
from engine.game.proposals import crowd, rescue
from engine.game.refusal import Refusal
from engine.store import canon
from tests.begun import START
from tests.game.test_rescue import PEOPLE, Steps, clock, played, says

MOST_BYTES = 8_000_000  # of a file


def asked(number: int, by: str, **more: str) -> Steps:
    opened = {"pull": number, "title": f"Unlock {number}", "changes": {"140-lock.md": None}}
    return [{"by": by, "opens": opened}, says(by, "/rescue", number, **more)]


def begun(by: str, people: int = 4, at: int = START) -> Rescue:
    who = [str(900_000_000 + i) for i in range(people)]
    votes = {each: {"choice": "yay", "comment": 9_000_000_000, "at": at, "edited": True} for each in who}
    heard = dict.fromkeys(who, at)
    rest = {"since": at, "change": "0" * 64, "votes": votes, "heard": heard, "told": ""}
    found: Rescue = {"by": by, "began": at, "electors": who, "players": who, **rest}  # type: ignore[typeddict-item]
    return found


def begin(there: dict[str, Rescue], by: str, people: int = 4, now: int = START) -> None:
    """As far as there is room; the thread is the next number."""
    oldest = crowd.must_have_room_for_rescue(there, by, people, now)
    there.pop(str(oldest), None)
    there[str(max(map(int, there), default=0) + 1)] = begun(by, people, now)


def test_one_account_has_no_more_than_two_at_once_and_another_can_still_begin_one() -> None:
    third = asked(14, "ana", refused="close its pull request")
    stage = played([*asked(12, "ana"), *asked(13, "ana"), *third, *asked(15, "bo")])
    assert sorted(rescue.begun(stage.world)) == ["12", "13", "15"]


def test_whoever_closes_one_of_theirs_can_begin_another() -> None:
    closes = {"by": "ana", "closes": 12}
    stage = played([*asked(12, "ana"), *asked(13, "ana"), closes, *asked(14, "ana")])
    assert sorted(rescue.begun(stage.world)) == ["13", "14"]


def test_however_many_have_a_say_the_first_few_begin_and_all_of_them_fit_in_a_file() -> None:
    for people in (3, 1_000, 10_000):
        there: dict[str, Rescue] = {}
        room = min(crowd.MOST_RESCUES, max(crowd.FEW_RESCUES, crowd.MOST_IN_RESCUES // people))
        for account in range(room):
            begin(there, f"{account}", people)
        with pytest.raises(Refusal, match="have begun and are not over"):
            begin(there, "another", people)
        each = len(canon.emit({"rescues": {"1": dict(begun("1", people))}}))
        assert each * len(there) < 0.8 * MOST_BYTES


def test_what_has_waited_for_a_month_gives_way_and_nothing_that_is_younger_does() -> None:
    there: dict[str, Rescue] = {}
    for account in range(crowd.MOST_RESCUES):
        begin(there, f"{account}")
    with pytest.raises(Refusal):
        begin(there, "honest", now=START + crowd.LONG_BEGUN - 1)
    begin(there, "honest", now=START + crowd.LONG_BEGUN)
    assert "1" not in there and "2" in there and len(there) == crowd.MOST_RESCUES


def test_what_gives_way_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crowd, "FEW_RESCUES", 1)
    monkeypatch.setattr(crowd, "MOST_IN_RESCUES", len(PEOPLE))
    late = asked(13, "bo", refused="oldest gives way")
    still = [says("cy", "nay", 12), clock(16), says("cy", "nay", 12), clock(28), says("cy", "nay", 12)]
    month = {"clock": "2026-02-04T12:00:00Z"}
    stage = played([*asked(12, "ana"), *late, *still, month, *asked(14, "bo")])
    assert sorted(rescue.begun(stage.world)) == ["14"]
    assert any("#12 is over: it has waited" in text for text in stage.said)
