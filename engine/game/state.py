"""What a game's files say, for whoever only looks: each record is read once, when it is first asked for.

Nothing here decides, and nothing is written: the world does that (`world/records.py`). What is handed out must not be changed.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.game.own_notes import StoredNotes
from engine.game.owned import GameRecord, Issue, KnownThread, Player, Poll
from engine.store import canon, records


class State:
    """The state among `files` (path -> text). Whatever it is asked raises guard.YamlProblem for a file that holds no record."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self.files = files
        self._read: dict[str, Any] = {}

    def _whole(self, path: str) -> Any:
        """What a file holds. Raises KeyError if there is none."""
        if path not in self._read:
            self._read[path] = canon.shared(self.files[path])
        return self._read[path]

    def _record(self, collection: str, key: str) -> Any:
        path = records.path_of(collection, key)
        return self._whole(path) if path in self.files else None

    @property
    def notes(self) -> StoredNotes:
        """The engine's own notes. Raises KeyError where there is no game."""
        return StoredNotes(self._whole(records.NOTES))

    @property
    def game(self) -> GameRecord:
        """The record of the game. Raises KeyError where there is none."""
        found: GameRecord = self._whole(records.GAME)
        return found

    @property
    def ruleset(self) -> str:
        return str(self.game["ruleset"])

    @property
    def table(self) -> int:
        """The number of the issue that is the table."""
        return int(self.game.get("table") or 1)

    @property
    def time(self) -> int:
        """When the newest thing happened that was judged; 0 before the first."""
        return int(self.notes.position[0])

    @property
    def head(self) -> str:
        """The hash of the journal's last entry."""
        return self.notes.head or "genesis"

    @property
    def committed(self) -> str | None:
        """The hash of the dice key that the game has committed to; None if it has to none."""
        return self.notes.dice.get("commitment")

    def thread(self, number: int | str) -> KnownThread | None:
        found: KnownThread | None = self._record("threads", str(number))
        return found

    def issue(self, tag: str) -> Issue | None:
        """An issue of the engine's own."""
        found: Issue | None = self._record("issues", tag)
        return found

    def number_of(self, tag: str) -> int | None:
        """The number of an issue of the engine's own, None if it is not known (yet)."""
        issue = self.issue(tag)
        return None if issue is None or issue["number"] is None else int(issue["number"])

    def poll(self, key: str) -> Poll | None:
        found: Poll | None = self._record("polls", key)
        return found

    def key_of_poll(self, number: int) -> str:
        """The key that the poll in a thread has, if there is one."""
        thread = self.thread(number)
        return str((thread and thread.get("tag")) or number)

    def players(self) -> Iterator[tuple[str, Player]]:
        """(key, record), by path."""
        return self.collection("players")

    def collection(self, name: str) -> Iterator[tuple[str, Any]]:
        """(key, record) of the records that stand in files of their own, by path."""
        for path in sorted(path for path in self.files if path.startswith(records.folder(name))):
            yield records.key_of(path)[1], self._whole(path)
