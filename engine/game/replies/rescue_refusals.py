"""Why a `/rescue`, or a vote on one, is refused."""

from typing import Final

from engine.game.refusal import Refusal
from engine.game.replies.failing import rule_failed
from engine.game.replies.inert import inert
from engine.law.joining import opens_votes
from engine.law.rulebook import Rulebook
from engine.law.running.blame import RuleFault

WAY_LEFT: Final = (
    "No rule that works puts a proposal to the vote: if all agree, write `/rescue` in a pull request that mends that."
)


def way_left(book: Rulebook) -> str:
    """What remains where nothing can be voted on; empty where something can."""
    return "" if opens_votes(book) else WAY_LEFT


def rescue_elsewhere() -> Refusal:
    return Refusal(
        "rescue",
        "There is no change of rules here that could be rescued.",
        "Write `/rescue` in an open pull request that changes rules, and nothing else.",
    )


def rescue_begun_already(thread: int) -> Refusal:
    return Refusal(
        "rescue", f"The rescue of #{thread} has begun already.", "Say `yay` here if you agree, `nay` if you object."
    )


def rescue_not_theirs() -> Refusal:
    return Refusal(
        "rescue", "You were not a player when this rescue began, so this does not count.", "You may say why."
    )


def rescue_edited() -> Refusal:
    return Refusal("edited", "A yay to a rescue that was edited does not count.", "Say it in a new comment.")


def rescue_not_taken_back(text: str, choice: str) -> Refusal:
    """To somebody who writes that what they said is withdrawn: a nay goes by a yay alone, and a yay with its comment as well."""
    ways = {"nay": "Say `yay` in a new comment: that alone ends a nay."}
    remedy = ways.get(choice, "Delete the comment that it stands in; or say `nay` in a new comment.")
    return Refusal("rescue", f"{inert(text, 60)} takes nothing back: your {choice} here counts as before.", remedy)


def rescues_enough(most: int) -> Refusal:
    reason = f"You have begun {most} rescues that are not over yet."
    return Refusal("rescues_enough", reason, "Let one of them land, or close its pull request: that ends its rescue.")


def rescues_enough_of_all(most: int) -> Refusal:
    return Refusal(
        "rescues_enough",
        f"{most} rescues have begun and are not over yet.",
        "Let one of them land. Whoever closes its pull request ends it, and later the oldest gives way to a new one.",
    )


def no_law(found: Refusal) -> Refusal:
    return Refusal(found.code, found.reason, "Mend that in the pull request: new commits begin its rescue anew.")


def stuck(fault: RuleFault) -> Refusal:
    return Refusal(
        "rule_fault",
        rule_failed(fault, None),
        "It is not tried again before new commits come to the pull request. Mend that there, or close it.",
    )
