"""A game of the island played on a hub with real git, to be copied and tampered with; and hands that tamper."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.forge.repository import GitRepository
from engine.game.dice import commitment
from engine.hub.git_http import Git
from engine.referee.proof.findings import Proof
from engine.referee.verify import verify
from engine.store import canon, journal
from tests.begun import START, Clock, begun
from tests.github.hub import Hub
from tests.github.people import People
from tests.staging import begin, copy_of, forge_of, referee_of

KEY = b"the island's dice"
GAME = "island"
DAY = "state/journal/2026/01/05.yaml"
FRIDAY = "state/journal/2026/01/09.yaml"
ANA = "state/players/ana.yaml"
SONGS = "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"


class Game:
    """A hub with a table, hands for everyone, and the referee."""

    def __init__(self, folder: Path) -> None:
        self.clock = Clock()
        self.hub = Hub(folder, "owner", "island", self.clock)
        self.people = People(self.hub)
        self.copy = folder / "copy"
        begin(self.people, begun(game=GAME, commitment=commitment(KEY)))

    def say(self, who: str, text: str, on: int = 1) -> int:
        self.clock.now += 60
        return self.people.comment(who, on, text).id

    def run(self) -> None:
        self.clock.now += 60
        with copy_of(self.hub, self.copy) as repository:
            referee_of(forge_of(self.hub), repository, dice=KEY, game=GAME).run()

    def propose(self, who: str, title: str, changes: Mapping[str, str | None]) -> int:
        self.clock.now += 60
        return self.people.open_pull(who, title, changes).number


def play(folder: Path) -> None:
    """A season: two players, a proposal adopted, a Friday's fishing, a dive; in `folder`/island.git."""
    game = Game(folder)
    with game.hub:
        for who in ("ana", "bo"):
            game.say(who, "/join")
        game.run()
        number = game.propose("ana", "Songs", {"rules/island/108-songs.md": SONGS})
        for who, text in (("ana", "/open"), ("ana", "yay"), ("bo", "yay"), ("bo", "hello")):
            game.say(who, text, number)
        game.say("ana", "/give 99 shells to bo")
        game.say("bo", "/build")
        game.run()
        game.say("ana", "/resolve", number)
        game.say("bo", "/build")
        game.run()
        game.clock.now = START + 4 * 86_400
        game.run()
        game.say("ana", "/give 1 shell to bo")
        game.run()
        game.run()


@dataclass
class Copy:
    """A bare copy of the game, and what can be done to it with git."""

    directory: Path

    def __post_init__(self) -> None:
        self.git = Git(self.directory / "island.git")

    def commits(self) -> list[str]:
        """Along main, oldest first."""
        return self.git.run("rev-list", "--first-parent", "--reverse", "main").split()

    def ending_with(self, name: str) -> str:
        """The commit of the engine's that ends with this entry."""
        hash_ = next(e["hash"] for e in self.entries() if e["id"] == name)
        return self.git.run("log", "--format=%H", f"--grep=Nomic-Entry: {hash_}", "main")

    def text(self, path: str, commit: str = "main") -> str:
        return self.git.file(commit, path) + "\n"

    def entries(self) -> list[dict[str, Any]]:
        days = self.git.run("ls-tree", "-r", "--name-only", "main", "state/journal/").split()
        return [entry for day in days for entry in journal.entries(self.text(day))]

    def record(self, path: str) -> Any:
        return canon.read(self.text(path))

    def commit(self, changes: Mapping[str, str | None], message: str = "Mend", who: str = "eve") -> str:
        """A commit by hand on main."""
        time = int(self.git.run("log", "-1", "--format=%ct", "main")) + 10
        made = self.git.commit([self.git.head() or ""], changes, message, who, time)
        self.git.move("refs/heads/main", made)
        return made

    def rewrite(
        self,
        edit: Callable[[str, dict[str, str]], Mapping[str, str | None]],
        *,
        first: str,
        message: Callable[[str, str], str] = lambda commit, text: text,
        drop: frozenset[str] = frozenset(),
    ) -> dict[str, str]:
        """Rewrites main from a commit on, authors and times kept; returns old id -> new id.

        `edit` is given a commit's old id and the files of state/ and proposals/ in it, and returns what to change.
        """
        new: dict[str, str] = {}
        for old in self.commits():
            parents = [new.get(p, p) for p in self.git.run("log", "-1", "--format=%P", old).split()]
            if old in drop:
                new[old] = parents[0]
            elif old == first or new:
                new[old] = self._again(old, parents, edit(old, self._files(old)), message)
        self.git.move("refs/heads/main", list(new.values())[-1])
        return new

    def _files(self, commit: str) -> dict[str, str]:
        paths = self.git.run("ls-tree", "-r", "--name-only", commit, "state/", "proposals/").split()
        return {path: self.text(path, commit) for path in paths}

    def _again(
        self, old: str, parents: list[str], changes: Mapping[str, str | None], message: Callable[[str, str], str]
    ) -> str:
        author, email, time, words = self.git.run("log", "-1", "--format=%an%x00%ae%x00%ct%x00%B", old).split("\0")
        made = self.git.commit([old], changes, "x", author, int(time))
        tree = self.git.run("rev-parse", f"{made}^{{tree}}")
        stamped = {
            f"GIT_{role}_{part}": value
            for role in ("AUTHOR", "COMMITTER")
            for part, value in (("NAME", author), ("EMAIL", email), ("DATE", f"{time} +0000"))
        }
        arguments = [word for parent in parents for word in ("-p", parent)]
        return self.git.run("commit-tree", tree, *arguments, "-m", message(old, words), env=stamped)

    def proof(self, start: str | None = None, given: tuple[bytes, ...] = ()) -> Proof:
        with GitRepository(str(self.git.directory), self.directory / "proof") as repository:
            return verify(repository, start, given)

    def findings(self, start: str | None = None, given: tuple[bytes, ...] = ()) -> list[str]:
        return self.proof(start, given).findings


def copied(played: Path, folder: Path) -> Copy:
    shutil.copytree(played / "island.git", folder / "island.git")
    return Copy(folder)


def rechained(entries: list[dict[str, Any]], previous: str = "") -> list[dict[str, Any]]:
    """The entries with their links made anew, as someone who knows how would make them."""
    made = []
    for entry in entries:
        entry = {**entry, "previous": previous}
        previous = entry["hash"] = journal.link(previous, entry)
        made.append(entry)
    return made
