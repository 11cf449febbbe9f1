"""One game at a table: what people do is done to the kept hub, and the real referee makes a pass after each of it."""

import re
import secrets
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, Self, TypeVar

from engine.forge.github import NO_WAITING, GitHubForge
from engine.forge.repository import GitRepository
from engine.game.dice import commitment
from engine.game.replies import welcome
from engine.hub import keeping, own_git
from engine.hub.accounts import BOT_ID, BOT_LOGIN, BOT_SCOPES, Token
from engine.hub.git_http import Git
from engine.hub.hub import Hub
from engine.hub.people import People
from engine.referee.beside import Guarded
from engine.referee.commits.administered import trailer
from engine.referee.commits.remembered import Remembered
from engine.referee.judging.child import ChildJudge
from engine.referee.judging.spare import Child, Spare
from engine.referee.passing import Referee, Report
from engine.referee.ports import Account, Comment, Deletion, ForgeError
from engine.site.beside import BoardBeside
from engine.table import older_copy
from engine.table.clock import Clock
from engine.table.folder import Folder, NoGame
from engine.table.not_done import NotDone
from engine.template import beginning, rulesets, shipped

SOON: Final = 2.0  # seconds for forecasts: somebody waits for the page
NAME: Final = re.compile(r"[A-Za-z0-9](?:-?[A-Za-z0-9]){0,38}")  # as GitHub has it, so that the game can move there
NOT_ISSUED: Final = ""  # in the place of a secret's hash: nothing opens the seat, and it is nobody's to take
T = TypeVar("T")


class BadName(NotDone):
    """That cannot be a player's name."""

    def __init__(self, name: str) -> None:
        remedy = "Use up to 39 letters from A to Z and digits, with single hyphens between them, as on GitHub."
        super().__init__(f"{name[:60]!r} cannot be a name.", remedy)


def must_be_names(names: Iterable[str]) -> None:
    """Raises BadName."""
    for name in names:
        if not NAME.fullmatch(name):
            raise BadName(name)


@dataclass(frozen=True)
class Beginning:
    """What whoever begins a game decides; `players` are their names, the first is the host and administrator.

    `ruleset` is the name of one that comes with the engine, or the folder of somebody's own.
    """

    ruleset: str = "credo"
    name: str = ""
    timezone: str = "UTC"
    players: tuple[str, ...] = ()
    clock: str = "real"
    start: int | None = None


