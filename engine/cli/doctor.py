"""`nomic doctor [DIR]`: what is wrong with a game's repository, and how to mend it."""

import os
import time
from pathlib import Path

import click

from engine.cli import log, options, table_git
from engine.cli.wiring import api_of, secret_key
from engine.doctor.api import Web
from engine.doctor.case import Case
from engine.doctor.checkup import Checkup, checkup
from engine.forge.folder import (
    altered,
    foreign_host,
    github_name,
    loose,
    moved_at,
    newest_commit,
    no_texts,
    readme,
    texts,
    unreadable,
)
from engine.forge.github import NO_WAITING, USUAL_PACE
from engine.forge.wire import Wire
from engine.referee.commits.administered import OWN, TRAILER
from engine.referee.ports import ForgeError
from engine.store.counted import counted


@click.command(name="doctor")
@options.directory
def command(directory: Path) -> None:
    """Say what is wrong with the game in DIR (this folder if left out), and how to mend it.

    With GITHUB_TOKEN set, its settings and runs on GitHub are looked at as well; GITHUB_REPOSITORY is read off the remote
    `origin` if it is not set; where that is on another host, GITHUB_SERVER_URL says whose token it is. Nothing is changed.
    Ends with 0 if nothing is wrong, with 1 otherwise.
    """
    table_git.refuse(directory, "The doctor looks at a clone of a game on GitHub.")
    web, machine = _web(directory), int(time.time())
    now, trouble = _now(web, machine)
    case = Case(
        files=texts(directory),
        now=now,
        web=web,
        commit=newest_commit(directory),
        key=secret_key(),
        machine=machine,
        in_workflow=os.environ.get("GITHUB_ACTIONS") == "true",
        readme=readme(directory),
        moved_at=moved_at(directory),
        no_texts=no_texts(directory),
        loose=loose(directory),
        altered=altered(directory, TRAILER, OWN),
        trouble=trouble,
        has_engine=(directory / "pyproject.toml").is_file(),
        unreadable=unreadable(directory),
    )
    _show(checkup(case))


def _web(directory: Path) -> Web | None:
    token = os.environ.get("GITHUB_TOKEN", "")
    name = os.environ.get("GITHUB_REPOSITORY") or github_name(directory)
    host = foreign_host(directory)
    if token and host and not (os.environ.get("GITHUB_API_URL") or os.environ.get("GITHUB_SERVER_URL")):
        log.echo(
            f"Hint: GITHUB_TOKEN is set, and `origin` is at {host}: GitHub is not asked, as the token may be another's. Say whose it is: "
            f"set GITHUB_SERVER_URL=https://{host}, or https://github.com{'' if name else ', and GITHUB_REPOSITORY=owner/name'}.",
            err=True,
        )
        return None
    if token and not name:
        log.echo(
            "Hint: GITHUB_TOKEN is set, and which repository it is for is not known: set GITHUB_REPOSITORY=owner/name, too.",
            err=True,
        )
    if not token or not name:
        return None
    pace = NO_WAITING if os.environ.get("NOMIC_QUICK") == "1" else USUAL_PACE
    return Web(Wire(api_of(os.environ), token, name, pace))


def _now(web: Web | None, machine: int) -> tuple[int, ForgeError | None]:
    """GitHub's time, or this machine's where GitHub was not asked, or does not tell it: then also why. The folder is looked at anyway."""
    try:
        return (machine if web is None else web.server_time()), None
    except ForgeError as error:
        return machine, error


def _show(found: Checkup) -> None:
    for name, finding in found.findings:
        log.echo(f"{name}: {finding.cause}\n  {finding.remedy}")
    for name, hint in found.hints:
        log.echo(f"{name} (a hint, nothing is wrong): {hint.cause}\n  {hint.remedy}")
    for why in dict.fromkeys(found.unknown.values()):
        names = ", ".join(name for name, reason in found.unknown.items() if reason == why)
        log.echo(f"Not looked at: {names} ({why}).")
    wrong = len(found.findings)
    said = counted(wrong, "thing is", "things are") if wrong else "nothing is"
    log.echo(f"{counted(found.looked_at, 'check')} made: {said} wrong.")
    if found.unanswered:
        log.echo(f"GitHub gave no answer to {len(found.unanswered)} more: make them again in a few minutes.")
    raise SystemExit(1 if wrong or found.unanswered else 0)
