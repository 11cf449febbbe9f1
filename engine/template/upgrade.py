"""What an upgrade of a game's repository to this engine changes, and what has to be said about it; nothing is written here."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from engine.game.state import State
from engine.game.words.registry import new_host
from engine.game.world import stored
from engine.game.world.world import SEMANTICS, World
from engine.store.records import GAME, NOTES
from engine.store.told import Told
from engine.template import beginning
from engine.template.pins import age, is_home, pin, pinned

_HEADING: Final = re.compile(r"^## \[?(?P<name>[^\]\s]+)\]?.*$", re.MULTILINE)

_UNKNOWN: Final = (
    "This engine was installed from a folder, and the workflows cannot reach that: they install nomic-engine=={version} from "
    "the package index. If no index has it, anybody can give that name to something else there: name an address with `--engine`."
)


def no_such(version: str) -> str:
    """What to do about a pin that nobody can install."""
    return f"If there is no {version}, take back what {beginning.PIN} was, as `git log -p -- {beginning.PIN}` shows it."


NO_GAME: Final = "Name the folder that a clone of one begins in; restore the file, if it was taken away; or begin one with `nomic new`."


@dataclass(frozen=True)
class Upgrade:
    """`writes` path -> new text of the files that change, `said` lines for whoever asked."""

    writes: dict[str, str]
    said: tuple[str, ...]


def upgrade(
    files: Mapping[str, str], version: str, changelog: str, address: str = "", *, from_folder: bool = False
) -> Upgrade:
    """The upgrade of a game with these files to this version, which is had from that address, if it has one.

    `from_folder`: this engine was installed from one, and nobody knows whether an index has it. Raises Told, and Damaged.
    """
    for path in (NOTES, GAME):
        if path not in files:
            raise Told(f"There is no game here: {path} is missing.", NO_GAME)
    stored.must_be_sound(files)
    if is_home(files.get(beginning.PIN, "")) and not address:
        raise Told(
            "The engine of this game lies in its own repository, and is no other version's to move.",
            "Take newer files of the engine in with git (docs/operate.md), or name another place with `--engine`.",
        )
    old = pinned(files.get(beginning.PIN, ""))
    if old is not None and age(old) > age(version):
        raise Told(
            f"The game is pinned to {old}, and this is {version}, which is older.",
            f"Install {old} or newer. {no_such(old)}",
        )
    own = {beginning.PIN: pin(version, address), **beginning.program()}
    if " @ " in files.get(beginning.PIN, "") and not address:
        del own[beginning.PIN]  # the next address is known to nobody here
    writes = {path: text for path, text in sorted(own.items()) if files.get(path) != text}
    said = [*_said(files, writes, old, version, changelog)]
    if from_folder and not address and beginning.PIN in writes:
        said += [_UNKNOWN.format(version=version)]
    return Upgrade(writes, tuple(said))


def _said(
    files: Mapping[str, str], writes: Mapping[str, str], old: str | None, version: str, changelog: str
) -> Iterator[str]:
    if beginning.PIN in files and beginning.PIN not in writes and old != version:
        yield f"{beginning.PIN} gives an address and is left as it is: name the new one with `--engine`."
    elif old != version:
        yield f"Engine {old or '(none named)'} -> {version}."
    for path in writes:
        asks = f" It asks for {writes[path].splitlines()[-1]}." if path == beginning.PIN else ""
        yield f"{path} {'is new' if path not in files else 'changes'}.{asks}"
    yield from _semantics(files)
    yield from _rules(files)
    if old is not None:
        yield from changes(changelog, old, version)


def _semantics(files: Mapping[str, str]) -> Iterator[str]:
    """Whether the fold will answer differently from what it answered so far."""
    before = State(files).notes.semantics
    if before != SEMANTICS:
        yield (
            f"Semantics {before} -> {SEMANTICS}: the same comments can have other results from the next pass on, which notes "
            "it in the journal. What was decided stays decided; `nomic verify` checks what came before by its hashes."
        )


def _rules(files: Mapping[str, str]) -> Iterator[str]:
    """Rules in force that this engine cannot run. They do not freeze the game: each can be mended by a proposal."""
    for slug, why in sorted(World(dict(files), new_host()).book.broken.items()):
        yield f"The rule `{slug}` does not work with this version: {why}."


def changes(changelog: str, old: str, new: str) -> Iterator[str]:
    """The lines of the changelog after one version, up to another; what has no version yet counts to one not yet in it."""
    headings = list(_HEADING.finditer(changelog))
    released = {heading["name"] for heading in headings}
    ends = [h.start() for h in headings[1:]] + [len(changelog)]
    for heading, end in zip(headings, ends, strict=True):
        name = heading["name"]
        if name.lower() == "unreleased":
            if new in released:
                continue
            name = new
        if age(old) < age(name) <= age(new):
            yield f"What is new in {name}:"
            yield from (line for line in changelog[heading.end() : end].splitlines() if line.strip())
