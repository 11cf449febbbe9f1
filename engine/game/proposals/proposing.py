"""What the law asks of a proposal: when it is opened, and again whenever it is another, or about to become law."""

from collections.abc import Mapping
from typing import Any

from engine.game.consulting.asking import ask_law, forbid, reading
from engine.game.proposals import numbers, proposal_record, rank
from engine.game.proposals.tally import decided_above
from engine.game.refusal import Refusal
from engine.game.world.facts import poll_facts, proposal_facts
from engine.game.world.transaction import supposing
from engine.game.world.world import World
from engine.law.joining import kinds_of_proposals
from engine.law.running.blame import RuleFault


def number_of(world: World, thread: int, number: int | None, *, above: bool, voted: str | None = None) -> int:
    """The number the law gives a proposal; one that it has it keeps, and it is asked all the same. Raises Refusal or RuleFault.

    What was decided keeps its number, too: where the law gives it once more, the proposal gets the next one there is.

    `above`: only the higher class of rules is asked, which will decide it; `voted`: the change that was voted on, if it was.
    """
    proposal = proposal_facts(world, thread, number or numbers.must_come(world), voted)
    given = int(ask_law(world, "proposal_number", lambda: proposal["number"], proposal, above=above))
    if number is None and given in proposal_record.listed(world):
        return numbers.must_come(world)
    return number or given


def next_number(world: World) -> int:
    """The number that a proposal would get which says nothing yet; where the law wants to see its words first, the next one there is."""
    try:
        with reading(world):
            return number_of(world, 0, None, above=False)
    except (Refusal, RuleFault):
        return numbers.coming(world) or 0


def ask_before_landing(world: World, key: str) -> None:
    """Asks as if what was voted on were opened by its author in this moment. Raises Refusal or RuleFault."""
    record = world.poll(key)
    thread, voted = int(record["thread"] or 0), record["change"]
    with supposing(world, thread=thread, writer=str(record["author"])):
        above = decided_above(world, poll_facts(world, key))
        number_of(world, thread, record["number"], above=above, voted=voted)
        proposal = proposal_facts(world, thread, record["number"], voted)
        forbid(world, "open", record["author"], proposal, above=above)


def would_be_above(world: World, thread: int, begun: Mapping[str, Any] | None = None) -> bool:
    """Whether a rule of the higher class would decide a poll in this pull request. Raises Refusal if it cannot be read.

    Verdicts go by what kind of poll it is. `begun` is what is known of that: where nobody opens it now it may be of any kind
    that the law's own commands open.
    """
    if not rank.may_decide_above(world):
        return False
    any_kind: list[Mapping[str, Any]] = [{"kind": kind} for kind in [*kinds_of_proposals(world.book), ""]]
    return any(_is_above(world, thread, each) for each in ([begun] if begun else any_kind))


def _is_above(world: World, thread: int, begun: Mapping[str, Any]) -> bool:
    """Of a poll as it would be before anybody has heard of it. It has every field: a rule that misses one would seem to fail at it."""
    proposal = proposal_facts(world, thread, None)
    poll: Any = {**world.book.schemas.defaults("polls"), **proposal, "subject": proposal["title"], "key": str(thread)}
    poll |= {"tag": None, "electors": None, "quorum_at": None, "awaits": None, "outcome": "", "data": {}, **begun}
    return decided_above(world, poll | {"status": "open", "opened_at": world.now, "ballots": []})
