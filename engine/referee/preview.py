"""What would be said if a proposal were opened for voting now: read and judged as ever, and nothing is written.

The commands that open polls are found in the law in force, as a rule may have changed them.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from engine.game.calendar import DAY
from engine.game.close_reading import read_closely
from engine.game.entries import Failure
from engine.game.happening import Happening
from engine.game.owned import Inspected, KnownThread, Person
from engine.game.plan import Limits, Plan
from engine.game.prospects.imagined_proposal import PLAIN_RULE
from engine.game.replies import turned
from engine.game.replies.failing import noted
from engine.game.state import State
from engine.game.world.engine_fields import FIELDS
from engine.law import rulebook
from engine.law.documents.document import Document, parse
from engine.law.documents.problems import LawProblems
from engine.law.joining import joining, leading_to, opening
from engine.law.reader import CodelessHost
from engine.referee.commits import snapshot
from engine.referee.commits.committing import written
from engine.referee.intake import pulls
from engine.referee.judging.judge import Judge
from engine.referee.ports import Account, Repository
from engine.store import canon, records, splice
from engine.store.layout import folder_of, of_ruleset

UNNUMBERED: Final = 999_999  # a proposal that is no pull request yet

NOBODY: Final = Account(1, "somebody")
MOST_TRIED: Final = 12  # players, of whom one may be the author
MOST_NEXT: Final = 4  # of whom each opens a proposal in the week that is tried
# Of whoever tries a week: a law may do something every few minutes.
A_WEEK: Final = Limits(happenings=2_000, examples=False)
WEEK: Final = 7 * DAY
SOON: Final = 3 * DAY  # after which what all agree to is law, where it ever is


@dataclass(frozen=True)
class Proposal:
    """Commits that are or shall be a pull request. `main` and `head` are commit ids, `base` the branch it is meant for."""

    main: str
    head: str
    title: str
    author: Account | None = None  # None: whoever of the active players may open it now
    role: str = "player"
    number: int = UNNUMBERED
    base: str = "main"
    body: str = ""


@dataclass(frozen=True)
class Preview:
    """The command that would open it, the refusal (empty code: none), what would be answered, and warnings by file and line."""

    command: str
    code: str = ""
    reason: str = ""
    remedy: str = ""
    answer: str = ""
    warnings: tuple[str, ...] = ()
    as_if: str = ""  # who was taken for the author, where nobody who plays is
    title: str = ""  # what the engine calls it by then, where it is not called so yet


def preview(
    repository: Repository, judge: Judge, proposal: Proposal, *, waits: bool = False, quick: Judge | None = None
) -> Preview:
    """Tries the commands that open a poll, one after the other, on the game as main has it. Raises ForgeError.

    `waits`: it is opened for voting only once the engine has seen it, which gives its title the number that it lacks. `quick`: who
    plays no examples, and tries what the game would come to were it law.
    """
    files = _as_if_unopened(snapshot.read(repository, proposal.main), proposal.number)
    ruleset = State(files).ruleset
    change = pulls.inspect(repository, proposal.main, proposal.base, proposal.head, {}, ruleset)
    warnings = _warnings(change)
    best = _best(_tried(files, judge, proposal, change))
    if waits and best is not None and best.code:
        best = _called_otherwise(files, judge, proposal, change) or best
    if best is None:
        why = "No command of the rules opens a proposal for voting."
        return Preview("", "no_command", why, "Ask the players.", "", warnings)
    doubts = () if best.code else _doubts(files, change, ruleset)  # of what a judge could load, and of nothing else
    failing: list[str] = []
    if quick is not None and not best.code:
        author = proposal.author or next(each for each in _players(files) if each.login == best.as_if)
        tried = replace(proposal, author=author, title=best.title or proposal.title)
        failing = _failing_then(files, quick, tried, change, best.command)
        failing = [told for told in failing if not any(doubt.split(":")[0] == told.split(":")[0] for doubt in doubts)]
    return replace(best, warnings=(*warnings, *_turned(change), *doubts, *failing))


def _tried(files: Mapping[str, str], judge: Judge, proposal: Proposal, change: Inspected) -> Iterator[Preview]:
    """What comes of each command that opens a poll; where nobody is known as the author, of each as if somebody else wrote it."""
    ruleset = State(files).ruleset
    lines = opening_commands(files, ruleset)
    for author in [proposal.author] if proposal.author else _players(files):
        begin = _joining_lines(files, ruleset) if author == NOBODY else []
        theirs = replace(proposal, author=author)
        for line in lines:
            found = _opened_by(line, files, judge, theirs, change, begin)
            yield replace(found, as_if="" if proposal.author else author.login)


def _called_otherwise(files: Mapping[str, str], judge: Judge, proposal: Proposal, change: Inspected) -> Preview | None:
    """The same under the title that the engine gives it before anybody opens it; None if it leaves it, or it is refused then, too."""
    author = replace(proposal, author=proposal.author or _players(files)[0])
    time = State(files).time
    board = judge.judge(files, _seen(author, change, time), time).boards.get(str(proposal.number))
    title = board.get("title", "") if board is not None else ""
    found = _best(_tried(files, judge, replace(proposal, title=title), change)) if title else None
    return replace(found, title=title) if found is not None and not found.code else None


def _best(tried: Iterator[Preview]) -> Preview | None:
    """The first that is accepted; else what was told least often: the others are told that it is not their turn."""
    found: list[Preview] = []
    for one in tried:
        if not one.code:
            return one
        found.append(one)
    reasons = [one.reason for one in found]
    return min(found, key=lambda one: reasons.count(one.reason), default=None)


def opening_commands(files: Mapping[str, str], ruleset: str) -> list[str]:
    """The commands that put a proposal to the vote, the strongest rule's first."""
    return [command.usage_text for _, command in opening(_book(files, ruleset))]


