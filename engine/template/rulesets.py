"""The rules that a game begins with: a ruleset that comes with the engine, by its name, or one of somebody's own, by the whole path
of its folder.
"""

import re
from pathlib import Path
from typing import Final

from engine.store.told import Told
from engine.template import shipped

_NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,39}")
_SHARED: Final = "library"


class BadRuleset(Told):
    """No game can begin with that folder."""

    def __str__(self) -> str:
        return f"{self.cause} {self.remedy}"


def named(ruleset: str) -> str:
    """What a ruleset is called in the game."""
    return Path(ruleset).name


def may_be_called(name: str) -> bool:
    """Whether a ruleset may have that name: of what comes with the engine, and of the folder of shared code, it is told apart."""
    return bool(_NAME.fullmatch(name)) and name != _SHARED


def home(ruleset: str) -> str:
    """The folder in which `nomic check` looks at a ruleset of somebody's own; empty for one that comes with the engine."""
    return str(Path(ruleset).parents[1]) if Path(ruleset).is_absolute() else ""


def law(ruleset: str) -> dict[str, str]:
    """path -> text of a ruleset and of the code that rulesets share, as in a game's repository. Raises BadRuleset.

    What rules of somebody's own share lies in `library/` beside their folder, as in a game; nothing is taken from elsewhere.
    """
    folder = Path(ruleset)
    if not folder.is_absolute():
        return shipped.law(ruleset)
    if folder.parent.name != "rules" or not may_be_called(folder.name):
        raise BadRuleset(
            f"{folder} cannot be a game's rules.",
            f"Call it rules/NAME, in a folder of your own; NAME is small letters, digits and -, and not {_SHARED}.",
        )
    files = [p for p in folder.rglob("*") if p.suffix == ".md"] + [*folder.with_name(_SHARED).glob("*.star")]
    own = {p.relative_to(folder.parents[1]).as_posix(): _text(p) for p in sorted(files)}
    if not any(path.endswith(".md") for path in own):
        raise BadRuleset(
            f"There is no rule in {folder}.",
            f"A rule is a `.md` file: `nomic rule law {folder.name}` writes the smallest law, to begin from.",
        )
    return own


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadRuleset(f"{file} is not UTF-8 text.", "Save it as UTF-8.") from None
