"""The public record of every verdict: its identity, its arithmetic, and that the last word of everyone was counted."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.storms.evidence import LAG, Evidence, Record, last_words, vote_in
from tests.storms.ledger import Said

_TALLY = re.compile(
    r"(\d+) cast\.\n\n(\d+) received \+ (\d+) added = (\d+) counted \+ (\d+) superseded \+ (\d+) refused"
)
_CHOICE = re.compile(r"(\d+) (yay|nay)\b")
_ELECTORATE = re.compile(r"- Electorate \((\d+)\)")
QUORUM_STAYS = frozenset({"credo"})  # once reached, whoever comes, goes or takes a vote back
_COUNTED = re.compile(r"\| counted[^|]*\|$")


def findings(evidence: Evidence) -> Iterator[str]:
    for key, poll in evidence.polls.items():
        record = evidence.files.get(f"proposals/{poll['number']:03d}.md") if poll.get("number") else None
        if record is not None and poll["status"] in ("adopted", "rejected"):
            yield from _record(evidence, key, poll, record)
            yield from _at_the_verdict(evidence, key, poll, record)


def under_any_law(evidence: Evidence) -> Iterator[str]:
    """The identity of every record that has a tally: nothing that was received is in no column, whatever rules make of votes.

    Where a vote has begun anew, the record is of the one before.
    """
    for key, poll in evidence.polls.items():
        record = evidence.files.get(f"proposals/{poll['number']:03d}.md") if poll.get("number") else None
        found = _TALLY.search(record or "")
        if poll["status"] != "open" and found is not None and not _holds(poll, found):
            yield f"poll {key}: the identity of its record does not hold: {found[0]}"


def _holds(poll: Record, found: re.Match[str]) -> bool:
    _, received, added, counted, superseded, refused = map(int, found.groups())
    return received + added == counted + superseded + refused and received == len(poll["ballots"]) + len(
        poll["refused"]
    )


def _record(evidence: Evidence, key: str, poll: Record, record: str) -> Iterator[str]:
    """More than half must vote, more than half of those decide: by whole numbers, from the public record."""
    found, electors = _TALLY.search(record), _ELECTORATE.search(record)
    if found is None or electors is None:
        yield f"poll {key}: its record has no tally"
        return
    cast = int(found[1])
    choices = {choice: int(n) for n, choice in _CHOICE.findall(record.split("## Tally", 1)[1])}
    if not _holds(poll, found):
        yield f"poll {key}: the identity of its record does not hold: {found[0]}"
    if poll.get("reason") == "merged by hand":
        return
    yay, nay = choices.get("yay", 0), choices.get("nay", 0)
    right = "adopted" if yay > nay else "rejected" if nay > yay else "open"
    enough = 2 * cast > int(electors[1]) or _was_reached(evidence, poll, int(electors[1]))
    if cast != yay + nay or not enough or poll["status"] != right:
        yield f"poll {key}: {yay} yay and {nay} nay of {electors[1]} are {poll['status']}"


def _was_reached(evidence: Evidence, poll: Record, electors: int) -> bool:
    """Whether a quorum was there once, where it stays reached (Credo 311): by what people had written then, and the game had not
    been told to be deleted. A deletion that no event tells of shows only before the verdict; one of the same second is judged last."""
    at = poll["quorum_at"]
    if at is None or evidence.island.ruleset not in QUORUM_STAYS:
        return False
    gone = {entry["id"].split("/")[1] for entry in evidence.entries if entry["kind"] == "deleted" and entry["at"] < at}
    voted = {
        said.author
        for said in evidence.ledger.in_thread(poll["thread"])
        if str(said.id) not in gone
        if any(when <= at and vote_in(text) for when, text in said.versions)
    }
    return 2 * len(voted) > min(electors, *evidence.active_about(at))


def _at_the_verdict(evidence: Evidence, key: str, poll: Record, record: str) -> Iterator[str]:
    """At the verdict counted what people's comments said then; whose words changed later is left open."""
    decided = evidence.decided_at(poll)
    assert decided is not None
    counted = {b["comment"]: b["choice"] for b in poll["ballots"] if f"| {b['comment']} |" in _standing(record)}
    refused = {r["comment"] for r in poll["refused"]}
    proposed = evidence.ledger.proposals.get(poll["thread"])
    if poll.get("reason") == "merged by hand" or proposed is None:
        return
    moved = evidence.moved_at(proposed, decided)
    if moved is None:
        return
    since = max(poll["opened_at"], moved)
    by_voter: dict[int, list[Said]] = {}
    for said in evidence.ledger.in_thread(poll["thread"]):
        by_voter.setdefault(said.author, []).append(said)
    for author, all_said in by_voter.items():
        doubtful = any(_moved_later(said, decided) or said.at == since for said in all_said)
        if author in evidence.ledger.gone or doubtful:
            continue
        mine = [s for s in all_said if s.deleted_at is None and since < s.at <= decided - LAG and s.id not in refused]
        votes = [s for s in mine if vote_in(s.text)]
        last = [said.id for said in last_words(votes)]
        fresh = [s for s in all_said if s.at > decided - LAG and vote_in(s.text)]
        found = [id_ for id_ in counted if evidence.ledger.comments[id_].author == author]
        if not fresh and found and (len(found) > 1 or found[0] not in last):
            yield f"poll {key}: of account {author} counted {found}, and the last word was {last or None}"


def _moved_later(said: Said, decided: int) -> bool:
    edited = [at for at, _ in said.versions[1:] if at > decided - LAG]
    return bool(edited) or (said.deleted_at is not None and said.deleted_at > decided - LAG)


def _standing(record: str) -> str:
    rows = record.split("## Ballots", 1)[1].split("\n")
    return "\n".join(row for row in rows if _COUNTED.search(row))
