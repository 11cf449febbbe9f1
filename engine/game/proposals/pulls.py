"""Pull requests as they change: new commits, a new title, closed, merged by hand, checks."""

from collections.abc import Mapping
from typing import Any

from engine.game.consulting import owing
from engine.game.consulting.asking import tell, tell_safely
from engine.game.entries import Outcome
from engine.game.happening import DONE, IGNORED
from engine.game.owned import KnownThread, Poll
from engine.game.proposals import effect, fallen, numbers, polls, proposal_record, rank
from engine.game.proposals.tally import knows_quorum, tally
from engine.game.refusal import Refusal
from engine.game.replies import greeting, refusals, speech
from engine.game.replies.titles import unlabelled
from engine.game.world import changes, wishes
from engine.game.world.facts import key_here, login_of, open_poll_here, poll_facts
from engine.game.world.world import World
from engine.law import joining
from engine.store.marks import reached


def head_moved(world: World) -> Outcome:
    """New commits. If they change what is voted on as law, the ballots are void and the opening is checked again."""
    happening = world.moment.happening
    thread, change = str(happening["thread"]), happening["change"]
    changes.keep(world, change, world.moment.files)
    before = _note_head(world)
    poll = world.records.get("polls", thread)
    if poll is not None and awaits_a_hand(world, poll, before):
        return _warn(world, thread, before) if poll["change"] == before.get("change") != change["hash"] else DONE
    if poll is None or poll["status"] != "open" or before.get("change") == change["hash"]:
        return IGNORED
    if poll["number"] is None:  # it was begun about something else, and takes no change
        return IGNORED
    tell(world, "pull_changed", poll_facts(world, thread), "commits")
    if world.poll(thread)["status"] == "open":
        _vote_again(world, thread, before)
    return DONE


def awaits_a_hand(world: World, poll: Poll, pull: KnownThread) -> bool:
    """Whether an administrator is to merge what was adopted: else it cannot take effect at all, where it has not."""
    if poll["status"] != "adopted" or poll.get("landed") is not False:
        return False
    return bool(pull.get("unmergeable") or changes.beyond_the_law(changes.content(world, poll["change"])))


def _warn(world: World, key: str, before: KnownThread) -> Outcome:
    """What an administrator is to merge has other commits than those adopted. It stands where they look before they do."""
    reached("new commits of what an administrator is to merge")
    text = speech.strayed(poll_facts(world, key), str(before.get("voted") or before["head"]))
    wishes.announce(world, text)
    wishes.tell_in_poll(world, key, text)
    return DONE


def _note_head(world: World) -> KnownThread:
    """Keeps the head of a pull request, and returns what was known of it before."""
    happening = world.moment.happening
    thread, change = str(happening["thread"]), happening["change"]
    before = world.thread(thread)
    world.patch("threads", thread, head=happening["head"], change=change["hash"], unmergeable=None)
    if before.get("checks") and before.get("head") != happening["head"]:
        world.patch("threads", thread, checks="pending")  # those were of other commits
    if "touched" in happening and before.get("change") != change["hash"]:
        world.patch("threads", thread, touched=happening["touched"])
    return before


def keep_head(world: World) -> None:
    """New commits over which the law fails or refuses are there all the same: nobody votes on, or for, what was there before."""
    happening = world.moment.happening
    thread, change = str(happening["thread"]), happening["change"]
    before, poll = _note_head(world), world.records.get("polls", thread)
    if poll is None or poll["status"] != "open" or before.get("change") == change["hash"] or poll["number"] is None:
        return
    reached("new commits over which the law fails")
    _void(world, thread, change["hash"], change["paths"])


def _void(world: World, key: str, change: str, paths: list[str]) -> None:
    voters = fallen.void_ballots(world, key)
    world.patch("polls", key, change=change, paths=paths)
    if "roster" not in world.poll(key) and rank.may_be_decided_above(world, poll_facts(world, key)):
        rank.note_roster(world, key)
    if voters and not world.game.get("over"):
        reached("new commits void votes")
        say = speech.ballots_void if world.notes.paused_at is None else speech.ballots_void_in_a_pause
        wishes.reply(world, say([login_of(world, v) for v in voters]))


