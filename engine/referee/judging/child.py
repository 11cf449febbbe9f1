"""The fold in a child process: rule code never runs where the token and the key are.

A child that dies is attributed to the rule it was running; that happening becomes the rule's fault, and the inbox is
folded again with the fault given. What comes back is data from a stranger and is checked as such.
"""

import base64
import json
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from engine.game.dice import seed
from engine.game.examples.kept_evidence import Found, remember
from engine.game.happening import Happening
from engine.game.plan import (
    EXAMPLES,
    LOADING,
    OF_POLL,
    SENDING,
    UNASKED,
    Fault,
    Limits,
    Plan,
    is_of_drawing,
    of_happening,
    unasked_at,
)
from engine.game.state import State
from engine.law.running.host import TOO_LONG
from engine.referee.judging import limits as bounds
from engine.referee.judging.checked_plan import checked
from engine.referee.judging.forked import Forked
from engine.referee.judging.lines import OUT_OF_MEMORY, Lines, send
from engine.referee.judging.lines import crumb as crumb_of
from engine.referee.judging.spare import Spare, brought
from engine.referee.judging.workers import ChildWorkers
from engine.referee.ports import ForgeError

MOST_FAULTS: Final = 50
MOST_EVIDENCE: Final = 100  # proposals whose examples are not played again
MOST_LEFT_OUT: Final = 8  # functions that are run no more for boards: each time all is judged once more
PATIENCE: Final = 120.0
ENDED: Final = (
    "The processes in which rules are judged were ended from outside, or none could be started.",
    "Make the pass again, on a machine that has room for more processes.",
)
OURS: Final = "the engine failed at what it did"
Answers = Mapping[str, Callable[[Any], bytes]]  # to what a child may ask for: a line for it


class JudgeBug(Exception):
    """The fold failed: a bug of ours. The text is the child's traceback, for the report; the crumb says what it was at."""

    def __init__(self, report: str, crumb: list[Any], judged: int) -> None:
        super().__init__(report)
        self.happening, self.rule, self.function, self.line = _parts(crumb)
        self.judged = judged


class Died(Exception):
    """The child ended before it was done, after `judged` happenings; the crumb says what it was running. Or its time was up.

    `worn`: what was judged before had left much less memory than there is. `last`: of one that was `late`, most of the time went
    into what was judged last.
    """

    def __init__(
        self, crumb: list[Any], why: str, judged: int = 0, *, late: bool = False, worn: bool = False, last: bool = False
    ) -> None:
        super().__init__(why)
        self.crumb, self.why, self.judged = crumb, why, judged
        self.late, self.worn, self.last = late, worn, last


class Lost(Exception):
    """The child went with the process that kept it, or was ended for the first time: it need have done nothing. Or there was none."""


