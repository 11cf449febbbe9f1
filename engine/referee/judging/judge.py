"""Who judges, as the referee asks it: the product's judge is the child in `child.py`."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from engine.game.happening import Happening
from engine.game.plan import Plan


class Judge(Protocol):
    """Turns files and an inbox into a plan.

    `prepare` says that it will soon be asked, with the files that are known by then, be it not all of them; `rest` that it is
    not any more.
    """

    def judge(self, files: Mapping[str, str], inbox: Sequence[Happening], until: int) -> Plan: ...

    def prepare(self, files: Mapping[str, str] | None = None) -> None: ...

    def rest(self) -> None: ...
