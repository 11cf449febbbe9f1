"""proposals/NNN.md: the record of a decided proposal, as Markdown."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine.game.calendar import stamp
from engine.game.owned import Ballot, FallenBallot, PollFacts, Tally
from engine.game.replies import changed
from engine.game.replies.board import COUNTED, DELETED, NOT_COUNTED, NOTHING, SUPERSEDED, added, fallen, marks
from engine.game.replies.counts import votes
from engine.game.replies.inert import cell, inert, person, quoted
from engine.game.replies.speech import takes_effect
from engine.store.layout import LAW

HEADING: Final = "# Decided proposals\n\nThe newest last. Each page says what was changed, who voted how, and when.\n"
_WORDS = re.compile(r"[\w >.,'-]+")
_FUNNEL: Final = re.compile(
    r"^(?P<received>\d+) received \+ (?P<added>\d+) added = \d+ counted"
    r" \+ (?P<superseded>\d+) superseded \+ (?P<refused>\d+) refused\.$",
    re.MULTILINE,
)
_BALLOT: Final = re.compile(
    rf"^\|.*\| (\d+) \| [0-9TZ:-]+ \| ({'|'.join((COUNTED, SUPERSEDED, DELETED, NOT_COUNTED))})[^|]*\|$", re.MULTILINE
)
_ELECTORATE: Final = re.compile(r"^- Electorate \((\d+)\)", re.MULTILINE)
_STATES = {"adopted": "Adopted", "rejected": "Rejected", "withdrawn": "Withdrawn"}
_ROW: Final = re.compile(rf"^- \[(\d+)\]\(.*: ({'|'.join(_STATES)}), ([0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}})$", re.MULTILINE)


class OnRecord(NamedTuple):
    """How a proposal was counted, as its record says: what is not known is None.

    `electors`: how many had a vote; `funnel`: what became of all that was received; `fates`: comment -> what became of the vote in it.
    """

    electors: int | None
    funnel: dict[str, int] | None
    fates: dict[int, str]


def read(text: str) -> OnRecord:
    """What `proposal` wrote of the count."""
    electorate, funnel = _ELECTORATE.search(text), _FUNNEL.search(text)
    return OnRecord(
        int(electorate[1]) if electorate else None,
        {name: int(count) for name, count in funnel.groupdict().items()} if funnel else None,
        {int(comment): fate for comment, fate in _BALLOT.findall(text)},
    )


def proposal(
    poll: PollFacts, count: Tally, at: int, refused: Sequence[FallenBallot], reason: str, change: str, *, quorum: bool
) -> str:
    """`quorum`: whether to tell when there was one; `change`: the hash under which it is kept as it was judged."""
    parts = [
        f"# Proposal {poll['number']}: {inert(poll['subject'])}",
        _head(poll, count, at, reason, quorum=quorum),
        "## Change\n\n" + _changes(poll, change),
        "## Ballots\n\n" + _ballots(poll, count),
        _refused(refused),
        "## Tally\n\n" + _tally(count),
    ]
    return "\n\n".join(p for p in parts if p) + "\n"


def row(poll: PollFacts, at: int) -> str:
    """A proposal's line in the index."""
    number = f"{poll['number']:03d}"
    return f"- [{number}]({number}.md) {inert(poll['subject'])}, by {person(poll['author'])}: {poll['status']}, {stamp(at)[:10]}"


def index(before: str | None, rows: Mapping[str, str]) -> str:
    """The index with these lines in it: beginning of a line -> line; one that stands there with that beginning is replaced."""
    lines = (before or HEADING).rstrip("\n").splitlines()
    for begin, line in rows.items():
        lines = [each for each in lines if not each.startswith(begin)] + [line]
    return "\n".join(lines) + "\n"


def by_day(text: str) -> dict[str, list[tuple[int, str]]]:
    """What the index lists, by the day on which it was decided: (number, how)."""
    found: dict[str, list[tuple[int, str]]] = {}
    for number, status, day in _ROW.findall(text):
        found.setdefault(day, []).append((int(number), status))
    return found


def _head(poll: PollFacts, count: Tally, at: int, reason: str, *, quorum: bool) -> str:
    later = f"; {takes_effect(poll['awaits'])}" if poll["awaits"] else ""
    lines = [
        f"- Verdict: **{_STATES[poll['status']]}**, {stamp(at)}"
        + (f" ({inert(reason, 300)})" if reason else "")
        + later,
        f"- Author: {person(poll['author'])}",
        f"- Pull request: #{poll['thread']}",
        f"- Opened: {stamp(poll['opened_at'])}",
        *([f"- Quorum: {stamp(poll['quorum_at']) if poll['quorum_at'] else 'not reached'}"] if quorum else []),
        f"- Electorate ({count['electorate']}): " + (", ".join(person(e) for e in count["electors"]) or "nobody"),
    ]
    return "\n".join(lines)


def _changes(poll: PollFacts, change: str) -> str:
    rows = [f"- {c['op']} {c['kind']} `{c['slug']}`: {inert(c['title'])}" for c in poll["changes"]]
    rows += [f"- {inert(p)}" for p in poll["paths"] if not p.startswith(LAW)]
    difference = [text] if (text := changed.shown(poll["changes"])) else []
    whole = f"As it was judged: [`changes/{change[:12]}`](changes/{change}.yaml)"
    return "\n\n".join(["\n".join(rows), *difference, whole])


def _ballots(poll: PollFacts, count: Tally) -> str:
    more = added(poll["ballots"], count)
    if not (poll["ballots"] or more):
        return "None."
    standing = {b["comment"] for b in count["ballots"]}
    rows = [
        f"| {person(b['voter'])} | {_choice(b['choice'])} | {b['comment']} | {stamp(b['at'])} | {_fate(b, standing, count)} |"
        for b in poll["ballots"]
    ]
    rows += [f"| {person(b['voter'])} | {_choice(b['choice'])} | | {stamp(b['at'])} | {fate} |" for b, fate in more]
    return "| voter | choice | comment | time | |\n|---|---|---|---|---|\n" + "\n".join(rows)


def _choice(choice: str) -> str:
    """As it is where it is words; what a rule takes for a choice may be anything that a voter wrote, and an edit may leave none."""
    if not choice:
        return cell(NOTHING)
    return choice if _WORDS.fullmatch(choice) else cell(choice)


def _fate(ballot: Ballot, standing: set[Any], count: Tally) -> str:
    if ballot["comment"] in standing:
        return ", ".join([COUNTED, *marks(ballot, count)])
    return fallen(ballot, count)


def _refused(refused: Sequence[FallenBallot]) -> str:
    if not refused:
        return ""
    rows = [
        f"| {person(r['voter'])} | {_choice(r['choice'])} | {r['comment']} | {stamp(r['at'])} | {quoted(r['reason'])} |"
        for r in refused
    ]
    return "## Not counted\n\n| voter | choice | comment | time | why |\n|---|---|---|---|---|\n" + "\n".join(rows)


def _tally(count: Tally) -> str:
    identity = f"{count['received']} received + {count['added']} added = {len(count['ballots'])} counted"
    lost = f"{count['superseded']} superseded + {count['refused']} refused"
    return f"{votes(count)}; {count['cast']} cast.\n\n{identity} + {lost}."