def _book(files: Mapping[str, str], ruleset: str) -> rulebook.Rulebook:
    return rulebook.read(ruleset, of_ruleset(ruleset, files), CodelessHost({}), FIELDS)[0]


def _joining_lines(files: Mapping[str, str], ruleset: str) -> list[str]:
    """What somebody who is no player yet could write to become one: where nobody plays, nothing else could be said of a proposal."""
    usages = [command.usage_text for command in joining(_book(files, ruleset))]
    bare = [re.sub(r"\[[^\]]*\]", "", usage) for usage in usages]
    return [" ".join(re.sub(r"<[^>]*>", "Somewhere", line).replace("|", " ").split()) for line in bare]


def _players(files: Mapping[str, str]) -> list[Account]:
    """Those who are active, as far as they are tried; somebody made up where nobody is."""
    active = (record for _, record in State(files).players() if record.get("active"))
    found = [Account(int(record["id"]), str(record["login"])) for record in islice(active, MOST_TRIED)]
    return found or [NOBODY]


def _as_if_unopened(files: dict[str, str], number: int) -> dict[str, str]:
    """A proposal whose poll is open already is tried once more from the beginning, under its number."""
    files.pop(records.path_of("threads", str(number)), None)
    path = records.path_of("polls", str(number))
    if path in files:
        files[path] = canon.emit({**canon.read(files[path]), "status": "withdrawn"})
        notes = canon.read(files[records.NOTES])
        open_ = [key for key in notes.pop("open_polls", None) or [] if key != str(number)]
        files[records.NOTES] = canon.emit({**notes, **({"open_polls": open_} if open_ else {})})
    return files


