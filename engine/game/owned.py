"""What the engine itself owns, field by field: plain maps, as they stand in the files. What rules declare beside it is theirs."""

from __future__ import annotations

from typing import Any, Final, Literal, NotRequired, Required, TypedDict

OWN_CHOICES: Final = ("yay", "nay")  # the field's own two words, which mean what they say where no rule says otherwise


class Person(TypedDict):
    """Somebody on the forge: the number is theirs for good, the login is not. Who acts has a role, None where nobody asked for it."""

    id: int
    login: str
    role: NotRequired[str | None]


class GameRecord(TypedDict, total=False):
    """state/game.yaml: which law is in force, and how the game ended, if it did. A file written by hand may lack some."""

    ruleset: str
    name: str
    timezone: str
    table: int
    last_number: int
    winners: list[str]
    over: str | None


class IssueChange(TypedDict):
    """What may become of an issue of the engine's."""

    number: int


class TimerChange(TypedDict):
    """What may become of a timer."""

    at: int


class Player(TypedDict, total=False):
    id: int
    login: str
    active: bool


class Ballot(TypedDict):
    """A vote as it was received; `first` is the time of this voter's first one in the poll, `removed_by` who deleted its comment."""

    voter: str
    choice: str
    first: int
    at: int
    comment: int
    edited: bool
    deleted: bool
    weight: int
    removed_by: NotRequired[str]


class FallenBallot(TypedDict):
    """A ballot that fell, and why."""

    voter: str
    choice: str
    comment: int
    at: int
    reason: str


Status = Literal["open", "adopted", "rejected", "withdrawn"]


class PollMatter(TypedDict):
    """What a poll is about, as it is kept and as rules are told. Rules may declare more fields of it."""

    thread: int | None
    tag: str | None
    number: int | None
    kind: str
    subject: str
    author: str
    opened_at: int
    status: Status
    electors: list[str] | None
    ballots: list[Ballot]
    paths: list[str]
    quorum_at: int | None
    data: dict[str, Any]
    landed: NotRequired[bool]


class Poll(PollMatter):
    """state/polls/<key>.yaml. `since` is when what is voted on became what it is; older polls have none."""

    refused: list[FallenBallot]
    change: str | None
    since: NotRequired[int]
    roster: NotRequired[list[str]]
    paused: NotRequired[int]  # seconds that the game was paused while it was open, kept beside a `roster`
    reason: NotRequired[str]
    outcome: NotRequired[str]


class PollChange(TypedDict, total=False):
    """What may become of a poll after it was opened."""

    thread: int
    number: int
    status: Status
    ballots: list[Ballot]
    refused: list[FallenBallot]
    paths: list[str]
    change: str | None
    quorum_at: int | None
    since: int
    roster: list[str]
    paused: int
    landed: bool
    reason: str
    outcome: str


class Change(TypedDict):
    """A change of the law as rules are told of it: the rule as it would be, `was` as it is, and what is done to it."""

    op: Literal["enact", "amend", "repeal", "transmute"]
    number: int | None
    slug: str
    kind: str
    title: str
    immutable: bool | None
    text: str
    code: str
    words: list[str]
    strings: list[str]
    front: dict[str, Any]
    path: str
    history: list[dict[str, int]]
    was: dict[str, Any] | None


class Amiss(TypedDict, total=False):
    """What is amiss with a pull request: a code of the referee's, and the paths it is about."""

    code: Required[str]
    paths: list[str]


class Drawn(TypedDict, total=False):
    """What chance gave, as the journal keeps it: a `throw` with its `faces` or `total`, one `chosen` `of` so many, or a list
    `shuffled`."""

    throw: str
    faces: list[int]
    total: int
    chosen: object
    of: int
    shuffled: list[object]


class JournaledRolls(list[Drawn]):
    """What chance gave in a happening, out of the journal, in order: a replay draws it again. An example prescribes plain values."""


class Content(TypedDict):
    """What a pull request changes, as it was read: path -> (text at the merge base, at the head), all paths, what is amiss."""

    files: dict[str, list[str | None]]
    paths: list[str]
    problems: list[Amiss]


class Inspected(Content):
    """The same as it comes in: `hash` is of what it does to the law."""

    hash: str
    base: str


