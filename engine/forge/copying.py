"""A bare copy of the game's repository and what runs git on it: alone, or with the server.

`copy.git` is where commits are brought to, `view.git` shows its objects without their grafts and settings.
"""

import os
import shutil
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Self

from engine.forge import plumbing
from engine.forge.broken import Broken, is_broken
from engine.forge.git_process import (
    FULL,
    LARGEST_PACK,
    MAKE_ROOM,
    Done,
    NoRoom,
    Remote,
    environment,
    first_words,
    run,
    transfer_error,
)
from engine.forge.objects import Objects
from engine.forge.plumbing import SUBMODULE, Listed
from engine.forge.whole import amiss, must_be_whole
from engine.referee.ports import CommitInfo, Denied, ForgeError, Gone, Unprocessable, Unreachable
from engine.store.counted import counted

MOST_KEPT, LONGEST_KEPT = 64, 256  # lists of commits, and ids in one
LEFT = ("refs/**/*.lock", "objects/pack/tmp_*")
LARGEST_COMMIT = 1_000_000  # bytes that are read of it; with more, nobody can propose it
Sizes = Mapping[str, tuple[str, int]]  # id -> (type, bytes) of what is on disk


class Copy:
    """See GitRepository for its arguments. `close` (or `with`) ends the process that reads objects."""

    def __init__(
        self,
        url: str,
        directory: Path,
        token: str | None = None,
        *,
        timeout: float = 300.0,
        largest_pack: int = LARGEST_PACK,
    ) -> None:
        self._remote = Remote(url, token)
        self._copy = directory / "copy.git"
        self._view = directory / "view.git"
        self._timeout = timeout
        self._largest_pack = largest_pack
        self._unfetchable: set[str] = set()
        self._tidy = False
        self._logs: dict[tuple[str, ...], list[str]] = {}
        self._local = environment((), GIT_OBJECT_DIRECTORY=os.fspath(self._copy.absolute() / "objects"))
        self._outward = environment(self._remote.settings(), GIT_ALLOW_PROTOCOL=self._remote.protocol)
        self._objects = Objects(
            os.fspath(self._view), self._local, f"Delete `{directory}`; the next pass makes it anew."
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._objects.close()

    def _prepare(self) -> None:
        """Also heals a copy whose making was interrupted. Raises ForgeError where it would be the copy of a part."""
        if not (self._copy / "HEAD").exists() and (source := self._remote.folder):
            must_be_whole(source)
        for place in (self._copy, self._view):
            if not (place / "HEAD").exists():
                self._make(place)
        if not self._tidy:
            self._tidy = True
            self._tidy_up()

    def _tidy_up(self) -> None:
        """Takes away what a git left that was ended in the middle: a lock, behind which nothing can be fetched, and half a pack.

        None of ours lasts longer than it is waited for, so what is older is nobody's.
        """
        for left in (each for pattern in LEFT for each in self._copy.glob(pattern)):
            with suppress(FileNotFoundError):
                if left.stat().st_mtime < time.time() - 2 * self._timeout:
                    left.unlink()

    def _forget(self) -> None:
        """Takes the copy away, to be made anew."""
        self._objects.close()
        for place in (self._copy, self._view):
            shutil.rmtree(place, ignore_errors=True)
            if place.is_file():
                place.unlink()
        self._logs.clear()
        self._unfetchable.clear()

    def _make(self, place: Path) -> None:
        remedy = f"Make {place.parent} writable, and room on its disk."
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Unreachable(f"no place for the local copy: {error.strerror}", remedy) from error
        if place.is_file():
            raise Broken(f"{place} is a file", self._objects.remedy)
        done = run(["init", "--quiet", "--bare", "--template="], place, self._local, timeout=self._timeout)
        if done.code != 0:
            raise Unreachable(f"git init: {first_words(done.err)}", MAKE_ROOM if FULL.search(done.err) else remedy)

    def _out(self, *arguments: str, stdin: bytes = b"", largest_file: int | None = None) -> Done:
        """A command that talks to the server."""
        self._prepare()
        env, timeout = self._outward, self._timeout
        return run(arguments, self._copy, env, stdin=stdin, timeout=timeout, largest_file=largest_file)

    def _bring(self, what: str, *arguments: str, stdin: bytes = b"", largest_file: int | None = None) -> None:
        quiet = ("fetch", "--quiet", "--no-tags", "--no-write-fetch-head")
        done = self._out(*quiet, *arguments, stdin=stdin, largest_file=largest_file)
        if done.code != 0:
            raise self._failed(what, done)

    def _failed(self, what: str, done: Done) -> ForgeError:
        """Of a repository on this machine no token tells, and no later pass; nor of a copy that is broken."""
        error = transfer_error(what, done)
        if isinstance(error, NoRoom):
            return error
        if isinstance(error, (Denied, Unreachable)) and is_broken(done.err, self._copy):
            return Broken(error.cause, self._objects.remedy)
        if self._remote.protocol == "file" and isinstance(error, (Denied, Unreachable)):
            return type(error)(error.cause, amiss(self._remote.url, done.err))
        return error

    def _bring_blobs(self, ids: Sequence[str], largest_file: int | None) -> None:
        """By their ids, which any server of git's second protocol allows; what git itself does, but all at once."""
        listed = "".join(f"{each}\n" for each in ids).encode()
        words = ("--filter=blob:none", "--stdin", "origin")
        self._bring(counted(len(ids), "file"), *words, stdin=listed, largest_file=largest_file)

    def _ls_remote(self, *patterns: str) -> str:
        done = self._out("ls-remote", "--quiet", "origin", *patterns)
        if done.code != 0:
            raise self._failed("ls-remote", done)
        return done.out.decode("utf-8", "replace")

    def _sizes(self, listed: Iterable[Listed]) -> Sizes:
        """What is not on disk is fetched first, unless it is too large."""
        ids = {identity for mode, identity in listed if mode != SUBMODULE}
        found = self._objects.sizes(ids)
        missing = sorted(ids - found.keys() - self._unfetchable)
        if missing:
            try:
                self._bring_blobs(missing, self._largest_pack)
            except Unprocessable:
                self._unfetchable.update(missing)
            found |= self._objects.sizes(missing)
        return found

    def _at(self, ref: str) -> str:
        """The commit of a reference of the copy; git is asked where it has no file of its own."""
        try:
            found = (self._copy / ref).read_text("ascii", "replace").strip()
        except OSError:
            found = ""
        if plumbing.COMMIT_ID.fullmatch(found):
            return found
        return self._read("rev-parse", "--verify", ref, directory=self._copy).decode().strip()

    def _has(self, commit: str) -> bool:
        self._prepare()
        return commit in self._objects.sizes([commit])

    def _log(self, *arguments: str) -> list[str]:
        """Ids of commits. What a commit, named by its id, grew from never changes: short answers are kept."""
        known = self._logs.get(arguments)
        if known is None:
            known = self._read("rev-list", *arguments, "--").decode().split()
            if len(known) <= LONGEST_KEPT:
                if len(self._logs) >= MOST_KEPT:
                    self._logs.clear()
                self._logs[arguments] = known
        return [*known]

    def _commits(self, ids: Sequence[str]) -> list[CommitInfo]:
        self._prepare()
        found = self._objects.contents(ids, LARGEST_COMMIT)
        if any(found.get(each, ("missing",))[0] != "commit" for each in ids):
            raise gone(ids)
        return [plumbing.read_commit(each, found[each][1]) for each in ids]

    def _ask(self, *arguments: str, stdin: bytes = b"") -> Done:
        """A command on the objects alone."""
        self._prepare()
        return run(arguments, self._view, self._local, stdin=stdin, timeout=self._timeout)

    def _read(self, *arguments: str, directory: Path | None = None) -> bytes:
        self._prepare()
        done = run(arguments, directory or self._view, self._local, timeout=self._timeout)
        if done.code != 0:
            raise self._unreadable(done, *(each.lstrip("^") for each in arguments))
        return done.out

    def _unreadable(self, done: Done, *arguments: str) -> Gone | Unreachable:
        """Gone if one of the ids among the arguments is not on disk."""
        ids = [each for each in arguments if plumbing.COMMIT_ID.fullmatch(each)]
        if self._objects.sizes(ids).keys() != set(ids):
            return gone(ids)
        remedy = MAKE_ROOM if FULL.search(done.err) else self._objects.remedy
        return Unreachable(f"git: {first_words(done.err)}", remedy)


def gone(ids: Sequence[str]) -> Gone:
    return Gone(f"no such commit in the copy: {', '.join(each[:10] for each in ids[:3])}", "Fetch it first.")
