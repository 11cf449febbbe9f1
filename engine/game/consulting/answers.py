"""What an answer of the law to a question of the referee must look like; anything else is the fault of the rule that gave it."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from engine.game.catalogue import OCCASIONS
from engine.store import canon, guard
from engine.store.records import LONGEST_NAME
from engine.store.splice import LARGEST_NUMBER

LONGEST_CHOICE: Final = 100
MOST_OF_NAMES: Final = 2_000_000  # characters of all that have a vote: they stand in the record of a proposal
LONGEST_OCCASION: Final = 100
LONGEST_OUTCOME: Final = 200
LARGEST_OWN: Final = 1_000  # characters of what a rule adds to a ballot, as it is written
LARGEST_WEIGHT: Final = 10**9  # so that no sum of them leaves the numbers that can be written
REASON: Final = "a text that says why not, None where it is none of this rule's, or False, which permits"
_BALLOT: Final[dict[str, Any]] = {
    "at": 0,
    "choice": "",
    "comment": None,
    "deleted": False,
    "edited": False,
    "first": 0,
    "voter": "",
    "weight": 1,
}
_KINDS: Final[dict[str, tuple[type, ...]]] = {
    "voter": (str,),
    "choice": (str,),
    "first": (int,),
    "at": (int,),
    "comment": (int, type(None)),
    "edited": (bool,),
    "deleted": (bool,),
    "weight": (int, float),
}


class BadAnswer(ValueError):
    """What the answer should have been."""


def shaped(question: str, answer: Any) -> Any:
    """The answer in its proper form. Raises BadAnswer."""
    shape = SHAPES.get(question)
    return answer if shape is None else shape(answer)


def _number(answer: Any) -> int:
    """A rule's or a proposal's; division and text make other kinds of numbers than a rule means."""
    if isinstance(answer, float) and answer.is_integer():
        answer = int(answer)
    if isinstance(answer, str) and answer.isascii() and answer.isdigit() and len(answer) < 6:
        answer = int(answer)
    if type(answer) is not int or not 1 <= answer <= LARGEST_NUMBER:
        raise BadAnswer(f"a whole number from 1 to {LARGEST_NUMBER}")
    return answer


def _list_of(what: str, answer: Any) -> list[str]:
    if not isinstance(answer, (list, tuple)) or not all(isinstance(each, str) for each in answer):
        raise BadAnswer(f"a list of {what}")
    return list(answer)


def _names(answer: Any) -> list[str]:
    names = _list_of("names", answer)
    if any(len(name) > LONGEST_NAME for name in names) or sum(map(len, names)) > MOST_OF_NAMES:
        raise BadAnswer(f"a list of names, each of at most {LONGEST_NAME} characters, {MOST_OF_NAMES:,} together")
    return names


def _choice(answer: Any) -> str:
    if answer is None or answer is False:
        return ""
    if not isinstance(answer, str) or len(answer) > LONGEST_CHOICE:
        raise BadAnswer(f"a text of at most {LONGEST_CHOICE} characters, or None")
    return answer


def _ballots(answer: Any) -> list[dict[str, Any]]:
    """A ballot that a rule added may lack everything but voter and choice."""
    if not isinstance(answer, (list, tuple)):
        raise BadAnswer("a list of ballots")
    return [_ballot(one) for one in answer]


def _ballot(answer: Any) -> dict[str, Any]:
    if not isinstance(answer, dict):
        raise BadAnswer("a list of ballots")
    whole = {**_BALLOT, **answer}
    for part, kinds in _KINDS.items():
        if type(whole[part]) not in kinds:
            raise BadAnswer(f"a list of ballots, and the `{part}` of this one is none")
    if not -LARGEST_WEIGHT <= whole["weight"] <= LARGEST_WEIGHT:
        raise BadAnswer(f"a list of ballots that weigh at most {LARGEST_WEIGHT}")
    if len(whole["voter"]) > LONGEST_NAME or len(whole["choice"]) > LONGEST_CHOICE:
        raise BadAnswer(
            f"a list of ballots by voters of at most {LONGEST_NAME} characters for choices of {LONGEST_CHOICE}"
        )
    _must_be_writable(whole)
    return whole


def _must_be_writable(ballot: dict[str, Any]) -> None:
    """Raises BadAnswer for what the engine cannot keep until the count is shown: a rule may add fields of its own."""
    own = {name: value for name, value in ballot.items() if name not in _BALLOT}
    if any(abs(ballot[part]) >= guard.LARGEST for part in ("first", "at", "comment") if ballot[part] is not None):
        raise BadAnswer("a list of ballots, and the time or the comment of this one is none")
    if own:
        try:
            size = len(canon.emit(own))
        except canon.NotCanonical as error:
            raise BadAnswer(f"a list of ballots, and {error} in this one") from None
        if size > LARGEST_OWN:
            raise BadAnswer(f"a list of ballots, with no more than {LARGEST_OWN} characters beside what a ballot has")


def _verdict(answer: Any) -> str:
    if answer not in ("adopted", "rejected", "open"):
        raise BadAnswer("adopted, rejected or open")
    return str(answer)


def _occasion(answer: Any) -> str:
    if not isinstance(answer, str) or not 0 < len(answer) <= LONGEST_OCCASION or answer in OCCASIONS:
        raise BadAnswer("now, or the name of an occasion that a rule tells")
    return answer


def _outcome(answer: Any) -> str:
    if answer is None:
        return ""
    if not isinstance(answer, str) or not 0 < len(answer) <= LONGEST_OUTCOME:
        raise BadAnswer(f"a text of 1 to {LONGEST_OUTCOME} characters, or None")
    return answer


SHAPES: Final[dict[str, Callable[[Any], Any]]] = {
    "proposal_number": _number,
    "electorate": _names,
    "ballot": _choice,
    "counted_ballots": _ballots,
    "quorum": bool,
    "verdict": _verdict,
    "resolves_itself": bool,
    "law_goes_on": bool,
    "may_be_named": bool,
    "takes_effect": _occasion,
    "rule_number": _number,
    "status_lines": partial(_list_of, "texts"),
    "poll_lines": partial(_list_of, "texts"),
    "outcome": _outcome,
}
