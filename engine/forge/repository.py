"""The Repository port by the git command line: a bare, blobless copy that is read and written as objects, never checked out.

Two views of one object store: `copy.git` knows the remote and fetches and pushes; `view.git` knows none, so that
reading it can tell what is missing instead of fetching it, one blob after another.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise

from engine.forge import plumbing
from engine.forge.broken import Broken
from engine.forge.building import commit_stream
from engine.forge.copying import LARGEST_COMMIT, Copy, Sizes
from engine.forge.git_process import LATER, TimedOut, transfer_error
from engine.forge.plumbing import SUBMODULE, Listed, checked_id, checked_ids
from engine.forge.push import outcome
from engine.forge.walking import Walk
from engine.referee.ports import (
    MOST_FILES,
    MOST_PATHS,
    CommitInfo,
    ForgeError,
    Gone,
    Moved,
    PushRefused,
    TooMuch,
    TreeEntry,
    Unprocessable,
    Unreachable,
    Unreadable,
)
from engine.store.marks import reached

HUGE = 1 << 40  # the size given for a blob that is not here: too large to be fetched, or nobody asked for it yet
NO_MAIN = (
    "There is no branch `main` in that repository, and a game is kept on it.",
    "Name the repository of a game. If the branch was renamed, give it its name back: Settings, General, Default branch; if it is "
    "gone, push it there again, from a clone that has it.",
)
BRANCH = "refs/heads/main"
MAIN = "refs/remotes/origin/main"  # as the copy knows it
LARGE_BLOB = "1m"  # blobs above it come with a pull request only when asked for


class GitRepository(Copy):
    """`url` is https://, http://, file:// or a path; `directory` is the copy's place, made at need.

    Times in seconds. Not for several threads at once. `close` (or `with`) ends the process that reads objects.
    """

    def fetch(self) -> str:
        """A copy that is broken is made anew: it holds nothing that the server has not."""
        return self._healed(self._bring_main)[0]

    def _healed(self, bring: Callable[[], list[str]]) -> list[str]:
        """The commits that `bring` says are there."""
        try:
            return self._there(bring())
        except Broken:
            reached("broken copy made anew")
            self._forget()
            return self._there(bring())

    def _there(self, commits: list[str]) -> list[str]:
        """Raises Broken where git does not show in one half of the copy what it has brought into the other."""
        try:
            shown = self._objects.sizes(commits)
        except Unreachable as error:
            raise Broken(error.cause, error.remedy) from error
        if not shown.keys() >= set(commits):
            raise Broken("what was brought is not in the copy", self._objects.remedy)
        return commits

    def _bring_main(self) -> list[str]:
        try:
            self._bring("the game's branch", "--filter=blob:none", "origin", f"+{BRANCH}:{MAIN}")
        except Gone:
            raise Gone(*NO_MAIN) from None
        return [self._at(MAIN)]

    def pull_heads(self) -> dict[int, str]:
        listed = self._ls_remote(BRANCH, "refs/pull/*/head")
        if plumbing.read_head(listed, BRANCH) is None:
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

    def tree(self, commit: str, under: str = "", *, sizes: bool = True, most: int = MOST_FILES) -> dict[str, TreeEntry]:
        """Brings no blobs, so that old days of the journal stay where they are: what is not here yet has size HUGE."""
        top = under.strip("/")
        walk = Walk(self._objects, most, (os.fsencode(top), os.fsencode(f"{top}/")) if top else ())
        paths, modes, ids = walk.files(self._commits([checked_id(commit)])[0].tree)
        if not sizes:
            unknown = [0 if mode == SUBMODULE else HUGE for mode in modes]
            return dict(zip(paths, map(TreeEntry._make, zip(modes, ids, unknown, strict=True)), strict=True))
        known = self._objects.sizes(each for mode, each in zip(modes, ids, strict=True) if mode != SUBMODULE)
        return {path: entry((mode, each), known) for path, mode, each in zip(paths, modes, ids, strict=True)}

    def blobs(self, ids: Iterable[str], along: Iterable[str] = ()) -> dict[str, bytes]:
        """Missing ones come in one fetch, however large they are. Raises Gone for what is no blob."""
        wanted = checked_ids(ids)
        found, others = self._objects.blobs(wanted)
        if len(found) + len(others) < len(wanted):
            missing = [each for each in wanted if each not in found and each not in others]
            more = [each for each in checked_ids(along) if each not in found]
            here = {*missing, *self._objects.sizes(more)}
            self._bring_along(missing, [each for each in more if each not in here])
            found |= self._objects.blobs(missing)[0]
        if len(found) < len(wanted):
            wrong = [each for each in wanted if each not in found]
            raise Gone(
                f"{len(wrong)} of {len(wanted)} files are no files of this repository: {wrong[0]} ...",
                self._objects.remedy,
            )
        return found

    def _bring_along(self, missing: list[str], more: list[str]) -> None:
        """What would come along keeps nothing from coming: where it is too large, or cannot be had, it stays where it is."""
        with suppress(TooMuch, Gone):
            if more:
                return self._bring_blobs([*missing, *more], self._largest_pack)
        return self._bring_blobs(missing, None)

    def commit_info(self, commit: str) -> CommitInfo:
        return self._commits([checked_id(commit)])[0]

    def first_parents(self, commit: str, limit: int) -> list[CommitInfo]:
        return self._commits(self._log("--first-parent", f"--max-count={limit:d}", checked_id(commit)))

    def own_commits(self, base: str, head: str, limit: int, *, in_part: bool = False) -> list[CommitInfo]:
        """Children come before their parents."""
        span = (checked_id(head), f"^{checked_id(base)}")
        ids = self._log("--topo-order", f"--max-count={limit:d}", *span)
        if in_part or all(size <= LARGEST_COMMIT for _, size in self._objects.sizes(ids).values()):
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
        self, one: str, other: str, *, most: int = MOST_PATHS
    ) -> dict[str, tuple[TreeEntry | None, TreeEntry | None]]:
        old, new = self._commits([checked_id(one), checked_id(other)])
        changes = Walk(self._objects, most).differences([old.tree], new.tree)
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

    def difference(
        self, one: CommitInfo, other: CommitInfo, *, under: Sequence[str] = (), but: Sequence[str] = ()
    ) -> dict[str, TreeEntry | None]:
        walk = Walk(self._objects, MOST_PATHS, tuple(map(os.fsencode, under)), tuple(map(os.fsencode, but)))
        return {path: after and entry(after, {}) for path, _, after in walk.differences([one.tree], other.tree)}

    def touched(
        self, commits: Sequence[CommitInfo], folders: Sequence[str], most: int, in_all: int
    ) -> Iterator[dict[str, dict[str, TreeEntry | None] | None]]:
        for one, other in pairwise(commits):
            if in_all <= 0:
                return
            found: dict[str, dict[str, TreeEntry | None] | None] = {}
            for folder in folders:
                walk = Walk(self._objects, most, (os.fsencode(f"{folder}/"),))
                try:
                    changes = walk.differences([one.tree], other.tree)
                    found[folder] = {path: after and entry(after, {}) for path, _, after in changes}
                except TooMuch:
                    found[folder] = None
                in_all -= walk.spent
            yield found

    def sized(self, commits: Sequence[Mapping[str, TreeEntry | None]]) -> list[dict[str, TreeEntry | None]]:
        every = [(e.mode, e.blob) for files in commits for e in files.values() if e]
        known = dict(self._sizes(every))
        if any(mode != SUBMODULE and blob not in known for mode, blob in every):
            # too much at once need not be too much
            self._unfetchable.clear()
            for files in commits:
                known |= self._sizes((e.mode, e.blob) for e in files.values() if e)
        return [{p: e and entry((e.mode, e.blob), known) for p, e in files.items()} for files in commits]

    def commit(self, parents: Sequence[str], changes: Mapping[str, str | None], message: str, time: int) -> str:
        """Raises ValueError for a path that could leave the tree. Files are written with mode 100644."""
        stream = commit_stream(parents, changes, message, time)
        done = self._ask("fast-import", "--quiet", "--force", stdin=stream)
        if done.code != 0:
            raise self._unreadable(done, *parents)
        return checked_id(done.out.decode().strip())

    def push(self, old: str, new: str) -> None:
        """If the answer is lost, the server is asked what became of it. Raises Denied where nothing may be pushed.

        Unreachable also where that is not told, for whatever reason: it may have landed.
        """
        error: Unreachable
        try:
            done = self._out("push", "--porcelain", "--no-verify", "origin", f"{checked_id(new)}:{BRANCH}")
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
        try:
            landed = self._landed(old, new)
        except ForgeError:
            raise error from None
        if not landed:
            raise error

    def _landed(self, old: str, new: str) -> bool:
        """Whether `main` has come to hold `new`. Raises Moved if it holds something else instead."""
        now = plumbing.read_head(self._ls_remote(BRANCH), BRANCH)
        if now == new:
            return True
        if now is None or now == old:
            return False
        if self.is_ancestor(new, self.fetch()):
            return True
        raise Moved(f"main is at {now[:10]}")


def entry(listed: Listed, sizes: Sizes) -> TreeEntry:
    """A submodule's commit is not of this repository: size 0. What names no file is none either, whatever its mode says."""
    mode, identity = listed
    kind, size = sizes.get(identity, ("blob", HUGE))
    if mode == SUBMODULE or kind != "blob":
        return TreeEntry(SUBMODULE, identity, 0)
    return TreeEntry(mode, identity, size)
