"""Serves a game until it is told to stop."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import uvicorn

from engine.table import web
from engine.table.boards import Boards
from engine.table.clock import TABLE
from engine.table.counsel import Counsel
from engine.table.game import Game
from engine.table.house import House
from engine.table.identity import Seats
from engine.table.passes import Passes
from engine.table.sight import Looking
from engine.table.visit import environment

MOST_AT_ONCE: Final = 64


@contextmanager
def house(game: Game, address: str, report: Callable[[Exception], None], *, reachable: bool) -> Iterator[House]:
    """Everything that the pages of a game need, for as long as the block."""
    counsel = Counsel()
    counsel.warm()
    looking = Looking(game, counsel)

    def next_due() -> int | None:
        found = looking.sight().law["due"]
        return found[0]["at"] if found else None

    try:
        with Passes(game, next_due, report) as passes:
            boards = Boards(own_time=game.clock.kind == TABLE)
            yield House(game, looking, passes, Seats(game), environment(game.model.threads), address, reachable, boards)
    finally:
        counsel.close()


def serve(served: House, host: str, port: int, report: Callable[[Exception], None], ready: Callable[[], None]) -> None:
    """Until Ctrl-C. `ready` is called when the address answers."""
    config: Any = uvicorn.Config(
        web.application(served, report),
        host=host,
        port=port,
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=MOST_AT_ONCE,
        timeout_keep_alive=2,  # a page asks every 5 seconds whether something has happened: else each would hold one for good
        timeout_graceful_shutdown=2,
        ws="none",
        lifespan="off",
    )
    server = _announcing(config, ready)
    server.run()


def _announcing(config: Any, ready: Callable[[], None]) -> Any:
    """A server of uvicorn's that says when it listens."""
    server: Any = uvicorn.Server(config)
    startup = server.startup

    async def started(*args: Any, **more: Any) -> None:
        await startup(*args, **more)
        if server.started:
            ready()

    server.startup = started
    return server