def _opened_by(
    line: str, files: Mapping[str, str], judge: Judge, proposal: Proposal, change: Inspected, begin: Sequence[str]
) -> Preview:
    time = State(files).time
    plan = judge.judge(files, [*_joins(begin, proposal, time), *_inbox(line, proposal, change, time)], time)
    outcome = next((o for o in plan.outcomes if o["id"] == _id(proposal)), {"is": "ignored"})
    if outcome["is"] != "done":
        code = outcome.get("code", "ignored")
        return Preview(line, code, outcome.get("reason", f"`{line}` does nothing here."), outcome.get("remedy", ""))
    told = written(plan.segments[-1]).notes.outbox.get(f"reply/{_id(proposal)}")
    return Preview(line, answer=told.get("text", "") if told else "")


def _id(proposal: Proposal) -> str:
    return f"comment/preview/{proposal.number}"


def _joins(lines: Sequence[str], proposal: Proposal, time: int) -> list[Happening]:
    author = proposal.author or NOBODY
    common: Happening = {"kind": "said", "time": time, "seen_at": time, "thread": 1, "comment": 0, "edited": False}
    actor: Person = {"id": author.id, "login": author.login, "role": proposal.role}
    return [{**common, "id": f"comment/preview/0/{n}", "actor": actor, "text": line} for n, line in enumerate(lines)]


def _inbox(line: str, proposal: Proposal, change: Inspected, time: int) -> list[Happening]:
    author = proposal.author or NOBODY
    actor: Person = {"id": author.id, "login": author.login, "role": proposal.role}
    said: Happening = {"id": _id(proposal), "kind": "said", "time": time, "seen_at": time, "thread": proposal.number}
    return [
        *_seen(proposal, change, time),
        {**said, "actor": actor, "text": line, "comment": 0, "edited": False},
    ]


def _seen(proposal: Proposal, change: Inspected, time: int) -> list[Happening]:
    """The pull request as the engine comes to know it."""
    number = proposal.number
    author = proposal.author or NOBODY
    actor: Person = {"id": author.id, "login": author.login, "role": proposal.role}
    facts: KnownThread = {
        "kind": "pull",
        "title": proposal.title,
        "body": proposal.body,
        "labels": [],
        "state": "open",
        "base": proposal.base,
        "merged": False,
        "tag": None,
    }
    common: Happening = {"time": time, "seen_at": time, "thread": number, "actor": actor}
    return [
        {**common, "id": f"thread/preview/{number}", "kind": "opened", "facts": facts},
        {
            **common,
            "id": f"head/preview/{number}",
            "kind": "head",
            "head": proposal.head,
            "change": change,
            "actor": None,
        },
    ]


def _warnings(change: Inspected) -> tuple[str, ...]:
    """What is doubtful in the texts themselves; what is wrong in them is in the refusal."""
    found: list[str] = []
    for path, (_, head) in sorted(change["files"].items()):
        if head is not None and path.endswith(".md"):
            try:
                found += [str(warning) for warning in parse(path, head).warnings]
            except LawProblems:
                continue
    return tuple(found)


def _turned(change: Inspected) -> tuple[str, ...]:
    """Numbers that are none any more, as the voters are told of them."""
    found: list[str] = []
    for path, (base, head) in sorted(change["files"].items()):
        if base is not None and head is not None and path.endswith(".md"):
            try:
                was, now = parse(path, base), parse(path, head)
            except LawProblems:
                continue
            found += [f"{path}: {line}" for line in turned.turned(was.parameters, now.parameters)]
    return tuple(found)


def _doubts(files: Mapping[str, str], change: Inspected, ruleset: str) -> tuple[str, ...]:
    """What is doubtful about the texts in the law that they are meant for, and about others by them: what `nomic check` says of a file."""
    heads = {path: head for path, (_, head) in change["files"].items()}
    law = {path: text for path, text in {**files, **heads}.items() if text is not None}
    doubts = read_closely(_book(law, ruleset))
    return tuple(str(d) for d in doubts if d.path in heads or any(path in d.message for path in heads))


