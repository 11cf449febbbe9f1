"""A proposal that is only imagined: opened, voted for by everyone who may and resolved with the commands there are.

It is a new rule in plain words and the only one open; `trial` lays it into a world whose law is tried.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from functools import partial
from typing import Final

from engine.game.calendar import next_of
from engine.game.consulting import asking
from engine.game.consulting.asking import ask_law
from engine.game.owned import Person, PollFacts
from engine.game.proposals import numbers, polls, proposing, unawaited
from engine.game.proposals.tally import ballot, electorate, fresh_ballot, tally
from engine.game.prospects.attempt import MOST_PEOPLE, Attempt
from engine.game.refusal import Refusal
from engine.game.replies.lock import DECIDING, LANDING, OPENING
from engine.game.world import transaction
from engine.game.world.facts import account_of, active_players, author_of, poll_facts
from engine.game.world.transaction import supposing
from engine.game.world.world import World
from engine.law.reach import reaches
from engine.law.running.blame import RuleFault
from engine.law.running.used import Used
from engine.store import canon
from engine.store.layout import change_path, folder_of

IMAGINED: Final = "imagined"
# Moments at which the imagined proposal is tried: 27 hours apart, they fall on every weekday and on other hours each.
LATER: Final = tuple(range(0, 9 * 27 * 3600, 27 * 3600))
# After so many seconds it is asked again whether it is decided.
PATIENCE: Final = (3_601, 24 * 3_601, 72 * 3_601, 8 * 86_401, 31 * 86_401)
A_WHILE: Final = 60  # seconds between the opening, the votes and the verdict
MOST_DUE: Final = 40  # timers and periods that are let pass meanwhile
CLOSELY: Final = 30  # so many vote one by one, as they would; to ask for more takes too long
MOST_ASKED: Final = 500  # so many more are asked for, each whether they may; where these may, the others may
PLAIN_RULE: Final = "---\nrule: next\ntitle: A rule\nby_hand: true\n---\nA rule in plain words.\n"


def latest_comment(world: World) -> int:
    """The highest id of a comment that is known of here: what is said later has a higher one."""
    poll = world.records.get("polls", str(world.moment.thread))
    ids = [int(ballot["comment"]) for ballot in (poll["ballots"] if poll is not None else [])]
    return max(int(world.moment.happening.get("comment") or 0), *ids, 0)


class ImaginedProposal:
    """An imagined proposal like the one in this thread, in the thread that comes next.

    For rules it is one as any: what they permit in this thread alone, to votes that nobody can cast, or within a second is a lock.
    """

    def __init__(self, world: World, attempt: Attempt, enough: Used) -> None:
        """Nothing more is tried when as much as `enough` was spent."""
        self.world, self.attempt, self.enough = world, attempt, enough
        self.number = numbers.coming(world) or 0
        self.comment = latest_comment(world)
        self.key = self._lay_in()

    def succeeds(self) -> bool:
        author = self.world.moment.writer
        others = [player for player in active_players(self.world) if player != author][:MOST_PEOPLE]
        at_once = [(other, 0) for other in others]
        later = [(author, later) for later in LATER[1:]]
        return (
            any(self._tried(*place, hasty=True) for place in [(author, 0), *at_once])
            or self._tried(author, 0, hasty=False)
            or any(self._tried(*place, hasty=True) for place in later)
            or any(self._tried(*place, hasty=False) for place in [*at_once, *later])
        )

    def _lay_in(self) -> str:
        """The key of its thread."""
        world, here = self.world, str(self.world.moment.thread)
        key = str(1 + max(map(int, filter(str.isdecimal, world.records.keys("threads")))))
        name = IMAGINED  # of its file, and in place of its hash: by that a change is known again
        while name in world.book.documents or name in world.book.unreadable:
            name += "-more"
        path = f"{folder_of(world.book.ruleset)}{name}.md"
        change = {"files": {path: [None, PLAIN_RULE]}, "paths": [path], "problems": []}
        world.written[change_path(name)] = canon.emit(change)
        if here in polls.open_polls(world):
            world.records.remove("polls", here)
        world.notes.open_polls = None  # it is the only one
        thread = world.thread(here)
        world.records.put(
            "threads", key, {**thread, "change": name, "state": "open", "unmergeable": None, "unread": None}
        )
        world.moment.thread, world.moment.writer = int(key), author_of(world, thread)
        none: dict[str, list[str]] = {"broken": [], "altered": []}
        world.moment.happening = {**world.moment.happening, "text": "", "evidence": none, "actor": thread.get("author")}
        return key

    def _tried(self, author: str, later: int, *, hasty: bool) -> bool:
        """Whether this author's proposal is adopted, and the game goes on; `hasty`: as it is usual, and without delay."""
        world, moment = self.world, self.world.moment
        if world.host.used.is_beyond(self.enough) or self.attempt.is_over:
            return False
        self.attempt.comes_to(OPENING)
        try:
            with supposing(world, stream=moment.stream):  # other throws each time
                self._wait(moment.now + later)
                moment.writer = author
                if not self._opened(author, hasty=hasty):
                    return False
                self.attempt.comes_to(DECIDING)
                return not self._rejected_at_once() and self._adopted(author, hasty=hasty)
        except (Refusal, RuleFault) as error:
            self.attempt.learn(error)
            return False

    def _wait(self, until: int) -> None:
        """What falls due by then is carried out."""
        for _ in range(MOST_DUE):
            if until == self.world.moment.now or not self._passes(until):
                break
        self.world.moment.now = until

    def _opened(self, author: str, *, hasty: bool) -> bool:
        return self._drafted(author, hasty=hasty) or (
            not hasty
            and self.attempt.answered([author, *active_players(self.world)])
            and self._drafted(author, hasty=hasty)
        )

    def _drafted(self, author: str, *, hasty: bool) -> bool:
        known = self.world.thread(self.key).get("author")
        owner = known if author_of(self.world, {"author": known}) == author else account_of(self.world, author)
        first = True
        for title, body in self.attempt.drafts(self._number(owner)):
            self.world.patch("threads", self.key, title=title, body=body, author=owner)
            # What does not open a poll here cares for no title: it is written once.
            if self._by_command(author, "open_poll", lambda: self._status() == "open", hasty=hasty or not first):
                return True
            if hasty:
                return False
            first = False
        return False

    def _number(self, owner: Person | None) -> int:
        """The number that the law gives the proposal."""
        self.world.patch("threads", self.key, title=f"{self.number} A rule", body="", author=owner)
        above = proposing.would_be_above(self.world, int(self.key))
        return proposing.number_of(self.world, int(self.key), None, above=above)

    def _adopted(self, author: str, *, hasty: bool) -> bool:
        for text in self._votes(hasty=hasty):
            if self.attempt.is_over:
                break
            point = transaction.savepoint(self.world)
            self._wait(self.world.moment.now + A_WHILE)
            self._vote(text)
            self._wait(self.world.moment.now + A_WHILE)
            if self._decided(author) or (not hasty and self._decided_in_time(author)):
                return True
            transaction.undo(self.world, point)
        return False

    def _votes(self, *, hasty: bool) -> list[str]:
        """Texts that are votes, each for something else."""
        poll = poll_facts(self.world, self.key)
        found: dict[str, str] = {}
        for text in ["yay"] if hasty else self.attempt.votes():
            with self._saying(text, self.world.moment.writer, 1):
                found.setdefault(ballot(self.world, poll, text), text)
        return [text for choice, text in found.items() if choice]

    def _vote(self, text: str) -> None:
        """All who may vote alike: some one after the other, and heard of by the rules, and the others at once.

        A name in the electorate that is no player's has nobody who could write.
        """
        world, electors = self.world, electorate(self.world, poll_facts(self.world, self.key))
        voters = [elector for elector in electors if world.records.get("players", elector) is not None]
        for place, voter in enumerate(voters[:CLOSELY], start=1):
            self._votes_as(voter, text, place, partial(self._cast, text, place))
        if self._status() != "open" or len(voters) <= CLOSELY:
            return
        poll, first = poll_facts(world, self.key), CLOSELY + 1
        with self._saying(text, voters[0], first):
            choice = ballot(world, poll, text)
        others = self._who_may(voters[CLOSELY:], text, poll, choice)
        comments = enumerate(others, start=self.comment + first)
        more = [fresh_ballot(voter, choice, comment, world.now, []) for comment, voter in comments]
        world.patch("polls", self.key, ballots=[*world.poll(self.key)["ballots"], *more])

    def _who_may(self, voters: list[str], text: str, poll: PollFacts, choice: str) -> list[str]:
        """Of very many some are asked for, and where not one of them is kept from voting nobody is."""

        def may(voter: str) -> bool:
            return self._votes_as(voter, text, CLOSELY + 1, partial(self._may, voter, poll, choice))

        found = [voter for voter in voters[:MOST_ASKED] if may(voter)]
        if len(found) == len(voters[:MOST_ASKED]):
            return voters
        return found + [voter for voter in voters[MOST_ASKED:] if may(voter)]

    def _cast(self, text: str, place: int) -> None:
        world = self.world
        choice = ballot(world, poll_facts(world, self.key), text)
        if choice:
            self.attempt.votes_left -= 1
            polls.vote(world, self.key, choice, self.comment + place, world.now)
            asking.tell(world, "acted", world.moment.writer)
            asking.settle(world)

    def _may(self, voter: str, poll: PollFacts, choice: str) -> None:
        asking.tell(self.world, "voting", voter, poll, choice)
        asking.forbid(self.world, "vote", voter, poll, choice)

    def _votes_as(self, voter: str, text: str, place: int, act: Callable[[], None]) -> bool:
        try:
            with transaction.whole(self.world), self._saying(text, voter, place):
                act()
            return True
        except (Refusal, RuleFault) as error:
            self.attempt.learn(error)
            return False

    def _saying(self, text: str, voter: str, place: int) -> AbstractContextManager[None]:
        """While this lasts the voter writes this comment: rules look at what is written, and by whom."""
        said = {"kind": "said", "text": text, "comment": self.comment + place, "actor": account_of(self.world, voter)}
        return self.world.moment.meanwhile(writer=voter, happening={**self.world.moment.happening, **said})

    def _decided(self, author: str) -> bool:
        """Whether it is adopted by now, or can be, does not wait for ever to take effect, and the game goes on after it."""
        point = transaction.savepoint(self.world)
        if self._may_be_adopted(author) and self._goes_on():
            return True
        transaction.undo(self.world, point)
        return False

    def _may_be_adopted(self, author: str) -> bool:
        """Whether it is adopted, by itself or by command; any other verdict is not carried out."""
        try:
            with self.world.moment.meanwhile(only_adopted=self.key):
                if self._status() != "adopted" and not self._resolves_itself():
                    self._by_command(author, "resolve", lambda: self._status() != "open", hasty=False)
                return self._status() == "adopted"
        except Refusal as refusal:
            if refusal.code != polls.ONLY_ASKED:
                raise
            return False

    def _rejected_at_once(self) -> bool:
        """Whether the law has it resolve itself before anybody could vote, and adopts nothing so."""
        try:
            with transaction.whole(self.world), self.world.moment.meanwhile(only_asked=self.key):
                self._resolves_itself()
        except Refusal as refusal:
            return (refusal.code, refusal.reason) == (polls.ONLY_ASKED, "rejected")
        except RuleFault:
            pass  # the votes may mend what it fails at
        return False

    def _goes_on(self) -> bool:
        world = self.world
        self.attempt.comes_to(LANDING)
        asking.settle(world)
        may_land = unawaited.may_land(world, self.key)
        return may_land and bool(ask_law(world, "law_goes_on", lambda: True, poll_facts(world, self.key)))

    def _resolves_itself(self) -> bool:
        world = self.world
        if self._status() != "open":
            return False
        poll, count = poll_facts(world, self.key), tally(world, self.key)
        if not ask_law(world, "resolves_itself", lambda: False, poll, count):
            return False
        return polls.resolve(world, self.key, by=None) != "open"

    def _decided_in_time(self, author: str) -> bool:
        """The same after hours and days, with what falls due meanwhile."""
        moment, began, due = self.world.moment, self.world.moment.now, 0
        for patience in PATIENCE:
            while due < MOST_DUE and self._passes(began + patience):
                due += 1
                if self._decided(author):
                    return True
            moment.now = began + patience
            if self._decided(author):
                return True
            if (
                patience == PATIENCE[0]
                and self.attempt.answered([author, *active_players(self.world)])
                and self._decided(author)
            ):
                return True
        return self._by_commands(author)

    def _by_commands(self, author: str) -> bool:
        """Whether it is decided once each has written a command that the changed rules have and no refusal names: one to second it."""
        while self.attempt.unnamed:
            line, point = self.attempt.unnamed.pop(), transaction.savepoint(self.world)
            for writer in [author, *active_players(self.world)[:MOST_PEOPLE]]:
                self.attempt.writes(writer, line, elsewhere=True)
            if self._decided(author):
                return True
            transaction.undo(self.world, point)
        return False

    def _passes(self, until: int) -> bool:
        """Carries out the next timer or period that may decide something, and is due by then. False if none is."""
        world, moment = self.world, self.world.moment
        due: list[tuple[int, str, Callable[[], object]]] = []
        for name, record in world.records.items("timers"):
            due.append((max(moment.now, record["at"]), name, partial(self._ring, record)))
        for slug, place, entry in world.book.schedule:
            if reaches(world.book, slug, entry["run"], ("resolve", "tell")):
                at = next_of(entry, entry.get("timezone") or world.timezone, moment.now)
                if at is not None:
                    due.append((at, f"{slug}/{place}", partial(asking.run, world, slug, entry["run"])))
        at, name, carry_out = min(due, key=lambda one: one[:2], default=(until + 1, "", lambda: None))
        if at > until:
            return False
        moment.now = at
        if world.records.get("timers", name) is not None:
            world.records.remove("timers", name)
        rings = {**moment.happening, "kind": "timer", "actor": None, "text": ""}
        alone = moment.meanwhile(writer="", commander="", thread=None, happening=rings)
        with suppress(Refusal, RuleFault), alone, transaction.whole(world):
            carry_out()
            asking.settle(world)
        return True

    def _ring(self, record: dict[str, object]) -> None:
        """A timer of a rule, or to a function, that goes with the change is dropped, as it will be."""
        rule, run = str(record["rule"]), str(record["run"])
        data = record["data"] if isinstance(record["data"], dict) else {}
        if rule in self.world.book.documents and asking.can_run(self.world.book, rule, run):
            asking.run(self.world, rule, run, **data)

    def _status(self) -> str:
        poll = self.world.records.get("polls", self.key)
        return poll["status"] if poll is not None else ""

    def _by_command(self, writer: str, word: str, done: Callable[[], bool], *, hasty: bool) -> bool:
        """Whether a command that comes to the word does what is wanted."""
        for line, elsewhere in self.attempt.lines(word, hasty=hasty):
            point = transaction.savepoint(self.world)
            if self.attempt.writes(writer, line, elsewhere=elsewhere):
                if done():
                    return True
                transaction.undo(self.world, point)
        return False
