"""What is still missing in a poll: how it stands, what would turn it, who can resolve it and when, what keeps it from landing.

Counts and times are found by doubling and halving: more votes of one kind, and more time, are taken to lead one way.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final

from engine.game.calendar import DAY, next_of
from engine.game.consulting import asking, constraints, mending
from engine.game.owned import Change, Content
from engine.game.proposals import effect, proposing
from engine.game.proposals.tally import decided_above, tally
from engine.game.prospect import Outlook, Turn
from engine.game.prospects import objecting, trial
from engine.game.prospects.ending import Ending, ending
from engine.game.prospects.imagining import NO_QUORUM, TIED, Imagined, imagining
from engine.game.refusal import Refusal
from engine.game.replies import board, poll_refusals
from engine.game.replies.failing import rule_failed
from engine.game.world import changes
from engine.game.world.facts import poll_facts
from engine.game.world.transaction import supposing
from engine.game.world.world import World
from engine.law.close_reading import dangling, undecided
from engine.law.running.blame import RuleFault

FARTHEST: Final = 60 * DAY
MINUTE: Final = 60
VERDICTS: Final = ("adopted", "rejected")
STAYS_OPEN: Final = ("open", TIED, NO_QUORUM)
MOST_TURNS: Final = 2
MOST_ASKED: Final = 5
MOST_ELECTORS: Final = 500  # with more, each question takes so long that the prospects are left out


def outlook(world: World, key: str, *, untried: bool = False) -> Outlook:
    """`untried`: what it would do as it comes into force is not tried out. Raises Refusal or RuleFault if the law cannot answer."""
    if world.game.get("over"):
        return Outlook("", ended=str(world.game["over"]))
    found = mending.in_poll(world, key, partial(_outlook, world, key, untried))
    end = Ending(unknown=bool(world.poll(key)["change"])) if untried else ending(world, key)
    return replace(found, winners=end.winners, over=end.over, untried=end.unknown)


def _outlook(world: World, key: str, untried: bool) -> Outlook:
    with imagining(world, key) as poll:
        if len(poll.missing) > MOST_ELECTORS:
            return _as_it_is(world, Outlook("", blocks=tuple(_blocks(world, key, untried))))
        resolution = _resolution(poll)
        then = resolution.not_before or (None if resolution.by_itself else resolution.at) or _decides(poll, resolution)
        outcome = poll.outcome("", 0, then)
        turns = tuple(turn for choice in poll.choices.items() for turn in _turns(poll, choice, outcome, then))
        called = poll.called(then) if outcome in VERDICTS else ""
        found = replace(
            resolution,
            outcome=outcome,
            called=called,
            turns=turns,
            blocks=tuple(_blocks(world, key, untried)),
            voteless=poll.voteless,
        )
        return _as_it_is(world, found)


def _as_it_is(world: World, found: Outlook) -> Outlook:
    """In a pause nobody resolves anything, whatever the law says, and nothing resolves by itself."""
    if world.notes.paused_at is None:
        return found
    told = Outlook(found.outcome, found.called, found.turns, blocks=found.blocks, voteless=found.voteless)
    return replace(told, obstacle="The game is paused.")


def _decides(poll: Imagined, resolution: Outlook) -> int:
    """Of which moment is told what more votes would turn: now, or where they would decide nothing yet, when those of all would."""
    every, now = len(poll.missing), poll.world.now

    def decided(at: int) -> bool:
        return any(poll.outcome(choice, every, at) in VERDICTS for choice in poll.choices)

    if resolution.by_itself or resolution.word or not (every and poll.choices) or decided(now):
        return now
    return _earliest(poll.world, decided) or now


def _turns(poll: Imagined, offered: tuple[str, str], outcome: str, then: int) -> Iterator[Turn]:
    """`offered` is a choice and the word for it."""
    (choice, word), votes = offered, 0
    for _ in range(MOST_TURNS):
        before = outcome
        after = _first(lambda n: poll.outcome(choice, n, then) != before, votes, len(poll.missing))  # noqa: B023 - used at once
        if after is None:
            return
        votes, outcome = after, poll.outcome(choice, after, then)
        yield Turn(choice, votes, outcome, word)


def _first(holds: Callable[[int], bool], low: int, high: int) -> int | None:
    """The least number above `low`, and not above `high`, for which it holds; None if it never does."""
    step, at = 1, low
    while at < high:
        at = min(at + step, high)
        if holds(at):
            while at - low > 1:
                middle = (low + at) // 2
                low, at = (low, middle) if holds(middle) else (middle, at)
            return at
        low, step = at, step * 2
    return None


def _resolution(poll: Imagined) -> Outlook:
    """Whether it resolves by itself; where it does so by some votes alone, who can resolve it as well; else who can and from when, or
    what the law says against it."""
    world = poll.world
    itself = None
    if world.book.speaking_of("resolves_itself"):
        itself = _by_itself(poll)
        if itself is not None and not itself.only:
            return itself
    asked = _by_command(poll)
    return asked if itself is None else replace(asked, only=itself.only, not_before=itself.not_before, obstacle="")


def _by_command(poll: Imagined) -> Outlook:
    world = poll.world
    asker = _asker(poll)
    word, obstacle = poll.attempt(asker, world.now)
    if word:
        return _resolvers(poll, asker, word)
    at = _minute(_earliest(world, lambda time: bool(poll.attempt(asker, time)[0])))
    word = poll.attempt(asker, at)[0] if at is not None else ""
    if not (word or undecided.may_be_decided(world.book, str(world.poll(poll.key)["kind"]))):
        obstacle = board.NOTHING_DECIDES
    return Outlook("", obstacle=obstacle, at=at, word=word, resolvers=(asker,) if word else ())


def _asker(poll: Imagined) -> str:
    """Of whom it is told: the author, or somebody else who can resolve it now where no command for that is the author's any more."""
    author = str(poll.world.poll(poll.key)["author"])
    others = [] if poll.may_ask(author) else tally(poll.world, poll.key)["electors"][:MOST_ASKED]
    return next((other for other in others if poll.attempt(other, poll.world.now)[0]), author)


