"""What a check is given to look at, and what it may answer."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from engine.doctor.api import Web
from engine.forge.shapes import Raw
from engine.game.owned import GameRecord
from engine.game.state import State
from engine.game.world import stored
from engine.referee.judging import bare
from engine.referee.ports import ForgeError
from engine.store.records import GAME, NOTES
from engine.template import shipped
from engine.template.beginning import PIN
from engine.template.pins import pinned

PATIENCE: Final = 12 * 3_600  # seconds that a schedule may be late
LONGEST: Final = 120  # seconds to load the law in force and look at every record


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong: a line of cause, a line of remedy."""

    cause: str
    remedy: str


class Unknown(Exception):
    """This could not be looked at; the text says why. It is no finding."""


@dataclass(frozen=True)
class Case:
    """A game. `files` are those of its folder (path -> text), `now` in seconds; `web` is GitHub, if it was asked.

    `commit` is the folder's own newest commit, `key` the dice key this run was given, `machine` the time of this machine,
    `readme` the README's text, None where it was not read, `moved_at` what the clock said when the game came from a table, else 0.
    `altered` are the engine's own files that are otherwise than its last commit left them, None where the clone lacks that.
    `no_texts` are those of the files that are no UTF-8 text, `loose` those that no commit has as they are.
    `trouble` is why GitHub, though it was asked, told nothing at all. `has_engine`: one can be installed from the folder itself.
    `unreadable` is why git cannot read the clone, and what to do; both empty where it can, None where the folder is none.
    """

    files: Mapping[str, str]
    now: int
    version: str = field(default_factory=shipped.version)
    web: Web | None = None
    commit: str = ""
    key: str = ""
    machine: int | None = None
    in_workflow: bool = False
    readme: str | None = None
    moved_at: int = 0
    no_texts: Sequence[str] = ()
    loose: Sequence[str] = ()
    altered: Sequence[str] | None = ()
    trouble: ForgeError | None = None
    has_engine: bool = True
    unreadable: tuple[str, str] | None = ("", "")

    @cached_property
    def state(self) -> State:
        """What the files say. Raises Unknown where the engine's own notes cannot be read: another check says so."""
        found = State(self.files)
        _must_be_read(NOTES, self.files)
        return found

    @cached_property
    def game(self) -> GameRecord:
        """The record of the game. Raises Unknown."""
        _must_be_read(GAME, self.files)
        return State(self.files).game

    @cached_property
    def lawful(self) -> dict[str, Any]:
        """What the law in force says of the game, as `lawful_main` gives it: in a child, since rules of others run. Raises Unknown."""
        _ = self.game, self.state
        try:
            return in_child(json.dumps({"files": dict(self.files), "until": self.now - PATIENCE}))
        except (TimeoutError, EOFError):
            ends = "the law in force, or a record, ends whoever loads it: `nomic check` names the rule"
            damaged = next((problem.path for problem in stored.problems(self.files, None)), "")
            raise Unknown(f"{damaged} cannot be read" if damaged else ends) from None

    def repository(self) -> Raw | None:
        """The repository as GitHub shows it; None where there is none for this token. Raises Unknown, Hidden, Malformed and ForgeError."""
        return self.asked().setting("")

    @cached_property
    def pinned(self) -> str | None:
        """The version the game asks for; None if its pin is none that `nomic new` writes."""
        return pinned(self.files.get(PIN, ""))

    def asked(self) -> Web:
        """GitHub. Raises Unknown if it was not asked, or told nothing."""
        if self.trouble is not None:
            raise Unknown(self.trouble.cause)
        if self.web is None:
            raise Unknown("GitHub was not asked: set GITHUB_TOKEN")
        return self.web


def in_child(job: str) -> dict[str, Any]:
    """What `lawful_main` says to a job. Raises TimeoutError and EOFError."""
    return bare.answers("engine.doctor.lawful_main", [job], LONGEST)[0]


def _must_be_read(path: str, files: Mapping[str, str]) -> None:
    if path not in files or any(stored.problems({path: files[path]}, None)):
        raise Unknown(f"{path} cannot be read")
