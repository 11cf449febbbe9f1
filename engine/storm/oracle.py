"""The oracle: from what people did and what stands in the repository, everything that must not be so."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Final

from engine.referee.verify import verify
from engine.storm.checks import answers, boards, commands, counting, history, landing, periods, unsaid, votes
from engine.storm.evidence import Evidence


def replayed(evidence: Evidence) -> list[str]:
    """The journal replayed gives the same bytes."""
    return list(verify(evidence.island.repository).findings)


CHECKS: Final[tuple[Callable[[Evidence], Iterable[str]], ...]] = (
    votes.findings,
    boards.findings,
    counting.findings,
    landing.findings,
    periods.findings,
    commands.findings,
    answers.findings,
    unsaid.findings,
    history.findings,
    replayed,
)


def findings(evidence: Evidence) -> list[str]:
    """One line for each thing that is wrong after a season and its clean passes."""
    return list(chain.from_iterable(check(evidence) for check in CHECKS))
