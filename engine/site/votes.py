"""What polls tell when one looks at all of them: turnout, success, who votes with whom; and the funnel of one that is decided."""

from collections.abc import Callable, Collection, Mapping
from itertools import combinations
from typing import Final

from engine.game.exhibits import OpenPoll
from engine.game.owned import OWN_CHOICES, Ballot, Poll, Tally
from engine.game.replies.board import COUNTED, DELETED, NOT_COUNTED, SUPERSEDED
from engine.game.replies.record import OnRecord
from engine.site.game import Game, latest, stands
from engine.store.layout import decided_path

TAKEN_BACK, LOST = "taken back", "refused: has no vote any more"
MOST_PAIRS: Final = 20
MOST_VOTERS: Final = 40


def closed(poll: OpenPoll, key: str) -> Mapping[str, str]:
    """word -> why it would be refused as things stand, of a player's words in an open poll as the law tells it."""
    known: Mapping[str, Mapping[str, str]] = poll.get("closed") or {}
    return known.get(key, known.get("", {}))


def taken(poll: OpenPoll, key: str) -> list[str]:
    """The votes that would be taken from a player as things stand; none where no word is known that the law takes for one."""
    refused = closed(poll, key)
    return [word for word in poll.get("offered", OWN_CHOICES) if word not in refused]


def may_vote(poll: OpenPoll, key: str) -> bool:
    """Whether a vote of a player's would be taken as things stand, as far as that is known."""
    return poll.get("offered") == [] or bool(taken(poll, key))


def deciding(poll: OpenPoll, key: str, now: int) -> list[str]:
    """The word by which a player would decide an open poll by now, if nothing else waits for it and it would be taken."""
    ahead = poll.get("ahead")
    if not ahead or ahead["obstacle"] or ahead["by_itself"] or (ahead["at"] is not None and ahead["at"] > now):
        return []
    may = key in ahead["resolvers"] or ahead["anyone"]
    return [ahead["word"]] if may and ahead["word"] and ahead["word"] not in closed(poll, key) else []


def decided(game: Game) -> list[tuple[str, Poll]]:
    """(key, record) of the polls that are no longer open, the newest first."""
    found = [(key, poll) for key, poll in game.polls.items() if poll["status"] != "open"]
    return sorted(found, key=lambda item: (-int(item[1]["opened_at"]), item[0]))


def came_out(poll: Poll) -> str:
    """What became of a poll: what its rule calls it, such as `red wins`, else its status."""
    return str(poll.get("outcome") or poll["status"])


def record_of(game: Game, poll: Poll) -> str:
    """The record of a decided proposal, as it is filed; empty if there is none."""
    return game.files.get(decided_path(poll["number"]), "") if poll.get("number") else ""


def turnout(filed: OnRecord, poll: Poll) -> tuple[int, int] | None:
    """(of how many a vote was counted, how many had one): what a rule added is a vote, what somebody had none for is not."""
    if filed.electors is None or filed.funnel is None:
        return None
    voters = {b["voter"] for b in poll["ballots"] if filed.fates.get(b["comment"]) == COUNTED}
    return len(voters) + filed.funnel["added"], filed.electors


def by_author(game: Game) -> list[tuple[str, int, int]]:
    """(author, proposals decided, of them adopted), who proposed most first."""
    counts: dict[str, list[int]] = {}
    for _, poll in decided(game):
        if poll.get("number") and poll["status"] in ("adopted", "rejected"):
            count = counts.setdefault(str(poll["author"]), [0, 0])
            count[0] += 1
            count[1] += poll["status"] == "adopted"
    return sorted(((who, all_, yes) for who, (all_, yes) in counts.items()), key=lambda row: (-row[1], row[0]))[
        :MOST_VOTERS
    ]


def together(game: Game) -> list[tuple[str, str, int, int]]:
    """(one, other, votes alike, votes that both cast) of the pairs that voted together most often."""
    pairs: dict[tuple[str, str], list[int]] = {}
    for _, poll in decided(game)[:200]:
        votes = latest(poll)
        for one, other in combinations(sorted(votes)[:MOST_VOTERS], 2):
            count = pairs.setdefault((one, other), [0, 0])
            count[0] += votes[one] == votes[other]
            count[1] += 1
    rows = [(one, other, alike, both) for (one, other), (alike, both) in pairs.items() if both >= 2]
    return sorted(rows, key=lambda row: (-row[2] * 1000 // row[3], -row[3], row[:2]))[:MOST_PAIRS]


def fates(
    poll: Poll, count: Tally | None, filed: OnRecord, hidden: Collection[int], login: Callable[[str], str]
) -> list[tuple[str, str, int, str]]:
    """(who, vote, when, what became of it) of everything that was received, in order of time.

    `count` is the tally of an open poll, `filed` the record of a decided one. Of a vote whose words are gone (`hidden`) the
    reason is not told: it may quote them.
    """
    told = [
        (login(str(b["voter"])), str(b["choice"]) or "–", int(b["at"]), _fate(poll, b, count, filed.fates))
        for b in poll["ballots"]
    ]
    for refused in poll.get("refused") or ():
        gone = refused.get("comment") in hidden
        why = "its words are gone" if gone else plain(str(refused.get("reason", "")))
        choice = "–" if gone else str(refused.get("choice", "–"))
        told.append((login(str(refused["voter"])), choice, int(refused["at"]), f"refused: {why}"))
    return sorted(told, key=lambda row: row[2])


def plain(reason: str) -> str:
    """A reason without the marks of Markdown."""
    return " ".join(reason.replace("**", "").replace("`", "").split())


def _fate(poll: Poll, ballot: Ballot, count: Tally | None, filed: Mapping[int, str]) -> str:
    """As the votes were counted, where that is known."""
    place = poll["ballots"].index(ballot)
    after = [b for b in poll["ballots"][place + 1 :] if b["voter"] == ballot["voter"]]
    by = "an edit" if not ballot["choice"] else "a later one" if any(map(stands, after)) else ""
    superseded = f"superseded by {by}" if by else "superseded" if after else "superseded by a rule"
    if ballot["comment"] in filed:
        return {SUPERSEDED: superseded, DELETED: TAKEN_BACK, NOT_COUNTED: LOST}.get(filed[ballot["comment"]], COUNTED)
    if count is not None and ballot["comment"] in {each["comment"] for each in count["ballots"]}:
        return COUNTED
    if ballot.get("deleted"):
        return TAKEN_BACK
    if count is not None:
        return superseded if ballot["voter"] in count["electors"] else LOST
    return superseded if by else COUNTED
