"""How the engine asks the law: questions with their adjustments, prohibitions, occasions, and the settling of what changed."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Final

from engine.game.catalogue import QUESTIONS
from engine.game.consulting import answers, constraints
from engine.game.consulting.commands import by_rule, spoken
from engine.game.consulting.hearing import hear, must_not_be_tired, note_failure
from engine.game.refusal import Refusal
from engine.game.replies import refusals
from engine.game.world import transaction
from engine.game.world.records import PRIVATE
from engine.game.world.world import Meanwhile, World
from engine.law.documents.looked_at import looked_at
from engine.law.documents.mentioned import takes
from engine.law.rulebook import Rulebook
from engine.law.running.blame import RuleFault, line_of
from engine.law.running.parts import NONE_THERE
from engine.store.marks import reached

MOST_ROUNDS: Final = 20
LONGEST_REASON: Final = 20_000
NO_REST: Final = f"after {MOST_ROUNDS} rounds of `changed` it still changes something"


def run(world: World, slug: str, function: str, /, *args: object, **named: object) -> Any:
    """Calls a function of a rule in force. Raises RuleFault or Refusal. What a timer carries may have any name."""
    must_not_be_tired(world, slug, function)
    return world.host.call(world.book.loaded, slug, function, *args, **named)


def can_run(book: Rulebook, rule: str, run: str) -> bool:
    """Whether a rule has that function under this law, or cannot be read and may have it again."""
    document = book.documents.get(rule)
    return rule in book.unreadable if document is None else run in document.functions


def carry_out(world: World, slug: str, function: str, writer: str, /, *values: object, above: bool) -> None:
    """A command of a rule's, unless another forbids it; `above`: it is the matter of the higher class. Raises RuleFault or Refusal.

    Whoever tries one out takes this way, too, so that nothing which keeps it from being carried out is overlooked.
    """
    world.moment.above = above
    permitted_by = forbid(world, function, writer, *values, above=above, of=slug)
    world.moment.permitted_by = lambda: permitted_by
    run(world, slug, function, writer, *values)


def _put(world: World, part: str, name: str, owner: tuple[str, str], *args: object) -> Any:
    """What a rule says to a question or an act; whoever explains the law afterwards hears it, too."""
    answer = run(world, *owner, *args)
    if world.heard is not None:
        world.heard(part, name, *owner, answer)
    return answer


def ask(world: World, question: str, *args: object) -> Any:
    """A question between rules: the prevailing answer, adjusted; None if no rule answers. Answers may roll and write."""
    answer = None
    for owner in _sound(world, world.book.answering(question), question):
        answer = _put(world, "answers", question, owner, *args)
        if answer is not None:
            break
    for owner in _sound(world, world.book.adjusting(question), question):
        answer = _put(world, "adjusts", question, owner, answer, *args)
    return answer


def ask_law(world: World, question: str, default: Callable[[], Any], *args: object, above: bool = False) -> Any:
    """A question of the referee: rules only read while they answer; without an answer the question's own default holds.

    `above`: only rules of the higher class are asked. Each answer is brought into its proper form before the next rule
    adjusts it; what a rule of the higher class has settled, only its own class adjusts. Raises RuleFault for one that has
    none.
    """
    book = world.book
    answering, adjusting = book.answering(question), book.adjusting(question)
    if not (answering or adjusting or book.unreadable):
        return default()
    with asked(world):
        answer, settled = None, ""
        for slug, function in _sound(world, _class(world, answering, above=above), question):
            answer = _put(world, "answers", question, (slug, function), *args)
            if answer is not None:
                answer, settled = shaped(world, slug, function, question, answer), slug
                break
        if answer is None:
            answer = default()
        turning = [owner for owner in adjusting if book.may_turn(owner[0], settled)]  # weakest first
        for slug, function in _sound(world, _class(world, turning, above=above), question):
            turned = _put(world, "adjusts", question, (slug, function), answer, *args)
            answer = shaped(world, slug, function, question, turned)
        return answer


def is_answered_above(world: World, question: str, *args: object) -> bool:
    """Whether a rule of the higher class answers a question of the referee. Raises RuleFault, or Refusal if one is broken."""
    with asked(world):
        owners = _class(world, world.book.answering(question), above=True)
        return any(run(world, *owner, *args) is not None for owner in _sound(world, owners, question))


def _class(world: World, owners: list[tuple[str, str]], *, above: bool) -> list[tuple[str, str]]:
    return [owner for owner in owners if world.book.is_above(owner[0])] if above else owners


def shaped(world: World, slug: str, function: str, question: str, answer: Any) -> Any:
    """A rule's answer in its proper form. Raises RuleFault for one that has none."""
    try:
        return answers.shaped(question, answer)
    except answers.BadAnswer as error:
        line = line_of(world.book.documents[slug], function)
        raise RuleFault(slug, function, line, f"its answer to {question} must be {error}") from None


