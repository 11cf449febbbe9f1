"""Checks of time: this machine's, the game's own, and whether what was due has happened."""

from collections.abc import Iterator
from typing import Final

from engine.doctor.case import Case, Finding
from engine.game.calendar import stamp
from engine.law.documents.zones import BadZone, zone

MOST_DIFFERENCE: Final = 120


def machine(case: Case) -> Iterator[Finding]:
    """Whether this machine's clock is GitHub's."""
    case.asked()
    if case.machine is not None and abs(case.machine - case.now) > MOST_DIFFERENCE:
        yield Finding(
            f"This machine's clock says {stamp(case.machine)}, GitHub's {stamp(case.now)}.",
            "Set the machine's clock; the game itself goes by GitHub's.",
        )


def ahead(case: Case) -> Iterator[Finding]:
    at = case.state.time
    if at > case.now + MOST_DIFFERENCE and not waits(case):
        yield Finding(
            f"The game's clock says {stamp(at)}, and it is {stamp(case.now)}: what is said now is read or dated then.",
            "Wait until then; or set `main` back, by a forced push, to the commit before the last that `git log --first-parent "
            f"--since={stamp(case.now)}` shows: what was said since is judged anew.",
        )


def waits(case: Case) -> bool:
    """Whether the clock is ahead as it was at the table that the game came from: it goes on by itself."""
    return case.now + MOST_DIFFERENCE < case.state.time <= case.moved_at


def time_zone(case: Case) -> Iterator[Finding]:
    name = str(case.game.get("timezone") or "UTC")
    try:
        zone(name)
    except BadZone as error:
        yield Finding(f"In state/game.yaml, {error}.", "`/correct game game timezone UTC because <reason>`.")


def paused(case: Case) -> Iterator[Finding]:
    since = case.state.notes.paused_at
    if since is not None:
        yield Finding(f"The game is paused since {stamp(int(since))}.", "An administrator writes `/resume`.")


def overdue(case: Case) -> Iterator[Finding]:
    """A period or a timer that should have been judged long ago."""
    if case.state.notes.paused_at is not None or case.game.get("over"):
        return
    due = case.lawful["due"]
    if due is not None:
        what = f"{due['run']} of {due['rule']}" if due["kind"] == "period" else f"the timer {due['timer']}"
        yield Finding(
            f"{what} was due at {stamp(due['time'])} and has not happened.",
            "Make a pass: `gh workflow run referee.yml`. It happens then, once, as if it were on time.",
        )
