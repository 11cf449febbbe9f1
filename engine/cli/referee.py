"""`nomic referee`: one pass, as the workflow runs it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.cli import log
from engine.store.counted import counted

if TYPE_CHECKING:
    from engine.game.plan import Plan
    from engine.referee.judging.spare import Spare
    from engine.referee.passing import Report
    from engine.referee.ports import Deletion


@click.command(name="referee")
@click.option("--dry-run", is_flag=True, help="Print what would be done, with other dice, and do nothing.")
def command(dry_run: bool) -> None:
    """Make one pass: read what people did, judge it, commit the world, answer.

    Reads GITHUB_TOKEN, GITHUB_REPOSITORY, GITHUB_API_URL, GITHUB_SERVER_URL, GITHUB_EVENT_PATH and NOMIC_DICE_KEY.
    """
    # What takes long to import is imported below, while the judge does the same.
    from engine.forge.undumpable import make_undumpable  # noqa: PLC0415
    from engine.referee.judging.spare import Spare  # noqa: PLC0415

    make_undumpable()
    with Spare() as spare:
        spare.prepare()  # the judge imports what it needs while this process does
        _pass(dry_run=dry_run, spare=spare)


def _pass(*, dry_run: bool, spare: Spare) -> None:
    from engine.cli import wiring  # noqa: PLC0415
    from engine.forge.github import NO_WAITING, USUAL_PACE, GitHubForge  # noqa: PLC0415
    from engine.forge.repository import GitRepository  # noqa: PLC0415
    from engine.game.dice import commitment  # noqa: PLC0415
    from engine.referee.beside import Guarded  # noqa: PLC0415
    from engine.referee.judging.child import ChildJudge  # noqa: PLC0415
    from engine.referee.judging.sweeping import seldom  # noqa: PLC0415
    from engine.referee.passing import Referee, Report  # noqa: PLC0415

    seldom()
    given = wiring.settings()
    pace = NO_WAITING if given.quick else USUAL_PACE
    forge = GitHubForge(given.api, given.token, given.repository, pace=pace, clock=wiring.clock(given.api))
    with GitRepository(given.url, given.copy, given.token) as repository:
        # What is not judged yet can be taken back and written anew: the game's dice are not shown before they count.
        judge = ChildJudge(b"" if dry_run else given.key, spare=spare)
        key = given.key if given.secret else None
        waiting, beside = wiring.waiting(quick=given.quick), Guarded(wiring.board)
        committed = commitment(given.key)
        referee = Referee(forge, repository, judge, given.bot, waiting, dry_run, committed, key, beside)
        report = Report()
        try:
            referee.run(_deleted(given.event), report)
        finally:  # also of a pass that fails as it answers: what it has decided stands
            _tell(report, dry_run=dry_run)
    if dry_run and report.plan is not None:
        return
    if not report.commits:
        log.echo("Nothing to do.")
    if judge.bugs:
        raise judge.bugs[0]  # the pass is made; what failed in it is for the boundary to report


def _tell(report: Report, *, dry_run: bool) -> None:
    if dry_run and report.plan is not None:
        log.echo(log.data(_shown(report.plan)))
        return
    for outcome in report.outcomes:
        reason = f": {outcome['code']}" if outcome.get("code") else ""
        log.echo(log.line(f"{outcome['id']}: {outcome['is']}{reason}"))
    for held in report.held:
        log.echo(log.line(f"held back: {held}"))
    if report.commits:
        log.echo(f"{counted(len(report.commits), 'commit')}.")


def _shown(plan: Plan) -> dict[str, Any]:
    outcomes = [{name: value for name, value in outcome.items() if name != "rolls"} for outcome in plan.outcomes]
    return {"outcomes": outcomes, "segments": [sorted(segment.files) for segment in plan.segments]}


def _deleted(event: Path | None) -> Deletion | None:
    """The deletion of a comment that started this run: no list shows it any more."""
    from engine.forge.payload import BadPayload, read_deletion  # noqa: PLC0415

    if event is None:
        return None
    try:
        return read_deletion(event)
    except BadPayload as error:
        log.echo(f"The event that started this run is not used: {log.line(error.reason)}", err=True)
        return None
