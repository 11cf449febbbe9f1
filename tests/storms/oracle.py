"""The oracle: from what people did and what stands in the repository, everything that must not be so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Final

from engine.referee.verify import verify
from tests.storms.checks import answers, boards, commands, counting, history, landing, periods, unsaid, votes
from tests.storms.evidence import Evidence


def replayed(evidence: Evidence) -> Iterator[str]:
    """The journal replayed gives the same bytes, every seal holds, and a commit that only says it is the engine's is named."""
    island, forged = evidence.island, evidence.ledger.forged
    found = verify(island.repository, None, [island.key] if island.key else []).findings
    unnamed = [sha for sha in forged if not any(sha[:10] in finding for finding in found)]
    counted = f"{len(unnamed)} more commit"  # of several in a row the first is named
    if any(finding.startswith(counted) for finding in found) and len(unnamed) < len(forged):
        found, unnamed = [finding for finding in found if not finding.startswith(counted)], []
    yield from (f"commit {sha[:10]} says it is the engine's, and verify finds nothing in it" for sha in unnamed)
    yield from (finding for finding in found if not any(sha[:10] in finding for sha in forged))


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


# What holds under any law: of the island's and Credo's votes the oracle knows more, as long as they stay as they are.
UNDER_ANY_LAW: Final[tuple[Callable[[Evidence], Iterable[str]], ...]] = (
    votes.under_any_law,
    boards.under_any_law,
    counting.under_any_law,
    landing.findings,
    periods.findings,
    commands.findings,
    answers.findings,
    unsaid.findings,
    history.findings,
    replayed,
)


def findings(evidence: Evidence, *, known_law: bool = True) -> list[str]:
    """One line for each thing that is wrong after a season and its clean passes."""
    return list(chain.from_iterable(check(evidence) for check in (CHECKS if known_law else UNDER_ANY_LAW)))
