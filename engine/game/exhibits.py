"""What is shown of a game, field by field: the status comment of a thread, a thumb, what is due, what a board sees beside the records.

They are plain maps, since they come from the judge's process as JSON.
"""

from typing import Any, Final, Literal, NotRequired, TypedDict

from engine.game.owned import PollFacts, Tally

Status = Literal["pending", "success", "failure"]


class PollBoard(TypedDict):
    """The status comment of a thread, and the commit status on its `head`; `title` is what a pull request is to be called."""

    text: str
    head: str | None
    state: Status
    description: str
    title: NotRequired[str]


class Reaction(TypedDict):
    comment: int
    content: str


class Due(TypedDict):
    """What the clock will do: when, by which rule, and what kind of happening it will be."""

    at: int
    title: str
    slug: str
    what: str


class Counted(TypedDict):
    """An open poll's tally; None where the law cannot say."""

    count: Tally | None


class Ahead(TypedDict):
    """Of an `Outlook` what pages go by: who can resolve it, with which word and from when on; else why nobody can."""

    by_itself: bool
    resolvers: list[str]
    anyone: bool
    word: str
    at: int | None
    obstacle: str


class OpenPoll(Counted, total=False):
    """What the law says of an open poll: its `words` are what it lacks, `offered` the votes that it takes.

    `by_command`: choice -> what is written like a command and stands for it, such as what takes a vote back.
    `closed`: player -> word -> why it would be refused.
    """

    facts: PollFacts
    words: str
    offered: list[str]
    by_command: dict[str, str]
    closed: dict[str, dict[str, str]]
    ahead: Ahead | None


class ShownCommand(TypedDict):
    """A command in force, and whether it `opens` or `ends` the poll of the thread it stands in, or `joins` a stranger.

    `numbers`: what its rule says of those that it reckons with.
    """

    slug: str
    rule: int | None
    title: str
    usage: str
    arguments: dict[str, dict[str, Any]]
    who: list[str]
    help: str
    opens: bool
    ends: bool
    joins: bool
    numbers: list[str]


class LawSays(TypedDict):
    """What the law says of things as they stand.

    By login: `keys`, `kinds` (of person) and `lines` (of `/status`; for everyone: `stands`). By collection: `untold`, the fields
    that only rules read. `refused`, by login and usage: why a command that is written without anything more would be refused on the
    table; `placed`, by thread as well: in those where it is written. `back`, by login: the usages that make an inactive player active,
    and `back_by_vote`, by thread as well: the votes that do.
    `addressed`: collection, key and words of each open record that
    is addressed to somebody, and why other words would be refused. `next`: the number that a proposal would get, 0 if that is not
    known. The `trouble` is why it says nothing.
    """

    keys: dict[str, str]
    kinds: dict[str, list[str]]
    lines: dict[str, list[str]]
    stands: list[str]
    polls: dict[str, OpenPoll]
    commands: list[ShownCommand]
    order: list[str]
    broken: dict[str, str]
    untold: dict[str, list[str]]
    addressed: list[tuple[str, str, list[str], dict[str, str]]]
    refused: dict[str, dict[str, str]]
    placed: dict[str, dict[str, dict[str, str]]]
    back: dict[str, list[str]]
    back_by_vote: dict[str, dict[str, list[str]]]
    due: list[Due]
    next: int
    trouble: str


SILENT: Final[LawSays] = {
    "keys": {},
    "kinds": {},
    "lines": {},
    "stands": [],
    "polls": {},
    "commands": [],
    "order": [],
    "broken": {},
    "untold": {},
    "addressed": [],
    "refused": {},
    "placed": {},
    "back": {},
    "back_by_vote": {},
    "next": 0,
    "due": [],
    "trouble": "",
}


class Declared(TypedDict):
    """What the rules in force say of collections: `show` is `law.display.Shown` as plain data."""

    titles: dict[str, str]
    show: dict[str, dict[str, Any]]
    one_file: dict[str, str]
    places: list[list[Any]]  # of each: collection, field, the values it can have


class BoardSight(Declared):
    """What a board is to show of the world beside its records."""

    due: list[Due]
    polls: dict[str, Counted]