class Game:
    """`with Game(folder, now) as game:` has the game open; the folder must be held. Raises NoGame, Strange and OfAnother."""

    judge: type[ChildJudge] = ChildJudge

    def __init__(self, folder: Folder, real: Callable[[], float]) -> None:
        named = keeping.named(folder.base)
        if named is None:
            raise NoGame(folder.path)
        for place in folder.gits():
            own_git.must_be_ours(place)
            own_git.must_be_mine(place)
        self.folder = folder
        self.clock = Clock("real", 0, real)
        self.hub = Hub(folder.path, *named, lambda: self.clock())
        self.model, self.git = self.hub.model, self.hub.git
        self.git.lasting = True
        self.keeper = keeping.Keeper(folder.base, self.model)
        self.notes = self.keeper.notes
        self.clock = Clock(self.notes["clock"]["kind"], self.notes["clock"]["at"], real)
        self.people = People(self.hub)
        self.key = folder.key()
        self.passing = threading.Lock()
        self.ready, self.remembered = Ready(), Remembered()
        self.trouble: tuple[str, str] | None = None
        self.hub.keep = self._keep
        self.model.listeners.append(self._note_deletion)
        self.token = secrets.token_urlsafe(24)
        self.hub.tokens[self.token] = Token(BOT_ID, BOT_SCOPES)
        self.hub.public = False  # it is for the referee alone: everybody else comes by a link, through the pages
        self._find_forks()
        self._complete()

    def __enter__(self) -> Self:
        self.hub.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self.hub.__exit__()
        self.ready.close()
        with self.hub.server.lock:
            self.notes["main"] = self.git.head()
            try:
                self._save()
            except keeping.NotKept as lost:
                raise keeping.NotKept(lost.path, lost.why, ended=True) from None
            finally:
                self.keeper.close()

    @property
    def host(self) -> str:
        return self.model.owner

    @property
    def seats(self) -> list[str]:
        """Everyone who has a seat, the host first."""
        people = [a for a in self.model.accounts.values() if not a.bot and not a.deleted]
        return [a.login for a in sorted(people, key=lambda a: (a.login != self.host, a.id))]

    def seat(self, name: str) -> str:
        """A seat for that name, as it is written there already or made now. Raises BadName."""
        must_be_names([name])
        return self.act(lambda: self.model.account(name).login)

    def seated(self, name: str) -> str | None:
        """The seat of that name, whatever the case of its letters."""
        return next((seat for seat in self.seats if seat.lower() == name.lower()), None)

    def act(self, do: Callable[[], T]) -> T:
        """Something that somebody does, kept before anyone is told that it is done."""
        with self.hub.server.lock:
            done = do()
            self._save()
        return done

    def note(self, name: str, value: Any) -> None:
        def write() -> None:
            self.notes[name] = value

        self.act(write)

    def move_clock(self, seconds: int) -> None:
        """Raises ValueError where the time is the real one, and NotDone where there are no dates any more."""
        self.act(lambda: self.clock.move(seconds))

    def settle(self) -> Report | None:
        """A pass over everything that is not judged yet; None if none could be made, and `trouble` says why."""
        with self.passing:
            try:
                report = self._passes()
            except ForgeError as error:
                self.trouble = (error.cause, error.remedy)
                return None
            self.trouble = None
            return report

    def _passes(self) -> Report:
        """One pass for each comment that was deleted, since only its event tells of it; at least one."""
        while waiting := list(self.notes.get("deleted", [])):
            report = self._pass(_deletion(waiting[0]))
            self.note("deleted", self.notes["deleted"][1:])
            if len(waiting) == 1:
                return report
        return self._pass(None)

    def _pass(self, deleted: Deletion | None) -> Report:
        """A pass, and one behind it that reads what issues it opened: until then nobody is told what is voted on in them."""
        known = self._own_issues()
        report = self._once(deleted)
        if self._own_issues() > known:
            self._once(None)
        return report

    def _own_issues(self) -> int:
        with self.hub.server.lock:
            return sum(thread.author == BOT_ID for thread in self.model.threads.values())

    def _once(self, deleted: Deletion | None) -> Report:
        forge = GitHubForge(self.hub.address, self.token, self.hub.full_name, pace=NO_WAITING)
        url = f"{self.hub.address}/{self.hub.full_name}.git"
        with GitRepository(url, self.folder.copy, self.token) as repository:
            judge = self.judge(self.key, self.notes["game"], spare=self.ready)
            committed, beside = commitment(self.key), Guarded(partial(BoardBeside, SOON))
            referee = Referee(forge, repository, judge, BOT_LOGIN, committed=committed, key=self.key, beside=beside)
            referee.remembered = self.remembered
            return referee.run(deleted)

    def _keep(self, request: str) -> None:
        """Only what may have changed something is looked at."""
        if not request.startswith("GET ") and "git-upload-pack" not in request:
            self._save()

    def _save(self) -> None:
        self.notes["clock"] = {"kind": self.clock.kind, "at": self.clock()}
        self.keeper.save()

    def _note_deletion(self, event: str, action: str, told: dict[str, Any]) -> None:
        if (event, action) != ("issue_comment", "deleted") or told["actor"] == BOT_ID:
            return
        comment = vars(told["comment"])
        by = [told["actor"], comment["author"]]
        people = {str(who): self.model.accounts[who].login for who in by}
        kept = {name: comment[name] for name in ("id", "thread", "author", "body", "created_at", "updated_at")}
        noted = {**kept, "association": self.model.association(comment["author"]), "actor": by[0], "people": people}
        self.notes["deleted"] = [*self.notes.get("deleted", []), noted]

    def _find_forks(self) -> None:
        name = self.model.name
        for place in self.folder.path.glob(f"*-{name}.git"):
            self.hub.forks[f"{place.name.removesuffix(f'-{name}.git')}/{name}"] = Git(place)

    def _complete(self) -> None:
        """Takes up where the process before was ended: the beginning, and what git had taken in already."""
        if self.git.head() is None:
            begin = self.notes["begin"]
            files = beginning.files(
                beginning.Choices(**begin, commitment=commitment(self.key), owner=self.host),
                rulesets.law(self.notes.get("rules") or begin["ruleset"]),
                shipped.version(),
            )
            self.people.commit(self.host, files, f"Begin the game\n\n{trailer('')}\n")
        if not self.model.threads:
            self.people.open_issue(self.host, *welcome.table(self.notes["begin"]["name"]))
        self._overtake()
        keeping.fit(self.model, self.git, self.hub.forks)
        self._save()

    def _overtake(self) -> None:
        """Looks whether git is ahead, unless `main` is what it was when all was kept."""
        if self.notes.get("main") == self.git.head():
            return
        self.clock.reach(older_copy.time_of(self.git))
        missing = older_copy.overtake(self.model, self.git, self.hub.forks)
        if missing is not None:
            self.notes["seats"] = dict.fromkeys(missing.seats, NOT_ISSUED) | self.notes.get("seats", {})
            self.notes["behind"] = missing.told(str(self.folder.base))

    def told_behind(self) -> tuple[str, str] | None:
        """Cause and remedy, once, where the kept model was found to be older than the game."""
        if "behind" not in self.notes:
            return None
        cause, remedy = self.act(lambda: self.notes.pop("behind"))
        return cause, remedy


