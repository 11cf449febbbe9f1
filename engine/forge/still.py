"""A game's repository on this machine, read where it is: nothing is fetched, nothing is checked out, nothing is written."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final, Self

from engine.forge import plumbing
from engine.forge.git_process import environment, first_words, run
from engine.forge.objects import Objects
from engine.forge.whole import amiss, ask, commit_called, must_be_whole
from engine.referee.ports import ForgeError, Unreachable
from engine.store.joined import in_code

PATIENCE: Final = 120.0
FILES: Final = ("100644", "100755")


class StillRepository:
    """`root` is a clone's folder or a bare repository. Raises ForgeError where it is neither."""

    def __init__(self, root: Path) -> None:
        self.directory = _git_of(root).resolve()
        self._env = environment((), GIT_NO_LAZY_FETCH="1")  # nothing is fetched by what a clone names
        self._objects = Objects(str(self.directory), self._env, amiss(self.directory))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._objects.close()

    def commit(self, *names: str) -> str:
        """The commit that the first of these names there is stands for."""
        for name in names:
            if found := commit_called(self.directory, name):
                return found
        asked = run(["rev-parse", "--git-dir"], self.directory, self._env, timeout=PATIENCE)
        if asked.code == 0:
            named = in_code(names)
            raise ForgeError(
                f"There is no commit {named} in {self.directory}.", "`git log` there names those there are."
            )
        if "not a git repository" not in asked.err:
            raise ForgeError(f"git cannot read {self.directory}: {first_words(asked.err)}", amiss(self.directory))
        raise ForgeError(f"There is no game's repository in {self.directory}.", "Run this in one, or give --root.")

    def files(self, commit: str, *under: str) -> dict[str, str]:
        """path -> id of the files below these folders."""
        out = self._out(
            "ls-tree", "-r", "-z", "--full-tree", "--format=%(objectmode) %(objectname)\t%(path)", commit, *under
        )
        found = {}
        for line in out.split(b"\0")[:-1]:
            words, _, path = line.partition(b"\t")
            mode, identity = words.decode().split()
            if mode in FILES:
                found[plumbing.name(path)] = identity
        return found

    def history(self, commit: str) -> list[tuple[int, str]]:
        """(time, id) of the commits that made this one, by first parents, the newest first."""
        lines = self._out("log", "--first-parent", "--format=%ct %H", commit).decode().splitlines()
        return [(int(time), sha) for time, sha in (line.split() for line in lines)]

    def texts(self, listed: Mapping[str, str]) -> dict[str, str]:
        """path -> text of these (path -> id); what is none is left out. Raises ForgeError for what is not there."""
        wanted = set(listed.values())
        try:
            read = self._objects.contents(wanted)
        except Unreachable as error:  # a clone of a part ends whoever asks for the rest
            raise self._unreadable(error.cause) from None
        if len(read) < len(wanted):
            raise self._unreadable(f"{len(wanted) - len(read)} of its files are not there")
        texts = {identity: plumbing.text(content) for identity, (_, content) in read.items()}
        return {path: text for path, identity in listed.items() if (text := texts[identity]) is not None}

    def _out(self, *arguments: str) -> bytes:
        done = run(arguments, self.directory, self._env, timeout=PATIENCE)
        if done.code != 0:
            raise self._unreadable(f"git {arguments[0]}: {first_words(done.err)}")
        return done.out

    def _unreadable(self, cause: str) -> ForgeError:
        """Raises what says so where it is a clone of a part."""
        must_be_whole(self.directory)
        return ForgeError(f"{self.directory} cannot be read whole: {cause}", amiss(self.directory))


def _git_of(root: Path) -> Path:
    """Where a folder's git is: in it, or where a file says, as in a work tree beside another; a bare repository is its own."""
    inner = root / ".git"
    if inner.is_file():
        inner = Path(ask(root, "rev-parse", "--absolute-git-dir") or root)
    return inner if inner.is_dir() else root
