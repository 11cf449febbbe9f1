"""What an operator brings into a game beside play: one happening, judged alone and committed like a pass."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine.game.dice import commitment
from engine.game.happening import Happening
from engine.game.state import State
from engine.referee import administered, fitness, snapshot
from engine.referee.committing import commit
from engine.referee.judge import Judge
from engine.referee.passing import GaveUp
from engine.referee.ports import ForgeError, Moved, PushRefused, Repository

ATTEMPTS: Final = 6
Files = Mapping[str, str]
Make = Callable[[Files, str], tuple[Happening, Files]]


def bring(
    repository: Repository,
    judge: Judge,
    make: Make,
    wait: Callable[[int], None],
    keys: Sequence[bytes] = (),
    later: Sequence[bytes] = (),
) -> str:
    """Commits what follows from a happening, sealed with `keys` and with those of `later`; returns the commit.

    `make` is given the game's files and the engine's last commit, and returns the happening, its time left out, and
    files that its judgment needs besides. Raises ForgeError with cause and remedy; then nothing was changed.
    """
    for attempt in range(ATTEMPTS):
        try:
            return _attempt(repository, judge, make, keys, later)
        except Moved:
            wait(attempt)
        except PushRefused as refusal:
            raise ForgeError(f"The push was refused: {refusal}", "Nothing was changed. See docs/operate.md.") from None
    raise GaveUp("main moved each time this wanted to be written.", "Nothing was changed: try again.")


def _attempt(repository: Repository, judge: Judge, make: Make, keys: Sequence[bytes], later: Sequence[bytes]) -> str:
    main = repository.fetch()
    since = administered.since_last(repository, main, keys, key_lost=bool(later) and not keys)
    if since.base != main and (since.happenings or since.restored):
        raise ForgeError("There are commits by hand that no pass has judged.", "Run `nomic referee`, then this again.")
    files = snapshot.read(repository, since.base)
    fitness.check(State(files), commitment(keys[0]) if keys and not later else None)
    happening, more = make(files, since.base)
    common: Happening = {"time": 0, "actor": None, "thread": None}
    plan = judge.judge({**files, **more}, [{**common, **happening}], 0)
    outcome = plan.outcomes[0]
    if outcome["is"] != "done":
        raise ForgeError(str(outcome.get("reason")), str(outcome.get("remedy")))
    (segment,) = plan.segments
    made = commit(repository, [main], segment.whole(files), segment, [*keys, *later])
    repository.push(main, made)
    return made
