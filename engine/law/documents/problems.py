"""Problems of rule files, all at once, as `file:line: message`."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final, Literal

# Names: a collection of the laws that come with the engine has fewer fields, and a law fewer collections.
MOST_TOLD: Final = 40


@dataclass(frozen=True)
class Problem:
    path: str
    line: int
    message: str
    severity: Literal["error", "warning"] = "error"
    beside: str = ""  # more for whoever writes the rule, as the end of the sentence: no refusal says it

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"


def told_whole(problems: Iterable[Problem]) -> Iterator[tuple[str, bool]]:
    """(line, whether it is an error) of each, with what stands beside; what would stand there again stands there once."""
    told: set[str] = set()
    for problem in problems:
        yield f"{problem}{'' if problem.beside in told else problem.beside}", problem.severity == "error"
        told.add(problem.beside)


class LawProblems(ValueError):
    """Everything that is wrong with a rule file."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = list(problems)


def meant(name: str, known: Collection[str]) -> str:
    """What may have been meant by a name, as the end of a sentence."""
    return "".join(f"; did you mean `{near}`?" for near in get_close_matches(name, sorted(known), 1))


def there_are(name: str, known: Collection[str]) -> str:
    """What there is where nothing like it may have been meant, likewise."""
    rest = len(known) - MOST_TOLD
    more = f" and {rest} more" if rest > 0 else ""
    return "" if meant(name, known) or not known else f"; there are {', '.join(sorted(known)[:MOST_TOLD])}{more}"
