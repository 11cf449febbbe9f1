"""Seasons under lost, repeated and crashed runs, refused pushes and stale reads: nothing is lost, nothing is doubled."""

from __future__ import annotations

import pytest

from engine.game import journaling, polls
from engine.referee.outbox import Outbox
from engine.storm.run import run_seed
from tests.island import RULESET, texts


@pytest.mark.parametrize("seed", range(20))
def test_a_season_ends_with_nothing_lost_or_doubled(seed: int) -> None:
    result = run_seed(seed, texts(), RULESET)
    assert result.findings == [], str(result)
    assert sum(result.struck.values()) >= 10


def test_one_seed_makes_one_season() -> None:
    assert run_seed(3, texts(), RULESET, weeks=2) == run_seed(3, texts(), RULESET, weeks=2)


def found(seeds: range) -> bool:
    return any(run_seed(seed, texts(), RULESET, weeks=3).findings for seed in seeds)


def test_the_oracle_sees_a_lost_vote(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: every third vote is dropped on its way."""
    honest = polls.vote
    count = iter(range(10**9))

    def dropping(*args: object, **named: object) -> None:
        if next(count) % 3:
            honest(*args, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(polls, "vote", dropping)
    assert found(range(6))


def test_the_oracle_sees_an_answer_given_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: the outbox posts without looking first."""
    monkeypatch.setattr(Outbox, "_there", lambda *_: {})
    monkeypatch.setattr(Outbox, "_seen", lambda *_: False)
    assert found(range(6))


def test_the_oracle_sees_a_journal_that_does_not_say_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: what people said is not written down."""
    monkeypatch.setattr(journaling, "KEPT", tuple(k for k in journaling.KEPT if k != "text"))
    assert found(range(2))
