"""What the examples say of a proposal before anyone votes: evidence, not a veto."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from typing import Final, Protocol

from engine.game.examples import examples
from engine.game.fold.folding import Turn
from engine.game.plan import EXAMPLES
from engine.game.replies.somany import rows
from engine.game.words.registry import new_host
from engine.game.world.world import World
from engine.store.marks import reached
from engine.store.splice import slug_of

# All cases together: a pass has to end, whatever examples a proposal brings. The largest ruleset takes two thousand of it, and six
# with a rule that does something each hour.
MOST_HAPPENINGS: Final = 10_000
MOST_OF_A_CASE: Final = 3_000  # eight years of days, or four months of hours
HAPPENINGS_A_CASE: Final = 5  # setting the stage costs as much
# Of processor time in one fold, half of what it has; the examples of the largest ruleset take seven
SECONDS: Final = 60.0
MOST_SHOWN: Final = 40
LONGEST_NAME: Final = 120


class TimeUp(Exception):
    """The examples of a proposal have taken as long, or as much, as they may."""


@dataclass
class Patience:
    """Seconds that examples may take in one fold, by a `clock` that is handed in: of what is `left` a proposal gets half.

    What they come to is journaled and handed to a replay, which plays none: so it may depend on the machine.
    """

    clock: Callable[[], float]
    left: float = SECONDS

    @contextmanager
    def turn(self) -> Iterator[Turn]:
        """One proposal's. What it is given is called before each happening, and raises TimeUp."""
        begun, most = self.clock(), self.left / 2

        def goes_on() -> None:
            if self.clock() - begun > most:
                raise TimeUp

        try:
            yield goes_on
        finally:
            self.left = max(0.0, self.left - (self.clock() - begun))


class Workers(Protocol):
    """Who plays examples of a law elsewhere, at the same time, and only says which of them hold."""

    def deal(self, ruleset: str, texts: Mapping[str, str], names: Sequence[str]) -> Collection[str]:
        """Begins with some of these; gives those that are left to be played here."""

    def held(self) -> Collection[str]:
        """Waits, and gives the names of those that hold. Of all others nothing is known: they are played here, too."""


def of_change(
    world: World, texts: Mapping[str, str], patience: Patience | None = None, workers: Workers | None = None
) -> dict[str, list[str]]:
    """Names of the examples that no longer hold under these texts (`broken`), of those that are new or differently written
    (`altered`), and, if there are any, of those that there was no time to play (`unplayed`)."""
    ruleset = world.book.ruleset
    before, after = named(world.law.texts, ruleset), named(texts, ruleset)
    altered = sorted(
        {name for name, case in after.items() if name not in before or before[name].content != case.content}
    )
    own = set(altered)
    with _noted(world), _turns(world, patience) as turn:
        broken, unplayed = _failing(world, after, _one_by_one(world, texts, after, own, workers), texts, turn)
        known = [n for n in broken if n in before]
        failed_before, untold = _failing(world, before, iter(known), world.law.texts, turn)
    found = {"broken": _shown(sorted(set(broken).difference(failed_before, untold))), "altered": _shown(altered)}
    return found | ({"unplayed": _shown(sorted({*unplayed, *untold}))} if unplayed or untold else {})


def _one_by_one(
    world: World, texts: Mapping[str, str], after: Iterable[str], own: Collection[str], workers: Workers | None
) -> Iterator[str]:
    """The names of those to be played here. What the proposal brings comes last: a flood of it takes the room from itself alone."""
    law = [name for name in after if name not in own]
    if workers is None or world.moment.unplayed:
        yield from law
    else:
        here = workers.deal(world.book.ruleset, texts, law)
        yield from here
        known = {*here, *workers.held()}
        yield from (name for name in law if name not in known)
    yield from (name for name in after if name in own)


@contextmanager
def _noted(world: World) -> Iterator[None]:
    """While this lasts, whoever watches knows that it is examples that are played, whichever rule runs in them."""
    try:
        with world.moment.meanwhile(phase=EXAMPLES + world.moment.phase):
            yield
    finally:
        world.host.relight()
    world.host.resume()


def _turns(world: World, patience: Patience | None) -> AbstractContextManager[Turn]:
    if world.moment.unplayed:
        return nullcontext(_not_again)
    return nullcontext(_go_on) if patience is None else patience.turn()


def _go_on() -> None:
    """Nobody waits."""


def _not_again() -> None:
    """To play them has ended the process before."""
    raise TimeUp


def _shown(names: list[str]) -> list[str]:
    """What goes to the voters and into the journal is bounded."""
    return rows(names, MOST_SHOWN, lambda name: name[:LONGEST_NAME])


def _failing(
    world: World, cases: Mapping[str, examples.Example], names: Iterator[str], texts: Mapping[str, str], turn: Turn
) -> tuple[list[str], list[str]]:
    """Of the cases with these names those that do not hold, and those that there was no room or no time to play.

    Whoever watches this fold hears of each happening in them as it begins: it has the time that one of the game has.
    """
    host = new_host()
    host.watch, host.fuse = world.host.watch, world.host.fuse

    def begins() -> None:
        turn()
        if host.watch is not None:
            host.watch("", "", 0)

    failing, unplayed, left = list[str](), list[str](), MOST_HAPPENINGS
    for name in names:
        try:
            begins()
            if left <= 0:
                raise TimeUp
            room = min(left, MOST_OF_A_CASE)
            wrong, judged = examples.counted(cases[name], texts, world.book.ruleset, host, room, begins)
        except TimeUp:
            reached("examples that take too long")
            return failing, [*unplayed, name, *names]
        left -= judged + HAPPENINGS_A_CASE
        if wrong:  # where it ended for want of room, nobody knows whether it holds
            (failing if judged < room else unplayed).append(name)
    return failing, unplayed


def named(texts: Mapping[str, str], ruleset: str) -> dict[str, examples.Example]:
    """Rule and name -> case, of all rules of a law."""
    return {f"{slug_of(case.path)}: {case.name}": case for case in examples.cases_of_ruleset(texts, ruleset)}
