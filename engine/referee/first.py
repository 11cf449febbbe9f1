"""The first pass of a game that was made from a template: the table is opened, the dice are sealed, and the clock begins.

Until then the game waits: nothing falls due in it, and without a key nothing is decided.
"""

from typing import Final

from engine.game.happening import Happening
from engine.game.replies import welcome
from engine.game.state import State
from engine.referee import trouble
from engine.referee.answering.ourselves import by
from engine.referee.ports import WORKS_HERE, Forge, Thread
from engine.store.marks import reached

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


def open_table(forge: Forge, state: State, *, key: bytes | None, bot: str) -> int:
    """The number of the table, which is made where there is none yet; without a secret that will do, says there what to do.

    Repeated, it does nothing. `bot` is the engine's own login.
    """
    number = _table(forge, state, bot)
    if key is None:
        _say_once(forge, bot, number, welcome.no_secret(), MARK)
    elif guessable(key):
        _say_once(forge, bot, number, welcome.weak_secret(SHORTEST), WEAK)
    return number


def _table(forge: Forge, state: State, bot: str) -> int:
    """The issue of the number that the game names; where that is a pull request, a discussion or gone, the one that was made for it.

    So it is where a stranger has opened that issue, or a program of another kind: it is theirs to write over and to close.
    """
    threads = {thread.number: thread for thread in forge.threads_since(None) if thread.kind == "issue"}
    first = threads.get(state.table)
    if first is not None and (by(bot, first.author) or _is_of_the_house(first)):
        return state.table
    title, body = welcome.table(str(state.game.get("name") or state.game["ruleset"]))
    made = [number for number, thread in threads.items() if by(bot, thread.author) and thread.title == title]
    if made:
        reached("table under another number")
        return min(made)
    return forge.create_issue(title, body, (), None).number


def _is_of_the_house(thread: Thread) -> bool:
    """Whether somebody who works here opened it, as far as lists show that."""
    return thread.association in WORKS_HERE and thread.author is not None and not thread.author.bot


def _say_once(forge: Forge, bot: str, number: int, text: str, mark: str) -> None:
    """Anybody can copy the mark: of others than the `bot` GitHub is asked whose token it is."""
    authors = [comment.author for comment in trouble.every_comment(forge, number) if mark in comment.body]
    if any(by(bot, author) for author in authors):
        return
    ours = forge.login() if authors else None
    if not authors or (ours is not None and not any(by(ours, author) for author in authors)):
        forge.create_comment(number, f"{text}\n\n{mark}")


def sealing(state: State, committed: str | None, now: int, table: int) -> list[Happening]:
    """That the dice have a key, as the last thing of the first pass; and the number of the table, where the game names another."""
    if committed is None or not waits(state):
        return []
    common: Happening = {"kind": "rotated", "time": now, "seen_at": now, "actor": None, "thread": None}
    elsewhere: Happening = {"number": table} if table != state.table else {}
    return [{"id": f"rotated/{committed[:12]}", "commitment": committed, **elsewhere, **common}]
