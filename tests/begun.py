"""What every game of the tests begins with: a clock that stands still, and the files before anything has happened."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import count
from typing import Any, Final

from engine.game.fold.genesis import genesis
from engine.game.words.registry import new_host
from engine.law.running.host import Host
from engine.referee.commits.administered import trailer
from tests.island import RULESET, texts

MANY: Final = 100  # games that one host serves
_ASKED: Final = count()
START: Final = 1_767_614_400  # 2026-01-05T12:00:00Z


class Clock:
    """Stands still until it is moved."""

    def __init__(self, now: int = START) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now


def begun(
    law: Mapping[str, str] | None = None, *, ruleset: str = RULESET, game: str = "g", name: str = "Island", **more: Any
) -> dict[str, str]:
    """path -> text of a game under this law (None: the island's) before anything has happened; `more` goes to `genesis`."""
    law = texts() if law is None else law
    return {**law, **genesis(law, ruleset=ruleset, name=name, game_id=game, **{"start": START, "host": host(), **more})}


def host() -> Host:
    """One for many tests of a process: most of them play under the same laws, which are compiled once.

    It keeps all that it ever compiled, so now and then there is another.
    """
    return _host(next(_ASKED) // MANY)


@lru_cache(maxsize=1)
def _host(number: int) -> Host:
    return new_host()


FIRST: Final = f"Begin\n\n{trailer('')}\n"  # the message of the commit a game begins with
