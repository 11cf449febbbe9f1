"""Whom a proposal makes win, and whether it ends the game, as soon as it is in force: found by trying it, however its code is written."""

from typing import Final, NamedTuple

from engine.game.proposals import polls
from engine.game.prospects import trial
from engine.game.prospects.imagining import imagining
from engine.game.refusal import Refusal
from engine.game.world import changes
from engine.game.world.transaction import supposing
from engine.game.world.world import World
from engine.law.documents.profile import Unfit, names_called
from engine.law.rulebook import Rulebook
from engine.law.running.blame import RuleFault
from engine.law.running.host import TOO_LONG
from engine.law.running.used import MAX_TICKS

ENDING: Final = frozenset({"win", "end_game"})  # the words without which nobody wins and nothing ends
DEAREST: Final = 4_000_000  # ticks of rule code: a board is drawn often, and of what nobody has agreed to


class Ending(NamedTuple):
    """Who would have won that had not before, whether the game would be over, and whether to find out takes too long."""

    winners: tuple[str, ...] = ()
    over: bool = False
    unknown: bool = False


def ending(world: World, key: str) -> Ending:
    """What would come of it, were it adopted now by all who have not voted. Why it could not land is said elsewhere."""
    change = world.poll(key)["change"]
    if not change or world.game.get("over"):
        return Ending()
    try:
        texts = changes.applied(world, changes.content(world, change))
        if not _can_end(world.law_of(world.book.ruleset, texts).book):
            return Ending()
        if world.hurried:
            return Ending(unknown=True)
        with imagining(world, key) as poll, poll.voted("yay", len(poll.missing), world.now):
            return _tried(world, key)
    except (Refusal, RuleFault):
        return Ending()


def _tried(world: World, key: str) -> Ending:
    before, failed = [*(world.game.get("winners") or ())], len(world.moment.faults)
    world.host.ticks = MAX_TICKS - DEAREST
    if world.showing is not None:
        world.showing.met = False
    with supposing(world, reading=0, trial=True):
        polls.look_for_quorum(world, key)
        trial.decide(world, key, "adopted")
        trial.adopt(world, trial.numbered(world, key))
        won = tuple(str(player) for player in world.game.get("winners") or () if player not in before)
        cut = any(fault["why"] == TOO_LONG for fault in world.moment.faults[failed:])
        cut = cut or (world.showing is not None and world.showing.met)
        return Ending(won, bool(world.game.get("over")), cut)


def _can_end(book: Rulebook) -> bool:
    """Whether any code of this law has a word for it: most laws have none, and nothing need be tried."""
    return any(_has_word(code) for code in book.codes)


def _has_word(code: str) -> bool:
    try:
        return not ENDING.isdisjoint(names_called(code))
    except Unfit:
        return False
