"""Polls from opening to verdict: in a proposal's pull request, or in an issue of their own."""

from functools import partial
from typing import Any, Final

from engine.game.consulting import coming_back, mending
from engine.game.consulting.asking import ask_law, forbid, permitting, tell
from engine.game.owned import Content, KnownThread, PollChange, PollFacts, Status, Tally
from engine.game.proposals import crowd, effect, left_behind, numbers, proposal_record, proposing, rank, standing
from engine.game.proposals.tally import (
    by_unanimity,
    decided_above,
    decided_now,
    electorate,
    fresh_ballot,
    knows_quorum,
    placed,
    quorum,
    tally,
)
from engine.game.refusal import Refusal
from engine.game.replies import change_refusals, harmless, limit_refusals, refusals, speech
from engine.game.world import changes, transaction, wishes
from engine.game.world.facts import poll_facts, poll_key, proposal_facts
from engine.game.world.world import World
from engine.store.marks import reached

ONLY_ASKED: Final = "only_asked"
CLOCK: Final = ("period", "timer")  # what comes by itself, and can come later
MOST_BALLOTS: Final = 50  # of one voter in a poll: rules are handed all there are whenever one more comes


def open_poll(
    world: World,
    kind: str,
    subject: str,
    electors: list[str] | None,
    thread: int | None,
    text: str,
    data: dict[str, Any],
) -> str:
    """Opens a poll and returns its key. In a pull request it takes the proposal's change and number."""
    pull = world.records.get("threads", str(thread)) if thread is not None else None
    if pull is not None and pull["kind"] == "pull":
        return _open_proposal(world, kind, subject, electors, int(thread or 0), data)
    if thread is None:
        return _open_issue_poll(world, kind, subject, electors, text, data)
    standing.must_be_known(world, thread)
    key = poll_key(world, thread)
    return _begin(world, key, kind, subject, electors, data, thread=thread, tag=None if key == str(thread) else key)


def _open_issue_poll(
    world: World, kind: str, subject: str, electors: list[str] | None, text: str, data: dict[str, Any]
) -> str:
    tag = standing.next_tag(world, kind)
    wishes.issue(world, tag, title=harmless.title(subject, kind), body=text)
    return _begin(world, tag, kind, subject, electors, data, tag=tag, thread=wishes.number_of(world, tag))


def _open_proposal(
    world: World, kind: str, subject: str, electors: list[str] | None, thread: int, data: dict[str, Any]
) -> str:
    pull = world.thread(thread)
    key = str(thread)
    standing.must_be_free(world, key)
    before = world.records.get("polls", key)
    if before is not None and poll_facts(world, key)["awaits"]:
        raise refusals.awaits_effect(poll_facts(world, key))
    if before is not None and before["number"] is not None and before["status"] in ("adopted", "rejected"):
        raise refusals.decided(before)
    if pull.get("state") != "open":
        raise (refusals.pull_is_merged if pull.get("merged") else refusals.pull_is_closed)(thread)
    known = before["number"] if before is not None and numbers.is_borne(before["number"]) else None
    number = check_proposal(world, thread, known, {"kind": kind, "data": data})
    effect.begin_anew(world, thread)
    paths = changes.content(world, pull.get("change")).get("paths", [])
    since = max(world.moment.happening["time"], int(pull.get("touched", 0)))
    of_it = {"change": pull.get("change"), "paths": paths, "since": since}
    return _begin(world, key, kind, subject, electors, data, thread=thread, number=number, **of_it)


def check_proposal(world: World, thread: int, number: int | None = None, begun: dict[str, Any] | None = None) -> int:
    """The number the proposal gets. Raises Refusal for all that the engine or the law has against its opening (as `begun`)."""
    pull = world.thread(thread)
    if not pull.get("change"):
        raise change_refusals.change_unknown(thread)
    check = partial(_check_proposal, world, thread, pull, number, begun)
    return mending.by_the_law_first(world, thread, pull["change"], check)


def _check_proposal(
    world: World, thread: int, pull: KnownThread, number: int | None, begun: dict[str, Any] | None
) -> int:
    content = changes.content(world, pull["change"])
    changes.check_problems(world, content)
    changes.check_fit(world, content)
    above = proposing.would_be_above(world, thread, begun)
    number = proposing.number_of(world, thread, number, above=above)
    numbers.reached(world, number)
    texts = changes.applied(world, content)
    broken = changes.must_load(world, content, texts)
    left_behind.warn(world, texts)
    if broken:
        world.moment.remarks.append(speech.would_break(broken))
    proposal = proposal_facts(world, thread, number)
    numbers.must_be_free(world, thread, number)
    _one_head_once(world, thread)
    forbid(world, "open", world.moment.writer or proposal["author"], proposal, above=above)
    _show_evidence(world, content)
    return number


def _show_evidence(world: World, content: Content) -> None:
    """Says which examples the change alters or breaks. It is a fact observed: journaled, and taken as given in a replay."""
    found = world.moment.happening.get("evidence")
    if found is None and world.evidence is not None:
        found = world.evidence(world, changes.applied(world, content))
    if found and any(found.values()):
        world.moment.evidence = found
        unplayed = found.get("unplayed", [])
        world.moment.remarks.append(speech.examples_changed(found["broken"], found["altered"], unplayed))


