"""What the examples of a draft come to, played in a child while whoever writes it looks on."""

import json
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.game.examples import examples
from engine.law.documents.problems import LawProblems
from engine.referee.judging.forked import Forked
from engine.referee.judging.lines import Lines, send
from engine.store.clipped import clipped
from engine.table.rehearsal_main import LONGEST_NAME, MOST_SHOWN

PATIENCE: Final = 4.0  # seconds that one waits while typing
SLOW: Final = "more would take longer than one waits here"
OTHERS: Final = "others are being played just now; press Check again in a moment"
_ALONE: Final = threading.Lock()  # whoever types on asks again: one after the other, and no crowd of children


@dataclass(frozen=True)
class Rehearsal:
    """`failing` says of each example that does not hold why, by file and line, and of `more` things nothing.

    Those beyond `played` were not played, as `why` says.
    """

    cases: int = 0
    played: int = 0
    failing: tuple[str, ...] = ()
    why: str = ""
    more: int = 0


NONE_PLAYED: Final = Rehearsal()


def rehearsed(texts: Mapping[str, str], ruleset: str, path: str, patience: float = PATIENCE) -> Rehearsal:
    """Plays the examples of the file at `path` under the law of these texts."""
    try:
        cases = examples.cases_of_rule(path, texts.get(path, ""))
    except LawProblems:
        return NONE_PLAYED  # of a file that cannot be read the check says more
    if not cases or not _ALONE.acquire(timeout=patience):
        return Rehearsal(len(cases), why=OTHERS if cases else "")
    try:
        return _played(cases, {"texts": dict(texts), "ruleset": ruleset, "path": path}, time.monotonic() + patience)
    finally:
        _ALONE.release()


def _played(cases: list[examples.Example], job: Mapping[str, object], deadline: float) -> Rehearsal:
    failing: list[str] = []
    played, more, why, child = 0, 0, "", Forked("engine.table.rehearsal_main")
    try:
        send(child.stdin.fileno(), json.dumps(job).encode() + b"\n", deadline)
        lines = Lines(child.stdout.fileno(), deadline)
        for _ in cases:
            found = lines.message()
            if not isinstance(found.get("failing"), list) or not isinstance(found.get("more"), int):
                raise EOFError("no answer")
            failing += [str(each) for each in found["failing"]]
            played, more = played + 1, more + found["more"]
    except TimeoutError:
        why = SLOW
    except (BrokenPipeError, EOFError):
        why = f"`{clipped(cases[played].name, LONGEST_NAME)}` ended what plays them: it takes too long, or too much memory"
    finally:
        child.end()
    return Rehearsal(len(cases), played, tuple(failing[:MOST_SHOWN]), why, more + len(failing[MOST_SHOWN:]))
