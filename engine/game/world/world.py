"""The world a fold works on: records, the law in force, the engine's own notes, and the happening being judged."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from heapq import heapify, heappop, heappush
from typing import Any, Final, Literal, Unpack, overload

from engine.game.dice import Stream
from engine.game.entries import Failure
from engine.game.happening import Happening
from engine.game.own_notes import OwnNotes
from engine.game.owned import (
    Drawn,
    GameRecord,
    IssueChange,
    KnownThread,
    Merge,
    Person,
    Player,
    Poll,
    PollChange,
    Tally,
    TimerChange,
)
from engine.game.world import records as rec
from engine.game.world.engine_fields import FIELDS
from engine.game.world.memos import Memos, put_by
from engine.game.world.showing import Showing
from engine.law.documents.problems import Problem
from engine.law.documents.zones import zone_of
from engine.law.rulebook import Rulebook, read
from engine.law.running.blame import RuleFault
from engine.law.running.host import Host
from engine.store.layout import LAW, of_ruleset

SEMANTICS = 1  # rises whenever the fold would answer differently
OLDEST_SEMANTICS = 1  # the oldest that this fold still answers alike, by asking the note `semantics` where it matters
# Ten thousand villages have to be fed in one happening, and five cannot keep the referee busy for minutes.
WORDS_A_PLAYER: Final = 400

_HOLDERS: Final = (list, dict, set)
Entropy = Callable[[str], bytes]


@dataclass(frozen=True)
class Law:
    """The texts of the rules in force (path -> text), the rulebook made from them, and what is wrong with them."""

    texts: Mapping[str, str]
    book: Rulebook
    problems: Sequence[Problem]
    kept: dict[Any, Any] = field(default_factory=dict, repr=False, compare=False)  # what follows from them (`once`)


@dataclass
class Moment:
    """The happening under way: who, when, where, and what it has said and thrown so far."""

    happening: Happening
    now: int
    writer: str = ""
    answered: Person | None = None  # who is answered, where nobody has written
    thread: int | None = None
    stream: Stream = field(default_factory=lambda: Stream(b""))
    script: list[Any] | None = None
    rolls: list[Drawn] = field(default_factory=list)
    replies: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)  # what stands below the replies
    said: list[str] = field(default_factory=list)
    decided: list[tuple[str, str]] = field(default_factory=list)  # lines for the index of proposals, and how they begin
    counted: dict[str, Tally] = field(default_factory=dict)  # by which count polls were decided
    headlines: list[str] = field(default_factory=list)  # for the title of the commit
    told: list[str] = field(default_factory=list)  # of a rescue, whatever the law says to the same words
    unstoppable: bool = False  # nobody who hears of it can refuse it
    merges: list[Merge] = field(default_factory=list)
    verdicts: list[int] = field(default_factory=list)
    polls: list[str] = field(default_factory=list)
    files: dict[str, str | None] = field(default_factory=dict)
    evidence: dict[str, list[str]] | None = None
    unplayed: bool = False  # whether to play the examples takes longer than there is
    reading: int = 0
    spoken: int = 0  # bytes that rules have said, kept or not
    drawn: int = 0  # bytes that the draws take in the journal, about
    ranking: set[str] = field(default_factory=set)  # the polls of which it is being asked which class decides them
    only_asked: str = ""  # the poll of which only the verdict is asked, and nothing is carried out
    only_adopted: str = ""  # the poll of which no other verdict is carried out
    trial: bool = False  # whether it is being tried if the law stays changeable
    obstacle: str = ""  # what stood in the way as that was tried last
    mending: int | None = None  # the thread whose poll is under way
    set_aside: frozenset[str] = frozenset()  # the broken rules met over it: it would change them
    deadly: Mapping[tuple[str, str], tuple[int, str]] = field(default_factory=dict)  # what is not run over it
    commander: str = ""  # who wrote the command that is carried out
    resumed: bool = False  # whether it ended a pause
    after_the_end: bool = False  # whether it comes after the end of the game, and no rule hears of it
    supposed: bool = False  # whether it is only supposed, and taken back whatever comes of it
    only_shown: bool = False  # whether what is done is only to show something: no vote is complete by it
    above: bool = False  # whether what is done is the matter of the higher class of rules
    # Who permits it in so many words, found when a rule would refuse it: none over which that one prevails does. Empty if nobody
    permitted_by: Callable[[], str] = str
    # COMPLETING while polls are completed, HEARING and a slug while a handler runs, RESCUING and a thread
    phase: str = ""
    failure: RuleFault | None = None  # what failed over that
    hearing: tuple[str, ...] = ()  # the rules whose handlers are under way, the innermost last
    borne: list[RuleFault] = field(default_factory=list)  # what failed where something was only counted or shown
    faults: list[Failure] = field(default_factory=list)  # of handlers, and of rescues that were to land
    # Whether something followed from what was refused, or from talk: a rule may have read the words
    moved: bool = False
    dead: Mapping[str, RuleFault] = field(default_factory=dict)  # slugs of rules whose handlers have ended the process
    # Threads whose rescues have ended it as they were to land
    stuck: Mapping[str, RuleFault] = field(default_factory=dict)
    # (rule, function) -> line of what used up the happening's limits when it was tried before: it is not run again.
    tired: Mapping[tuple[str, str], int] = field(default_factory=dict)

    def bear(self, failure: Exception) -> None:
        """Keeps in mind that a rule failed where nothing but what is counted or shown hangs on it."""
        if isinstance(failure, RuleFault):
            self.borne.append(failure)

    def another(self, **otherwise: Any) -> "Moment":
        """One that begins as this is but for these fields, with lists, maps and sets of its own."""
        fields = vars(self)
        if not otherwise.keys() <= fields.keys():
            raise TypeError(f"no fields of a moment: {sorted(otherwise.keys() - fields.keys())}")
        # To hand each field to what makes one takes longer than most that is only supposed.
        found = Moment.__new__(Moment)
        own = {name: value.copy() for name, value in fields.items() if isinstance(value, _HOLDERS)}
        vars(found).update(fields | own | otherwise)
        return found

    def meanwhile(self, **otherwise: Any) -> "Meanwhile":
        """Fields that differ while this lasts."""
        return Meanwhile(vars(self), otherwise)


class Meanwhile:
    """Fields differ while this lasts. Each handler is told of something in one: made by a generator it would cost three times as much."""

    __slots__ = ("before", "fields", "otherwise")

    def __init__(self, fields: dict[str, Any], otherwise: dict[str, Any]) -> None:
        self.fields, self.otherwise = fields, otherwise
        self.before = {name: fields[name] for name in otherwise}

    def __enter__(self) -> None:
        self.fields.update(self.otherwise)

    def __exit__(self, *_: object) -> None:
        self.fields.update(self.before)


# What the examples say of the texts of a proposed law: names of those that are `broken`, `altered`, or `unplayed`.
Evidence = Callable[["World", Mapping[str, str]], dict[str, list[str]]]
Heard = Callable[[str, str, str, str, object], None]  # part, name, rule, function, answer


@dataclass
class Growing:
    """A file that grows at its end: how many characters it has, and what has come to it."""

    length: int
    pieces: list[str] = field(default_factory=list)


@dataclass(eq=False, repr=False)
class World:
    """Mutable while a fold runs; made from files and turned back into files. Knows no rule.

    What `transaction.supposing` gives back, and what it leaves, is said there: a new field is named in one or the other.
    """

    files: Mapping[str, str]
    host: Host
    records: rec.Records = field(init=False)
    notes: OwnNotes = field(init=False)
    law: Law = field(init=False)
    moment: Moment = field(default_factory=lambda: Moment({"id": "", "kind": "timer", "time": 0}, 0), init=False)
    recheck: bool = field(default=False, init=False)  # whether the law changed, so that all records are to be checked
    evidence: Evidence | None = field(default=None, init=False)
    heard: Heard | None = field(default=None, init=False)
    # What the fold has written beside records and law: days of the journal, the index of proposals, changes as they were read.
    written: dict[str, str] = field(default_factory=dict, init=False)
    growing: dict[str, Growing] = field(default_factory=dict, init=False)  # days of the journal, by what came to them
    looked_at: set[int] = field(default_factory=set, init=False)  # accounts whose role mattered
    memos: Memos = field(default_factory=Memos, init=False)
    showing: Showing | None = field(default=None, init=False)  # None while anything is judged

    def __post_init__(self) -> None:
        self.records = rec.Records(self.files)
        self.notes = OwnNotes(self.records.notes.get, partial(self.records.put, "engine"))
        self.host.context = self
        texts = {path: text for path, text in self.files.items() if path.startswith(LAW)}
        ruleset = str((self.records.get("game", "game") or {}).get("ruleset", ""))
        self.law = self.law_of(ruleset, texts)

    def begin_limits(self) -> None:
        """What rules may use in one happening, or as one thing is drawn, starts over: the more players, the more."""
        self.host.fresh(WORDS_A_PLAYER * len(self.records.keys("players")))

    def text(self, path: str) -> str | None:
        """A file beside records and law, as the fold has left it; None if there is none."""
        known, grown = self.written.get(path, self.files.get(path)), self.growing.get(path)
        return known if grown is None else "".join([known or "", *grown.pieces])

    def grow(self, path: str, more: str) -> None:
        """A file is longer by so much. Its text is put together when somebody wants it, and not at each piece."""
        grown = self.growing.get(path)
        if grown is None:
            grown = self.growing[path] = Growing(len(self.text(path) or ""))
        grown.pieces.append(more)
        grown.length += len(more)

    def length(self, path: str) -> int:
        """Characters of a file beside records and law; 0 if there is none."""
        grown = self.growing.get(path)
        return len(self.text(path) or "") if grown is None else grown.length

    def rewrite(self, path: str, text: str) -> None:
        """A file beside records and law is another from now on."""
        self.written[path] = text
        if path in self.growing:
            self.growing[path] = Growing(len(text))

    def settle_growing(self) -> None:
        """What files have grown by stands in `written`, too."""
        for path, grown in self.growing.items():
            self.written[path], grown.pieces = self.text(path) or "", []

    def take_grown(self) -> dict[str, str]:
        """The texts of the files that have grown since this was asked last, by their paths."""
        self.settle_growing()
        paths, self.growing = [*self.growing], {}
        return {path: self.written[path] for path in paths}

    def law_of(self, ruleset: str, texts: Mapping[str, str]) -> Law:
        """The law these texts would make, in the order of their paths; problems are left to whoever asks `problems_of`.

        Of the very same texts, which nobody changes any more, it is the very same law.
        """
        known = self.memos.laws.get((ruleset, id(texts)))
        if known is None:
            law = {path: texts[path] for path in sorted(texts)}
            made = Law(law, *read(ruleset, of_ruleset(ruleset, law), self.host, FIELDS))
            known = put_by(self.memos.laws, (ruleset, id(texts)), (texts, made))
        found: Law = known[1]
        return found

    @property
    def book(self) -> Rulebook:
        return self.law.book

    @property
    def hurried(self) -> bool:
        """Whether what is only shown has taken its time, and nothing more is to be tried for it."""
        return self.showing is not None and self.showing.is_hurried

    @property
    def now(self) -> int:
        return self.moment.now

    @property
    def paused_for(self) -> int:
        """For how many seconds the game has been paused by now; 0 while it goes on."""
        since = self.notes.paused_at
        return 0 if since is None else self.now - int(since)

    @property
    def game(self) -> GameRecord:
        """The record of the game; not to be changed in place."""
        found: Any = self.records.get("game", "game") or {}
        game: GameRecord = found
        return game

    @property
    def timezone(self) -> str:
        return zone_of(self.game)

    @property
    def table(self) -> int:
        """The number of the issue that is the table; the first one in a game that names none."""
        return int(self.game.get("table") or 1)

    def entry(self, name: str, key: str) -> Any:
        """One entry of a note that is kept by key (`records.APART`), None if there is none."""
        return self.records.get(rec.APART[name], key)

    def entries(self, name: str) -> dict[str, Any]:
        """All of a note that is kept by key."""
        return dict(self.records.items(rec.APART[name]))

    def set_entry(self, name: str, key: str, value: Any) -> None:
        """Writes an entry of a note that is kept by key; None removes it."""
        self.records.put(rec.APART[name], key, value)

    def remember(self, name: str, key: str, value: Any, oldest: int) -> None:
        """Enters a time, or what has been so `since` one, into a note kept by key; what is before `oldest` leaves it.

        It cannot be undone: it comes at the end of a happening.
        """
        heap = self.memos.remembered.get(name)
        if heap is None:
            heap = self.memos.remembered[name] = [(_since(known), key) for key, known in self.entries(name).items()]
            heapify(heap)
        self.set_entry(name, key, value)
        heappush(heap, (_since(value), key))
        while heap and heap[0][0] < oldest:
            time, old = heappop(heap)
            known = self.entry(name, old)
            if known is not None and _since(known) == time:
                self.set_entry(name, old, None)

    def poll(self, key: str) -> Poll:
        """The record of a poll that there is; whether there is one is asked of the records."""
        found = self.records.get("polls", key)
        if found is None:
            raise KeyError(key)
        return found

    def player(self, key: str) -> Player:
        """What the engine keeps of a player, nothing of anybody else. Not to be changed."""
        found: Any = self.records.get("players", key) or {}
        player: Player = found
        return player

    def thread(self, number: int | str | None) -> KnownThread:
        """What is known of a thread, nothing of one that nobody told of. Not to be changed."""
        return self.records.get("threads", str(number)) or {}

    @overload
    def patch(self, collection: Literal["polls"], key: str, **changes: Unpack[PollChange]) -> dict[str, Any]: ...
    @overload
    def patch(self, collection: Literal["threads"], key: str, **changes: Unpack[KnownThread]) -> dict[str, Any]: ...
    @overload
    def patch(self, collection: Literal["players"], key: str, **changes: Unpack[Player]) -> dict[str, Any]: ...
    @overload
    def patch(self, collection: Literal["issues"], key: str, **changes: Unpack[IssueChange]) -> dict[str, Any]: ...
    @overload
    def patch(self, collection: Literal["timers"], key: str, **changes: Unpack[TimerChange]) -> dict[str, Any]: ...
    @overload
    def patch(self, collection: Literal["game"], key: str, **changes: Unpack[GameRecord]) -> dict[str, Any]: ...
    def patch(self, collection: Any, key: str, **changes: Any) -> dict[str, Any]:
        """Changes fields of a record (or begins one) and returns it."""
        record = {**(self.records.get(collection, key) or {}), **changes}
        self.records.put(collection, key, record)
        return record


def _since(value: Any) -> int:
    return int(value["since"] if isinstance(value, dict) else value)