def forbid(world: World, act: str, *args: object, above: bool = False, of: str = "") -> str:
    """Raises the Refusal of the strongest rule that has a reason against the act. Returns the rule that permits it in so many words.

    `above`: what is the matter of the higher class, only that class forbids. `of`: the rule whose command the act is.
    """
    with asked(world):
        for slug, function in _sound(world, _class(world, world.book.forbidding(act, of), above=above), act):
            world.moment.obstacle = ""
            reason = _put(world, "forbids", act, (slug, function), *args)
            if reason is False:
                return slug
            if reason is not None:
                _must_be_a_reason(world, slug, function, act, reason)
                said = spoken(world, reason[:LONGEST_REASON], behind=True)
                raise by_rule(world, slug, "forbidden", "\n\n".join(filter(None, (said, world.moment.obstacle))))
    return ""


def permitting(world: World, act: str, *args: object) -> str:
    """The rule that permits an act in so many words, so that none which it prevails over, and hears of it, can refuse it.

    Empty where one fails over it: of whom it would be asked nobody has looked yet.
    """
    try:
        with asked(world):
            said = ((owner[0], run(world, *owner, *args)) for owner in _sound(world, world.book.forbidding(act), act))
            slug, answer = next((one for one in said if one[1] is not None), ("", None))
            return slug if answer is False else ""
    except (Refusal, RuleFault):
        return ""


def _must_be_a_reason(world: World, slug: str, function: str, act: str, reason: object) -> None:
    """Raises RuleFault for what tells nobody why: True, a number, an empty text."""
    if not isinstance(reason, str) or not reason.strip():
        line = line_of(world.book.documents[slug], function)
        raise RuleFault(slug, function, line, f"its answer to the act {act} must be {answers.REASON}")


def _sound(world: World, owners: list[tuple[str, str]], what: str) -> Iterator[tuple[str, str]]:
    """Those that work. A rule that is broken still claims what it claimed, so whoever needs it is refused."""
    aside = world.moment.set_aside
    if what in REFEREE_QUESTIONS:
        for slug in world.book.unreadable:
            if slug not in aside:
                raise refusals.broken_rule(world.book, slug)
    for slug, function in owners:
        if slug in aside or slug not in world.book.documents:  # one asked before it may have had it repealed
            continue
        if slug in world.book.loaded.broken:
            raise refusals.broken_rule(world.book, slug)
        if (slug, function) in world.moment.deadly:
            raise RuleFault(slug, function, *world.moment.deadly[slug, function])
        yield slug, function


def tell(world: World, occasion: str, *args: object, without: frozenset[str] = frozenset()) -> list[tuple[str, str]]:
    """Every rule that waits for the occasion hears of it, strongest first. Broken rules hear nothing.

    Returns those that changed something, (slug, function). Raises the Refusal of one that refuses it in so many words.
    """
    return [owner for owner in _hearers(world, occasion, without) if hear(world, *owner, occasion, args)]


def tell_safely(world: World, occasion: str, *args: object) -> None:
    """Tells of it and settles what follows. Where a rule fails over it, or a constraint breaks, all that followed is taken back."""
    _safely(world, lambda: tell(world, occasion, *args))


def settle_safely(world: World) -> None:
    """The same of what has changed already."""
    _safely(world, lambda: None)


def _safely(world: World, say: Callable[[], object]) -> None:
    with suppress(Refusal, RuleFault), transaction.whole(world) as point:
        say()
        settle(world)
        constraints.check(world, point)


