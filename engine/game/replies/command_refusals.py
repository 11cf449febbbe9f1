"""Why a comment that means a command is none: two at once, or one that is not written as it has to be."""

from __future__ import annotations

from engine.game.refusal import Refusal
from engine.game.replies.inert import inert


def one_to_a_comment(lines: list[str]) -> Refusal:
    shown = ", then ".join(inert(line, 80) for line in lines[:3])
    return Refusal(
        "two_commands", "There is one command to a comment.", f"Write each in a comment of its own: {shown}."
    )


def write_it_so(line: str) -> Refusal:
    return Refusal(
        "nearly_a_command",
        "That is nearly a command, and was not carried out.",
        f"If you meant it, write: {inert(line, 200)}",
    )
