"""Serves a game until it is told to stop: the pages, and a pass whenever something falls due."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import uvicorn

from engine.table import web
from engine.table.asking import Seats
from engine.table.counsel import Counsel
from engine.table.game import Game
from engine.table.sight import Looking
from engine.table.visit import House, environment

PAUSE: Final = 30.0  # seconds between two looks at whether something is due
MOST_AT_ONCE: Final = 64


@contextmanager
def house(game: Game, address: str, *, reachable: bool) -> Iterator[House]:
    """Everything that the pages of a game need, for as long as the block."""
    counsel = Counsel()
    counsel.warm()
    try:
        yield House(game, Looking(game, counsel), Seats(game), environment(), address, reachable)
    finally:
        counsel.close()


def serve(served: House, host: str, port: int, report: Callable[[Exception], None], ready: Callable[[], None]) -> None:
    """Until Ctrl-C. `ready` is called when the address answers."""
    stop = threading.Event()
    ticking = threading.Thread(target=_tick, args=(served, stop, report), daemon=True)
    config: Any = uvicorn.Config(
        web.application(served, report),
        host=host,
        port=port,
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=MOST_AT_ONCE,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=2,
        ws="none",
        lifespan="off",
    )
    server = _announcing(config, ready)
    ticking.start()
    try:
        server.run()
    finally:
        stop.set()


def _announcing(config: Any, ready: Callable[[], None]) -> Any:
    """A server of uvicorn's that says when it listens."""
    server = uvicorn.Server(config)
    startup = server.startup

    async def started(*args: Any, **more: Any) -> None:
        await startup(*args, **more)
        if server.started:
            ready()

    server.startup = started
    return server


def _tick(served: House, stop: threading.Event, report: Callable[[Exception], None]) -> None:
    """A pass when the clock has come to what is due, and once at the beginning for what was left."""
    game = served.game
    due = 0
    while not stop.is_set():
        try:
            if game.clock() >= due:
                game.settle()
            found = served.looking.sight().law["due"]
            due = found[0]["at"] + 1 if found else game.clock() + int(PAUSE)
        except Exception as error:  # the boundary of this thread: the next look may go better
            report(error)
        stop.wait(min(PAUSE, max(1.0, due - game.clock())))
