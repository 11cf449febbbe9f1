"""Why a poll cannot be opened where a rule wants it, or not become law."""

from collections.abc import Sequence

from engine.game.owned import PollFacts
from engine.game.refusal import Refusal
from engine.game.replies.harmless import plain
from engine.game.replies.inert import inert
from engine.game.replies.somany import listed


def no_thread(number: int) -> Refusal:
    return Refusal(
        "no_thread",
        f"Nothing is known of a thread #{number}, so no poll is opened there.",
        "Open the issue or the pull request first, then write it again.",
    )


def no_proposal(poll: PollFacts) -> Refusal:
    return Refusal(
        "no_proposal",
        f"The poll {inert(poll['subject'])} is none about a proposal, so it makes nothing law.",
        "Open the pull request itself for voting.",
    )


def not_shown(thread: int, why: str) -> Refusal:
    return Refusal(
        "not_shown",
        f"GitHub cannot show all of #{thread} at the moment, so nothing is decided about it ({plain(why)}).",
        "No vote is lost. When GitHub can show it again, it is decided as usual; if that takes your command, write it then.",
    )


def no_law_by_now(problems: Sequence[str]) -> Refusal:
    """What could be opened and has been overtaken by the law: it is told while it is voted on."""
    return Refusal(
        "bad_rule",
        f"By what has become law since, it cannot be law as it is: {listed(problems, 5, lambda one: inert(one, 300))}.",
        "Its author mends that in new commits, and it is voted on anew.",
    )


def misfit(broken: Refusal, *, left: bool) -> Refusal:
    """A record there is breaks a constraint of a changed law. `left`: in a field that no rule in force declares."""
    whose = "Nobody declares that field now: a rule that is gone has left it. " if left else ""
    remedy = "Let the field allow what is there, or give it another name; an administrator can `/correct` the record."
    return Refusal(broken.code, broken.reason, f"{whose}{remedy}")


def not_taken_back(text: str, ways: Sequence[str]) -> Refusal:
    """To somebody who writes that their vote is withdrawn; `ways` are what the law has them write for that.

    Where it has nothing, a vote goes with its comment; what an earlier one would count as then is for the law to say.
    """
    delete = "Delete the comment that it stands in, and whichever has an earlier vote of yours; or vote anew in another comment."
    remedy = f"Write {' or '.join(map(inert, ways))}, alone in a comment of its own; or vote anew." if ways else delete
    return Refusal("vote", f"{inert(text, 60)} takes nothing back: your vote here counts as before.", remedy)