def _by_itself(poll: Imagined) -> Outlook | None:
    """Whether the law resolves it without being asked: at some time whatever happens, or once everyone has voted."""
    world, whole = poll.world, partial(_ends_whole, poll, [*poll.choices] if poll.missing else [""])
    at = _earliest(world, lambda time: _ends(poll, "", 0, time))
    now = whole(world.now)
    later = None if now else _earliest(world, whole)
    if at is None and later is None and not now:
        return None
    bell = None if at is None else _first_bell(world, at)
    not_before = later if later != at or bell is None else None
    only = _only(poll, later or world.now) if at is None else ()
    return Outlook("", by_itself=True, only=only, at=_minute(bell), not_before=_minute(not_before))


def _only(poll: Imagined, at: int) -> tuple[str, ...]:
    """By which votes alone of all who are missing it would be over then, where others would leave it to go on: the words for them."""
    every = len(poll.missing)
    over = tuple(word for choice, word in poll.choices.items() if every and poll.complete(choice, every, at))
    return over if len(over) < len(poll.choices) else ()


def _first_bell(world: World, since: int) -> int | None:
    """When the clock rings first, from then on: polls are looked at after whatever happens, and nothing else is sure to happen."""
    book = world.book
    timers = [record for _, record in world.records.items("timers") if record["at"] >= since]
    found = [t["at"] for t in timers if t["rule"] not in book.broken and asking.can_run(book, t["rule"], t["run"])]
    sound = [entry for slug, _, entry in book.schedule if slug not in book.broken]
    periods = [next_of(entry, entry.get("timezone") or world.timezone, since - 1) for entry in sound]
    return min([*found, *(at for at in periods if at is not None)], default=None)


def _ends_whole(poll: Imagined, choices: list[str], at: int) -> bool:
    """Whether it is over once all have voted alike, in one way at least. Where the choices are not known, it is taken to be."""
    every = len(poll.missing)
    if not choices:
        return poll.complete("yay", every, at)
    return any(_ends(poll, choice, every, at) for choice in choices)


def _ends(poll: Imagined, choice: str, votes: int, at: int) -> bool:
    """Whether it is over then: what is complete without a quorum, or tied, stays open."""
    return poll.complete(choice, votes, at) and poll.outcome(choice, votes, at) not in STAYS_OPEN


