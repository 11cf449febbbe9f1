"""Boards of whole games that were played by hand: the blessed playthroughs, with their numbers over time and an open vote."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from engine.game.examples.example_stage import Stage
from engine.game.exhibits import SILENT
from engine.game.forecasting import WEEK
from engine.game.words.registry import new_host
from engine.law.display import declared
from engine.referee.judging.forecast import Forecast, forecast
from engine.referee.judging.forecast_main import answer as foretell
from engine.site import cells, forecasts, past
from engine.site.build import Board, Journal
from engine.site.game import FORECASTS, Game
from engine.site.notes import Notes
from engine.store import canon, guard
from engine.table.counsel_main import answer
from tests.playthroughs.transcript import HERE
from tests.rulesets.texts import TEXTS

PLAYED: Final = {
    "credo": "credo_winter",
    "frontier": "frontier_autumn",
    "assembly": "assembly_winter",
    "starfarers": "starfarers_may",
    "wayfarers": "wayfarers_journey",
}
SONGS: Final = "---\nrule: next\ntitle: Harbour songs\nby_hand: true\n---\nWhoever docks at a station sings.\n"
ADDRESS: Final = "https://github.example/o/meadow"
# Where a picture of the game is taken before it is over: before this step.
UNTIL: Final[Mapping[str, Mapping[str, Any]]] = {
    "frontier": {"by": "ed", "opens": 34},
    "assembly": {"by": "flo", "opens": 31},
    "starfarers": {"by": "ana", "says": "/end"},
}


def _opened(who: str, title: str, changes: Mapping[Any, Any], *voters: str, then: str = "") -> list[dict[str, Any]]:
    """A vote that is open when the picture is taken."""
    opens = {"by": who, "opens": {"pull": 40, "title": title, "changes": changes}}
    votes = [{"by": voter.split()[0], "says": voter.split()[1], "on": 40} for voter in voters]
    clock = [{"clock": then}] if then else []
    return [opens, {"by": who, "says": "/open", "on": 40}, *clock, *votes]


OPEN: Final[Mapping[str, list[dict[str, Any]]]] = {
    "credo": [
        *(
            {"by": who, "says": f"/join {where}"}
            for who, where in (("di", "Lagash"), ("ed", "Uruk"), ("flo", "Nippur"))
        ),
        *_opened("ana", "355 Poorer harvests", {329: {"parameters": {"die": 8}}}, "ana yay", "di nay"),
    ],
    "frontier": _opened("ed", "Claims take longer", {308: {"parameters": {"stay": 4}}}, "ed yay", "di nay"),
    "assembly": _opened(
        "flo", "Dissent pays more", {204: {"parameters": {"reward": 20}}}, "flo yay", "ana yay", "bo nay"
    ),
    "starfarers": _opened(
        "ed", "Harbour songs", {"harbour-songs.md": SONGS}, "ed yay", "di yay", "cy nay", then="2026-05-15T18:30:00Z"
    ),
    "wayfarers": [
        {"by": "ana", "says": "/roll"},
        {"by": "ana", "says": "/move NE"},
        *_opened("ana", "Longer strides", {108: {"parameters": {"longest": 9}}}, "ana yay"),
    ],
}

ROLLS: Final[Mapping[str, list[Any]]] = {"wayfarers": [2, "food"]}


def _as_played(ruleset: str) -> dict[str, Any]:
    """The transcript up to the moment of the picture."""
    content: dict[str, Any] = guard.load(
        (HERE / f"{PLAYED[ruleset]}.yaml").read_text(encoding="utf-8"), max_nodes=100_000
    )
    steps, until = content["when"], UNTIL.get(ruleset)
    last = next(place for place, step in enumerate(steps) if _is(step, until)) if until else len(steps)
    rolls = {"rolls": [*content["rolls"], *ROLLS[ruleset]]} if ruleset in ROLLS else {}
    return {**content, **rolls, "when": [*steps[:last], *OPEN[ruleset]]}


def _is(step: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    opens = step.get("opens") or {}
    return {**step, "opens": opens.get("pull")} | wanted == {**step, "opens": opens.get("pull")}


class Watched(Stage):
    """Notes after each step the numbers that are shown over time."""

    def watch(self) -> None:
        self.begun = dict(self.world.files)
        self.seen: list[tuple[int, dict[str, Any]]] = []
        self.fields = past.charted(declared(self.world.book.documents.values()))

    def step(self, step: dict[str, Any]) -> str | None:
        found = super().step(step)
        numbers = {
            name: {key: _numbers(record, key, fields) for key, record in self.world.records.items(name)}
            for name, fields in self.fields.items()
        }
        if not self.seen or self.now - self.seen[-1][0] >= WEEK // 7:
            self.seen.append((self.now, numbers))
        return found

    def files(self) -> dict[str, str]:
        self.folding.close()
        files = dict(self.begun)
        for segment in self.folding.plan.segments:
            segment.apply(files)
        game = canon.read(files["state/game.yaml"])
        return {**files, "state/game.yaml": canon.emit({**game, "name": "Meadow"})}


def _numbers(record: Mapping[str, Any], key: str, fields: tuple[str, ...]) -> dict[str, int | float]:
    found = {field: cells.amount(record, key, field) for field in fields}
    return {field: number for field, number in found.items() if number is not None}


@lru_cache
def game(ruleset: str) -> tuple[dict[str, str], tuple[tuple[int, dict[str, Any]], ...]]:
    """path -> text of all files of a played game, and its numbers over time."""
    content = _as_played(ruleset)
    host = new_host()
    stage = Watched(content, TEXTS, ruleset, host)
    stage.watch()
    wrong = stage.play()
    assert not wrong, wrong
    return stage.files(), tuple(stage.seen)


@lru_cache
def board(ruleset: str) -> dict[str, str]:
    """path -> text of the whole board of a played game."""
    files, seen = game(ruleset)
    journal = {path: text for path, text in files.items() if path.startswith("state/journal/")}
    files = {path: text for path, text in files.items() if path not in journal}
    read = Game(files, SILENT)
    law = {**SILENT, **answer({"files": files, "now": read.now, "people": {}}, new_host())}
    files[FORECASTS] = canon.emit(
        {
            key: forecasts.filed(Game(files, law), _forecast(files, key))
            for key in read.open_polls
            if read.polls[key].get("change")
        }
    )
    made = Board(
        Game(files, law, seen, ADDRESS),
        Journal({p: p for p in journal}, journal.__getitem__),
        Notes(),
        "https://o.github.example/meadow",
    )
    return {path: text for path, text in made.files() if text is not None}


def _forecast(files: Mapping[str, str], key: str) -> Forecast:
    host = new_host()
    return forecast(files, key, 8, 20, 1, 600.0, lambda jobs, patience: [foretell(job, host) for job in jobs])


def written(ruleset: str, folder: Path) -> Path:
    for path, text in board(ruleset).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    return folder
