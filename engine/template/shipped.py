"""What comes with the engine: its version, the rulesets, and the files that are the same in every game."""

import shlex
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path

from engine.store.layout import LAW, LIBRARY

HERE = Path(__file__).parent
# An installed engine carries the rulesets beside this file; in a checkout they are where they are played.
RULES = HERE / "rules" if (HERE / "rules").is_dir() else HERE.parents[1] / "rules"
GAME = HERE / "game"
SHELF = "shelf"  # worked mechanics to begin from: no game is played by it


def version() -> str:
    return metadata.version("nomic-engine")


def noted_origin() -> str:
    """What the installer noted about where this engine came from; empty if that was an index."""
    return metadata.distribution("nomic-engine").read_text("direct_url.json") or ""


def rulesets() -> list[str]:
    """The names of the rulesets that games are played by, sorted."""
    return sorted(p.name for p in RULES.iterdir() if any(p.glob("*.md")) and p.name != SHELF)


def law(ruleset: str) -> dict[str, str]:
    """path -> text of a ruleset and of the code that rulesets share, as in a game's repository."""
    folders = (RULES / ruleset, RULES / "library")
    files = sorted(p for folder in folders for p in folder.rglob("*") if p.suffix in (".md", ".star"))
    return {f"{LAW}{p.relative_to(RULES).as_posix()}": p.read_text(encoding="utf-8") for p in files}


def lacks_shared_code(texts: Mapping[str, str]) -> bool:
    """Whether there is none, where a rule may want to load some."""
    return not any(path.startswith(LIBRARY) for path in texts) and any("load(" in text for text in texts.values())


def where_shared_code_is() -> str:
    """For rules of somebody's own, in whose folder it may be missing."""
    has = shlex.quote(str(RULES / "library"))
    return f"Code that rules share lies in rules/library, beside them; copy there what comes with the engine: {has}"


def same_in_every_game() -> dict[str, str]:
    """path -> text of the workflows, the configuration of forms, the pull-request template and the locked dependencies."""
    files = sorted(p for p in GAME.rglob("*") if p.is_file())
    return {p.relative_to(GAME).as_posix(): p.read_text(encoding="utf-8") for p in files}


def changelog() -> str:
    """What changed from version to version of the engine."""
    beside = HERE / "CHANGELOG.md"
    return (beside if beside.is_file() else HERE.parents[1] / "CHANGELOG.md").read_text(encoding="utf-8")
