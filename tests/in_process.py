"""The fold in this process, as it judges for tests and storms; the product's judge sits in a child, and both answer alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from engine.game.dice import seed
from engine.game.examples.evidence import of_change
from engine.game.fold.folding import fold
from engine.game.happening import Happening
from engine.game.plan import Limits, Plan
from engine.game.words.registry import new_host
from engine.law.running.host import Host


class InProcessJudge:
    """The fold, called directly. Rule code that kills a process kills this one. What the `host` compiled stays for the next pass."""

    def __init__(self, key: bytes, game: str, limits: Limits | None = None, host: Host | None = None) -> None:
        self.key, self.game, self.limits = key, game, limits or Limits()
        self.host = host or new_host()

    def judge(self, files: Mapping[str, str], inbox: Sequence[Happening], until: int) -> Plan:
        entropy = partial(seed, self.key, self.game)
        return fold(files, inbox, until, entropy, limits=self.limits, host=self.host, evidence=of_change)

    def prepare(self, files: Mapping[str, str] | None = None) -> None:
        """It is always ready."""

    def rest(self) -> None:
        """It keeps nothing that waits."""
