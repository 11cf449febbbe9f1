"""`nomic check --against REF`: what would be refused if HEAD were opened for voting, said before anyone opens it."""

import os
import tempfile
from pathlib import Path

from engine.cli import log
from engine.forge.checkout import Checkout
from engine.forge.folder import uncommitted
from engine.forge.payload import BadPayload, read_pull_request
from engine.game.replies import hidden
from engine.referee.judging.child import ChildJudge
from engine.referee.preview import A_WEEK, NOBODY, Preview, Proposal, preview


def refused(root: Path, against: str) -> bool:
    """Prints the answer; whether the proposal would be refused. Raises ForgeError."""
    with tempfile.TemporaryDirectory() as copy, Checkout(root, Path(copy)) as clone:
        main, head = clone.bring(against, "HEAD")
        seen = _of_the_event(main, head)
        proposal = seen or Proposal(main, head, clone.subject(head))
        nothing = seen is None and clone.is_ancestor(head, main)  # of this GitHub makes no pull request
        # The dice of a trial are nobody's: the key is empty.
        judge, quick = (ChildJudge(b"", "preview", limits) for limits in (None, A_WEEK))
        found = None if nothing else preview(clone, judge, proposal, waits=True, quick=quick)
    if lost := uncommitted(root, ["rules"]):
        more = f" and {len(lost) - 1} more" if len(lost) > 1 else ""
        log.echo(f"Not looked at, for it is in no commit yet: {lost[0]}{more}. Commit it, and ask again.")
    if found is None:
        log.echo(
            f"There is nothing to propose: {against} has every commit that HEAD has. Commit the change on a branch."
        )
        return True
    _show(found, proposal)
    return bool(found.code)


def _of_the_event(main: str, head: str) -> Proposal | None:
    """In a run of `pull_request`, what GitHub says of it. The head stays what is checked out."""
    path = os.environ.get("GITHUB_EVENT_PATH")
    if not path or os.environ.get("GITHUB_EVENT_NAME") != "pull_request":
        return None
    try:
        pull, base = read_pull_request(Path(path))
    except BadPayload as error:
        log.echo(f"The event that started this run is not used: {error.reason}", err=True)
        return None
    role = "administrator" if pull.association == "OWNER" else "player"
    return Proposal(main, head, pull.title, pull.author, role, pull.number, base, pull.body)


def _show(found: Preview, proposal: Proposal) -> None:
    for warning in found.warnings:
        log.echo(f"{warning} (warning)")
    if found.as_if:
        plays = "nobody plays yet, so somebody was made up" if found.as_if == NOBODY.login else found.as_if
        log.echo(f"Nobody is known as its author, so it was tried as if somebody who plays had opened it ({plays}).")
    if found.title:
        log.echo(f"The engine gives its title the number: {found.title}")
    title = found.title or proposal.title
    how = f"`{found.command}` on {title!r}" if found.command else repr(title)
    if found.code:
        log.echo(f"{how} would be refused [{found.code}]:\n{found.reason}\n{found.remedy}".rstrip())
    else:
        log.echo(f"{how} would be accepted. The answer would be:\n{hidden.unfolded(found.answer)}".rstrip())
