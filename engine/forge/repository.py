"""The Repository port by the git command line: a bare, blobless copy that is read and written as objects, never checked out.

Two views of one object store: `copy.git` knows the remote and fetches and pushes; `view.git` knows none, so that
reading it can tell what is missing instead of fetching it, one blob after another.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from engine.forge import plumbing
from engine.forge.building import commit_stream
from engine.forge.git_process import LARGEST_PACK, Done, Remote, environment, first_words, run, transfer_error
from engine.forge.objects import REMEDY, Objects
from engine.forge.plumbing import SUBMODULE, Listed, checked_id
from engine.forge.push import outcome
from engine.referee.ports import CommitInfo, Entry, Gone, Moved, PushRefused, Unprocessable, Unreachable

IDENTITY = "nomic <nomic@users.noreply.github.com>"
HUGE = 1 << 40  # the size given for a blob that is too large to be fetched
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
