"""Problems of rule files, all at once, as `file:line: message`."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Literal


@dataclass(frozen=True)
class Problem:
    path: str
    line: int
    message: str
    severity: Literal["error", "warning"] = "error"

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"


class LawProblems(ValueError):
    """Everything that is wrong with a rule file."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = list(problems)


def meant(name: str, known: Collection[str]) -> str:
    """What may have been meant by a name, as the end of a sentence."""
    return "".join(f"; did you mean `{near}`?" for near in get_close_matches(name, sorted(known), 1))
