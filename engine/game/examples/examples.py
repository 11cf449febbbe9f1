"""Examples: cases written beside the rules, played by the same fold as the game, with what must hold afterwards."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from engine.game.examples.example_claims import claims_that_fail
from engine.game.examples.example_form import wrong_with
from engine.game.examples.example_stage import MOST_HAPPENINGS, Stage
from engine.game.fold.folding import Turn
from engine.game.refusal import Refusal
from engine.law.documents.document import parse
from engine.law.documents.problems import LawProblems
from engine.law.running.blame import RuleFault
from engine.law.running.host import Host
from engine.law.running.stumbles import advice
from engine.store import guard
from engine.store.layout import folder_of


class BadCase(ValueError):
    """A case that cannot be played; the text says what is wrong with it."""


@dataclass(frozen=True)
class Example:
    """One example: where it stands, and what it says."""

    path: str
    line: int
    content: Mapping[str, Any]

    @property
    def name(self) -> str:
        return str(self.content.get("name", "(no name)")) if isinstance(self.content, Mapping) else "(no name)"

    @property
    def ruleset(self) -> str | None:
        """The ruleset it names itself, if it does."""
        named = self.content.get("ruleset") if isinstance(self.content, Mapping) else None
        return str(named) if named else None


@dataclass(frozen=True)
class FailedExample:
    """What did not hold: str() is `file:line: name: expected ..., found ...`."""

    case: Example
    message: str

    def __str__(self) -> str:
        return f"{self.case.path}:{self.case.line}: {self.case.name}: {self.message}"


# A case is whatever somebody wrote: a map where a list is wanted, a word where a number is.
UNPLAYABLE: Final = (
    *(BadCase, Refusal, RuleFault),
    *(ValueError, LookupError, TypeError, AttributeError, ArithmeticError),
)


def cases_of_rule(path: str, text: str) -> list[Example]:
    """The examples in a rule file."""
    return [Example(path, line, content) for line, content in parse(path, text).examples]


def cases_of_file(path: str, text: str) -> list[Example]:
    """The cases of a file of examples, YAML documents one after the other. Raises guard.YamlProblem."""
    return [Example(path, line, content) for line, content in guard.load_all(text)]


def cases_of_ruleset(texts: Mapping[str, str], ruleset: str) -> list[Example]:
    """The examples of all its rules that can be read: one may be broken by hand, and is then mended by a vote."""
    folder = folder_of(ruleset)
    found: list[Example] = []
    for path in sorted(p for p in texts if p.startswith(folder) and p.endswith(".md")):
        with suppress(LawProblems):
            found += cases_of_rule(path, texts[path])
    return found


def play(case: Example, texts: Mapping[str, str], ruleset: str, host: Host | None = None) -> list[FailedExample]:
    """Plays a case under the law of these texts; empty if everything it says holds.

    Cases played with the same host load each rule once.
    """
    return [FailedExample(case, message) for message in counted(case, texts, ruleset, host, MOST_HAPPENINGS)[0]]


def counted(
    case: Example, texts: Mapping[str, str], ruleset: str, host: Host | None, most: int, turn: Turn | None = None
) -> tuple[list[str], int]:
    """What does not hold, and how many happenings it took: with more than `most` it is not played to its end.

    `turn` is called before each of them: what it raises ends the case.
    """
    stage = None
    try:
        _check(case)
        stage = Stage(case.content, texts, _its_law(case, texts, ruleset), host, most, turn)
        wrong = stage.play() + claims_that_fail(stage, case.content.get("then") or {}) or _unable_to_fail(case)
    except UNPLAYABLE as error:
        wrong = [f"cannot be played: {error}{_advice(error)}"]
    return wrong, stage.folding.judged if stage is not None else 0


def _unable_to_fail(case: Example) -> list[str]:
    done, claimed = case.content.get("when"), case.content.get("then")
    return (
        []
        if done or claimed
        else ["it has neither `when`, what is done, nor `then`, what comes of it: nothing is tried"]
    )


def _advice(error: Exception) -> str:
    what = advice(str(error)) if isinstance(error, RuleFault) else ""
    return f". {what}" if what else ""


def _its_law(case: Example, texts: Mapping[str, str], ruleset: str) -> str:
    name = case.ruleset or ruleset
    if not any(path.startswith(folder_of(name)) for path in texts):
        raise BadCase(f"there is no ruleset {name!r}")
    return name


def _check(case: Example) -> None:
    wrong = wrong_with(case.content)
    if wrong:
        raise BadCase(wrong)
