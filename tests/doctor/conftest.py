"""One healthy game on a hub for all these tests; each makes it ill in its own way and leaves it as it was."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pytest

from engine.doctor import case
from engine.doctor.api import Web
from engine.doctor.case import Case
from engine.doctor.checkup import Checkup, checkup
from engine.forge.folder import newest_commit, texts
from engine.forge.wire import Pace, Wire
from engine.store import canon
from tests.github.settings import Run
from tests.newgame.games import OWNER, Played, played

QUICK = Pace(0.0, 0.0, timeout=5, attempts=1, pause=0.0)


@dataclass
class Patient:
    """The game, and what the doctor is given to look at."""

    game: Played
    case: Case

    def web(self, token: str | None = None) -> Web:
        """GitHub as its owner sees it, or as whoever has the token."""
        hub = self.game.hub
        owner = hub.token(hub.model.account(OWNER).id)
        return Web(Wire(hub.address, token or owner, hub.full_name, QUICK, sleep=lambda _: None))

    def with_file(self, path: str, text: str | None) -> Patient:
        files = {**self.case.files, path: text or ""}
        if text is None:
            del files[path]
        return Patient(self.game, replace(self.case, files=files))

    def with_notes(self, **notes: Any) -> Patient:
        """The engine's notes in another state."""
        text = canon.emit({**canon.read(self.case.files["state/engine.yaml"]), **notes})
        return self.with_file("state/engine.yaml", text)

    def but(self, **changes: Any) -> Patient:
        return Patient(self.game, replace(self.case, **changes))

    def seen(self) -> Checkup:
        return checkup(self.case)


@pytest.fixture(scope="module", autouse=True)
def _asked_once() -> Iterator[None]:
    """The same law about the same records says the same: its child is begun once for each."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(case, "in_child", cache(case.in_child))
        yield


@pytest.fixture(scope="module")
def healthy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Patient]:
    with played(tmp_path_factory.mktemp("patient")) as game:
        game.hub.settings.secrets = ["NOMIC_DICE_KEY"]
        game.hub.settings.rules = [{"type": "deletion"}, {"type": "non_fast_forward"}]
        names = ("referee", "check", "doctor")
        game.hub.settings.workflows = {f".github/workflows/{name}.yml": "active" for name in names}
        now = game.clock()
        game.hub.settings.runs = [Run("issues", "success", now - 60), Run("schedule", "success", now - 30)]
        case = Case(texts(game.folder), now, commit=newest_commit(game.folder), machine=now)
        patient = Patient(game, case)
        yield patient.but(web=patient.web())


@pytest.fixture
def patient(healthy: Patient) -> Iterator[Patient]:
    hub = healthy.game.hub
    kept, threads, now = deepcopy(vars(hub.settings)), deepcopy(hub.model.threads), healthy.game.clock.now
    comments = deepcopy(hub.model.comments)
    yield healthy
    vars(hub.settings).update(kept)
    hub.model.threads.clear()
    hub.model.threads.update(threads)
    hub.model.comments.clear()
    hub.model.comments.update(comments)
    hub.faults.waiting.clear()
    healthy.game.clock.now = now
