"""The fold: files and an inbox in, a plan out. The same arguments give the same plan, on every machine.

It judges happenings in order, lets the clock run between them, and gathers what changed into segments; a happening that
changes rules ends a segment, so each commit holds the law that was in force for what follows it.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, Final

from engine.game.entries import Entry, Outcome
from engine.game.fold import chronicled, journaling, meant
from engine.game.fold.clock import next_due, note_rung, note_unfinished
from engine.game.fold.judging import is_heard, judge
from engine.game.fold.sight import sight
from engine.game.happening import Happening, Position, in_order, position
from engine.game.plan import (
    DRAWING,
    LOADING,
    OF_POLL,
    Fault,
    Given,
    Limits,
    Plan,
    Segment,
    of_happening,
    unasked,
)
from engine.game.proposals import proposal_record
from engine.game.prospects import boards
from engine.game.words.registry import new_host
from engine.game.world.showing import Showing
from engine.game.world.world import Entropy, Evidence, World
from engine.law.running.fuse import Fuse
from engine.law.running.host import Host
from engine.store import digest, journal
from engine.store.layout import LAW
from engine.store.records import JOURNAL, NOTES

Watch = Callable[[str, str, str, int], None]
Turn = Callable[[], None]
# Seconds of rule code for what is shown of polls; beyond them it is how they stand, and not what would follow.
MOST_SHOWN: Final = 8.0
MUCH_TALK = 80  # with what is read twice anyway, so much fits on one page of a list


def fold(
    files: Mapping[str, str],
    inbox: Sequence[Happening],
    until: int,
    entropy: Entropy,
    *,
    faults: Mapping[str, Fault] = {},
    limits: Limits = Limits(),  # noqa: B008 - frozen
    watch: Watch | None = None,
    fuse: Fuse | None = None,
    host: Host | None = None,
    evidence: Evidence | None = None,
    world: World | None = None,
) -> Plan:
    """Judges the inbox and runs the clock up to `until` (seconds since the epoch). A `host` keeps what it compiled.

    A `world` was made of the same files before, with a host of its own, and nothing has happened in it.

    `evidence` plays the examples of a proposed law, which are played by a fold: so it is handed in.
    """
    folding = Folding(files, entropy, faults, limits, watch, host, world)
    folding.world.host.fuse = fuse
    folding.world.evidence = evidence if limits.examples else None
    return folding.run(in_order(list(inbox)), until)


class Folding:
    """One fold under way: the world, and the segments so far."""

    def __init__(
        self,
        files: Mapping[str, str],
        entropy: Entropy,
        faults: Mapping[str, Fault],
        limits: Limits,
        watch: Watch | None = None,
        host: Host | None = None,
        world: World | None = None,
    ) -> None:
        host = world.host if world is not None else host or new_host()
        if watch is not None:
            host.watch = partial(watch, LOADING)
        self.world = world or World(files, host)
        self.entropy, self.faults, self.limits, self.watch = entropy, faults, limits, watch
        self.plan = Plan()
        self.segment = Segment()
        self.worth = False
        self.judged = 0
        self.written = 0  # bytes that the segments hold
        self.days: dict[str, int] = {}  # characters by which days of the journal have grown in the one that is open
        self.grown = 0  # of all of them
        self.told = 0  # the same of all segments: the plan tells once more what came of each happening
        self.scripts: list[Any] | None = None
        self.given: Given | None = None
        self.turn: Turn | None = None  # called before each happening; what it raises ends the fold
        self.entry: Entry = {}
        self.shown: Showing | None = None
        if watch is not None:
            host.watch = self._call
            watch("", "", "", 0)  # the law is loaded: who dies before the first happening dies of no rule

    def run(self, inbox: Sequence[Happening], until: int) -> Plan:
        for happening in inbox:
            if not self.clock(position(happening)) or not self.room():
                self.plan.more = True
                return self.finish(until)
            if self.is_heard(happening):
                self.judge(happening)
        self.plan.more = not self.clock((until, 1 << 30, ""))
        return self.finish(until)

    def is_heard(self, happening: Happening) -> bool:
        self.begin(happening["id"])
        return is_heard(self.world, happening, self.faults)

    def room(self) -> bool:
        return self.judged < self.limits.happenings and self.written + self.grown + self.told < self.limits.written

    def clock(self, until: Position) -> bool:
        """Judges what falls due before a position. False if a limit was reached."""
        while (due := next_due(self.world, until)) is not None:
            if not self.room():
                return False
            self.judge(due)
        return True

    def judge(self, happening: Happening) -> Outcome:
        if self.turn is not None:
            self.turn()
        self.judged += 1
        self.begin(happening["id"])
        law = self.world.law
        outcome = judge(
            self.world,
            happening,
            self.entropy(happening["id"]),
            self.scripts,
            self.faults,
            self.given,
        )
        note_rung(self.world, happening, changed=law is not self.world.law)
        moment = self.world.moment
        self.segment.merges += moment.merges
        self.segment.files.update(moment.files | proposal_record.index(self.world))
        self.segment.entries += 1
        self.segment.headlines += chronicled.headlines(self.world, outcome)
        self.plan.verdicts += [v for v in moment.verdicts if v not in self.plan.verdicts]
        self.plan.decided_at = {str(v): self.world.now for v in moment.verdicts} | self.plan.decided_at
        self.plan.polls += [key for key in moment.polls if key not in self.plan.polls]
        self.plan.outcomes.append({"id": happening["id"], **outcome, "rolls": moment.rolls})
        self.entry = journaling.enter(self.world, self.segment, happening, outcome)
        self.grows()
        self.worth = self.worth or worth_a_commit(outcome, happening)
        is_nothing = outcome["is"] == "ignored" or meant.only_told(self.world, outcome)
        if happening["kind"] in ("said", "edited") and not is_nothing:
            self.plan.reactions.append({"comment": happening["comment"], "content": _REACTION[outcome["is"]]})
        if self.world.law is not law or moment.merges:
            self.close()
        return outcome

    def grows(self) -> None:
        """The journal is longer by an entry: where no law changes, a segment has no other end than what it holds."""
        path = journal.path_of(self.world.now, self.world.notes.part or 1)
        more = self.world.length(path) - len(self.known.get(path) or "")
        entry, self.days[path] = more - self.days.get(path, 0), more
        self.grown += entry
        self.told += entry

    def _call(self, slug: str, function: str, line: int) -> None:
        if self.watch is not None:
            moment = self.world.moment
            self.watch(moment.phase + moment.happening["id"], slug, function, line)

    def close(self) -> None:
        """Ends the segment: its files are what changed since the last one."""
        world = self.world
        note_unfinished(world)
        world.notes.rules = digest.tree_id({p.removeprefix(LAW): t for p, t in world.law.texts.items()})
        written = world.records.files(world.book.one_file)
        self.segment.files.update(written | world.take_grown())
        self.segment.files[NOTES] = world.records.engine_file()
        changed = {p: t for p, t in self.segment.files.items() if self.known.get(p) != t}
        self.segment.added = {p: more for p, t in changed.items() if (more := _added(p, self.known.get(p), t))}
        self.segment.files = {p: t for p, t in changed.items() if p not in self.segment.added}
        self.known.update(changed)
        texts = (*self.segment.files.values(), *self.segment.added.values())
        self.written += sum(len(text.encode(errors="surrogatepass")) for text in texts if text)
        self.days, self.grown = {}, 0
        recent = self.plan.outcomes[-self.segment.entries :]
        self.segment.title = chronicled.title(self.segment.headlines, recent)
        self.plan.segments.append(self.segment)
        self.segment = Segment()
        self.worth = False

    @cached_property
    def known(self) -> dict[str, str | None]:
        """Path -> text as the last segment left it."""
        return dict(self.world.files)

    def finish(self, until: int) -> Plan:
        if self.worth or self.segment.entries >= MUCH_TALK or (self.plan.more and self.segment.entries):
            self.close()  # else the next pass would read and judge the same again
        wanted = [k.split("/", 1)[1] for k in self.world.records.keys("outbox") if k.startswith("status/")]
        keys = list(dict.fromkeys([*wanted, *self.plan.polls]))
        self.plan.roles = sorted(self.world.looked_at)
        self.shown = Showing({}, self.world.host.fuse, MOST_SHOWN)
        self.plan.boards = boards.draw(self.world, keys, until, self.faults, self.begin_board)
        self.begin_board(DRAWING)
        too_slow = any(of_happening(place) == DRAWING for place in self.faults)
        self.plan.sight = sight(self.world, until, too_slow=too_slow) if self.plan.segments else None
        self.world.showing = None
        return self.plan

    def begin_board(self, place: str) -> None:
        """Only polls are shown without what has ended the judge over them: of other boards, who wrote them may be the cause."""
        key = place.removeprefix(DRAWING).removeprefix("/")
        self.world.showing, self.world.moment.phase = None, ""
        if self.shown is not None and (not key or self.world.records.get("polls", key) is not None):
            self.shown.unasked = unasked(self.faults, key)
            self.world.showing, self.world.moment.phase = self.shown, OF_POLL
        self.begin(place)

    def begin(self, place: str) -> None:
        """What has limits and time of its own begins; no rule is to blame for it yet."""
        if self.watch is not None:
            self.watch(place, "", "", 0)


def _added(path: str, before: str | None, text: str | None) -> str:
    """What a day of the journal is longer by; empty for all else, and where what was there is there no more."""
    if not path.startswith(JOURNAL) or not text or not text.startswith(before or ""):
        return ""
    return text[len(before or "") :]


_REACTION = {"done": "+1", "refused": "confused"}


def worth_a_commit(outcome: Outcome, happening: Happening) -> bool:
    """Ignored happenings are only noted along with something that counts."""
    return outcome["is"] != "ignored" or "fault" in outcome or bool(happening.get("worth"))