def _failing_then(
    files: Mapping[str, str], judge: Judge, proposal: Proposal, change: Inspected, line: str
) -> list[str]:
    """What fails once it is law, and does not now, in a week in which its commands are written and the next proposals voted on.

    It is tried on the game as it is, with the yay of all: nothing is told where it is not law soon by that.
    """
    state, people, heads = State(files), _players(files), {path: head for path, (_, head) in change["files"].items()}
    book = _book({path: text for path, text in {**files, **heads}.items() if text is not None}, state.ruleset)
    changed = [document for document in book.documents.values() if document.path in heads]
    bare = [command.usage_text for d in changed for command in d.commands if not command.usage.arguments_in_order]
    week, end = _week(files, people, bare), state.time + SOON + WEEK
    voted = [(who, proposal.number, text) for text in ("yay", *_resolving(files)) for who in people]
    first = [*_inbox(line, proposal, change, state.time), *_said(voted, state.time, "vote")]
    then = judge.judge(files, [*first, *week], end)
    if not any(merge["thread"] == proposal.number for segment in then.segments for merge in segment.merges):
        return []
    before = {fault["rule"] for fault in _faults(judge.judge(files, week, end))}
    new = {fault["rule"]: fault for fault in _faults(then) if fault["rule"] in book.documents.keys() - before}
    told = ((book.documents[rule], _as_it_stands(fault, then, book.documents[rule])) for rule, fault in new.items())
    return [f"{d.path}:{fault['line']}: once this is law, as a week is tried: {noted(fault, d)}" for d, fault in told]


def _as_it_stands(fault: Failure, plan: Plan, document: Document) -> Failure:
    """With the line of the proposed text: what becomes law has its history in front of the code."""
    folder = document.path.rpartition("/")[0]
    texts = (
        (path, text) for segment in plan.segments for path, text in segment.files.items() if path.startswith(folder)
    )
    laws = [parse(path, text) for path, text in texts if text is not None and splice.slug_of(path) == document.slug]
    return {**fault, "line": fault["line"] - (laws[0].code_line - document.code_line if laws else 0), "way": ""}


def _week(files: Mapping[str, str], people: Sequence[Account], lines: Sequence[str]) -> list[Happening]:
    """A few players write these lines, and each opens a proposal; all vote yay, and have it resolved."""
    state, inbox = State(files), list[Happening]()
    said: list[tuple[Account, int, str]] = []
    for number, author in zip(range(UNNUMBERED - MOST_NEXT, UNNUMBERED), people, strict=False):
        path = f"{folder_of(state.ruleset)}next-{number}.md"
        files_ = {path: list[str | None]([None, PLAIN_RULE])}
        change = Inspected(hash=f"next-{number}", base="main", files=files_, paths=[path], problems=[])
        title = f"{int(state.game.get('last_number') or 0) + 2} A rule"
        inbox += _seen(Proposal("", f"{number:040x}", title, author, number=number), change, state.time + SOON)
        said += [(author, state.table, line) for line in lines]
        said += [(author, number, line) for line in opening_commands(files, state.ruleset)]
        said += [(voter, number, "yay") for voter in people]
        said += [(author, number, line) for line in _resolving(files)]
    return inbox + _said(said, state.time + SOON, "next")


def _resolving(files: Mapping[str, str]) -> list[str]:
    return [command.usage_text for _, command in leading_to(_book(files, State(files).ruleset), "resolve")]


def _said(said: Sequence[tuple[Account, int, str]], since: int, name: str) -> list[Happening]:
    """Who writes what where, a second after one another."""
    found: list[Happening] = []
    for place, (account, thread, text) in enumerate(said, start=1):
        actor: Person = {"id": account.id, "login": account.login, "role": "player"}
        common: Happening = {"kind": "said", "time": since + place, "seen_at": since + place, "thread": thread}
        more: Happening = {"actor": actor, "text": text, "comment": since + place, "edited": False}
        found.append({**common, **more, "id": f"comment/{name}/{place}"})
    return found


def _faults(plan: Plan) -> Iterator[Failure]:
    for outcome in plan.outcomes:
        yield from [*([outcome["fault"]] if "fault" in outcome else []), *outcome.get("faults", [])]
