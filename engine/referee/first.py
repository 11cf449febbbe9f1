"""The first pass of a game that was made from a template: the table is opened, the dice are sealed, and the clock begins.

Until then the game waits: nothing falls due in it, and without a key nothing is decided.
"""

from typing import Final

from engine.game.happening import Happening
from engine.game.replies import welcome
from engine.game.state import State
from engine.referee import trouble
from engine.referee.answering.ourselves import by
from engine.referee.ports import Forge

MARK: Final = "<!-- nomic:first -->"
WEAK: Final = "<!-- nomic:first/weak -->"
SHORTEST: Final = 20  # characters of a key
FEWEST: Final = 8  # different ones among them


def waits(state: State) -> bool:
    """Whether the game is as the template has it."""
    return state.notes.waits


def guessable(key: bytes) -> bool:
    """Whether a key can be found by trying: what it hashes to is told to everyone, and who has the key knows the rolls to come."""
    bare = key.decode("utf-8", "replace").strip()
    return len(bare) < SHORTEST or len(set(bare)) < FEWEST


def open_table(forge: Forge, state: State, *, key: bytes | None, bot: str) -> None:
    """Makes the table where there is no thread yet; without a secret that will do, says there what to do. Repeated, it does
    nothing. `bot` is the engine's own login."""
    game = state.game
    threads = {thread.number for thread in forge.threads_since(None)}
    number = state.table
    if not threads:
        number = forge.create_issue(*welcome.table(str(game.get("name") or game["ruleset"])), (), None).number
    elif number not in threads:
        return
    if key is None:
        _say_once(forge, bot, number, welcome.no_secret(), MARK)
    elif guessable(key):
        _say_once(forge, bot, number, welcome.weak_secret(SHORTEST), WEAK)


def _say_once(forge: Forge, bot: str, number: int, text: str, mark: str) -> None:
    """Anybody can copy the mark: of others than the `bot` GitHub is asked whose token it is."""
    authors = [comment.author for comment in trouble.every_comment(forge, number) if mark in comment.body]
    if any(by(bot, author) for author in authors):
        return
    ours = forge.login() if authors else None
    if not authors or (ours is not None and not any(by(ours, author) for author in authors)):
        forge.create_comment(number, f"{text}\n\n{mark}")


def sealing(state: State, committed: str | None, now: int) -> list[Happening]:
    """That the dice have a key, as the last thing of the first pass."""
    if committed is None or not waits(state):
        return []
    common: Happening = {"kind": "rotated", "time": now, "seen_at": now, "actor": None, "thread": None}
    return [{"id": f"rotated/{committed[:12]}", "commitment": committed, **common}]
