"""Plays a proposal's weeks in children, over the cores or a cluster, with the same result however many there are."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.game.forecasting import Effect, Numbers, effects
from engine.referee.judging import bare

PATIENCE: Final = 600.0
TOO_LONG: Final = "It takes too long to play these weeks."
Job = dict[str, Any]
Play = Callable[[list[Job], float], list[dict[str, Any]]]


@dataclass(frozen=True)
class Forecast:
    """What differs after so many weeks in so many runs; `trouble` is why nothing could be foretold."""

    poll: str
    weeks: int
    seeds: int
    effects: tuple[Effect, ...]
    trouble: str = ""


def in_children(jobs: list[Job], patience: float) -> list[dict[str, Any]]:
    """What each job gives, played side by side on this machine. Raises TimeoutError and EOFError."""
    return bare.answers("engine.referee.judging.forecast_main", map(json.dumps, jobs), patience)


def forecast(
    files: Mapping[str, str],
    poll: str,
    weeks: int,
    seeds: int,
    jobs: int = 1,
    patience: float = PATIENCE,
    play: Play = in_children,
) -> Forecast:
    """`poll` is the key of an open one. Its runs are dealt to `jobs` players, who have `patience` seconds in all."""
    shares = [share for share in (list(range(seeds))[place::jobs] for place in range(jobs)) if share]
    common = {"files": dict(files), "poll": poll, "weeks": weeks}
    try:
        answers = play([{**common, "seeds": share} for share in shares], patience)
    except (EOFError, TimeoutError):
        return Forecast(poll, weeks, seeds, (), TOO_LONG)
    trouble = next((str(answer["trouble"]) for answer in answers if answer["trouble"]), "")
    if trouble:
        return Forecast(poll, weeks, seeds, (), trouble)
    by_seed = {
        seed: run
        for share, answer in zip(shares, answers, strict=True)
        for seed, run in zip(share, answer["runs"], strict=True)
    }
    runs = [(_numbers(by_seed[seed][0]), _numbers(by_seed[seed][1])) for seed in range(seeds)]
    return Forecast(poll, weeks, seeds, tuple(effects(_numbers(answers[0]["now"]), runs)))


def _numbers(listed: list[Any]) -> Numbers:
    return {(collection, key, field): value for collection, key, field, value in listed}
