"""One pass of the referee: read, judge, write, answer; and again from the start if main moved meanwhile."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from engine.game.entries import Judged
from engine.game.happening import Happening
from engine.game.owned import Merge
from engine.game.plan import Plan
from engine.game.state import State
from engine.referee import first, fitness, secrets
from engine.referee.answering import receipts
from engine.referee.answering.outbox import Outbox
from engine.referee.beside import Guarded, is_beside, likely, standing
from engine.referee.commits import administered
from engine.referee.commits.committing import commit
from engine.referee.commits.remembered import Remembered
from engine.referee.intake.inbox import Reading
from engine.referee.intake.reading import Reader
from engine.referee.intake.whole_thread import whole_thread
from engine.referee.judging import heads
from engine.referee.judging.judge import Judge
from engine.referee.ports import (
    Deletion,
    Exhausted,
    Forge,
    ForgeError,
    GaveUp,
    Gone,
    Moved,
    PushRefused,
    Repository,
    Unprocessable,
    Unreachable,
    Unreadable,
)
from engine.store.marks import reached

ATTEMPTS: Final = 6
ROUNDS: Final = 20
LISTINGS: Final = 20  # of one thread in one pass: what moves its verdict each time does not keep the pass from its end
APART: Final = 3  # merges of one push that are each left out alone, before all are: it fits in the attempts of a pass
AGAIN: Final = 30  # attempts of the one run that can tell who deleted somebody else's word: no later pass knows


class TooMuchByHand(Exception):
    """One plan held only so many of the happenings made of commits by hand: nothing was written."""

    def __init__(self, judged: int) -> None:
        super().__init__(judged)
        self.judged = judged


@dataclass
class Report:
    """What a pass did, for the log: commits made, outcomes, and what could not be said."""

    commits: list[str] = field(default_factory=list)
    outcomes: list[Judged] = field(default_factory=list)
    plan: Plan | None = None
    held: list[str] = field(default_factory=list)


@dataclass
class Referee:
    """Everything a pass needs. `wait(attempt)` is called before main is read again; `bot` is the engine's own login.

    `committed` is the hash of the key the judge throws with: a pass with another key than the game's decides nothing.
    `key` seals what is committed, None in a game without a secret one. `beside` draws what a game shows of itself.
    `remembered` is what the pass before has read, for whoever makes one after another.
    """

    forge: Forge
    repository: Repository
    judge: Judge
    bot: str
    wait: Callable[[int], None] = lambda attempt: None
    dry_run: bool = False
    committed: str | None = None
    key: bytes | None = None
    beside: Guarded | None = None
    remembered: Remembered = field(default_factory=Remembered)
    _table: int = 0  # of a game that has its first pass, once it is there: a list may not show it yet
    _refused: dict[int, tuple[str, str]] = field(default_factory=dict)
    _apart: int = administered.APART
    _merging: list[Merge] = field(default_factory=list)  # by the push that was tried last
    _suspects: list[Merge] | None = None  # still to be left out alone
    _suspect: int | None = None

    def run(self, deleted: Deletion | None = None, report: Report | None = None) -> Report:
        """One pass. Raises ForgeError with cause and remedy; then nothing is lost, and what was decided stands in the `report`."""
        report = Report() if report is None else report
        try:
            for _ in range(ROUNDS):
                if not self._until_written(report, deleted):
                    break
        finally:
            self.judge.rest()
        return report

    def _until_written(self, report: Report, deleted: Deletion | None) -> bool:
        """What is told only once is not given up as soon as what the next pass takes up; nor where nothing is known for a moment."""
        once = deleted is not None and deleted.by_somebody_else
        for attempt in range(AGAIN if once else ATTEMPTS):
            try:
                return self._fitting(report, deleted)
            except Moved:
                reached("main moved under a pass")
            except PushRefused as refusal:
                self._without_merges(str(refusal))
                continue
            except Unreachable as error:
                if not once or report.commits or attempt + 1 >= ATTEMPTS or isinstance(error, Exhausted):
                    raise
                reached("trouble of the forge while a deletion is told")
            self.wait(min(attempt, ATTEMPTS - 1))
        raise GaveUp("main moved each time this pass wanted to write.", "Nothing is lost: the next pass takes it up.")

    def _fitting(self, report: Report, deleted: Deletion | None) -> bool:
        """An attempt; where one plan cannot hold all that was committed by hand, more of it is judged as one."""
        while True:
            try:
                return self._attempt(report, deleted)
            except TooMuchByHand as error:
                reached("commits by hand judged as one")
                self._apart = max(1, error.judged // 2)

    def _attempt(self, report: Report, deleted: Deletion | None) -> bool:
        self.judge.prepare()  # while main and the forge are read
        main = self.repository.fetch()
        since = administered.since_last(self.repository, main, self._keys, apart=self._apart)
        self.remembered.turn(self.repository, since.base)
        along = likely(self.repository, main) if self.beside else ()
        self.judge.prepare(self.remembered.law(self.repository, along))
        files = self.remembered.read_open(self.repository)
        self.judge.prepare(files)
        state = State(files)
        fitness.check(state, self.committed)
        if first.waits(state) and not self._began(state, report):
            return False
        reader = Reader(self.forge, self.repository, state, main, self.bot, deleted)
        reading = reader.read()
        for happening in since.happenings:
            reader.add({**happening, "seen_at": reading.until, "actor": None, "thread": None})
        reading.inbox += [*fitness.upgraded(state, reading.until), *self._unmergeable(reading)]
        reading.inbox += first.sealing(state, self.committed, reading.until, self._table)
        plan = self._judged(reader)
        heads.check(plan, reader.reading.heads, state)
        report.plan = plan
        report.held += [n for n in [*since.left_out, *reader.holding.troubles()] if n not in report.held]
        if self.dry_run:
            return False
        after = self._write(plan, since, main, files, report)
        self._answer(plan, reader, State(after), report)
        return plan.more

    def _began(self, state: State, report: Report) -> bool:
        """Whether a game that waits for its first pass can have it: its table is there, and it has a key."""
        if self.dry_run:
            self._table = state.table
        self._table = self._table or first.open_table(self.forge, state, key=self.key, bot=self.bot)
        if self.key is None:
            report.held.append("The game waits for the secret NOMIC_DICE_KEY; the table says what to do.")
            return False
        if first.guessable(self.key):
            report.held.append("The secret NOMIC_DICE_KEY is too easy to guess; the table says what to do.")
            return False
        return True

    def _judged(self, reader: Reader) -> Plan:
        """Judges until every thread in which something is decided was listed whole, and whatever matters was asked.

        Where what was listed puts a verdict off, or lets it come sooner, it is listed again before that: more may count by
        then, or less, and its checks are to be asked.
        """
        listed: set[tuple[int, int]] = set()
        looked = False
        while True:
            plan = self.judge.judge(reader.state.files, reader.reading.inbox, reader.reading.until)
            known = {thread for thread, _ in listed}
            first = {t: at for t, at in plan.decided_at.items() if int(t) not in known}
            if reader.reading.put_behind(first, reader.state.time):
                reached("verdict put behind all that was said")
                continue
            verdicts = [(thread, plan.decided_at.get(str(thread), 0)) for thread in plan.verdicts]
            unlisted = [v for v in verdicts if v not in listed and sum(t == v[0] for t, _ in listed) < LISTINGS]
            if unlisted:
                self.judge.prepare(reader.state.files)
            for thread, _ in unlisted:
                for happening in whole_thread(reader, thread, plan, once_more=thread in known):
                    reader.add(happening)
            listed.update(unlisted)
            if (
                unlisted
                or reader.roles.learn(plan.roles)
                or reader.roles.doubt(plan.outcomes, reader.reading.inbox)
                or reader.edits.learn(plan.outcomes, reader.reading.inbox)
                or _hurried(plan, reader)
            ):
                continue
            if looked or not reader.look_further(quiet=not plan.segments):
                return plan
            looked = True

    def _write(
        self, plan: Plan, since: administered.Since, main: str, files: dict[str, str], report: Report
    ) -> dict[str, str]:
        """One commit for each segment, one push for all of them; returns the files as they are afterwards."""
        after = dict(files)
        for segment in plan.segments:
            segment.apply(after)
        shown = self._shown(plan, main, after)
        tip, made = main, list[str]()
        self._bring_heads(plan)
        before = dict(files)
        for place, segment in enumerate(plan.segments):
            changes = {**(since.restored if place == 0 else {}), **segment.whole(before)}
            segment.apply(before)
            changes |= shown if place == len(plan.segments) - 1 else {}
            parents = [tip, *(m["head"] for m in segment.merges)]
            tip = commit(self.repository, parents, changes, segment, self._keys)
            made.append(tip)
        if plan.segments:
            self._merging = [m for s in plan.segments for m in s.merges]
            self.repository.push(main, tip)
            self._refused.clear()
            self._suspects = self._suspect = None
            report.commits += made
            report.outcomes += plan.outcomes
        return after

    def _shown(self, plan: Plan, main: str, after: dict[str, str]) -> dict[str, str | None]:
        """What changes beside the game. Where nothing was decided and nothing is to be said, nothing is read for it."""
        if self.beside is None or not (plan.segments or plan.boards):
            return {}
        before = partial(standing, self.repository, main)
        if plan.segments:
            return {p: text for p, text in self.beside.drawn(before, after, plan).items() if is_beside(p)}
        self.beside.recalled(before, after)
        return {}

    def _bring_heads(self, plan: Plan) -> None:
        """The heads to be merged may have been read by an earlier pass, on another machine. Raises Moved to start again."""
        for merge in (m for segment in plan.segments for m in segment.merges):
            try:
                self.repository.fetch_pull(merge["thread"], merge["head"])
            except Unreadable:
                raise  # it was readable, and will be
            except (Gone, Unprocessable) as error:
                reached("voted head is gone before its merge")
                self._refused[merge["thread"]] = (merge["head"], error.cause)
                raise Moved from error

    @property
    def _keys(self) -> list[bytes]:
        return [] if self.key is None else [self.key]

    def _without_merges(self, words: str) -> None:
        """The push was refused for another reason than a moved main: try again without one of few merges, then without all."""
        if not self._merging:
            raise ForgeError(
                f"GitHub refused the push: {words}",
                secrets.remedy(words) or "`nomic doctor` names what keeps the token from pushing.",
            )
        reached("push refused with a merge in it")
        if self._suspects is None:
            self._suspects = list(self._merging) if 1 < len(self._merging) <= APART else []
        merging = self._merging
        if self._suspect is not None:
            merging = [*merging, {"thread": self._suspect, "head": self._refused.pop(self._suspect)[0]}]
        alone, self._suspects = self._suspects[-1:], self._suspects[:-1]
        self._suspect = alone[0]["thread"] if alone else None
        self._refused.update({m["thread"]: (m["head"], words) for m in alone or merging})

    def _unmergeable(self, reading: Reading) -> list[Happening]:
        """Known before anything is decided, but not before the head that it is about."""
        now = reading.until
        heads = {(h["thread"], h["head"]): h["time"] for h in reading.inbox if h["kind"] == "head"}
        common: Happening = {"kind": "unmergeable", "seen_at": now, "actor": None}
        return [
            {"id": f"unmergeable/{n}/{now}", "thread": n, "time": heads.get((n, head), 0), "why": why, **common}
            for n, (head, why) in sorted(self._refused.items())
        ]

    def _answer(self, plan: Plan, reader: Reader, after: State, report: Report) -> None:
        wanted = after.notes.outbox
        fresh = frozenset(k for k, w in wanted.items() if k not in reader.state.notes.outbox)
        box = Outbox(self.forge, after, reader.posts.posted, reader.reading.threads, fresh, self.bot, held=report.held)
        box.twin_comments, box.twin_issues = reader.posts.twin_comments, reader.posts.twin_issues
        box.judged = plan.told()
        box.boards = {key: self._with_more(key, board["text"]) for key, board in plan.boards.items()}
        box.titles = {key: title for key, board in plan.boards.items() if (title := board.get("title"))}
        if plan.segments:
            at = {h["comment"]: h["thread"] for h in reader.reading.inbox if "comment" in h}
            receipts.give(self.forge, plan, {k: wanted[k] for k in fresh}, at, box.exchanged())
        box.deliver()
        if self.beside is not None and self.beside.trouble and self.beside.trouble not in report.held:
            report.held.append(self.beside.trouble)

    def _with_more(self, key: str, text: str) -> str:
        more = self.beside.added(key) if self.beside is not None else ""
        return f"{text}\n\n{more}" if more else text


def _hurried(plan: Plan, reader: Reader) -> bool:
    """Puts commits by hand first if the plan stops before them: behind an engine's commit nobody would find them again."""
    judged = {outcome["id"] for outcome in plan.outcomes}
    at = reader.state.time
    by_hand = [h for h in reader.reading.inbox if h["kind"] == "administered"]
    unjudged = [h for h in by_hand if h["id"] not in judged]
    if not unjudged:
        return False
    late = [h for h in by_hand if h["time"] > at]  # also those before them, which keep their turn
    if not late and len(by_hand) > 1:
        raise TooMuchByHand(len(by_hand) - len(unjudged))
    if not late:
        raise ForgeError("More was committed by hand than one pass can judge.", "Nothing was written; report this.")
    reached("commit by hand put first")
    for happening in late:
        happening["time"] = at
    return True
