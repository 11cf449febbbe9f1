"""No vote lost, doubled or invented, and none refused for nothing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from engine.game.proposals.fallen import MOST_REFUSED, MOST_REFUSED_OF_ALL
from tests.storms.evidence import LAG, Evidence, Record, there, vote_in
from tests.storms.ledger import Said

_LOWER_FIRST = re.compile(r"Vote on proposal (\d+) first, in #\d+\.")
_TOO_OLD = "older than what is voted on now"


def findings(evidence: Evidence) -> Iterator[str]:
    for key, poll in evidence.polls.items():
        if poll["thread"] is None:
            continue
        ids = Counter(b["comment"] for b in (*poll["ballots"], *poll["refused"]))
        yield from (f"poll {key}: comment {id_} is counted {n} times" for id_, n in ids.items() if n > 1)
        yield from _invented(evidence, key, poll)
        yield from _lost(evidence, key, poll, set(ids))
        yield from _refused_for_nothing(evidence, key, poll)
        yield from _too_old(evidence, key, poll)


def under_any_law(evidence: Evidence) -> Iterator[str]:
    """What holds whatever rules say of votes: each comment stands once, and under the name of who wrote it."""
    for key, poll in evidence.polls.items():
        ids = Counter(b["comment"] for b in (*poll["ballots"], *poll["refused"]))
        yield from (f"poll {key}: comment {id_} is counted {n} times" for id_, n in ids.items() if n > 1)
        for ballot in poll["ballots"]:
            said, player = evidence.ledger.comments.get(ballot["comment"]), evidence.players.get(ballot["voter"])
            if said is None or (player is not None and player["id"] != said.author):
                yield f"poll {key}: comment {ballot['comment']} counts for {ballot['voter']}, who did not write it"


def _invented(evidence: Evidence, key: str, poll: Record) -> Iterator[str]:
    """Every ballot is what that person wrote, there, at some time."""
    for ballot in (*poll["ballots"], *poll["refused"]):
        said = evidence.ledger.comments.get(ballot["comment"])
        if said is None or said.thread != poll["thread"]:
            yield f"poll {key}: nobody wrote comment {ballot['comment']} there"
            continue
        player = evidence.players.get(ballot["voter"])
        if player is not None and player["id"] != said.author:
            yield f"poll {key}: comment {said.id} counts for {ballot['voter']}, who did not write it"
        known = taken_back(evidence, ballot)
        if not known and ballot["choice"] not in {vote_in(text) or "" for _, text in said.versions}:
            yield f"poll {key}: comment {said.id} never said {ballot['choice']!r}"
    open_for_all = poll["status"] == "open"
    for ballot in poll["ballots"] if open_for_all else ():
        said = evidence.ledger.comments.get(ballot["comment"])
        if taken_back(evidence, ballot) or edited_unseen(evidence, ballot):
            continue
        if said is not None and there(said, evidence.ledger) and ballot["choice"] != (vote_in(said.text) or ""):
            yield f"poll {key}: comment {said.id} says {said.text!r} and counts as {ballot['choice']!r}"


def taken_back(evidence: Evidence, ballot: Record) -> bool:
    """An edit into what cannot be voted now takes a vote back, and is judged anew before the verdict.

    Nobody can vote in a pause, nor who is not active; in Credo nobody can who has a lower proposal to vote on.
    """
    said = evidence.ledger.comments.get(ballot["comment"])
    if said is None or len(said.versions) < 2 or ballot["choice"]:
        return False
    return evidence.paused or evidence.island.ruleset == "credo" or not evidence.steady(said.author)


def edited_unseen(evidence: Evidence, ballot: Record) -> bool:
    """An edit in the very second in which a vote was posted and read: the forge calls it untouched, and the verdict alone asks again."""
    said = evidence.ledger.comments.get(ballot["comment"])
    if said is None or len(said.versions) < 2 or said.versions[-1][0] != said.versions[0][0]:
        return False
    return all(entry["seen_at"] <= said.versions[0][0] for entry in evidence.judged.get(said.id, []))


def _lost(evidence: Evidence, key: str, poll: Record, counted: set[int]) -> Iterator[str]:
    """Every comment that is a vote, in an open poll, is among the ballots or the refused; later ones were answered."""
    decided = evidence.decided_at(poll)
    for said in evidence.ledger.in_thread(poll["thread"]):
        late = poll["status"] != "open" and (decided is None or said.at > decided - LAG)
        if not there(said, evidence.ledger) or vote_in(said.text) is None or said.at <= poll["opened_at"]:
            continue
        if said.id in counted or (late and (len(said.versions) > 1 or _was_answered(evidence, said))):
            continue
        if _are_left_out(poll) and evidence.judged.get(said.id):
            continue
        yield f"poll {key}: the vote {said.id} is lost"


def _are_left_out(poll: Record) -> bool:
    """Whether older ones of the votes that fell may be kept no more."""
    many = Counter(entry["voter"] for entry in poll["refused"])
    return len(poll["refused"]) >= MOST_REFUSED_OF_ALL or max(many.values(), default=0) >= MOST_REFUSED


def _was_answered(evidence: Evidence, said: Said) -> bool:
    return any(entry["outcome"]["is"] == "refused" for entry in evidence.judged.get(said.id, []))


def _refused_for_nothing(evidence: Evidence, key: str, poll: Record) -> Iterator[str]:
    """A player who has been active all the while and votes on a proposal that stays as it is, is counted."""
    if poll["electors"] is not None or evidence.paused or evidence.accused or poll["kind"] in ("inactive",):
        return
    proposed = evidence.ledger.proposals.get(poll["thread"])
    if proposed is not None and len(proposed.heads) > 1:
        return
    for ballot in poll["refused"]:
        said = evidence.ledger.comments.get(ballot["comment"])
        if said is None or not evidence.steady(said.author):
            continue
        due = _LOWER_FIRST.match(ballot["reason"])
        if due is not None and _is_lower(evidence, poll, int(due[1])):
            continue
        if _TOO_OLD in ballot["reason"] and _perhaps_for_another_head(evidence, said):
            continue
        if vote_in(ballot["choice"]) and said.versions[0][0] > evidence.joined[said.author]:
            yield f"poll {key}: the vote {said.id} of an active player is refused: {ballot['reason']}"


def _perhaps_for_another_head(evidence: Evidence, said: Said) -> bool:
    """Whether the pass that read a vote was the first to read what is voted on, and the thread was touched between.

    By no comment, or by an edit in the midst of that pass: a push leaves the same trace, and the forge dates no other.
    """
    seen = {entry["seen_at"] for entry in evidence.judged.get(said.id, [])}
    heads = [
        entry["seen_at"] for entry in evidence.entries if entry["kind"] == "head" and entry["thread"] == said.thread
    ]
    if not heads or heads[0] not in seen:
        return False
    edited = [
        at
        for other in evidence.ledger.in_thread(said.thread)
        for at, text in other.versions[1:]
        if not any(e["seen_at"] == heads[0] and e.get("text") == text for e in evidence.judged.get(other.id, []))
    ]
    touched = [*evidence.ledger.touched.get(said.thread, []), *edited]
    return any(said.versions[0][0] <= at <= heads[0] for at in touched)


def _is_lower(evidence: Evidence, poll: Record, number: int) -> bool:
    """Credo has everyone vote on the lowest open proposal first."""
    other = next((one for one in evidence.polls.values() if one["number"] == number), None)
    return other is not None and number < poll["number"] and evidence.island.ruleset == "credo"


def _too_old(evidence: Evidence, key: str, poll: Record) -> Iterator[str]:
    """A vote from before the last change of what is voted on does not count for what it has become."""
    proposed = evidence.ledger.proposals.get(poll["thread"])
    if proposed is None or poll["status"] == "withdrawn":
        return
    decided = evidence.decided_at(poll)
    moved = evidence.moved_at(proposed, decided)
    for ballot in poll["ballots"]:
        if moved is not None and ballot["at"] < moved:
            yield f"poll {key}: the vote {ballot['comment']} was for what the proposal was before"
