"""What a proof cannot make again is told, with how much of it there is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from engine.game.dice import seed
from engine.game.fold.folding import fold
from engine.game.happening import Happening
from engine.game.plan import Fault, Plan
from engine.referee.verify import verify
from tests.in_process import InProcessJudge
from tests.referee.in_memory import Table
from tests.storms.island import GAME, KEY


class Slow(InProcessJudge):
    """On this machine, or so its operator says, a rule takes too long over a comment."""

    def __init__(self, comment: int) -> None:
        super().__init__(KEY, GAME)
        self._faults = {f"comment/{comment}": Fault("huts", "build", 1, "it took too long")}

    def judge(self, files: Mapping[str, str], inbox: Sequence[Happening], until: int) -> Plan:
        return fold(files, inbox, until, partial(seed, self.key, self.game), faults=self._faults, limits=self.limits)


def test_a_refusal_that_hangs_on_the_machine_is_counted_and_the_first_is_named() -> None:
    table = Table()
    comment = table.say("ana", "/build")
    table.run(Slow(comment))
    proof = verify(table.island.repository)
    assert proof.findings == []
    (note,) = [note for note in proof.notes if "taken as given" in note]
    assert note.startswith("1 entry tells of a rule that took too long or ended the judge, ")
    assert f"(comment/{comment})" in note


def test_where_there_is_none_nothing_is_said_of_it() -> None:
    table = Table()
    table.say("ana", "/build")
    table.run()
    assert not any("taken as given" in note for note in verify(table.island.repository).notes)
