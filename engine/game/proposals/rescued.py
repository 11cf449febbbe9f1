"""How a rescued change becomes law: no rule is asked, and none that hears of it can stop it."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from engine.game.calendar import DAY
from engine.game.consulting import asking, constraints
from engine.game.consulting.hearing import failed
from engine.game.owned import Content, PollFacts, Rescue, Stuck
from engine.game.plan import RESCUING
from engine.game.proposals import effect, landing, numbers, polls, proposal_record, standing, tally
from engine.game.refusal import Refusal
from engine.game.replies import record, rescue_refusals, rescues
from engine.game.world import changes, transaction, wishes
from engine.game.world.facts import author_of
from engine.game.world.world import World
from engine.law.running.blame import RuleFault

SILENCE: Final = 14 * DAY
LONGEST_TOLD: Final = 1_000  # characters that are kept of why it could not land, to tell it once


def land(world: World, thread: int, rescue: Rescue, people: dict[str, str]) -> None:
    """Puts the change of a pull request into force. Raises Refusal, and changes nothing but notes, if it cannot be law."""
    _must_not_be_stuck(world, thread, rescue)
    with _blamed(world, thread):
        _land(world, thread, rescue, people)


def look(world: World, thread: str) -> None:
    """Says of what has begun, or begun anew, if it cannot be law as it is: else all would hear of it once they agree, after days."""
    rescue = world.notes.rescues[thread]
    try:
        _must_not_be_stuck(world, int(thread), rescue)
        with _blamed(world, int(thread)):
            content = changes.content(world, rescue["change"])
            must_be_law(world, content)
            _must_load(world, content, changes.applied(world, content))
    except Refusal as refusal:
        hold(world, thread, refusal, agreed=False)


def hold(world: World, thread: str, refusal: Refusal, *, agreed: bool) -> bool:
    """Tells why it cannot land, once; whether that was news."""
    rescue, told = world.notes.rescues[thread], refusal.text[:LONGEST_TOLD]
    if told == rescue["told"]:
        return False
    world.notes.rescues = {**world.notes.rescues, thread: {**rescue, "told": told}}
    wishes.announce(world, rescues.held(int(thread), refusal.text, agreed=agreed))
    return True


def _must_not_be_stuck(world: World, thread: int, rescue: Rescue) -> None:
    """Raises Refusal where the judge has died over this very change: until there is another, it is not tried again."""
    failure = world.moment.stuck.get(str(thread))
    if failure is not None:
        _note_stuck(world, thread, rescue, failure)
        raise rescue_refusals.stuck(failure)
    noted = rescue.get("stuck")
    if noted is not None and noted["change"] == rescue["change"]:
        raise rescue_refusals.stuck(RuleFault(noted["rule"], noted["function"], noted["line"], noted["why"]))


def _note_stuck(world: World, thread: int, rescue: Rescue, failure: RuleFault) -> None:
    """For the rescue, that it is known from now on; for the journal, since a replay has to be handed it."""
    told: Stuck = {
        "change": rescue["change"],
        "rule": failure.slug,
        "function": failure.function,
        "line": failure.line,
        "why": failure.why,
    }
    world.notes.rescues = {**world.notes.rescues, str(thread): {**rescue, "stuck": told}}
    world.moment.faults.append({**failed(failure, given=True), "rescue": thread})


@contextmanager
def _blamed(world: World, thread: int) -> Iterator[None]:
    """While this lasts, what ends the process is blamed on the rescue, and not on the happening after which it was to land."""
    with world.moment.meanwhile(phase=f"{RESCUING}{thread}/"):
        world.host.resume()
        yield
    world.host.resume()


def _land(world: World, thread: int, rescue: Rescue, people: dict[str, str]) -> None:
    try:
        with transaction.whole(world) as point:
            poll = _in_force(world, thread, rescue, people)
            constraints.check_records(world, point.law.book)
    except RuleFault as failure:
        raise rescue_refusals.stuck(failure) from None
    world.recheck = False
    _tell(world, poll)
    consent = _consent(rescue, people)
    _close(world, poll, rescues.landed_here(poll, consent))
    _write_down(world, rescue, poll, rescues.by_rescue(consent))
    wishes.announce(world, rescues.landed(poll, consent))
    pull = world.thread(thread)
    world.moment.merges.append({"thread": thread, "head": str(pull["head"])})
    world.moment.verdicts.append(thread)


def must_be_law(world: World, content: Content) -> None:
    """Raises Refusal for a change that is not of rules alone, or that does not fit: when it begins, and when it is to land, as other
    commits may have come."""
    changes.check_problems(world, content)
    if not content["paths"] or changes.beyond_the_law(content):
        raise rescue_refusals.rescue_elsewhere()
    changes.check_fit(world, content)


def _in_force(world: World, thread: int, rescue: Rescue, people: dict[str, str]) -> PollFacts:
    pull = world.thread(thread)
    if pull.get("unmergeable"):
        raise Refusal(
            "unmergeable", f"GitHub did not take the merge: {pull['unmergeable']}.", "An administrator must merge it."
        )
    standing.must_be_shown(world, thread)
    content = changes.content(world, rescue["change"])
    must_be_law(world, content)
    poll = _as_poll(world, thread, rescue, people)
    texts = landing.stamped(world, poll, content, asked=False)
    _must_load(world, content, texts)
    landing.adopt_law(world, texts)
    return poll


def _must_load(world: World, content: Content, texts: Mapping[str, str]) -> None:
    try:
        changes.must_load(world, content, texts)
    except Refusal as found:
        raise rescue_refusals.no_law(found) from None


def _as_poll(world: World, thread: int, rescue: Rescue, people: dict[str, str]) -> PollFacts:
    pull = world.thread(thread)
    plain: Any = {"edited": False, "deleted": False, "weight": 1}
    cast: Any = [
        {"voter": people[who], "first": vote["at"], **plain, **{k: v for k, v in vote.items() if k != "removed"}}
        for who, vote in sorted(rescue["votes"].items(), key=lambda pair: (pair[1]["at"], pair[0]))
    ]
    return {
        "key": str(thread),
        "thread": thread,
        "tag": None,
        "number": numbers.give(world),
        "kind": "rescue",
        "subject": pull.get("title", ""),
        "title": pull.get("title", ""),
        "body": pull.get("body", ""),
        "author": author_of(world, pull),
        "opened_at": rescue["began"],
        "status": "adopted",
        "electors": [people[who] for who in rescue["electors"]],
        "ballots": cast,
        "changes": changes.facts(world, rescue["change"]),
        "paths": changes.content(world, rescue["change"])["paths"],
        "checks": pull.get("checks", "pending"),
        "awaits": None,
        "outcome": "",
        "quorum_at": world.now,
        "data": {},
    }


def _tell(world: World, poll: PollFacts) -> None:
    world.moment.unstoppable, world.moment.after_the_end = True, False
    for change in poll["changes"]:
        asking.tell_safely(world, landing.OCCASIONS[change["op"]], landing.renumbered(world, change), poll)
    if world.game.get("over"):
        world.patch("game", "game", over=None)
        asking.settle_safely(world)  # what waited as it was over, such as the next turn, waits for nothing else
    world.moment.unstoppable = False


def _consent(rescue: Rescue, people: dict[str, str]) -> rescues.Consent:
    """Who had a say, and how it landed all the same: whoever has no yay was silent for long."""
    votes = rescue["votes"]
    agreed = [people[who] for who in votes if votes[who]["choice"] == "yay"]
    objecting = [people[who] for who in votes if votes[who]["choice"] != "yay"]
    silent = [people[who] for who in rescue["electors"] if who not in votes]
    return rescues.Consent(agreed, silent, objecting, SILENCE // DAY)


def _close(world: World, rescued: PollFacts, told: str) -> None:
    """A vote that is under way in the same pull request is over, and what was adopted there has taken effect by this.

    Where there was none, the status comment goes on telling of the pull request, and not of what opening it would come to.
    """
    key, poll = rescued["key"], world.records.get("polls", rescued["key"])
    if poll is not None and (poll["status"] == "open" or effect.forget(world, key) or poll.get("landed") is False):
        world.patch("polls", key, status="adopted", landed=True, reason="rescued")
        polls.note_open(world, key)
    elif poll is None and rescued["number"] is not None:
        world.patch("threads", key, rescued=rescued["number"])
    wishes.decided(world, key, int(key), None, told)


def _write_down(world: World, rescue: Rescue, poll: PollFacts, reason: str) -> None:
    count = tally.counts(poll["ballots"], poll["ballots"], poll["electors"] or [], 0)
    text = record.proposal(poll, count, world.now, [], reason, str(rescue["change"]), quorum=False)
    proposal_record.keep(world, poll, text)
