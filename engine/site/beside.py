"""What a pass commits beside the game: the README's board, its map, and what open proposals would change. Never judged, never proved."""

import os
import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.game.exhibits import SILENT, LawSays, OpenPoll
from engine.game.plan import Plan
from engine.game.replies import foretelling
from engine.referee.judging.forecast import TOO_LONG, Forecast, Play, forecast, in_children
from engine.site import forecasts, frontpage
from engine.site.game import FORECASTS, Game, filed
from engine.store import canon

PATIENCE: Final = 5.0  # seconds that all forecasts of a pass may take together
LEAST: Final = 0.5  # seconds: with less, none is begun
AGAIN: Final = 86_400  # seconds of the game after which one that took all the time of a pass is tried again
WEEKS, SEEDS, FEW_SEEDS, LEAST_SEEDS = 8, 20, 5, 2
WORK: Final = 9_000  # records times weeks times runs that fit
AT_ONCE: Final = 2


class BoardBeside:
    """Of one pass. `clock` counts seconds; `play` plays the runs of a forecast."""

    def __init__(
        self, patience: float = PATIENCE, clock: Callable[[], float] = time.monotonic, play: Play = in_children
    ) -> None:
        self.patience, self.left, self.clock, self.play = patience, patience, clock, play
        self.made: dict[tuple[str, str, str], dict[str, Any] | None] = {}
        self.game: Game | None = None
        self.told: dict[str, Any] = {}

    def drawn(self, before: Mapping[str, str], after: Mapping[str, str], plan: Plan) -> dict[str, str | None]:
        """path -> text of what changes beside the game; `before` is what stands there, `after` the game as it will be."""
        if not plan.sight:  # the judge could not tell
            self.recalled(before, after)
            return {}
        polls: dict[str, OpenPoll] = {key: {"count": poll["count"]} for key, poll in plan.sight["polls"].items()}
        law: LawSays = {**SILENT, "due": plan.sight["due"], "polls": polls}
        self.game = Game(after, law, declared=plan.sight)
        self.told = self._foretold(filed(before.get(FORECASTS, "")), plan)
        text = canon.emit(self.told) if self.told else None
        kept = {} if text == before.get(FORECASTS) else {FORECASTS: text}
        return kept | frontpage.drawn(self.game, before)

    def recalled(self, before: Mapping[str, str], after: Mapping[str, str]) -> None:
        """For a pass that commits nothing and has something to answer still: what an earlier one made."""
        self.game, self.told = Game(after, SILENT), filed(before.get(FORECASTS, ""))

    def added(self, key: str) -> str:
        """What a poll's status comment says besides; empty for what changes no rule, or is over."""
        poll = self.game.polls.get(key) if self.game is not None else None
        if self.game is None or poll is None or poll["status"] != "open" or not poll.get("change"):
            return ""
        told = self.told.get(key)
        if told is None or forecasts.shown(self.game, poll, told) is None:
            return foretelling.none_yet(poll.get("number"))
        return foretelling.foretold(told, forecasts.moved(self.game, poll, told), self.game.zone)

    def _foretold(self, known: Mapping[str, Any], plan: Plan) -> dict[str, Any]:
        """Those that are still of now are kept; the others are made anew, whose comment is to be written first, while there is time."""
        assert self.game is not None
        wanted = [key for key, poll in self.game.polls.items() if poll["status"] == "open" and poll.get("change")]
        found = {key: known[key] for key in wanted if key in known}
        for key in sorted(
            wanted, key=lambda key: (_late(known.get(key)), key not in plan.boards, canon.key_order(key))
        ):
            if key not in found or self._moved(key, found[key]):
                new = self._new(key)
                found |= {key: new} if new is not None else {}
        return found

    def _moved(self, key: str, told: Mapping[str, Any]) -> bool:
        """Votes alone change no future: a forecast is made anew where the proposal or the law is another, or there was no time for it
        a day ago: the machine may have been busy."""
        assert self.game is not None
        poll = self.game.polls[key]
        if forecasts.shown(self.game, poll, told) is None:
            return True
        if _late(told) and self.game.now - int(told["at"]) >= AGAIN:
            return True
        return bool({"proposal", "rules"} & set(forecasts.moved(self.game, poll, told)))

    def _new(self, key: str) -> dict[str, Any] | None:
        """None where there is no time left, or what was left of it was too little: with all of it, the next pass may do it."""
        assert self.game is not None
        poll = self.game.polls[key]
        mark = (key, str(poll["change"]), str(self.game.engine.get("rules", "")))
        if mark not in self.made:
            if self.left < LEAST:
                return None
            begun, whole = self.clock(), self.left == self.patience
            found = forecasts.filed(self.game, self._played(key))
            self.made[mark] = found if whole or not _late(found) else None
            self.left -= self.clock() - begun
        return self.made[mark]

    def _played(self, key: str) -> Forecast:
        assert self.game is not None
        weeks, seeds = measure(sum(map(len, self.game.records.values())))
        if not seeds:
            return Forecast(key, WEEKS, 0, (), foretelling.OVER)
        jobs = min(AT_ONCE, os.cpu_count() or 1)
        found = forecast(self.game.files, key, weeks, seeds, jobs, self.left, self.play)
        return Forecast(key, weeks, seeds, (), foretelling.LATE) if found.trouble == TOO_LONG else found


def _late(told: Any) -> bool:
    """Of one that is filed: whether there was no time for it."""
    return isinstance(told, dict) and told.get("trouble") == foretelling.LATE


def measure(records: int) -> tuple[int, int]:
    """(weeks, runs) that a game of this size can be played ahead within a pass: fewer runs first, then fewer weeks."""
    for weeks in range(WEEKS, 0, -1):
        seeds = min(SEEDS, WORK // (max(records, 1) * weeks))
        if seeds >= (FEW_SEEDS if weeks > 1 else LEAST_SEEDS):
            return weeks, seeds
    return 0, 0
