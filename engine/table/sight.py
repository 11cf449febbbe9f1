"""The game as pages see it: the files of main, the threads, and what the law says of them, read once for each change."""

import itertools
import re
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from engine.forge.repository import GitRepository
from engine.game.exhibits import LawSays, OpenPoll
from engine.game.replies.foretelling import HEADING, LATE, OVER
from engine.game.replies.moments import is_time, when
from engine.game.replies.speech import said_on_the_table
from engine.game.state import State
from engine.hub.accounts import BOT_ID
from engine.hub.threads import Comment, Thread
from engine.referee.answering import markers
from engine.referee.answering.bodies import BETWEEN
from engine.referee.commits import snapshot
from engine.referee.intake.reading import LAG
from engine.site import words
from engine.site.filed import Filed
from engine.table import places
from engine.table.counsel import Counsel
from engine.table.game import Game

STALE: Final = 60  # seconds after which the law is asked again: some of its answers depend on the time
MARK: Final = "<!-- nomic:"
STATUS: Final = f"{MARK}status/"
VERDICT: Final = "verdict/"
ANSWERS: Final = ("reply/", "table/comment/", VERDICT, "status/")  # what their marks begin with
MOST_BROUGHT: Final = 12  # the last of it
LONGEST_BROUGHT: Final = 4_000  # characters of each; all of it stands on the table
MOST_READ, MOST_NEWS = 500, 6  # comments that are looked through for what happened meanwhile, and what is told of it
ISSUE: Final = "issue/"  # before the tag, in the mark of an issue of the law's own


@dataclass(frozen=True)
class Sight(Filed):
    """One moment of the game. `law` is what counsel says, `opened` the numbers of the law's own issues, by tag,
    `places` of open threads, the newest first, by the kind of command that is written there."""

    head: str
    now: int
    law: LawSays = field(repr=False)
    people: Mapping[str, int]
    opened: Mapping[str, int] = field(default_factory=dict)
    places: Mapping[str, Sequence[int]] = field(default_factory=dict)

    @property
    def over(self) -> str:
        """Why the game is over, as a sentence; nothing while it goes on."""
        why = str(self.game.get("over") or "").strip()
        return f"{why.rstrip('.')}." if why else ""

    @cached_property
    def state(self) -> State:
        return State(self.files)

    def assignee(self, thread: Thread) -> str:
        """The player to whom the law has given an issue; nobody if it has not. One of its own may be there before its number is known."""
        tag = tag_of(thread)
        record: Mapping[str, Any] | None = self.state.issue(tag) if tag else self.state.thread(thread.number)
        return str((record or {}).get("assignee") or "")

    def told(self, collection: str, record: Mapping[str, Any]) -> dict[str, Any]:
        """A record without what only programs and rules read, its times as people read them."""
        untold = {"id", "login", *self.law["untold"].get(collection, ())}
        return self._timed({name: value for name, value in record.items() if name not in untold})

    def own(self, key: str) -> list[tuple[str, dict[str, Any]]]:
        """(collection, record) of all that is kept under a player's key, but for what the rules tell nothing of."""
        there = sorted(
            self.records.items(), key=lambda each: (each[0] != "players", each[0])
        )  # as the page before had it
        found = [(name, self.told(name, rows[key])) for name, rows in there if key in rows and name != "polls"]
        return [(name, record) for name, record in found if words.fields(record) or not self.law["untold"].get(name)]

    def _timed(self, record: Mapping[str, Any]) -> dict[str, Any]:
        found = {n: self._timed(v) if isinstance(v, Mapping) else v for n, v in record.items()}
        never = {n for n, v in found.items() if v == 0 and n.endswith("_at")}  # it has not come to that yet
        told = {n: v for n, v in found.items() if n not in never}
        return {
            n: when(v, self.zone) if isinstance(v, int) and is_time(n, v) else self.plain(n, v) for n, v in told.items()
        }

    def until_due(self, now: int, shown: int | None = None) -> int:
        """Seconds until a pass judges what comes next, or what a page has `shown` to come then; 0 where nothing does, or did."""
        at = shown if shown is not None else self.law["due"][0]["at"] if self.law["due"] else now - LAG - 1
        return max(0, at + LAG - now + 1)

    def key(self, login: str) -> str:
        return str(self.law["keys"].get(login, login))

    def player(self, login: str) -> dict[str, Any] | None:
        return self.players.get(self.key(login))

    @property
    def polls(self) -> dict[str, OpenPoll]:
        return self.law["polls"]

    def is_command(self, text: str) -> bool:
        """Whether a rule's command may stand there, which needs no slash."""
        first = text.split(maxsplit=1)[:1]
        return bool(first) and first[0].lower() in {each["usage"].split()[0].lower() for each in self.law["commands"]}

    @cached_property
    def votes(self) -> frozenset[int]:
        """The comments that were taken for votes, whatever became of the polls."""
        polls = self.records.get("polls", {}).values()
        return frozenset(ballot["comment"] for poll in polls for ballot in poll.get("ballots", ()))

    def was_done(self, comment: Comment) -> bool:
        """Whether something came of it. A thumb says so; but of a vote that changes a label none is given."""
        return (BOT_ID, "+1") in comment.reactions or comment.id in self.votes