def _vote_again(world: World, key: str, before: KnownThread) -> None:
    thread = world.thread(key)
    how = "It has become" if before.get("head") == thread.get("head") else "New commits make it"
    poll = world.poll(key)
    try:
        polls.check_proposal(world, int(key), poll["number"], {"kind": poll["kind"], "data": poll["data"]})
    except Refusal as refusal:
        reached("new commits withdraw the vote")
        polls.withdraw(world, key, f"{how} something that cannot be voted on: {refusal.reason}", by=None)
        return
    _void(world, key, str(thread["change"]), changes.content(world, thread["change"])["paths"])


def thread_changed(world: World) -> Outcome:
    """Title, labels, state or base of a thread are other than they were."""
    happening = world.moment.happening
    key = str(happening["thread"])
    before = world.records.get("threads", key)
    if before is None:
        return IGNORED
    world.records.put("threads", key, {**before, **happening["facts"]})
    if before.get("tag"):
        return _turned_by_hand(world)
    _note_number(world, key, before)
    outcome, is_left_open = _followed(world, key, before), _is_left_open(world, key, before)
    world.moment.only_shown = is_left_open and outcome["is"] == "ignored"
    return DONE if is_left_open else outcome


def _turned_by_hand(world: World) -> Outcome:
    """Somebody closes an issue of the engine's own, or opens it again: the vote in it goes on, and nobody would know."""
    world.moment.only_shown = True
    is_closed = world.moment.happening["facts"]["state"] == "closed"
    if is_closed and open_poll_here(world) is not None and not world.game.get("over"):
        say = speech.closed_and_open if world.notes.paused_at is None else speech.closed_in_a_pause
        wishes.tell_in_poll(world, key_here(world), say())
    return DONE


def tell_of_closing(world: World, refusal: Refusal) -> None:
    """A vote that the law does not let be withdrawn, or cannot count, goes on in what was closed: nobody would know."""
    key = str(world.moment.thread)
    poll = world.records.get("polls", key)
    if poll is not None and poll["status"] == "open" and world.moment.happening["facts"].get("state") == "closed":
        wishes.held(world, key, refusals.still_voted_on(refusal))


def _note_number(world: World, key: str, before: Mapping[str, Any]) -> None:
    """What it was called before the number that comes, or has just been given, was put in front: another may follow. No other number
    is the engine's, and nothing else of its title may change.
    """
    bare, title = str(before.get("unnumbered") or before.get("title")), str(world.thread(key).get("title"))
    if title == before.get("title"):
        return
    given = [number for number in (numbers.last(world), numbers.coming(world)) if number is not None]
    found = {f"{number} {called}": called for number in given for called in (bare, unlabelled(bare, number))}
    if title in found:
        world.patch("threads", key, unnumbered=found[title])
    elif "unnumbered" in before:
        world.patch("threads", key, unnumbered=None)


def _is_left_open(world: World, key: str, before: Mapping[str, Any]) -> bool:
    """Whether it was to be closed, has been, and somebody has reopened it since: it is not closed a second time."""
    if before.get("state") != "closed" or world.thread(key).get("state") != "open":
        return False
    waits = world.records.get("outbox", f"close/{key}") is not None
    world.records.remove("outbox", f"close/{key}")
    return waits


def _followed(world: World, key: str, before: Mapping[str, Any]) -> Outcome:
    happening = world.moment.happening
    poll = world.records.get("polls", key)
    if poll is None:
        return IGNORED
    if happening["facts"].get("merged") and not before.get("merged"):
        by_hand = not (happening.get("swept") or happening.get("elsewhere"))
        return _merged_by_hand(world, key) if by_hand else _merged_undecided(world, key)
    if poll["status"] == "open" and happening["facts"].get("state") == "closed":
        what = "pull request" if before["kind"] == "pull" else "issue"
        polls.withdraw(world, key, f"The {what} was closed.", by=None)
        return DONE
    if _waits_to_be_opened_again(world, poll, before):
        wishes.reply(world, greeting.reopened(joining.openers(world.book)))
        return DONE
    return _reworded(world, key, before)


