"""What a fold decided: the files each segment changes, the merges that land in them, and what to say afterwards."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from engine.game.entries import Judged, Outcome
from engine.game.exhibits import BoardSight, PollBoard, Reaction
from engine.game.owned import Drawn, Merge


@dataclass(frozen=True)
class Limits:
    """How much one fold takes on: happenings, bytes of a plan, and whether examples are tried when a proposal opens.

    What is left over is read anew, so the first is more than a pass can ever read: its time is what bounds it (`child.py`).
    A fold ends before the next happening once its segments, with the journal of the one that is open, and what is told of
    each happening hold `written` bytes; the last of them may go beyond.
    """

    happenings: int = 50_000
    examples: bool = True
    written: int = 20_000_000


@dataclass(frozen=True)
class Fault:
    """Rule code that killed the process that ran it; an input of the fold, since it depends on the machine.

    It is given under the id of the happening, with `COMPLETING` before it if the happening itself was carried out and the
    process died over the polls that might be complete by then, with `HEARING` and the slug of a rule and `/` before it if
    it died in that rule's handler, or with `RESCUING` and the number of a thread and `/` before it if it died as that rescue was
    to land; with `EXAMPLES` it says that those of this proposal are not played, with `FULL` that nothing is left of its hour.
    `again`: it died over the refusal, too.
    What ended it while a board was drawn is given under that board's place; and with `UNASKED` before, where it did so again: then
    that function is not run for it, nor for any other if it did so over several.
    """

    rule: str
    function: str
    line: int
    why: str
    again: bool = False


COMPLETING: Final = "completing/"
LOADING: Final = "loading"  # the crumb of a child that loads the law in force
SENDING: Final = "sending"  # the crumb of a child that has judged all, and says so
HEARING: Final = "hearing/"  # and the slug of the rule that heard of something
# Before any of those, and in front of the id alone: the examples of a proposal are played
EXAMPLES: Final = "examples/"
FULL: Final = "full/"  # before the id of a period or a timer with which its hour had taken too long
RESCUING: Final = "rescuing/"  # and the number of the thread whose rescue was to land
# Stands for a happening's id while what is shown is drawn, with `/` and a poll's key for its board.
DRAWING: Final = "boards"
# Before the place of a board that is a poll's: of what is not, a stranger may be the cause.
OF_POLL: Final = "of a poll/"
UNASKED: Final = "unasked/"  # and a poll's key, a rule and its function, which ended the process over that poll's board


def of_happening(at: str) -> str:
    """The id of the happening of which a place is a part, itself if it is the whole."""
    if at.startswith((HEARING, RESCUING)):
        return at.split("/", 2)[2]
    return at.removeprefix(COMPLETING).removeprefix(OF_POLL)


def board_of(key: str) -> str:
    """The place of the board of this poll."""
    return f"{DRAWING}/{key}"


def unasked_at(rule: str, function: str, board: str = "") -> str:
    """The place of a function that is run no more for the board of this poll, or of none."""
    return f"{UNASKED}{board}/{rule}/{function}"


def unasked(faults: Mapping[str, Fault], board: str = "") -> dict[tuple[str, str], tuple[int, str]]:
    """(rule, function) -> (line, why) of what is run for the board of no poll any more, or not of this one."""
    known = {unasked_at(f.rule, f.function, at): f for f in faults.values() for at in {"", board}}
    return {(f.rule, f.function): (f.line, f.why) for place, f in known.items() if place in faults}


def is_of_drawing(at: str) -> bool:
    """Whether a place is one where something is drawn: nothing is judged there."""
    return of_happening(at).split("/", 1)[0] == DRAWING


@dataclass(frozen=True)
class Given:
    """What came of a happening whose text is no longer there: an input of a replay, since it cannot be judged again.

    `followed` is collection -> key -> the record afterwards (None: removed); None if the happening changed no record itself.
    """

    outcome: Outcome
    rolls: list[Drawn]
    followed: dict[str, dict[str, Any]] | None


@dataclass
class Segment:
    """One commit to be: path -> text (None removes the file), and the heads it merges.

    `added` is what comes at the end of days of the journal (path -> text): a plan of many segments would hold a long day
    over and over again.
    """

    files: dict[str, str | None] = field(default_factory=dict)
    added: dict[str, str] = field(default_factory=dict)
    merges: list[Merge] = field(default_factory=list)
    title: str = ""
    headlines: list[str] = field(default_factory=list)
    entries: int = 0

    def whole(self, before: Mapping[str, str]) -> dict[str, str | None]:
        """What it changes in these files, with the days of the journal put together."""
        return self.files | {path: before.get(path, "") + text for path, text in self.added.items()}

    def apply(self, files: dict[str, str]) -> None:
        """Changes these files."""
        for path, text in self.whole(files).items():
            if text is None:
                files.pop(path, None)
            else:
                files[path] = text


@dataclass
class Plan:
    """Segments in order; `more` if happenings were left for the next fold; `verdicts` are threads to list whole first.

    `decided_at`: when the first verdict fell in each of those threads, by its number as text.
    `polls` are the keys of those that changed; `boards` show them, and those still to be shown, as they stand in the end.
    `roles` are the account ids of people whose role was looked at. `sight` is what a board shows beside the records, where
    something changed (`fold/sight.py`).
    """

    segments: list[Segment] = field(default_factory=list)
    more: bool = False
    verdicts: list[int] = field(default_factory=list)
    decided_at: dict[str, int] = field(default_factory=dict)
    outcomes: list[Judged] = field(default_factory=list)
    boards: dict[str, PollBoard] = field(default_factory=dict)
    polls: list[str] = field(default_factory=list)
    reactions: list[Reaction] = field(default_factory=list)
    roles: list[int] = field(default_factory=list)
    sight: BoardSight | None = None

    def told(self) -> dict[str, int]:
        """id -> place of each happening among those that were judged: the order in which what they brought about is told."""
        return {outcome["id"]: place for place, outcome in enumerate(self.outcomes)}