def _hearers(world: World, occasion: str, without: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Who hears of an occasion, strongest first, as the law is when it is their turn. After the end of the game nobody does."""
    if world.moment.after_the_end:
        return
    unheard = world.moment.set_aside | without
    for slug, function in list(world.book.hearing(occasion)):
        if slug in world.book.documents and slug not in world.book.loaded.broken and slug not in unheard:
            yield slug, function


def settle(world: World) -> None:
    """Tells `changed` until nothing changes any more. Of those who never come to rest the weakest is heard no longer.

    Whoever comes to rest without those that were found after it is heard again: it only followed them.
    """
    if not world.records.touched:
        return
    restless: dict[str, str] = {}
    point = transaction.savepoint(world)
    while restless.keys() < {slug for slug, _ in world.book.hearing("changed")}:
        moving = _rounds(world, frozenset(restless))
        if not moving:
            break
        transaction.undo(world, point)
        restless |= dict(moving[-1:])
    if len(restless) > 1:
        _give_back(world, restless, point)
    for slug, function in restless.items():
        line = line_of(world.book.documents[slug], function) if slug in world.book.documents else 1
        note_failure(world, slug, "changed", RuleFault(slug, function, line, NO_REST))


def _give_back(world: World, restless: dict[str, str], point: transaction.Savepoint) -> None:
    """Takes out of the restless (slug -> function) who comes to rest without the others, and settles with the rest of them."""
    for slug in list(restless):
        transaction.undo(world, point)
        if not _rounds(world, frozenset(restless.keys() - {slug})):
            reached("restless only after another")
            del restless[slug]
    transaction.undo(world, point)
    _rounds(world, frozenset(restless))


def _rounds(world: World, without: frozenset[str]) -> list[tuple[str, str]]:
    """Those that still changed something in the last round there may be, strongest first."""
    moving: list[tuple[str, str]] = []
    for _ in range(MOST_ROUNDS):
        changed = {c: keys for c, keys in world.records.take_touched().items() if c not in PRIVATE}
        if not changed or not world.book.hearing("changed"):
            return []
        moving = _tell_of_changes(world, changed, without)
    return moving


def _tell_of_changes(world: World, changed: dict[str, list[str]], without: frozenset[str]) -> list[tuple[str, str]]:
    """As `tell`; a function with a second parameter is told what the records were before the happening."""
    moving, texts = [], world.host.texts
    texts.stays(changed)
    law, were = world.law, dict[str, dict[str, Any]]()
    for slug, function in _hearers(world, "changed", without):
        if _is_nothing_to(world, slug, function, changed):
            continue
        taken = takes(world.book.documents[slug].code).get(function)
        two = taken is not None and taken.take(2)
        if two and (not were or law is not world.law):
            texts.goes(were)
            law, were = world.law, _before(world, changed)
            texts.stays(were)
        if hear(world, slug, function, "changed", (changed, were) if two else (changed,)):
            moving.append((slug, function))
    texts.goes(changed)
    texts.goes(were)
    return moving


def _is_nothing_to(world: World, slug: str, function: str, changed: dict[str, list[str]]) -> bool:
    """Whether a function looks at none of these changes, did nothing as that was so before, and nobody has anything against that it
    is run.
    """
    looks = looked_at(world.book.documents[slug].code).get(function, (None,))
    if any(fields is None or not changed.keys().isdisjoint(fields) for fields in looks):
        return False
    moment, showing = world.moment, world.showing
    if moment.dead or moment.tired or (showing is not None and showing.unasked):
        return False
    module = world.book.loaded.modules.get(slug)
    return world.host.kept.free((id(module), function, (NONE_THERE,) * len(looks))) is not None


def _before(world: World, changed: dict[str, list[str]]) -> dict[str, dict[str, Any]]:
    """collection -> key -> the record before the happening, as rules see it; of polls, which are more than their records, nothing."""
    were = world.records.as_they_were()
    found: dict[str, dict[str, Any]] = {}
    for collection in [c for c in changed if c != "polls"]:
        fields = world.book.schemas.fields(collection)
        for key in changed[collection]:
            was = were.get((collection, key))
            seen = None if was is None else {name: value for name, value in was.items() if name in fields}
            found.setdefault(collection, {})[key] = seen
    return found


def asked(world: World) -> "LawAsked":
    """While this lasts rules answer the engine: words that change or draw are faults. A failure came of what the engine needs
    of the rule: no player chose to run it.
    """
    return LawAsked(world)


class LawAsked:
    """As `asked` says. There is one around each question: made by a generator it would cost two thirds more."""

    __slots__ = ("depth", "ledger", "reading")

    def __init__(self, world: World) -> None:
        self.depth, self.ledger, self.reading = len(world.host.callers), world.host.ledger, reading(world)

    def __enter__(self) -> None:
        self.reading.__enter__()
        self.ledger.turns()

    def __exit__(self, _: object, failure: BaseException | None, __: object) -> None:
        self.ledger.turned()
        self.reading.__exit__()
        if isinstance(failure, RuleFault):
            failure.asked, failure.answering = True, failure.callers[self.depth :]


def reading(world: World) -> Meanwhile:
    """While this lasts, words that change or draw are faults."""
    return world.moment.meanwhile(reading=world.moment.reading + 1)


REFEREE_QUESTIONS: Final = frozenset(QUESTIONS)
