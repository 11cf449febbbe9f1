"""What people could write and do to get a rule-change adopted, found in what the law asks for: its commands, its refusals, the
texts and numbers written out in the changed rules.

It proves nothing that it finds no way: it looks in some places, and no longer than a number of tries.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from engine.game.consulting import asking, coming_back, commands
from engine.game.proposals.polls import ONLY_ASKED
from engine.game.refusal import Refusal
from engine.game.replies.lock import OPENING, STAGES
from engine.game.world import transaction
from engine.game.world.facts import account_of
from engine.game.world.world import World
from engine.law.documents.document import Command
from engine.law.documents.usage import type_of
from engine.law.reach import opens_here, reaches
from engine.law.rulebook import Rulebook
from engine.law.running.blame import RuleFault
from engine.store.once import once

MOST_TRIES: Final = 80  # commands written, refused or not
MOST_VOTES: Final = 400  # cast one by one
MOST_UNNAMED: Final = 4  # bare commands of the changed rules, each tried once
MOST_HINTS: Final = 12
MOST_PEOPLE: Final = 5
SAMPLES: Final = 3
LONGEST_HINT: Final = 80
LONGEST_READ: Final = 2_000  # characters of a refusal
WHY: Final = "for a good reason"
_QUOTED: Final = re.compile(r"`+([^`]+)`+|\"([^\"]+)\"|“([^”]+)”")
_NUMBER: Final = re.compile(r"(?<![\w.-])\d{1,5}(?![\w.])")


class Attempt:
    """Somebody's attempts in a world that is only imagined. Remembers what the law said against them."""

    def __init__(self, world: World, written: Iterable[object], tries: int = MOST_TRIES) -> None:
        """`written` are the texts and numbers written out in the rules that are tried."""
        self.world = world
        self.written = [str(text).strip() for text in written]
        self.hints: list[str] = []
        self.numbers: list[str] = []
        self.unnamed = [text for text in self.written if text.startswith("/")][:MOST_UNNAMED]
        self.tries, self.votes_left = tries, MOST_VOTES
        self.stage = self.at = OPENING  # that the furthest has come to, and the one that is tried now
        self.met: dict[str, Refusal | RuleFault] = {}

    @property
    def is_over(self) -> bool:
        return self.tries <= 0 or self.votes_left <= 0

    def comes_to(self, stage: str) -> None:
        """A proposal has come so far; an earlier one may have come further."""
        self.at, self.stage = stage, max(self.stage, stage, key=STAGES.index)

    def writes(self, writer: str, line: str, *, elsewhere: bool = False) -> bool:
        """Whether a command was carried out; what the law has against it is remembered, and nothing of it stays.

        `elsewhere`: it is made for other threads than this, so what is said against it here keeps nobody from anything.
        Raises Refusal if it comes to a verdict that is not to be carried out.
        """
        world, moment = self.world, self.world.moment
        found = commands.match(world, line)
        if found is None or self.tries <= 0 or found.slug in world.book.loaded.broken:
            return False
        self.tries -= 1
        said = {**moment.happening, "kind": "said", "text": line, "actor": account_of(world, writer)}
        written = moment.meanwhile(writer=writer, commander=writer, happening=said, above=moment.above)
        try:
            with written, transaction.whole(world):
                coming_back.must_be_theirs(world, found.command, writer)
                values = commands.arguments(world, found)
                above = world.book.is_above(found.slug)
                asking.carry_out(world, found.slug, found.command.run, writer, *values, above=above)
                asking.tell(world, "acted", writer)
                asking.settle(world)
            return True
        except (Refusal, RuleFault) as error:
            if isinstance(error, Refusal) and error.code == ONLY_ASKED:
                raise
            self.learn(error, elsewhere=elsewhere)
            return False

    def learn(self, error: Refusal | RuleFault, *, elsewhere: bool = False) -> None:
        """Keeps what a refusal quotes and counts: the title it wants, the word it waits for. And what came first at each stage:
        later ones may be of days or people that no proposal needs.
        """
        if not elsewhere:
            self.met.setdefault(self.at, error)
        text = error.text[:LONGEST_READ] if isinstance(error, Refusal) else ""
        quoted = [next(part for part in found if part).strip() for found in _QUOTED.findall(text)]
        for hint in quoted:
            if hint and len(hint) <= LONGEST_HINT and hint not in self.hints and len(self.hints) < MOST_HINTS:
                self.hints.append(hint)
        self.numbers += [n for n in _NUMBER.findall(text) if n not in self.numbers][:MOST_HINTS]

    def drafts(self, number: int) -> Iterator[tuple[str, str]]:
        """(title, description) that a proposal could have; what is learnt from one that is refused is in the next."""
        plain = f"{number} A rule"
        yield plain, ""
        words = [hint for hint in self.hints if not hint.startswith("/")]
        yield f"{plain} {' '.join(words)}".strip(), "\n".join([*self.hints, WHY])
        yield from ((hint, WHY) for hint in words if hint not in (plain, ""))
        yield from ((f"{other} A rule", WHY) for other in self.numbers if other != str(number))
        literals = [text for text in self.written if text and len(text) <= LONGEST_HINT]
        yield (
            f"{plain} {' '.join(literals)}"[: LONGEST_HINT * 3],
            "\n".join([f"{text} {WHY}" for text in literals] or [WHY]),
        )
        yield f"{' '.join(literals)} A rule"[: LONGEST_HINT * 3], "\n".join([plain, *literals])

    def lines(self, word: str, *, hasty: bool) -> Iterator[tuple[str, bool]]:
        """Lines that could be written to come to this word of the host, by every command that leads there; and whether they are
        made for another thread than this.

        Those that open a poll here come first, then the bare ones; `hasty`: of commands that open polls only those, if there
        are any. A law may have dozens that ask everyone something in an issue of its own.
        """
        found = _leading_to(self.world.book, word)
        here = [one for one in found if not one[0]]
        for elsewhere, command in here if hasty and here else found:
            names = command.usage.arguments_in_order
            for line in dict.fromkeys(self._line(command, place) for place in range(SAMPLES if names else 1)):
                yield line, elsewhere

    def answered(self, writers: Iterable[str]) -> bool:
        """Whether anybody could write a command that a refusal has named, each whoever may.

        What is said against that one keeps nobody from anything: the refusal that named it does, and is known already.
        """
        named = [hint for hint in self.hints if commands.match(self.world, hint) is not None]
        done = [self.writes(writer, line, elsewhere=True) for line in named for writer in list(writers)[:MOST_PEOPLE]]
        return any(done)

    def votes(self) -> Iterator[str]:
        """Texts that could be a vote."""
        words = [text for text in [*self.hints, *self.written] if text and len(text) <= LONGEST_HINT]
        yield from dict.fromkeys(["yay", *words, *(f"{word} {WHY}" for word in ["yay", *words])])

    def _line(self, command: Command, place: int) -> str:
        """A usage filled in, in the manner of that place among the samples; optional parts only from the second on."""
        text = (
            re.sub(r"\[[^\]]*\]", "", command.usage_text) if place == 0 else re.sub(r"[\[\]]", "", command.usage_text)
        )
        text = re.sub(r"(\S+?)\|\S+", r"\1", text)
        return " ".join(re.sub(r"<(\w+)>", lambda found: self._value(command, found[1], place), text).split())

    def _value(self, command: Command, name: str, place: int) -> str:
        spec: dict[str, Any] = dict(command.arguments.get(name, {}))
        kind = type_of(name, spec)
        words = [word for word in [*self.hints, *self.written] if word and not word.startswith("/")]
        if kind in ("integer", "number"):
            return [str(spec.get("minimum", 1)), *self.numbers, *(w for w in words if w.isdigit()), "1", "10"][place]
        if kind == "choice":
            values = [str(value) for value in spec["values"]]
            return values[place % len(values)]
        if kind in ("player", "players"):
            writer = self.world.moment.writer
            return [writer, *self.world.records.keys("players"), writer, writer][place]
        if kind == "text":
            return [WHY, " ".join([*words[:MOST_HINTS], WHY]), *words, WHY][place]
        return ["reason", *(word for word in words if " " not in word), "yes", "1"][place]


@once
def _leading_to(book: Rulebook, word: str) -> list[tuple[bool, Command]]:
    """(whether it opens a poll elsewhere, command) of those that lead to this word of the host, in the order in which they are tried."""
    found = [
        (word == "open_poll" and not opens_here(book, slug, command.run), command)
        for slug, command in book.commands
        if slug not in book.loaded.broken and reaches(book, slug, command.run, word)
    ]
    return sorted(found, key=lambda one: (one[0], len(one[1].usage.arguments_in_order)))
