"""Refusals of what would be one too many, so that there is room for everybody."""

from engine.game.refusal import Refusal
from engine.game.replies.harmless import plain


def too_much_at_once() -> Refusal:
    return Refusal(
        "too_much_at_once",
        "More falls due in this hour than the game can do in it.",
        "A proposal that amends or repeals the rule which sets so many timers, or has so many times of its own, mends it.",
    )


def polls_enough(most: int) -> Refusal:
    reason = f"{most} votes are open already that were begun by the same hand."
    return Refusal("polls_enough", reason, "Let some of them be resolved or withdrawn first.")


def polls_enough_of_all(most: int) -> Refusal:
    reason = f"{most} votes are open already in issues of their own."
    return Refusal("polls_enough", reason, "Let some of them be resolved or withdrawn first.")


def issues_enough(most: int) -> Refusal:
    reason = f"{most} issues of the game are open already."
    return Refusal("issues_enough", reason, "Some of them must be closed first, by the rules that opened them.")


def rules_enough(most: int) -> Refusal:
    return Refusal(
        "rules_enough",
        f"The law would have more than {most:,} files.",
        "Repeal some rules first, or put several into one.",
    )


def votes_enough(most: int) -> Refusal:
    reason = f"You have voted {most} times here, so no further vote of yours is counted."
    return Refusal("votes_enough", reason, "Edit your last vote instead: what it says then counts.")


def numbers_enough(most: int) -> Refusal:
    reason = f"Every number up to {most} has been given to a rule or a proposal."
    return Refusal("numbers_enough", reason, "Amend or repeal a rule instead: it needs no new number by itself.")


def too_deep(what: str) -> Refusal:
    return Refusal(
        "too_deep",
        f"{plain(what)} is nested too deeply to be kept in one file.",
        "Nothing was changed. Keep it in a file for each record, or in fewer lists within lists.",
    )


def too_much_kept(most: int) -> Refusal:
    return Refusal(
        "too_large",
        f"All that rules keep would be larger than {most:,} bytes.",
        "Nothing was changed. It takes other records to be removed first.",
    )


def too_much_to_say(most: int) -> Refusal:
    return Refusal(
        "too_large",
        f"All that waits to be said would be larger than {most:,} bytes.",
        "Nothing was changed. Rules have to say less at once, or close fewer issues and votes; what waits already is said pass by pass.",
    )
