"""All checks in order, and what comes of them: findings, and what could not be looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from engine.doctor import clock, hints, on_disk, on_github, outbox
from engine.doctor.api import Hidden
from engine.doctor.case import Case, Finding, Unknown
from engine.store.guard import YamlProblem

Check = Callable[[Case], Iterator[Finding]]

CHECKS: Final[list[tuple[str, Check]]] = [
    ("game", on_disk.game),
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

HINTS: Final[list[tuple[str, Check]]] = [("README", hints.board), ("game's clock", hints.waiting_clock)]


@dataclass
class Checkup:
    """What was found, under the names of the checks; `unknown` are those that could not be made, with the reason.

    `hints` are of what could be there, and is not wrong.
    """

    findings: list[tuple[str, Finding]] = field(default_factory=list)
    hints: list[tuple[str, Finding]] = field(default_factory=list)
    unknown: dict[str, str] = field(default_factory=dict)
    looked_at: int = 0


def checkup(case: Case) -> Checkup:
    """Raises ForgeError if GitHub cannot be reached, or does not accept the token."""
    result = Checkup()
    for name, check in CHECKS:
        try:
            for finding in check(case):
                result.findings.append((name, finding))
            result.looked_at += 1
        except Unknown as reason:
            result.unknown[name] = str(reason)
        except Hidden:
            result.unknown[name] = "the token may not see it"
        except YamlProblem:
            result.unknown[name] = "a file of state/ cannot be read"
    result.hints = [(name, hint) for name, check in HINTS for hint in check(case)]
    return result
