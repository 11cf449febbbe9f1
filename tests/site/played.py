"""Boards of whole games that were played by hand: the blessed playthroughs, with their numbers over time and an open vote."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from engine.game.examples.example_stage import Stage
from engine.game.forecasting import WEEK
from engine.game.words.registry import new_host
from engine.law.shown import declared
from engine.referee.forecast import Forecast, forecast
from engine.referee.forecast_main import answer as foretell
from engine.site import cells, forecasts, past
from engine.site.build import Board, Journal, Notes
from engine.site.game import FORECASTS, SILENT, Game
from engine.store import canon, guard
from engine.table.counsel_main import answer
from tests.playthroughs.transcript import HERE
from tests.rulesets.test_examples import TEXTS

PLAYED: Final = {
    "credo": "credo_winter",
    "frontier": "frontier_autumn",
    "assembly": "assembly_winter",
    "starfarers": "starfarers_may",
    "wayfarers": "wayfarers_journey",
}
ADDRESS: Final = "https://github.example/o/meadow"
# A vote that is open when the picture is taken.
OPEN: Final[Mapping[str, list[dict[str, Any]]]] = {
    "credo": [
        {
            "by": "ana",
            "opens": {"pull": 30, "title": "355 Poorer harvests", "changes": {329: {"parameters": {"die": 8}}}},
        },
        {"by": "ana", "says": "/open", "on": 30},
        {"by": "ana", "says": "yay", "on": 30},
    ],
}


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
            for path, text in segment.files.items():
                if text is None:
                    files.pop(path, None)
                else:
                    files[path] = text
        game = canon.read(files["state/game.yaml"])
        return {**files, "state/game.yaml": canon.emit({**game, "name": "Meadow"})}


def _numbers(record: Mapping[str, Any], key: str, fields: tuple[str, ...]) -> dict[str, int | float]:
    found = {field: cells.amount(record, key, field) for field in fields}
    return {field: number for field, number in found.items() if number is not None}


@lru_cache
def board(ruleset: str) -> dict[str, str]:
    """path -> text of the whole board of a played game."""
    content = guard.load((HERE / f"{PLAYED[ruleset]}.yaml").read_text(encoding="utf-8"), max_nodes=100_000)
    content["when"] = [*content["when"], *OPEN.get(ruleset, [])]
    host = new_host()
    stage = Watched(content, TEXTS, ruleset, host)
    stage.watch()
    wrong = stage.play()
    assert not wrong, wrong
    files = stage.files()
    journal = {path: text for path, text in files.items() if path.startswith("state/journal/")}
    files = {path: text for path, text in files.items() if path not in journal}
    game = Game(files, SILENT)
    law = {**SILENT, **answer({"files": files, "now": game.now, "people": {}}, new_host())}
    files[FORECASTS] = canon.emit(
        {
            key: forecasts.filed(Game(files, law), _forecast(files, key))
            for key in game.open_polls
            if game.polls[key].get("change")
        }
    )
    made = Board(
        Game(files, law, tuple(stage.seen), ADDRESS),
        Journal({p: p for p in journal}, journal.__getitem__),
        Notes({}, {}),
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
