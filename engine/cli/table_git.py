"""A table's folder where a game's repository is meant: the game's git lies in it, and nothing is checked out beside it."""

import shlex
from pathlib import Path
from typing import Final

from engine.forge.whole import ask
from engine.referee.ports import ForgeError
from engine.store.told import Told

BUNDLE: Final = b"# v"  # how one begins, in every version


def of_table(folder: Path) -> Path | None:
    """The git of the game in a table's folder; None for any other folder. Raises Strange if no game left it like that.

    What somebody committed is no table: whoever wrote it would choose what is read in the place of the repository it lies in.
    """
    from engine.table.folder import Folder  # noqa: PLC0415 - most folders are no table

    place = Folder(folder)
    # A file of that name alone may be anybody's: it is left as it is.
    if not place.exists or not any(folder.glob("*.git")) or _is_committed(place.base):
        return None
    from engine.hub import keeping, own_git  # noqa: PLC0415

    named = keeping.named(place.base)
    git = None if named is None else folder / f"{named[1]}.git"
    if git is None or not git.is_dir():
        return None
    own_git.must_be_ours(git)
    return git


def _is_committed(file: Path) -> bool:
    """Whether it is of a clone that it lies in; git is asked in that clone's own folder, and goes by its settings alone."""
    whole = file.resolve()
    clone = next((each for each in whole.parents if (each / ".git").exists()), None)
    if clone is None:
        return False
    return clone == whole.parent or bool(ask(clone, "ls-files", "-z", "--", whole.relative_to(clone).as_posix()))


def git_of(folder: Path) -> Path | None:
    """The git to read where nothing is checked out: a table's, or the folder itself if it is a bare repository."""
    head = folder / "HEAD"
    bare = head.is_file() and (folder / "objects").is_dir() and not _is_committed(head)
    return folder if bare else of_table(folder)


def meant(folder: Path) -> Path:
    """The folder itself, or the git of the table that it is."""
    return of_table(folder) or folder


def must_be_one(place: Path, command: str) -> None:
    """Raises ForgeError for what is neither a clone, nor a git itself, nor a bundle: what git says of it speaks of tokens.

    `command` names one in its place.
    """
    if (place / ".git").exists() or _is_bundle(place) or (place.is_dir() and git_of(place) is not None):
        return
    raise ForgeError(
        f"There is no game's repository in {place.resolve()}.",
        f"Run this in the folder that a clone begins in, or name it: `{command}`.",
    )


def _is_bundle(place: Path) -> bool:
    """Whether it is a repository that git has packed into one file."""
    if not place.is_file():
        return False
    with place.open("rb") as file:
        return file.read(len(BUNDLE)) == BUNDLE


def refuse(folder: Path, why: str) -> None:
    """Raises Told where the folder is a table's or a bare repository, with the commands that prove and check the game there.

    `why` is what is said of a table.
    """
    git, name = git_of(folder), shlex.quote(str(folder))
    there = f"`nomic verify {name}` proves it; `nomic check --root {name}` checks its rules and records."
    if git == folder:
        raise Told(
            f"{folder} is a bare repository: no file of the game is checked out there.",
            f"Run this in a clone of it, as `git clone {name} a-clone` makes one. {there}",
        )
    if git is not None:
        raise Told(f"{folder} is a table: its game is in `{git}`. {why}", there)
