"""A table of the island to play at in tests: a folder, the game in it, and a browser without a browser."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import Any
from unittest.mock import patch

import requests
import uvicorn

from engine.table import game as games
from engine.table.folder import Folder
from engine.table.game import Beginning, Game, begin
from engine.table.house import House
from engine.table.serving import house
from engine.table.web import application
from engine.template import shipped
from tests.island import RULESET, texts

START = 1_767_571_200  # 2026-01-05T00:00:00Z, a Monday
PLAYERS = ("ana", "bo")


@dataclass
class Time:
    """The machine's time, which stands still unless it is moved."""

    now: float = START

    def __call__(self) -> float:
        self.now += 0.001
        return self.now


def island(monkeypatch: Any) -> None:
    """The ruleset that a new game gets is the island's."""
    monkeypatch.setattr(shipped, "law", lambda ruleset: texts())
    assert games.shipped is shipped


@contextmanager
def under(law: Mapping[str, str] | None) -> Iterator[None]:
    """The ruleset that a new game gets has these texts, if any are given."""
    with nullcontext() if law is None else patch.object(shipped, "law", lambda ruleset: law):
        yield


@contextmanager
def opened(place: Path, now: Time, *, players: tuple[str, ...] = PLAYERS, clock: str = "table") -> Iterator[Game]:
    """The island's game in a folder, begun if it is not there."""
    folder = Folder(place)
    with folder.held():
        if not folder.exists:
            begin(folder, Beginning(RULESET, "Island", "UTC", players, clock), now)
        with Game(folder, now) as game:
            yield game


@dataclass
class Browser:
    """Somebody at the table: follows links and sends forms as a browser without JavaScript does."""

    address: str
    session: requests.Session = field(default_factory=requests.Session)
    page: str = ""
    status: int = 0
    there: str = ""  # the path with the mark in it, after all redirections

    def look(self, path: str) -> str:
        return self._take(self.session.get(self.address + path, timeout=60))

    def send(self, path: str, /, **fields: str) -> str:
        """Names with __ in them are written with a hyphen. What every form carries is taken from the page looked at."""
        carried = dict(re.findall(r'name="(proof|sits)" value="([^"]*)"', self.page))
        there = f'name="thread" value="{fields.get("thread")}"><input type="hidden" name="(seen)" value="([^"]*)"'
        carried |= dict(re.findall(there, self.page))
        given = {**carried, **{k.replace("__", "-"): v for k, v in fields.items()}}
        return self._take(
            self.session.post(self.address + path, data=given, headers={"origin": self.address}, timeout=60)
        )

    def _take(self, answer: requests.Response) -> str:
        self.page, self.status = unescape(answer.text), answer.status_code
        self.there = answer.url.removeprefix(self.address)
        return self.page


@contextmanager
def served(
    game: Game, bugs: list[Exception] | None = None, *, port: int = 0, reachable: bool = True
) -> Iterator[tuple[House, Callable[[str], Browser]]]:
    """The house, and a function that gives a fresh browser which came in by a secret. With a port, what is answered names it."""
    found: list[Exception] = [] if bugs is None else bugs
    named = f"http://127.0.0.1:{port}" if port else "http://table.test"
    with house(game, named, found.append, reachable=reachable) as whole:
        server = uvicorn.Server(
            uvicorn.Config(application(whole, found.append), port=port, log_level="error", lifespan="off", ws="none")
        )
        running = threading.Thread(target=server.run, daemon=True)
        running.start()
        while not server.started:
            time.sleep(0.01)
        address = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"

        def enter(secret: str = "") -> Browser:
            browser = Browser(address)
            browser.look(f"/enter/{secret}" if secret else "/")
            return browser

        try:
            yield whole, enter
        finally:
            server.should_exit = True
            running.join(10)
    if bugs is None:
        assert found == []


@contextmanager
def joined(place: Path, law: Mapping[str, str] | None = None) -> Iterator[tuple[Game, House, Browser]]:
    """A new game served at this place, and its host, who has joined and looks at the page of it. Its law, if not the island's."""
    with under(law), opened(place / "game", Time()) as game, served(game) as (whole, enter):
        me = enter(whole.seats.links["host"])
        me.look("/")
        me.send("/act", usage="/join")
        yield game, whole, me
