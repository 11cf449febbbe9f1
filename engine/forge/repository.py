"""The Repository port by the git command line: a bare, blobless copy that is read and written as objects, never checked out.

Two views of one object store: `copy.git` knows the remote and fetches and pushes; `view.git` knows none, so that
reading it can tell what is missing instead of fetching it, one blob after another.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from types import TracebackType
from typing import Self

from engine.forge import plumbing
from engine.forge.building import commit_stream
from engine.forge.git_process import (
    LARGEST_PACK,
    LATER,
    Done,
    Remote,
    TimedOut,
    environment,
    first_words,
    run,
    transfer_error,
)
from engine.forge.objects import REMEDY, Objects
from engine.forge.plumbing import SUBMODULE, Listed, checked_id
from engine.forge.push import outcome
from engine.forge.walking import Walk
from engine.referee.ports import (
    MOST_PATHS,
    CommitInfo,
    Gone,
    Moved,
    PushRefused,
    TooMuch,
    TreeEntry,
    Unprocessable,
    Unreachable,
    Unreadable,
)

IDENTITY = "nomic <nomic@users.noreply.github.com>"
HUGE = 1 << 40  # the size given for a blob that is not here: too large to be fetched, or nobody asked for it yet
Sizes = Mapping[str, tuple[str, int]]  # id -> (type, bytes) of what is on disk
LARGEST_COMMIT = 1_000_000  # bytes that are read of it; with more, nobody can propose it
LARGE_BLOB = "1m"  # blobs above it come with a pull request only when asked for


class GitRepository:
    """`url` is https://, http://, file:// or a path; `directory` is the copy's place, made at need.

    Times in seconds. Not for several threads at once. `close` (or `with`) ends the process that reads objects.
    """

    def __init__(
        self,
        url: str,
        directory: Path,
        token: str | None = None,
        *,
        identity: str = IDENTITY,
        branch: str = "main",
        timeout: float = 300.0,
        largest_pack: int = LARGEST_PACK,
    ) -> None:
        self._remote = Remote(url, token)
        self._copy = directory / "copy.git"
        self._view = directory / "view.git"
        self._identity = identity
        self._branch = f"refs/heads/{branch}"
        self._timeout = timeout
        self._largest_pack = largest_pack
        self._unfetchable: set[str] = set()
        self._local = environment((), GIT_OBJECT_DIRECTORY=os.fspath(self._copy.absolute() / "objects"))
        self._outward = environment(self._remote.settings(), GIT_ALLOW_PROTOCOL=self._remote.protocol)
        self._objects = Objects(os.fspath(self._view), self._local)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        self._objects.close()

    def fetch(self) -> str:
        tracking = "refs/remotes/origin/main"
        self._bring("the game's branch", "--filter=blob:none", "origin", f"+{self._branch}:{tracking}")
        return self._read("rev-parse", "--verify", tracking, directory=self._copy).decode().strip()

    def pull_heads(self) -> dict[int, str]:
        listed = self._ls_remote(self._branch, "refs/pull/*/head")
        if plumbing.read_head(listed, self._branch) is None:
            raise Unreachable("ls-remote: the list of references lacks the game's branch", LATER)
        return plumbing.read_pull_heads(listed)

    def fetch_pull(self, number: int, head: str) -> None:
        if self._has(checked_id(head)):
            return
        what = f"pull request #{number}"
        for tries_left in (1, 0):
            try:
                self._bring_proposed(what, f"+refs/pull/{number:d}/head:refs/nomic/pull/{number:d}")
                break
            except (Unreachable, TooMuch) as error:
                if self._head_of(number) != head:
                    break
                if isinstance(error, TooMuch) or not tries_left or isinstance(error, TimedOut):
                    raise error if isinstance(error, TooMuch) else Unreadable(error.cause, error.remedy) from error
        if not self._has(head) and not self._has_by_name(head):
            raise Gone(f"{what}: its head is no longer {head[:10]}", "Read the heads again.")

    def _head_of(self, number: int) -> str | None:
        """Raises Unreachable where nothing of the repository can be had."""
        return plumbing.read_pull_heads(self._ls_remote(f"refs/pull/{number:d}/head")).get(number)

    def _has_by_name(self, commit: str) -> bool:
        """What a branch was rewritten from can still be had by its id for a while."""
        with suppress(Gone, Unprocessable, Unreachable):
            self._bring_proposed("a commit", commit)
        return self._has(commit)

    def _bring_proposed(self, what: str, refs: str) -> None:
        self._bring(what, f"--filter=blob:limit={LARGE_BLOB}", "origin", refs, largest_file=self._largest_pack)

    def tree(self, commit: str, under: str = "", *, sizes: bool = True) -> dict[str, TreeEntry]:
        """Brings no blobs, so that old days of the journal stay where they are: what is not here yet has size HUGE."""
        folder = [under.strip("/")] if under.strip("/") else []
        out = self._read("ls-tree", "-r", "-z", "--full-tree", checked_id(commit), "--", *folder)
        listed = dict(plumbing.read_tree(out))
        asked = (identity for mode, identity in listed.values() if mode != SUBMODULE)
        known = self._objects.sizes(asked) if sizes else {}
        return {path: entry(each, known) for path, each in listed.items()}

    def blobs(self, ids: Iterable[str]) -> dict[str, bytes]:
        """Missing ones come in one fetch, however large they are. Raises Gone for what is no blob."""
        wanted = [checked_id(each) for each in dict.fromkeys(ids)]
        found = self._objects.contents(wanted)
        missing = [each for each in wanted if each not in found]
        if missing:
            self._bring_blobs(missing, None)
            found |= self._objects.contents(missing)
        wrong = [each for each in wanted if found.get(each, ("missing",))[0] != "blob"]
        if wrong:
            raise Gone(f"{len(wrong)} of {len(wanted)} files are no files of this repository: {wrong[0]} ...", REMEDY)
        return {each: found[each][1] for each in wanted}

    def commit_info(self, commit: str) -> CommitInfo:
        return self._commits([checked_id(commit)])[0]

    def first_parents(self, commit: str, limit: int) -> list[CommitInfo]:
        return self._commits(self._log("--first-parent", f"--max-count={limit:d}", checked_id(commit)))

    def own_commits(self, base: str, head: str, limit: int) -> list[CommitInfo]:
        """Children come before their parents."""
        span = (checked_id(head), f"^{checked_id(base)}")
        ids = self._log("--topo-order", f"--max-count={limit:d}", *span)
        if all(size <= LARGEST_COMMIT for _, size in self._objects.sizes(ids).values()):
            return self._commits(ids)
        raise TooMuch("one of its commits is too large to be read", "Make its commits anew with git.")

    def merge_base(self, one: str, other: str) -> str | None:
        done = self._ask("merge-base", checked_id(one), checked_id(other))
        if done.code not in (0, 1):
            raise self._unreadable(done, one, other)
        return done.out.decode().strip() or None

    def is_ancestor(self, one: str, other: str) -> bool:
        done = self._ask("merge-base", "--is-ancestor", checked_id(one), checked_id(other))
        if done.code not in (0, 1):
            raise self._unreadable(done, one, other)
        return done.code == 0

    def changed_paths(
        self, one: str, other: str, *, under: Sequence[str] = (), most: int = MOST_PATHS
    ) -> dict[str, tuple[TreeEntry | None, TreeEntry | None]]:
        old, new = self._commits([checked_id(one), checked_id(other)])
        changes = Walk(self._objects, most, tuple(map(os.fsencode, under))).differences([old.tree], new.tree)
        sizes = self._sizes(each for _, before, after in changes for each in (before, after) if each)
        return {
            path: (before and entry(before, sizes), after and entry(after, sizes)) for path, before, after in changes
        }

    def own_changes(self, commits: Sequence[tuple[str, Sequence[str]]], most: int) -> list[dict[str, TreeEntry | None]]:
        ids = {checked_id(each) for commit, others in commits for each in (commit, *others)}
        trees = {info.sha: info.tree for info in self._commits(sorted(ids))}
        walk = Walk(self._objects, most)
        found = [
            walk.differences([trees[other] for other in dict.fromkeys(others)], trees[commit])
            for commit, others in commits
        ]
        sizes = self._sizes(after for changes in found for _, _, after in changes if after)
        return [{path: after and entry(after, sizes) for path, _, after in changes} for changes in found]

    def differences(self, commits: Sequence[CommitInfo]) -> Iterator[dict[str, TreeEntry | None]]:
        pairs = "".join(f"{one.tree} {other.tree}\n" for one, other in pairwise(commits))
        done = self._ask(
            "diff-tree", "--stdin", "-r", "-z", "--raw", "--no-abbrev", "--no-renames", stdin=pairs.encode()
        )
        if done.code != 0:
            raise self._unreadable(done, *(commit.sha for commit in commits[:1]))
        found = plumbing.read_differences(done.out)
        for one, other in pairwise(commits):
            changes = found.get((one.tree, other.tree), [])
            yield {path: after and entry(after, {}) for path, _, after in changes}

    def commit(self, parents: Sequence[str], changes: Mapping[str, str | None], message: str, time: int) -> str:
        """Raises ValueError for a path that could leave the tree. Files are written with mode 100644."""
        stream = commit_stream(parents, changes, message, time, self._identity)
        done = self._ask("fast-import", "--quiet", "--force", stdin=stream)
        if done.code != 0:
            raise self._unreadable(done, *parents)
        return checked_id(done.out.decode().strip())

    def push(self, old: str, new: str) -> None:
        """If the answer is lost, the server is asked what became of it. Raises Denied where nothing may be pushed."""
        error: Unreachable
        try:
            done = self._out("push", "--porcelain", "--no-verify", "origin", f"{checked_id(new)}:{self._branch}")
            ended, words = outcome(done)
            if ended == "landed":
                return
            if ended == "refused":
                raise PushRefused(words)
            if ended == "moved":
                raise Moved(words)
            failure = transfer_error("push", done)
            if not isinstance(failure, Unreachable):
                raise failure
            error = failure
        except Unreachable as timeout:
            error = timeout
        if not self._landed(old, new):
            raise error

    def _landed(self, old: str, new: str) -> bool:
        """Whether `main` has come to hold `new`. Raises Moved if it holds something else instead."""
        now = plumbing.read_head(self._ls_remote(self._branch), self._branch)
        if now == new:
            return True
        if now is None or now == old:
            return False
        if self.is_ancestor(new, self.fetch()):
            return True
        raise Moved(f"main is at {now[:10]}")

    def _prepare(self) -> None:
        """Also heals a copy whose making was interrupted."""
        for place in (self._copy, self._view):
            if not (place / "HEAD").exists():
                self._make(place)

    def _make(self, place: Path) -> None:
        remedy = f"Make {place.parent} writable."
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Unreachable(f"no place for the local copy: {error.strerror}", remedy) from error
        done = run(["init", "--quiet", "--bare", "--template="], place, self._local, timeout=self._timeout)
        if done.code != 0:
            raise Unreachable(f"git init: {first_words(done.err)}", remedy)

    def _out(self, *arguments: str, stdin: bytes = b"", largest_file: int | None = None) -> Done:
        """A command that talks to the server."""
        self._prepare()
        env, timeout = self._outward, self._timeout
        return run(arguments, self._copy, env, stdin=stdin, timeout=timeout, largest_file=largest_file)

    def _bring(self, what: str, *arguments: str, stdin: bytes = b"", largest_file: int | None = None) -> None:
        quiet = ("fetch", "--quiet", "--no-tags", "--no-write-fetch-head")
        done = self._out(*quiet, *arguments, stdin=stdin, largest_file=largest_file)
        if done.code != 0:
            raise transfer_error(what, done)

    def _bring_blobs(self, ids: Sequence[str], largest_file: int | None) -> None:
        """By their ids, which any server of git's second protocol allows; what git itself does, but all at once."""
        listed = "".join(f"{each}\n" for each in ids).encode()
        words = ("--filter=blob:none", "--stdin", "origin")
        self._bring(f"{len(ids)} files", *words, stdin=listed, largest_file=largest_file)

    def _ls_remote(self, *patterns: str) -> str:
        done = self._out("ls-remote", "--quiet", "origin", *patterns)
        if done.code != 0:
            raise transfer_error("ls-remote", done)
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

    def _has(self, commit: str) -> bool:
        self._prepare()
        return commit in self._objects.sizes([commit])

    def _log(self, *arguments: str) -> list[str]:
        return self._read("rev-list", *arguments, "--").decode().split()

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
        return Unreachable(f"git: {first_words(done.err)}", REMEDY)


def gone(ids: Sequence[str]) -> Gone:
    return Gone(f"no such commit in the copy: {', '.join(each[:10] for each in ids[:3])}", "Fetch it first.")


def entry(listed: Listed, sizes: Sizes) -> TreeEntry:
    """A submodule's commit is not of this repository: size 0."""
    mode, identity = listed
    if mode == SUBMODULE:
        return TreeEntry(mode, identity, 0)
    return TreeEntry(mode, identity, sizes[identity][1] if identity in sizes else HUGE)
