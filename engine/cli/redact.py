"""`nomic redact`: takes the text of an entry out of the journal; the game can still be verified."""

import time
from collections.abc import Mapping

import click

from engine.cli import log, wiring
from engine.cli.operating import opened, repository_option
from engine.cli.wiring import secret_key
from engine.game.entries import Happening
from engine.referee.aside import bring
from engine.referee.judging.child import ChildJudge
from engine.referee.redacting import Redaction, prepare


@click.command(name="redact")
@click.argument("entry")
@repository_option
def command(entry: str, repository: str) -> None:
    """Take the text of ENTRY out of the journal: its id (comment/17) or the beginning of its hash.

    Its hash stays, and what followed from it is written beside it, so the chain holds and the game can be replayed. The
    comment itself is deleted on GitHub. Earlier commits still hold the text: to take it out there breaks all later seals.
    """
    found: list[Redaction] = []

    with opened(repository) as game:

        def make(files: Mapping[str, str], base: str) -> tuple[Happening, Mapping[str, str]]:
            found.append(prepare(game, base, entry))
            return {**found[-1].happening, "seen_at": int(time.time())}, found[-1].day

        key = secret_key().encode()
        made = bring(game, ChildJudge(key), make, wiring.waiting(quick=False), [key] if key else [])
    redaction = found[-1]
    log.echo(f"{redaction.happening['entry']['id']} is redacted by commit {made}.")
    followed = redaction.happening["followed"]
    kept = ", ".join(f"{c}/{key}" for c, records in sorted(followed.items()) for key in sorted(records))
    log.echo(f"What followed from it stays: {kept or 'nothing'}.")
    if redaction.elsewhere:
        log.echo(f"The same words stand in {', '.join(redaction.elsewhere)}: see /correct in docs/operate.md.")
