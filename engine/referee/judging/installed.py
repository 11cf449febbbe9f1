"""Whether the engine's own files are still what they were: a table that is served for days outlives an upgrade.

What is loaded goes on by the old ones; what is loaded only when it is needed does not fit it, or is not there.
"""

import os
from pathlib import Path
from typing import Final

from engine.store.told import Told

ENGINE: Final = Path(__file__).parents[2]
OUTDATED: Final = (  # a cause and a remedy
    "The engine's files were changed after this table was opened, so that passes and pages may fail.",
    "Whoever serves it ends it with Ctrl-C and opens it again, by the same line.",
)


class Outdated(Told):
    """The engine has changed beneath a table that is served."""

    def __init__(self) -> None:
        super().__init__(*OUTDATED)


class Installed:
    """The engine's files as they are now."""

    def __init__(self, root: Path = ENGINE) -> None:
        self.root = root
        self.found = _files(root)

    def changed(self) -> bool:
        """Whether they have been written anew since, or are gone."""
        return _files(self.root) != self.found

    def cause_of(self, error: Exception) -> Exception:
        """What went wrong: that the files have changed, where they have and what failed tells of no other cause."""
        elsewhere = isinstance(error, OSError) and not str(error.filename).startswith(str(self.root))
        return error if isinstance(error, Told) or elsewhere or not self.changed() else Outdated()


def _files(root: Path) -> dict[str, tuple[int, int]]:
    """(time of the last change, size) by path, without what Python makes of them."""
    found = {}
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name != "__pycache__"]
        for path in (os.path.join(folder, name) for name in names):
            try:
                told = os.stat(path)
            except OSError:  # it is being replaced just now
                continue
            found[path] = (told.st_mtime_ns, told.st_size)
    return found