class Looking:
    """Gives the newest sight of a game."""

    def __init__(self, game: Game, counsel: Counsel) -> None:
        self.game, self.counsel = game, counsel
        self.lock = threading.Lock()
        self.seen: Sight | None = None

    def sight(self) -> Sight:
        with self.lock:
            with self.game.hub.server.lock:
                head, now = self.game.git.head() or "", self.game.clock()
                people = {seat: self.game.model.account(seat).id for seat in self.game.seats}
                opened, there = _opened(self.game), _places(self.game)
            old, known = self.seen, (head, people, opened, there)
            if (
                old is not None
                and (old.head, old.people, old.opened, old.places) == known
                and 0 <= now - old.now < STALE
            ):
                return old
            files = old.files if old is not None and old.head == head else self._files()
            law = self.counsel.ask(files, now, people, opened, there)
            self.seen = Sight(files, head, now, law, people, opened, there)
            return self.seen

    def _files(self) -> dict[str, str]:
        with GitRepository(str(self.game.git.directory), self.game.folder.view) as repository:
            return snapshot.read(repository, repository.fetch())


def tag_of(thread: Thread) -> str:
    """The tag of an issue of the law's own; nothing for what people opened."""
    marks = markers.marks(thread.body) if thread.author == BOT_ID else {}
    return next((key.removeprefix(ISSUE) for key in marks if key.startswith(ISSUE)), "")


def _opened(game: Game) -> dict[str, int]:
    """tag -> number of the law's own issues; of two with one tag the older one's."""
    tagged = [(tag_of(thread), number) for number, thread in game.model.threads.items()]
    return {tag: number for tag, number in reversed(tagged) if tag}


def _places(game: Game) -> dict[str, list[int]]:
    found = [thread for _, thread in sorted(game.model.threads.items(), reverse=True) if thread.state == "open"]
    return {
        places.ISSUE: [thread.number for thread in found if thread.pull is None],
        places.PROPOSAL: [thread.number for thread in found if thread.pull is not None],
    }


def threads(game: Game) -> list[Thread]:
    """All threads, the one that was busy last first."""
    with game.hub.server.lock:
        return sorted(game.model.threads.values(), key=lambda t: (t.updated_at, t.number), reverse=True)


def comments(game: Game, number: int) -> list[Comment]:
    with game.hub.server.lock:
        return list(game.model.comments_of(number))


def author(game: Game, account: int) -> str:
    known = game.model.accounts[account]
    return "The referee" if known.id == BOT_ID else "somebody who left" if known.deleted else known.login


def answers_to(game: Game, comment: int) -> list[Comment]:
    """What the referee answered to a comment, to the one that decided a poll the verdict, and what it said on the table because of it."""
    with game.hub.server.lock:
        known = game.model.comments
        thread = known[comment].thread if comment in known else 0
        later = [c for c in known.values() if c.thread == thread and c.id > comment]
        marks = [f"nomic:{kind}/comment/{comment}:" for kind in ("reply", "table")]
        mine = [c for c in known.values() if c.author == BOT_ID and any(mark in c.body for mark in marks)]
    following = itertools.takewhile(lambda c: c.author == BOT_ID, sorted(later, key=lambda c: c.id))
    found = mine + [c for c in following if c not in mine and f"nomic:{VERDICT}" in c.body]
    return sorted(found, key=lambda c: c.thread != thread)  # what follows from it stands behind it


