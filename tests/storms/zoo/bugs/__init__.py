"""Every bug of the zoo, by what it spoils."""

from __future__ import annotations

from typing import Final

from tests.storms.zoo.bug import Bug
from tests.storms.zoo.bugs import chance, games, periods, reading, speaking, verdicts, votes, writing

BUGS: Final[tuple[Bug, ...]] = (
    *votes.BUGS,
    *verdicts.BUGS,
    *periods.BUGS,
    *reading.BUGS,
    *writing.BUGS,
    *speaking.BUGS,
    *chance.BUGS,
    *games.BUGS,
)
