"""The changes that were voted on: each is kept under its hash, so another text under the same name shows."""

from collections.abc import Mapping
from typing import Any

from engine.game.state import State
from engine.referee.intake import pulls
from engine.referee.proof.findings import Proof, of_a_file
from engine.store import canon
from engine.store.digest import change_hash
from engine.store.guard import YamlProblem
from engine.store.layout import CHANGES, LAW


def check(files: Mapping[str, str], proof: Proof) -> None:
    """Hashes every change again that is of rules alone; of other files only the names are kept, so they cannot be."""
    try:
        ruleset = State(files).ruleset
    except (KeyError, YamlProblem, TypeError):
        return  # named elsewhere
    for path in sorted(p for p in files if p.startswith(CHANGES)):
        try:
            right = _is_right(path, canon.read(files[path]), ruleset)
        except (YamlProblem, KeyError, TypeError, ValueError, AttributeError):
            right = False
        if not right:
            proof.find(f"{path}: is not the change that was voted on under this hash", of_a_file(path))


def _is_right(path: str, content: dict[str, Any], ruleset: str) -> bool:
    if not all(p.startswith(LAW) for p in content["paths"]):
        return True
    items = pulls.items_of(content["files"], content["problems"], ruleset)
    return change_hash(items) == path.removeprefix(CHANGES).removesuffix(".yaml")
