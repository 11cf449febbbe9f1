"""How often a process looks for circles among its objects: seldom, where most of what it reads stays until it ends."""

import gc
from typing import Final

A_SWEEP: Final = 50_000  # new objects


def seldom() -> None:
    """What is here by now stays; a sweep through ten thousand players' files took a seventh of a pass, and found nothing."""
    gc.freeze()
    gc.set_threshold(A_SWEEP)
