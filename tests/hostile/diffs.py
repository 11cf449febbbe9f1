"""The same table over a real repository, for what only git can hold: modes, links, strange names, huge files, odd histories."""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import subprocess
import tempfile
import zlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from engine.forge.repository import GitRepository
from engine.hub.git_http import Git
from engine.hub.threads import Pull
from engine.referee.judging.judge import Judge
from tests.hostile.answer import Answer
from tests.hostile.corpus import bytes_of, spelled
from tests.hostile.inert import offences
from tests.hostile.table import SONG, Table
from tests.pace import of_all

Tree = dict[bytes, tuple[str, str]]  # path -> (mode, id)


class GitTable(Table):
    """The table with its commits in a bare repository. Each process that plays a case has a repository of its own."""

    def __init__(self) -> None:
        super().__init__()
        self._trees: dict[str, Tree] = {}
        self.folder = Path(tempfile.mkdtemp(prefix="nomic-hostile-"))
        atexit.register(shutil.rmtree, self.folder, ignore_errors=True)
        self.git = Git(self.folder / "server.git")
        self._written()
        self._connect()
        self.run()

    def _written(self) -> None:
        """The game so far, commit by commit."""
        store, made = self.island.store, dict[str, str]()
        for name, commit in store.commits.items():
            before = store.commits[commit.parents[0]].files if commit.parents else {}
            every = {*before, *commit.files}
            changes = {p: commit.files.get(p) for p in every if before.get(p) != commit.files.get(p)}
            parents = [made[parent] for parent in commit.parents]
            made[name] = self.git.commit(parents, changes, commit.message, commit.author, commit.time)
        self.git.move("refs/heads/main", made[store.main])
        self.song = made[store.heads[self.pull]]
        self.git.move(f"refs/pull/{self.pull}/head", self.song)
        self.island.model.thread(self.pull).pull = Pull("main", "ana-song", self.song, "owner/island")

    def _connect(self) -> None:
        self.island.repository = GitRepository(str(self.git.directory), self.folder / "copy")  # type: ignore[assignment]

    def alone(self) -> None:
        """Moves to a copy of everything, for this process alone."""
        copy = Path(tempfile.mkdtemp(prefix="nomic-case-", dir=self.folder))
        for part in ("server.git", "copy"):
            shutil.copytree(self.folder / part, copy / part)
        self.folder, self.git = copy, Git(copy / "server.git")
        self._connect()

    def answer(self, happening: str, judge: Judge | None = None, afterwards: str = "done") -> Answer:
        """One pass, in which bo's command is judged as well. That journals replay is looked at on the table without git."""
        build = f"comment/{self.say('bo', '/build')}"
        begin = of_all()
        outcomes = {o["id"]: o for o in self.run(judge).outcomes}
        answer = Answer(seconds=of_all() - begin, shown=self.shown())
        found = outcomes.get(happening, {"is": "ignored"})
        if found["is"] == "refused":
            answer.refused, answer.says = found["code"], f"{found['reason']} {found['remedy']}"
        else:
            answer.inert = found["is"]
        answer.wrong = [f"{o}: {body[:300]!r}" for body in self.shown() for o in offences(body, self.friends)]
        went_on = outcomes.get(build, {}).get("is") == afterwards
        return answer if went_on else Answer(wrong=[*answer.wrong, f"bo's next command is {outcomes.get(build)}"])

    def proposed(self, given: Mapping[str, Any]) -> int:
        """A pull request with these commits; `from` is where it begins: main, nothing, or another open proposal."""
        self.alone()
        start = {"nothing": None, "proposal": self.song}.get(given.get("from", ""), self.git.head())
        tip = start
        for place in range(given.get("times", 1)):
            for entries in given["commits"]:
                tip = self._commit(tip, [_entry(e, place) for e in entries])
        number = max(self.island.model.threads) + 1
        self.git.move(f"refs/pull/{number}/head", tip)
        pull = Pull(given.get("base", "main"), "case", tip or "", "ana/island")
        self.wait()
        return self.island.model.open_thread(self.island.id("ana"), "A case", "", pull=pull).number

    def by_hand_in_git(self, given: Mapping[str, Any]) -> str:
        """Commits on `main` that are not the engine's; with `back: true`, one more that takes everything back."""
        self.alone()
        tip = before = self.git.head() or ""
        self.wait()
        for entries in given["commits"]:
            tip = self._commit(tip, entries, int(given.get("date", self.island.clock())))
        told = tip
        if given.get("back"):
            tip = self._commit(tip, [], self.island.clock(), self._tree(before))
        self.git.move("refs/heads/main", tip)
        return told

    def _commit(
        self,
        parent: str | None,
        entries: Sequence[Mapping[str, Any]],
        date: int | None = None,
        whole: Tree | None = None,
    ) -> str:
        tree = dict(whole or self._tree(parent)) if parent else Tree()
        for entry in entries:
            for number in range(entry.get("count", 1)):
                name = os.fsencode(spelled(entry["path"]).replace("{n}", str(200 + number)))
                if entry.get("gone"):
                    tree.pop(name)
                else:
                    tree[name] = (entry.get("mode", "100644"), self._blob(entry))
        who = f"ana <a@b> {self.island.clock() if date is None else date} +0000"
        lines = [f"tree {self._written_tree(tree)}", *([f"parent {parent}"] if parent else [])]
        made = self._object("commit", "\n".join([*lines, f"author {who}", f"committer {who}", "", "A case\n"]).encode())
        self._trees[made] = tree
        return made

    def _tree(self, commit: str) -> Tree:
        if commit not in self._trees:
            listed = subprocess.run(["git", "ls-tree", "-r", "-z", commit], cwd=self.git.directory, capture_output=True)
            rows = (row.partition(b"\t") for row in listed.stdout.split(b"\0") if row)
            self._trees[commit] = {path: (h.split()[0].decode(), h.split()[2].decode()) for h, _, path in rows}
        return self._trees[commit]

    def _blob(self, entry: Mapping[str, Any]) -> str:
        return "1" * 40 if entry.get("mode") == "160000" else self._object("blob", bytes_of(entry.get("text", SONG)))

    def _written_tree(self, tree: Tree) -> str:
        rows: dict[bytes, tuple[str, str]] = {}
        below: dict[bytes, Tree] = {}
        for path, entry in tree.items():
            first, slash, rest = path.partition(b"/")
            if slash:
                below.setdefault(first, {})[rest] = entry
            else:
                rows[first] = entry
        rows |= {name: ("40000", self._written_tree(inner)) for name, inner in below.items()}
        in_order = sorted(rows.items(), key=lambda row: row[0] + (b"/" if row[1][0] == "40000" else b""))
        return self._object("tree", b"".join(f"{m} ".encode() + n + b"\0" + bytes.fromhex(i) for n, (m, i) in in_order))

    def _object(self, kind: str, data: bytes) -> str:
        """Written byte for byte: what git itself would refuse to write, a stranger's program need not."""
        whole = f"{kind} {len(data)}\0".encode() + data
        name = hashlib.sha1(whole, usedforsecurity=False).hexdigest()
        place = self.git.directory / "objects" / name[:2] / name[2:]
        if not place.exists():
            place.parent.mkdir(exist_ok=True)
            place.write_bytes(zlib.compress(whole, 1))
        return name


def _entry(entry: Mapping[str, Any], place: int) -> Mapping[str, Any]:
    """With `{place}` in its text, each repetition of the commits writes another."""
    return (
        {**entry, "text": entry["text"].replace("{place}", str(place))} if isinstance(entry.get("text"), str) else entry
    )


@lru_cache
def the_git_table() -> GitTable:
    """One for all cases of a process; `proposed` makes a copy."""
    return GitTable()