class ChildJudge:
    """Folds in a child; `key` stays here. `game` is the id under which its dice are thrown, if it is not the one in its files.

    `bugs` are those of the fold itself that were met: for whoever runs the pass.

    Each fold takes its child from `spare`.
    """

    def __init__(
        self, key: bytes, game: str | None = None, limits: Limits | None = None, spare: Spare | None = None
    ) -> None:
        self.key, self.game, self.limits = key, game, limits or Limits()
        self.spare = spare or Spare()
        self.bugs: list[JudgeBug] = []
        self.evidence: dict[str, Found] = {}
        self._doubtful = True  # whether a child that is ended may have been ended by a machine short of memory

    def judge(self, files: Mapping[str, str], inbox: Sequence[Happening], until: int) -> Plan:
        """Raises ForgeError. What is too much for one pass is left to the next: the plan then ends early, and says so."""
        faults: dict[str, Fault] = {}
        limits, enough, lost, self._doubtful = self.limits, time.monotonic() + PATIENCE, 0, True
        while True:
            try:
                plan = checked(self._fold(files, inbox, until, faults, limits), files)
                self.spare.judged_by(files)
                return plan
            except Lost:
                lost, self._doubtful = lost + 1, False
                if lost > 1:
                    raise ForgeError(*ENDED) from None
            except Died as death:
                full = len(faults) >= MOST_FAULTS or time.monotonic() > enough
                again = limits.happenings < self.limits.happenings
                most = _most(death, limits, full=full or _is_doubtful(death, faults), again=again)
                if most:
                    limits = replace(limits, happenings=most)
                else:
                    self._blame(death, faults)
            except JudgeBug as bug:
                if len(faults) >= MOST_FAULTS and 0 < bug.judged < limits.happenings:
                    limits = replace(limits, happenings=bug.judged)
                else:
                    self._pass_by(bug, faults)

    def _blame(self, death: Died, faults: dict[str, Fault]) -> None:
        """Makes the death a fault of the rule that was running. If none was, the happening is refused as ours.

        Examples that took too long bind nobody, and whatever ran in them just then has no part in that: they are not played.
        Raises ForgeError if that does not help, or nothing was judged.
        """
        happening, slug, function, line = _parts(death.crumb)
        unplayed = EXAMPLES + of_happening(happening)
        in_examples = str([*death.crumb, ""][0]).startswith(EXAMPLES)
        if in_examples and death.why == TOO_LONG and unplayed not in faults and len(faults) < MOST_FAULTS:
            faults[unplayed] = Fault("", "", 0, death.why)
            return
        if happening == LOADING and slug:
            raise ForgeError(
                f"The judge stopped as it loaded the rule `{slug}`, which is in force: {death.why}.",
                "Make the pass on a machine with more memory, and repeal or mend that rule.",
            )
        if happening.startswith(OF_POLL) and _is_left_out(happening, Fault(slug, function, line, death.why), faults):
            return
        place, again = _place(happening, faults)
        if not place:
            raise ForgeError(
                f"The judge stopped: {death.why}.", "Run `nomic referee --dry-run` and report what it prints."
            )
        if not slug:
            self.bugs.append(
                JudgeBug(f"The judge stopped with no rule running: {death.why}.", death.crumb, death.judged)
            )
        faults[place] = Fault(slug, function, line, death.why, again=again)

    def _pass_by(self, bug: JudgeBug, faults: dict[str, Fault]) -> None:
        """One happening that we cannot judge must not stop the game: it is refused, and the bug told to whoever runs us.

        If a rule had a part in it, that rule is named: players can mend it, and us they cannot.
        """
        place, again = _place(bug.happening, faults)
        if not place:
            raise bug
        self.bugs.append(bug)
        faults[place] = Fault(bug.rule, bug.function, bug.line, OURS, again=again)

    def _fold(
        self,
        files: Mapping[str, str],
        inbox: Sequence[Happening],
        until: int,
        faults: Mapping[str, Fault],
        limits: Limits,
    ) -> Any:
        workers = ChildWorkers()
        try:
            child = self.spare.take()
        except OSError:  # the machine starts none
            raise Lost from None
        try:
            child.tell(files)
            job = {
                "inbox": list(inbox),
                "until": until,
                "faults": {id_: vars(fault) for id_, fault in faults.items()},
                "limits": vars(limits),
                "memory": child.memory,
                "evidence": self.evidence,
            }
            crumb = partial(crumb_of, child.memory)
            answers: Answers = {"bring": partial(brought, files), "deal": workers.deal, "held": workers.held}
            game = State(files).notes.game if self.game is None else self.game
            seed_of = partial(seed, self.key, game)
            data = json.dumps(job).encode() + b"\n"
            return _converse(child.process, data, seed_of, answers, crumb, self._keep, self._doubtful)
        finally:
            workers.end()
            child.end_it()

    def _keep(self, said: Any) -> None:
        """Raises EOFError for what is not evidence."""
        try:
            key, found = said
            remember(
                self.evidence, str(key), {str(name): [str(one) for one in found[name]] for name in found}, MOST_EVIDENCE
            )
        except (TypeError, ValueError, KeyError, IndexError):
            raise EOFError("nothing that a child says") from None

    def prepare(self, files: Mapping[str, str] | None = None) -> None:
        """While nothing is known of the world, of the law that was judged by last."""
        self.spare.prepare(self.spare.law if files is None else files)

    def rest(self) -> None:
        self.spare.rest()


