"""How a rule hears of an occasion: what it does stands or is taken back by itself, so who watches cannot stop what is watched.

A rule may refuse the whole happening in so many words, but for what is the matter of a higher class than its own; whatever
else goes wrong in a handler is its own affair.
"""

from engine.game.calendar import DAY
from engine.game.consulting import constraints
from engine.game.entries import Failure
from engine.game.plan import HEARING
from engine.game.refusal import BY_LAW, Refusal
from engine.game.replies import speech
from engine.game.world import transaction, wishes
from engine.game.world.world import Meanwhile, World
from engine.law.running.blame import RuleFault, line_of
from engine.law.running.host import TOO_DEEP, TOO_LONG


def hear(world: World, slug: str, function: str, occasion: str, args: tuple[object, ...]) -> bool:
    """Runs a handler. True if it changed a record; what fails is taken back, noted, and told on the table. Raises Refusal."""
    if _is_deaf(world, slug):
        return False
    point = transaction.savepoint(world)
    try:
        with _under_way(world, slug):
            _run(world, slug, function, args, point)
    except RuleFault as failure:
        transaction.undo(world, point)
        if failure.why == TOO_DEEP and slug in world.moment.hearing:
            raise  # it woke itself: what it did first is at the root of it
        _is_over(world, slug, function)
        note_failure(world, slug, occasion, failure)
        return False
    _is_over(world, slug, function)
    return world.records.begin() > point.records


def _run(world: World, slug: str, function: str, args: tuple[object, ...], point: transaction.Savepoint) -> None:
    if slug in world.moment.dead:
        raise world.moment.dead[slug]
    must_not_be_tired(world, slug, function)
    try:
        with world.host.ledger.turning():
            world.host.call(world.book.loaded, slug, function, *args)
        broken = constraints.newly_broken(world, point)
        if broken is not None:
            raise broken
    except Refusal as refusal:
        transaction.undo(world, point)  # what it wrote before has no say in whether it may refuse
        if refusal.code in BY_LAW and not _is_out_of_reach(world, slug):
            raise
        raise RuleFault(slug, function, _line(world, slug, function), refusal.reason.rstrip(".")) from None


def must_not_be_tired(world: World, slug: str, function: str) -> None:
    """Raises RuleFault for what used up what a happening may use when it was tried before, though another ran then; and for what
    ended the process as something was only shown, while something is."""
    if world.showing is not None:
        world.showing.must_be_asked(slug, function)
    line = world.moment.tired.get((slug, function))
    if line is not None:
        raise RuleFault(slug, function, line, TOO_LONG)


def _is_out_of_reach(world: World, slug: str) -> bool:
    """Whether what is under way is not for a rule to refuse."""
    if world.moment.unstoppable or (world.moment.above and not world.book.is_above(slug)):
        return True
    return world.book.prevails(world.moment.permitted_by(), slug)


def _under_way(world: World, slug: str) -> Meanwhile:
    """While this lasts, what ends the process is blamed on the handler and not on what it heard of."""
    return world.moment.meanwhile(phase=f"{HEARING}{slug}/", hearing=(*world.moment.hearing, slug))


def _is_over(world: World, slug: str, function: str) -> None:
    """From here on what ends the process is not the handler's doing. Not told if the process is ending already."""
    if world.host.watch is not None:
        world.host.resume((slug, function, _line(world, slug, function)))


def _line(world: World, slug: str, function: str) -> int:
    document = world.book.documents.get(slug)
    return 1 if document is None else line_of(document, function)


def _is_deaf(world: World, slug: str) -> bool:
    """Whether a rule took too long when it heard of something today: each time would cost as much."""
    told = world.notes.unheard.get(slug)
    return told is not None and told.get("deaf", 0) > world.now


def failed(failure: RuleFault, *, given: bool) -> Failure:
    """A failure as the journal tells it; `given`: it was handed in, since it depends on the machine."""
    told: Failure = {"rule": failure.slug, "function": failure.function, "line": failure.line, "why": failure.why}
    if failure.way:
        told["way"] = failure.shown_way
    if given:
        told["given"] = True
    return told


def note_failure(world: World, slug: str, occasion: str, failure: RuleFault) -> None:
    """Keeps what a handler failed at for the journal, and tells it: once, and again if a day has passed and it is another."""
    given = world.moment.dead.get(slug) is failure
    world.moment.faults.append({**failed(failure, given=given), "heard": occasion, "handler": slug})
    tiring = given or failure.why == TOO_LONG
    if tiring:
        world.host.relieve()
    text = speech.handler_failed(world.book, slug, occasion, failure, deaf=tiring)
    unheard = world.notes.unheard
    told = unheard.get(slug)
    if told is None or wishes.is_news(world, told, text):
        wishes.announce(world, text)
        said = wishes.as_told(world, text)
        told = {"text": said["text"], "at": said["at"]}
    if tiring:
        told = {"text": told["text"], "at": told["at"], "deaf": world.now + DAY}
    if told != unheard.get(slug):
        world.notes.unheard = {**unheard, slug: told}