def _waits_to_be_opened_again(world: World, poll: Poll, before: Mapping[str, Any]) -> bool:
    """Whether it is open again and its vote is not, which nobody sees: by a button beside the field for words it is closed in passing."""
    now = world.thread(poll["thread"])
    is_back = before.get("state") == "closed" and now.get("state") == "open" and now.get("kind") == "pull"
    return is_back and poll["status"] == "withdrawn" and poll["number"] is not None and not world.game.get("over")


def _reworded(world: World, key: str, before: Mapping[str, Any]) -> Outcome:
    """Title and description are no law, so the ballots stand: unless a rule that hears of it wants it otherwise."""
    now = world.thread(key)
    changed = [part for part in ("title", "body") if before.get(part) != now.get(part)]
    status = world.poll(key)["status"]
    if status != "open" or not changed or not world.book.hearing("pull_changed"):
        return IGNORED
    heard = world.records.begin()
    for part in changed:
        tell(world, "pull_changed", poll_facts(world, key), part)
    return DONE if world.records.changed_since(heard) else IGNORED


def _merged_undecided(world: World, key: str) -> Outcome:
    """Nobody has decided about it by that, and GitHub opens it no more. What was adopted before and waits takes effect all the same."""
    if world.poll(key)["status"] != "open":
        return IGNORED
    along = world.moment.happening.get("swept")
    why = (
        "Its commits came into `main` with another proposal"
        if along
        else "It was merged into another branch than `main`"
    )
    polls.withdraw(world, key, f"{why}, so GitHub closed it.", by=None)
    return DONE


def _merged_by_hand(world: World, key: str) -> Outcome:
    """Someone with the right to do so merged it; its change came in as a commit of its own."""
    poll = world.poll(key)
    if poll["status"] == "open":
        count = tally(world, key)
        world.patch("polls", key, status="adopted", landed=True, reason=speech.MERGED_BY_HAND)
        polls.note_open(world, key)
        tell_safely(world, "adopted", poll_facts(world, key), count)  # a turn that waits for the verdict goes on
        proposal_record.write(world, key, count, quorum=knows_quorum(world))
        wishes.announce(world, speech.merged_by_hand(poll_facts(world, key)))
        return DONE
    if poll["status"] == "adopted" and (effect.forget(world, key) or poll.get("landed") is False):
        strayed = world.thread(key).get("change") != poll["change"] or "head" in world.moment.happening
        say = speech.merged_strayed if strayed else speech.merged_by_hand
        world.patch("polls", key, landed=True, reason=speech.MERGED_BY_HAND)
        wishes.announce(world, say(poll_facts(world, key)))
        return DONE
    return IGNORED


def checks_changed(world: World) -> Outcome:
    happening = world.moment.happening
    world.patch("threads", str(happening["thread"]), checks=happening["checks"])
    return DONE


def unmergeable(world: World) -> Outcome:
    """A push with this merge was refused: the verdict stands, and an administrator must merge."""
    happening = world.moment.happening
    world.patch("threads", str(happening["thread"]), unmergeable=happening["why"][:500])
    return IGNORED


def unread(world: World) -> Outcome:
    """A thread that is voted in cannot be had at the moment, or can be again: then what the clock owes is tried anew."""
    happening = world.moment.happening
    key, why = str(happening["thread"]), str(happening["why"])[:500]
    if world.records.get("threads", key) is None:
        return IGNORED
    world.patch("threads", key, unread=why or None)
    if why:
        return IGNORED
    owing.hasten(world)
    return DONE
