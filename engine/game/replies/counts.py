"""Votes in words."""

from engine.game.owned import Tally
from engine.game.replies.inert import inert


def votes(count: Tally) -> str:
    """2 yay, 1 nay: the field's two first, others in order of their names."""
    choices = sorted(count["choices"], key=lambda choice: (choice != "yay", choice != "nay", choice))
    return ", ".join(f"{count['choices'][choice]} {_shown(choice)}" for choice in choices) or "no votes"


def weighed(count: Tally) -> str:
    """What stands behind votes that are more, or fewer, than the voters: else six of three would be a riddle."""
    return " by weight" if count["cast"] != count["voters"] else ""


def _shown(choice: str) -> str:
    """A rule may have made a choice of anything that somebody wrote."""
    return choice if choice.isalnum() else inert(choice, 60)