class PollFacts(PollMatter):
    """A poll as rules are told of it."""

    key: str
    awaits: str | None
    outcome: str
    changes: list[Change]
    checks: str
    body: str
    title: str


class ProposalFacts(TypedDict):
    """A pull request as rules are told of it before it is voted on."""

    thread: int
    number: int | None
    author: str
    title: str
    body: str
    changes: list[Change]
    paths: list[str]
    checks: str


class Tally(TypedDict):
    """A count; always `received + added == len(ballots) + superseded + refused`."""

    yay: int
    nay: int
    choices: dict[str, int]
    cast: int
    voters: int
    electorate: int
    electors: list[str]
    ballots: list[Ballot]
    received: int
    superseded: int
    refused: int
    added: int


def waited_for(count: Tally | None) -> list[str]:
    """Who has a vote and none that counts, in the order of the electorate; nobody where the law cannot count."""
    if count is None:
        return []
    voted = {ballot["voter"] for ballot in count["ballots"]}
    return [elector for elector in count["electors"] if elector not in voted]


class RescueVote(TypedDict):
    choice: str
    comment: int
    at: int
    edited: NotRequired[bool]  # where it became what it is by an edit
    removed: NotRequired[bool]  # where somebody else deleted the comment: it stands
    over: NotRequired[RescueVote]  # the objection that a yay took the place of


class Stuck(TypedDict):
    """What ended the judge as a change was to be rescued: a rule of it, most likely."""

    change: str | None
    rule: str
    function: str
    line: int
    why: str


class Rescue(TypedDict):
    """A pull request under rescue; people by account id, as text: `heard` when they were there last."""

    by: str
    began: int
    since: int
    change: str | None
    electors: list[str]
    players: list[str]
    votes: dict[str, RescueVote]
    heard: dict[str, int]
    told: str
    # The yays of comments that were found gone, until it is told who deleted them
    gone: NotRequired[dict[str, RescueVote]]
    stuck: NotRequired[Stuck]  # while its change is that one, it is not tried again


class KnownThread(TypedDict, total=False):
    """state/threads/<number>.yaml: an issue or pull request as it was told last, and what the engine keeps of it."""

    kind: Literal["issue", "pull"]
    title: str
    body: str
    labels: list[str]
    state: Literal["open", "closed"]
    base: str | None
    merged: bool
    tag: str | None
    author: Person | None
    head: str | None
    change: str | None
    checks: str
    unmergeable: str | None
    unread: str | None  # why it cannot be had at the moment: nothing is decided about it
    touched: int  # how late its head may have come: no vote before that is surely for what it is now
    voted: str | None  # the head that was voted on, while its change waits to take effect
    status_comment: int | None
    rescued: int  # the number under which it became law by the agreement of all, without a vote
    unnumbered: str | None  # what it was called before a number that comes was put in front
    assignee: str
    judged: list[int]  # comments that were looked at while there was a poll
    words: dict[str, str]  # of those that are votes in words of the law's own: the hash of what was read
    told_to_wait: list[str]  # whom it was told that the vote has not begun
    told_of_edit: bool  # that an edit of its text runs no command
    told_how_to_vote: list[str]


class Issue(TypedDict):
    """state/issues/<tag>.yaml: an issue that the engine opened, or will."""

    tag: str
    number: int | None
    title: str
    body: str
    assignee: str | None
    open: bool
    labels: list[str]


class Wish(TypedDict, total=False):
    """A post that the world wants made; which fields it has follows from what stands before the `/` of its key."""

    thread: int | None
    tag: str | None
    text: str
    at: int
    to: str | None
    stranger: bool
    since: str
    own: list[str]
    set: list[str]
    login: str
    comment: int
    number: int | None
    title: str
    body: str
    assignee: str | None
    open: bool
    labels: list[str]
    count: Tally


class Timer(TypedDict):
    """state/timers/<name>.yaml: what runs then, of which rule; `serial` tells one from an earlier one of the same name."""

    at: int
    rule: str
    run: str
    data: dict[str, Any]
    serial: int


class Merge(TypedDict):
    """A pull request whose head lands with a segment."""

    thread: int
    head: str
