"""What the fold judges, what comes of it, and what the journal keeps of both."""

from typing import Any, Literal, NotRequired, TypedDict

from engine.game.owned import Drawn, Inspected, KnownThread, Person


class Named(TypedDict):
    """An entry of the journal, as another names it."""

    id: str
    hash: str
    at: int


class Recorded(TypedDict, total=False):
    """What a happening and its entry in the journal tell alike."""

    id: str
    kind: str
    time: int
    seen_at: int
    actor: Person | None
    thread: int | None
    comment: Any  # its id; None of a wish that is no comment
    text: Any  # a text; in a replay a map where it was taken out
    edited: bool
    facts: KnownThread
    head: str
    checks: str
    tag: str
    number: int
    key: str
    digest: str
    why: str
    commit: str
    files: dict[str, str | None]
    left_out: dict[str, str]
    records: dict[str, list[str]]  # of a commit by hand: which were altered in a file that holds many
    semantics: int
    revealed: str | None
    commitment: str
    entry: Named
    rule: str
    run: str
    order: str
    timer: str
    cursor: int
    swept: bool  # merged along with another proposal
    elsewhere: bool  # merged into another branch than main
    touched: int  # of a head: how late it may have come
    said_at: int  # of what is judged at the end of an inbox, before its time
    again: bool  # an edit that may be none: what was read before the verdict may say the same in the law's own words
    ahead: bool  # looked at because something is decided then: that follows, and this completes nothing
    evidence: dict[str, list[str]]


class Happening(Recorded, total=False):
    """What the fold judges. All have `id`, `kind` and `time`; what else follows from the kind (`happening.py`)."""

    change: Inspected
    followed: dict[str, dict[str, Any]]
    worth: bool
    once: bool  # no other pass would find it
    late: bool  # found when its thread was listed whole, or by the trace of its deletion: it can be a vote, and no command


class Failure(TypedDict, total=False):
    """A rule that failed, as the journal tells it: `given` was handed to the fold, since it hangs on the machine."""

    rule: str
    function: str
    line: int
    why: str
    way: str
    heard: str
    handler: str
    rescue: int  # the thread of the rescue that could not land by it
    given: bool
    again: bool
    completing: bool


Outcome = TypedDict(
    "Outcome",
    {
        "is": Literal["done", "refused", "ignored"],
        "code": NotRequired[str],
        "reason": NotRequired[str],
        "remedy": NotRequired[str],
        "command": NotRequired[str],
        "rule": NotRequired[str],
        "vote": NotRequired[str],
        "fault": NotRequired[Failure],
        "faults": NotRequired[list[Failure]],
        "full": NotRequired[bool],
    },
)
Outcome.__doc__ = (
    "What became of a happening; `fault` is what stopped it, `faults` are of handlers that heard of it, and of rescues. "
    "`full`: its hour has room for no more, by how long this machine took."
)


class Judged(Outcome):
    """The outcome of a happening, with its id and all that was thrown over it."""

    id: str
    rolls: list[Drawn]


class Entry(Recorded, total=False):
    """What the journal keeps of a happening: with the `change` by its hash, and with what came out."""

    change: str
    rolls: list[Drawn]
    outcome: Outcome
    at: int
    previous: str
    hash: str
