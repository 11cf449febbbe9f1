"""What stood in the way of the proposal by which it was tried whether the law stays changeable."""

from typing import Final

OPENING: Final = "opening"
DECIDING: Final = "deciding"
LANDING: Final = "landing"
STAGES: Final = (OPENING, DECIDING, LANDING)  # of a proposal, in their order
_STOOD: Final = {
    OPENING: "the next proposal could not be opened",
    DECIDING: "the next proposal was opened, and could not be adopted",
    LANDING: "the next proposal was adopted, and could not take effect",
}


def stood_in_the_way(stage: str, why: str) -> str:
    """`why`: what was said first against it at that stage, if anything was."""
    return f"As it was tried, {_STOOD[stage]}{f': {why}' if why else '.'}"
