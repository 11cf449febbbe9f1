"""The one status comment of a poll, its labels, and the commit status: the live tally and what is still missing, in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.game.exhibits import Status
from engine.game.owned import OWN_CHOICES, Ballot, FallenBallot, Poll, PollFacts, Tally, waited_for
from engine.game.prospect import Outlook, Turn
from engine.game.replies.counts import votes, weighed
from engine.game.replies.harmless import plain
from engine.game.replies.inert import cell, inert, person, quoted
from engine.game.replies.lookups import WHO
from engine.game.replies.moments import when
from engine.game.replies.refusals import game_over
from engine.game.replies.somany import MOST_PEOPLE, listed, people
from engine.game.replies.speech import MERGED_BY_HAND, takes_effect
from engine.store.clipped import clipped

MOST_ROWS: Final = 200
_DESCRIPTION: Final = 140  # GitHub takes no longer one
_VERBS: Final = {
    "adopted": ("adopts it", "adopt it"),
    "rejected": ("rejects it", "reject it"),
    "tied": ("ties it", "tie it"),
    "open": ("leaves it undecided", "leave it undecided"),
    "by_whose": ("may turn it, depending on who casts it", "may turn it, depending on who casts them"),
    "no_quorum": ("leaves it without a quorum", "leave it without a quorum"),
}
_STANDS: Final = {
    "adopted": "As it stands, it would be adopted.",
    "rejected": "As it stands, it would be rejected.",
    "tied": "It is tied.",
}
_STATES: Final[dict[str, Status]] = {"adopted": "success", "rejected": "failure", "withdrawn": "failure"}
NOTHING: Final = "–"
# What becomes of a vote, in the first words of what is said of it.
COUNTED, SUPERSEDED, DELETED, NOT_COUNTED = "counted", "superseded", "deleted", "not counted: "
ADDED: Final = "added by a rule"
NO_THREAD: Final = "Its thread is about to be opened."
FOLLOWS_NOTHING: Final = "Nothing would follow from it."
IN_ITS_THREAD: Final = "So much is voted on that there was no time to find out here what it lacks: its thread tells it."
NO_VOTES: Final = "No vote was taken as this was written:"
RULE_FAILS: Final = "A rule fails over it."
NOTHING_DECIDES: Final = "No rule in force speaks of deciding such a vote; one that does can be proposed."
_AGAINST: Final = frozenset({("yay", "rejected"), ("nay", "adopted")})


@dataclass(frozen=True)
class Standing:
    """The tally of a poll, whether it is a quorum (None: the law knows none for it), and the outlook.

    The `trouble` is what kept the rest from being known.
    """

    count: Tally | None = None
    quorum: bool | None = None
    ahead: Outlook | None = None
    trouble: str = ""


def status(
    poll: PollFacts, found: Standing, record: Poll, timezone: str, lines: Sequence[str] = (), *, by_hand: bool = False
) -> str:
    """Markdown. `record` is the poll as it is stored, with the votes that were refused; `lines` are what rules say of it.

    `by_hand`: what was adopted can be merged by an administrator alone.
    """
    name = f"Proposal {poll['number']}" if poll.get("number") else "Poll"
    parts = [f"### {name}: {_state(poll, record, by_hand=by_hand)}"]
    if found.trouble:
        parts.append(f"It cannot be counted in full at the moment. {found.trouble}")
    if found.count is not None:
        parts += [_sum(found.count, quorum=found.quorum), what_is_missing(found, timezone), _table(found.count, record)]
        parts.append("" if found.ahead and found.ahead.ended else _not_voted(poll, found.count))
    parts.append("\n".join(f"- {line}" for line in lines))
    return "\n\n".join(part for part in parts if part)


def _state(poll: PollFacts, record: Poll, *, by_hand: bool) -> str:
    if poll["status"] == "open":
        return "open for voting"
    if poll["awaits"]:
        return f"{poll['status']}, {takes_effect(poll['awaits'])}"
    if poll["outcome"]:
        return inert(poll["outcome"])
    return f"{poll['status']}{_landing(record, by_hand=by_hand)}"


def _landing(record: Poll, *, by_hand: bool) -> str:
    """What became of an adopted proposal, if there is more to it than its votes."""
    if record.get("landed") is False:
        return " (an administrator must merge it)" if by_hand else " (it cannot take effect)"
    return f" ({MERGED_BY_HAND})" if record.get("reason") == MERGED_BY_HAND else ""


def _sum(count: Tally, *, quorum: bool | None) -> str:
    met = {True: "; quorum reached", False: "; no quorum", None: ""}[quorum]
    have = "has" if count["voters"] == 1 else "have"
    parts = f"**{votes(count)}**{weighed(count)}; {count['voters']} of {count['electorate']} {have} voted{met}."
    fates = ((count["superseded"], "superseded"), (count["refused"], "not counted"))
    lost = [f"{many} {fate}" for many, fate in fates if many]
    return parts + (f" Of {count['received']} received, {' and '.join(lost)}." if lost else "")


def what_is_missing(found: Standing, timezone: str) -> str:
    """The sentences of a poll's outlook, in Markdown; empty where it is not known."""
    ahead = found.ahead
    if ahead is None:
        return ""
    if ahead.ended:
        return f"{game_over(ahead.ended).reason} Nothing decides it any more."
    lines = [_stands(ahead), _turns(found), _resolution(ahead, timezone), _end(ahead)]
    text = " ".join(line for line in lines if line)
    blocks = [f"- {block}" for block in ahead.blocks]
    return "\n".join([text, "", "What stands in the way of its landing:", *blocks]) if blocks else text


