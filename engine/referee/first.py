"""The first pass of a game that was made from a template: the table is opened, the dice are sealed, and the clock begins.

Until then the game waits: nothing falls due in it, and without a key nothing is decided.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.game.happening import Happening
from engine.game.replies import welcome
from engine.game.world.world import WAITS
from engine.referee.ports import Forge
from engine.store import canon

MARK: Final = "<!-- nomic:first -->"


def waits(files: Mapping[str, str]) -> bool:
    """Whether the game is as the template has it."""
    return bool(canon.read(files["state/engine.yaml"]).get(WAITS))


def open_table(forge: Forge, files: Mapping[str, str], *, secret: bool) -> None:
    """Makes the table where there is no thread yet; without the secret, says there what to do. Repeated, it does nothing."""
    game = canon.read(files["state/game.yaml"])
    threads = {thread.number for thread in forge.threads_since(None)}
    number = int(game.get("table") or 1)
    if not threads:
        number = forge.create_issue(*welcome.table(str(game.get("name") or game["ruleset"])), (), None).number
    elif number not in threads:
        return
    if not secret and not any(MARK in comment.body for comment in forge.comments_of(number)):
        forge.create_comment(number, f"{welcome.no_secret()}\n\n{MARK}")


def sealing(files: Mapping[str, str], committed: str | None, now: int) -> list[Happening]:
    """That the dice have a key, as the last thing of the first pass."""
    if committed is None or not waits(files):
        return []
    common = {"kind": "rotated", "time": now, "seen_at": now, "actor": None, "thread": None}
    return [{"id": f"rotated/{committed[:12]}", "commitment": committed, **common}]
