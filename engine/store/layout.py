"""Where the law and what was proposed stand in a game's repository: folders, and files by name. Of records `records` says it."""

from collections.abc import Mapping
from typing import Final

from engine.store.records import STATE

LAW: Final = "rules/"
LIBRARY: Final = "rules/library/"  # the code that rules share
PROPOSALS: Final = "proposals/"
CHANGES: Final = "proposals/changes/"  # what was proposed, as it was judged
INDEX: Final = "proposals/README.md"  # of what was decided
OF_THE_GAME: Final = (LAW, STATE, PROPOSALS)


def folder_of(ruleset: str) -> str:
    """Where the rules of one game stand."""
    return f"{LAW}{ruleset}/"


def of_ruleset(ruleset: str, texts: Mapping[str, str]) -> dict[str, str]:
    """The rules of one game among these texts (path -> text), with the code they share."""
    own = (folder_of(ruleset), LIBRARY)
    return {path: text for path, text in texts.items() if path.startswith(own)}


def shared_path(slug: str) -> str:
    """Of a file of shared code."""
    return f"{LIBRARY}{slug}.star"


def change_path(hash_: object) -> str:
    """Of a change as it was judged."""
    return f"{CHANGES}{hash_}.yaml"


def decided_path(number: int | None) -> str:
    """Of the record of a decided proposal, which has a number."""
    return f"{PROPOSALS}{number:03d}.md"
