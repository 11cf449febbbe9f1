"""A copy that a machine left broken, as when its power fails: told from trouble with the server, and with the disk itself."""

import os
import re
from pathlib import Path
from typing import Final

from engine.referee.ports import Unreachable

_OF_NO_PLACE: Final = re.compile("reference broken|bad shallow line")  # git names no file with these
_OF_THE_MACHINE: Final = re.compile(
    r"\.lock'|no space|out of disk|denied|read-only|quota|too many open|cannot allocate|out of memory", re.IGNORECASE
)


class Broken(Unreachable):
    """git cannot read the copy. Nothing is in it that is not on the server, or is made again."""


def is_broken(err: str, copy: Path) -> bool:
    """Whether git complains of the copy itself: not of a lock that another holds, nor of a disk that is full."""
    own = [line for line in err.splitlines() if not line.startswith("remote:")]
    places = (os.fspath(copy), os.fspath(copy.absolute()))
    about = [line for line in own if _OF_NO_PLACE.search(line) or any(place in line for place in places)]
    return bool(about) and not any(_OF_THE_MACHINE.search(line) for line in own)
