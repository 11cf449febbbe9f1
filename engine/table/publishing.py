"""A game at a folder made ready for GitHub: a copy whose last commit says that it moved, and what to do with it, step by step."""

import shlex
import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.forge.git_process import environment
from engine.forge.repository import GitRepository
from engine.game.entries import Happening
from engine.game.plan import Plan
from engine.game.replies.moments import when
from engine.game.state import State
from engine.hub import keeping
from engine.law.documents.zones import zone_of
from engine.referee.aside import bring
from engine.referee.commits import snapshot
from engine.referee.judging.child import ChildJudge
from engine.store.told import Told
from engine.table.folder import Folder, NoGame
from engine.table.game import Game
from engine.template import beginning, pins, shipped, steps

COPY: Final = "to-github.git"
NOTED: Final = ("observed", "thread")
MOST_PASSES: Final = 5  # the second learns the numbers of issues that the first has opened


@dataclass(frozen=True)
class Number:
    """A number that a thread of the table's has; `pull`: it is a pull request."""

    title: str
    is_open: bool
    pull: bool


@dataclass(frozen=True)
class Prepared:
    """`copy` is the repository to push; `threads` the numbers that are taken.

    `behind` is told, cause and remedy, where what was kept of the table was older than its game: what nobody had judged is lost.
    `until` is when the clock goes on, where it was moved ahead; else empty.
    """

    copy: Path
    threads: dict[int, Number]
    behind: tuple[str, str] | None
    until: str


class Noting(ChildJudge):
    """Has the number of an issue and what became of a thread written down at once: else that waits for what counts, and nothing comes."""

    def judge(self, files: Mapping[str, str], inbox: Sequence[Happening], until: int) -> Plan:
        noted: list[Happening] = [{**h, "worth": True} if h["kind"] in NOTED else h for h in inbox]
        return super().judge(files, noted, until)


class MovingGame(Game):
    """A game at its table for the last time before it moves."""

    judge = Noting


def prepare(folder: Folder, now: int, wait: Callable[[int], None]) -> Prepared:
    """Makes the copy anew; the table's own game stays as it is. Nobody may have it open. Raises NoGame, Told, ForgeError."""
    copy, beside = folder.path.resolve() / COPY, folder.path / "moving"
    shutil.rmtree(copy, ignore_errors=True)
    threads, at, behind = _settled(folder, now)
    happening: Happening = {"id": f"moved/{now}", "kind": "moved", "seen_at": now}
    try:
        _clone(folder, copy)
        with GitRepository(str(copy), beside) as repository:
            state = State(snapshot.read(repository, repository.fetch()))
            _must_be_able_to_move(state)
            bring(repository, ChildJudge(folder.key()), lambda files, base: (happening, {}), wait, [folder.key()])
    except BaseException:
        shutil.rmtree(copy, ignore_errors=True)  # it does not say that the game moved
        raise
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    return Prepared(copy, threads, behind, when(at, zone_of(state.game)) if at > now else "")


def _settled(folder: Folder, now: int) -> tuple[dict[int, Number], int, tuple[str, str] | None]:
    """The threads, the table's time, and what was told where it was behind: once all that was said there is judged and answered.

    In the copy nobody reads it any more.
    """
    with MovingGame(folder, lambda: now) as game:
        for _ in range(MOST_PASSES):
            before = game.git.head()
            if game.settle() is None:
                raise Told(*(game.trouble or ("No pass could be made.", "Open the game with `nomic play`.")))
            if game.git.head() == before:
                break
        threads = sorted(game.model.threads.items())
        return (
            {n: Number(t.title, t.state == "open", t.pull is not None) for n, t in threads},
            game.clock(),
            game.told_behind(),
        )


def _clone(folder: Folder, copy: Path) -> None:
    named = keeping.named(folder.base)
    if named is None:
        raise NoGame(folder.path)
    source = str(folder.path.resolve() / f"{named[1]}.git")
    # without what somebody's git lays into each new folder: with hooks in it the table would be taken for one that no game made
    words = ["git", "clone", "--quiet", "--bare", "--template=", source, str(copy)]
    subprocess.run(words, env=environment((), GIT_ALLOW_PROTOCOL="file"), check=True, capture_output=True)


def _must_be_able_to_move(state: State) -> None:
    """Raises Told for what hangs on comments and accounts of the table's, of which there are none elsewhere."""
    unopened = [issue["title"] for _, issue in state.collection("issues") if issue["open"] and issue["number"] is None]
    if unopened:
        raise Told(
            f"An issue is not opened yet: {', '.join(unopened)}.",
            "Open the game with `nomic play`, and publish it once the issue is there.",
        )
    votes = [_number(state, key) for key in state.notes.open_polls]
    if votes:
        raise Told(
            f"A vote is open on {', '.join(votes)}, and no ballot can move.",
            "Decide it at the table, or take it back (where the game is over or paused, close its pull request), and publish then.",
        )
    rescues = sorted(state.notes.rescues, key=int)
    if rescues:
        raise Told(
            f"A rescue is under way on {', '.join(f'#{n}' for n in rescues)}, and no yay or nay to it can move.",
            "Let it land, or close its pull request, which ends it, and publish then.",
        )

    waiting = [_number(state, key) for key in state.notes.awaiting]
    if waiting and not state.game.get("over"):  # then it waits for nothing any more
        raise Told(
            f"What was adopted on {', '.join(waiting)} has not taken effect yet, and no pull request can move.",
            "Go on at the table until it has, and publish then.",
        )


def _number(state: State, key: str) -> str:
    """The thread of a poll, which in an issue of its own goes by another key; that key, where the issue is not known."""
    number = key if key.isdigit() else state.number_of(key)
    return f"`{key}`" if number is None else f"#{number}"


def told(folder: Folder, ready: Prepared, place: str) -> str:
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
        _unreachable(ready.copy),
    )


def _unreachable(copy: Path) -> str:
    """The version that the game asks an index for, where the engine was installed from a folder: no index may have it."""
    noted = shipped.noted_origin()
    asked = ["git", "-C", str(copy), "show", f"main:{beginning.PIN}"]
    pin = subprocess.run(asked, check=False, capture_output=True, encoding="utf-8", errors="replace").stdout
    by_version = "==" in pin and not pins.is_home(pin)
    return pins.pinned(pin) or "" if noted and not pins.origin(noted) and by_version else ""


def _threads(ready: Prepared, place: str) -> str:
    """Lines that take the numbers of the table's threads, so that nothing new is taken for one of them. They end at what fails, as
    where GitHub finds that they are too many at once: those behind it would take the numbers of others.
    """
    lines = []
    last = max(ready.threads, default=1)
    for number in range(1, last + 1):
        taken = ready.threads.get(number, Number("nothing", is_open=False, pull=False))
        words = " ".join((taken.title if number == 1 else f"At the table: {taken.title}").split())  # a line is one line
        body = f"{_BODY} {_ANEW}" if taken.pull and taken.is_open else _BODY
        lines.append(f"gh issue create -R {place} --title {shlex.quote(words[:200])} --body {shlex.quote(body)}")
        if not taken.is_open:
            lines.append(f"gh issue close -R {place} {number}")
    return "\n".join(f"     {line}" for line in ("(set -e", *lines, ")"))


_BODY: Final = "This thread was opened at the table where the game began. What came of it stands in the journal."
_ANEW: Final = "It was a pull request, and no pull request can move: whoever proposed it opens a new one here."