def _stands(ahead: Outlook) -> str:
    """A poll about something else than yay and nay would be neither adopted nor rejected, but come out as its rule says."""
    if ahead.called == "":
        return _STANDS.get(ahead.outcome, "")
    return f"As it stands: {inert(ahead.called)}." if ahead.called else ""


def _turns(found: Standing) -> str:
    """2 more yays adopt it, one more nay ties it. Where the law took no vote, as by the hour, that is said first."""
    turns, voteless = (found.ahead.turns, found.ahead.voteless) if found.ahead else ((), "")
    text = ", ".join(_turn(turn, wants_quorum=found.quorum is False) for turn in turns)
    if voteless:
        text = f"{NO_VOTES} {voteless}" + (f" Once votes are taken, {text}" if text else "")
    return f"{text[0].upper()}{text[1:].removesuffix('.')}." if text else ""


def _turn(turn: Turn, *, wants_quorum: bool) -> str:
    one = turn.votes == 1
    subject = f"{'one' if one else turn.votes} more {_called(turn, one=one)}"
    # A vote that loses can still be the one that makes a quorum, or the last of all.
    if (turn.choice, turn.outcome) in _AGAINST:
        leads = "make{} a quorum for" if wants_quorum else "lead{} to"
        return f"{subject} {leads.format('s' if one else '')} its {'rejection' if turn.outcome == 'rejected' else 'adoption'}"
    verbs = _VERBS.get(turn.outcome, (f"makes it {turn.outcome}", f"make it {turn.outcome}"))
    return f"{subject} {verbs[0 if one else 1]}"


def _called(turn: Turn, *, one: bool) -> str:
    many = "" if one else "s"
    return f"{turn.word}{many}" if turn.word == turn.choice in OWN_CHOICES else f"vote{many} for {inert(turn.word, 40)}"


def _resolution(ahead: Outlook, timezone: str) -> str:
    if ahead.by_itself:
        return _by_itself(ahead, timezone)
    if ahead.only:
        return f"{_by_some(ahead, timezone)} {_by_command(ahead, timezone)}".rstrip()
    return _by_command(ahead, timezone)


def _by_command(ahead: Outlook, timezone: str) -> str:
    if ahead.at is not None:
        return f"{_who(ahead)} can resolve it with `{ahead.word}` from {when(ahead.at, timezone)} on."
    if ahead.word:
        return f"{_who(ahead)} can resolve it now: `{ahead.word}`."
    return f"It cannot be resolved yet: {ahead.obstacle}" if ahead.obstacle else ""


def not_theirs(usage: str, who: Sequence[str], key: str) -> str:
    """Why somebody cannot resolve it with a command, by whom the command is for."""
    return f"`{usage}` is for {' and '.join(WHO[kind] for kind in who)}, and {person(key)} is none of them."


def never_told(occasion: str) -> str:
    """Why a proposal would take no effect, by the name of the occasion that it would wait for."""
    return f"Once adopted it would wait for ever: no rule in force tells when {plain(occasion.replace('_', ' '))}."


def _by_some(ahead: Outlook, timezone: str) -> str:
    """Where votes of another kind leave it open, however many they are."""
    words = " or ".join(inert(word, 40) for word in ahead.only)
    sooner = f", not before {when(ahead.not_before, timezone)}" if ahead.not_before is not None else ""
    return f"It resolves by itself once enough vote {words}{sooner}."


def _by_itself(ahead: Outlook, timezone: str) -> str:
    if ahead.not_before is not None:
        return f"It resolves by itself, not before {when(ahead.not_before, timezone)}."
    if ahead.at is not None:
        return f"It resolves by itself, at {when(ahead.at, timezone)} at the latest."
    return "It resolves by itself."


def _end(ahead: Outlook) -> str:
    """Whom it makes win, whatever its code looks like."""
    if not (ahead.winners or ahead.over):
        return "What it does as it comes into force takes too long to be tried out." if ahead.untried else ""
    have = "has" if len(ahead.winners) == 1 else "have"
    won = [f"{people(ahead.winners)} {have} won"] if ahead.winners else []
    over = ["**the game is over**"] if ahead.over else []
    return f"Once it is in force, {' and '.join([*won, *over])}, as things stand."


def _who(ahead: Outlook) -> str:
    if ahead.anyone:
        return "Anyone who has a vote"
    return " or ".join(person(key) for key in ahead.resolvers)


