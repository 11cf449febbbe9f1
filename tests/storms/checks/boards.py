"""What people see of a vote: every ballot received stands on the board, and the last word of everyone counts, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tests.storms import posts
from tests.storms.checks.votes import edited_unseen, taken_back
from tests.storms.evidence import Evidence, Record, last_words, there, vote_in
from tests.storms.ledger import Said

_SUM = re.compile(r"^\*\*(.+?)\*\*(?: by weight)?; (\d+) of (\d+) ha(?:s|ve) voted[;.]", re.MULTILINE)
_COUNTS = re.compile(r"\d+ of \d+ ha(?:s|ve) voted")
_RECEIVED = re.compile(r"Of (\d+) received")
_ROW = re.compile(r"^\| \*\*(.+?)\*\* \| `(.*?)` \| (.*?) ?\|$", re.MULTILINE)
ADDED = "added by a rule"
MOST_ROWS = 200  # of which the newest are shown
_CHOICE = re.compile(r"(\d+) (\w+)")


def counts(fate: str) -> bool:
    return fate in ("", "edited") or fate.endswith("and stands")


@dataclass(frozen=True)
class Board:
    """A status comment as people read it: rows are (voter, choice, what became of it)."""

    cast: int
    choices: dict[str, int]
    received: int | None
    rows: list[tuple[str, str, str]]

    @property
    def counted(self) -> dict[str, str]:
        return {who: choice.lower() for who, choice, fate in self.rows if counts(fate)}


def findings(evidence: Evidence) -> Iterator[str]:
    for key, poll in evidence.polls.items():
        text = _text(evidence, key, poll)
        board = _read(text)
        if board is None:
            if _COUNTS.search(text):
                yield f"poll {key}: its board counts, and cannot be read: {text}"
            continue
        yield from _identity(key, board)
        if len(board.rows) != len(poll["ballots"]) + len(poll["refused"]):
            yield f"poll {key}: {len(poll['ballots'])} ballots and {len(poll['refused'])} refused, and on the board {board}"
        if poll["status"] == "open":
            yield from _last_words(evidence, key, poll, board)


def under_any_law(evidence: Evidence) -> Iterator[str]:
    """Whatever rules make of votes, each that was received has a row, and those that count are as many as are said to have voted."""
    for key, poll in evidence.polls.items():
        board = _read(_text(evidence, key, poll))
        if board is None:
            continue
        own = [row for row in board.rows if not row[2].startswith(ADDED)]
        received = len(poll["ballots"]) + len(poll["refused"])
        is_whole = len(own) == received or len(board.rows) == MOST_ROWS < received + len(board.rows) - len(own)
        if not is_whole or board.received not in (None, received):
            yield f"poll {key}: {len(poll['ballots'])} ballots and {len(poll['refused'])} refused, and on the board {board}"


def _text(evidence: Evidence, key: str, poll: Record) -> str:
    number = poll["thread"] or (evidence.issues.get(poll["tag"]) or {}).get("number")
    texts = [c.body for c in posts.about(evidence.island.model, number, f"status/{key}")] if number else []
    return texts[0] if texts else ""


def _read(text: str) -> Board | None:
    """None where the law cannot count it."""
    found = _SUM.search(text)
    if found is None:
        return None
    received = _RECEIVED.search(text)
    choices = {choice: int(n) for n, choice in _CHOICE.findall(found[1])}
    return Board(int(found[2]), choices, int(received[1]) if received else None, _ROW.findall(text))


def _identity(key: str, board: Board) -> Iterator[str]:
    """Every row is counted, superseded, deleted or refused; those counted are those cast, choice by choice."""
    counted = [fate for _, _, fate in board.rows if counts(fate)]
    fates = ("superseded", "deleted", "not counted", ADDED)
    strange = [row for row in board.rows if not counts(row[2]) and not row[2].startswith(fates)]
    wrong = len(counted) != board.cast or sum(board.choices.values()) != board.cast
    if strange or wrong or len(board.counted) != len(counted) or board.received not in (None, len(board.rows)):
        yield f"poll {key}: the identity of its board does not hold: {board}"


def _last_words(evidence: Evidence, key: str, poll: Record, board: Board) -> Iterator[str]:
    """In an open poll, of every elector the latest vote that is there counts, and nothing else."""
    refused = {vote["comment"] for vote in poll["refused"]}
    votes: dict[int, list[Said]] = {}
    for said in evidence.ledger.in_thread(evidence.thread_of(poll) or 0):
        is_there = there(said, evidence.ledger) and said.id not in refused
        since = poll["opened_at"] if len(said.versions) > 1 else poll["opened_at"] + 1  # of one second edits come last
        if vote_in(said.text) and is_there and said.at >= since:
            votes.setdefault(said.author, []).append(said)
    latest = {author: last_words(mine) for author, mine in votes.items()}
    accounts = {who: evidence.players[who]["id"] for who in evidence.electors(poll)}
    # A deletion leaves no trace on the forge; the engine lists a thread whole before it decides anything in it.
    unseen = {b["voter"] for b in poll["ballots"] if not _is_there(evidence, b["comment"]) and not b["deleted"]}
    unseen |= took_back_lower(evidence, poll)
    unseen |= {b["voter"] for b in poll["ballots"] if taken_back(evidence, b) or edited_unseen(evidence, b)}
    words = {who: latest[id_] for who, id_ in accounts.items() if id_ in latest and who not in unseen}
    found = {who: choice for who, choice in board.counted.items() if who not in unseen}
    expected = {who: sorted({vote_in(said.text) or "" for said in last}) for who, last in words.items()}
    if expected.keys() != found.keys() or any(found[who] not in expected[who] for who in expected):
        yield f"poll {key}: expected the votes {expected}, found {found}"


def took_back_lower(evidence: Evidence, poll: Record) -> set[str]:
    """Credo 318: whoever took a vote on a lower open proposal back has none on this one, until they vote on that again."""
    lower = [
        other
        for other in evidence.polls.values()
        if evidence.island.ruleset == "credo"
        and other["status"] == "open"
        and (other["number"] or 0) < (poll["number"] or 0)
    ]
    voted = {(other["thread"], b["voter"]) for other in lower for b in other["ballots"]}
    stands = {
        (other["thread"], b["voter"]) for other in lower for b in other["ballots"] if b["choice"] and not b["deleted"]
    }
    return {voter for _, voter in voted - stands}


def _is_there(evidence: Evidence, comment: int) -> bool:
    said = evidence.ledger.comments.get(comment)
    return said is not None and there(said, evidence.ledger)
