"""What of the lock file a game needs: the engine's own dependencies and theirs, without what only tests need."""

from __future__ import annotations

import re
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

_BLOCK = re.compile(r"^\S.*?(?=^\S|\Z)", re.MULTILINE | re.DOTALL)
LINUX = {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix"}


def needed(package: str = "nomic-engine", extras: frozenset[str] = frozenset({""})) -> set[str]:
    """The names of everything a package needs on Linux, in this environment's versions."""
    found: set[str] = set()
    waiting = [(package, extras)]
    seen: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        name, wanted = waiting.pop()
        if (name, wanted) in seen:
            continue
        seen.add((name, wanted))
        for line in metadata.requires(name) or []:
            need = Requirement(line)
            if need.marker is None or any(need.marker.evaluate({**LINUX, "extra": extra}) for extra in wanted):
                found.add(canonicalize_name(need.name))
                waiting.append((canonicalize_name(need.name), frozenset(need.extras or {""})))
    return found


def runtime_part(lock: str) -> str:
    """The blocks of a lock file that the engine needs."""
    names = needed()
    return "".join(
        block
        for block in _BLOCK.findall(lock)
        if canonicalize_name(re.match(r"[\w.-]+", block)[0]) in names  # type: ignore[index]
    )


if __name__ == "__main__":
    root = Path(__file__).parents[2]
    part = runtime_part((root / "requirements.lock").read_text())
    (root / "engine/template/game/.github/engine.lock").write_text(part)