def _most(death: Died, limits: Limits, *, full: bool, again: bool = False) -> int:
    """How many happenings to judge instead of all, so that a pass with too much in it gets somewhere; 0: what ran is to blame.

    A fold whose time was up, or whose plan was too much to say, gets half of what it did; where there was too much to blame
    already, where it may not be what ran, or where most of the time went into that, it ends before: then that is the first of
    the next fold. One that was made less before, and died `again` all the same, would go on like that for long: it gets half, too.
    """
    at = [*death.crumb, ""][0]
    unsaid = at == SENDING
    if is_of_drawing(str(at)) or not (death.late or full or unsaid):
        return 0
    half = unsaid or (not death.last if death.late else again)
    most = max(1, death.judged // 2) if half else death.judged
    return most if death.judged > 0 and most < limits.happenings else 0


def _place(at: str, faults: Mapping[str, Fault]) -> tuple[str, bool]:
    """(where a fault is set for what died there, whether it died there before); no place if nothing is left to try.

    Where there are too many to blame, or the part of the happening that it died in fails whatever is done, the happening itself
    is refused without a word to the law: however many rules fail at it, it has an end.
    """
    known, whole = faults.get(at), of_happening(at)
    if at and len(faults) < MOST_FAULTS and (known is None or not known.again):
        return at, known is not None
    last = faults.get(whole)
    return (whole, True) if last is None or not last.again else ("", True)


def _is_left_out(at: str, fault: Fault, faults: dict[str, Fault]) -> bool:
    """Notes that a function is run no more for a poll's board that has died of it before; nor for any other, if one has, too.

    All polls may ask it, and each would die of it. Over one alone it may be who wrote that poll that has it take so long.
    """
    key, same = _of_poll(at) or "", _same(fault, faults)
    everywhere = any(_of_poll(place) != key for place in same)
    place = unasked_at(fault.rule, fault.function, "" if everywhere else key)
    is_new = bool(same) and place not in faults and (everywhere or len(same) == 1)
    if not fault.rule or not is_new or _left_out(faults) >= MOST_LEFT_OUT:
        return False
    for each in same if everywhere else ():
        del faults[each]
    faults[place] = fault
    return True


def _same(fault: Fault, faults: Mapping[str, Fault]) -> list[str]:
    """Places of the boards of polls over which this function has ended the process before."""
    known = (fault.rule, fault.function)
    return [at for at, each in faults.items() if (each.rule, each.function) == known and _of_poll(at) is not None]


def _of_poll(place: str) -> str | None:
    """The key of the poll over whose board something died; None of any other place."""
    return of_happening(place).partition("/")[2] if place.startswith(OF_POLL) else None


def _left_out(faults: Mapping[str, Fault]) -> int:
    return sum(place.startswith(UNASKED) for place in faults)


def _is_doubtful(death: Died, faults: Mapping[str, Fault]) -> bool:
    """Whether it may have died of what others had left in its memory: then what ran is judged first by the next pass.

    What has killed it before in this pass, in the same place, is known to do so.
    """
    _, slug, function, _ = _parts(death.crumb)
    known = {(fault.rule, fault.function) for fault in faults.values()}
    return death.worn and death.why != TOO_LONG and (slug, function) not in known


def _parts(crumb: list[Any]) -> tuple[str, str, str, int]:
    """(happening, rule, function, line) of a crumb."""
    happening, slug, function, line = (*crumb, "", "", "", 0)[:4] if crumb else ("", "", "", 0)
    return str(happening).removeprefix(EXAMPLES), str(slug), str(function), line if isinstance(line, int) else 0


def _converse(
    child: Forked,
    job: bytes,
    seed_of: Callable[[str], bytes],
    answers: Answers,
    crumb: Callable[[], list[Any]],
    keep: Callable[[Any], None],
    doubtful: bool = False,
) -> Any:
    """Sends the job, answers requests for seeds and the others, keeps evidence, and returns the plan. Raises Died."""
    deadline = time.monotonic() + PATIENCE
    begun, first, last, since = 0, 0, 0, deadline - PATIENCE
    try:
        send(child.stdin.fileno(), job, deadline)
        lines = Lines(child.stdout.fileno(), deadline)
        while True:
            message = lines.message()
            if "plan" in message:
                return message["plan"]
            if "bug" in message:
                raise JudgeBug(str(message["bug"]), crumb(), max(0, begun - 1))
            if "evidence" in message:
                keep(message["evidence"])
                continue
            if asked := [name for name in answers if name in message]:
                answer = answers[asked[0]](message[asked[0]])
            elif "seed" in message:
                begun, since = begun + 1, time.monotonic()  # one seed for one happening
                in_use = message.get("in_use")
                last = in_use if isinstance(in_use, int) else 0
                first = first or last
                answer = base64.b64encode(seed_of(str(message["seed"]))) + b"\n"
            else:
                raise EOFError("nothing that a child says")
            send(child.stdin.fileno(), answer, deadline)
    except (BrokenPipeError, EOFError):
        child.kill()
        code = child.wait()
        if child.lost or (doubtful and code == -signal.SIGKILL):
            raise Lost from None
        raise Died(crumb(), _cause(code), max(0, begun - 1), worn=last - first > bounds.WORN) from None
    except TimeoutError:
        child.kill()
        alone = deadline - since > PATIENCE / 2
        raise Died(crumb(), TOO_LONG, max(0, begun - 1), late=True, last=alone) from None


def _cause(code: int) -> str:
    if code == -signal.SIGPROF:
        return TOO_LONG
    if code in (-signal.SIGABRT, -signal.SIGKILL, OUT_OF_MEMORY):
        return "it used too much memory"
    return f"it ended the process (signal {-code})" if code < 0 else "it ended the process"
