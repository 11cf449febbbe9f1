"""Whether the commits by hand that the journal tells of are in the history of main, and brought what it says."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.referee.ports import ForgeError, Repository
from engine.referee.proof import mainline
from engine.referee.proof.chain import Chain
from engine.store.digest import blob_id

KIND: Final = "administered"
_DIGITS: Final = 10


def wrong_with(repository: Repository, chain: Chain, place: int, end: str) -> Iterator[str]:
    """What the entry at `place` says of a commit by hand, and is not so; `end` is the engine's commit that it was judged with.

    It is one that a replay has come to again: that takes what was brought as given, and nobody else asks where it came from.
    """
    entry: Mapping[str, Any] = chain.entries[place]
    if entry.get("kind") != KIND:
        return
    sha, files = str(entry["commit"]), entry["files"]
    name = f"commit {sha[:_DIGITS]}"
    if chain.first_told.get(f"commit/{sha}") != place:
        yield f"tells once more of what {name} brought"
    if not mainline.is_behind(repository, sha, end):
        yield f"tells of {name}, which is not in the history of main"
        return
    for path, text in sorted(files.items()):
        if not _stands(repository, sha, path, text):
            yield f"says what {name} made of {path}, and there it stands otherwise"


def _stands(repository: Repository, sha: str, path: str, text: object) -> bool:
    """Whether a commit has this text there, or for None nothing; what is neither was written by hand."""
    if text is not None and not isinstance(text, str):
        return False
    return _blob(repository, sha, path) == (None if text is None else blob_id(text))


def _blob(repository: Repository, sha: str, path: str) -> str | None:
    try:
        found = repository.tree(sha, path, sizes=False).get(path)
    except (ForgeError, ValueError):  # a folder with more than anybody reads, or a name that no file has
        return None
    return found.blob if found else None
