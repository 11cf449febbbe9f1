"""Ballots that no longer count, or never did: refused, deleted, void."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from engine.game.consulting.asking import tell
from engine.game.happening import said_at
from engine.game.owned import Ballot, FallenBallot
from engine.game.proposals.polls import look_for_quorum
from engine.game.proposals.tally import cast_in
from engine.game.refusal import Refusal
from engine.game.world.facts import key_of_person, poll_facts
from engine.game.world.wishes import held_no_more
from engine.game.world.world import World

NO_VOTERS: Final = ("no_player", "inactive", "no_elector")  # codes: of their edits no rule hears
LONGEST_REASON: Final = 300  # characters, as it is kept with each vote that fell; the voter was told all of it
MOST_REFUSED: Final = 50  # votes of one voter that fell, kept in a poll: the latest
MOST_REFUSED_OF_ALL: Final = 1_000  # of everybody together; those of strangers go first


def refuse_ballot(world: World, key: str, comment: int, choice: str, refusal: Refusal) -> None:
    """Keeps a vote that does not count, so that the tally's identity can be checked."""
    record = world.poll(key)
    actor = world.moment.happening.get("actor")
    voter = key_of_person(world, actor) if actor else ""
    at, reason = said_at(world.moment.happening), refusal.reason[:LONGEST_REASON]
    entry: FallenBallot = {"voter": voter, "choice": choice, "comment": comment, "at": at, "reason": reason}
    ballots = [b for b in record["ballots"] if b["comment"] != comment]  # one that was edited is no ballot any more
    refused = [r for r in record["refused"] if r["comment"] != comment]
    world.patch("polls", key, ballots=ballots, refused=_latest(world, [*refused, entry]))


def _latest(world: World, refused: Sequence[FallenBallot]) -> list[FallenBallot]:
    """Those that are kept of votes that fell: whoever casts them without end drives out their own, and strangers no player's.

    What is left out is no vote still, and counted no more; its comment stays among those that were judged.
    """
    many = Counter(entry["voter"] for entry in refused)
    kept: list[FallenBallot] = []
    for entry in refused:
        if many[entry["voter"]] <= MOST_REFUSED:
            kept.append(entry)
        else:
            many[entry["voter"]] -= 1
    of_strangers = [entry for entry in kept if world.records.get("players", entry["voter"]) is None]
    too_many = max(len(kept) - MOST_REFUSED_OF_ALL, 0)
    gone = {entry["comment"] for entry in of_strangers[:too_many]}
    return [entry for entry in kept if entry["comment"] not in gone][-MOST_REFUSED_OF_ALL:]


def take_back(world: World, key: str, known: Ballot) -> None:
    """What was edited into something that nobody can judge is no vote, until it can be judged."""
    gone: Ballot = {**known, "choice": "", "edited": True, "at": said_at(world.moment.happening)}
    ballots = world.poll(key)["ballots"]
    world.patch("polls", key, ballots=[gone if b["comment"] == known["comment"] else b for b in ballots])


def is_taken_back(known: Ballot, at: int) -> bool:
    """Whether it was this very edit that made a ballot none: before a verdict whatever reads otherwise is read again."""
    return known["edited"] and not known["choice"] and known["at"] == at


def mark_deleted(world: World, key: str, comment: int, by: str) -> bool:
    """Marks the ballot of a deleted comment. True if there was one that was not marked yet.

    `by`: whoever deleted it, empty if nobody knows. Only a voter takes a vote back: what somebody else deleted stands.
    """
    record = world.poll(key)
    hit = cast_in(record["ballots"], comment)
    if hit is None or hit.get("removed_by"):
        return False
    removed = by not in ("", hit["voter"])
    if hit["deleted"] and not removed:
        return False
    marked: Ballot = {**hit, "deleted": not removed}
    if removed:
        marked["removed_by"] = by
    world.patch("polls", key, ballots=[marked if b["comment"] == comment else b for b in record["ballots"]])
    occasion = "comment_removed" if removed else "comment_deleted"
    tell(world, occasion, hit["voter"], poll_facts(world, key), marked)
    if removed:
        look_for_quorum(world, key)
    return True


def void_ballots(world: World, key: str) -> list[str]:
    """New commits changed what was voted on: no ballot counts any more. Returns who must vote again."""
    record, reason = world.poll(key), "the proposal changed after this vote"
    voided: list[FallenBallot] = [
        {"voter": b["voter"], "choice": b["choice"], "comment": b["comment"], "at": b["at"], "reason": reason}
        for b in record["ballots"]
    ]
    refused = _latest(world, [*record["refused"], *voided])
    touched = int(world.thread(record["thread"]).get("touched", 0))
    since = max(record.get("since", 0), world.moment.happening["time"], touched)
    world.patch("polls", key, ballots=[], refused=refused, quorum_at=None, since=since)
    held_no_more(world, key)
    if "paused" in record:
        world.patch("polls", key, paused=0)  # what was lost by then was of another day to vote
    return sorted({b["voter"] for b in record["ballots"] if not b["deleted"]})
