"""The order of precedence of rules: a total order, made by taking one rule after the other.

Immutable rules come first. Within a class the next is always the lowest number against which no remaining rule has an
uncontradicted claim; if there is none, the lowest number. Claims of two rules against each other cancel.
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Claim:
    """What a rule says of its own rank: the numbers or slugs (or "all") of those it overrides or defers to."""

    slug: str
    number: int | None
    immutable: bool
    overrides: tuple[int | str, ...] = ()
    defers_to: tuple[int | str, ...] = ()


def order(claims: Sequence[Claim]) -> list[str]:
    """Slugs, strongest first; the same for any order of the input."""
    result = []
    for immutable in (True, False):
        remaining = sorted((c for c in claims if c.immutable is immutable), key=_rank)
        claiming = [c for c in remaining if c.overrides]
        while remaining:
            chosen = next(
                (c for c in remaining if not _beaten(c, remaining if c.defers_to else claiming)), remaining[0]
            )
            remaining.remove(chosen)
            if chosen.overrides:
                claiming.remove(chosen)
            result.append(chosen.slug)
    return result


def _rank(claim: Claim) -> tuple[bool, int, str]:
    return claim.number is None, claim.number or 0, claim.slug


def _beaten(claim: Claim, others: Sequence[Claim]) -> bool:
    """Whether one of these remaining rules claims precedence over this one and is not contradicted by it."""
    return any(other is not claim and _above(other, claim) and not _above(claim, other) for other in others)


def _above(one: Claim, other: Claim) -> bool:
    """One says it stands over the other, or the other says it yields to the one."""
    return _names(one.overrides, other) or _names(other.defers_to, one)


def _names(named: tuple[int | str, ...], claim: Claim) -> bool:
    return "all" in named or claim.slug in named or (claim.number is not None and claim.number in named)