def answers(game: Game, comment: int) -> list[str]:
    """The texts of these. Those of one pass in a thread are one comment: of it what is said of this one's words."""
    thread = game.model.comments[comment].thread
    own = {f"reply/comment/{comment}", f"table/comment/{comment}"}
    found = answers_to(game, comment)
    told = [
        text
        for each in found
        for key, text in _parts(each.body)
        if not key or key in own or _decides(key, each, thread)
    ]
    elsewhere = {said_on_the_table(each.thread) for each in found if each.thread != thread}  # it stands here
    return [each for each in dict.fromkeys(told) if each not in elsewhere]  # rules say some things in both places


def brought(game: Game, table: int, since: int, until: int) -> list[str]:
    """What was said on the table between two comments, by their numbers, that answers nobody: what the clock brought about."""
    found = [c for c in comments(game, table) if c.author == BOT_ID and since < c.id <= until]
    told = [text for each in found for key, text in _parts(each.body) if not key.startswith(ANSWERS)]
    return [text[:LONGEST_BROUGHT] for text in told[-MOST_BROUGHT:]]


def brought_by(game: Game, table: int) -> dict[str, str]:
    """Id of a period or timer -> what was said on the table as it came."""
    clock = ("table/period/", "table/timer/")
    found = [c.body for c in comments(game, table) if c.author == BOT_ID and any(mark in c.body for mark in clock)]
    parts = [part for body in found for part in _parts(body) if part[0].startswith(clock)]
    return {key.removeprefix("table/"): text[:LONGEST_BROUGHT] for key, text in parts}


def meanwhile(game: Game, table: int, account: int) -> list[str]:
    """What was said on the table since somebody's last words, and came out of votes, but for what answers these; the last of it."""
    with game.hub.server.lock:
        every = list(game.model.comments.values())
    last = max((c.id for c in every if c.author == account), default=0)
    known = {*answers(game, last)} if last else set()
    said = [c for c in every if c.author == BOT_ID and c.id > last]
    later = [c for c in said if c.thread == table or VERDICT in c.body][-MOST_READ:]
    told = [(c.thread, key, text) for c in later for key, text in _parts(c.body)]
    news = [
        text
        for thread, key, text in told
        if key.startswith(VERDICT) or (thread == table and not key.startswith("reply/"))
    ]
    return [text[:LONGEST_BROUGHT] for text in news if text not in known][-MOST_NEWS:]


def _decides(key: str, comment: Comment, thread: int) -> bool:
    """Whether it is the verdict on a poll of this thread: marked by its number, or by the tag of an issue of the law's own."""
    return key.startswith(VERDICT) and comment.thread == thread


def _parts(body: str) -> list[tuple[str, str]]:
    """(mark, text) of what stands in a comment; all of it without a mark where it cannot be told which they are."""
    texts = body[: body.rfind(f"\n\n{MARK}")].split(BETWEEN)
    marked = [key for key in markers.marks(body) if not key.startswith("close/")]
    return list(zip(marked, texts, strict=True)) if len(texts) == len(marked) else [("", body)]


def status(game: Game, thread: int) -> Comment | None:
    """The comment in which the referee keeps how a thread stands."""
    return next((c for c in reversed(comments(game, thread)) if c.author == BOT_ID and STATUS in c.body), None)


def standing(game: Game, thread: int, *, foretold: bool = True, voters: bool = False) -> str:
    """What the status comment of a thread says in sentences, without its heading and, but for `voters`, the table of its votes; then,
    if that is `foretold`, all that it says of what would change. Nothing where there is none."""
    own = status(game, thread)
    votes, heading, forecast = (own.body if own else "").partition(f"\n{HEADING}")
    lines = [line for line in votes.splitlines() if not line.startswith("#" if voters else ("#", "|"))]
    if heading and foretold and not (LATE in forecast or OVER in forecast):  # who looks at a page has no command for it
        first, _, rest = f"{heading}{forecast}".strip().partition("\n")
        lines += ["", f"**{first.lstrip('# ')}**", *rest.splitlines()]  # on a page it stands below a heading of its own
    told = "\n".join(line for line in lines if not line.startswith("<!--")).strip()
    return re.sub(r"\n{3,}", "\n\n", told)


def was_refused(comment: Comment) -> bool:
    return (BOT_ID, "confused") in comment.reactions
