"""One entry of the zoo: what happened in which game, the plant that makes it happen here, and what has to catch it."""

from __future__ import annotations

from dataclasses import dataclass

from tests.storms.zoo.planting import Plant, RulePlant


@dataclass(frozen=True)
class Seed:
    """The season of this seed, `weeks` long, must find something with the words `sees` in it."""

    seed: int
    weeks: int
    sees: str

    def __str__(self) -> str:
        return f"storm, seed {self.seed}, {self.weeks} weeks"


@dataclass(frozen=True)
class Named:
    """The test of this name (as pytest has it) must fail."""

    test: str

    def __str__(self) -> str:
        return self.test


@dataclass(frozen=True)
class Bug:
    """`happened` tells it in a sentence or two; `caught_by` is what makes it fail the build."""

    name: str
    happened: str
    plants: tuple[Plant | RulePlant, ...]
    caught_by: Seed | Named
