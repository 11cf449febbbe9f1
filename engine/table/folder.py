"""A game's folder: what lies where in it, and that one process at a time has it."""

import fcntl
import json
import os
import re
import secrets
import shutil
import stat
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from engine.store.told import Told

PRIVATE: Final = stat.S_IRWXU
_LEFT: Final = re.compile(r"lock|copy|served(\.new)?|dice-key(\.new)?|hub\.sqlite.*|.+\.git")
SECRET: Final = stat.S_IRUSR | stat.S_IWUSR
OUTLIVES: Final = 2.0  # seconds that a git whose process was killed may still be at work
_LOCKS: Final = ("*.lock", "refs/**/*.lock", "objects/info/**/*.lock")  # git lets no branch have such a name


class Taken(Told):
    """Another process has the game open."""

    def __init__(self, folder: Path, served: Mapping[str, Any] | None) -> None:
        enter = (
            f"Enter there: {served['address']}/enter/{served['secret']}\nSeats are added at {served['address']}/table."
            if served
            else "Wait until that one has ended, or end it."
        )
        super().__init__(f"The game in {folder} is open in another process.", enter)


def is_of_a_game_elsewhere(folder: Path) -> bool:
    """Whether it is a clone of a game's repository, as `nomic new` makes one."""
    return (folder / "rules").is_dir() and (folder / ".git").exists()


class NoGame(Told):
    """There is no game in the folder."""

    def __init__(self, folder: Path) -> None:
        remedy = "Begin one with `nomic play FOLDER`, or name the folder that one is in."
        if is_of_a_game_elsewhere(folder):
            remedy = f"That is a game's repository, as GitHub holds it, and this is for a table of your own. {remedy}"
        super().__init__(f"There is no game in `{folder}`.", remedy)


class Foreign(Told):
    """Something else than a game lies in the folder."""

    def __init__(self, folder: Path, what: str) -> None:
        remedy = "Name a folder that is not there yet, or is empty."
        if is_of_a_game_elsewhere(folder):
            remedy = f"That is a game's repository, as GitHub holds it. {remedy}"
        super().__init__(f"{folder} has no game of a table in it, and something else: {what}.", remedy)


@dataclass(frozen=True)
class Folder:
    """`path` is made at need, for its owner's eyes alone: the dice key is in it."""

    path: Path

    @property
    def base(self) -> Path:
        return self.path / "hub.sqlite"

    @property
    def copy(self) -> Path:
        """The referee's."""
        return self.path / "copy"

    @property
    def view(self) -> Path:
        """The copy that pages read."""
        return self.path / "view"

    @property
    def drafts(self) -> Path:
        """The copy in which drafts are tried."""
        return self.path / "drafts"

    @property
    def exists(self) -> bool:
        return self.base.is_file()

    def look(self) -> None:
        """Raises Foreign if there is no game, and something that no game leaves that was stopped while it began."""
        if self.exists or not self.path.is_dir():
            return
        others = sorted(each.name for each in self.path.iterdir() if not _LEFT.fullmatch(each.name))
        if others:
            raise Foreign(self.path, others[0])

    def make(self) -> None:
        self.path.mkdir(parents=True, exist_ok=True)
        if not self.exists:
            self.path.chmod(PRIVATE)

    def key(self) -> bytes:
        """The dice key, drawn the first time."""
        place = self.path / "dice-key"
        if not place.is_file() or not place.read_bytes():
            fresh = self.path / "dice-key.new"
            fresh.touch(mode=SECRET)
            with fresh.open("w", encoding="ascii") as file:
                file.write(secrets.token_urlsafe(32))
                file.flush()
                # The game commits to it: one that a power failure took could not be drawn again.
                os.fsync(file.fileno())
            fresh.replace(place)
        return place.read_bytes()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Nobody else has the game meanwhile. Raises Taken. What held it and died holds it no more, nor do locks that its git left.
        Where no game began in a folder that was made for it, none is left."""
        is_new = not self.path.exists()
        self.make()
        lock = os.open(self.path / "lock", os.O_CREAT | os.O_RDWR, SECRET)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Taken(self.path, self.served()) from None
        except OSError as error:  # as on some disks that several machines share
            raise Told(
                f"{self.path} cannot be locked: {error.strerror}.", "Play in a folder on another disk."
            ) from None
        else:
            self._forget()
            self._unlock()
            try:
                yield
            finally:
                self._forget()
        finally:
            os.close(lock)
            if is_new and self.path.is_dir() and [each.name for each in self.path.iterdir()] == ["lock"]:
                shutil.rmtree(self.path, ignore_errors=True)

    def _forget(self) -> None:
        """Who has the folder serves nothing yet, or no more: what says otherwise is of a process that has ended."""
        if self.exists:
            (self.path / "served").unlink(missing_ok=True)

    def _unlock(self) -> None:
        """Without it a machine that stopped while git moved a reference would have ended the game: git itself never takes them away."""
        if not self.exists or not self._left():
            return
        time.sleep(OUTLIVES)
        for lock in self._left():
            lock.unlink(missing_ok=True)

    def _left(self) -> list[Path]:
        """The locks of git's in them."""
        return [lock for place in self.gits() for pattern in _LOCKS for lock in place.glob(pattern) if lock.is_file()]

    def gits(self) -> list[Path]:
        """The game's repositories, and the copies of them."""
        folders = (self.path, self.copy, self.view, self.drafts)
        return [place for folder in folders for place in sorted(folder.glob("*.git"))]

    def announce(self, served: dict[str, Any]) -> None:
        """Says to this user's own terminals where the game is served, and with which secret."""
        fresh = self.path / "served.new"
        fresh.touch(mode=SECRET)
        fresh.write_text(json.dumps(served), encoding="ascii")
        fresh.replace(self.path / "served")

    def served(self) -> dict[str, Any] | None:
        """What was announced last; whoever did may have died since."""
        try:
            found: dict[str, Any] = json.loads((self.path / "served").read_text(encoding="ascii"))
        except (OSError, ValueError):
            return None
        return found