def _earliest(world: World, holds: Callable[[int], bool]) -> int | None:
    """The first second, within two months, from which it holds; None if it never does."""
    low, high = world.now, world.now + FARTHEST
    if not holds(high):
        return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def _minute(at: int | None) -> int | None:
    """The next whole minute, which can be told."""
    return None if at is None else -(-at // MINUTE) * MINUTE


def _resolvers(poll: Imagined, asker: str, word: str) -> Outlook:
    """One may; whether others may as well is tried with some of them."""
    others = [e for e in tally(poll.world, poll.key)["electors"] if e != asker][:MOST_ASKED]
    able = [other for other in others if poll.attempt(other, poll.world.now)[0]]
    return Outlook("", word=word, resolvers=(asker, *able), anyone=bool(others) and able == others)


def _blocks(world: World, key: str, untried: bool) -> Iterator[str]:
    """Why it could not land now, were it adopted."""
    record = world.poll(key)
    if not record["change"]:
        return
    content = changes.content(world, record["change"])
    try:
        changes.check_problems(world, content)
        changes.check_fit(world, content)
        found = None if untried or world.hurried else _amiss(world, content) or _misfit(world, key)
        if found is not None:
            yield found.text
        elif not (untried or world.hurried) and (objection := _objection(world, key)):
            yield objection
    except Refusal as refusal:
        yield refusal.text
    if against := _against(world, key):
        yield against
    if waits := _never_in_effect(world, key):
        yield waits
    pull = world.thread(record["thread"])
    if pull.get("unmergeable"):
        yield f"GitHub did not take the merge: {pull['unmergeable']}."
    if pull.get("unread"):
        yield f"GitHub cannot show all of it at the moment: {pull['unread']}."
    if changes.beyond_the_law(content):
        yield "It changes the program, so an administrator must merge it once it is adopted."


def _objection(world: World, key: str) -> str:
    """What a rule that gives its rules their numbers, or hears of it, would have against its becoming law."""
    later = False
    with suppress(Refusal, RuleFault):  # what fails at this is said as such
        later = _occasion(world, key) != effect.NOW
    try:
        return mending.in_poll(world, key, partial(objecting.objection, world, key, later=later))
    except Refusal as refusal:
        return refusal.text
    except RuleFault as fault:
        return rule_failed(fault, world.book.documents.get(fault.slug))


def _against(world: World, key: str) -> str:
    """What the rules have against its becoming law, as it is called and described by now; a lock was looked for as it was opened."""
    try:
        with supposing(world, trial=True):
            mending.in_poll(world, key, partial(proposing.ask_before_landing, world, key))
    except (Refusal, RuleFault) as error:
        return error.text if isinstance(error, Refusal) else str(error)
    return ""


def _never_in_effect(world: World, key: str) -> str:
    """That it would wait for what no rule tells, were it adopted; or what fails as that is asked."""
    try:
        occasion = _occasion(world, key)
    except (Refusal, RuleFault) as error:
        return error.text if isinstance(error, Refusal) else str(error)
    is_told = occasion == effect.NOW or dangling.tellers(world.book, occasion)
    return "" if is_told else board.never_told(occasion)


def _occasion(world: World, key: str) -> str:
    """When it would take effect, were it adopted now. Raises Refusal or RuleFault."""
    if not world.book.speaking_of("takes_effect"):
        return effect.NOW
    with supposing(world):
        above = decided_above(world, poll_facts(world, key))
        world.patch("polls", key, status="adopted")
        return mending.in_poll(world, key, partial(effect.occasion_of, world, key, above=above))


def _amiss(world: World, content: Content) -> Refusal | None:
    """What has come to be wrong with its rules since it was opened; None if nothing has."""
    problems = changes.amiss_by_now(world, content)
    return poll_refusals.no_law_by_now(problems) if problems else None


def _misfit(world: World, key: str) -> Refusal | None:
    """What is wrong with the first record that does not fit, though what the rules do as it lands is tried; None if all fit."""
    record = world.poll(key)
    if not any(map(_declares, poll_facts(world, key)["changes"])):
        return None
    before, texts = world.book, changes.applied(world, changes.content(world, record["change"]))
    found = constraints.foreseen(world, world.law_of(before.ruleset, texts).book, before)
    if found is None:
        return None
    with supposing(world, thread=record["thread"], reading=0, trial=True):
        try:
            trial.adopt(world, trial.numbered(world, key))
        except (Refusal, RuleFault):  # what stands in its way besides is said where it is opened, or as it lands
            return found
        return constraints.foreseen(world, world.book, before)


def _declares(change: Change) -> bool:
    """Whether a rule says something of records, or did: without that no law need be read."""
    return any("state" in (one or {}).get("front", {}) for one in (change, change["was"]))
