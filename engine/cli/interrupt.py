"""Ctrl-C ends a command wherever it comes, and nothing is said after it.

What it raises may come out of the call of a rule as that rule's failure: a proof, say, would go on and accuse the game.
"""

import signal
from types import FrameType

_pressed: list[int] = []


def listen() -> None:
    """From now on; not where whoever started the process has it ignored."""
    forget()
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _press)


def _press(number: int, frame: FrameType | None) -> None:
    _pressed.append(number)
    raise KeyboardInterrupt


def pressed() -> bool:
    return bool(_pressed)


def look() -> None:
    """Raises KeyboardInterrupt if it was pressed, and taken for something else."""
    if pressed():
        raise KeyboardInterrupt


def forget() -> None:
    """It has done what it should: what is said from now on is said."""
    _pressed.clear()
