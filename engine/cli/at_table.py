"""The game that a terminal means: in this folder or the one named, opened here, or asked of whoever is serving it."""

import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import click

from engine.cli import log
from engine.cli.progress import if_it_takes_long
from engine.game.replies import hidden
from engine.store.told import Told

BUSY: Final = (429, 503)
PAUSE: Final = 1.0  # seconds
SILENT: Final = 2.0  # seconds that a terminal shows nothing; then that it goes on, and since when
BASE: Final = "hub.sqlite"
PAUSED: Final = "The game is paused: commands and votes are refused until an administrator writes /resume."
NOT_MADE: Final = (
    "Not opened, and no pull request was made. Propose it on the pages to have one made all the same, as for a rescue."
)


def options(command: Callable[..., None]) -> Callable[..., None]:
    """`--game` and `--json`, which every command of a table has."""

    where = "The game's folder, if it is not this one."
    game = click.option("--game", default=None, type=click.Path(path_type=Path), help=where)
    return game(click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")(command))


def done(game: Path | None, as_json: bool, **asked: Any) -> None:
    """Does it, prints the answer, and ends with 1 if it was refused, or could not be judged."""
    with if_it_takes_long("judging", SILENT):
        found = ask(_folder(game), asked if game is None else {**asked, "game": str(game)})
    log.echo(log.data(found) if as_json else "\n".join(_lines(found)))
    if found.get("refused") or found.get("trouble"):
        raise SystemExit(1)


def _folder(game: Path | None) -> Path:
    """The one named; else `game` in this folder, where `make play` begins one, unless this one has a game or neither has."""
    if game is not None:
        return game
    begun = Path("game")
    return begun if (begun / BASE).is_file() and not Path(BASE).is_file() else Path.cwd()


def ask(path: Path, asked: dict[str, Any]) -> dict[str, Any]:
    """Raises what the deed raises, with cause and remedy."""
    from engine.table.folder import Folder, NoGame, Taken  # noqa: PLC0415 - a terminal is to answer soon

    folder = Folder(path)
    if not folder.exists:
        raise NoGame(path)
    asked = {name: _written(value) if isinstance(value, str) else value for name, value in asked.items()}
    try:
        with folder.held():
            return _here(folder, asked)
    except Taken:
        served = folder.served()
        if served is None:
            raise
        try:
            return _there(served, asked)
        except ConnectionRefusedError:
            raise Taken(path, None) from None  # what was announced has ended, and somebody else has the folder


def _written(text: str) -> str:
    """What a terminal of another encoding handed over, as far as it can be read."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _here(folder: Any, asked: dict[str, Any]) -> dict[str, Any]:
    from engine.table import terminal  # noqa: PLC0415 - a terminal is to answer soon
    from engine.table.game import Game  # noqa: PLC0415
    from engine.table.serving import house  # noqa: PLC0415

    bugs: list[Exception] = []
    with Game(folder, time.time) as game, house(game, "", bugs.append, reachable=False) as whole:
        say_behind(game)
        found = terminal.do(whole, asked)
    if bugs:
        raise bugs[0]
    return found


def say_behind(game: Any) -> None:
    """Says once, beside the answer, that what is kept was older than the game, and what to do."""
    for line in game.told_behind() or ():
        log.echo(line, err=True)


def _sendable(asked: dict[str, Any]) -> bytes:
    """Raises Told where it is more than is taken in."""
    from engine.table.filled import LARGEST  # noqa: PLC0415

    data = json.dumps(asked).encode()
    if len(data) > LARGEST:
        raise Told(f"That is too large to be taken: {LARGEST:,} bytes at most.", "Send less at once.")
    return data


def _there(served: dict[str, Any], asked: dict[str, Any], patience: float = 60.0) -> dict[str, Any]:
    """`patience`: for so many seconds it is tried again where too much is asked at once. Raises ConnectionRefusedError."""
    from engine.table.terminal import PATIENCE  # noqa: PLC0415 - a terminal is to answer soon

    request = urllib.request.Request(  # noqa: S310 - our own address, written by our own process
        f"{served['address']}/terminal",
        _sendable(asked),
        {"Content-Type": "application/json", "X-Nomic-Secret": served["secret"]},
    )
    directly = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # the secret is for nobody in between
    try:
        with directly.open(request, timeout=PATIENCE) as answer:
            found: dict[str, Any] = json.load(answer)
    except urllib.error.HTTPError as error:
        if error.code in BUSY and patience > 0:
            time.sleep(PAUSE)
            return _there(served, asked, patience - PAUSE)
        said = _refusal(error)
        raise Told(str(said["cause"]), str(said["remedy"])) from None
    except OSError as error:
        if isinstance(getattr(error, "reason", None), ConnectionRefusedError):
            raise ConnectionRefusedError from None
        raise Told(f"Whoever serves the game does not answer: {error}.", "End that process, and try again.") from None
    return found


def _refusal(error: urllib.error.HTTPError) -> dict[str, Any]:
    """Cause and remedy; what is refused before anybody looks at it comes as plain words."""
    told = error.read().decode("utf-8", "replace")
    try:
        return dict(json.loads(told))
    except ValueError:
        return {"cause": told.strip() or str(error), "remedy": "Send less at once, and try again."}


def _lines(found: dict[str, Any]) -> list[str]:
    trouble = [log.line(str(each)) for each in found.get("trouble", [])]
    if "waiting" in found:
        return [*_status(found), *trouble]
    if "clock" in found:
        whose = "the real time" if found["clock"] == "real" else "the table’s own time"
        brought = [
            line for each in found["brought"] for line in log.plain(hidden.unfolded(str(each)).strip("\n")).splitlines()
        ]
        return [f"{found['here']}, {whose}", *brought, *trouble]
    said = [*found["answers"], *([found["standing"]] if found.get("standing") else [])]
    lines = [line for answer in said for line in log.plain(hidden.unfolded(str(answer)).strip("\n")).splitlines()]
    lines += trouble
    where = f"In #{found['thread']}." if found.get("thread") else NOT_MADE
    if found.get("amends"):
        lines.insert(0, f"It is called like {log.line(found['amends'])}, and amends it.")
    return [*(lines or ["Done." if found.get("done") else "Said."]), where]


def _status(found: dict[str, Any]) -> list[str]:
    told = [lines for lines in found["lines"].values() if lines]
    common = [line for line in told[0] if all(line in each for each in told)] if len(told) > 1 else []
    lines = (
        [f"The game is over: {log.line(found['over'])}"] if found.get("over") else [PAUSED] * bool(found.get("paused"))
    )
    lines += [f"{log.line(found['game'])}, {found['here']}"]
    if found.get("won") and not found.get("over"):
        lines += [f"{log.line(found['won'])} won, and the game goes on."]
    for seat, titles in found["waiting"].items():
        lines += [f"{seat}: nothing waits"] if not titles else []
        for title, act in zip(titles, found["acts"][seat], strict=True):
            words = " or ".join(log.line(word) for word in act["words"])
            how = f"{words} in #{act['thread']}".strip() if act["thread"] else words
            lines += [f"{seat}: {log.line(title)}" + (f" ({how})" if how else "")]
        lines += [f"  {log.line(line)}" for line in found["lines"].get(seat, []) if line not in common]
    lines += ["To everyone the rules tell:", *(f"  {log.line(line)}" for line in common)] if common else []
    votes = [(vote, log.line(" ".join(vote["words"].split()))) for vote in found.get("votes", [])]
    lines += [f"Vote {log.line(vote['title'])} (#{vote['thread']}): {words}" for vote, words in votes]
    lines += [f"{due['here']}  {log.line(due['what'])}" for due in found["due"]]
    return lines
