"""What rules say of how things stand, for /status: the answer to the question `status_lines`.

Whoever looks must see something: of a rule that fails here the failure is shown, and the rules around it are heard all the same.
"""

from typing import Final

from engine.game.consulting.asking import reading, run, shaped
from engine.game.consulting.commands import spoken
from engine.game.refusal import Refusal
from engine.game.replies import speech
from engine.game.world.world import World
from engine.law.running.blame import RuleFault

QUESTION: Final = "status_lines"
OF_POLLS: Final = "poll_lines"
MOST_LINES: Final = 100
LONGEST: Final = 500


def rule_lines(world: World, about: object, question: str = QUESTION) -> list[str]:
    """One line each, harmless: of `status_lines` about the person of a key, of `poll_lines` about a poll (facts)."""
    found = _Lines(world, question)
    with reading(world):
        for slug, function in world.book.answering(question):
            found.ask(slug, function, about)
            if found.answered:
                break
        for slug, function in world.book.adjusting(question):
            found.ask(slug, function, list(found.lines), about)
    shown = [spoken(world, " ".join(line.split())[:LONGEST]) for line in found.lines[:MOST_LINES]]
    return shown + found.failures


class _Lines:
    """The lines so far, and what kept rules from answering."""

    def __init__(self, world: World, question: str) -> None:
        self.world, self.question = world, question
        self.lines: list[str] = []
        self.failures: list[str] = []
        self.answered = False

    def ask(self, slug: str, function: str, *args: object) -> None:
        """Takes over what the rule answers; a rule that does not load is named among the broken ones already."""
        if slug in self.world.book.loaded.broken:
            return
        try:
            answer = run(self.world, slug, function, *args)
            if answer is not None:
                self.lines, self.answered = shaped(self.world, slug, function, self.question, answer), True
        except (Refusal, RuleFault) as error:
            self.world.host.relieve()
            self.world.moment.bear(error)
            self.failures.append(speech.no_status_of(slug, str(error)))
