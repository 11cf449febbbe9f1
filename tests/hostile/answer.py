"""What came of a case, and in what that is not what must come of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.hostile.corpus import Case


@dataclass
class Answer:
    """What came of a case: `refused` with code and words, or `inert` with what happened instead; `wrong` is never right.

    `seconds` are those of the pass that judged it, where more than that was done.
    """

    refused: str = ""
    says: str = ""
    inert: str = ""
    shown: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    seconds: float | None = None


def misses(case: Case, answer: Answer) -> list[str]:
    """In what the answer is not the one the case must get."""
    found = list(answer.wrong)
    if "refused" in case.must:
        if answer.refused != case.must["refused"]:
            found.append(f"must be refused as {case.must['refused']}, and was {_told(answer)}")
        elif case.must["saying"] not in answer.says:
            found.append(f"must say {case.must['saying']!r}, and said {answer.says[:300]!r}")
    elif answer.inert != case.must["inert"]:
        found.append(f"must be {case.must['inert']}, and was {_told(answer)}")
    missing = [words for words in _listed(case.must.get("shows")) if not any(words in text for text in answer.shown)]
    return found + [f"must show {words!r}, and showed {[s[-300:] for s in answer.shown[-2:]]!r}" for words in missing]


def _told(answer: Answer) -> str:
    return f"refused as {answer.refused}: {answer.says[:300]}" if answer.refused else answer.inert


def _listed(words: Any) -> list[str]:
    return [] if words is None else words if isinstance(words, list) else [words]
