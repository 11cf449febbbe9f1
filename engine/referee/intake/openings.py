"""Threads that no pass has read yet, as the game is told of them."""

from collections.abc import Callable
from dataclasses import replace

from engine.game.happening import Happening
from engine.referee.answering.shown import facts_of
from engine.referee.ports import Thread
from engine.store.marks import reached


def of(thread: Thread, common: Happening, since: int, turned: Callable[[Thread], int]) -> list[Happening]:
    """That it was opened; and that it was closed, of an issue opened `since` a time: it said what it said while it was open.

    `common` is what both have (its number, its facts, its author as `actor`), `turned` tells when a thread was closed. An
    issue that is older than what was read last, and closed, is none of the game's: nothing in it is carried out.
    """
    id_ = f"thread/{thread.number}"
    opened: Happening = {"id": id_, "kind": "opened", "time": thread.created_at, **common}
    if thread.kind != "issue" or thread.state != "closed" or thread.created_at < since:
        return [opened]
    reached("issue closed before it was read")
    closed: Happening = {
        **common,
        "id": f"{id_}/{thread.updated_at}",
        "kind": "thread",
        "time": turned(thread),
        "actor": None,
    }
    return [{**opened, "facts": facts_of(replace(thread, state="open"))}, closed]
