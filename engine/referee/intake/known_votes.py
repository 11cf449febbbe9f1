"""What is known of the votes of a thread, and what the plan at hand makes of them: a whole listing is held against it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.game.owned import Ballot, Poll, Rescue
from engine.game.plan import Plan
from engine.game.state import State
from engine.referee.commits.committing import written


@dataclass(frozen=True, slots=True)
class KnownVote:
    """A vote by its comment, and since when it is what it is. `gone`: it is known that the comment was deleted."""

    comment: int
    choice: str
    at: int
    gone: bool


@dataclass(frozen=True, slots=True)
class KnownVotes:
    """Of the poll in a thread, and of a rescue there. `refused` and `taken_back` are comments; `taken_back` by the plan at hand.

    `opened_at`: what was written before was no vote. `decided_at`: when the plan decides first. `paths`: what is voted on.
    """

    decided_at: int
    opened_at: int = 0
    votes: tuple[KnownVote, ...] = ()
    refused: frozenset[int] = frozenset()
    taken_back: frozenset[int] = frozenset()
    paths: tuple[str, ...] = ()


def known_of(state: State, thread: int, plan: Plan) -> KnownVotes:
    """What was known of the votes of a thread; of a poll that this very plan opens, when that is."""
    decided = plan.decided_at.get(str(thread), 0)
    poll, then = state.poll(state.key_of_poll(thread)), _becomes(plan, thread)
    is_another = then is not None and (poll is None or then["opened_at"] != poll["opened_at"])
    if then is None or (is_another and poll is not None and poll["status"] == "open" and decided <= then["opened_at"]):
        found, is_open = _known(decided, poll, poll and poll["ballots"]), poll is not None and poll["status"] == "open"
    elif is_another or poll is None:  # two in one thread: no vote of the one is any of the other
        found, is_open = _known(decided, {**then, "refused": []}, [], then["ballots"]), True
    else:
        merged: Poll = {**poll, "paths": then["paths"]}
        found, is_open = _known(decided, merged, poll["ballots"], then["ballots"]), poll["status"] == "open"
    begun = state.notes.rescues.get(str(thread))
    return found if begun is None else _with_rescue(found, begun, is_open=is_open)


def _known(
    decided: int, poll: Poll | None, ballots: Sequence[Ballot] | None, after: Sequence[Ballot] = ()
) -> KnownVotes:
    """The `ballots` of a poll, and those of them that have no choice any more `after` the plan, as an edit took it back."""
    if poll is None:
        return KnownVotes(decided)
    back = {ballot["comment"]: ballot for ballot in after if ballot["edited"] and not ballot["choice"]}
    every = {ballot["comment"]: ballot for ballot in ballots or ()} | back
    return KnownVotes(
        decided,
        poll["opened_at"],
        tuple(map(_vote, every.values())),
        frozenset(each["comment"] for each in poll["refused"]),
        frozenset(back),
        tuple(poll["paths"]),
    )


def _vote(ballot: Ballot) -> KnownVote:
    gone = ballot["deleted"] or bool(ballot.get("removed_by"))
    return KnownVote(ballot["comment"], ballot["choice"], ballot["at"], gone)


def _becomes(plan: Plan, thread: int) -> Poll | None:
    """The poll in a thread as the plan writes it last."""
    for segment in reversed(plan.segments):
        then = written(segment)
        poll = then.poll(then.key_of_poll(thread))
        if poll is not None:
            return poll
    return None


def _with_rescue(found: KnownVotes, begun: Rescue, *, is_open: bool) -> KnownVotes:
    """With the votes for a rescue; only what came after both began may have been missed.

    A nay there stays one whatever becomes of its comment, so that is not read; nor is a yay that somebody else deleted,
    nor a vote of a poll that is over.
    """
    votes = begun["votes"].values()
    yays = [KnownVote(v["comment"], "yay", v["at"], bool(v.get("removed"))) for v in votes if v["choice"] == "yay"]
    nays = {vote["comment"] for vote in votes if vote["choice"] != "yay"}
    return replace(
        found,
        opened_at=min(begun["began"], found.opened_at) if is_open else begun["began"],
        votes=(*(found.votes if is_open else ()), *yays),
        refused=(found.refused if is_open else frozenset()) | nays,
    )