def _table(count: Tally, record: Poll) -> str:
    """Every vote received, in the order of time, with what became of it."""
    standing = {ballot["comment"] for ballot in count["ballots"]}
    votes = [(b["at"], _row(b, _fate(b, standing, count))) for b in record["ballots"]]
    votes += [(r["at"], _row(r, f"not counted: {quoted(r['reason'])}")) for r in record["refused"]]
    votes += [(b["at"], _row(b, fate)) for b, fate in added(record["ballots"], count)]
    rows = [row for _, row in sorted(votes, key=lambda vote: vote[0])]
    if not rows:
        return ""
    left = len(rows[:-MOST_ROWS])
    more = [f"\n{left} earlier {'vote is' if left == 1 else 'votes are'} not shown here."] if left else []
    return "\n".join(["| who | vote | |", "|---|---|---|", *rows[-MOST_ROWS:], *more])


def _row(vote: Ballot | FallenBallot, fate: str) -> str:
    return f"| {person(vote['voter'])} | {cell(vote['choice'] or NOTHING, 40)} | {fate} |"


def _fate(ballot: Ballot, standing: set[Any], count: Tally) -> str:
    if ballot["comment"] in standing:
        return ", ".join(marks(ballot, count))
    return fallen(ballot, count)


def fallen(ballot: Ballot, count: Tally) -> str:
    """What became of a ballot that does not stand."""
    if ballot["deleted"]:
        return DELETED
    if ballot["voter"] not in count["electors"]:
        return f"{NOT_COUNTED}has no vote any more"
    if not ballot["choice"]:
        return f"{SUPERSEDED} by an edit"
    return SUPERSEDED if ballot["voter"] in {b["voter"] for b in count["ballots"]} else f"{SUPERSEDED} by a rule"


def marks(ballot: Ballot, count: Tally) -> list[str]:
    """What a ballot that counts weighs, as rules say when the votes are counted, and what was done to its comment all the same."""
    mine = (b for b in count["ballots"] if (b["comment"], b["voter"]) == (ballot["comment"], ballot["voter"]))
    edited = ["edited"] if ballot["edited"] else []
    removed = [f"deleted by {person(ballot['removed_by'])}, and stands"] if ballot.get("removed_by") else []
    return [*_weighs(next(mine, ballot)), *edited, *removed]


def added(received: Sequence[Ballot], count: Tally) -> list[tuple[Ballot, str]]:
    """The ballots that no comment brought, each with what is told of it."""
    known = {(ballot["comment"], ballot["voter"]) for ballot in received}
    more = [ballot for ballot in count["ballots"] if (ballot["comment"], ballot["voter"]) not in known]
    return [(ballot, ", ".join([ADDED, *_weighs(ballot)])) for ballot in more]


def _weighs(counted: Ballot) -> list[str]:
    return [] if counted["weight"] == 1 else [f"weighs {counted['weight']}"]


def _not_voted(poll: PollFacts, count: Tally) -> str:
    missing = waited_for(count)
    if poll["status"] != "open" or not missing:
        return ""
    return f"Not voted yet: {people(missing)}."


def called(others: Sequence[tuple[str, str]]) -> str:
    """`others`: (name in the game, login) of who has renamed their account. What is said beside the board bears the login."""
    shown = [f"{person(key)} is {person(login)}" for key, login in others]
    return f"By other names on GitHub: {listed(shown, MOST_PEOPLE, str)}."


def labels(poll: PollFacts, standing: Standing, verdict: str = "") -> list[str]:
    """`verdict`: what it would come to as it stands; empty where the law cannot say."""
    if poll["status"] != "open":
        return [poll["status"]]
    found, count = ["open for voting"] + (["has quorum"] if standing.quorum else []), standing.count
    # Red and blue are neither passing nor tied.
    if count and count["cast"] and not count["choices"].keys().isdisjoint(OWN_CHOICES):
        found += _course(count, verdict)
    return found


def _course(count: Tally, verdict: str) -> list[str]:
    """By the law's verdict, which may ask for more than most of the votes; what only lacks votes yet is neither passing nor failing."""
    leads = "passing" if count["yay"] > count["nay"] else "failing" if count["yay"] < count["nay"] else "tied"
    if verdict == "adopted":
        return ["passing"]
    if verdict == "open":
        return ["tied"] if leads == "tied" else []
    if verdict == "rejected" and leads != "failing":
        return [] if waited_for(count) else ["failing"]
    return [leads]


def commit_status(poll: PollFacts, found: Standing) -> tuple[Status, str]:
    """State and description of the status `nomic/vote` on the head of the pull request."""
    state = _STATES.get(poll["status"], "pending")
    if found.count is None:
        return state, f"{poll['status']}: cannot be counted now"
    turns = _turns(found).replace("`", "")
    text = (
        f"{poll['status']}: {votes(found.count)}{weighed(found.count)}, of {found.count['electorate']}. {turns}".strip()
    )
    return state, clipped(text, _DESCRIPTION)