def begin(folder: Folder, chosen: Beginning, real: Callable[[], float]) -> list[str]:
    """Lays down what a new game begins with; `Game` does the rest. Returns what rules of somebody's own lack, a line each. Raises
    BadName, BadRuleset, BrokenRuleset."""
    players = chosen.players or ("host",)
    must_be_names(players)
    ruleset, home = rulesets.named(chosen.ruleset), rulesets.home(chosen.ruleset)
    doubts = beginning.doubts(
        ruleset, rulesets.law(chosen.ruleset), home
    )  # what is wrong is said before anything is laid down
    folder.make()
    start = int(real()) if chosen.start is None else chosen.start
    clock = Clock(chosen.clock, start, real)
    title = chosen.name or folder.path.resolve().name
    made = Hub(folder.path, players[0], _slug(folder.path), clock)
    try:
        for name in players:
            made.model.account(name)
        keeper = keeping.Keeper(folder.base, made.model)
        game_id = secrets.token_hex(8)
        keeper.notes |= {
            "clock": {"kind": chosen.clock, "at": start},
            "game": game_id,
            "rules": chosen.ruleset,
            "begin": {
                "ruleset": ruleset,
                "name": title,
                "timezone": chosen.timezone,
                "game_id": game_id,
                "start": start,
            },
        }
        keeper.save()
        keeper.close()
    finally:
        made.server.server_close()
    return doubts


def _slug(path: Path) -> str:
    return re.sub(r"[^A-Za-z0-9_-]+", "-", path.resolve().name).strip("-")[:60] or "game"


def _deletion(noted: Mapping[str, Any]) -> Deletion:
    people = noted["people"]
    author, actor = (Account(noted[who], people[str(noted[who])]) for who in ("author", "actor"))
    times = (noted["created_at"], noted["updated_at"])
    return Deletion(Comment(noted["id"], noted["thread"], author, noted["association"], noted["body"], *times), actor)


class Ready(Spare):
    """A child that is there before it is needed, and another for each that is taken, until the table is closed: somebody waits there."""

    def take(self) -> Child:
        found = super().take()
        self.prepare()
        return found

    def rest(self) -> None:
        """The end of a pass is no end of the waiting: meanwhile the law can be read for the next one."""
        if self.waiting is not None:
            self.prepare(self.law)

    def close(self) -> None:
        super().rest()
