"""What would be said if a proposal were opened for voting now: read and judged as ever, and nothing is written.

The commands that open polls are found in the law in force, as a rule may have changed them.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from engine.game.close_reading import read_closely
from engine.game.happening import Happening
from engine.game.owned import Inspected, KnownThread, Person
from engine.game.replies import turned
from engine.game.state import State
from engine.game.world.engine_fields import FIELDS
from engine.law import rulebook
from engine.law.documents.document import parse
from engine.law.documents.problems import LawProblems
from engine.law.joining import joining, opening
from engine.law.reader import CodelessHost
from engine.referee.commits import snapshot
from engine.referee.commits.committing import written
from engine.referee.intake import pulls
from engine.referee.judging.judge import Judge
from engine.referee.ports import Account, Repository
from engine.store import canon, records
from engine.store.layout import of_ruleset

UNNUMBERED: Final = 999_999  # a proposal that is no pull request yet

NOBODY: Final = Account(1, "somebody")
MOST_TRIED: Final = 12  # players, of whom one may be the author


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


def preview(repository: Repository, judge: Judge, proposal: Proposal, *, waits: bool = False) -> Preview:
    """Tries the commands that open a poll, one after the other, on the game as main has it. Raises ForgeError.

    `waits`: it is opened for voting only once the engine has seen it, which gives its title the number that it lacks.
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
    return replace(best, warnings=(*warnings, *_turned(change), *doubts))


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
