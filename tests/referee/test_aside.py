"""What an operator brings into a game beside play, while main moves under it or nobody may push."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from engine.game.dice import commitment
from engine.referee.aside import ATTEMPTS, bring
from engine.referee.ports import ForgeError, GaveUp
from tests.referee.in_memory import Table, judging
from tests.storms.island import KEY

NEW = b"the next key"


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
