"""All checks in order, and what comes of them: findings, and what could not be looked at."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from engine.doctor import clock, hints, on_disk, on_github, outbox
from engine.doctor.api import Hidden
from engine.doctor.case import Case, Finding, Unknown
from engine.forge.shapes import Malformed
from engine.referee.ports import Exhausted, ForgeError, Unreachable
from engine.store.guard import YamlProblem

Check = Callable[[Case], Iterator[Finding]]

CHECKS: Final[list[tuple[str, Check]]] = [
    ("game", on_disk.game),
    ("clone", on_disk.clone),
    ("engine's own files", on_disk.own_files),
    ("semantics", on_disk.semantics),
    ("workflow files", on_disk.workflows),
    ("pin", on_disk.pin),
    ("rules", on_disk.rules),
    ("records", on_disk.records),
    ("repository", on_github.repository),
    ("folder", on_github.folder),
    ("table", on_github.table),
    ("token", on_github.token),
    ("secret", on_github.secret),
    ("protection", on_github.protection),
    ("actions", on_github.actions),
    ("workflow", on_github.workflow),
    ("last pass", on_github.last_pass),
    ("schedule", on_github.last_scheduled_run),
    ("machine", clock.machine),
    ("game's clock", clock.ahead),
    ("time zone", clock.time_zone),
    ("pause", clock.paused),
    ("overdue", clock.overdue),
    ("outbox", outbox.unsaid),
]

ASKED: Final = frozenset(name for name, check in CHECKS if check.__module__ in (on_github.__name__, outbox.__name__))
# What a check stumbles over in a file that only the engine writes and somebody has altered: another check names the file.
ODD: Final = (TypeError, ValueError, KeyError, AttributeError, OSError)
IN_A_ROW: Final = 2  # checks that GitHub answered nothing to: then it is asked nothing more

HINTS: Final[list[tuple[str, Check]]] = [
    ("README", hints.board),
    ("pin", hints.moving_pin),
    ("records", hints.undeclared),
    ("game's clock", hints.waiting_clock),
    ("repository", hints.proposing),
    ("repository", hints.interactions),
]


@dataclass
class Checkup:
    """What was found, under the names of the checks; `unknown` are those that could not be made, with the reason.

    `hints` are of what could be there, and is not wrong; `unanswered` are the checks to which GitHub owes an answer: of these it
    is not known that all is well.
    """

    findings: list[tuple[str, Finding]] = field(default_factory=list)
    hints: list[tuple[str, Finding]] = field(default_factory=list)
    unknown: dict[str, str] = field(default_factory=dict)
    looked_at: int = 0
    unanswered: list[str] = field(default_factory=list)


def checkup(case: Case) -> Checkup:
    """What GitHub does not answer, or answers as nobody can understand, hides nothing else."""
    result, silent = Checkup(), ""
    if case.trouble is not None:
        silent = case.trouble.cause
        result.findings.append(("GitHub", Finding(case.trouble.cause, case.trouble.remedy)))
    failed: list[Unreachable] = []  # in a row
    for name, check in CHECKS:
        if silent and name in ASKED:
            result.unknown[name] = silent
            result.unanswered += [name] if case.trouble is None else []  # that it is in trouble is a finding
            continue
        try:
            for finding in check(case):
                result.findings.append((name, finding))
            result.looked_at += 1
            failed = [] if name in ASKED else failed
        except Unreachable as error:
            failed.append(error)
            result.unanswered.append(name)
            result.unknown[name] = error.cause
            silent = error.cause if len(failed) == IN_A_ROW or isinstance(error, Exhausted) else ""
        except (ForgeError, Unknown, Hidden, Malformed, YamlProblem) as reason:
            result.unanswered += [name] if isinstance(reason, Malformed) else []
            result.unknown[name] = _why(reason)
        except ODD:
            if not case.altered:
                raise
            result.unknown[name] = f"{case.altered[0]} is not as the engine writes it"
    told = [(name, check) for name, check in HINTS if not (silent and name in ASKED)]
    result.hints = [(name, hint) for name, check in told for hint in check(case)]
    return result


def _why(reason: Exception) -> str:
    """Why a check could not be made."""
    if isinstance(reason, ForgeError):
        return reason.cause
    if isinstance(reason, Hidden):
        return "the token may not see it"
    if isinstance(reason, Malformed):
        return f"an answer not of GitHub's form: {reason}"
    return "a file of state/ cannot be read" if isinstance(reason, YamlProblem) else str(reason)
