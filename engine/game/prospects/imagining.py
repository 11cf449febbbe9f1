"""A poll imagined otherwise: with votes nobody has cast yet, at a time that has not come, resolved by somebody who did not ask.

Nothing is known here of quorums, majorities or terms: the law of the moment is asked, and all of it is taken back.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Final

from engine.game.consulting import asking
from engine.game.consulting.asking import ask_law
from engine.game.owned import Poll, PollFacts, Tally, waited_for
from engine.game.proposals import polls
from engine.game.proposals.ballot_words import choices_of
from engine.game.proposals.tally import by_unanimity, decided_above, fresh_ballot, knows_quorum, tally
from engine.game.refusal import Refusal
from engine.game.replies.board import not_theirs
from engine.game.world.facts import account_of, kinds_of_person, poll_facts
from engine.game.world.transaction import supposing
from engine.game.world.world import World
from engine.law.documents.document import Command
from engine.law.joining import leading_to
from engine.law.running.blame import RuleFault

NO_QUORUM: Final = "no_quorum"
TIED: Final = "tied"
BY_WHOSE: Final = "by_whose"  # what votes come to hangs on whose they are
MOST_CHOICES: Final = 4
OTHER: Final = "?"  # a vote of which no rule knows
MOST_VOTERS: Final = 3  # whose votes are tried as things stand
# Who have not voted: of more the votes of all are taken to do the same, for to compare costs a count by the rules each.
MOST_COMPARED: Final = 3
_WANTED: Final = {"yay": "adopted", "nay": "rejected"}
DEAREST: Final = 1_000_000  # ticks of rule code, of which one happening has twenty times as many


@dataclass
class Imagined:
    """One poll under imagination. Every question gives the world back as it found it; Refusal if they cost too much."""

    world: World
    key: str
    _outcomes: dict[tuple[str, int, int], str] = field(default_factory=dict)
    _refused: dict[str, str] = field(default_factory=dict)
    _effects: dict[tuple[str, ...], tuple[bool, int, int]] = field(default_factory=dict)
    # What was done to which record of the poll, and what it came to: the very same each time, of which all that follows is known
    _done: dict[tuple[object, ...], tuple[Poll, Poll]] = field(default_factory=dict)

    @cached_property
    def missing(self) -> list[str]:
        """Who has a vote and none that counts, in the order of the electorate."""
        return waited_for(tally(self.world, self.key))

    @cached_property
    def choices(self) -> dict[str, str]:
        """choice -> the word for it under this law, unless it takes other votes and refuses those; none where there are too many to ask
        what each would turn."""
        found = self._own_choices
        return found if self.voteless else {choice: word for choice, word in found.items() if not self._against(choice)}

    @cached_property
    def _own_choices(self) -> dict[str, str]:
        found = choices_of(self.world, poll_facts(self.world, self.key))
        return found if len(found) <= MOST_CHOICES else {}

    @cached_property
    def voteless(self) -> str:
        """What the law has against each vote, as by the hour; empty where it takes one, such as what was voted, or any other word."""
        voted = tally(self.world, self.key)["choices"] if self._own_choices else {}
        tried = [*self._own_choices, *islice(voted, MOST_CHOICES), OTHER] if self._own_choices else []
        return self._against(tried[0]) if tried and all(map(self._against, tried)) else ""

    def _against(self, choice: str) -> str:
        """What the law has against this vote of some who may vote and have not; empty where it takes one of theirs, or cannot say."""
        if choice not in self._refused:
            self._refused[choice] = self._refusal_of(choice)
        return self._refused[choice]

    def _refusal_of(self, choice: str) -> str:
        book, why = self.world.book, ""
        if not (book.forbidding("vote") or book.hearing("voting")):
            return ""
        for voter in self.missing[:MOST_VOTERS]:
            if self.world.host.ticks > DEAREST or self.world.hurried:
                return ""
            try:
                with supposing(self.world, writer=voter):
                    polls.must_be_free_to_vote(self.world, poll_facts(self.world, self.key), voter, choice)
                return ""
            except Refusal as refusal:
                why = why or " ".join(refusal.reason.split())
            except RuleFault:
                return ""
        return why

    @contextmanager
    def voted(self, choice: str, votes: int, at: int) -> Iterator[None]:
        """Lays the ballots in now, as comments that come after all there are, and moves the clock: a law may count from the quorum."""
        with self._voted(choice, self.missing[:votes], at):
            yield

    @contextmanager
    def _voted(self, choice: str, voters: Sequence[str], at: int) -> Iterator[None]:
        if self.world.host.ticks > DEAREST or self.world.hurried:
            raise Refusal("too_dear", "The rules take too long to be asked what would follow.")
        with supposing(self.world):
            if voters:
                self._lay(voters, choice)
                if at > self.world.now and knows_quorum(self.world):
                    self._note_quorum()
            with self.world.moment.meanwhile(now=at):
                yield

    def _note_quorum(self) -> None:
        poll, count = poll_facts(self.world, self.key), tally(self.world, self.key)
        if poll["quorum_at"] is None and polls.has_quorum(self.world, poll, count):
            self._has_quorum_now()

    def _has_quorum_now(self) -> None:
        now = self.world.now
        self._do(("quorum", now), lambda: self.world.patch("polls", self.key, quorum_at=now))

    def _lay(self, voters: Sequence[str], choice: str) -> None:
        def lay() -> None:
            ballots = self.world.poll(self.key)["ballots"]
            placed = enumerate(voters, start=1 + max((b["comment"] for b in ballots), default=0))
            more = [fresh_ballot(voter, choice, comment, self.world.now, ballots) for comment, voter in placed]
            self.world.patch("polls", self.key, ballots=[*ballots, *more])

        self._do(("votes", choice, *voters, self.world.now), lay)

    def _do(self, what: tuple[object, ...], act: Callable[[], object]) -> None:
        """Does that to the poll: what it comes to is remembered by the record that it is done to."""
        before = self.world.poll(self.key)
        known = self._done.get((id(before), *what))
        if known is None:
            act()
            self._done[id(before), *what] = before, self.world.poll(self.key)
        else:
            self.world.records.lay("polls", self.key, known[1])

    def outcome(self, choice: str, votes: int, at: int) -> str:
        """What the poll would come to if it were resolved then, with so many votes more, or that this hangs on whose they are."""
        asked = (choice if votes else "", votes, at)
        if asked not in self._outcomes:
            found = {self._with_votes_of(voters, choice, at) for voters in self._groups(choice, votes)}
            self._outcomes[asked] = found.pop() if len(found) == 1 else BY_WHOSE
        return self._outcomes[asked]

    def _with_votes_of(self, voters: Sequence[str], choice: str, at: int) -> str:
        with self._voted(choice, voters, at):
            return self._outcome()

    def _groups(self, choice: str, votes: int) -> list[tuple[str, ...]]:
        """So many of who is missing: those whose votes do most and those whose votes do least, where they do not all do the same."""
        in_order = tuple(self.missing[:votes])
        if not 0 < votes < len(self.missing) <= MOST_COMPARED:
            return [in_order]
        is_alike = len({self._done_by((voter,), choice) for voter in self.missing}) == 1
        return [in_order] if is_alike else [self._chosen(choice, votes, most=most) for most in (True, False)]

    def _chosen(self, choice: str, votes: int, *, most: bool) -> tuple[str, ...]:
        """One after another, as what each does may hang on who has voted before."""
        group: tuple[str, ...] = ()
        for _ in range(votes):
            groups = [(*group, voter) for voter in self.missing if voter not in group]
            group = (max if most else min)(groups, key=lambda voters: self._done_by(voters, choice))
        return group

    def _done_by(self, voters: tuple[str, ...], choice: str) -> tuple[bool, int, int]:
        """What votes of these do: whether they lead to what they are for, what they weigh, and for how many they count."""
        asked = (choice, *voters)
        if asked not in self._effects:
            with self._voted(choice, voters, self.world.now):
                poll, count = poll_facts(self.world, self.key), tally(self.world, self.key)
                try:
                    leads = self._verdict(poll, count) == _WANTED.get(choice)
                except (Refusal, RuleFault):
                    leads = False
                self._effects[asked] = leads, count["choices"].get(choice, 0), count["voters"]
        return self._effects[asked]

    def called(self, at: int) -> str | None:
        """What the rules would call it, resolved then as it stands; None where the rule that would fails over it, as over no votes."""
        try:
            with self.voted("", 0, at):
                poll, count = poll_facts(self.world, self.key), tally(self.world, self.key)
                above = decided_above(self.world, poll)
                return str(ask_law(self.world, "outcome", lambda: "", poll, count, above=above))
        except (Refusal, RuleFault):
            return None

    def _outcome(self) -> str:
        world, key = self.world, self.key
        if world.moment.set_aside:
            return by_unanimity(world, key)[1]
        poll, count = poll_facts(world, key), tally(world, key)
        if not polls.has_quorum(world, poll, count):
            return NO_QUORUM
        if poll["quorum_at"] is None:
            self._has_quorum_now()
            poll = poll_facts(world, key)
        verdict = self._verdict(poll, count)
        is_even = verdict == "open" and count["yay"] == count["nay"] > 0
        return TIED if is_even and self._hangs_on_one(waited_for(count)) else verdict

    def _verdict(self, poll: PollFacts, count: Tally) -> str:
        return str(ask_law(self.world, "verdict", lambda: by_unanimity(self.world, self.key)[1], poll, count))

    def _hangs_on_one(self, missing: Sequence[str]) -> bool:
        """Whether one more yay adopts what is even: where all have to agree it does not, and that is no tie."""
        if not missing:
            return True
        with supposing(self.world):
            self._lay(missing[:1], "yay")
            return self._verdict(poll_facts(self.world, self.key), tally(self.world, self.key)) == "adopted"

    def complete(self, choice: str, votes: int, at: int) -> bool:
        """Whether the law would resolve it then without being asked."""
        with self.voted(choice, votes, at):
            poll, count = poll_facts(self.world, self.key), tally(self.world, self.key)
            return bool(ask_law(self.world, "resolves_itself", lambda: False, poll, count))

    def attempt(self, player: str, at: int) -> tuple[str, str]:
        """(usage of the command by which this player could resolve it then, "") or ("", the law's reason why not)."""
        why = ""
        for slug, command in leading_to(self.world.book, "resolve"):
            if not self._is_theirs(command, player):
                why = why or not_theirs(command.usage_text, command.who, player)
                continue
            with self.voted("", 0, at):
                obstacle = self._run(slug, command, player)
            if obstacle is None:
                return command.usage_text, ""
            why = why or obstacle
        return "", why

    def may_ask(self, player: str) -> bool:
        """Whether any command by which it could be resolved is for this player."""
        return any(self._is_theirs(command, player) for _, command in leading_to(self.world.book, "resolve"))

    def _is_theirs(self, command: Command, player: str) -> bool:
        return not kinds_of_person(self.world, player).isdisjoint(command.who)

    def _run(self, slug: str, command: Command, player: str) -> str | None:
        """None if the command gets as far as the verdict; else what was said against it."""
        world = self.world
        happening = {**world.moment.happening, "text": command.usage_text, "actor": account_of(world, player)}
        try:
            with supposing(world, writer=player, happening=happening, reading=0, only_asked=self.key):
                asking.carry_out(world, slug, command.run, player, above=world.book.is_above(slug))
                return ""
        except Refusal as refusal:
            return None if refusal.code == polls.ONLY_ASKED else refusal.reason
        except RuleFault:
            return ""


@contextmanager
def imagining(world: World, key: str) -> Iterator[Imagined]:
    """The moment is put into the poll's thread, and given back with everything that was only imagined."""
    record = world.poll(key)
    world.begin_limits()
    try:
        with supposing(world, thread=record["thread"]):
            yield Imagined(world, key)
    finally:
        world.begin_limits()
