"""What an operator brings into a game beside play, while main moves under it or nobody may push."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from engine.game.dice import commitment
from engine.referee.aside import ATTEMPTS, bring
from engine.referee.ports import ForgeError, GaveUp
from tests.in_process import InProcessJudge
from tests.island import rule, with_rules
from tests.referee.in_memory import Table, judging
from tests.storms.island import GAME, KEY

NEW = b"the next key"
DAY = 86_400
AFTER_A_DAY = rule(
    120,
    "After a day",
    front="overrides: all\nanswers: {quorum: one, resolves_itself: after_a_day, verdict: most}\n",
    code=(
        "def one(poll, tally):\n    return True\n\n"
        'def after_a_day(poll, tally):\n    return now() >= poll["opened_at"] + days(1)\n\n'
        'def most(poll, tally):\n    return "adopted" if tally["yay"] > tally["nay"] else "rejected"\n'
    ),
)


@dataclass
class Rotating:
    """Another key is brought into a game; `waited` has the attempts after which main was waited for."""

    table: Table = field(default_factory=Table)
    waited: list[int] = field(default_factory=list)
    before_attempts: Callable[[], object] = lambda: None

    def bring(self) -> str:
        happening = {"id": "rotated/x", "kind": "rotated", "commitment": commitment(NEW), "revealed": KEY.hex()}

        def make(files: object, base: str) -> tuple[object, dict[str, str]]:
            self.before_attempts()
            return {**happening, "seen_at": self.table.island.clock()}, {}

        return bring(self.table.island.repository, judging(), make, self.waited.append, [KEY], [NEW])  # type: ignore[arg-type]

    @property
    def committed(self) -> str | None:
        return self.table.read("state/engine.yaml")["dice"]["commitment"]


def test_it_is_made_anew_on_a_main_that_moved_meanwhile() -> None:
    rotating = Rotating()
    moved: list[str] = []
    rotating.table.island.repository.before_push = lambda: moved.append(
        rotating.table.by_hand({"README.md": "Ours.\n"})
    )
    made = rotating.bring()
    assert rotating.waited == [0]
    assert rotating.table.island.repository.commit_info(made).parents == tuple(moved)
    assert rotating.table.island.store.main == made
    assert (rotating.committed, rotating.table.findings()) == (commitment(NEW), [])


def test_where_main_moves_each_time_nothing_is_changed_and_it_is_to_be_tried_again() -> None:
    rotating = Rotating()
    table = rotating.table

    def move() -> None:
        table.island.repository.before_push = lambda: table.by_hand({"README.md": f"{len(rotating.waited)}\n"})

    rotating.before_attempts = move
    with pytest.raises(GaveUp, match="main moved each time") as gave_up:
        rotating.bring()
    assert gave_up.value.remedy == "Nothing was changed: try again."
    assert rotating.waited == list(range(ATTEMPTS))
    assert rotating.committed != commitment(NEW)


def test_what_nobody_may_push_is_told_in_the_words_of_who_refused_it() -> None:
    rotating = Rotating()
    main = rotating.table.island.store.main
    rotating.table.island.repository.refuse = "protected branch hook declined"
    with pytest.raises(ForgeError, match="The push was refused: protected branch hook declined"):
        rotating.bring()
    assert (rotating.table.island.store.main, rotating.waited) == (main, [])


def test_what_waits_to_be_decided_is_decided_by_the_next_pass_with_what_was_said_meanwhile() -> None:
    """Another key decided it without the vote that no pass had read, and merged nothing."""
    rotating = Rotating(Table(with_rules({"120-after-a-day.md": AFTER_A_DAY})))
    table = rotating.table
    number = table.island.propose("ana", "No gifts", {"rules/island/104-gifts.md": None})
    for text in ("/open", "yay"):
        table.say("ana", text, number)
    table.run()
    table.wait(DAY)
    table.say("bo", "/give 99 shells to ana")  # refused: so nobody asks whether anything is complete
    table.run()
    table.say("bo", "nay", number)
    poll = f"state/polls/{number}.yaml"
    rotating.bring()
    assert (table.read(poll)["status"], table.findings()) == ("open", [])
    table.run(InProcessJudge(NEW, GAME), committed=commitment(NEW), key=NEW)
    assert (table.read(poll)["status"], table.findings()) == ("rejected", [])