def _one_head_once(world: World, thread: int) -> None:
    """Equal heads are merged together, so they are one proposal: the one that is voted on already."""
    head = world.thread(thread).get("head")
    for key in open_polls(world):
        poll = world.poll(key)
        other = world.thread(poll["thread"])
        if poll["thread"] != thread and poll["change"] and other.get("head") == head:
            raise change_refusals.change_problem({"code": "same_head", "paths": [f"#{poll['thread']}"]})


def _begin(
    world: World, key: str, kind: str, subject: str, electors: list[str] | None, data: dict[str, Any], **more: Any
) -> str:
    author = more.pop("author", None) or world.moment.writer
    standing.must_be_free(world, key)
    crowd.must_have_room(world, open_polls(world), author, more.get("tag"), more.get("number"))
    fields = world.book.schemas.defaults("polls")
    record = {
        **fields,
        "thread": None,
        "tag": None,
        "number": None,
        "paths": [],
        "change": None,
        "kind": kind,
        "subject": subject,
        "author": author,
        "opened_at": world.now,
        "since": world.moment.happening["time"],
        "status": "open",
        "electors": electors,
        "ballots": [],
        "refused": [],
        "quorum_at": None,
        "data": data,
        **more,
    }
    world.records.put("polls", key, record)
    world.records.remove("outbox", f"close/{record['thread']}")  # it goes on there, and may have been closed before
    note_open(world, key)
    if decided_above(world, poll_facts(world, key)):
        rank.note_roster(world, key)
        world.moment.above = True
    tell(world, "opened", poll_facts(world, key))
    return key


def note_open(world: World, key: str) -> None:
    """Keeps the engine's list of open polls, so that nobody searches thousands of closed ones."""
    opened = [k for k in world.notes.open_polls if k != key]
    poll = world.records.get("polls", key)
    if poll is not None and poll["status"] == "open":
        opened.append(key)
    world.notes.open_polls = opened


def open_polls(world: World, kind: str | None = None) -> list[str]:
    """Keys of the open polls, oldest first."""
    found = world.notes.open_polls
    return found if kind is None else [key for key in found if world.poll(key)["kind"] == kind]


def vote(world: World, key: str, choice: str, comment: int, at: int, *, edited: bool = False) -> None:
    """Counts a ballot. Raises Refusal with the reason why it does not count."""
    poll = poll_facts(world, key)
    voter = world.moment.writer
    _must_be_open(poll)
    if at < world.poll(key).get("since", 0):
        reached("vote older than what is voted on")
        raise refusals.vote_too_old()
    must_be_free_to_vote(world, poll, voter, choice)
    ballots = poll["ballots"]
    if sum(b["voter"] == voter for b in ballots) >= MOST_BALLOTS:
        raise limit_refusals.votes_enough(MOST_BALLOTS)
    ballot = fresh_ballot(voter, choice, comment, at, ballots) | {"edited": edited}
    # A comment that was void or refused and is edited into a vote is one vote, not two.
    refused = [r for r in world.poll(key)["refused"] if r["comment"] != comment]
    world.patch("polls", key, ballots=placed(ballot, [b for b in ballots if b["comment"] != comment]), refused=refused)
    tell(world, "voted", voter, poll_facts(world, key))
    look_for_quorum(world, key)


def must_be_free_to_vote(world: World, poll: PollFacts, voter: str, choice: str) -> None:
    """Raises the Refusal of a vote in a poll (facts), be it new or one that becomes another by an edit."""
    world.moment.above, point = decided_above(world, poll), transaction.savepoint(world)
    world.moment.permitted_by = partial(permitting, world, "vote", voter, poll, choice)
    tell(world, "voting", voter, poll, choice)
    if world.moment.happening.get("again"):  # whatever follows from it has followed
        transaction.undo(world, point)
    electors = electorate(world, poll, voting=voter)
    if voter not in electors:
        raise refusals.no_elector(world, poll, voter, electors, coming_back.of_inactive(world, voter))
    forbid(world, "vote", voter, poll, choice, above=world.moment.above)


def look_for_quorum(world: World, key: str) -> None:
    record = world.poll(key)
    if record["status"] == "open" and record["quorum_at"] is None:
        count = tally(world, key)
        if has_quorum(world, poll_facts(world, key), count):
            world.patch("polls", key, quorum_at=world.now)
            tell(world, "quorum_reached", poll_facts(world, key), count)


def has_quorum(world: World, poll: PollFacts, count: Tally) -> bool:
    return quorum(world, poll, count) is not False


def resolve(world: World, key: str, *, by: str | None) -> str:
    """Asks for the verdict and carries it out. `by` is the player who asked for it, None if the poll resolves by itself.

    Where it is only asked whether this could be done, the verdict is raised as a Refusal instead, and nothing is done. So is
    any but an adoption where only that is to be carried out.
    """
    _must_be_open(_there(world, key))
    return mending.in_poll(world, key, partial(_resolve, world, key, by))


