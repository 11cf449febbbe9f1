"""Plays a proposal's weeks in children, over the cores, with the same result however many there are."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.game.forecasting import Effect, Numbers, effects

PATIENCE: Final = 600.0


@dataclass(frozen=True)
class Forecast:
    """What differs after so many weeks in so many runs; `trouble` is why nothing could be foretold."""

    poll: str
    weeks: int
    seeds: int
    effects: tuple[Effect, ...]
    trouble: str = ""


def forecast(
    files: Mapping[str, str], poll: str, weeks: int, seeds: int, jobs: int = 1, patience: float = PATIENCE
) -> Forecast:
    """`poll` is the key of an open one. Each of the `jobs` children has `patience` seconds for its share."""
    shares = [share for share in (list(range(seeds))[place::jobs] for place in range(jobs)) if share]
    children = [_begun(files, poll, weeks, share) for share in shares]
    answers = []
    try:
        for child in children:
            answers.append(json.loads(child.communicate(timeout=patience)[0]))
    except (subprocess.TimeoutExpired, ValueError):
        return Forecast(poll, weeks, seeds, (), "It takes too long to play these weeks.")
    finally:
        for child in children:
            child.kill()
            child.wait()
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


def _begun(files: Mapping[str, str], poll: str, weeks: int, share: list[int]) -> subprocess.Popen[str]:
    job = json.dumps({"files": dict(files), "poll": poll, "weeks": weeks, "seeds": share})
    child = subprocess.Popen(
        [sys.executable, "-I", "-m", "engine.referee.forecast_main"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={"PYTHONHASHSEED": "0", "LANG": "C.UTF-8"},
        start_new_session=True,
        cwd="/",
        text=True,
    )
    assert child.stdin is not None
    child.stdin.write(job)
    child.stdin.close()
    child.stdin = None
    return child


def _numbers(listed: list[Any]) -> Numbers:
    return {(collection, key, field): value for collection, key, field, value in listed}
