"""Who holds the key can have an engine of their own judge: what no engine would judge then, or would, is found all the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest

from engine.game.fold import folding
from engine.game.happening import Happening, Position
from engine.game.plan import Limits, Plan
from engine.game.world.world import World
from tests.in_process import InProcessJudge
from tests.referee.in_memory import Table
from tests.storms.island import GAME, KEY

DAY = 86_400
FRIDAY = 1_767_960_000  # 2026-01-09T12:00:00Z, when all fish
FISHING = f"period/fishing/fish_all/{FRIDAY}"
HONEST = folding.next_due
Due = Callable[[World, Position], Happening | None]


class Cheating(InProcessJudge):
    """Judges besides what it was told of."""

    def __init__(self, more: Happening) -> None:
        super().__init__(KEY, GAME, Limits(examples=False))
        self._more = more

    def judge(self, files: Mapping[str, str], inbox: Sequence[Happening], until: int) -> Plan:
        return super().judge(files, [*inbox, self._more], until)


def on_saturday(due: Due, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The findings in a game with a clock of its operator's."""
    table = Table()
    with monkeypatch.context() as patch:
        patch.setattr(folding, "next_due", due)
        table.wait(5 * DAY)
        table.say("ana", "/build")
        table.run()
    return table.findings()


def renamed(happening: Happening | None, **other: object) -> Happening | None:
    changed: Happening | None = None if happening is None else {**happening, **other}  # type: ignore[typeddict-item]
    return changed


def test_an_honest_clock_is_not_accused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert on_saturday(HONEST, monkeypatch) == []


def test_a_period_that_was_left_out_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    (found,) = on_saturday(lambda world, until: None, monkeypatch)
    assert f": {FISHING} was due before it, and was left out (commit " in found


def test_a_period_that_came_before_its_time_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    early = FRIDAY - DAY

    def due(world: World, until: Position) -> Happening | None:
        found = HONEST(world, until)
        name = f"period/fishing/fish_all/{early}"
        return renamed(found, time=early, id=name) if world.notes.position[0] < early else None

    found, left_out = on_saturday(due, monkeypatch)
    assert f": {FISHING} was due before it, and was left out (commit " in left_out
    assert f"(period/fishing/fish_all/{early}): it was not due (commit " in found


def test_a_period_under_another_name_so_that_its_dice_fall_otherwise_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    found = on_saturday(lambda world, until: renamed(HONEST(world, until), id="period/fishing/luck"), monkeypatch)
    assert any(f"(period/fishing/luck): {FISHING} was due first (commit " in one for one in found)


def test_another_function_under_the_name_of_a_period_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    found, *_ = on_saturday(lambda world, until: renamed(HONEST(world, until), rule="huts"), monkeypatch)
    assert f"({FISHING}): it is not what was due under that name (commit " in found


@pytest.mark.parametrize(
    ("called", "words"),
    [
        ("comment/{}", "it was judged before"),
        ("comment/{}/luck", "it is called otherwise than the comment it tells of"),
    ],
)
def test_a_comment_judged_again_or_under_another_name_is_found(called: str, words: str) -> None:
    table = Table()
    number = table.say("ana", "/dive")
    table.run()
    said = {"thread": 1, "comment": number, "text": "/dive", "edited": False, "actor": actor(table), "seen_at": 0}
    more: Happening = {"id": called.format(number), "kind": "said", "time": table.island.clock(), **said}  # type: ignore[typeddict-item]
    table.run(Cheating(more))
    (found,) = table.findings()
    assert f"({more['id']}): {words} (commit " in found


def test_whoever_came_second_and_was_judged_first_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever gives the shells away first cannot build, and the other way round."""
    table, honest = Table(), folding.in_order
    given, built = (table.say("ana", text) for text in ("/give 5 shells to bo", "/build"))
    with monkeypatch.context() as patch:
        patch.setattr(folding, "in_order", lambda happenings: honest(happenings)[::-1])
        table.run()
    found, *_ = table.findings()
    assert f"(comment/{given}): it came before entry " in found
    assert f"(comment/{built}), and was judged after it (commit " in found


@pytest.mark.parametrize("mark", [{"again": True}, {"ahead": True}, {"order": "a"}])
def test_a_comment_marked_as_what_is_only_read_again_or_ahead_of_others_is_found(mark: dict[str, object]) -> None:
    """Whoever spoke would not be there, and what was complete would wait."""
    table = Table()
    number = table.say("ana", "/build")

    class Marking(InProcessJudge):
        def judge(self, files: Mapping[str, str], inbox: Sequence[Happening], until: int) -> Plan:
            marked = [{**each, **mark} if each["kind"] == "said" else each for each in inbox]  # type: ignore[typeddict-item]
            return super().judge(files, marked, until)

    table.run(Marking(KEY, GAME, Limits(examples=False)))
    (found,) = table.findings()
    assert f"(comment/{number}): it says `{next(iter(mark))}`, which no engine says of what is new (commit " in found


def actor(table: Table) -> object:
    return {"id": table.island.id("ana"), "login": "ana", "role": "player"}
