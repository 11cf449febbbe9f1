"""A game at a folder made ready for GitHub: a copy whose last commit says that it moved, and what to do with it, step by step."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from engine.forge.repository import GitRepository
from engine.game.entries import Happening
from engine.game.replies.moments import when
from engine.hub import keeping
from engine.hub.model import Model
from engine.referee.aside import bring
from engine.referee.child import ChildJudge
from engine.store import canon
from engine.table.folder import Folder, NoGame
from engine.template import steps

COPY: Final = "to-github.git"


class NotYet(Exception):
    """The game cannot move as it stands."""

    def __init__(self, cause: str, remedy: str) -> None:
        self.cause, self.remedy = cause, remedy
        super().__init__(cause)


@dataclass(frozen=True)
class Ready:
    """`copy` is the repository to push; `threads` the numbers that are taken, with their titles and whether they stay open.

    `until` is when the clock goes on, where it was moved ahead; else empty.
    """

    copy: Path
    threads: dict[int, tuple[str, bool]]
    until: str


def prepare(folder: Folder, now: int, wait: Callable[[int], None]) -> Ready:
    """Makes the copy anew; the table's own game stays as it is. Nobody may have it open. Raises NoGame, NotYet, ForgeError."""
    named = keeping.named(folder.base)
    if named is None:
        raise NoGame(folder.path)
    model = Model(*named, lambda: now)
    keeper = keeping.Keeper(folder.base, model)
    notes = dict(keeper.notes)
    keeper.close()
    source = folder.path.resolve() / f"{named[1]}.git"
    open_votes = _voted_on(source)
    if open_votes:
        raise NotYet(
            f"A vote is open on {', '.join(f'#{n}' for n in open_votes)}, and a pull request cannot move.",
            "Decide it at the table, or take it back, and publish then.",
        )
    copy = folder.path.resolve() / COPY
    shutil.rmtree(copy, ignore_errors=True)
    subprocess.run(["git", "clone", "--quiet", "--bare", str(source), str(copy)], check=True, capture_output=True)
    happening: Happening = {"id": f"moved/{now}", "kind": "moved", "seen_at": now}
    with GitRepository(str(copy), folder.path / "moving") as repository:
        bring(repository, ChildJudge(b"", ""), lambda files, base: (happening, {}), wait, [folder.key()])
    shutil.rmtree(folder.path / "moving", ignore_errors=True)
    threads = {number: (thread.title, thread.state == "open") for number, thread in sorted(model.threads.items())}
    at, zone = int(notes["clock"]["at"]), str(_file(source, "state/game.yaml").get("timezone") or "UTC")
    return Ready(copy, threads, when(at, zone) if at > now else "")


def _voted_on(source: Path) -> list[int]:
    """The pull requests in which a vote is open."""
    engine = _file(source, "state/engine.yaml")
    return sorted(int(key) for key in engine.get("open_polls") or [] if str(key).isdigit())


def _file(source: Path, path: str) -> dict[str, Any]:
    done = subprocess.run(["git", "show", f"main:{path}"], cwd=source, check=True, capture_output=True)
    return dict(canon.read(done.stdout.decode()))


def told(folder: Folder, ready: Ready, place: str) -> str:
    """The steps, with the lines to paste."""
    late = (
        f"\nThe table's clock was moved ahead: it says {ready.until}, and on GitHub the time is the real one. Until then nothing\n"
        "falls due there and no term runs out; moves and votes count all the same. The table there says so in its first words.\n"
        if ready.until
        else ""
    )
    return steps.publishing(
        shlex.quote(str(ready.copy)),
        shlex.quote(str(folder.path.resolve() / "dice-key")),
        place,
        _threads(ready, place),
        late,
    )


def _threads(ready: Ready, place: str) -> str:
    """Lines that take the numbers of the table's threads, so that nothing new is taken for one of them."""
    lines = []
    last = max(ready.threads, default=1)
    for number in range(1, last + 1):
        title, is_open = ready.threads.get(number, ("nothing", False))
        words = title if number == 1 else f"At the table: {title}"
        lines.append(f"gh issue create -R {place} --title {shlex.quote(words[:200])} --body {shlex.quote(_BODY)}")
        if not is_open:
            lines.append(f"gh issue close -R {place} {number}")
    return "\n".join(f"     {line}" for line in lines)


_BODY: Final = "This thread was opened at the table where the game began. What came of it stands in the journal."
