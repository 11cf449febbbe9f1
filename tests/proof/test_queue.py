"""Of the runs that wait one is enough: each pass reads everything. But what only an event tells of has a run to itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from engine.referee.answering.markers import marks
from engine.referee.ports import Deletion
from tests.referee.in_memory import Table
from tests.storms.island import TABLE

SONG = {"rules/island/108-song.md": "---\nrule: next\ntitle: Song\nby_hand: true\n---\nWe sing.\n"}
TAKES = 20  # seconds from the start of a run to the reading of its pass, and a little more
PLAYERS = ("ana", "bo", "cy", "di", "ed", "flo")
GAMES = Path(__file__).parents[2] / "engine/template/game/.github/workflows"

Deed = Callable[[], Deletion | None]


@dataclass
class Runs:
    """The runs of one workflow. `keeps` is how many may wait (the youngest do); what somebody else deleted may have one `apart`."""

    table: Table
    keeps: int
    apart: bool
    waiting: list[Deletion | None] = field(default_factory=list)
    under_way: list[tuple[int, Deletion | None, bool]] = field(default_factory=list)  # end, what was told, apart
    made: int = 0

    def event(self, now: int, told: Deletion | None) -> None:
        if told is not None and told.by_somebody_else and self.apart:
            self._start(now, told, apart=True)
        else:
            self.waiting = [*self.waiting, told][-self.keeps :]

    def second(self, now: int) -> None:
        """Ends the runs that are due, and starts the next."""
        for run in [run for run in self.under_way if run[0] <= now]:
            self.under_way.remove(run)
            self.table.referee().run(run[1])
        if self.waiting and all(run[2] for run in self.under_way):
            self._start(now, self.waiting.pop(0), apart=False)

    def _start(self, now: int, told: Deletion | None, *, apart: bool) -> None:
        self.under_way.append((now + TAKES, told, apart))
        self.made += 1


def evening(keeps: int, *, apart: bool = True) -> tuple[Table, int]:
    """The table after ten busy minutes, and how many runs they took."""
    table = Table()
    table.island.model.account("mo", "write")
    for who in PLAYERS[2:]:
        table.say(who, "/join")
    number = table.island.propose("ana", "Song", SONG)
    table.say("ana", "/open", number)
    table.run()
    runs, clock = Runs(table, keeps, apart), table.island.clock
    start, deeds = clock.now, dict(_deeds(table, number))
    for now in range(start, start + 900):
        clock.now = now
        for deed in deeds.get(now - start, ()):
            runs.event(now, deed())
        runs.second(now)
    assert not runs.waiting
    return table, runs.made


def _deeds(table: Table, number: int) -> Iterator[tuple[int, list[Deed]]]:
    """(second, what people do then): talk, votes that are changed, commands, and a vote that a moderator takes away at once."""
    model, island, said = table.island.model, table.island, {}

    def says(who: str, text: str, on: int = number) -> Deed:
        def deed() -> None:
            said[who] = island.say(who, on, text)

        return deed

    def edits(who: str, text: str) -> Deed:
        return lambda: (model.edit_comment(island.id(who), said[who], text), None)[1]

    def deletes(by: str, whose: str) -> Deed:
        def deed() -> Deletion:
            told = island.forge.trace(said[whose], island.id(by))
            model.delete_comment(island.id(by), said[whose])
            return told

        return deed

    for n, who in enumerate(PLAYERS):
        yield 7 + 5 * n, [says(who, "nay" if n % 2 else "yay")]
        yield 240 + 3 * n, [says(who, "/build", TABLE)]
        yield 400 + 2 * n, [says(who, f"I have thought about it, {n}.")]
    yield 39, [deletes("mo", "flo")]  # a second after the last word of the first round, before any pass has read it
    yield 40, [says("mo", "Order!")]
    yield 41, [says("mo", "Order, I say!")]
    yield 120, [says("bo", "yay")]
    yield 122, [edits("cy", "nay")]
    yield 300, [deletes("ed", "ed")]
    yield 500, [says("cy", "yay")]
    yield 503, [edits("cy", "nay")]
    yield 506, [edits("cy", "yay")]
    yield 510, [says("ana", "/resolve")]


def outcome(table: Table) -> dict[str, object]:
    """What a player has of it: the votes and the verdict, the records, and who was answered how often."""
    poll = next(p for path, p in _polls(table) if path)
    ballots = sorted((b["voter"], b["choice"], b["deleted"], b.get("removed_by", "")) for b in poll["ballots"])
    keys = [key for body in _answers(table) for key in marks(body) if key.startswith("reply/")]
    spoken = [table.island.model.comments.get(int(key.split("/")[2])) for key in keys]
    answered = sorted((comment.author, comment.body) for comment in spoken if comment is not None)
    shells = {who: table.read(f"state/players/{who}.yaml") for who in PLAYERS}
    return {"status": poll["status"], "ballots": ballots, "answered": answered, "players": shells}


def _polls(table: Table) -> Iterator[tuple[str, dict[str, object]]]:
    return ((path, table.read(path)) for path in table.island.files() if path.startswith("state/polls/"))


def _answers(table: Table) -> list[str]:
    return [body for thread in sorted(table.island.model.threads) for body in table.answers(thread)]


def test_one_run_that_waits_loses_nothing_and_costs_less_than_half() -> None:
    (one, few), (all_, many) = evening(1), evening(100)
    assert outcome(one) == outcome(all_)
    assert ("flo", "nay", False, "mo") in outcome(one)["ballots"]  # type: ignore[operator]
    assert one.findings() == all_.findings() == []
    assert few * 2 < many


def test_without_a_run_of_its_own_a_deletion_that_is_pushed_out_would_take_the_vote_away() -> None:
    lost, _ = evening(1, apart=False)
    assert "flo" not in [voter for voter, *_ in outcome(lost)["ballots"]]  # type: ignore[attr-defined]


def test_who_writes_and_deletes_without_end_has_no_more_runs_than_time_for_them() -> None:
    """Else one person could start as many at once as use up what GitHub grants the game for an hour."""
    table = Table()
    runs, clock = Runs(table, 1, apart=True), table.island.clock
    start, zoe = clock.now, table.island.id("zoe")
    for now in range(start, start + 300):
        clock.now = now
        if (now - start) % 3 == 0:
            said = table.island.say("zoe", TABLE, "hello")
            runs.event(now, None)
            told = table.island.forge.trace(said, zoe)
            table.island.model.delete_comment(zoe, said)
            runs.event(now, told)
        runs.second(now)
    assert runs.made <= 300 // TAKES + 1


@pytest.mark.parametrize("folder", [GAMES, Path(__file__).parents[2] / ".github/workflows"], ids=["games", "here"])
def test_the_workflows_ask_for_just_that(folder: Path) -> None:
    found = YAML(typ="safe").load(folder / "referee.yml")["concurrency"]
    assert found == {
        "group": "${{ inputs.dry-run && format('referee-dry-{0}', github.run_id) "
        "|| github.event.action == 'deleted' && github.event.sender.id != github.event.comment.user.id "
        "&& format('referee-{0}', github.run_id) || 'referee' }}",
        "queue": "single",
    }
