"""How a rescued change becomes law: no rule is asked, and none that hears of it can stop it."""

from __future__ import annotations

from typing import Any

from engine.game.consulting import asking, constraints
from engine.game.owned import PollFacts, Rescue, Tally
from engine.game.proposals import landing, numbers, polls, standing
from engine.game.refusal import Refusal
from engine.game.replies import record, rescues
from engine.game.world import changes, transaction, wishes
from engine.game.world.facts import author_of
from engine.game.world.world import World


def land(world: World, thread: int, rescue: Rescue, people: dict[str, str]) -> None:
    """Puts the change of a pull request into force. Raises Refusal, and changes nothing, if it cannot be law."""
    point = transaction.savepoint(world)
    try:
        poll = _in_force(world, thread, rescue, people)
        constraints.check_records(world)
    except Refusal:
        transaction.undo(world, point)
        raise
    world.recheck = False
    _tell(world, poll)
    if world.game.get("over"):
        world.patch("game", "game", over=None)
    _close(world, thread, poll)
    _write_down(world, rescue, poll)
    wishes.announce(world, rescues.landed(poll, [people[who] for who in rescue["electors"]]))
    pull = world.thread(thread)
    world.moment.merges.append({"thread": thread, "head": str(pull["head"])})
    world.moment.verdicts.append(thread)


def _in_force(world: World, thread: int, rescue: Rescue, people: dict[str, str]) -> PollFacts:
    pull = world.thread(thread)
    if pull.get("unmergeable"):
        raise Refusal(
            "unmergeable", f"GitHub did not take the merge: {pull['unmergeable']}.", "An administrator must merge it."
        )
    standing.must_be_shown(world, thread)
    content = changes.content(world, rescue["change"])
    changes.check_problems(content)
    changes.check_fit(world, content)
    poll = _as_poll(world, thread, rescue, people)
    texts = landing.stamped(world, poll, content, asked=False)
    changes.must_load(world, content, texts)
    landing.adopt_law(world, texts)
    return poll


def _as_poll(world: World, thread: int, rescue: Rescue, people: dict[str, str]) -> PollFacts:
    pull = world.thread(thread)
    cast: Any = [
        {"voter": people[who], "first": vote["at"], "edited": False, "deleted": False, "weight": 1, **vote}
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
    world.moment.unstoppable = True
    for change in poll["changes"]:
        asking.tell_safely(world, landing.OCCASIONS[change["op"]], landing.renumbered(world, change), poll)
    world.moment.unstoppable = False


def _close(world: World, thread: int, poll: PollFacts) -> None:
    """A vote that is under way in the same pull request is over."""
    standing = world.records.get("polls", str(thread))
    if standing is not None and standing["status"] == "open":
        world.patch("polls", str(thread), status="adopted", landed=True, reason="rescued")
        polls.note_open(world, str(thread))
    wishes.wish(world, f"verdict/{thread}", thread=thread, tag=None, text=rescues.landed_here(poll), at=world.now)


def _write_down(world: World, rescue: Rescue, poll: PollFacts) -> None:
    yays = len(poll["ballots"])
    electors = poll["electors"] or []
    count: Tally = {
        "yay": yays,
        "nay": 0,
        "choices": {"yay": yays},
        "cast": yays,
        "voters": yays,
        "electorate": len(electors),
        "electors": electors,
        "ballots": poll["ballots"],
        "received": yays,
        "superseded": 0,
        "refused": 0,
        "added": 0,
    }
    text = record.proposal(poll, count, world.now, [], rescues.BY_RESCUE, str(rescue["change"]), quorum=False)
    world.moment.files[f"proposals/{poll['number']:03d}.md"] = text
