"""Reactions and commit statuses: nice to have, repeated with the next change, never waited for."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from engine.game.plan import Plan
from engine.referee.ports import CONTEXT, Exhausted, Forge, ForgeError

DONE: Final = "+1"
MOST: Final = 20  # reactions in one answering: to what was done, then the newest


def give(forge: Forge, plan: Plan, said: Mapping[str, Any], at: Mapping[int, Any], exchanged: set[int]) -> None:
    """`said`: the new wishes; `at`: the thread of each comment. Where a label is `exchanged`, which takes two requests, the
    status comment tells of a vote without a thumb; and if it is answered, too, without a new text on its commit.

    Once a limit is used up no more is tried: GitHub shuts out for longer whoever goes on to ask.
    """
    answered = {w.get("thread") for k, w in said.items() if k.startswith("reply/")}
    spared = {str(thread) for thread in exchanged & answered}
    acts: list[Callable[[], None]] = [
        partial(forge.set_status, board["head"], board["state"], board["description"], CONTEXT)
        for key, board in ((key, plan.boards[key]) for key in plan.polls if key in plan.boards)
        if board["head"] and not (key in spared and board["state"] == "pending")
    ]
    thumbs = [r for r in plan.reactions if not _told(r, plan, said) and not _is_seen(r, plan, at, exchanged)]
    first = sorted(thumbs, key=lambda reaction: reaction["content"] == DONE)[-MOST:]  # no flood takes them from a vote
    acts += [partial(forge.react, reaction["comment"], reaction["content"]) for reaction in thumbs if reaction in first]
    for act in acts:
        try:
            act()
        except Exhausted:
            return
        except ForgeError:
            continue


def _told(reaction: Mapping[str, Any], plan: Plan, said: Mapping[str, Any]) -> bool:
    """Whether what was done needs no thumb, as an answer in words and the pull request's status comment tell of it.

    A vote that reaches the quorum has a label to set and points to announce: with the thumb it would cost a request too many.
    """
    answer = said.get(f"reply/comment/{reaction['comment']}", {})
    return reaction["content"] == DONE and str(answer.get("thread")) in plan.polls


def _is_seen(reaction: Mapping[str, Any], plan: Plan, at: Mapping[int, Any], exchanged: set[int]) -> bool:
    """Whether a poll's labels and status comment show that something came of what was said there."""
    thread = at.get(reaction["comment"])
    return reaction["content"] == DONE and thread in exchanged and str(thread) in plan.polls
