"""What would keep an adopted change from becoming law as rules hear of it: found by trying it, where one of them may object."""

from collections.abc import Mapping

from engine.game.consulting import constraints
from engine.game.consulting.asking import tell
from engine.game.owned import Change
from engine.game.proposals import landing
from engine.game.proposals.tally import decided_above
from engine.game.refusal import Refusal
from engine.game.replies.failing import rule_failed
from engine.game.world import changes, transaction
from engine.game.world.facts import poll_facts
from engine.game.world.transaction import supposing
from engine.game.world.world import World
from engine.law.reach import reaches
from engine.law.rulebook import Rulebook
from engine.law.running.blame import RuleFault


def objection(world: World, key: str, *, later: bool) -> str:
    """Why a poll's change would not become law, were it adopted now; empty where nothing is known against it.

    `later`: it would wait for an occasion; then it is stranded as well where one of its own rules fails. Raises Refusal or RuleFault
    where the law cannot even say which numbers its rules would have.
    """
    poll, faults = poll_facts(world, key), len(world.moment.faults)
    own = {str(change["slug"]) for change in poll["changes"]}
    with supposing(world, thread=poll["thread"], reading=0, trial=True, above=decided_above(world, poll)):
        texts = landing.stamped(world, poll, changes.content(world, world.poll(key)["change"]))
        if not _may_object(world.law_of(world.book.ruleset, texts).book, poll["changes"], own):
            return ""
        try:
            _come_into_force(world, key, texts)
        except Refusal as refusal:
            return f"{refusal.text} {refusal.by}".strip()
        failed = [RuleFault(f["rule"], f["function"], f["line"], f["why"]) for f in world.moment.faults[faults:]]
        mine = [rule_failed(f, world.book.documents.get(f.slug)) for f in failed if f.slug in own]
        return mine[0] if later and mine else ""


def _may_object(book: Rulebook, proposed: list[Change], own: set[str]) -> bool:
    """Whether a rule of the change hears of it, or another that can refuse."""
    hearing = {owner for change in proposed for owner in book.hearing(landing.OCCASIONS[change["op"]])}
    return any(slug in own or reaches(book, slug, function, "refuse") for slug, function in hearing)


def _come_into_force(world: World, key: str, texts: Mapping[str, str]) -> None:
    """Raises the Refusal of a rule that hears of it, or of what breaks a constraint by what rules do then."""
    point = transaction.savepoint(world)
    world.patch("polls", key, status="adopted")
    landing.adopt_law(world, texts)
    for change in poll_facts(world, key)["changes"]:
        tell(world, landing.OCCASIONS[change["op"]], landing.renumbered(world, change), poll_facts(world, key))
    world.recheck = False  # of records that it leaves as they are it is said elsewhere whether they fit
    constraints.check(world, point)
