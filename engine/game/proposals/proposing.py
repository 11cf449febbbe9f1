"""What the law asks of a proposal: when it is opened, and again whenever it is another, or about to become law."""

from __future__ import annotations

from typing import Any

from engine.game.consulting.asking import ask_law, forbid
from engine.game.proposals import numbers, rank
from engine.game.proposals.tally import decided_above
from engine.game.world.facts import poll_facts, proposal_facts
from engine.game.world.transaction import supposing
from engine.game.world.world import World
from engine.law.joining import kinds_of_proposals


def number_of(world: World, thread: int, number: int | None, *, above: bool, voted: str | None = None) -> int:
    """The number the law gives a proposal; one that it has it keeps, and it is asked all the same. Raises Refusal or RuleFault.

    `above`: only the higher class of rules is asked, which will decide it; `voted`: the change that was voted on, if it was.
    """
    proposal = proposal_facts(world, thread, number or numbers.must_come(world), voted)
    given = int(ask_law(world, "proposal_number", lambda: proposal["number"], proposal, above=above))
    return number or given


def ask_before_landing(world: World, key: str) -> None:
    """Asks as if what was voted on were opened by its author in this moment. Raises Refusal or RuleFault."""
    record = world.poll(key)
    thread, voted = int(record["thread"] or 0), record["change"]
    with supposing(world, thread=thread, writer=str(record["author"])):
        above = decided_above(world, poll_facts(world, key))
        number_of(world, thread, record["number"], above=above, voted=voted)
        proposal = proposal_facts(world, thread, record["number"], voted)
        forbid(world, "open", record["author"], proposal, above=above)


def would_be_above(world: World, thread: int, kind: str = "") -> bool:
    """Whether a rule of the higher class would decide a poll in this pull request. Raises Refusal if it cannot be read.

    Verdicts go by what kind of poll it is. Before it is opened that is any kind that the law's own commands open.
    """
    if not rank.may_decide_above(world):
        return False
    kinds = [kind] if kind else [*kinds_of_proposals(world.book), kind]
    return any(_is_above(world, thread, each) for each in kinds)


def _is_above(world: World, thread: int, kind: str) -> bool:
    begun: Any = {"key": str(thread), "kind": kind, "status": "open", "opened_at": world.now, "ballots": []}
    begun |= {"tag": None, "electors": None, "quorum_at": None, "data": {}}
    proposal = proposal_facts(world, thread, None)
    poll: Any = {**proposal, **begun, "subject": proposal["title"]}
    return decided_above(world, poll)