def _there(world: World, key: str) -> PollFacts:
    """A poll (facts). Raises Refusal where there is none."""
    if not (poll := poll_facts(world, key)):
        raise refusals.no_poll(key)
    return poll


def _must_be_open(poll: PollFacts) -> None:
    """Raises Refusal for a poll (facts) that is over."""
    if poll["status"] != "open":
        raise refusals.poll_is_over(poll)


def _resolve(world: World, key: str, by: str | None) -> str:
    if not world.moment.set_aside and knows_quorum(world):  # one by the clock may be there since anybody did anything
        look_for_quorum(world, key)
    count, verdict = decision(world, key, poll := poll_facts(world, key), by)
    if verdict == "open":
        return verdict
    if world.moment.only_asked == key or (world.moment.only_adopted == key and verdict != "adopted"):
        raise Refusal(ONLY_ASKED, verdict)
    standing.decide_in(world, poll["thread"])
    _close(world, key, verdict, count)
    return verdict


def decision(world: World, key: str, poll: PollFacts, by: str | None) -> tuple[Tally, Status]:
    """The tally and the verdict of a poll (facts), where nothing of it is carried out. Raises Refusal or RuleFault."""
    if world.moment.set_aside:
        return by_unanimity(world, key)
    above = decided_above(world, poll)
    world.moment.above = world.moment.above or above
    if by is not None:
        forbid(world, "resolve", by, poll, above=above)
    count = tally(world, key)
    if not has_quorum(world, poll, count) or _too_early(world, poll, count, above=above):
        return count, "open"
    return count, decided_now(world, key, poll, count)


def _too_early(world: World, poll: PollFacts, count: Tally, *, above: bool) -> bool:
    """Whether a higher rule says of a poll that it does not resolve itself yet: then no lower rule has it resolved."""
    from_below = bool(world.host.callers) and not world.book.is_above(world.host.running)
    return (above or from_below) and not ask_law(world, "resolves_itself", lambda: True, poll, count, above=True)


def _close(world: World, key: str, verdict: Status, count: Tally) -> None:
    """The verdict stands: the rules hear of it by the law it was reached under, then the change lands."""
    lands = verdict == "adopted" and bool(world.poll(key)["change"])
    # A command of the higher class decides polls of the lower, too.
    above = decided_above(world, poll_facts(world, key))
    if lands:
        proposing.ask_before_landing(world, key)
    said = str(ask_law(world, "outcome", lambda: "", poll_facts(world, key), count, above=above))
    closed: PollChange = {"status": verdict, "outcome": said} if said else {"status": verdict}
    world.patch("polls", key, **closed)
    note_open(world, key)
    occasion, has_quorums = effect.NOW, knows_quorum(world)
    if lands:
        occasion = effect.occasion_of(world, key, above=above)
    if occasion != effect.NOW:
        effect.put_off(world, key, occasion)
    tell(world, verdict, poll_facts(world, key), count)
    if lands and occasion == effect.NOW:
        effect.carry_out(world, key)
    proposal_record.write(world, key, count, quorum=has_quorums)
    wishes.poll_closed(world, key, speech.verdict(poll_facts(world, key), count))


def withdraw(world: World, key: str, reason: str, *, by: str | None) -> None:
    _must_be_open(poll := _there(world, key))
    above = decided_above(world, poll)
    if by is not None:
        forbid(world, "withdraw", by, poll, above=above)
    if above and not _may_stop(world, poll):
        raise refusals.matter_above(poll)
    if world.moment.happening["kind"] in CLOCK:  # by all votes there are it might have had a verdict before
        standing.decide_in(world, poll["thread"])
    _give_up(world, key, reason)


def _give_up(world: World, key: str, reason: str) -> None:
    count = tally(world, key)
    world.patch("polls", key, status="withdrawn", reason=reason)
    note_open(world, key)
    tell(world, "withdrawn", poll_facts(world, key))
    proposal_record.write(world, key, count, quorum=knows_quorum(world))
    wishes.poll_closed(world, key, speech.withdrawn(poll_facts(world, key), reason))


def stop(world: World, key: str, reason: str) -> None:
    """An adopted change that still waits to take effect does not: its poll is withdrawn. Raises Refusal if nothing waits."""
    poll = _there(world, key)
    if not poll["awaits"]:
        raise refusals.nothing_to_stop(poll)
    if decided_above(world, poll) and not world.book.is_above(world.host.running):
        raise refusals.matter_above(poll)
    effect.forget(world, key)
    effect.begin_anew(world, int(poll["thread"] or 0))
    _give_up(world, key, reason)


def _may_stop(world: World, poll: PollFacts) -> bool:
    """Whether a poll that the higher class decides may be withdrawn here: by that class, by its author, or for what it is now."""
    if not world.host.callers or world.book.is_above(world.host.running):
        return True
    by_author = world.moment.commander == poll["author"] and not world.moment.hearing
    return by_author or (world.moment.happening["kind"] in ("head", "thread") and world.moment.thread == poll["thread"])
